"""Send emails at given moments, neither earlier nor later."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS, at_clock, numbered, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Email the following, each at the time I give and with the subject "{subject}": {mails}.',
    'I need some emails to go out at exact times today, subject "{subject}" each: {mails}. Not earlier, please.',
    'Timing matters here. Subject "{subject}"; send {mails}.',
    'Please act as my send-later button. All of it has the subject "{subject}": {mails}.',
    'Could you email {mails}? Every one with the subject "{subject}", and precisely at its time.',
    'Here is what should leave my outbox and when, subject "{subject}" throughout: {mails}.',
    'No email before its time, please: {mails}. The subject is "{subject}" for all.',
    'Emails with the subject "{subject}": {mails}. Wait until the minute has come.',
    'I\'d like these emails (subject "{subject}") to leave on the dot: {mails}.',
    'Wait for the right minute, then send by email, with "{subject}" as subject: {mails}.',
)


def make(d: Draft) -> None:
    n = min(1 + d.difficulty // 2, 3)
    people, texts = d.draw.sample(d.people, n), d.draw.sample(MESSAGES, n)
    times = [d.start + 60.0 * minutes for minutes in sorted(d.draw.sample(range(1, 6), n))]
    subject = d.draw.pick(SUBJECTS)
    parts = [f'at {clock_of(time)} "{text}" to {p.name}' for time, text, p in zip(times, texts, people, strict=True)]
    facts = numbered(time=map(clock_of, times), text=texts, name=[p.name for p in people])
    d.ask(mails=written_list(parts), subject=subject, **facts)
    for time, text, person in zip(times, texts, people, strict=True):
        d.agent("Emails__send_email", recipients=[person.email], subject=subject, content=text).at(time)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    emails = {i: phone.contact(said[f"name{i}"])["email"] for i in range(1, 4) if f"name{i}" in said}
    for i, email in emails.items():
        phone.wait_until(at_clock(phone.now, said[f"time{i}"]), f"The next email leaves at {said[f'time{i}']}; until then I wait.")
        phone.call("Emails__send_email", "It is time.", recipients=[email], subject=said["subject"], content=said[f"text{i}"])
    phone.tell("The emails went out, each at its time.")


FAMILY = Family("send_at", "Time", PHRASINGS, make, solve, tags=("time-based",))
