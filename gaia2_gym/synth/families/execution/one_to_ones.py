"""A meeting with each person of a job, one a day by age, and a message to each wherever the person can be reached."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.execution.parts import age, employ
from gaia2_gym.synth.families.material import PLACES, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Give each of my contacts whose job is "{job}" a meeting "{title}" at {place}: one a day from {day} on, {start} to {end}, {first} first. '
    'Then email each of them separately, subject "{title}", saying "{text}"',
    'I want to meet every "{job}" in my address book alone. "{title}", {start} to {end}, {place}, on consecutive days starting {day}, in order '
    'of age, the {first} being first. Each one gets an email of their own: subject "{title}", text "{text}"',
    'Please schedule "{title}" with all my contacts who work as "{job}", one person per day, by age with the {first} first. Begin on {day}, '
    'always {start} to {end}, at {place}. After that a separate email to everyone with the subject "{title}" and "{text}"',
    'Starting {day}, I meet one "{job}" from my contacts a day ({start} to {end}, {place}), {first} first, then by age. Enter the events as '
    '"{title}" with that person as attendee, and write to each of them individually: subject "{title}", "{text}"',
    'Line up my contacts with the job "{job}" by age, {first} first. Day by day from {day}, each gets an entry "{title}" in my calendar, {start} '
    'to {end} at {place}, with just that person attending. Email them one by one (subject "{title}"): "{text}"',
    'One-to-ones: job "{job}", title "{title}", place {place}, {start} to {end} each, first day {day}, one per day without a break, sorted by '
    'age starting with the {first}. Individual emails to all of them, subject "{title}", content "{text}"',
    'Could you set up daily meetings with the people in my contacts whose job is "{job}"? The {first} one on {day}, the next in age the day '
    'after, and so on. "{title}", {start} to {end}, {place}. And to each a mail with subject "{title}" that says "{text}"',
    'I promised every "{job}" I know some time of their own. So add "{title}" at {place} from {start} to {end} on {day} for the {first} of them, '
    'and one a day for the others in order of age. Mail them separately under "{title}": "{text}"',
    'Calendar: "{title}" on {day} and the days after it, {start} to {end}, {place}, each with one contact who is a "{job}", the {first} first '
    'and so on by age. Email: one to each of them, subject "{title}", text "{text}"',
    'My contacts with "{job}" as their job should each be an attendee of their own "{title}" ({start} to {end}, {place}). The {first} comes on '
    '{day}, the others follow daily by age. Send everybody concerned their own email titled "{title}" with the words "{text}"',
)
_JOBS = ("Violin Maker", "Sound Engineer", "Dispatcher", "Bookbinder", "Set Painter", "Beekeeper", "Ferry Pilot")
_TITLES = ("Garden walk", "Feedback hour", "Catch-up", "Portrait session", "Handover", "Interview")
_TEXTS = ("I have set up a meeting with you alone.", "Our meeting is in the calendar, without anybody else.", "I look forward to our talk.")


def make(d: Draft) -> None:
    people = d.draw.sample(d.people, 1 + d.difficulty)
    job, title, place, text = d.draw.pick(_JOBS), d.draw.pick(_TITLES), d.draw.pick(PLACES), d.draw.pick(_TEXTS)
    employ(d, people, job)
    for person, years in zip(people, d.draw.sample(range(22, 75), len(people)), strict=True):
        age(d, person, years)
    retired = d.draw.pick([c for c in d.contacts if c.job != job])
    d.edit_contact(retired, job=f"Former {job}")
    first = d.draw.pick(("youngest", "oldest"))
    start = d.start - d.start % 86400 + 86400 * d.draw.integer(1, 20) + 1800 * d.draw.integer(16, 36)
    end = start + 1800 * d.draw.integer(1, 3)
    d.ask(job=job, title=title, place=place, day=day_of(start), start=clock_of(start), end=clock_of(end), first=first, text=text)
    cards = sorted((c for c in d.contacts if c.job == job), key=lambda c: c.age or 0, reverse=first == "oldest")
    for n, card in enumerate(cards):
        times = {"start_datetime": text_of(start + 86400 * n), "end_datetime": text_of(end + 86400 * n)}
        d.agent("Calendar__add_calendar_event", title=title, location=place, attendees=[card.full_name], **times)
        d.agent("Emails__send_email", recipients=[card.email], subject=title, content=text)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    cards = sorted((c for c in phone.contacts() if c["job"] == said["job"]), key=lambda c: int(c["age"]), reverse=said["first"] == "oldest")
    start, end = (parse_moment(phone.now, said["day"], said[at]) for at in ("start", "end"))
    for n, card in enumerate(cards):
        times = {"start_datetime": text_of(start + 86400 * n), "end_datetime": text_of(end + 86400 * n)}
        name = f"{card['first_name']} {card['last_name']}"
        thought = f"{name} is {card['age']}, number {n + 1}."
        phone.call("Calendar__add_calendar_event", thought, title=said["title"], location=said["place"], attendees=[name], **times)
    for card in cards:
        phone.call("Emails__send_email", "A mail to each.", recipients=[card["email"]], subject=said["title"], content=said["text"])
    phone.tell(f"{len(cards)} meetings are in the calendar.")


FAMILY = Family("one_to_ones", "Execution", PHRASINGS, make, solve, tags=("bulk", "order"))
