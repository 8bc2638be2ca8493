"""The simulation: apps, events, turns, notifications, oracle mode."""

from gaia2_gym.world.diff import Change
from gaia2_gym.world.gate import Gate, TurnOutcome, open_gate
from gaia2_gym.world.oracle import OracleRun, run_oracle
from gaia2_gym.world.progress import Snapshot, StopReason
from gaia2_gym.world.records_json import record_json
from gaia2_gym.world.world import Actor, World

__all__ = ["Actor", "Change", "Gate", "OracleRun", "Snapshot", "StopReason", "TurnOutcome", "World", "open_gate", "record_json", "run_oracle"]
