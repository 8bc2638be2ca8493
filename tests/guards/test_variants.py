"""Labelled variants: the verifier agrees with every label, on every scenario at hand; and the variants are what they say."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from gaia2_gym.guards.other_values import other, same, same_words
from gaia2_gym.guards.other_words import other_words
from gaia2_gym.guards.plans import MESSAGE, Planned, carry_out, plan_of
from gaia2_gym.guards.variants import Variant, variants
from gaia2_gym.scenario import Scenario, load_scenario, open_source
from gaia2_gym.session import Session, SessionConfig, rejudge
from gaia2_gym.verifier.checks import CHECKS, attendees, normalise_content
from tests.shared import GAIA2_DATA, NO_DATA, ROOT
from tests.world.scenes import answer, mail, oracle, phone, user

WORDS = {True: "valid", False: "invalid", None: "unknown"}
OURS = [pytest.param(s, id=s.split.lower()) for s in open_source("packaged")]
OURS += [pytest.param(load_scenario(p), id=p.stem) for p in sorted((ROOT / "scenarios").glob("*.json"))]
OFFICIAL = [pytest.param(p, id=p.name.split(".")[0]) for p in sorted((GAIA2_DATA / "scenarios").glob("*.json.gz"))]
OFFICIAL = OFFICIAL or [pytest.param(None, marks=pytest.mark.skip(reason=NO_DATA))]


def settings(variant: Variant, **more: Any) -> SessionConfig:
    """What says something else needs a judge; everything else must not depend on one."""
    judge = "facts" if variant.kind == "text" else "hard"
    return SessionConfig(**{"gate": "free", "unscored": "nan", "max_steps": 1000, "judge": judge} | more)


def disagreements(scenario: Scenario, kinds: tuple[str, ...], **more: Any) -> list[str]:
    found = []
    chosen = [v for v in variants(scenario, SessionConfig(**{k: v for k, v in more.items() if k in ("timing", "checks")})) if v.kind in kinds]
    for variant in chosen:
        verdict = variant.play(scenario, config=settings(variant, **more)).verdict
        assert verdict is not None
        if WORDS[verdict.success] != variant.label:
            found.append(f"{variant.label} {variant.name}: {verdict.explanation}")
    assert chosen or kinds == ("text",)
    return found


RIGID = ("structure", "time", "format")


@pytest.mark.parametrize("gate", ["free", "strict"])
@pytest.mark.parametrize("scenario", OURS)
def test_the_verifier_agrees_with_every_label(scenario: Scenario, gate: str) -> None:
    assert disagreements(scenario, RIGID, gate=gate) == []


@pytest.mark.parametrize("scenario", OURS)
def test_the_default_judge_agrees_with_every_text(scenario: Scenario) -> None:
    assert disagreements(scenario, ("text",)) == []


@pytest.mark.parametrize("scenario", OURS)
def test_strict_checks_agree_too(scenario: Scenario) -> None:
    assert disagreements(scenario, RIGID, checks="strict") == []


@pytest.mark.parametrize("file", OFFICIAL)
def test_official_scenarios_agree_too(file: Any) -> None:
    assert disagreements(load_scenario(file), (*RIGID, "text")) == []


@pytest.mark.parametrize("timing", ["reference", "paper", (3.0, 5.0)])
def test_every_window_is_met_on_both_sides(timing: Any) -> None:
    flats = ("AgentUserInterface", "SystemApp", "RentAFlat", "Emails", "Contacts")
    save = "RentAFlat__save_apartment"
    events = (
        user("u"),
        oracle("a", save, "u", delay=1, apartment_id="ap-1"),
        oracle("b", save, "a", delay=60, apartment_id="ap-2"),
        mail("e", "u", delay=30),
        oracle("c", save, "e", delay=20, apartment_id="ap-3"),
        oracle("d", "RentAFlat__remove_saved_apartment", "b", delay=2, apartment_id="ap-1"),
        answer("m", "c", "d", delay=1),
    )
    late = replace(oracle("b2", save, "d", delay=90, apartment_id="ap-1"), comparator="LESS_THAN")
    early = replace(oracle("b3", save, "d", delay=90, apartment_id="ap-1"), comparator="GREATER_THAN")
    for extra in ((), (late,), (early,)):
        scenario = phone(*events[:-1], *extra, answer("m", *(("c", "d") if not extra else ("c", extra[0].id)), delay=1), apps=flats)
        names = Counter(v.label for v in variants(scenario, SessionConfig(timing=timing)) if v.kind == "time")
        assert names["valid"] >= 4
        assert names["invalid"] >= 4
        assert disagreements(scenario, ("time",), timing=timing) == []


# --- the variants are what they say -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", OURS)
def test_the_plan_is_the_oracle_s_episode(scenario: Scenario) -> None:
    session = Session(scenario)
    records = carry_out(session, plan_of(scenario))
    assert session.reason == "completed"
    assert [r for r in records if r.failed] == []
    oracle_calls = Counter(f"{e.app}__{e.function}" for e in scenario.events if e.kind == "AGENT")
    assert Counter(r.public_name for r in records) - oracle_calls in (Counter(), Counter([MESSAGE]))


def test_variants_are_many_named_once_and_different() -> None:
    for scenario in open_source("packaged"):
        found = variants(scenario)
        assert len({v.name for v in found}) == len(found)
        assert len({repr(v.plan) for v in found}) == len(found)
        labels = Counter(v.label for v in found)
        assert min(labels.values()) >= 5


def test_every_write_is_dropped_doubled_and_changed() -> None:
    scenario = open_source("packaged:execution")[0]
    names = [v.name for v in variants(scenario)]
    for id in ("add-anneke", "add-delivery", "accept-delivery", "order-cab"):
        assert f"dropped/{id}" in names
        assert f"twice/{id}" in names
    changed = {name.split(" ")[0] for name in names if name.endswith("/add-anneke") and not name.startswith(("dropped", "twice"))}
    assert {"first_name", "last_name", "phone", "email"} <= changed
    changed = {name.split(" ")[0] for name in names if name.endswith("/order-cab")}
    assert {"service_type", "ride_time"} <= changed
    assert "message missing/report" in names


def test_a_second_call_that_fails_is_no_surplus() -> None:
    found = {v.name: v for v in variants(open_source("packaged:ambiguity")[0])}
    assert found["twice/delete-dentist"].label == "valid"
    assert found["twice/add-lamp"].label == "invalid"


def test_calls_that_need_each_other_are_not_exchanged() -> None:
    """A checkout does not depend on what is in the cart, as far as the file says; the phone says that it does."""
    events = (
        user("u"),
        oracle("put", "Shopping__add_to_cart", "u", item_id="it-1", quantity=1),
        oracle("pay", "Shopping__checkout", "u", delay=1),
        oracle("save", "RentAFlat__save_apartment", "u", delay=1, apartment_id="ap-2"),
        answer("m", "put", "pay", "save", delay=1),
    )
    scenario = phone(*events, apps=("AgentUserInterface", "SystemApp", "Shopping", "RentAFlat"))
    exchanged = [v.name for v in variants(scenario) if v.name.startswith("exchanged")]
    assert exchanged == ["exchanged/pay/save"]


def test_a_plan_waits_for_what_it_follows_and_refers_to_its_own_results() -> None:
    scenario = open_source("packaged:adaptability")[0]
    session = Session(scenario, seed=5)
    records = carry_out(session, plan_of(scenario))
    made, deleted = records[0], next(r for r in records if r.tool == "delete_calendar_event")
    assert deleted.args["event_id"] == made.result
    answered = next(r for r in session.world.records if r.id == "lukasz-answers")
    assert deleted.time >= answered.time


def test_a_plan_does_not_wait_for_a_turn_that_has_not_begun() -> None:
    scenario = open_source("packaged:adaptability")[0]
    session = Session(scenario)
    records = carry_out(session, [c for c in plan_of(scenario) if c.tool != MESSAGE])
    assert len(records) == 5
    assert session.reason == "time_limit"


def test_a_raw_action_is_sent_as_it_stands() -> None:
    (record,) = carry_out(Session(open_source("packaged:search")[0]), [Planned("", raw="Hm.", may_fail=True)], to_the_end=False)
    assert record.error is not None
    assert record.error.kind == "malformed_action"


def test_traces_hold_their_label_and_the_whole_episode() -> None:
    scenario = open_source("packaged:ambiguity")[0]
    wrong = next(v for v in variants(scenario) if v.name == "dropped/delete-dentist")
    trace = wrong.trace(scenario)
    assert trace.header["label"] == "invalid"
    assert trace.header["variant"] == {"name": "dropped/delete-dentist", "kind": "structure"}
    assert {r["turn"] for r in trace.records} == {0, 1}
    assert rejudge(trace).success is False


# --- values and words -------------------------------------------------------------------------------------------------------------------------

VALUES = {
    "unordered": ["b", "a"],
    "unordered_paths": ["/Documents/a.txt", "b.txt"],
    "attendees": ["Zoë Ås", "Ana Lima"],
    "stripped": "Anneke",
    "phone": "+351 900 555 118",
    "path": "/Documents/news/a.txt",
    "folder": "INBOX",
    "datetime": "2025-03-10 10:00:00",
}


@pytest.mark.parametrize(("check", "value"), [*VALUES.items(), ("unordered", []), ("unordered_paths", None), ("stripped", None)])
def test_other_forms_are_equal_and_other_values_are_not(check: str, value: Any) -> None:
    scenario = phone(apps=("AgentUserInterface", "SystemApp", "Files", "Contacts", "Chats"))

    def equal(got: Any) -> bool:
        return attendees(got, value, ("ana lima",)) if check == "attendees" else CHECKS[check](got, value)

    forms = dict(same(check, value, "Ana Lima"))
    assert forms
    assert [what for what, form in forms.items() if not equal(form)] == []
    state = next(e.state for e in scenario.apps if e.name == "Chats")
    changed = dict(other(check, "user_ids", value, None, state, scenario, "Ana Lima"))
    assert changed or check in ("folder", "stripped")
    assert [what for what, new in changed.items() if equal(new)] == []


@pytest.mark.parametrize("text", ["It costs 1180 euros.", "Olá, João: Terça às 9:30!", "Straße 5", "the year 2024"])
def test_the_same_words_are_equal_once_normalised(text: str) -> None:
    forms = dict(same_words(text))
    assert forms
    assert [what for what, form in forms.items() if normalise_content(form) != normalise_content(text)] == []
    assert "thousands" not in forms or "1,180" in forms["thousands"]


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        (
            "Meet Ben Ode on Friday, 18 October at 12:30.",
            {"number": "19", "time": "13:30", "day": "Saturday", "month": "November", "name": "Cat Poe"},
        ),
        ("Hi Ben, the shoot on Oct 16 is cancelled.", {"number": "17", "month": "Nov 16", "name": "Hi Cat", "negation": "is not cancelled"}),
        ("I cannot come. Is it far?", {"negation": "I can come"}),
        ("It is not far.", {"negation": "It is far"}),
        ("Is it far?", {}),
        ("ben@ode.test", {"address": "benx@ode.test"}),
        ("Thank you!", {}),
    ],
)
def test_one_fact_of_a_text_is_changed(text: str, changes: dict[str, str]) -> None:
    found = dict(other_words(text, ("Ben Ode", "Cat Poe")))
    assert found.keys() == changes.keys()
    for what, part in changes.items():
        assert part in found[what]
        assert part not in text
