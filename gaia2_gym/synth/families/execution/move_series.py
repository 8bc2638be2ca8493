"""Move every coming event of a series to another time of day."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, text_of
from gaia2_gym.synth.families.execution.parts import seconds_of
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'All my coming events called "{title}" have to start {hours} later. Replace each by the same event at the new time: same length, title, '
    "location and attendees.",
    'Shift every future "{title}" in my calendar by {hours} to a later time. Keep length, title, location and attendees. Delete the old entries.',
    '"{title}" moves back by {hours}, every single one from now on. Delete the old events and add new ones, otherwise identical (title, length, '
    "location, attendees).",
    'Please postpone each upcoming "{title}" by {hours}. The new entries should have the same title, duration, location and attendees as the old '
    "ones, which must go.",
    'The series "{title}" is now {hours} later. Fix the calendar for all events that are still to come: delete, and add again with the new '
    "times, all else unchanged: title, length, location, attendees.",
    'Could you move all future "{title}" events {hours} later? Same title, same length, same place, same people; and nothing left at the old times.',
    'From now on "{title}" begins {hours} later than planned. Correct every coming one (new event at the new time with the same title, location, '
    "attendees and length; old event deleted).",
    'They changed the time of "{title}": {hours} later each time. Update my calendar, i.e. remove the future ones and enter them anew with '
    "identical title, length, location and attendees.",
    'Reschedule each "{title}" that lies ahead: {hours} later, length and title and location and attendees as before. No duplicates, please.',
    'Every "{title}" still to come: take it out and put it back in {hours} later with the same title, length, location and attendees.',
)
_TITLES = ("Pilates", "Weekly review", "Drum lesson", "Sprint sync", "Evening class", "Mentoring hour")


def make(d: Draft) -> None:
    title, hours = d.draw.pick(_TITLES), d.draw.pick((1, 2, 3))
    d.fits(all(e.title != title for e in d.events))
    people = [p.name for p in d.draw.sample(d.people, d.draw.integer(1, 2))]
    place = d.draw.pick(("Room 9", "Sports hall B", "the annexe", "Studio 4"))
    first = d.start - d.start % 86400 + 3600 * d.draw.integer(14, 18)
    for week in range(-3, d.difficulty + 1):
        start = first + 86400 * (2 + 7 * week)
        d.add_event(title, start, start + 5400, attendees=people, location=place, tag="Learning")
    d.ask(title=title, hours="1 hour" if hours == 1 else f"{hours} hours")
    for event in [e for e in d.events if e.title == title and e.start_datetime > d.start]:
        d.agent("Calendar__delete_calendar_event", event_id=event.event_id)
        times = {"start_datetime": text_of(event.start_datetime + 3600 * hours), "end_datetime": text_of(event.end_datetime + 3600 * hours)}
        d.agent("Calendar__add_calendar_event", title=title, location=place, attendees=people, **times)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    shift = 3600 * int(said["hours"].split()[0])
    found = phone.call("Calendar__search_events", "All of that name, then those to come.", query=said["title"])
    coming = [e for e in found if e["title"] == said["title"] and e["start_datetime"] > text_of(phone.now)]
    for event in coming:
        times = {name: text_of(seconds_of(event[name]) + shift) for name in ("start_datetime", "end_datetime")}
        phone.call("Calendar__delete_calendar_event", f"The one of {event['start_datetime'][:10]}.", event_id=event["event_id"])
        rest = {"title": event["title"], "location": event["location"], "attendees": event["attendees"]}
        phone.call("Calendar__add_calendar_event", "The same, later.", **rest, **times)
    phone.tell(f"{len(coming)} events were moved by {said['hours']}.")


FAMILY = Family("move_series", "Execution", PHRASINGS, make, solve, tags=("bulk", "conditional"))
