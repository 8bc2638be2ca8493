"""Collect who has answered until a moment, then report."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of
from gaia2_gym.synth.families.material import TITLES, at_clock, distractor_mails, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'The replies to my invitation "{title}" are coming in by email now (subject "Re: {title}"). At {time}, not before, tell me the full '
    "names of those who "
    "have replied by then.",
    'Until {time} people may answer my mail "{title}". Wait till then and tell me exactly at {time} who has sent a "Re: {title}". Full names.',
    'Please watch for emails with the subject "Re: {title}". At {time} sharp, report the full names of everyone who sent one.',
    'Deadline for "{title}" is {time}. When it strikes, give me the full names of the people whose "Re: {title}" has arrived.',
    'Who answers "{title}" in time? Collect the senders of "Re: {title}" emails and name them to me in full at {time}.',
    'At {time} I start planning "{title}". I need the full names of all who have emailed "Re: {title}" until that moment, at that moment.',
    'Could you keep a list of those who reply to "{title}" (subject "Re: {title}") and send me their full names at {time}? Not earlier, please.',
    'Let the emails "Re: {title}" come in until {time}; then tell me who sent them, by full name.',
    'I asked around about "{title}". {time} is the cut-off: tell me at that time which people (full names) have replied with "Re: {title}".',
    'Report at {time}: the full names of the senders of all emails titled "Re: {title}". Until then just wait.',
)


def make(d: Draft) -> None:
    title = d.draw.pick(TITLES)
    time = d.start + 60.0 * d.draw.integer(3, 5)
    people = d.draw.sample(d.people, 1 + (d.difficulty + 1) // 2)
    others = [p for p in d.draw.sample(d.people, 8) if p not in people]
    d.ask(title=title, time=clock_of(time))
    moments = sorted(d.draw.sample(range(20, int(time - d.start) - 30, 5), len(people)))
    sent = []
    for seconds, person in zip(moments, people, strict=True):
        mail = {
            "sender": person.email,
            "recipients": [d.me.email],
            "subject": f"Re: {title}",
            "content": d.draw.pick(("I am in.", "Gladly!", "Yes.")),
        }
        sent.append(d.env("Emails__create_and_add_email", **mail).after(*d.opening, seconds=float(seconds)))
    distractor_mails(d, others, d.difficulty // 2, within=time - d.start - 20)
    names = [p.name for p in people]
    wrong = [written_list([*names[1:], others[0].name]), written_list([*names, others[0].name])]
    d.answer(f"{written_list(names)} replied.", wrong=[f"{text} replied." for text in wrong]).after(*sent).at(time)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    phone.wait_until(at_clock(phone.now, said["time"]), "The replies may still come.")
    mails = phone.mails()[:20]
    senders = [m["sender"] for m in mails if m["subject"] == f"Re: {said['title']}"]
    cards = [next(c for c in phone.call("Contacts__search_contacts", query=sender) if c["email"] == sender) for sender in senders]
    names = written_list([f"{c['first_name']} {c['last_name']}" for c in cards])
    phone.tell(f"By {said['time']}, {names} had replied.")


FAMILY = Family("count_until", "Time", PHRASINGS, make, solve, tags=("time-based", "event-based"))
