"""A fact is missing: do the rest and ask for it; when the user gives it, go on."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.material import MESSAGES, PLACES, SUBJECTS, TITLES, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Email {name} "{text}" (subject "{subject}") and put "{title}" on {day} at {place} into my calendar, two hours long. If something you '
    "need is missing, "
    "ask me for it.",
    'Please enter "{title}" for {day}, {place}, two hours, and write {name} an email: subject "{subject}", "{text}" Ask if I forgot to say '
    "something.",
    'Two jobs. An email to {name}, "{subject}": "{text}" And a two-hour event "{title}" at {place} on {day}. Don\'t invent details, ask for them.',
    'Add "{title}" to the calendar ({day}, {place}, it takes two hours). Also send {name} "{text}" by email, subject "{subject}". Anything '
    "unclear, ask.",
    'Send {name} an email with the subject "{subject}" and the text "{text}". "{title}" goes into my calendar: {day}, {place}, two hours. '
    "Whatever I left "
    "out, ask me rather than making it up.",
    'I would like "{title}" in my calendar on {day} at {place}, for two hours, and {name} to be emailed "{text}" (subject "{subject}"). '
    "Come back to me if "
    "you lack a detail.",
    'Could you email {name}, subject "{subject}", "{text}", and note "{title}" for two hours on {day} at {place}? If a detail is missing, '
    "do the other "
    "part and ask.",
    'Calendar: "{title}", {day}, {place}, two hours. Email: {name}, "{subject}", "{text}" Questions are welcome where I was vague.',
    'My brain is mush, so ask me when something is missing: "{title}" for two hours at {place} on {day} in the calendar; email to {name}, '
    '"{subject}", '
    '"{text}"',
    'Write to {name} ("{subject}": "{text}") and make a two-hour entry "{title}" on {day}, location {place}. If you cannot do a part without knowing '
    "more, ask.",
)


def make(d: Draft) -> None:
    person, subject, text = d.draw.pick(d.people), d.draw.pick(SUBJECTS), d.draw.pick(MESSAGES)
    title, place = d.draw.pick(TITLES), d.draw.pick(PLACES)
    start = d.start - d.start % 86400 + 86400 * d.draw.integer(1, 25) + 3600 * d.draw.integer(9, 19)
    d.ask(name=person.name, subject=subject, text=text, title=title, place=place, day=day_of(start))
    d.agent("Emails__send_email", recipients=[person.email], subject=subject, content=text)
    asked = f"What time does {title} start?"
    if d.difficulty < 3:
        d.answer(asked, wrong=[f"{title} is in your calendar.", f"Where is {title}?"])
    else:
        d.say(asked)
        d.user(f"It starts at {clock_of(start)}.")
        times = {"start_datetime": text_of(start), "end_datetime": text_of(start + 7200)}
        d.agent("Calendar__add_calendar_event", title=title, location=place, **times)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    email = phone.contact(said["name"])["email"]
    phone.call("Emails__send_email", "The email needs nothing more.", recipients=[email], subject=said["subject"], content=said["text"])
    phone.tell(f"At what time does {said['title']} start?", "The time is missing.")
    if not phone.over:
        start = parse_moment(phone.now, said["day"], phone.messages[-1].removeprefix("It starts at ").rstrip("."))
        times = {"start_datetime": text_of(start), "end_datetime": text_of(start + 7200)}
        phone.call("Calendar__add_calendar_event", "Now I know the time.", title=said["title"], location=said["place"], **times)
        phone.tell(f"{said['title']} is in your calendar.")


FAMILY = Family("unknown_time", "Ambiguity", PHRASINGS, make, solve, test_only=True, tags=("missing-facts",))
