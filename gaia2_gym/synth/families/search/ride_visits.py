"""To whose address have most cab rides led?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of, text_of
from gaia2_gym.synth.families.material import parse_moment
from gaia2_gym.synth.families.search.trips import add_ride, near_home
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Since {first}, to which contact's address have I taken the most completed cab rides? Full name only.",
    "Whose place did I go to most often by cab from {first} until now? Compare completed rides with my contacts' addresses. Full name, please.",
    "Match the destinations of my completed rides since {first} with my contacts' addresses: who comes first? First and last name.",
    "Somebody I know gets a lot of visits by cab. Who is it, going by completed rides from {first} on? The full name will do.",
    "From {first} to today, which person in my address book was the most frequent destination of a completed cab ride? Just the full name.",
    "I owe one friend an apology for dropping in so often. Whose address is most often the destination of completed rides since {first}? Full name.",
    "Completed cab rides, {first} until today, by destination: at which contact's home do most of them end? Name in full.",
    "Could you go through my ride history since {first} and tell me whose home I was driven to most often? Cancelled rides don't count. Full name.",
    "Please establish which of my contacts lives where most of my completed cab rides since {first} ended, and state the full name.",
    "Cab to a contact's home: who was it most often since {first}, leaving out cancelled rides? Full name.",
)


def make(d: Draft) -> None:
    days = d.draw.integer(20, 58)
    first = d.start - d.start % 86400 - 86400 * days
    homes = near_home(d)
    alone = [address for address in sorted(homes) if len(homes[address]) == 1]
    d.fits(len(alone) > 1)
    places = d.draw.sample(alone, 2 + d.difficulty // 2)
    for place in (places[0], places[0], *(d.draw.pick(places) for _ in range(d.difficulty))):
        add_ride(d, place, days)
    for _ in range(2):
        add_ride(d, places[1], days, status="CANCELLED")
    inside = [r for r in d.state("Cabs").rides.values() if r.time_stamp >= first and r.end_location in homes]
    ranked = Counter(r.end_location for r in inside if r.status == "COMPLETED").most_common()
    d.fits(ranked[0][0] in alone and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]))
    d.ask(first=day_of(first))
    d.answer(homes[ranked[0][0]][0], wrong=[homes[place][0] for place in places])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    first = text_of(parse_moment(phone.now - 86400 * 200, said["first"]))
    rides = [r for r in phone.rides() if r["time_stamp"] >= first and r["status"] == "COMPLETED"]
    living = {c["address"]: f"{c['first_name']} {c['last_name']}" for c in phone.contacts() if not c["is_user"]}
    me = phone.call("Contacts__get_current_user_details", "Rides home are no visits.")
    visits = Counter(r["end_location"] for r in rides if r["end_location"] in living and r["end_location"] != me["address"])
    address, n = visits.most_common(1)[0]
    phone.tell(f"It is {living[address]}.", f"{n} completed rides ended at {address}.")


FAMILY = Family("ride_visits", "Search", PHRASINGS, make, solve, tags=("join", "superlative"))
