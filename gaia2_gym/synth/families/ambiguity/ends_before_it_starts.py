"""An event that would end before it starts: enter the other one, and report."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.material import PLACES, TITLES, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Two events for my calendar: "{one}" on {day1} from {start1} to {end1} at {place}, and "{other}" on {day2} from {start2} to {end2} at '
    "{place}. If one "
    "makes no sense, leave it out and tell me which and why.",
    'Please enter "{one}", {day1}, {start1} to {end1}, and "{other}", {day2}, {start2} to {end2}, both at {place}. Should I have got a time '
    "wrong, skip "
    "that event and say which one it is.",
    'Calendar: "{one}" ({day1}, {start1} to {end1}), "{other}" ({day2}, {start2} to {end2}), location of both {place}. Tell me if an entry '
    "is impossible, "
    "don't repair it yourself.",
    'Add "{one}" on {day1}, {start1} to {end1}, and "{other}" on {day2}, {start2} to {end2}; the place is {place} each time. I was in a '
    "hurry, so let me "
    "know about any entry whose times can't be right instead of adding it.",
    'At {place} I have "{one}" ({day1}, {start1} to {end1}) and "{other}" ({day2}, {start2} to {end2}). Enter what is possible, report what is not.',
    'Put these into the calendar, location {place}: "{one}", {day1}, from {start1} to {end1}; "{other}", {day2}, from {start2} to {end2}. '
    "Name the one you "
    "cannot enter, if there is one.",
    'Could you add "{one}" ({day1}, {start1} to {end1}, {place}) and "{other}" ({day2}, {start2} to {end2}, {place})? Ask me about anything '
    "contradictory "
    "rather than guessing; the rest goes in.",
    'I need "{one}" on {day1} ({start1} to {end1}) and "{other}" on {day2} ({start2} to {end2}) in my calendar, both at {place}. If the times of one '
    "contradict each other tell me the title.",
    'Two entries at {place}, please. First "{one}": {day1}, {start1} to {end1}. Second "{other}": {day2}, {start2} to {end2}. Mistakes in '
    "my times? Then "
    "only enter the sound one and point out the other.",
    'New events, {place}: "{one}" {day1} {start1} to {end1}. "{other}" {day2} {start2} to {end2}. Leave out and report whatever cannot be.',
)


def make(d: Draft) -> None:
    titles, place = d.draw.sample(TITLES, 2), d.draw.pick(PLACES)
    day1, day2 = (d.start - d.start % 86400 + 86400 * n for n in d.draw.sample(range(1, 25), 2))
    good, bad = day1 + 3600 * d.draw.integer(9, 18), day2 + 3600 * d.draw.integer(12, 20)
    spans = [(good, good + 3600 * d.draw.integer(1, 3)), (bad, bad - 3600 * d.draw.integer(1, 3))]
    keys = ["one", "other"] if d.draw.chance(0.5) else ["other", "one"]
    said: dict[str, str] = {}
    for key, title, (start, end) in zip(keys, titles, spans, strict=True):
        n = "1" if key == "one" else "2"
        said |= {key: title, f"day{n}": day_of(start), f"start{n}": clock_of(start), f"end{n}": clock_of(end)}
    d.ask(place=place, **said)
    d.agent("Calendar__add_calendar_event", title=titles[0], start_datetime=text_of(good), end_datetime=text_of(spans[0][1]), location=place)
    wrong = [f"I left out {titles[0]}: it would end before it starts.", "Both events are in your calendar."]
    d.answer(f"I left out {titles[1]}: it would end before it starts.", wrong=wrong)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    bad = ""
    for n, key in (("1", "one"), ("2", "other")):
        start, end = (parse_moment(phone.now, said[f"day{n}"], said[f"{at}{n}"]) for at in ("start", "end"))
        if end < start:
            bad = said[key]
            continue
        event = {"title": said[key], "start_datetime": text_of(start), "end_datetime": text_of(end), "location": said["place"]}
        phone.call("Calendar__add_calendar_event", "This one is sound.", **event)
    phone.tell(f"{bad} was left out, because it would end before it starts.", "The other cannot be.")


FAMILY = Family("ends_before_it_starts", "Ambiguity", PHRASINGS, make, solve, tags=("contradictory",))
