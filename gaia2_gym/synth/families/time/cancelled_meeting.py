"""When an attendee cancels the meeting, tell another one within seconds."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of
from gaia2_gym.synth.families.material import TITLES, distractor_mails, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    '{host} may delete "{title}" on {day} from the calendar in the next minutes. If so, email {guest} at once, subject "Cancelled", text "{text}"',
    'Keep an eye on "{title}" ({day}). The moment {host} takes it out of the calendar, write to {guest} by email: subject "Cancelled", "{text}"',
    'Should {host} cancel "{title}" on {day} now, {guest} must know within seconds: email, subject "Cancelled", saying "{text}"',
    '{host} is thinking of calling off "{title}" on {day}. As soon as the event disappears, email {guest} "{text}" with the subject "Cancelled".',
    'Please wait for {host} to decide about "{title}" ({day}). A deletion means an immediate email to {guest}: "Cancelled" as subject, '
    '"{text}" as text.',
    'If "{title}" on {day} gets deleted by {host}, send {guest} an email straight away (subject "Cancelled"): "{text}"',
    '{guest} is already packing for "{title}" on {day}. So when {host} deletes it, tell {guest} immediately by email, subject "Cancelled": "{text}"',
    'Watch the calendar: "{title}" on {day} could be removed by {host} any minute. Then {guest} gets an email without delay, subject '
    '"Cancelled", "{text}"',
    'The second {host} removes "{title}" ({day}) I want {guest} to have an email in the inbox, subject "Cancelled", "{text}"',
    'Stand by. "{title}" on {day} depends on {host}; when {host} deletes the event, email {guest} right then with "{text}" (subject "Cancelled").',
)
_TEXTS = ("The meeting is cancelled, please do not come.", "It is off, I am sorry.", "It has just been cancelled.")


def make(d: Draft) -> None:
    host, guest, *others = d.draw.sample(d.people, 6)
    title = d.draw.pick(TITLES)
    d.fits(all(e.title != title for e in d.events))
    start = d.start - d.start % 86400 + 86400 * d.draw.integer(1, 3) + 3600 * d.draw.integer(9, 18)
    event = d.add_event(title, start, start + 3600, attendees=[d.me.full_name, host.name, guest.name], tag="Social")
    text = d.draw.pick(_TEXTS)
    d.ask(host=host.name, guest=guest.name, title=title, day=day_of(start), text=text)
    seconds = float(d.draw.integer(70, 280))
    distractor_mails(d, others, d.difficulty - 1, within=seconds)
    gone = d.env("Calendar__delete_calendar_event_by_attendee", event_id=event.event_id, who_delete=host.name).after(seconds=seconds)
    d.agent("Emails__send_email", recipients=[guest.email], subject="Cancelled", content=text).after(gone, seconds=3)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    email = phone.contact(said["guest"])["email"]
    day = parse_moment(phone.now, said["day"])
    while not phone.over:
        phone.wait(300, "I wait for the calendar.")
        if phone.arrived("Calendar") and not any(e["title"] == said["title"] for e in phone.events(day, day + 86399)):
            phone.call("Emails__send_email", "It is gone.", recipients=[email], subject="Cancelled", content=said["text"])
            phone.tell(f"{said['host']} has cancelled, and {said['guest']} knows.")
            return


FAMILY = Family("cancelled_meeting", "Time", PHRASINGS, make, solve, tags=("event-based",))
