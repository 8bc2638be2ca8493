"""A calendar entry without its time: add the others and ask; in the harder ones the user then says when."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.ambiguity.errands import DAY, HOUR, act, do_errands, errands, settled
from gaia2_gym.synth.families.material import TITLES, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Add these to my calendar: {events}. Also, please {errands}. If something is missing, ask me about it once the rest is done.",
    "Calendar: {events}. Besides: {errands}. Don't invent what I haven't told you, ask.",
    "A few dates for the calendar. {events}. Then please {errands}. Do whatever is clear and come back to me with a question for what isn't.",
    "I need you to {errands}. My calendar should also get the following: {events}. Should I have forgotten a detail, don't guess, just ask me.",
    "Could you enter {events} into my calendar? And please {errands}. Anything incomplete stays out until you have asked me.",
    "First {errands}. Next, new calendar entries: {events}. Where I left something out, put the question to me and enter nothing.",
    "My diary in writing: {events}. Please copy that into the calendar; in addition {errands}. For gaps, do ask rather than make something up.",
    "New in the calendar, please: {events}. To do as well: {errands}. I was interrupted while writing, so if a piece of information is lacking, ask.",
    "Kindly record the following appointments: {events}. Furthermore, {errands}. Please enquire in case any particulars are absent.",
    "Here's what I wrote on the back of an envelope for the calendar: {events}. Oh, and {errands}. Can't read some of it myself, so ask if it's not "
    "all there.",
)


def make(d: Draft) -> None:
    n = 2 + d.difficulty // 2
    titles = d.draw.sample([t for t in TITLES if all(e.title != t for e in d.events)], n)
    jobs_brief, jobs = errands(d, 1 + d.difficulty // 2, without=("event",))
    spans = []
    for day in d.draw.sample(range(1, 25), n):
        start = d.start - d.start % DAY + DAY * day + HOUR / 2 * d.draw.integer(16, 36)
        spans.append((start, start + HOUR / 2 * d.draw.integer(1, 6)))
    unclear = d.draw.integer(0, n - 1)
    texts: list[str] = []
    parts: dict[str, str] = {}
    for i, (title, (start, end)) in enumerate(zip(titles, spans, strict=True)):
        times = {} if i == unclear else {f"start{i}": clock_of(start), f"end{i}": clock_of(end)}
        parts |= {f"title{i}": title, f"day{i}": day_of(start), **times}
        texts.append(f'"{title}" on {day_of(start)}' + (f" from {clock_of(start)} to {clock_of(end)}" if times else ""))
    d.ask(events=", ".join(texts), **jobs_brief, **parts)
    act(d, jobs)
    for i in range(n):
        if i != unclear:
            _add(d, titles[i], spans[i])
    title, span, other = titles[unclear], spans[unclear], titles[unclear - 1]
    question = f'At what time does "{title}" on {day_of(span[0])} begin and end?'
    if settled(d, question, wrong=[f'At what time does "{other}" begin and end?', "All of it is in your calendar.", f'"{title}" is at 3 PM.']):
        d.user(f"From {clock_of(span[0])} to {clock_of(span[1])}.")
        _add(d, title, span)


def _add(d: Draft, title: str, span: tuple[float, float]) -> None:
    d.agent("Calendar__add_calendar_event", title=title, start_datetime=text_of(span[0]), end_datetime=text_of(span[1]))


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    do_errands(phone, said)
    unclear = ""
    for i in range(sum(f"title{i}" in said for i in range(9))):
        if f"start{i}" not in said:
            unclear = str(i)
            continue
        _enter(phone, said[f"title{i}"], said[f"day{i}"], said[f"start{i}"], said[f"end{i}"])
    title, day = said[f"title{unclear}"], said[f"day{unclear}"]
    phone.tell(f'From when to when is "{title}" on {day}? That is still open.', "One entry has no time; I must not invent one.")
    if not phone.over:
        start, _, end = phone.messages[-1].partition("From ")[2].rstrip(".").partition(" to ")
        _enter(phone, title, day, start, end)
        phone.tell(f'"{title}" is in your calendar too.')


def _enter(phone: Phone, title: str, day: str, start: str, end: str) -> None:
    times = {f"{at}_datetime": text_of(parse_moment(phone.now, day, clock)) for at, clock in (("start", start), ("end", end))}
    phone.call("Calendar__add_calendar_event", f"{title}: day and times are known.", title=title, **times)


FAMILY = Family("no_time_given", "Ambiguity", PHRASINGS, make, solve, test_only=True, tags=("missing-fact",))
