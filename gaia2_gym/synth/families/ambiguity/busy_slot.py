"""A calendar entry that would clash with another, which the user rules out: add the others and report what is in the way."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.ambiguity.errands import DAY, HOUR, act, do_errands, errands, overlaps
from gaia2_gym.synth.families.material import TITLES, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Add to my calendar: {events}. Also {errands}. Nothing may overlap with what I already have; if something does, leave it out and tell me what "
    "is in the way.",
    "Please {errands}. New dates: {events}. Put them in, but never double-book me: for a clash, skip the new one and name the event it collides "
    "with.",
    "Into the calendar, where I'm free: {events}. Besides, {errands}. Where I'm not free, don't enter it and tell me which event is there already.",
    "I agreed to all of this: {events}. Enter it, unless I have something on at the time, in which case I need to know what. And {errands}.",
    "Could you put {events} into my calendar? And could you {errands}? If I can't be in two places at once, keep the old event, skip the new one "
    "and tell me which old one it was.",
    "Calendar: {events}. Errands: {errands}. Conflicts with existing entries: don't add, don't delete, report the existing entry by title.",
    "My memory is a sieve, so check before you add these: {events}. Then {errands}. If one runs into an event that's already there, leave it and "
    "tell me that event.",
    "Kindly enter {events} into my calendar provided that the time is free, and {errands}. Should an existing event stand in the way, please do not "
    "enter the new one and state the title of the former.",
    "First {errands}. Then these for my calendar: {events}. Only free time counts. What's taken is taken, just tell me by which event.",
    "I'd like {events} in the calendar, without any overlaps. Apart from that, {errands}. An overlap means the new entry is dropped and you tell me "
    "what I'm busy with.",
)
_BUSY = ("Bike repair", "Parents' evening", "Dress rehearsal", "Boiler service", "Eye test", "Tax appointment", "Moving the piano", "Blood donation")


def make(d: Draft) -> None:
    n = 2 + d.difficulty // 2
    titles = d.draw.sample([t for t in TITLES if all(e.title != t for e in d.events)], n)
    jobs_brief, jobs = errands(d, 1 + d.difficulty // 2, without=("event",))
    spans = []
    for day in d.draw.sample(range(1, 25), n):
        start = d.start - d.start % DAY + DAY * day + HOUR / 2 * d.draw.integer(16, 36)
        spans.append((start, start + HOUR / 2 * d.draw.integer(2, 5)))
    d.fits(not any(overlaps(d, start, end) for start, end in spans))
    clash = d.draw.integer(0, n - 1)
    start, end = spans[clash]
    early = d.draw.chance(0.5)
    busy, next_door = d.draw.sample([t for t in _BUSY if all(e.title != t for e in d.events)], 2)
    d.add_event(busy, *((start - HOUR, start + HOUR / 2) if early else (end - HOUR / 2, end + HOUR)), tag="Personal")
    d.add_event(next_door, *((end, end + HOUR) if early else (start - HOUR, start)), tag="Personal")
    d.fits(sum(e.start_datetime < end and e.end_datetime > start for e in d.events) == 1)
    texts = [f'"{title}" on {day_of(start)} from {clock_of(start)} to {clock_of(end)}' for title, (start, end) in zip(titles, spans, strict=True)]
    parts: dict[str, str] = {}
    for i, (title, (start, end)) in enumerate(zip(titles, spans, strict=True)):
        parts |= {f"title{i}": title, f"day{i}": day_of(start), f"start{i}": clock_of(start), f"end{i}": clock_of(end)}
    d.ask(events=", ".join(texts), **jobs_brief, **parts)
    act(d, jobs)
    for i, (start, end) in enumerate(spans):
        if i != clash:
            d.agent("Calendar__add_calendar_event", title=titles[i], start_datetime=text_of(start), end_datetime=text_of(end))
    title, other = titles[clash], titles[clash - 1]
    wrong = [
        f'"{title}" is not in your calendar, because it overlaps with "{next_door}".',
        f'"{other}" is not in your calendar, because it overlaps with "{busy}".',
        "All of it is in your calendar.",
    ]
    d.answer(f'"{title}" is not in your calendar, because it overlaps with "{busy}".', wrong=wrong)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    do_errands(phone, said)
    report = ""
    for i in range(sum(f"title{i}" in said for i in range(9))):
        title = said[f"title{i}"]
        start, end = (text_of(parse_moment(phone.now, said[f"day{i}"], said[f"{at}{i}"])) for at in ("start", "end"))
        if busy := phone.events(start, end):
            report = f'"{title}" was not added: it overlaps with "{busy[0]["title"]}".'
        else:
            thought = f"The time of {title} is free."
            phone.call("Calendar__add_calendar_event", thought, title=title, start_datetime=start, end_datetime=end)
    phone.tell(report, "One of them clashes with what is there, so it stays out.")


FAMILY = Family("busy_slot", "Ambiguity", PHRASINGS, make, solve, test_only=True, tags=("contradictory",))
