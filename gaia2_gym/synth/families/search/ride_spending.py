"""What did the completed rides of one service cost in a span of days?"""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of, text_of
from gaia2_gym.synth.families.material import parse_moment
from gaia2_gym.synth.families.search.trips import add_ride, near_home
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "What did my completed {service} cab rides from {first} until today cost in total? Give me the amount with two decimals.",
    "Add up the prices of all completed {service} rides since {first} (that day included). Amount only, two decimals.",
    "I have to claim expenses: total price of my completed {service} cab rides, {first} to today, please. Two decimals.",
    "Total of completed {service} rides since {first}, that day counted?",
    "How much money went into {service} cabs from {first} on, completed rides only? Two decimals, please.",
    "Sum of the fares of my {service} rides that were completed, starting on {first}. Just the amount, to the cent.",
    "Could you look at my ride history and tell me what the completed {service} rides since {first} come to, to two decimals?",
    "My accountant asks: what were the completed {service} cab rides since {first} worth altogether, to two decimals?",
    "Since {first}, how much have I paid for completed cab rides of the service {service}? The sum with two decimals.",
    "Cancelled rides don't count: what's the sum of my {service} rides since {first}? I need it with two decimals.",
)


def make(d: Draft) -> None:
    service, *others = d.draw.shuffled(("Default", "Premium", "Van"))
    days = d.draw.integer(20, 60)
    first = d.start - d.start % 86400 - 86400 * days
    places = sorted(near_home(d))
    for _ in range(d.difficulty):
        add_ride(d, d.pick(places), days, service=service)
    add_ride(d, d.pick(places), days, service=d.draw.pick(others))
    add_ride(d, d.pick(places), days, service=service, status="CANCELLED")
    inside = [r for r in d.state("Cabs").rides.values() if r.time_stamp >= first]
    chosen = [r for r in inside if r.service_type == service and r.status == "COMPLETED"]
    total = round(sum(r.price for r in chosen), 2)
    d.ask(service=service, first=day_of(first))
    everything = round(sum(r.price for r in inside), 2)
    d.answer(f"{total:.2f}", wrong=[f"{everything:.2f}", f"{total + 1:.2f}", f"{chosen[0].price + 100:.2f}"])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    first = text_of(parse_moment(phone.now - 86400 * 200, said["first"]))
    rides = [r for r in phone.rides() if r["time_stamp"] >= first and r["status"] == "COMPLETED" and r["service_type"] == said["service"]]
    total = sum(float(r["price"]) for r in rides)
    phone.tell(f"They cost {total:.2f} in total.", f"{len(rides)} rides count.")


FAMILY = Family("ride_spending", "Search", PHRASINGS, make, solve, tags=("sum",))
