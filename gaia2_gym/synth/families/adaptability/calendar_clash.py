"""Enter an event; when somebody else puts one into the calendar that overlaps with it, move it to the end of that one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from gaia2_gym.synth.builder import Beat
from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.adaptability.turns import DAY, HOUR, after_telling, bystanders, free_start, meanwhile
from gaia2_gym.synth.families.material import TITLES, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Put "{title}" with {person} into my calendar on {day} at {clock} for 90 minutes and tell me. If anybody else enters something that overlaps '
    "with "
    "it, move mine so that it begins when theirs ends, and tell me when it begins now.",
    '"{title}", {day}, {clock}, an hour and a half, attendee {person}: please enter that and confirm. Others can write into my calendar. Should '
    "one of "
    "their events overlap with this one, this one has to start at the end of theirs; confirm the new start.",
    'I would like 90 minutes for "{title}" with {person} on {day} from {clock}. Make the calendar event, let me know. When somebody adds an '
    "event that "
    "clashes with it, replace mine by the same one directly after that event and let me know the start.",
    'Calendar: "{title}" with {person} as attendee, {day}, {clock}, 1 h 30 min. Short message. In case of a clash with what someone enters '
    "later, shift "
    "mine to the end of the other event. Short message with the new starting time.",
    'Please schedule "{title}" ({person} attends) on {day}, {clock}, lasting 90 minutes, then report. Events that people add on top of it have '
    "priority: "
    "mine then follows right after theirs, same length. Report when it starts in that case.",
    'Could you add "{title}" with {person} on {day} at {clock}, 90 minutes long, and say so? My family keeps putting things into my calendar. '
    "What does "
    "not overlap may stay as it is. If something overlaps, start mine when it is over instead, and say when that is.",
    'Enter "{title}" for {day}, {clock}, ninety minutes, attendee {person}. A line to me. Overlap with an event that another person adds afterwards? '
    "Then delete mine and enter it again from the end of that event on. A line to me with the time it starts.",
    'Kindly enter "{title}" with {person} on {day} at {clock} (90 minutes) and notify me. If a later entry by somebody overlaps, kindly move my '
    "event to "
    "begin at the end of that entry and notify me of the time.",
    'For {day} I need "{title}" in the calendar, {clock}, 90 minutes, together with {person}. Give me a sign when it is in. My event yields: if '
    "anyone "
    "adds an overlapping one, put mine straight behind it and give me the new start time.",
    'Book "{title}" on {day}: {clock}, one and a half hours, with {person}. Message me. Keep watching the calendar, since people add events to '
    "it; one "
    "that cuts into mine pushes mine to its end. Message me the new time if so.",
)
_THEIRS = ("Phone call", "School meeting", "Delivery", "Briefing", "Vaccination", "Car inspection", "Interview", "Fitting", "Handover", "Site visit")
_LENGTH = 5400.0


def make(d: Draft) -> None:
    person, *others = bystanders(d)
    start, title = free_start(d), d.draw.pick(TITLES)
    d.ask(title=title, person=person.name, day=day_of(start), clock=clock_of(start))
    mine = d.agent("Calendar__add_calendar_event", title=title, attendees=[person.name], **_times(start, start + _LENGTH))
    told = d.say("Done.")
    for _ in range(2 if d.difficulty >= 4 else 1):
        meanwhile(d, told, others[5:], d.difficulty // 2, within=60)
        beside = [start - 2 * HOUR, start + _LENGTH, start + DAY, start - DAY]  # the first two touch it
        for n, begin in enumerate(d.draw.sample(beside, d.difficulty - 1)):
            _entered(d, others[n].name, begin, begin + 2 * HOUR).after(told, seconds=10 * (n + 1))
        begin = start + HOUR / 2 * d.draw.integer(-2, 2)
        end = max(start, begin) + HOUR / 2 * d.draw.integer(1, 3)
        _entered(d, others[4].name, begin, end).after(told, seconds=60)
        start = end
        d.agent("Calendar__delete_calendar_event", event_id=mine.result)
        mine = d.agent("Calendar__add_calendar_event", title=title, attendees=[person.name], **_times(start, start + _LENGTH))
        told = d.say(f"{title} begins at {clock_of(start)} now.")


def _times(start: float, end: float) -> dict[str, str]:
    return {"start_datetime": text_of(start), "end_datetime": text_of(end)}


def _entered(d: Draft, who: str, start: float, end: float) -> Beat:
    """Somebody puts something into the user's calendar."""
    event = {"title": d.draw.pick(_THEIRS), "attendees": [who, d.me.full_name], **_times(start, end)}
    return d.env("Calendar__add_calendar_event_by_attendee", who_add=who, **event)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    start = parse_moment(phone.now, said["day"], said["clock"])
    event = {"title": said["title"], "attendees": [said["person"]]}
    mine = phone.call("Calendar__add_calendar_event", "First I enter it.", **event, **_times(start, start + _LENGTH))
    for news in after_telling(phone, f"I have added {said['title']} to your calendar.", "Calendar", "Nobody has entered anything."):
        added = re.search(r"event (\w+) added", news.text)
        if not added:
            continue
        theirs = phone.call("Calendar__get_calendar_event", "Does this one overlap?", event_id=added[1])
        if not (theirs["start_datetime"] < text_of(start + _LENGTH) and theirs["end_datetime"] > text_of(start)):
            continue
        start = datetime.fromisoformat(theirs["end_datetime"]).replace(tzinfo=UTC).timestamp()
        phone.call("Calendar__delete_calendar_event", f"It does, until {theirs['end_datetime']}.", event_id=mine)
        mine = phone.call("Calendar__add_calendar_event", "Mine comes after it.", **event, **_times(start, start + _LENGTH))
        phone.tell(f"There was a clash, so I moved {said['title']}: it starts at {clock_of(start)}.")


FAMILY = Family("calendar_clash", "Adaptability", PHRASINGS, make, solve, tags=("calendar", "dates"))
