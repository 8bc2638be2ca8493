"""Turns: from the user's message to the agent's message to the user.

An oracle message to the user ends a turn. In an episode the oracle does not act, so whatever followed its message waits for a *turn condition*
instead: that the agent has sent as many messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from gaia2_gym.engine import Graph, Node, topological
from gaia2_gym.errors import ScenarioError

if TYPE_CHECKING:
    from gaia2_gym.scenario.model import Event


class Turns:
    """The turn of every event.

    Args:
        dependencies: Event id -> ids it depends on.
        messages: Ids of the oracle's messages to the user.
        gates: Ids of events that already stand for the end of a turn -> that turn's number.
    """

    def __init__(self, dependencies: Mapping[str, tuple[str, ...]], messages: set[str], gates: Mapping[str, int]) -> None:
        self.messages = messages
        self.gates = gates
        self.of: dict[str, int] = {}
        """Turn of each event, from 0."""
        for id in topological(dependencies):
            parents = dependencies.get(id, ())
            self.of[id] = max((gates[p] if p in gates else self.of[p] + (p in messages) for p in parents), default=0)
        self.count = 1 + max(self.of.values(), default=0)
        """Number of turns."""

    @staticmethod
    def condition_id(turn: int) -> str:
        """Id of the condition that turn number `turn` (from 1) has ended."""
        return f"condition_turn_{turn}"

    def play_graph(self, events: Iterable[Event], source: str) -> Graph:
        """The graph without oracle events; see `Scenario.play`."""
        nodes = [Node(self.condition_id(n), (self.condition_id(n - 1),) if n > 1 else ()) for n in range(1, self.count)]
        known = {e.id: e for e in events}
        problems = []
        for event in known.values():
            if event.kind == "AGENT":
                continue
            parents = []
            for parent in event.dependencies:
                if parent in self.messages or parent in self.gates:
                    parents.append(self.condition_id(self.gates[parent] if parent in self.gates else self.of[parent] + 1))
                elif known[parent].kind == "AGENT":
                    problems.append(
                        f"event {event.id!r}: depends on the oracle event {parent!r}, which no agent performs; "
                        "only AgentUserInterface.send_message_to_user may release events"
                    )
                else:
                    parents.append(parent)
            nodes.append(Node(event.id, tuple(dict.fromkeys(parents)), event.delay, event.at))
        if problems:
            raise ScenarioError(problems, source)
        return Graph(nodes)

    def oracle_graph(self, events: Sequence[Event]) -> Graph:
        """The graph of all events; a gate stands for the message that ends its turn, wherever that is known."""
        by_turn = {self.of[m] + 1: m for m in self.messages}
        replaced = {gate: by_turn[turn] for gate, turn in self.gates.items() if turn in by_turn}
        parents = {e.id: tuple(replaced.get(p, p) for p in e.dependencies if p not in self.gates or p in replaced) for e in events}
        return Graph(Node(e.id, parents[e.id], e.delay, e.at) for e in events)
