"""Merge the coming events of a name into one with everybody, as long as there are people, and write to each."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.material import parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Merge all my coming "{title}" events into one: delete them, then add a single "{title}" on {day} at {start} with everybody who attends any '
    'of them, {minutes} minutes per attendee not counting me. After that email each attendee separately, subject "{title}": "{text}"',
    'There are too many "{title}" events ahead. Cancel them all and after that create one for everyone involved on {day}, beginning at {start} '
    'and lasting {minutes} minutes for each attendee other than me. Then every attendee gets an email of their own, subject "{title}", text '
    '"{text}"',
    'Instead of several "{title}" meetings in the future I want one, with all their attendees: {day}, {start}, length {minutes} minutes times '
    'the number of attendees (I don\'t count). Old ones deleted first, new one added next, then single emails to all attendees ("{title}", '
    '"{text}").',
    'Please combine the future "{title}" events. Step 1, delete them. Step 2, add "{title}" on {day} from {start}, with the attendees of all of '
    'them; plan {minutes} minutes a head, me excluded. Step 3, mail every attendee individually: subject "{title}", content "{text}"',
    'Everybody from the upcoming "{title}" events should meet at once: {day}, {start}. Take the single events out, then put the joint "{title}" '
    'in, with all attendees, {minutes} minutes for every person but me. Afterwards one email to each of them with the subject "{title}" and '
    '"{text}"',
    'Could you turn all "{title}" events that are still to come into one on {day} at {start}? Its attendees are those of the old ones, its '
    'length {minutes} minutes per attendee except me. Delete first, then create, then write to each attendee alone (subject "{title}"): "{text}"',
    'One big "{title}" instead of many. Remove the coming ones from my calendar; after that enter it on {day} at {start} with all their '
    'attendees; duration: {minutes} minutes for each attendee besides myself. When it is entered, each gets their own email, subject "{title}": '
    '"{text}"',
    'Calendar: all future "{title}" entries out. Then in: "{title}", {day}, {start}, everyone who attended one of those, {minutes} minutes times '
    'attendees (without me). Then email, one per attendee: subject "{title}", "{text}"',
    'I can only do "{title}" once. Put all the people of the coming "{title}" events into one event of that name on {day}, start {start}, '
    '{minutes} minutes per person without me, after deleting the others. Next, tell each by a separate email titled "{title}": "{text}"',
    'From the upcoming events called "{title}", make one: same title, all attendees, {day}, {start}, as many times {minutes} minutes as there '
    'are attendees apart from me. The originals are deleted before. Once it exists, mail the attendees one by one, subject "{title}", "{text}"',
)
_TITLES = ("Attic clearing", "Exhibition hanging", "Script reading", "Budget round", "Seed exchange", "Boat cleaning", "Recital prep")
_TEXTS = ("Our meetings have become one, see the calendar.", "I have merged our meetings into one.", "We will all meet together instead.")


def make(d: Draft) -> None:
    title, minutes, text = d.draw.pick(_TITLES), d.draw.pick((10, 15, 20, 30)), d.draw.pick(_TEXTS)
    d.fits(all(e.title != title for e in d.events))
    people = d.draw.sample(d.people, 1 + d.difficulty)
    midnight = d.start - d.start % 86400
    days = sorted(d.draw.sample(range(1, 20), 1 + d.difficulty))
    for n, after in enumerate(days):
        start = midnight + 86400 * after + 3600 * d.draw.integer(8, 17)
        present = {people[n].name, *(p.name for p in d.draw.sample(people, d.draw.integer(0, 2)))}
        d.add_event(title, start, start + 3600, attendees=[d.me.full_name, *sorted(present)])
    for before in (-8, -15)[: d.difficulty // 2]:
        start = midnight + 86400 * before + 36000
        d.add_event(title, start, start + 3600, attendees=[d.me.full_name, d.draw.pick(d.people).name])
    start = midnight + 86400 * d.draw.integer(20, 27) + 1800 * d.draw.integer(16, 28)
    d.ask(title=title, day=day_of(start), start=clock_of(start), minutes=str(minutes), text=text)
    old = [d.agent("Calendar__delete_calendar_event", event_id=e.event_id) for e in d.events if e.title == title and e.start_datetime > d.start]
    times = {"start_datetime": text_of(start), "end_datetime": text_of(start + 60 * minutes * len(people))}
    names = [p.name for p in people]
    new = d.agent("Calendar__add_calendar_event", title=title, attendees=names, **times).after(*old, seconds=1)
    for person in people:
        d.agent("Emails__send_email", recipients=[person.email], subject=title, content=text).after(new, seconds=1)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    me = phone.call("Contacts__get_current_user_details", "I must not count the user.")
    found = phone.call("Calendar__search_events", query=said["title"])
    old = [e for e in found if e["title"] == said["title"] and e["start_datetime"] > text_of(phone.now)]
    names = sorted({name for e in old for name in e["attendees"]} - {f"{me['first_name']} {me['last_name']}"})
    for event in old:
        phone.call("Calendar__delete_calendar_event", "Still to come, so it goes.", event_id=event["event_id"])
    start = parse_moment(phone.now, said["day"], said["start"])
    times = {"start_datetime": text_of(start), "end_datetime": text_of(start + 60 * int(said["minutes"]) * len(names))}
    thought = f"{len(names)} people, {said['minutes']} minutes each."
    phone.call("Calendar__add_calendar_event", thought, title=said["title"], attendees=names, **times)
    for name in names:
        email = phone.contact(name)["email"]
        phone.call("Emails__send_email", f"A mail to {name}.", recipients=[email], subject=said["title"], content=said["text"])
    phone.tell(f"{len(old)} events have become one with {len(names)} people.")


FAMILY = Family("merge_meetings", "Execution", PHRASINGS, make, solve, tags=("dependency", "bulk"))
