"""Episodes for tests of the verifier: a scenario, calls at times, and the verdict on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gaia2_gym.scenario import Scenario
from gaia2_gym.verifier import Judge, Verdict, Verifier, VerifierConfig
from gaia2_gym.verifier.acts import act_of
from gaia2_gym.world import World, record_json, run_oracle

Timed = tuple[float, str, dict[str, Any]]
"""Seconds after the start, public name of the tool, arguments."""


def verifier(scenario: Scenario, judge: Judge = lambda question: False, **settings: Any) -> Verifier:
    """A verifier of the scenario's own oracle run; free text must be equal unless a judge is given."""
    run = run_oracle(scenario)
    assert run.problems() == []
    return Verifier(scenario, [record_json(r) for r in run.records], VerifierConfig(judge, "test", **settings), run.world.state_diff())


def play(scenario: Scenario, calls: Sequence[Timed]) -> World:
    """A World in which these calls were made, every turn released."""
    world = World(scenario)
    for time, tool, args in sorted(calls, key=lambda c: c[0]):
        world.think(max(0.0, scenario.start_time + time - world.now))
        world.call(tool, args)
    return world


def judged(scenario: Scenario, calls: Sequence[Timed], **settings: Any) -> Verdict:
    """The verdict on these calls."""
    world = play(scenario, calls)
    return verifier(scenario, **settings).judge([record_json(r) for r in world.records], diff=world.state_diff())


def progress(scenario: Scenario, calls: Sequence[Timed], **settings: Any) -> list[float]:
    """Progress after every write."""
    judgement = verifier(scenario, **settings).episode()
    for record in play(scenario, calls).records:
        act = act_of(record_json(record))
        if act is not None:
            judgement.add(act)
    return [value for _, value in judgement.history]
