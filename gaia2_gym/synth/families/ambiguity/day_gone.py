"""A cab for a day that has passed: do the rest and report."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of
from gaia2_gym.synth.families.ambiguity.errands import DAY, HOUR, act, do_errands, errands
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Order a {service} cab from home to {name}'s address for {day} at {clock}. Also {errands}. If the ride can't be had, tell me the day and why.",
    "Please {errands}. I also need a cab ({service}) from my home to {name}'s place on {day}, {clock}. Should that be impossible, say so, with the "
    "day.",
    "Cab: {service}, home to {name}, {day}, {clock}. To do: {errands}. I may have the date wrong; then don't change it, tell me what's wrong with "
    "the day.",
    "I'm visiting {name} on {day} and want to be picked up at home at {clock}, {service} cab please. Besides, {errands}. Any problem with that day, "
    "report it and book nothing.",
    "Could you book me a {service} cab to {name}'s address, from home, {day}, {clock}? And could you {errands}? If the booking makes no sense, tell "
    "me about the day instead of picking another.",
    "Going to see {name}: {day}, {clock}, from home, {service} cab. Please arrange that and {errands}. My calendar is a mess, so check the day and "
    "report if it won't do.",
    "Kindly reserve a {service} cab from my home to the address of {name} for {day} at {clock}. In addition, {errands}. Should the day be "
    "unsuitable, please inform me and reserve nothing.",
    "First {errands}. Then get me from home to {name} with a {service} cab on {day} at {clock}, if that can be done; if not, tell me what the "
    "matter is with that day.",
    "{name} expects me on {day}. Pick-up at home at {clock}, {service} service. Other than that, {errands}. Don't move the ride to another day on "
    "your own; if something's off, tell me.",
    "A ride and some errands. Ride: {day}, {clock}, home to {name}'s address, {service}. Errands: {errands}. When the ride can't take place on that "
    "day, I want to know it.",
)


def make(d: Draft) -> None:
    person = d.pick([p for p in d.people if p.contact.address])
    jobs_brief, jobs = errands(d, d.difficulty, people=[p for p in d.people if p != person])
    moment = d.start - d.start % DAY - DAY * d.draw.integer(1, 20) + HOUR / 2 * d.draw.integer(16, 40)
    service, day = d.draw.pick(("Default", "Premium", "Van")), day_of(moment)
    d.ask(service=service, name=person.name, day=day, clock=clock_of(moment), **jobs_brief)
    act(d, jobs)
    wrong = [f"{day_of(moment + DAY)} is over already, so no cab is ordered.", f"A cab is ordered for {day}.", "No cab is free, so none is ordered."]
    d.answer(f"{day} is over already, so no cab is ordered.", wrong=wrong)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    today = phone.call("SystemApp__get_current_time", f"Is {said['day']} still to come?")
    do_errands(phone, said)
    phone.tell(f"No cab is ordered, since {said['day']} is already over.", f"Today is {today['current_datetime']}, so that day has passed.")


FAMILY = Family("day_gone", "Ambiguity", PHRASINGS, make, solve, tags=("impossible",))
