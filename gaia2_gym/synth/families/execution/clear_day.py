"""Take everything off a day of the calendar and tell those who would have come."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of
from gaia2_gym.synth.families.material import parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'I\'m ill on {day}. Delete every event I have that day and send each attendee (not me) an email of their own with the subject "{subject}" '
    'saying "{text}"',
    'Please clear my calendar for {day} completely. Everybody who was to attend one of those events gets a separate email, subject "{subject}", '
    'text "{text}"',
    'Something came up on {day}: remove all calendar events of that day, and write to each of the attendees individually, subject "{subject}": '
    '"{text}"',
    'Wipe {day}. All events go. Attendees are told one by one by email (subject "{subject}", "{text}").',
    'Could you cancel whatever is in my calendar on {day}? Delete the events and send an email to every attendee, one each, with "{subject}" as '
    'the subject and "{text}" as the text.',
    'I have to take {day} off. That means: delete all events of the day, then one email per attendee, subject "{subject}", which says "{text}"',
    'Every event on {day} must be deleted. After that, email each person who is listed as an attendee separately: subject "{subject}", content '
    '"{text}"',
    'No appointments on {day}, please; delete what there is. The people who would have attended each receive a mail (subject "{subject}"): "{text}"',
    "My {day} has to be free. Take all events of that day out of the calendar and let each attendee know with a mail of their own, subject "
    '"{subject}", saying "{text}"',
    'Clear {day} for me: events deleted, attendees informed individually by email under the subject "{subject}" with "{text}"',
)
_TEXTS = (
    ("About that day", "I have to cancel our appointment that day."),
    ("Not coming", "I cannot make it that day and have cancelled the event."),
    ("Day off", "I am taking the day off, so our appointment is cancelled."),
    ("Out sick", "I am ill and have cancelled our appointment."),
)


def make(d: Draft) -> None:
    day = d.start - d.start % 86400 + 86400 * d.draw.integer(1, 25)
    people = d.draw.sample(d.people, 1 + d.difficulty)
    for event in [e for e in d.events if e.start_datetime < day + 86400 and e.end_datetime > day]:
        d.fits(event.start_datetime >= day and event.end_datetime <= day + 86400)
    for n in range(1 + d.difficulty // 2):
        start = day + 3600 * (8 + 2 * n)
        attendees = [p.name for p in d.draw.sample(people, d.draw.integer(1, 2))]
        d.add_event(
            d.draw.pick(("Workshop", "Tasting", "Rehearsal", "Interview", "Review")), start, start + 3600, attendees=[d.me.full_name, *attendees]
        )
    gone = [e for e in d.events if day <= e.start_datetime < day + 86400]
    names = sorted({name for e in gone for name in e.attendees} - {d.me.full_name})
    d.fits(len(gone) <= 3 + d.difficulty and names)
    subject, text = d.draw.pick(_TEXTS)
    d.ask(day=day_of(day), subject=subject, text=text)
    emails = {c.full_name: c.email for c in d.contacts}
    for event in gone:
        d.agent("Calendar__delete_calendar_event", event_id=event.event_id)
    for name in names:
        d.agent("Emails__send_email", recipients=[emails[name]], subject=subject, content=text)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    day = parse_moment(phone.now, said["day"])
    events = phone.events(day, day + 86399)
    me = phone.call("Contacts__get_current_user_details")
    own = f"{me['first_name']} {me['last_name']}"
    names = sorted({name for e in events for name in e["attendees"]} - {own})
    emails = [phone.contact(name)["email"] for name in names]
    for event in events:
        phone.call("Calendar__delete_calendar_event", f"{event['title']} is on that day.", event_id=event["event_id"])
    for email in emails:
        phone.call("Emails__send_email", "One of the attendees.", recipients=[email], subject=said["subject"], content=said["text"])
    phone.tell(f"{len(events)} events were deleted and {len(emails)} people informed.")


FAMILY = Family("clear_day", "Execution", PHRASINGS, make, solve, tags=("bulk",))
