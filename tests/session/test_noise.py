"""Played with noise: calls that fail, tools with other names, and a verdict that stays what it is."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest

from gaia2_gym.agents import NoopAgent, OracleAgent, RandomAgent, play
from gaia2_gym.errors import ConfigError, ScenarioError
from gaia2_gym.guards import check_floors
from gaia2_gym.guards.plans import PlanAgent, plan_of
from gaia2_gym.scenario import Scenario, load_scenario, open_source, parse_scenario, scenario_json
from gaia2_gym.session import Session, SessionConfig, open_session, rejudge, trace_of
from gaia2_gym.session.app_agents import warn_of_missing_agents
from gaia2_gym.session.phone import ALWAYS, phone_of
from gaia2_gym.session.replay import replay
from gaia2_gym.trace import read_trace
from tests.shared import GAIA2_DATA, NO_DATA

PACKAGED = {s.split: s for s in open_source("packaged")}
HOME = PACKAGED["Noise"]
CLOCK = {"tool": "SystemApp__get_current_time", "args": {}}
TELL = {"tool": "AgentUserInterface__send_message_to_user", "args": {"content": "Done."}}
FAILING = {"tool_failure_probability": 1.0, "rename_tools": False, "env_events_per_minute": 0}
RENAMED = {"tool_failure_probability": 0, "rename_tools": True, "env_events_per_minute": 0}
OFFICIAL = sorted((GAIA2_DATA / "scenarios").glob("*.json.gz")) if GAIA2_DATA is not None else []


def session_of(scenario: Scenario = HOME, noise: Any = True, seed: int = 0, **settings: Any) -> Session:
    return open_session(scenario, seed=seed, config=SessionConfig(noise=noise, **settings))


def augmented(**section: Any) -> Scenario:
    return parse_scenario(orjson.dumps({**scenario_json(HOME), "augmentation": section}), "augmented.json")


def failures(seed: int, noise: Mapping[str, Any], calls: int, action: Mapping[str, Any] = CLOCK) -> list[bool]:
    session = session_of(noise=noise, seed=seed, max_steps=calls + 1)
    return [session.step(action).info["injected_failure"] for _ in range(calls)]


# --- the verdict ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("split", PACKAGED)
@pytest.mark.parametrize("agent", [lambda _: OracleAgent(), lambda scenario: PlanAgent(plan_of(scenario))], ids=["oracle", "plan"])
def test_the_oracle_is_accepted_whatever_fails(split: str, agent: Any) -> None:
    failed = 0
    for seed in range(5):
        scenario = PACKAGED[split]
        session = session_of(scenario, {"tool_failure_probability": 0.25}, seed=seed)
        play(session, agent(scenario))
        assert session.verdict is not None
        assert session.verdict.success is True, session.verdict.explanation
        assert session.verdict.end_state_equivalent
        assert sum(step.reward or 0.0 for step in session.steps) == 1.0
        failed += sum(r.injected for r in session.world.records)
    assert failed


@pytest.mark.parametrize("split", PACKAGED)
def test_floors_hold_with_noise(split: str) -> None:
    scenario = PACKAGED[split]
    assert check_floors(scenario, lambda: session_of(scenario, gate="free", unscored="nan"), seeds=range(1)) == []


@pytest.mark.skipif(not OFFICIAL, reason=NO_DATA)
@pytest.mark.parametrize("path", OFFICIAL[:4], ids=lambda p: p.name.split(".")[0])
def test_official_scenarios_with_noise(path: Path) -> None:
    session = session_of(load_scenario(path), seed=1)
    play(session, OracleAgent())
    assert session.verdict is not None
    assert session.verdict.success is True, session.verdict.explanation


# --- calls that fail --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("probability", [0.1, 0.4])
def test_as_many_calls_fail_as_is_set(probability: float) -> None:
    noise = {**FAILING, "tool_failure_probability": probability}
    drawn = [failed for seed in range(4) for failed in failures(seed, noise, 150)]
    bound = 4 * math.sqrt(probability * (1 - probability) * len(drawn))
    assert abs(sum(drawn) - probability * len(drawn)) < bound


def test_failures_depend_on_both_seeds_the_tool_and_the_number_of_the_call() -> None:
    noise = {**FAILING, "tool_failure_probability": 0.5}
    first = failures(1, noise, 60)
    assert failures(1, noise, 60) == first
    assert failures(2, noise, 60) != first
    assert failures(1, {**noise, "seed": 1}, 60) != first
    other = {"tool": "Contacts__get_contacts", "args": {}}
    assert failures(1, noise, 60, other) != first
    session = session_of(noise=noise, seed=1)  # calls of other tools in between change nothing
    mixed = [(session.step(other), session.step(CLOCK).info["injected_failure"])[1] for _ in range(60)]
    assert mixed == first


def test_a_failed_call_does_nothing_and_says_so() -> None:
    session = session_of(noise=FAILING)
    before = session.world.state_diff()
    step = session.step({"tool": "RentAFlat__save_apartment", "args": {"apartment_id": next(iter(HOME.apps[7].state.apartments))}})
    record = session.world.records[-1]
    text = "RentAFlat__save_apartment is not available at the moment; nothing was done. Try again."
    assert step.text == f"Error (unavailable): {text}"
    assert (step.info["error"], step.info["injected_failure"], step.info["result"]) == ("injected", True, None)
    assert (record.operation, record.app_class, record.failed, record.injected) == ("write", "ApartmentListingApp", True, True)
    assert session.world.state_diff() == before


def test_a_failed_message_ends_no_turn_and_a_failed_wait_takes_no_time() -> None:
    session = session_of(noise=FAILING)
    now = session.world.now
    assert session.step(TELL).info["turn_ended"] is False
    session.step({"tool": "SystemApp__wait_for_notification", "args": {"timeout": 60}})
    assert (session.world.now, session.over, session.world.turn) == (now, False, 0)


def test_a_wrong_call_fails_for_its_own_reason() -> None:
    step = session_of(noise=FAILING).step({"tool": "Contacts__get_contact", "args": {}})
    assert (step.info["error"], step.info["injected_failure"]) == ("bad_argument", False)


def test_failures_are_not_counted_as_writes() -> None:
    session = session_of(noise=FAILING | {"tool_failure_probability": 0.5}, seed=3)
    play(session, OracleAgent())
    assert sum(r.injected and r.operation == "write" for r in session.world.records) > 0
    assert session.verdict is not None
    assert session.verdict.success is True


def test_each_of_several_calls_in_one_action_has_its_own_chance() -> None:
    session = session_of(noise=FAILING | {"tool_failure_probability": 0.5}, parallel_calls=True)
    steps = [session.step([CLOCK, CLOCK, CLOCK]) for _ in range(10)]
    kinds = {tuple(call["error"] for call in step.info["calls"]) for step in steps}
    assert any(None in found and "injected" in found for found in kinds)
    assert [step.info["injected_failure"] for step in steps] == [step.info["calls"][-1]["error"] == "injected" for step in steps]


# --- names ------------------------------------------------------------------------------------------------------------------------------------


def test_every_tool_of_every_app_but_two_has_another_name() -> None:
    for scenario in PACKAGED.values():
        plain, phone = phone_of(scenario, None), session_of(scenario, RENAMED).phone
        assert list(phone.public.values()) == list(plain.tools)
        for shown, public in phone.public.items():
            assert (shown == public) == (public.split("__")[0] in ALWAYS)
            assert shown == public or shown not in scenario.tools
            assert (phone.tools[shown].description == plain.tools[public].description) == (shown == public)
            assert phone.tools[shown].public_name == shown
            assert phone.called(public) == shown
        assert len(phone.tools) == len(plain.tools)


def test_nothing_that_the_agent_reads_has_an_old_name() -> None:
    session = session_of(noise=RENAMED)
    old = {public for shown, public in session.phone.public.items() if shown != public}
    functions = {public.split("__")[1] for public in old if "_" in public.split("__")[1]}
    read = session.phone.tools_json + session.phone.system_prompt + orjson.dumps(session.tools).decode()
    assert [name for name in old | functions if f'{name}"' in read or f" {name} " in read or f"{name}." in read] == []
    error = session.step({"tool": session.phone.called("RentAFlat__get_apartment_details"), "args": {"apartment_id": "x"}})
    assert (
        error.text == f"Error (not_found): no apartment with id 'x'; {session.phone.called('RentAFlat__search_apartments').split('__')[1]} finds ids."
    )


def test_names_are_alike_in_all_episodes_of_a_scenario_and_differ_otherwise() -> None:
    json = session_of(noise=RENAMED).phone.tools_json
    assert session_of(noise=RENAMED, seed=9).phone.tools_json == json
    assert session_of(noise={**RENAMED, "seed": 1}).phone.tools_json != json
    assert session_of(PACKAGED["Time"], RENAMED).phone.tools_json != json


def test_new_names_are_called_and_old_ones_refused() -> None:
    session = session_of(noise=RENAMED)
    new = session.phone.called("Emails__search_emails")
    refused = session.step({"tool": "Emails__search_emails", "args": {"query": "a"}})
    assert refused.text == f"Error (unknown_tool): there is no tool 'Emails__search_emails' (did you mean {new!r}?)."
    step = session.step({"tool": new, "args": {"query": "a"}})
    assert step.info["error"] is None
    assert step.info["tool"] == "Emails__search_emails"
    missing = session.step({"tool": new, "args": {"qery": "a"}}).text
    assert missing.startswith(f"Error (bad_argument): {new} needs the argument 'query'")
    trace = trace_of(session)
    assert (trace.records[-1]["tool"], trace.records[-1]["raw"]["tool"]) == ("search_emails", new)


def test_a_file_says_how_its_tools_are_called() -> None:
    names = {"Emails__search_emails": "Emails__dig", "Emails__list_emails": "leaf", "SystemApp__get_current_time": "SystemApp__now"}
    scenario = augmented(tool_names_mapping=names, tool_descriptions_mapping={"Emails__search_emails": "Dig for mail, see list_emails."})
    phone = session_of(scenario, RENAMED).phone
    assert phone.called("Emails__search_emails") == "Emails__dig"
    assert phone.tools["Emails__dig"].description == "Dig for mail, see leaf."
    assert phone.called("Emails__list_emails") == "Emails__leaf"
    assert phone.called("SystemApp__get_current_time") == "SystemApp__get_current_time"
    assert phone.called("Contacts__get_contacts") == "Contacts__get_contacts"
    assert session_of(scenario, False).phone.called("Emails__search_emails") == "Emails__search_emails"


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"Emails__search_emails": "Emails__list_emails"}, "called 'Emails__list_emails', expected a name"),
        ({"Emails__search_emails": "Emails__x", "Emails__list_emails": "x"}, "called 'Emails__x'"),
        ({"Emails__search_emails": "Emails__find mail"}, "called 'Emails__find mail'"),
        (["Emails__x"], "tool_names_mapping: expected an object"),
        ({"Emails__search_emails": 7}, "tool_names_mapping: expected an object of texts"),
    ],
)
def test_names_that_cannot_be_are_refused(names: Any, message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        session_of(augmented(tool_names_mapping=names), RENAMED)


def test_plain_text_still_reaches_the_user() -> None:
    assert session_of(noise=RENAMED, plain_text="message").step("All done.").info["turn_ended"]


# --- traces, snapshots ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("agent", [OracleAgent, NoopAgent, lambda: RandomAgent(2)], ids=["oracle", "noop", "random"])
def test_a_replay_and_a_new_judgement_agree(tmp_path: Path, agent: Any) -> None:
    session = session_of(PACKAGED["Time"], {"tool_failure_probability": 0.3}, seed=4)
    play(session, agent())
    trace_of(session, embed=True).write(tmp_path / "t.jsonl")
    trace = read_trace(tmp_path / "t.jsonl")
    marked = [r.get("injected_failure") for r in trace.records if r["kind"] == "agent"]
    assert marked == [r.injected for r in session.world.records if r.kind == "agent"]
    assert any(marked)
    assert trace.header["config"]["noise"]["tool_failure_probability"] == 0.3
    again = replay(trace)
    assert again.departure is None
    assert again.state_diff == trace.end["state_diff"]  # type: ignore[index]  # it has ended
    assert rejudge(trace) == session.verdict


def test_equal_seeds_and_actions_give_equal_digests() -> None:
    digests = []
    for seed in (1, 1, 2):
        session = session_of(seed=seed)
        play(session, RandomAgent(5))
        digests.append(trace_of(session).digest)
    assert digests[0] == digests[1] != digests[2]


def test_forks_and_snapshots_have_the_same_future() -> None:
    session = session_of(noise={"tool_failure_probability": 0.5}, seed=2)
    for _ in range(7):
        session.step(CLOCK)
    moment, other = session.snapshot(), session.fork()

    def future(played: Session) -> list[str]:
        return [played.step(a).text for a in [CLOCK, {"tool": "SystemApp__wait_for_notification", "args": {"timeout": 90}}] * 6]

    expected = future(session)
    assert any("unavailable" in text for text in expected)
    assert future(other) == expected
    session.restore(moment)
    assert future(session) == expected


def test_a_session_without_noise_is_as_ever() -> None:
    def digest(scenario: Scenario, config: SessionConfig) -> str:
        session = open_session(scenario, seed=1, config=config)
        play(session, OracleAgent())
        return trace_of(session).digest

    nothing = {"tool_failure_probability": 0, "rename_tools": False, "env_events_per_minute": 0}
    for scenario in PACKAGED.values():
        assert digest(scenario, SessionConfig(noise=False)) == digest(scenario, SessionConfig(noise=nothing))


# --- settings ---------------------------------------------------------------------------------------------------------------------------------


def test_only_the_noise_split_has_noise_of_its_own() -> None:
    for split, scenario in PACKAGED.items():
        assert (SessionConfig().noise_in(scenario) is not None) == (split == "Noise")
        assert SessionConfig(noise=False).noise_in(scenario) is None
        assert SessionConfig(noise="official").noise_in(scenario) == SessionConfig(noise=True).noise
        assert (SessionConfig().agent2agent_in(scenario) is not None) == (split == "Agent2Agent")
        assert SessionConfig(agent2agent=False).agent2agent_in(scenario) is None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"noise": {"tool_failure_probabilty": 0.1}}, "noise: unknown setting 'tool_failure_probabilty' .did you mean 'tool_failure_probability'"),
        ({"noise": {"seed": "1"}}, "noise: seed must be a whole number, not '1'"),
        ({"noise": {"env_events_per_minute": math.nan}}, "noise: env_events_per_minute must be a number from 0 to 600, not nan"),
        ({"noise": 3}, "noise must be a table of settings, true or false, not 3"),
        ({"noise": "much"}, "noise must be official, none, or pairs"),
        ({"agent2agent": {"fraction": 2}}, "agent2agent: fraction must be a number from 0 to 1, not 2"),
        ({"agent2agent": {"steps": 2}}, "agent2agent: unknown setting 'steps' .did you mean 'max_steps'"),
    ],
)
def test_wrong_tables_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        SessionConfig(**settings)


def test_missing_app_agents_are_told_of_once_and_recorded() -> None:
    warn_of_missing_agents.cache_clear()
    with pytest.warns(UserWarning, match="there are no app agents yet"):
        session = open_session(PACKAGED["Agent2Agent"], config=SessionConfig(agent2agent={"fraction": 0.5}))
    assert trace_of(session).header["config"]["agent2agent"] == {"fraction": 0.5, "model": None, "base_url": None, "max_steps": 40}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        open_session(PACKAGED["Agent2Agent"])
        open_session(PACKAGED["Search"])
