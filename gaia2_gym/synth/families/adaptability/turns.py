"""What families of two and three turns share: what arrives between the turns, and an expert who tells the user and watches out for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gaia2_gym.synth.builder import Beat
from gaia2_gym.synth.cast import Person
from gaia2_gym.synth.content.manner import greeting, signature, worded
from gaia2_gym.synth.draft import Draft, clock_of, day_of
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS, parse_moment
from gaia2_gym.synth.solver import Phone
from gaia2_gym.trace import Notification

DAY, HOUR = 86400.0, 3600.0
_DAY_AND_CLOCK = re.compile(r"(\w+day, \w+ \d+) at (\d+:\d+ [AP]M)")
_LATER = re.compile(r"(one|two|three) (hour|day)s? later")
_NUMBERS = {"one": 1, "two": 2, "three": 3}


# --- writing ---------------------------------------------------------------------------------------------------------------------------------


def letter(d: Draft, person: Person, text: str) -> str:
    """An email to the user in somebody's manner."""
    parts = (f"{greeting(person, d.me.first_name, d.draw)},", worded(text, person), signature(person, d.draw))
    return "\n\n".join(part for part in parts if part)


def bystanders(d: Draft, *involved: Person) -> list[Person]:
    """The others, in random order."""
    return d.draw.shuffled(p for p in d.people if p not in involved)


def meanwhile(d: Draft, told: Beat, people: list[Person], n: int, within: int) -> None:
    """Emails and chat messages that arrive within some seconds after the user was told, and call for nothing.

    Args:
        d: The draft.
        told: The message to the user.
        people: Who may write: nobody who is concerned.
        n: How many.
        within: Seconds; what the agent waits for comes later.
    """
    for seconds, person in zip(sorted(d.draw.sample(range(4, within - 3), n)), people, strict=False):
        chat = next((id for id, c in d.state("Chats").conversations.items() if c.title == person.name), "")
        if chat and d.draw.chance(0.6):
            sender = d.state("Chats").name_to_id[person.name]
            d.env("Chats__create_and_add_message", conversation_id=chat, sender_id=sender, content=d.draw.pick(MESSAGES)).after(told, seconds=seconds)
        else:
            mail = {"sender": person.email, "recipients": [d.me.email], "subject": d.draw.pick(SUBJECTS)}
            d.env("Emails__create_and_add_email", content=letter(d, person, d.draw.pick(MESSAGES)), **mail).after(told, seconds=seconds)


def free_start(d: Draft, first_day: int = 1, last_day: int = 12) -> float:
    """A half or full hour between nine and five on one of the coming days, Unix seconds."""
    return d.start - d.start % DAY + DAY * d.draw.integer(first_day, last_day) + HOUR / 2 * d.draw.integer(18, 33)


def proposal(d: Draft, start: float, *, relative: bool) -> tuple[float, str]:
    """Another time than a given one, and how somebody puts it: by day and time of day, or by what it is from the old time."""
    if not relative:
        new = start + DAY * d.draw.integer(1, 5) + HOUR / 2 * d.draw.integer(-3, 3)
        return new, f"{day_of(new)} at {clock_of(new)}"
    hours, days = d.draw.pick(list(_NUMBERS)), d.draw.pick(list(_NUMBERS))
    if d.draw.chance(0.5):
        return start + HOUR * _NUMBERS[hours], f"{hours} hour{'s' * (hours != 'one')} later on the same day"
    return start + DAY * _NUMBERS[days], f"the same time {days} day{'s' * (days != 'one')} later"


# --- solving ---------------------------------------------------------------------------------------------------------------------------------


def proposed(now: float, start: float, text: str) -> float:
    """The time that a text proposes instead of a given one, Unix seconds.

    >>> proposed(0.0, 3600.0, "What about two hours later on the same day?")
    10800.0
    """
    if found := _DAY_AND_CLOCK.search(text):
        return parse_moment(now, *found.groups())
    number, unit = _LATER.findall(text)[0]
    return start + _NUMBERS[number] * (HOUR if unit == "hour" else DAY)


def after_telling(phone: Phone, text: str, app: str, thought: str) -> Iterator[Notification]:
    """Tell the user, and go through what an app announces from then on; time passes in between, until the episode ends.

    Args:
        phone: The phone.
        text: The message to the user.
        app: The app.
        thought: Why one waits on.
    """
    read = len(phone.seen)
    phone.tell(text)
    while not phone.over:
        if read == len(phone.seen):
            phone.wait(600, thought)
        for notification in phone.seen[read:]:
            read += 1
            if notification.app == app:
                yield notification


def parts(said: Mapping[str, str], name: str) -> list[str]:
    """The texts of a brief under numbered names, in order.

    >>> parts({"names": "Ana and Ben", "name1": "Ana", "name2": "Ben"}, "name")
    ['Ana', 'Ben']
    """
    return [said[f"{name}{n}"] for n in range(1, len(said) + 1) if f"{name}{n}" in said]


def newest_from(phone: Phone, sender: str, thought: str) -> dict[str, str]:
    """The latest email of somebody."""
    latest = phone.call("Emails__list_emails", thought, limit=5)["emails"]
    return next(mail for mail in latest if mail["sender"] == sender)
