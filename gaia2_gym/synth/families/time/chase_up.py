"""Ask several people; at a deadline remind those who have not answered, and nobody else."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, text_of
from gaia2_gym.synth.families.material import QUESTIONS, at_clock, distractor_mails, numbered, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Email {names} separately now, subject "{subject}": "{question}" At {time}, send each who hasn\'t replied by then another email, subject '
    '"Reminder": "{reminder}"',
    'Ask {names}, an email each, subject "{subject}", text "{question}" Their deadline is {time}: at that time everyone who is still silent gets an '
    'email "Reminder" saying "{reminder}"',
    'Individual emails to {names}, please: subject "{subject}", "{question}" Whoever has not answered at {time} receives "{reminder}" at that '
    'moment, subject "Reminder". Leave those in peace who have.',
    'I need answers from {names}. Mail each one "{question}" (subject "{subject}") right away. At {time} sharp, mail "{reminder}" with the subject '
    '"Reminder" to those from whom nothing has come.',
    'To {names}, one email per person: "{question}", subject "{subject}". Then wait until {time} and chase up, again one by one, those who have not '
    'replied: subject "Reminder", "{reminder}"',
    'Could you write to {names} individually (subject "{subject}", "{question}") and at {time}, not before, email "{reminder}" under the subject '
    '"Reminder" to each who owes me an answer?',
    'Two rounds of emails. Now: {names}, separately, "{subject}" as subject, "{question}" as text. At {time}: only those without a reply, '
    "separately, "
    '"Reminder" as subject, "{reminder}" as text.',
    'Please put the question "{question}" to {names} by separate emails with the subject "{subject}". Replies are due at {time}; send "{reminder}", '
    'subject "Reminder", at that time to every person who has missed it.',
    'The kettle is on, so just the essentials: email {names} separately, subject "{subject}", "{question}" {time}: email those who kept quiet, '
    'subject "Reminder", "{reminder}"',
    'Some of them never answer. So ask {names} by single emails, "{subject}", "{question}", and when it\'s {time} send the ones who '
    "haven't answered "
    '"{reminder}" (subject "Reminder").',
)
_REMINDERS = ("I still need an answer from you.", "Could you let me know today?", "Please answer soon.")


def make(d: Draft) -> None:
    people = d.draw.sample(d.people, 2 + d.difficulty // 2)
    silent = d.draw.sample(people, d.draw.integer(1, len(people) - 1))
    _, subject, question, yes = d.draw.pick(QUESTIONS)
    time, reminder = d.start + 60.0 * d.draw.integer(3, 5), d.draw.pick(_REMINDERS)
    names = [p.name for p in people]
    d.ask(names=written_list(names), subject=subject, question=question, time=clock_of(time), reminder=reminder, **numbered(name=names))
    asked = [d.agent("Emails__send_email", recipients=[p.email], subject=subject, content=question) for p in people]
    distractor_mails(d, [p for p in d.draw.sample(d.people, 8) if p not in people], d.difficulty - 1, within=time - d.start - 20)
    for person in (p for p in people if p not in silent):
        reply = {"sender": person.email, "recipients": [d.me.email], "subject": f"Re: {subject}", "content": yes}
        d.env("Emails__create_and_add_email", **reply).after(*d.opening, seconds=d.draw.integer(70, int(time - d.start) - 30))
    for person in silent:
        d.agent("Emails__send_email", recipients=[person.email], subject="Reminder", content=reminder).after(*asked).at(time)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    begin, due = text_of(phone.now), at_clock(phone.now, said["time"])
    emails = [phone.contact(said[f"name{i}"])["email"] for i in range(1, 6) if f"name{i}" in said]
    for email in emails:
        phone.call("Emails__send_email", "The first round.", recipients=[email], subject=said["subject"], content=said["question"])
    phone.wait_until(due, "Now they have time to answer.")
    mails = phone.call("Emails__list_emails", "Who has answered?", limit=20)["emails"]
    heard = {m["sender"] for m in mails if m["subject"] == f"Re: {said['subject']}" and m["timestamp"] > begin}
    late = [email for email in emails if email not in heard]
    for email in late:
        thought = f"{len(late)} have not answered."
        phone.call("Emails__send_email", thought, recipients=[email], subject="Reminder", content=said["reminder"])
    phone.tell(f"{len(heard)} of {len(emails)} have answered, and I have reminded the others.")


FAMILY = Family("chase_up", "Time", PHRASINGS, make, solve, tags=("time-based", "event-based", "deadline"))
