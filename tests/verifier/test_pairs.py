"""The labelled pairs of texts are sound, and the default judge agrees with them."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from itertools import combinations

import pytest

from gaia2_gym.verifier.checks import normalise_content
from gaia2_gym.verifier.judges import make_judge
from gaia2_gym.verifier.soft import has_placeholder
from tests.verifier.report_pairs import SETS, figures, judged, main, pairs, soft_tools

FIELDS = {"id", "tool", "class", "kind", "task", "now", "user_name", "user_address", "names", "expected", "got", "why"}
VALID_KINDS = {"paraphrase", "format", "order", "context", "language"}
LEAST_BY_TOOL = {
    "send_message_to_user": 50,
    "send_email": 20,
    "reply_to_email": 20,
    "send_message": 20,
    "send_message_to_group_conversation": 12,
    "add_calendar_event": 20,
    "order_ride": 10,
    "edit_contact": 8,
    "create_group_conversation": 7,
    "change_conversation_title": 7,
    "add_reminder": 6,
}
"""Tool -> pairs of each class that the halves `dev` and `blind` hold at least."""
INVALID_KINDS = (
    "number",
    "date",
    "time",
    "duration",
    "amount",
    "unit",
    "name",
    "place",
    "item",
    "contact_detail",
    "negation",
    "opposite",
    "swap",
    "role",
    "list",
    "missing",
    "surplus",
    "contradiction",
    "hedge",
    "recipient",
    "signature",
    "placeholder",
    "tone",
    "off_topic",
)
FLOORS = {"dev": (0.98, 0.98), "more": (0.93, 0.96), "blind": (0.81, 0.9)}
"""Least agreement and precision of `facts`, a little below what was measured; the goal for texts that its author has not seen is 0.85."""


@pytest.mark.parametrize("name", SETS)
def test_every_pair_is_complete_and_in_form(name: str) -> None:
    for pair in pairs(name):
        assert set(pair) == FIELDS, pair["id"]
        assert pair["id"].startswith(name[0])
        assert pair["class"] in ("valid", "invalid")
        assert (pair["kind"] in VALID_KINDS) == (pair["class"] == "valid"), pair["id"]
        assert pair["class"] == "valid" or pair["kind"] in INVALID_KINDS, pair["id"]
        datetime.fromisoformat(pair["now"])
        assert all(isinstance(pair[f], str) and pair[f].strip() for f in ("task", "user_name", "user_address", "why")), pair["id"]
        assert pair["user_name"] in pair["names"]
        assert len(set(pair["names"])) == len(pair["names"])


@pytest.mark.parametrize("name", SETS)
def test_texts_belong_to_soft_arguments_of_the_tool(name: str) -> None:
    for pair in pairs(name):
        soft = {name for name, check in soft_tools()[pair["tool"]].checks.items() if check == "soft"}
        assert set(pair["expected"]) <= soft, pair["id"]
        assert pair["expected"], pair["id"]
        assert set(pair["got"]) == set(pair["expected"]), pair["id"]
        assert all(isinstance(t, str) and t.strip() for t in [*pair["expected"].values(), *pair["got"].values()]), pair["id"]


def test_ids_and_pairs_are_unique() -> None:
    every = [p for name in SETS for p in pairs(name)]
    assert max(Counter(p["id"] for p in every).values()) == 1
    assert max(Counter((*sorted(p["expected"].items()), *sorted(p["got"].items())) for p in every).values()) == 1


@pytest.mark.parametrize("name", SETS)
def test_no_equal_texts_are_labelled_invalid(name: str) -> None:
    """Nor texts that the shortcut takes for equal: no judge could refuse them."""
    for pair in pairs(name):
        if pair["class"] == "invalid":
            assert any(normalise_content(pair["got"][a]) != normalise_content(t) for a, t in pair["expected"].items()), pair["id"]


@pytest.mark.parametrize("name", SETS)
def test_no_oracle_text_and_no_valid_text_holds_a_placeholder(name: str) -> None:
    for pair in pairs(name):
        texts = [*pair["expected"].values(), *(pair["got"].values() if pair["class"] == "valid" else ())]
        assert not any(has_placeholder(t) for t in texts), pair["id"]


@pytest.mark.parametrize(("one", "other"), list(combinations(SETS, 2)))
def test_the_sets_share_no_oracle_text_task_or_person(one: str, other: str) -> None:
    """Told by counts: a failure must not show texts of the blind set."""
    for told in (_oracle_texts, _tasks, _people):
        shared = len(told(one) & told(other))
        assert not shared, told.__name__


def _oracle_texts(name: str) -> set[str]:
    return {text for p in pairs(name) for text in p["expected"].values() if text not in ("Home", "Office")}


def _tasks(name: str) -> set[str]:
    return {p["task"] for p in pairs(name)}


def _people(name: str) -> set[str]:
    return {n for p in pairs(name) for n in p["names"]}


@pytest.mark.parametrize("name", SETS)
def test_classes_are_balanced(name: str) -> None:
    count = Counter(p["class"] for p in pairs(name))
    assert min(count.values()) >= 170
    assert 0.8 <= count["valid"] / count["invalid"] <= 1.25


def test_all_tools_and_kinds_are_covered_alike() -> None:
    assert set(LEAST_BY_TOOL) == set(soft_tools()) == {p["tool"] for p in pairs("more")}
    dev, blind = pairs("dev"), pairs("blind")
    assert abs(len(dev) - len(blind)) <= 10
    for half in (dev, blind):
        by_tool = Counter((p["tool"], p["class"]) for p in half)
        assert all(by_tool[tool, c] >= least for tool, least in LEAST_BY_TOOL.items() for c in ("valid", "invalid"))
        by_kind = Counter(p["kind"] for p in half)
        assert all(by_kind[kind] >= 2 for kind in INVALID_KINDS)
    a, b = (Counter((p["tool"], p["class"]) for p in half) for half in (dev, blind))
    assert all(abs(a[key] - b[key]) <= 3 for key in a | b)


def test_hard_judge_accepts_all_but_placeholders() -> None:
    """The scripted checks work without any judge."""
    for name in SETS:
        for j in judged(name, make_judge("hard")):
            assert j.accepted or (j.check == "placeholder" and not j.valid), j.pair["id"]


@pytest.mark.parametrize("name", SETS)
def test_facts_agrees(name: str) -> None:
    f = figures(judged(name, make_judge("facts")))
    agreement, precision = FLOORS[name]
    assert f.agreement >= agreement, f
    assert f.precision is not None
    assert f.precision >= precision, f


def test_the_report_hides_the_errors_of_the_blind_set(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--judge", "hard"])
    shown = capsys.readouterr().out
    assert "d01-4 send_message_to_user accepted, though number" in shown
    assert "b01-4" not in shown
    main(["--judge", "hard", "--set", "blind", "--show-blind"])
    assert "b01-4" in capsys.readouterr().out
