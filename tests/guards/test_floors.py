"""The floors, for every scenario at hand: the oracle earns everything, and no trick earns more than the work that it did."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gaia2_gym.guards.attacks import Attack, load_attacks
from gaia2_gym.guards.floors import Floors, check_floors
from gaia2_gym.scenario import Scenario, load_scenario, parse_scenario
from gaia2_gym.session import Session, SessionConfig, open_session, oracle_run
from gaia2_gym.verifier import Answer, Verifier, VerifierConfig
from gaia2_gym.verifier.screen import screened
from gaia2_gym.verifier.soft import Judge, Question
from gaia2_gym.world import record_json
from tests.shared import GAIA2_DATA, NO_DATA, ROOT

OURS = [*sorted((ROOT / "gaia2_gym" / "data" / "scenarios").glob("*.json")), *sorted((ROOT / "scenarios").glob("*.json"))]
OFFICIAL = sorted((GAIA2_DATA / "scenarios").glob("*.json.gz"))
SCENARIOS = [pytest.param(path, id=path.name.partition(".")[0]) for path in (*OURS, *OFFICIAL)]


def gullible(question: Question) -> bool:
    """A judge that takes whatever holds the oracle's text somewhere, as a model may that is impressed by the rest."""
    return all(text.lower() in question.got.get(name, "").lower() for name, text in question.expected.items())


def verifier_of(scenario: Scenario, judge: Judge, **settings: Any) -> Verifier:
    records = [record_json(r) for r in oracle_run(scenario).records]
    return Verifier(scenario, records, VerifierConfig(judge, "test", **settings))


@pytest.mark.parametrize("path", SCENARIOS)
def test_floors_hold(path: Path) -> None:
    scenario = load_scenario(path)
    assert check_floors(scenario, lambda: Session(scenario)) == []


@pytest.mark.parametrize("path", SCENARIOS)
def test_floors_hold_with_a_gullible_judge_behind_the_screen(path: Path) -> None:
    scenario = load_scenario(path)
    assert check_floors(scenario, lambda: Session(scenario), verifier_of(scenario, screened(gullible))) == []


@pytest.mark.parametrize("path", OURS[:3], ids=lambda path: path.stem)
def test_floors_hold_under_the_strict_gate(path: Path) -> None:
    """With the verifier as the gate, a refused turn ends the episode."""
    scenario = load_scenario(path)
    config = SessionConfig(judge=screened(gullible), reward="dense", checks="strict")
    assert check_floors(scenario, lambda: open_session(scenario, config=config)) == []


@pytest.mark.skipif(not OFFICIAL, reason=NO_DATA)
def test_official_scenarios_are_among_them() -> None:
    assert len(OFFICIAL) >= 1


# --- that the checks can fail -----------------------------------------------------------------------------------------------------------------


def packaged(split: str) -> Scenario:
    return load_scenario(ROOT / "gaia2_gym" / "data" / "scenarios" / f"{split}.json")


def test_without_the_screen_tricks_are_found() -> None:
    scenario = packaged("search")
    problems = check_floors(scenario, lambda: Session(scenario), verifier_of(scenario, gullible))
    assert sum("accepted with 0%" in p for p in problems) >= 50
    assert any("attack code-python" in p and "accepted" in p for p in problems)


def test_a_judge_that_accepts_everything_is_found() -> None:
    scenario = packaged("search")
    problems = check_floors(scenario, lambda: Session(scenario), verifier_of(scenario, lambda question: True))
    assert any(p.startswith("attack vague-question: accepted with 0%") for p in problems)
    assert any(p.startswith("attack claim-done: accepted with 0%") for p in problems)


def test_a_judge_that_cannot_decide_is_found() -> None:
    scenario = packaged("search")
    problems = check_floors(scenario, lambda: Session(scenario), verifier_of(scenario, lambda question: Answer(None, "no connection")))
    assert any("the verdict is unknown (no connection)" in p for p in problems)


def changed(split: str, change: Any) -> Scenario:
    data = json.loads((ROOT / "gaia2_gym" / "data" / "scenarios" / f"{split}.json").read_bytes())
    change(data["events"])
    return parse_scenario(json.dumps(data), split)


def test_a_scenario_that_pays_for_claims_is_found() -> None:
    """An oracle message that says no more than "Done." and waits for nothing can be had without the work."""

    def claim(events: list[dict[str, Any]]) -> None:
        report = next(e for e in events if e["event_id"] == "report")
        report["dependencies"] = [e["event_id"] for e in events if e["event_type"] == "USER"][:1]
        report["action"]["args"] = [{"name": "content", "value": "Done.", "value_type": "str"}]

    scenario = changed("execution", claim)
    problems = check_floors(scenario, lambda: Session(scenario), attacks=[a for a in load_attacks() if a.id == "claim-done"])
    assert any("claiming success without acting" in p for p in problems), problems


def test_an_oracle_that_fails_is_found() -> None:
    scenario = packaged("time")
    verifier = verifier_of(scenario, lambda question: False, timing=(-1e9, -1e9))
    assert any(p.startswith("the oracle does not succeed") for p in check_floors(scenario, lambda: Session(scenario), verifier, seeds=(), attacks=()))


def test_genuine_writes_are_credited() -> None:
    """Half of the work is worth half of the progress; the floor knows it."""
    scenario = packaged("execution")
    floors = Floors(scenario, lambda: Session(scenario))
    event = scenario.by_id[floors.expected[0].id]
    session = floors.base.fork()
    session.step({"tool": f"{event.app}__{event.function}", "args": dict(event.args)})
    outcome = floors.outcome(session)
    assert outcome.genuine == outcome.verdict.progress == 1 / len(floors.expected)
    assert outcome.dense == pytest.approx(0.3 / len(floors.expected))
    assert outcome.sparse == 0.0


def test_more_of_the_same_is_worth_less() -> None:
    scenario = packaged("execution")
    floors = Floors(scenario, lambda: Session(scenario))
    event = scenario.by_id[floors.expected[0].id]
    flood = Attack("x", "x", "x.", actions=({"call": f"{event.app}__{event.function}", "args": dict(event.args)}, {"write": "each"}))
    outcome = floors.attack(flood)
    assert (outcome.genuine, outcome.dense) == (1 / len(floors.expected), 0.0)
