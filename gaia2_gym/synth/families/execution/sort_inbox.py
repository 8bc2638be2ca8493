"""Forward the inbox emails with attachments of people who live in a city, and delete their other ones."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS, settle
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Go through the emails in my inbox from contacts who live in {city}: forward the ones with an attachment to {receiver} and delete those without.",
    "Inbox clean-up. Whatever people living in {city} have sent me: with attachment, forward to {receiver}; without attachment, delete.",
    "My contacts in {city} write too much. Delete their emails from the inbox unless a file is attached, in which case {receiver} gets it forwarded.",
    "Please sort my inbox for senders that live in {city} according to my contacts. Attachment: forward to {receiver}. No attachment: delete.",
    "All inbox emails by my {city} contacts are to be dealt with. Those with files attached go on to {receiver} as forwards, the others are deleted.",
    "{receiver} collects the files that people in {city} send me. Forward every email with an attachment from contacts living there, and delete "
    "their emails that have none. Only the inbox.",
    "Could you look at each email in my inbox that came from a contact in {city}? If it has an attachment, forward it to {receiver}; if not, "
    "delete it.",
    "For every sender in my inbox whose city is {city} in my address book: emails without attachments get deleted, emails with attachments get "
    "forwarded to {receiver}.",
    "I'm done with {city}. Emails in the inbox from contacts there: forward to {receiver} where something is attached, otherwise delete.",
    "Emails from contacts living in {city}, inbox only. Has attachment? Forward to {receiver}. Has none? Delete. Touch nothing else.",
)
_FILES = ("plan.txt", "members.csv", "route.txt", "prices.csv", "minutes.txt", "order_form.txt")


def make(d: Draft) -> None:
    receiver, *senders = d.draw.sample(d.people, 2 + d.difficulty)
    cards = d.state("Contacts").contacts
    city = settle(d, [cards[p.contact.contact_id] for p in senders])
    there = {c.email for c in d.contacts if c.city_living == city}
    d.fits(receiver.email not in there)
    for n in range(1 + 2 * d.difficulty):
        sender = d.draw.pick(senders)
        files = {d.draw.pick(_FILES): d.draw.pick(MESSAGES).encode()} if n % 2 else None
        d.add_mail(sender.email, d.draw.pick(SUBJECTS), d.draw.pick(MESSAGES), d.start - 3600 * d.draw.integer(2, 200), files=files)
    d.add_mail(receiver.email, d.draw.pick(SUBJECTS), d.draw.pick(MESSAGES), d.start - 1800, files={d.draw.pick(_FILES): b"from me\n"})
    mails = [m for m in d.mails() if m.sender in there]
    d.fits(len(mails) <= 4 + 3 * d.difficulty)
    d.ask(city=city, receiver=receiver.name)
    for mail in mails:
        if mail.attachments and mail.attachments.files:
            d.agent("Emails__forward_email", email_id=mail.email_id, recipients=[receiver.email])
        else:
            d.agent("Emails__delete_email", email_id=mail.email_id)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    cards = phone.contacts()
    there = {c["email"] for c in cards if c["city_living"] == said["city"] and not c["is_user"]}
    receiver = next(c["email"] for c in cards if f"{c['first_name']} {c['last_name']}" == said["receiver"])
    mails = [m for m in phone.mails() if m["sender"] in there]
    for mail in mails:
        if mail["attachments"]:
            thought = f"{mail['sender']} is from {said['city']}, and a file is attached."
            phone.call("Emails__forward_email", thought, email_id=mail["email_id"], recipients=[receiver])
        else:
            phone.call("Emails__delete_email", "Nothing is attached to this one.", email_id=mail["email_id"])
    phone.tell(f"I have dealt with {len(mails)} emails.")


FAMILY = Family("sort_inbox", "Execution", PHRASINGS, make, solve, tags=("bulk", "conditional"))
