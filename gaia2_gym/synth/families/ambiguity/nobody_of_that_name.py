"""Somebody who is not in the address book: do the rest and report."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.locales import locales
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Send "{text}" by email to each of {names}, separately, with the subject "{subject}". If you cannot reach somebody, tell me who.',
    'Each of {names} should get an email of their own: subject "{subject}", text "{text}". Report anyone you have no address for.',
    'Email {names} one by one (subject "{subject}"): "{text}". Let me know afterwards whom you could not write to.',
    'Please write to {names}, one email each, "{text}", subject "{subject}". Should a person be missing from my contacts, say so by name.',
    'Separate emails to {names}, please, subject "{subject}": "{text}". If a contact does not exist, skip it and tell me.',
    '{names} need to know: "{text}". One email per person, subject "{subject}". Name those who are not in my address book.',
    'Could you let {names} know "{text}"? By email, individually, subject "{subject}". Tell me if one of them is not among my contacts.',
    'Individual emails (subject "{subject}") saying "{text}" to {names}. In case someone can\'t be found, report the name to me.',
    'To {names}, each alone, by email under "{subject}": "{text}". I may have mixed up a name; if so, tell me which one is unknown.',
    'Mail {names} separately with "{text}" (subject "{subject}"). Whoever cannot be found, leave out and mention to me.',
)


def make(d: Draft) -> None:
    known = d.draw.sample(d.people, 1 + d.difficulty)
    locale = d.draw.pick(locales())
    firsts = {c.first_name for c in d.contacts}
    missing = f"{d.pick([n for n in (*locale.female, *locale.male) if n not in firsts])} {d.draw.pick(locale.last)}"
    subject, text = d.draw.pick(SUBJECTS), d.draw.pick(MESSAGES)
    names = d.draw.shuffled([p.name for p in known] + [missing])
    d.ask(names=written_list(names), subject=subject, text=text, **{f"name{i}": name for i, name in enumerate(names)})
    for person in known:
        d.agent("Emails__send_email", recipients=[person.email], subject=subject, content=text)
    wrong = [f"{known[0].name} is not in your contacts, so I could not write there.", "All emails are sent."]
    d.answer(f"{missing} is not in your contacts, so that email was not sent.", wrong=wrong)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    names = [said[f"name{i}"] for i in range(12) if f"name{i}" in said]
    unknown = []
    for name in names:
        found = [c for c in phone.call("Contacts__search_contacts", f"Who is {name}?", query=name) if f"{c['first_name']} {c['last_name']}" == name]
        if found:
            phone.call("Emails__send_email", "Found.", recipients=[found[0]["email"]], subject=said["subject"], content=said["text"])
        else:
            unknown.append(name)
    phone.tell(f"I have no contact called {written_list(unknown)}, so there was no email to that person.")


FAMILY = Family("nobody_of_that_name", "Ambiguity", PHRASINGS, make, solve, tags=("impossible",))
