"""Two events of one title: do the rest, leave both, and ask which one is meant."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS, TITLES
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Delete "{title}" from my calendar and email {name}, subject "{subject}", "{text}" If several events fit, delete none of them and ask '
    "me, with their days.",
    'Please cancel "{title}" in the calendar. Also write {name} an email ("{subject}"): "{text}" Should there be more than one such event, '
    "ask me which "
    "day before you delete anything.",
    'Email {name} "{text}" with the subject "{subject}", and remove the event "{title}". In case it exists more than once, tell me the days '
    "and wait.",
    '"{title}" is off: delete it. And {name} should get "{text}" by email, subject "{subject}". When you are not sure which event it is, '
    "name the days "
    "in question instead of deleting.",
    'I don\'t want "{title}" in my calendar any more. Tell {name} by email (subject "{subject}"): "{text}" If there are two of them, which '
    "I doubt, ask "
    "me which day.",
    'Take "{title}" out of my calendar, please. Then an email to {name}, subject "{subject}": "{text}" Do not guess if the title occurs '
    "repeatedly; list "
    "the days for me.",
    'Could you delete "{title}" and email {name} "{text}"? Subject: "{subject}". If the event is ambiguous leave the calendar alone and '
    "tell me on which "
    "days it occurs.",
    'Cancel the event "{title}" for me; if the calendar has more than one, give me their days and cancel none. Independently of that, email {name}: '
    '"{text}" (subject "{subject}").',
    'Calendar: delete "{title}" (ask me with the days, if there are several). Email: {name}, "{subject}", "{text}"',
    'Get rid of "{title}" in the calendar and write to {name}: "{text}", subject "{subject}". More than one event of that name? Then ask, '
    "naming the days.",
)


def make(d: Draft) -> None:
    title, person = d.draw.pick(TITLES), d.draw.pick(d.people)
    d.fits(all(e.title != title for e in d.events))
    days = sorted(d.draw.sample(range(1, 28), 2 + (d.difficulty > 3)))
    for day in days:
        start = d.start - d.start % 86400 + 86400 * day + 3600 * d.draw.integer(9, 19)
        d.add_event(title, start, start + 3600, attendees=[d.draw.pick(d.people).name], tag="Social")
    subject, text = d.draw.pick(SUBJECTS), d.draw.pick(MESSAGES)
    d.ask(title=title, name=person.name, subject=subject, text=text)
    d.agent("Emails__send_email", recipients=[person.email], subject=subject, content=text)
    times = [d.start + 86400 * day for day in days]
    listed = " and ".join(day_of(time) for time in times)
    other = " and ".join(day_of(time) for time in (times[0] + 86400, *times[1:]))
    wrong = [f"{title} is in your calendar on {other}. Which one should I delete?", f"{title} is deleted."]
    d.answer(f"{title} is in your calendar on {listed}. Which one should I delete?", wrong=wrong)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    email = phone.contact(said["name"])["email"]
    phone.call("Emails__send_email", "The email first.", recipients=[email], subject=said["subject"], content=said["text"])
    found = phone.call("Calendar__search_events", "How many are there?", query=said["title"])
    days = sorted({e["start_datetime"][:10] for e in found if e["title"] == said["title"]})
    phone.tell(f"Your calendar has {said['title']} on {' and '.join(days)}; which of them should go?", "Several, so I ask.")


FAMILY = Family("two_events_fit", "Ambiguity", PHRASINGS, make, solve, tags=("several-referents",))
