"""Every open verdict vector: the same verdict as the reference with `matching="reference"`, `checks="reference"` and the judge stubbed.

A trajectory flagged as a quirk may differ only if docs/quirks.md lists it as not copied.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from gaia2_gym.apps.records import plain
from gaia2_gym.scenario import Scenario, parse_scenario
from gaia2_gym.verifier import Verdict, Verifier, VerifierConfig
from gaia2_gym.verifier.acts import act_of
from gaia2_gym.verifier.verifier import Judgement
from gaia2_gym.world import TurnOutcome, World, record_json, run_oracle
from tests.shared import CONFORMANCE, NO_CONFORMANCE, ROOT

FOLDER = CONFORMANCE / "verdicts" / "open"
CHECK = {"counts": "count", "incomplete": "not_reached"}
REASON = {"already_matched": "taken"}


def _vectors() -> list[Any]:
    return [pytest.param(json.loads(f.read_bytes()), id=f.stem) for f in sorted(FOLDER.glob("*.json"))]


def _not_copied() -> set[str]:
    return set(re.findall(r"^\| `([\w-]+)` \|", (ROOT / "docs" / "quirks.md").read_text(encoding="utf-8"), re.MULTILINE))


class Episode:
    """A trajectory played in a World whose gate is the verifier."""

    def __init__(self, scenario: Scenario, verifier: Verifier) -> None:
        self.judgement: Judgement = verifier.episode()
        self.world = World(scenario, gate=self._gate)
        self.seen = 0
        self.call_of: dict[int, int] = {}

    def feed(self) -> None:
        for record in self.world.records[self.seen :]:
            act = act_of(record_json(record))
            if act is not None:
                self.judgement.add(act)
        self.seen = len(self.world.records)

    def _gate(self, world: World, turn: int) -> TurnOutcome:
        self.feed()
        outcome = self.judgement.outcomes[turn]
        accepted = outcome.success is True
        return TurnOutcome(accepted, accepted, {id: act.i for id, act in outcome.matching.matches.items()})

    def play(self, calls: list[dict[str, Any]], turns: int) -> Verdict:
        start = self.world.scenario.start_time
        results: list[Any] = []
        for number, call in enumerate(calls):
            if self.world.turn >= turns:
                break
            self.world.think(start + call["time_offset"] - self.world.now)
            if self.world.stopped:
                break
            record = self.world.call(call["tool"], {k: self._filled(v, results) for k, v in call["args"].items()})
            results.append(None if record.failed else plain(record.result))
            self.call_of[record.i] = number
        self.feed()
        return self.judgement.verdict()

    def _filled(self, value: Any, results: list[Any]) -> Any:
        if isinstance(value, list):
            return [self._filled(v, results) for v in value]
        if not isinstance(value, dict):
            return value
        if "$result_of" in value:
            found = results[value["$result_of"]] if value["$result_of"] < len(results) else None
            for key in filter(None, value.get("path", "").split(".")):
                found = found.get(key) if isinstance(found, dict) else None
            return found
        if "$event_result" in value:
            index = self.world.progress.by_event.get(value["$event_result"])
            return None if index is None else plain(self.world.records[index].result)
        return {k: self._filled(v, results) for k, v in value.items()}


def differences(episode: Episode, verdict: Verdict, want: dict[str, Any]) -> list[str]:
    found: list[str] = []
    if verdict.success != want["success"]:
        found.append(f"success {verdict.success}, expected {want['success']} ({want['category']}): {verdict.explanation}")
        return found
    if want["success"]:
        return found
    failure = verdict.first_failure
    assert failure is not None
    check = CHECK.get(want["category"], want["category"])
    if failure.check != check and not (check == "not_reached" and failure.check == "count"):
        found.append(f"check {failure.check}, expected {want['category']}: {verdict.explanation}")
        return found
    if want["category"] not in ("counts", "incomplete"):
        if (failure.turn, failure.oracle_id) != (want["failed_turn"], want["oracle_event"]):
            found.append(f"failed {failure}, expected turn {want['failed_turn']} {want['oracle_event']}")
        row = next((o for o in verdict.turns[failure.turn].oracle if o.id == failure.oracle_id), None)
        got = [(episode.call_of.get(a.agent_record), a.check, a.argument if a.check == "hard" else "") for a in row.attempts] if row else []
        expected = [(a["call"], REASON.get(a["reason"], a["reason"]), a.get("arg", "")) for a in want["attempts"]]
        if got != expected:
            found.append(f"attempts {got}, expected {expected}")
        matches = {id: "event" if act.kind != "agent" else episode.call_of[act.i] for id, act in episode.judgement.matched.items()}
        if matches != want["matches"]:
            found.append(f"matches {matches}, expected {want['matches']}")
    return found


@pytest.mark.skipif(not FOLDER.is_dir(), reason=NO_CONFORMANCE)
@pytest.mark.parametrize("case", _vectors())
def test_vector(case: dict[str, Any]) -> None:
    scenario = parse_scenario(json.dumps(case["scenario"]), case["name"])
    assert scenario.num_turns == case["nb_turns"]
    records = [record_json(r) for r in run_oracle(scenario).records]
    problems: list[str] = []
    excused = _not_copied()
    for mode in ("accept", "reject"):
        config = VerifierConfig(lambda q, mode=mode: mode == "accept", mode, matching="reference")
        verifier = Verifier(scenario, records, config)
        for t in case["trajectories"]:
            episode = Episode(scenario, verifier)
            verdict = episode.play(t["calls"], case["nb_turns"])
            found = differences(episode, verdict, t["verdict"][mode])
            quirk = t["verdict"].get("quirk") and t["verdict"].get("quirk_note", "").split(":")[0].replace("_", "-") in excused
            if not quirk:
                problems += [f"{t['name']} {mode}: {p}" for p in found]
    assert not problems, f"{len(problems)} differences\n" + "\n".join(problems[:15])
