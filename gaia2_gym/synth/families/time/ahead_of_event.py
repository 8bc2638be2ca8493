"""Some minutes before an event of today begins, write to everybody who attends it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import TITLES, messageable
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    '"{title}" is in today\'s calendar. Exactly {minutes} minutes before it begins, send each attendee but me "{text}" in {app}, one by one.',
    'Look up when "{title}" starts today, and {minutes} minutes ahead of that write "{text}" to every attendee except me, individually, in {app}.',
    'Today\'s "{title}": {minutes} minutes before the start, an individual {app} message to all other attendees: "{text}"',
    'Please send "{text}" to each of those who attend "{title}" today, me left out, separately through {app}, {minutes} minutes before it starts.',
    'I want everybody else in "{title}" (today, see the calendar) to get "{text}" from me in {app}, singly, when there are {minutes} minutes left.',
    'Wait until "{title}" is {minutes} minutes away; it is in my calendar for today. Then message the attendees other than me one at a time '
    "in {app}: "
    '"{text}"',
    'Could you remind the others of "{title}" today? A {app} message to each of the attendees, "{text}", precisely {minutes} minutes before '
    "the event.",
    'People are always late for "{title}". So {minutes} minutes before it starts today, tell every attendee apart from me in {app}, each '
    'alone, "{text}"',
    'At {minutes} minutes before the beginning of today\'s "{title}", and not sooner, {app} messages go out to its attendees (not me), one for each: '
    '"{text}"',
    'Kindly consult the calendar for the start of "{title}" today and transmit "{text}" to each attendee besides me by separate {app} message '
    "{minutes} minutes in advance.",
)
_TEXTS = ("We begin in a few minutes.", "See you in a moment, please be on time.", "I am already there.", "Please bring your notes.")


def make(d: Draft) -> None:
    app = d.draw.pick(("Messages", "Chats"))
    people = d.draw.sample(messageable(d, app), 1 + (d.difficulty > 1) + (d.difficulty > 3))
    title, minutes = d.draw.pick(TITLES), d.draw.integer(2, 20)
    d.fits(people and all(e.title != title for e in d.events))
    moment = d.start + 60.0 * d.draw.integer(2, 5)
    start = moment + 60.0 * minutes
    d.add_event(title, start, start + 3600, attendees=d.draw.shuffled([d.me.full_name, *(p.name for p in people)]), tag="Social")
    decoy, day = d.draw.pick(d.people), 86400 * d.draw.integer(1, 9)
    d.add_event(title, start + day - 600, start + day + 3000, attendees=[d.me.full_name, decoy.name], tag="Social")
    text = d.draw.pick(_TEXTS)
    d.ask(title=title, minutes=str(minutes), app=app, text=text)
    for person in people:
        d.agent(f"{app}__send_message", user_id=d.state(app).name_to_id[person.name], content=text).at(moment)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    app = said["app"]
    events = phone.call("Calendar__read_today_calendar_events", "When does it begin?")["events"]
    event = next(e for e in events if e["title"] == said["title"])
    me = phone.call("Contacts__get_current_user_details")
    names = [name for name in event["attendees"] if name != f"{me['first_name']} {me['last_name']}"]
    users = [phone.call(f"{app}__lookup_user_id", "The id.", user_name=name)[name] for name in names]
    start = datetime.fromisoformat(event["start_datetime"]).replace(tzinfo=UTC).timestamp()
    phone.wait_until(start - 60 * int(said["minutes"]), f"It begins at {event['start_datetime']}.")
    for user in users:
        phone.call(f"{app}__send_message", "It is time.", user_id=user, content=said["text"])
    phone.tell(f"All attendees of {said['title']} have been told.")


FAMILY = Family("ahead_of_event", "Time", PHRASINGS, make, solve, test_only=True, tags=("time-based", "join"))
