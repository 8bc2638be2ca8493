"""Ask several people; whoever answers first is put into the calendar at once."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.material import TITLES, distractor_mails, numbered, parse_moment, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'I have one spare ticket for "{title}" on {day}, {start} to {end}. Email {names} separately, subject "{title}", "{text}" As soon as the '
    "first of them "
    "replies, add the event to my calendar with that person as the only attendee.",
    'Ask {names} by separate emails (subject "{title}", text "{text}") who wants to join me. The first one to answer gets into the calendar '
    "immediately: "
    '"{title}", {day}, {start} to {end}, attendee only that person.',
    'Write to each of {names} on their own, subject "{title}": "{text}" First reply wins: enter "{title}" on {day} from {start} to {end} '
    "right away with "
    "the winner as sole attendee.",
    'Whoever of {names} answers fastest comes along. Emails, one each: subject "{title}", "{text}" Then, the moment a reply is there, the '
    "calendar entry "
    '"{title}" on {day}, {start} to {end}, with that one attendee.',
    'One place is free at "{title}" ({day}, {start} to {end}). Individual emails to {names}, subject "{title}", saying "{text}" When the '
    "first answers, "
    "put the event with only that person as attendee into my calendar without delay.",
    'Please email {names} individually, subject "{title}" and text "{text}", and watch for answers. The sender of the first goes at once into a new '
    'calendar event "{title}" ({day}, {start} to {end}) as its only attendee.',
    'It is first come, first served for {names}: email each separately with subject "{title}" and "{text}" and, once one has replied, '
    'create "{title}" in '
    "the calendar on {day}, {start} to {end}, attendee: the one who replied, nobody else.",
    'Send "{text}" to {names}, an email each, subject "{title}". React at once to the first reply by entering "{title}" for {day}, {start} '
    "to {end}, with "
    "the person who replied as the single attendee. Later replies don't matter.",
    'My plan for {day}, {start} to {end}: "{title}" with whoever of {names} is quickest. So mail them one by one (subject "{title}", '
    '"{text}"), and add '
    "the event with the quickest as only attendee as soon as you know.",
    'Could you email {names} separately, subject "{title}", "{text}", and book the first who answers? Booking means a calendar event '
    '"{title}", {day}, '
    "{start} to {end}, with just that attendee, immediately after the reply.",
)


def make(d: Draft) -> None:
    people = d.draw.sample(d.people, 2 + (d.difficulty > 2) + (d.difficulty > 4))
    title = d.draw.pick(TITLES)
    start = d.start - d.start % 86400 + 86400 * d.draw.integer(2, 12) + 3600 * d.draw.integer(9, 19)
    end = start + 7200
    text = "Would you like to come with me?"
    d.fits(all(e.title != title for e in d.events))
    facts = numbered(name=[p.name for p in people])
    times = {"day": day_of(start), "start": clock_of(start), "end": clock_of(end)}
    d.ask(title=title, text=text, names=written_list([p.name for p in people]), **times, **facts)
    asked = [d.agent("Emails__send_email", recipients=[p.email], subject=title, content=text) for p in people]
    winner, seconds = d.draw.pick(people), float(d.draw.integer(90, 170))
    reply = {"sender": winner.email, "recipients": [d.me.email], "subject": f"Re: {title}", "content": d.draw.pick(("Yes, gladly!", "Count me in."))}
    distractor_mails(d, [p for p in d.draw.sample(d.people, 8) if p not in people], d.difficulty // 2, within=seconds)
    came = d.env("Emails__create_and_add_email", **reply).after(*d.opening, seconds=seconds)
    event = {"title": title, "start_datetime": text_of(start), "end_datetime": text_of(end), "attendees": [winner.name]}
    d.agent("Calendar__add_calendar_event", **event).after(*asked, came, seconds=3)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    names = [said[f"name{i}"] for i in range(1, 5) if f"name{i}" in said]
    emails = {phone.contact(name)["email"]: name for name in names}
    for email in emails:
        phone.call("Emails__send_email", "One of them.", recipients=[email], subject=said["title"], content=said["text"])
    while not phone.over:
        phone.wait(300, "I wait for the first reply.")
        mails = [m for m in phone.call("Emails__list_emails", "Who is it?", limit=3)["emails"] if m["subject"] == f"Re: {said['title']}"]
        if mails:
            winner = emails[min(mails, key=lambda m: str(m["timestamp"]))["sender"]]
            start, end = (text_of(parse_moment(phone.now, said["day"], said[at])) for at in ("start", "end"))
            call = {"title": said["title"], "start_datetime": start, "end_datetime": end, "attendees": [winner]}
            phone.call("Calendar__add_calendar_event", f"{winner} was first.", **call)
            phone.tell(f"{winner} was the first to answer and is coming along.")
            return


FAMILY = Family("first_answer_wins", "Time", PHRASINGS, make, solve, test_only=True, tags=("event-based", "dependency"))
