"""Where does the person live who sent an email with a certain text?"""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Somebody emailed me "{text}" What is the {field} of the person who sent it, according to my contacts? Only that, please.',
    'Find the email that says "{text}" and tell me its sender\'s {field} from my address book. Nothing else.',
    "Who wrote \"{text}\" to me doesn't matter, but I need that contact's {field}.",
    "There's an email in my inbox with the text \"{text}\" Look up the sender in the contacts: what's the {field}?",
    'I remember reading "{text}" in a mail. Give me the {field} of whoever sent that, as my contacts have it.',
    'Sender of the email "{text}" - their {field}, please.',
    'Could you find out the {field} (as in my contacts) of the person from whom the email with "{text}" came?',
    'An email reads "{text}" Please tell me just the {field} that my address book has for its sender.',
    'What {field} do I have on file for the person who emailed me "{text}"?',
    'Check my inbox for "{text}" and then my contacts for the sender. I only want the {field}.',
)
_FIELDS = {"phone number": "phone", "postal address": "address", "job": "job", "age": "age"}


def make(d: Draft) -> None:
    text, field = d.draw.pick(MESSAGES), d.draw.pick(sorted(_FIELDS))
    sender, *others = d.draw.sample([p for p in d.people if p.contact.job and p.contact.age], 2 + d.difficulty)
    d.fits(all(text not in m.content for m in d.mails()))
    d.add_mail(sender.email, d.draw.pick(SUBJECTS), text, d.start - 3600 * d.draw.integer(5, 400))
    for other in others:
        d.add_mail(other.email, d.draw.pick(SUBJECTS), d.draw.pick([m for m in MESSAGES if m != text]), d.start - 3600 * d.draw.integer(5, 400))
    values = [str(getattr(p.contact, _FIELDS[field])) for p in (sender, *others)]
    d.fits(values[0] not in values[1:] and "Retired" not in values[0] and values[0] != "Student")
    d.ask(text=text, field=field)
    d.answer(values[0], wrong=values[1:3])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    words = said["text"].rstrip(".")
    mail = next(m for m in phone.call("Emails__search_emails", "The email first.", query=words) if words in m["content"])
    card = next(c for c in phone.call("Contacts__search_contacts", "Its sender.", query=mail["sender"]) if c["email"] == mail["sender"])
    phone.tell(f"{card[_FIELDS[said['field']]]}", f"{card['first_name']} {card['last_name']} sent it.")


FAMILY = Family("who_wrote_about", "Search", PHRASINGS, make, solve, tags=("join",))
