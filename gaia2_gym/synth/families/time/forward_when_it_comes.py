"""Forward an email from somebody as soon as it arrives, and no other."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, text_of
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS, distractor_mails
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "I'm expecting an email from {sender} in the next minutes. Forward it to {receiver} the moment it arrives. Leave all other mail alone.",
    "As soon as {sender} writes to me, forward that email to {receiver}. Other emails are none of your business.",
    "Watch my inbox: {sender} is about to send something, and {receiver} needs it at once. Forward it right away, and only that.",
    "When {sender}'s email comes in, pass it on to {receiver} within seconds. Ignore the rest.",
    "Keep an eye on the mail. The next one from {sender} goes straight to {receiver}, as a forward. Nothing else does.",
    "{receiver} is waiting for an email that {sender} will send me shortly; please forward it immediately when it's there.",
    "Could you wait for an email from {sender} and forward it without delay to {receiver}? Anything from others stays where it is.",
    "An email by {sender} should reach me soon. Once it has, forward it to {receiver}, quickly.",
    "Do nothing until {sender} emails me; then forward the email to {receiver} straight away.",
    "Stand by for {sender}'s email and forward it to {receiver} as soon as you see it. Don't forward mail from anyone else.",
)


def make(d: Draft) -> None:
    sender, receiver, *others = d.draw.sample(d.people, 6)
    d.ask(sender=sender.name, receiver=receiver.name)
    seconds = float(d.draw.integer(60, 240))
    distractor_mails(d, others, d.difficulty, within=seconds)
    mail = {"sender": sender.email, "recipients": [d.me.email], "subject": d.draw.pick(SUBJECTS), "content": d.draw.pick(MESSAGES)}
    arrived = d.env("Emails__create_and_add_email", **mail).after(seconds=seconds)
    d.agent("Emails__forward_email", email_id=arrived.result, recipients=[receiver.email], folder_name="INBOX").after(arrived, seconds=3)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    sender, receiver = phone.contact(said["sender"])["email"], phone.contact(said["receiver"])["email"]
    begin = text_of(phone.now)
    while not phone.over:
        phone.wait(300, f"I wait for {said['sender']}'s email.")
        latest = phone.call("Emails__list_emails", "Who is it from?", limit=1)["emails"][0]
        if latest["sender"] == sender and latest["timestamp"] > begin:
            phone.call("Emails__forward_email", "That is the one.", email_id=latest["email_id"], recipients=[receiver], folder_name="INBOX")
            phone.tell(f"{said['sender']}'s email has been forwarded to {said['receiver']}.")
            return


FAMILY = Family("forward_when_it_comes", "Time", PHRASINGS, make, solve, tags=("event-based",))
