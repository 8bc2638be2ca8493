"""Enter an event with somebody; whenever the attendee deletes it, enter it again with the next stand-in and write to that one."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.adaptability.turns import DAY, HOUR, after_telling, bystanders, free_start, meanwhile, parts
from gaia2_gym.synth.families.material import PLACES, numbered, parse_moment, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Add "{title}" to my calendar: {day}, {clock}, two hours, at {place}, with {first} as the only attendee, and tell me. If the attendee takes it '
    "out of the calendar again, enter it once more, all the same but with the next of my stand-ins ({others}) as attendee, email the stand-in with "
    'the subject "{title}" and the text "{text}", and tell me who comes.',
    'Calendar entry please, "{title}", {day} at {clock}, 2 hours, location {place}, attendee {first}. Report when entered. Should an attendee delete '
    'it, the same entry goes in with the next substitute in the order {others}, who gets an email ("{title}": "{text}"), and I get the name.',
    '{first} is to help me with "{title}" at {place} on {day}, {clock}, for two hours. Make the event with {first} attending and let me '
    "know. Whoever "
    "attends may still back out by deleting it. Then add it anew with the next one of {others} instead, send that person an email with subject "
    '"{title}" saying "{text}" and let me know who it is.',
    'Please schedule the two-hour event "{title}" at {place} on {day}, {clock}, with {first}, and confirm. My reserves are, in this order: {others}. '
    "Each time an attendee removes the event, schedule it again with the next reserve as attendee, email the reserve (subject "
    '"{title}", text "{text}") and tell me the name.',
    'Put two hours of "{title}" into the calendar on {day} at {clock}, {place}, attendee: {first}. Message me. If it gets deleted by the attendee, I '
    'fall back on {others}: put it back in with that attendee instead, write an email "{text}" with the subject "{title}" to the new attendee, and '
    "message me who it is now. One after the other, if need be.",
    'Could you enter "{title}" ({place}, {day}, {clock}, two hours) with {first} as attendee and tell me once it is there? I half expect it to be '
    'cancelled in the calendar. In that case enter it with the next in line, {others}, email "{text}" to her or him under the subject "{title}", and '
    "tell me whom you took.",
    'I need one helper for "{title}", two hours at {place}, {day}, {clock}. First choice: {first}. After that: {others}. Enter the event with the '
    "first choice as attendee and inform me. When an attendee deletes the event, enter it with the following choice, email that choice "
    '"{text}", subject "{title}", and inform me of the name.',
    'Kindly create the event "{title}" on {day} at {clock} (duration two hours, location {place}) with {first} as attendee, and notify me. If the '
    'attendee cancels it, create it again with the next person out of {others}, send this person an email entitled "{title}" with the words "{text}" '
    "and notify me of the person's name.",
    '"{title}" at {place}: {day}, {clock}, two hours, {first} attends. Into the calendar with it, and a note to me. On deletion by the '
    "attendee: same "
    'event, next attendee from {others}, email to the new one (subject "{title}", content "{text}"), name to me.',
    'Let us pencil in "{title}" with {first} on {day} at {clock} for two hours at {place}; a short note when it is in my calendar. You know how it '
    "goes: the attendee may drop out and delete it. If so, pencil it in with the next of {others} as attendee, drop that one an email, subject "
    '"{title}", "{text}", and let me have the name.',
)
_TITLES = ("Moving boxes", "Ticket sale", "Painting the fence", "Stage set-up", "Cake stall", "Book sorting", "Lamp workshop", "Choir registration")
_TEXTS = ("Can you stand in for somebody?", "I need your help with this, please see the calendar.", "You are the one now, I count on you.")


def make(d: Draft) -> None:
    rounds = 1 if d.difficulty < 3 else 2 if d.difficulty < 5 else 3
    people = d.draw.sample(d.people, rounds + 1 + d.difficulty % 2)
    names = [p.name for p in people]
    start, title, place, text = free_start(d), d.draw.pick(_TITLES), d.draw.pick(PLACES), d.draw.pick(_TEXTS)
    d.ask(
        title=title, day=day_of(start), clock=clock_of(start), place=place, text=text, first=names[0], others=written_list(names[1:]),
        **numbered(other=names[1:]),
    )  # fmt: skip
    times = {"start_datetime": text_of(start), "end_datetime": text_of(start + 2 * HOUR)}
    event = d.agent("Calendar__add_calendar_event", title=title, location=place, attendees=names[:1], **times)
    told = d.say("Done.")
    others = bystanders(d, *people)
    for old, new in pairwise(people[: rounds + 1]):
        if d.difficulty >= 2:  # somebody else's event disappears
            other = others.pop()
            begin = start + DAY * d.draw.integer(1, 9)
            decoy = d.add_event(d.draw.pick(_TITLES), begin, begin + HOUR, attendees=[d.me.full_name, other.name], tag="Social")
            removed = {"event_id": decoy.event_id, "who_delete": other.name}
            d.env("Calendar__delete_calendar_event_by_attendee", **removed).after(told, seconds=d.draw.integer(5, 40))
        meanwhile(d, told, others, d.difficulty // 2, within=60)
        d.env("Calendar__delete_calendar_event_by_attendee", event_id=event.result, who_delete=old.name).after(told, seconds=60)
        event = d.agent("Calendar__add_calendar_event", title=title, location=place, attendees=[new.name], **times)
        d.agent("Emails__send_email", recipients=[new.email], subject=title, content=text)
        told = d.say(f"{new.name} is the attendee of {title} now.")


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    start = parse_moment(phone.now, said["day"], said["clock"])
    facts = {"title": said["title"], "location": said["place"], "start_datetime": text_of(start), "end_datetime": text_of(start + 2 * HOUR)}
    event = phone.call("Calendar__add_calendar_event", "The first choice.", attendees=[said["first"]], **facts)
    report = f"I have added {said['title']} with {said['first']}."
    stand_ins = iter(parts(said, "other"))
    for news in after_telling(phone, report, "Calendar", "My event is still there."):
        if event not in news.text:
            continue
        name = next(stand_ins)
        address = phone.contact(name)["email"]
        event = phone.call("Calendar__add_calendar_event", f"It was deleted, so {name} is next.", attendees=[name], **facts)
        phone.call("Emails__send_email", f"{name} must know.", recipients=[address], subject=said["title"], content=said["text"])
        phone.tell(f"The event was deleted by the attendee; {name} has taken over.")


FAMILY = Family("stand_in", "Adaptability", PHRASINGS, make, solve, tags=("calendar", "fallback"))
