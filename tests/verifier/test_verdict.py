"""Verdicts: JSON, explanation, unknown, end state; progress and its history."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaia2_gym.verifier import Answer, Verdict
from tests.verifier.scenes import Timed, judged, progress
from tests.verifier.test_matching import DONE, FLATS, calls, episodes, three
from tests.world.scenes import MESSAGE, answer, oracle, phone, user

TELL = "Chats__send_message"


def telling() -> Any:
    return phone(user("u"), oracle("a", TELL, "u", delay=1, user_id="ben-2", content="See you at noon"), answer("m", "a", delay=1), apps=FLATS)


def told(content: str) -> list[Timed]:
    return [(5.0, TELL, {"user_id": "ben-2", "content": content}), DONE]


@pytest.mark.parametrize("episode", [[*calls(1, 2, 3), DONE], [*calls(1, 2), DONE], calls(3, 3), []])
def test_a_verdict_survives_json(episode: list[Timed]) -> None:
    verdict = judged(three(), episode)
    assert Verdict.from_json(json.loads(json.dumps(verdict.as_json()))).as_json() == verdict.as_json()
    assert str(verdict).startswith("accepted" if verdict.success else "refused")


def test_equal_inputs_give_equal_verdicts() -> None:
    assert judged(three(), [*calls(2, 1, 1), DONE]) == judged(three(), [*calls(2, 1, 1), DONE])


def test_a_judge_that_cannot_decide_gives_an_unknown_verdict_not_a_number() -> None:
    verdict = judged(telling(), told("noon it is"), judge=lambda q: Answer(None, "the endpoint is down"))
    assert verdict.success is None
    assert verdict.unknown_reason == "the endpoint is down"
    assert verdict.first_failure is None


def test_an_unknown_pair_does_not_hide_a_certain_failure() -> None:
    verdict = judged(telling(), [*told("noon it is")[:1], *calls(1), DONE], judge=lambda q: Answer(None, "down"))
    assert verdict.success is False
    assert verdict.first_failure is not None
    assert verdict.first_failure.check == "count"


def test_a_refused_text_says_which_question_and_why() -> None:
    verdict = judged(telling(), told("See you at one"), judge=lambda q: Answer(q.check != "message", "noon is not one"))
    assert verdict.success is False
    assert "message" in verdict.explanation
    assert "noon is not one" in verdict.explanation


def test_placeholders_in_messages_are_refused_even_by_a_judge_that_accepts_everything() -> None:
    assert judged(telling(), told("See you at noon, [Your Name]"), judge=lambda q: True).success is False
    assert judged(telling(), told("See you at twelve"), judge=lambda q: True).success is True


def test_undoing_a_wrong_write_is_refused_but_leaves_the_same_state() -> None:
    undo: Timed = (20.0, "RentAFlat__remove_saved_apartment", {"apartment_id": "ap-2"})
    detour: list[Timed] = [*calls(1, 2, 3), undo, *calls(2, start=21.0), DONE]
    verdict = judged(three(), detour)
    assert verdict.success is False
    assert verdict.end_state_equivalent is True
    assert judged(three(), [*calls(1, 2), DONE]).end_state_equivalent is False


def test_progress_counts_what_is_right_less_what_is_surplus() -> None:
    n = 4  # three flats and the message
    assert progress(three(), [*calls(1, 2, 3), DONE]) == [1 / n, 2 / n, 3 / n, 1.0]
    assert progress(three(), calls(1, 1)) == [1 / n, 0.0]
    # a message before all it depends on is done stands for nothing: it is surplus itself
    assert progress(three(), [*calls(1, 2), DONE])[-1] == pytest.approx(1 / n)
    assert progress(three(), [*calls(1, 2, 3, 3), DONE])[-1] < 1.0


@settings(max_examples=40, deadline=None)
@given(episodes(), st.booleans())
def test_progress_is_one_exactly_on_success_and_a_surplus_write_never_raises_it(episode: list[Timed], message: bool) -> None:
    episode = [*sorted(episode, key=lambda c: c[0]), *([DONE] if message else [])]
    verdict = judged(three(), episode)
    assert (verdict.progress == 1.0) is (verdict.success is True)
    history = [p for _, p in verdict.history]
    assert all(0.0 <= p <= 1.0 for p in history)
    seen: set[str] = set()
    before = 0.0
    for (_, _, args), after in zip(episode, history, strict=True):
        flat = args.get("apartment_id")
        if flat in seen:
            assert after <= before
        elif flat is not None:
            assert after >= before or before == 0.0
            seen.add(flat)
        before = after
    assert MESSAGE  # the name the episodes end with
