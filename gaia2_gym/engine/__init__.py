"""A discrete-event simulation that knows no app: clock, queue, event graph, watches, ids, thinking time. Standard library only."""

from gaia2_gym.engine.graph import Graph, Node, topological
from gaia2_gym.engine.ids import Stream
from gaia2_gym.engine.simulator import Due, Simulator
from gaia2_gym.engine.thinking import Fixed, Latency, Measured, Tokens, Zero, parse_latency
from gaia2_gym.engine.watch import Watch, Watching

__all__ = [
    "Due",
    "Fixed",
    "Graph",
    "Latency",
    "Measured",
    "Node",
    "Simulator",
    "Stream",
    "Tokens",
    "Watch",
    "Watching",
    "Zero",
    "parse_latency",
    "topological",
]
