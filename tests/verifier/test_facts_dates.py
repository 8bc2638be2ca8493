"""Dates, periods, times and durations, in figures and in words. The day of the act is Tuesday, 15 October 2024."""

from datetime import date

import pytest

from gaia2_gym.verifier.judges.facts.reading import read
from tests.verifier.asking import NOW, message, same


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("15 October", "October 15th", True),
        ("15 October", "2024-10-15", True),
        ("15 October", "10/15/2024", True),
        ("15 October", "15.10.2024", True),
        ("15 October", "today", True),
        ("15 October", "the fifteenth of October", True),
        ("15 October", "16 October", False),
        ("15 October", "15 November", False),
        ("15 October 2024", "15 October 2025", False),
        ("tomorrow", "Wednesday", True),
        ("tomorrow", "16 October", True),
        ("tomorrow", "Thursday", False),
        ("in two days", "on Thursday", True),
        ("in a week", "on 22 October", True),
        ("3 days ago", "on 12 October", True),
        ("next Monday", "on 21 October", True),
        ("next Monday", "on 14 October", False),
        ("this Saturday", "19 October", True),
        ("this Saturday", "next Saturday", False),
        ("next Sunday, October 27", "2024-10-27", True),
        ("Sunday, 20th", "October 20", True),
        ("the 20th", "20 October", True),
        ("Oct 16, 17, and 18", "October 16, October 17 and October 18", True),
        ("Oct 16, 17, and 18", "16-18 October", True),
        ("Oct 16, 17, and 18", "Oct 16 and 17", False),
        ("Dec 7-8, 2024", "December 7 and 8", True),
        ("this weekend", "next weekend", False),
        ("the rest of this week", "the end of the week", True),
        ("this month", "in October", True),
        ("this month", "next month", False),
        ("Friday, October 18", "Thursday, October 18", False),
    ],
)
def test_two_dates(a: str, b: str, equal: bool) -> None:
    assert same(a, b) is equal


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("at 7pm", "at 19:00", True),
        ("at 7pm", "at 7:00 PM", True),
        ("at 7pm", "at seven in the evening", True),
        ("at 7pm", "at 7 am", False),
        ("at 7pm", "at 7", True),
        ("at 7pm", "at 8", False),
        ("at noon", "at 12 PM", True),
        ("at noon", "at midnight", False),
        ("at half past six", "at 6:30", True),
        ("at a quarter to seven", "at 6:45", True),
        ("at a quarter to seven", "at 7:15", False),
        ("at ten to six", "at 17:50", True),
        ("at 5 o'clock", "at 17:00", True),
        ("from 2 PM to 8 PM", "2-8 pm", True),
        ("from 2 PM to 8 PM", "between 14:00 and 20:00", True),
        ("from 2 PM to 8 PM", "from 2 PM to 6 PM", False),
        ("from 8AM to 8PM", "from 8PM to 8AM", False),
        ("between 9 and 12 o'clock", "from 9 am until noon", True),
        ("tomorrow evening", "tomorrow night", True),
        ("tomorrow evening", "tomorrow morning", False),
    ],
)
def test_two_times(a: str, b: str, equal: bool) -> None:
    assert same(a, b) is equal


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("it takes 5.5 hours", "it takes 5h 30m", True),
        ("it takes 5.5 hours", "it takes 330 minutes", True),
        ("it takes 5.5 hours", "it takes five and a half hours", True),
        ("it takes 5.5 hours", "it takes 5h 50m", False),
        ("it takes 5.5 hours", "it takes 5.5 days", False),
        ("it takes half an hour", "it takes 30 min", True),
        ("it takes a day and a half", "it takes 2 days", False),
        ("it lasts two weeks", "it lasts 14 days", True),
        ("it lasts three months", "it lasts three years", False),
        ("a 30-minute call from 15:00 to 15:30", "a call from 15:00 to 15:30", True),
        ("a two-hour lecture at 2 PM", "a lecture from 2 PM to 4 PM", True),
        ("a two-hour lecture at 2 PM", "a lecture from 2 PM to 5 PM", False),
    ],
)
def test_two_durations(a: str, b: str, equal: bool) -> None:
    assert same(a, b) is equal


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Friday", [18]),
        ("next Friday", [25]),
        ("last Friday", [11]),
        ("Tuesday", [22]),
        ("the day after tomorrow", [17]),
        ("Oct 21, 25, and 27", [21, 25, 27]),
        ("from October 18 to 20", [18, 20]),
        ("October 19, 2 PM", [19]),
        ("on October 16 and 3 emails", [16]),
    ],
)
def test_which_days_a_text_names(text: str, days: list[int]) -> None:
    found = [f.value for f in read(text, NOW.toordinal()).facts if f.kind == "date" and not f.weak]
    assert found == [date(2024, 10, d).toordinal() for d in days]


def test_words_that_are_no_dates() -> None:
    for text in ("You may come.", "They sat down.", "A second opinion.", "Hi August, is that you?", "The march was long."):
        assert [f for f in read(text, NOW.toordinal()).facts if f.kind in ("date", "period")] == []


def test_a_date_that_changes_direction_is_another_plan() -> None:
    assert message("I moved our dinner from October 17 to October 20.", "I moved our dinner from October 20 to October 17.").accepted is False


def test_a_time_on_another_day_is_another_time() -> None:
    a = "I'm free on Tuesday, Oct 22, from 12 PM to 6 PM. On Wednesday, Oct 23, from 2 PM to 4 PM."
    assert message(a, "I'm free on Oct 23 between 14:00 and 16:00 and on Oct 22 between 12:00 and 18:00.").accepted
    assert message(a, "I'm free on Tuesday, Oct 22, from 2 PM to 4 PM. On Wednesday, Oct 23, from 12 PM to 6 PM.").accepted is False
