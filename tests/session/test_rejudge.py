"""A saved trace gets the verdict that the episode got; official traces are judged too."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
import pytest

from gaia2_gym.agents import NoopAgent, OracleAgent, RandomAgent, play
from gaia2_gym.errors import ConfigError, TraceError
from gaia2_gym.scenario import Scenario, episode_json, load_scenario, open_source, parse_scenario
from gaia2_gym.session import Session, SessionConfig, open_session, rejudge, trace_of
from gaia2_gym.session.rejudge import NOT_OVER, recorded_config
from gaia2_gym.trace import Trace, read_trace
from gaia2_gym.verifier import Answer, Verdict
from gaia2_gym.verifier.acts import Act
from gaia2_gym.verifier.oracle import Expected
from gaia2_gym.world import record_json
from tests.shared import GAIA2_DATA, NO_DATA, ROOT
from tests.world.scenes import answer, oracle, phone, user

PACKAGED = [pytest.param(s, id=s.split.lower()) for s in open_source("packaged")]
PACKAGED.append(pytest.param(load_scenario(ROOT / "scenarios" / "dinner_with_friends.json"), id="dinner"))


class Faulty(OracleAgent):
    """Does what the oracle does, except its n-th write, which is left out (`how` is "drop"), done twice, or done wrong."""

    def __init__(self, n: int, how: str) -> None:
        super().__init__()
        self.left, self.how, self.again = n, how, None

    def act(self, session: Session, last: Any) -> dict[str, Any]:
        if self.again is not None:
            action, self.again = self.again, None
            self._doing = None
            return action
        action = super().act(session, last)
        spec = session.phone.tools[action["tool"]]
        if spec.operation != "write" or spec.name == "send_message_to_user":
            return action
        self.left -= 1
        if self.left != 0:
            return action
        if self.how == "twice":
            self.again = action
        if self.how == "drop":
            return {"tool": "SystemApp__get_current_time", "args": {}}
        if self.how == "wrong":
            texts = {k: f"{v} and 7 more" for k, v in action["args"].items() if k in ("content", "title", "first_name", "discount_code")}
            return {**action, "args": {**action["args"], **texts}}
        return action


AGENTS = {
    "oracle": OracleAgent,
    "noop": NoopAgent,
    "random": lambda: RandomAgent(1),
    **{f"{how}-{n}": lambda how=how, n=n: Faulty(n, how) for how in ("drop", "twice", "wrong") for n in (1, 2, 4)},
}


def played(scenario: Scenario, agent: str, **settings: Any) -> Session:
    session = open_session(scenario, seed=2, config=SessionConfig(max_steps=60, unscored="nan", **settings))
    play(session, AGENTS[agent]())
    return session


def saved(session: Session, path: Path, *, embed: bool = True) -> Trace:
    trace_of(session, embed=embed).write(path)
    return read_trace(path)


@pytest.mark.parametrize("gate", ["strict", "free"])
@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("scenario", PACKAGED)
def test_the_verdict_is_the_one_that_the_episode_got(scenario: Scenario, agent: str, gate: str, tmp_path: Path) -> None:
    session = played(scenario, agent, gate=gate)
    assert session.verdict is not None
    trace = saved(session, tmp_path / "t.jsonl")
    verdict = rejudge(trace)
    assert verdict.as_json() == session.verdict.as_json()
    assert verdict == Verdict.from_json(trace.end["verdict"])
    if agent in ("oracle", "noop"):
        assert verdict.success is (agent == "oracle")


@pytest.mark.parametrize(
    "settings",
    [{"judge": "hard"}, {"matching": "reference"}, {"checks": "strict"}, {"timing": "paper"}, {"timing": (0.0, 1.0)}],
    ids=lambda s: "-".join(map(str, s)),
)
def test_a_trace_is_judged_by_the_settings_it_was_played_with(settings: dict[str, Any], tmp_path: Path) -> None:
    for scenario in open_source("packaged"):
        session = played(scenario, "wrong-1", **settings)
        assert rejudge(saved(session, tmp_path / "t.jsonl")) == session.verdict


def test_other_settings_may_be_given(tmp_path: Path) -> None:
    session = played(open_source("packaged:time")[0], "wrong-1")
    trace = saved(session, tmp_path / "t.jsonl")
    assert rejudge(trace).success is False
    assert rejudge(trace, SessionConfig(judge="hard")).success is True
    asked: list[str] = []

    def judge(question: Any) -> bool:
        asked.append(question.check)
        return True

    assert rejudge(trace, SessionConfig(judge=judge)).judge_questions == len(asked) > 0
    assert rejudge(trace, judge=judge).judge_name == "facts"


def test_a_scenario_made_in_python_is_judged_strictly_in_its_trace_too(tmp_path: Path) -> None:
    at = {"title": "Walk", "start_datetime": "2024-10-16 09:00:00", "end_datetime": "2024-10-16 10:00:00"}
    scenario = phone(user("u"), oracle("a", "Calendar__add_calendar_event", "u", delay=1, tag="Sport", **at), answer("m", "a", delay=1))
    session = open_session(scenario)
    session.step({"tool": "Calendar__add_calendar_event", "args": {**at, "tag": "Work"}})
    session.step({"tool": "AgentUserInterface__send_message_to_user", "args": {"content": "Done."}})
    trace = saved(session, tmp_path / "t.jsonl")
    assert recorded_config(trace).checks == "strict"
    assert rejudge(trace) == session.verdict
    assert session.verdict.success is False
    assert rejudge(trace, SessionConfig(checks="reference")).success is True


def test_a_judge_that_no_file_can_hold_must_be_named(tmp_path: Path) -> None:
    session = played(open_source("packaged:search")[0], "oracle", judge=lambda question: True)
    trace = saved(session, tmp_path / "t.jsonl")
    with pytest.raises(ConfigError, match="say which judge to use"):
        rejudge(trace)
    assert rejudge(trace, SessionConfig()).success is True


def test_an_episode_that_was_cut_off_is_unknown_unless_a_turn_failed(tmp_path: Path) -> None:
    scenario = open_source("packaged:adaptability")[0]
    for agent, outcome in (("oracle", None), ("drop-1", False)):
        whole = trace_of(played(scenario, agent, gate="free"))
        kept = [r for r in whole.records if r["turn"] == 0]
        verdict = rejudge(dataclasses.replace(whole, records=kept, end=None))
        assert verdict.success is outcome
        assert verdict.unknown_reason == (NOT_OVER if outcome is None else "")


def test_a_trace_without_its_oracle_is_judged_by_running_it() -> None:
    session = played(open_source("packaged:noise")[0], "drop-1")
    assert rejudge(dataclasses.replace(trace_of(session), oracle=None)) == session.verdict


def test_a_trace_of_another_scenario_is_refused(tmp_path: Path) -> None:
    trace = saved(played(open_source("packaged:noise")[0], "oracle"), tmp_path / "t.jsonl")
    with pytest.raises(TraceError, match="digest differs"):
        rejudge(trace, scenario=open_source("packaged:time")[0])


@pytest.mark.parametrize("part", ["records", "oracle"])
def test_a_damaged_trace_is_refused_with_what_is_missing(part: str) -> None:
    trace = trace_of(played(open_source("packaged:search")[0], "oracle"))
    if part == "records":
        damaged = dataclasses.replace(trace, records=[{k: v for k, v in r.items() if k != "operation"} for r in trace.records])
    else:
        damaged = dataclasses.replace(trace, oracle={})
    with pytest.raises(TraceError, match=r"lacks '(operation|records)'"):
        rejudge(damaged)


class TurnJudge:
    """A judge of whole turns that looks at the number of acts alone."""

    def __init__(self, answers: Sequence[bool | None]) -> None:
        self.answers = list(answers)
        self.seen: list[tuple[int, int, int]] = []

    def judge_turn(self, expected: Sequence[Expected], agent: Sequence[Act], tasks: Sequence[str]) -> Answer:
        self.seen.append((len(expected), len(agent), len(tasks)))
        return Answer(self.answers.pop(0), "so it seems")


def test_a_judge_of_whole_turns_stands_beside_the_matching() -> None:
    trace = trace_of(played(open_source("packaged:adaptability")[0], "oracle"))
    judge = TurnJudge((True, True))
    assert rejudge(trace, judge=judge).success is True
    assert judge.seen == [(4, 4, 1), (5, 5, 1)]
    refused = rejudge(trace, judge=TurnJudge((True, False)))
    assert (refused.success, refused.first_failure.turn, refused.progress) == (False, 1, 0.0)
    unknown = rejudge(trace, judge=TurnJudge((None,)))
    assert (unknown.success, unknown.unknown_reason) == (None, "so it seems")
    early = trace_of(played(open_source("packaged:adaptability")[0], "noop"))
    assert rejudge(early, judge=TurnJudge((True,))).first_failure.check == "not_reached"
    with pytest.raises(ConfigError, match="whole turns"):
        open_session(open_source("packaged:search")[0], config=SessionConfig(judge=judge))


def test_an_exported_episode_is_judged_like_its_trace() -> None:
    for scenario in open_source("packaged"):
        for agent in ("oracle", "drop-1"):
            session = played(scenario, agent)
            exported = parse_scenario(orjson.dumps(episode_json(scenario, [record_json(r) for r in session.world.records])))
            verdict = rejudge(exported)
            assert verdict.success is session.verdict.success
            assert verdict.first_failure == session.verdict.first_failure
            # where calls refer to ids that the replay draws differently, the final state is not known
            assert verdict.end_state_equivalent in (None, session.verdict.end_state_equivalent)
            assert verdict.end_state_equivalent is not None or scenario.split == "Adaptability"


# --- official files ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
def test_the_exported_trace_of_the_reference_is_refused_by_count() -> None:
    verdict = rejudge(load_scenario(GAIA2_DATA / "trace_xvc7uo_run1.json.gz"))
    assert verdict.success is False
    assert verdict.first_failure is not None
    assert verdict.first_failure.check == "count"
    (turn,) = verdict.turns
    assert turn.counts["RentAFlat__add_new_apartment"] == (3, 6)
    assert turn.counts["Messages__send_message"] == (0, 2)
    last = turn.agent[-1]
    assert (last.tool, last.status) == ("AgentUserInterface__send_message_to_user", "extra_message")
    assert verdict.end_state_equivalent is False
    raw = json.loads(load_scenario(GAIA2_DATA / "trace_xvc7uo_run1.json.gz").raw)
    message = next(e for e in raw["completed_events"] if e["action"]["function"] == "send_message_to_user")
    assert message["event_time"] - raw["metadata"]["definition"]["start_time"] == pytest.approx(96.8, abs=0.1)


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
@pytest.mark.parametrize(("agent", "reward"), [("oracle", 1.0), ("noop", 0.0), ("random", 0.0)])
def test_an_official_scenario_is_solved_by_its_oracle_alone(agent: str, reward: float, tmp_path: Path) -> None:
    scenario = load_scenario(GAIA2_DATA / "scenarios" / "scenario_universe_21_uig9ac.json.gz")
    session = played(scenario, agent)
    assert sum(step.reward or 0.0 for step in session.steps) == reward
    assert session.verdict.success is (agent == "oracle")
    assert rejudge(saved(session, tmp_path / "t.jsonl", embed=False)) == session.verdict
