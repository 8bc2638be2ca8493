"""Correct phone numbers in the address book and ask whether they are right; whoever answers with another number is corrected again."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.adaptability.turns import after_telling, bystanders, letter, meanwhile, newest_from, parts
from gaia2_gym.synth.families.material import numbered, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'I have new phone numbers: {cards}. Correct the contacts and email everybody named, one email each, subject "Your number", text "{text}" Tell me '
    'when that is done. If somebody answers with another number, that one is right: put it in, reply "{thanks}" and tell me the right number.',
    'Please update my contacts with these numbers: {cards}. Each of these people gets an email of their own ("Your number": "{text}") and I '
    "get a "
    'note. When a different number comes back, change the contact once more, answer "{thanks}", and tell me the right number.',
    'Phone numbers that I copied from a napkin: {cards}. Enter them, then write to each person separately, subject "Your number", "{text}" Report. '
    'Mistakes are likely, so if anyone replies with a number of their own, enter that instead, write back "{thanks}" and report the right number.',
    'Address book: {cards}. Change the phone numbers accordingly, send each of them a separate email with the subject "Your number" and the text '
    '"{text}" and confirm to me. Corrections by reply are to be entered and answered with "{thanks}"; confirm the right number to me.',
    'Could you put these phone numbers into my contacts: {cards}? And ask by email, one per person, subject "Your number": "{text}" Let me know. '
    "If a "
    'reply gives a different number, put that in, reply "{thanks}" and let me know the right number.',
    'The following phone numbers have to go into the existing contacts: {cards}. Afterwards an individual email to every one of them, "Your '
    'number" as '
    'subject, "{text}" as text, and a message to me. A reply with another number means the contact must be changed again, the reply answered '
    '"{thanks}", and the right number sent to me.',
    'Numbers changed at the club: {cards}. Edit the contacts\' phone numbers. To be safe email each person (subject "Your number", text '
    '"{text}", no '
    'joint email) and tell me. Whoever sends another number back gets that number in my contacts and the reply "{thanks}"; tell me which it is.',
    'Kindly set these phone numbers in my contacts: {cards}. Kindly email each person individually under the subject "Your number" with the words '
    '"{text}" and notify me. Should an answer contain a different number, kindly set that one, reply "{thanks}", and notify me of the right number.',
    'From the new list: {cards}. That goes into the phone field of the contacts. Check by email, one for each, subject "Your number", "{text}", '
    "then a "
    'word to me. Answers that only confirm need nothing. Answers with another number: correct it, reply "{thanks}", and a word to me with the '
    "right number.",
    'Fix the phone numbers in my contacts, please: {cards}. Then let each of them know in a separate email, subject "Your number": "{text}" '
    "Drop me a "
    'line. If one of them replies with a different number, fix that too, reply "{thanks}" and drop me a line with the right number.',
)
_THANKS = ("Thank you, I have corrected it.", "I have changed it, thanks.", "Thanks for telling me.")
_TEXTS = ("What is your current phone number?", "Which phone number do you use now?", "Please send me your phone number, just to be sure.")
_SAME = ("It is {number}, as before.", "You have the right one: {number}.", "My number is {number}.")
_OTHER = ("It is {number} these days.", "I can be reached at {number}.", "My number is {number}, please use that one.")
_NUMBER = re.compile(r"\+\d[\d ]+\d")


def make(d: Draft) -> None:
    people = d.draw.sample([p for p in d.people if _NUMBER.fullmatch(p.phone)], 1 + (d.difficulty + 1) // 2)
    numbers = [_other_number(d, p.phone) for p in people]
    names = [p.name for p in people]
    text, thanks = d.draw.pick(_TEXTS), d.draw.pick(_THANKS)
    cards = written_list([f"{name} {number}" for name, number in zip(names, numbers, strict=True)])
    d.ask(cards=cards, text=text, thanks=thanks, **numbered(name=names, number=numbers))
    asked = {}
    for person, number in zip(people, numbers, strict=True):
        d.agent("Contacts__edit_contact", contact_id=person.contact.contact_id, updates={"phone": number})
        asked[person.name] = d.agent("Emails__send_email", recipients=[person.email], subject="Your number", content=text)
    told = d.say("Done.")
    order = d.draw.shuffled(zip(people, numbers, strict=True))
    wrong = order[: 2 if d.difficulty >= 4 else 1]
    for n, (person, number) in enumerate(wrong):
        meanwhile(d, told, bystanders(d, *people), d.difficulty - 1, within=60)
        for other, theirs in order[len(wrong) :] if n == 0 else ():
            answer = letter(d, other, d.draw.pick(_SAME).format(number=theirs))
            d.env("Emails__reply_to_email_from_user", sender=other.email, email_id=asked[other.name].result, content=answer).after(told, seconds=30)
        new = _other_number(d, number)
        answer = letter(d, person, d.draw.pick(_OTHER).format(number=new))
        reply = d.env("Emails__reply_to_email_from_user", sender=person.email, email_id=asked[person.name].result, content=answer)
        reply.after(told, seconds=60)
        d.agent("Contacts__edit_contact", contact_id=person.contact.contact_id, updates={"phone": new})
        d.agent("Emails__reply_to_email", email_id=reply.result, content=thanks)
        told = d.say(f"The right number is {new}.")


def _other_number(d: Draft, number: str) -> str:
    """A number that begins like another one."""
    return number[:-3] + str((int(number[-3:]) + d.draw.integer(1, 998)) % 1000).zfill(3)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    names = parts(said, "name")
    cards = {}
    known = dict(zip(names, parts(said, "number"), strict=True))
    for name in names:
        card = cards[name] = phone.contact(name)
        phone.call("Contacts__edit_contact", f"{name}'s new number.", contact_id=card["contact_id"], updates={"phone": known[name]})
        phone.call("Emails__send_email", "And the question.", recipients=[card["email"]], subject="Your number", content=said["text"])
    for news in after_telling(phone, "I have changed the numbers and sent the emails.", "Emails", "Nothing to correct so far."):
        for name in [name for name in names if cards[name]["email"] in news.text]:
            _compare(phone, name, cards[name], known, said["thanks"])


def _compare(phone: Phone, name: str, card: Mapping[str, str], known: dict[str, str], thanks: str) -> None:
    """Read somebody's answer, and correct the number if it is another one."""
    reply = newest_from(phone, card["email"], f"{name} has answered.")
    number = _NUMBER.findall(reply["content"])[0]
    if number == known[name]:
        return
    known[name] = number
    phone.call("Contacts__edit_contact", f"{name} gives another number.", contact_id=card["contact_id"], updates={"phone": number})
    phone.call("Emails__reply_to_email", "I say thanks.", email_id=reply["email_id"], content=thanks)
    phone.tell(f"I have corrected {name}: the number is {number}.")


FAMILY = Family("check_numbers", "Adaptability", PHRASINGS, make, solve, tags=("contacts", "email"))
