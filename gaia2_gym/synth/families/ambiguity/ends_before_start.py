"""A calendar entry that would end before it starts: add the others and report."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.ambiguity.errands import DAY, HOUR, act, do_errands, errands
from gaia2_gym.synth.families.material import TITLES, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Into my calendar, please, each on a single day: {events}. Also {errands}. If one of the times can't be right, leave that entry out and tell me.",
    "Calendar entries (none goes past midnight): {events}. Then {errands}. Report whatever makes no sense instead of fixing it yourself.",
    "I'd like these in my calendar: {events}. None of them lasts overnight. Besides, please {errands}. Anything impossible: skip it and say which.",
    "Please {errands}. And here are this month's dates, none of them overnight: {events}. Put them into the calendar, but if I mistyped a time tell "
    "me and don't add that one.",
    "Could you add {events} to my calendar? Every one of them is over on the same day. And could you {errands}? Let me know if some entry "
    "contradicts itself; don't correct it for me.",
    "Typing on the move, so check my times: {events}. All same-day things for the calendar. Furthermore {errands}. What cannot be, you leave out "
    "and tell me.",
    "Kindly enter the following, each within one day: {events}. In addition, {errands}. Should a time prove contradictory, please refrain from "
    "entering it and inform me.",
    "Two jobs. One: {errands}. Two: calendar, {events}, all daytime affairs. I may have swapped a time somewhere; then no entry, just a note to me.",
    "{events}: that's for my calendar, no overnight stuff. Next to that, {errands}. If a time is nonsense, do not guess what I meant, tell me.",
    "Please put down in the calendar {events}. They all end on the day they begin. Afterwards {errands}. Impossible entries are to be reported and "
    "not made.",
)


def make(d: Draft) -> None:
    n = 2 + d.difficulty // 2
    titles = d.draw.sample([t for t in TITLES if all(e.title != t for e in d.events)], n)
    jobs_brief, jobs = errands(d, 1 + d.difficulty // 2, without=("event",))
    spans = []
    for day in d.draw.sample(range(1, 25), n):
        start = d.start - d.start % DAY + DAY * day + HOUR / 2 * d.draw.integer(22, 34)
        spans.append((start, start + HOUR / 2 * d.draw.integer(1, 6)))
    bad = d.draw.integer(0, n - 1)
    spans[bad] = (spans[bad][1], spans[bad][0])
    texts: list[str] = []
    parts: dict[str, str] = {}
    for i, (title, (start, end)) in enumerate(zip(titles, spans, strict=True)):
        parts |= {f"title{i}": title, f"day{i}": day_of(start), f"start{i}": clock_of(start), f"end{i}": clock_of(end)}
        texts.append(f'"{title}" on {day_of(start)} from {clock_of(start)} to {clock_of(end)}')
    d.ask(events=", ".join(texts), **jobs_brief, **parts)
    act(d, jobs)
    for i, (start, end) in enumerate(spans):
        if i != bad:
            d.agent("Calendar__add_calendar_event", title=titles[i], start_datetime=text_of(start), end_datetime=text_of(end))
    title, other = titles[bad], titles[bad - 1]
    wrong = [
        f'"{other}" is not in your calendar, because it would end before it starts.',
        "Everything is in your calendar.",
        f'I have added "{title}".',
    ]
    d.answer(f'"{title}" is not in your calendar, because it would end before it starts.', wrong=wrong)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    do_errands(phone, said)
    problem = ""
    for i in range(sum(f"title{i}" in said for i in range(9))):
        title = said[f"title{i}"]
        start, end = (parse_moment(phone.now, said[f"day{i}"], said[f"{at}{i}"]) for at in ("start", "end"))
        if end < start:
            problem = f'"{title}" was not added: its end, {said[f"end{i}"]}, is before its start, {said[f"start{i}"]}.'
            continue
        times = {"start_datetime": text_of(start), "end_datetime": text_of(end)}
        phone.call("Calendar__add_calendar_event", f"{title} makes sense.", title=title, **times)
    phone.tell(problem, "One entry ends before it starts. I leave it out and report it.")


FAMILY = Family("ends_before_start", "Ambiguity", PHRASINGS, make, solve, tags=("contradictory",))
