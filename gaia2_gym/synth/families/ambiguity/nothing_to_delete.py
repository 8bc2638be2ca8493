"""An event that is not in the calendar on the day given: delete the others, and report on which day it is instead."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of
from gaia2_gym.synth.families.material import TITLES, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Delete "{one}" on {day1} and "{other}" on {day2} from my calendar. If one of them is on another day than I think, don\'t delete it; '
    "tell me which day "
    "it is on.",
    'Please remove "{one}" ({day1}) and "{other}" ({day2}). Should I be mistaken about a day, leave that event and tell me its real day.',
    '"{one}" on {day1} and "{other}" on {day2} are to be deleted. Wrong day? Then just tell me the right one.',
    'Calendar: take out "{one}", {day1}, and "{other}", {day2}. When an event is not on the day I gave, keep it and name its day.',
    'Could you cancel "{one}" on {day1} and "{other}" on {day2}? In case one isn\'t there on that day, let me know when it really is and do '
    "not touch it.",
    'Two events must go: "{one}" ({day1}), "{other}" ({day2}). I may have a day wrong; such an event stays and you tell me its day.',
    'Drop "{one}" on {day1} from the calendar, and "{other}" on {day2}. Anything not matching: report the actual day, no deletion.',
    'I no longer need "{one}" on {day1} nor "{other}" on {day2}. Delete them, but not if the day is different; then I want to know the day.',
    'Get rid of "{one}" ({day1}) and "{other}" ({day2}) for me. An event on another day stays, and I would like to hear which day that is.',
    'Remove the events "{one}" of {day1} and "{other}" of {day2}. If the date of one is not right, tell me the date in the calendar and leave it.',
)


def make(d: Draft) -> None:
    titles = d.draw.sample(TITLES, 2)
    d.fits(all(e.title not in titles for e in d.events))
    base = d.start - d.start % 86400
    days = d.draw.sample(range(1, 28), 3)
    right, real, believed = (base + 86400 * day for day in days)
    event = d.add_event(titles[0], right + 36000, right + 39600, tag="Social")
    d.add_event(titles[1], real + 50400, real + 54000, tag="Social")
    for n in range(d.difficulty):
        start = believed + 3600 * (9 + n)
        d.add_event(d.draw.pick(("Dentist", "Pottery", "Choir", "Gym")), start, start + 1800, tag="Personal")
    pairs = [("one", "day1"), ("other", "day2")] if d.draw.chance(0.5) else [("other", "day2"), ("one", "day1")]
    said = {pairs[0][0]: titles[0], pairs[0][1]: day_of(right), pairs[1][0]: titles[1], pairs[1][1]: day_of(believed)}
    d.ask(**said)
    d.agent("Calendar__delete_calendar_event", event_id=event.event_id)
    wrong = [f"{titles[1]} is on {day_of(real + 86400)} and stays in your calendar.", "Both events are deleted."]
    d.answer(f"{titles[1]} is on {day_of(real)} and stays in your calendar.", wrong=wrong)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    report = ""
    for key, when in (("one", "day1"), ("other", "day2")):
        day = parse_moment(phone.now, said[when])
        found = [e for e in phone.call("Calendar__search_events", "Where is it?", query=said[key]) if e["title"] == said[key]]
        there = [e for e in phone.events(day, day + 86399) if e["title"] == said[key]]
        if there:
            phone.call("Calendar__delete_calendar_event", "On the right day.", event_id=there[0]["event_id"])
        else:
            report = f"{said[key]} stays in the calendar, because it is on {found[0]['weekday']}, {found[0]['start_datetime'][:10]}."
    phone.tell(report, "The other is on another day.")


FAMILY = Family("nothing_to_delete", "Ambiguity", PHRASINGS, make, solve, tags=("contradictory",))
