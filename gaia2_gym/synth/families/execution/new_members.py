"""Enter people from a list in an email into the contacts, and welcome each."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gaia2_gym.synth.cast import Person
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import SUBJECTS
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.locales import ascii_letters, locales
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    '{sender} has sent me a list in the email "{subject}". Add everybody on it who isn\'t in my contacts yet (name, phone, email and job), and '
    'send each of those new people their own email with the subject "{hello}" saying "{text}"',
    'Enter the people from {sender}\'s email "{subject}" into my contacts with first and last name, job, phone and email. Skip those I already '
    'have. Every newly added person then gets a separate email, subject "{hello}", text "{text}"',
    'Please copy the list in "{subject}" (email from {sender}) to my address book: names, phones, emails, jobs. Whoever is in it already stays '
    'as is. To each one you have added send an individual email: subject "{hello}", "{text}"',
    'In "{subject}", {sender} names some people. I want the ones I don\'t have yet as contacts, with name, job, phone number and email address, '
    'and each of the new ones welcomed by an email of their own (subject "{hello}"): "{text}"',
    'New contacts from {sender}\'s email "{subject}": save name, email, phone and job of all who are missing in my contacts, then mail the new '
    'ones separately with "{hello}" as the subject and "{text}" as the text.',
    'Look at the email "{subject}" by {sender}. Some of the people listed are known to me, the others are to be added to the contacts (phone, '
    'email, job as given there). Send the added ones, one by one, an email "{hello}": "{text}"',
    '{sender} wrote down who is joining us (subject "{subject}"). Could you add them to my contacts with everything that\'s written there, leave '
    'out those I have, and email the new people individually? Subject "{hello}", content "{text}"',
    'My address book lacks some of the people in {sender}\'s email "{subject}". Add the missing ones with first name, last name, job, phone, '
    'email. Afterwards each of them receives a separate email, "{hello}", that reads "{text}"',
    'From the email "{subject}" that {sender} sent: contact cards for everyone new to me (name, phone, email, job), plus one email per new '
    'person, subject "{hello}", message "{text}"',
    'Job for you: {sender}, email "{subject}", a list of people. Not yet among my contacts? Then add with job, phone and email, and write to '
    'that person alone, subject "{hello}": "{text}"',
)
_JOBS = ("welder", "florist", "archivist", "dentist", "bus driver", "optician", "tiler", "cellist", "baker", "notary")
_TEXTS = ("You are now in my address book.", "I have saved your number and address.", "We meet every Thursday at 7 PM.")
_LINE = re.compile(r"^- (\S+) (.+), (.+), (\+[\d ]+), (\S+@\S+)$", re.MULTILINE)


def make(d: Draft) -> None:
    sender, *known = d.draw.sample(d.people, 1 + d.draw.integer(1, 2))
    subject = d.draw.pick(SUBJECTS)
    d.fits(all(m.subject != subject for m in d.mails()))
    people = [_stranger(d) for _ in range(1 + d.difficulty)]
    names = {c.full_name for c in d.contacts}
    d.fits(len({p["email"] for p in people}) == len(people) and all(f"{p['first_name']} {p['last_name']}" not in names for p in people))
    d.fits(all(p.contact.job and " " not in p.first_name for p in known))
    lines = [f"- {p['first_name']} {p['last_name']}, {p['job']}, {p['phone']}, {p['email']}" for p in d.draw.shuffled([*people, *map(_card, known)])]
    d.add_mail(sender.email, subject, "\n".join(("These are the people I told you about:", *lines)), d.start - 3600 * d.draw.integer(1, 60))
    hello, text = d.draw.pick(("Welcome", "Hello there", "First steps")), d.draw.pick(_TEXTS)
    d.ask(sender=sender.name, subject=subject, hello=hello, text=text)
    for person in people:
        d.agent("Contacts__add_new_contact", **person)
        d.agent("Emails__send_email", recipients=[person["email"]], subject=hello, content=text)


def _card(person: Person) -> dict[str, str]:
    job = person.contact.job or ""
    return {"first_name": person.first_name, "last_name": person.contact.last_name, "job": job, "phone": person.phone, "email": person.email}


def _stranger(d: Draft) -> dict[str, str]:
    locale = d.draw.pick(locales())
    first, last = d.draw.pick([n for n in (*locale.female, *locale.male) if " " not in n]), d.draw.pick(locale.last)
    email = f"{ascii_letters(first)}.{ascii_letters(last)}@{d.draw.pick(('postbox.example', 'letters.example'))}"
    return {"first_name": first, "last_name": last, "job": d.draw.pick(_JOBS), "phone": locale.phone_number(d.draw), "email": email}


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    sender = phone.contact(said["sender"])["email"]
    mail = next(m for m in phone.mails() if m["sender"] == sender and m["subject"] == said["subject"])
    known = {f"{c['first_name']} {c['last_name']}" for c in phone.contacts()}
    new = [found for found in _LINE.findall(mail["content"]) if f"{found[0]} {found[1]}" not in known]
    for first, last, job, number, email in new:
        thought = f"{first} {last} is not among my contacts."
        phone.call("Contacts__add_new_contact", thought, first_name=first, last_name=last, job=job, phone=number, email=email)
    for *_, email in new:
        phone.call("Emails__send_email", "A welcome to each.", recipients=[email], subject=said["hello"], content=said["text"])
    phone.tell(f"{len(new)} people were new to your contacts.")


FAMILY = Family("new_members", "Execution", PHRASINGS, make, solve, tags=("bulk", "conditional"))
