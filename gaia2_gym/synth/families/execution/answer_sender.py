"""Answer every unread email of a sender with one text, and move the answered ones to the trash or forward them."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Reply "{text}" to every email from {sender} in my inbox whose subject is "{subject}", and forward each of them to {receiver}.',
    'All emails in the inbox that {sender} sent under the subject "{subject}": answer each with "{text}" and forward each to {receiver}.',
    '{sender} keeps writing about "{subject}". Answer all those inbox emails with "{text}"; {receiver} should get every one of them forwarded.',
    'Please go through my inbox. Emails from {sender} with the subject "{subject}" get the reply "{text}" and are forwarded to {receiver}, one '
    "by one.",
    'For each email in my inbox from {sender} titled "{subject}": reply "{text}", then forward it to {receiver}.',
    'Could you answer the "{subject}" emails from {sender} in my inbox (each with "{text}") and pass all of them on to {receiver}?',
    'Inbox job: sender {sender}, subject "{subject}". Reply to every such email with "{text}". Forward every such email to {receiver}.',
    'I owe {sender} answers. Every inbox email by {sender} with the subject "{subject}" is to be answered with "{text}" and forwarded to {receiver}.',
    'Deal with {sender}\'s emails called "{subject}" in the inbox: the answer to each is "{text}", and {receiver} gets a forward of each.',
    'Find what {sender} has sent me with the subject "{subject}" (inbox only). Reply to each "{text}" and forward each to {receiver}.',
)


def make(d: Draft) -> None:
    sender, receiver, other = d.draw.sample(d.people, 3)
    subject, text = d.draw.pick(SUBJECTS), d.draw.pick(("Thank you, I have noted it.", "That is fine with me.", "I will see to it next week."))
    for n in range(d.difficulty):
        d.add_mail(sender.email, subject, d.draw.pick(MESSAGES), d.start - 3600 * d.draw.integer(3 + 20 * n, 20 + 20 * n), is_read=d.draw.chance(0.5))
    d.add_mail(sender.email, d.draw.pick([s for s in SUBJECTS if s != subject]), d.draw.pick(MESSAGES), d.start - 5000)
    d.add_mail(other.email, subject, d.draw.pick(MESSAGES), d.start - 7000)
    mails = [m for m in d.mails() if m.sender == sender.email and m.subject == subject]
    d.fits(len(mails) <= 1 + 2 * d.difficulty)
    d.ask(sender=sender.name, receiver=receiver.name, subject=subject, text=text)
    for mail in mails:
        d.agent("Emails__reply_to_email", email_id=mail.email_id, content=text)
        d.agent("Emails__forward_email", email_id=mail.email_id, recipients=[receiver.email])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    sender, receiver = phone.contact(said["sender"])["email"], phone.contact(said["receiver"])["email"]
    found = [m for m in phone.mails() if m["sender"] == sender and m["subject"] == said["subject"]]
    for mail in found:
        phone.call("Emails__reply_to_email", "One of them.", email_id=mail["email_id"], content=said["text"])
        phone.call("Emails__forward_email", "And the forward.", email_id=mail["email_id"], recipients=[receiver])
    phone.tell(f"I have answered and forwarded {len(found)} emails.")


FAMILY = Family("answer_sender", "Execution", PHRASINGS, make, solve, tags=("bulk",))
