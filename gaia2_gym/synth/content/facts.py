"""What the grammars may say: days and clock times, the season, and the particulars of a happening."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from gaia2_gym.synth.cast import Happening, Person

HOUR = 3600.0
DAY = 24 * HOUR
SOUTHERN = frozenset({"Argentina", "Australia", "Bolivia", "Brazil", "Chile", "New Zealand", "Paraguay", "Peru", "South Africa", "Uruguay"})
_SEASONS = ("winter", "spring", "summer", "autumn")
_DAY_FORMS = ("{:%A} {day} {:%B}", "{:%A}, {day} {:%B}", "{:%A}, {:%B} {day}")


def day_text(time: float, form: int = 0) -> str:
    """A day with its weekday, in one of three forms.

    >>> day_text(1_728_975_600.0)
    'Tuesday 15 October'
    """
    moment = datetime.fromtimestamp(time, UTC)
    return _DAY_FORMS[form % len(_DAY_FORMS)].format(moment, moment, day=moment.day)


def clock_text(time: float, form: int = 0) -> str:
    """A time of day, with 24 hours or, in form 1, with 12.

    >>> clock_text(1_728_975_600.0 + 12 * HOUR), clock_text(1_728_975_600.0 + 12 * HOUR, 1)
    ('19:00', '7:00 pm')
    """
    moment = datetime.fromtimestamp(time, UTC)
    return f"{moment:%H:%M}" if form != 1 else f"{moment.hour % 12 or 12}:{moment:%M} {'am' if moment.hour < 12 else 'pm'}"


def season(time: float, country: str | None) -> str:
    """The season of a time in a country.

    >>> season(1_728_975_600.0, "Chile")
    'spring'
    """
    quarter = datetime.fromtimestamp(time, UTC).month % 12 // 3
    return _SEASONS[(quarter + 2 * (country in SOUTHERN)) % 4]


def names_text(people: Collection[str]) -> str:
    """Names in a row.

    >>> names_text(["Ana", "Ben", "Cat"])
    'Ana, Ben and Cat'
    """
    *first, last = people
    return f"{', '.join(first)} and {last}" if first else last


def money_text(amount: float) -> str:
    """An amount as receipts have it."""
    return f"{amount:.2f}" if amount != int(amount) else str(int(amount))


def title_text(happening: Happening) -> str:
    """What those who take part call a happening: the calendar's title without whom it is with and what sort of entry it is."""
    title = happening.title.removeprefix("Deadline: ")
    return title.partition(" with ")[0] if happening.kind == "social" else title


def happening_facts(happening: Happening, present: Collection[Person], form: int = 0) -> dict[str, str]:
    """The particulars of a happening, for talk among those present; what is not known is left out.

    Args:
        happening: What is spoken of.
        present: Who takes part in the talk; `others` are the rest of those who take part in the happening.
        form: How days and times are written.
    """
    names = {p.name for p in present}
    others = [p.first_name for p in happening.people if p.name not in names]
    moment = datetime.fromtimestamp(happening.time, UTC)
    facts = {
        "title": title_text(happening),
        "day": day_text(happening.time, form),
        "weekday": f"{moment:%A}",
        "clock": clock_text(happening.time, form // 3),
        "place": happening.place,
        "others": names_text(others) if others else "",
        "ref": happening.ref,
        "amount": "" if happening.amount is None else money_text(happening.amount),
    }
    return {name: value for name, value in facts.items() if value}


def talk_facts(speaker: Person, addressed: Person, time: float) -> dict[str, str]:
    """What a speaker may say of both sides and of the time of year."""
    facts = {
        "me": speaker.first_name,
        "you": addressed.first_name,
        "my_city": speaker.contact.city_living or "",
        "your_city": addressed.contact.city_living or "",
        "season": season(time, speaker.contact.country),
    }
    return {name: value for name, value in facts.items() if value}
