"""Whatever the texts are: an answer, the same one every time, and no change of a fact goes through."""

from datetime import date, timedelta

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gaia2_gym.verifier.judges.facts import Facts
from gaia2_gym.verifier.soft import Answer, Context, Question
from tests.verifier.asking import JUDGE, NAMES, context, message, same

CHECKS = ("signature", "tone", "sanity", "user_message", "message", "email", "content", "event", "cab")
PIECES = st.sampled_from(
    [
        *(
            "Piotr",
            "Sam Adler",
            "渡辺",
            "on Friday",
            "next week",
            "at 7",
            "7:30 pm",
            "$5",
            "5.5 hours",
            "not",
            "don't",
            "no",
            "?",
            "!",
            ",",
            "and",
            "or",
        ),
        *(
            "\n",
            "- ",
            "1.",
            "Dear all,",
            "Best,",
            '"Salt"',
            "a@b.example",
            "+48 601 224 870",
            "half past",
            "a dozen",
            "May",
            "2024-10-15",
            "{",
            "}",
            "3/4",
        ),
        *("é", "١٢", "½", "²", "\u0130", "ß"),
    ]
)
TEXTS = st.one_of(st.text(max_size=120), st.lists(PIECES, max_size=12).map(" ".join))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(CHECKS), TEXTS, TEXTS, TEXTS, st.sampled_from([0.0, 1.0, 1728975600.0]))
def test_any_text_gets_an_answer(check: str, expected: str, got: str, task: str, now: float) -> None:
    names = (
        ("title", "description", "location") if check == "event" else ("start_location", "end_location") if check == "cab" else ("subject", "content")
    )
    question = Question(
        check, "A__b", dict.fromkeys(names, expected), dict.fromkeys(names, got), Context((task,), now, NAMES[0], "5 Mill Lane", NAMES)
    )  # type: ignore[arg-type]
    answer = JUDGE(question)
    assert isinstance(answer, Answer)
    assert answer.accepted is not None
    assert answer.reason
    assert Facts()(question) == answer


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(CHECKS), TEXTS)
def test_the_same_text_is_accepted(check: str, text: str) -> None:
    assert JUDGE(Question(check, "A__b", {"content": text}, {"content": text}, context())).accepted  # type: ignore[arg-type]


TEMPLATES = ["We need {} chairs for the party.", "The answer is {}.", "Platform {} is closed.", "I bought {} tickets for you.", "{}"]


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(TEMPLATES), st.integers(0, 20000), st.integers(0, 20000))
def test_another_number_is_refused(template: str, a: int, b: int) -> None:
    assume(a != b)
    expected, got = template.format(a), template.format(b)
    assert message(expected, got).accepted is False
    assert message(expected, template.format(f"{a:,}")).accepted


FORMS = ("%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%A, %d %B %Y", "%d.%m.%Y")


@settings(max_examples=100, deadline=None)
@given(st.dates(date(2023, 1, 1), date(2026, 12, 31)), st.integers(-40, 40), st.sampled_from(FORMS), st.sampled_from(FORMS))
def test_dates_are_equal_in_any_form_and_others_are_not(day: date, shift: int, form: str, other: str) -> None:
    assert same(f"on {day.strftime(form)}", f"on {day.strftime(other)}")
    moved = day + timedelta(days=shift)
    if shift:
        assert not same(f"on {day.strftime(form)}", f"on {moved.strftime(other)}")


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 1439), st.integers(0, 1439))
def test_times_are_equal_on_both_clocks_and_others_are_not(a: int, b: int) -> None:
    def on_12(minutes: int) -> str:
        return f"at {(minutes // 60 - 1) % 12 + 1}:{minutes % 60:02d} {'pm' if minutes >= 720 else 'am'}"

    def on_24(minutes: int) -> str:
        return f"at {minutes // 60:02d}:{minutes % 60:02d}"

    assert same(on_12(a), on_12(a).upper())
    if a // 60 not in (10, 11, 12):  # 10:30 may be in the evening
        assert same(on_12(a), on_24(a))
        assert same(on_24(a), on_12(b)) is (a == b)


@pytest.mark.parametrize("template", ["{} drives.", "Please ask {} for the key.", "The answer is {}.", "I met {} and the children at the station."])
def test_another_name_is_refused(template: str) -> None:
    for a in NAMES[1:]:
        for b in NAMES[1:]:
            assert message(template.format(a), template.format(b)).accepted is (a == b), (a, b)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["Friday", "5 pm", "$20", "Piotr", "3 chairs", "in the hall"]),
    st.sampled_from(["Monday", "7 pm", "$30", "Zoë", "4 chairs", "in the park"]),
)
def test_what_is_refused_one_way_is_refused_the_other(a: str, b: str) -> None:
    assert same(a, b) is same(b, a) is False
