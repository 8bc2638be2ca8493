"""Oracle mode: the scenario played by its own oracle events."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gaia2_gym.scenario import Scenario
from gaia2_gym.trace import Record
from gaia2_gym.world.world import World


@dataclass(frozen=True, slots=True)
class OracleRun:
    """What an oracle run gave.

    Args:
        world: The World at the end; not to be changed.
        cut: Whether an event lay beyond the duration, so that the run stopped there.
        failed: Whether a validation failed or an agent milestone was left.
    """

    world: World
    cut: bool
    failed: bool

    @property
    def records(self) -> list[Record]:
        """What happened, in order."""
        return self.world.records

    @property
    def time(self) -> float:
        """The clock at the end, Unix seconds."""
        return self.world.now

    def problems(self) -> list[str]:
        """Why the scenario cannot be used, one sentence each; empty for a clean run."""
        found = [f"event {r.id!r} ({r.public_name}) fails in the oracle run: {r.error.message}" for r in self.records if r.error is not None]
        if self.cut:
            start, end = self.world.scenario.start_time, self.world.end
            due = self.world.simulator.beyond(end)[0] or end
            found.append(f"the oracle needs more than the duration of {end - start:g} s: its next event is due {due - start:g} s after the start")
        if self.failed:
            found.append("a validation fails in the oracle run")
        return found


def run_oracle(scenario: Scenario, *, seed: int = 0, compat: bool = False, duration: float | None = None) -> OracleRun:
    """Play a scenario by its oracle events, time jumping from event to event.

    It ends when nothing is left to happen, or at the first event or check beyond the duration, which is not run.

    Args:
        scenario: What to play.
        seed: Drives ids and random numbers.
        compat: As for `World`.
        duration: As for `World`.
    """
    world = World(scenario, seed=seed, compat=compat, oracle=True, duration=duration)
    while not world.stopped and (time := world.next_time()) is not None and time <= world.end:
        world.run(time)
    cut = False
    if not world.stopped and math.isfinite(world.end):
        event, check = world.simulator.beyond(world.end)
        cut = event is not None
        # Polling runs on to the first thing beyond the end, be it a check that never comes true.
        world.simulator.advance(min((t for t in (event, check) if t is not None), default=world.now))
    return OracleRun(world, cut, world.milestones_left or world.reason == "validation_failed")
