"""Two people of the name: do the clear part, and ask which one is meant for the other; in the harder ones the user then says which."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.apps.contacts import Contact
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Email {clear} with the subject "{subject}" and the text "{first}" Then email {unclear}, same subject, "{second}" If anything is '
    "unclear, do what you "
    "can and ask me by full names.",
    'Two emails with the subject "{subject}": {clear} gets "{first}" and {unclear} gets "{second}" Should a name fit several contacts, '
    "don't guess; name "
    "them in full and ask.",
    'Write "{first}" to {clear} and "{second}" to {unclear}, each by email, subject "{subject}". Ask before you write to the wrong person, '
    "and tell me "
    "the full names in question.",
    'Please send {clear} an email, subject "{subject}", "{first}" And {unclear} one with the same subject, "{second}" If you are not sure '
    "who is meant, "
    "list the people by full name and let me choose.",
    'I have two messages to get out by email under "{subject}". For {clear}: "{first}" For {unclear}: "{second}" If I was imprecise, tell '
    "me the full "
    "names that fit.",
    '{clear} should read "{first}" and {unclear} should read "{second}" Both by email with the subject "{subject}". Never guess a '
    "recipient: give me the "
    "full names to choose from instead.",
    'Send by email, subject "{subject}": to {clear} "{first}"; to {unclear} "{second}" When in doubt about a recipient leave that email and '
    "ask, with "
    "the full names.",
    'Could you email {clear} "{first}" and {unclear} "{second}"? Subject of both: "{subject}". If one of them cannot be told apart from '
    "another contact, "
    "ask me with full names.",
    'Emails, subject "{subject}" throughout. {clear}: "{first}" {unclear}: "{second}" Anything ambiguous comes back to me as a question '
    "that lists the "
    "full names.",
    'Do these: email to {clear}, "{first}"; email to {unclear}, "{second}"; subject "{subject}" for both. In case a name is not unique in '
    "my contacts, "
    "hold that one back and tell me which people it could be, in full.",
)


def make(d: Draft) -> None:
    one, other, clear = d.draw.sample([c for c in d.contacts if c.status == "Employed"], 3)
    d.fits(len({one.first_name, other.first_name, clear.first_name}) == 3 and one.gender == other.gender)
    twin = d.edit_contact(other, first_name=one.first_name)
    d.fits(sum(c.first_name == one.first_name for c in d.contacts) == 2 and all(c.full_name != one.full_name for c in d.contacts if c is not one))
    _rename(d, other, twin)
    subject, (first, second) = d.draw.pick(SUBJECTS), d.draw.sample(MESSAGES, 2)
    d.ask(clear=clear.full_name, unclear=one.first_name, subject=subject, first=first, second=second)
    d.agent("Emails__send_email", recipients=[clear.email], subject=subject, content=first)
    names = f"{one.full_name} and {twin.full_name}"
    others = [c.full_name for c in d.contacts if c not in (one, twin, clear)]
    wrong = f"There are two people called {one.first_name}: {one.full_name} and {others[0]}. Which one do you mean?"
    asked = f"There are two people called {one.first_name} in your contacts, {names}. Which one do you mean?"
    if d.difficulty < 3:
        d.answer(asked, wrong=[wrong, "Everything is done."])
    else:
        d.say(asked)
        chosen = d.draw.pick((one, twin))
        d.user(f"I mean {chosen.full_name}.")
        d.agent("Emails__send_email", recipients=[chosen.email], subject=subject, content=second)


def _rename(d: Draft, old: Contact, new: Contact) -> None:
    """The new name wherever the calendar and the chats have the old one."""
    from dataclasses import replace

    events = d.state("Calendar").events
    for id, event in events.items():
        if old.full_name in event.attendees:
            events[id] = replace(event, attendees=tuple(new.full_name if name == old.full_name else name for name in event.attendees))
    for app in ("Messages", "Chats"):
        state = d.state(app)
        if old.full_name in state.name_to_id:
            id = state.name_to_id.pop(old.full_name)
            state.name_to_id[new.full_name] = id
            state.id_to_name[id] = new.full_name


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    clear = phone.contact(said["clear"])["email"]
    phone.call("Emails__send_email", "The clear one first.", recipients=[clear], subject=said["subject"], content=said["first"])
    found = phone.call("Contacts__search_contacts", "And the other?", query=said["unclear"])
    fitting = [c for c in found if c["first_name"] == said["unclear"]]
    names = [f"{c['first_name']} {c['last_name']}" for c in fitting]
    phone.tell(f"Which {said['unclear']} should get the second email, {' or '.join(names)}?", "Several people have that name, so I ask.")
    if not phone.over:
        answer = phone.messages[-1]
        chosen = next(c for c, name in zip(fitting, names, strict=True) if name in answer)
        phone.call("Emails__send_email", "Now it is clear.", recipients=[chosen["email"]], subject=said["subject"], content=said["second"])
        phone.tell("The second email is sent as well.")


FAMILY = Family("same_first_name", "Ambiguity", PHRASINGS, make, solve, tags=("several-referents",))
