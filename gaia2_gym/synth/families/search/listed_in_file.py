"""Who on a list in a file is the oldest, or the youngest, of those living in a city?"""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.apps.files.tree import Node
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "The file {path} has a list of people. Who of those living in {city} is the {rank}? Full name only.",
    "Of the names in {path}, which belongs to the {rank} person whose city is {city} according to my contacts? The full name, please.",
    "Open {path}, look everybody on it up in my contacts, and tell me the full name of the {rank} one from {city}.",
    "{path}: {rank} person on it who lives in {city}? Full name.",
    "I'm drawing up teams from {path}. Who is the {rank} of the listed people that live in {city}? First and last name.",
    "Which of the people written down in {path} is the {rank} among those with {city} as city in my address book? Just the full name.",
    "Please compare the list in {path} with my contacts and state the full name of the {rank} listed person living in {city}.",
    "Somebody from {city} on the list {path} has to open the evening, namely the {rank}. Who is that? Full name.",
    "There's a list of names in {path}. Leave out everyone who doesn't live in {city}. Who is the {rank} of the rest? Full name.",
    "Could you find the {rank} {city} resident on the list in {path}? My contacts know the ages and cities. I need the full name.",
)
_FILES = ("lanterns", "relay_team", "bus_list", "raffle", "kitchen_crew", "night_walk", "choir_stand_ins", "bridge_round")


def make(d: Draft) -> None:
    nodes = d.state("Files").nodes
    folder = d.draw.pick(("/Notes", "/Documents"))
    path = f"{folder}/{d.draw.pick(_FILES)}_{d.draw.integer(2, 60)}.txt"
    people = sorted((c for c in d.contacts if c.age and c.city_living), key=lambda c: c.full_name)
    cities = [c.city_living or "" for c in people]
    city = d.pick(sorted({name for name in cities if cities.count(name) > 1}))
    here = d.draw.sample([c for c in people if c.city_living == city], 2 + d.difficulty)
    others = d.draw.sample([c for c in people if c.city_living != city], 1 + d.difficulty)
    rank = d.draw.pick(("oldest", "youngest"))
    here.sort(key=lambda c: (c.age or 0) * (1 if rank == "youngest" else -1))
    d.fits(folder in nodes and path not in nodes and others and here[0].age != here[1].age)
    nodes[path] = Node("file", "".join(f"- {c.full_name}\n" for c in d.draw.shuffled([*here, *others])).encode())
    d.ask(path=path, city=city, rank=rank)
    unlisted = [c.full_name for c in people if c.city_living == city and c not in here]
    d.answer(here[0].full_name, wrong=[here[1].full_name, others[0].full_name, *unlisted[:1]])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    text = phone.call("Files__cat", "Who is on the list?", path=said["path"])
    cards = [phone.contact(line.removeprefix("- ")) for line in str(text).splitlines() if line.startswith("- ")]
    here = sorted((c for c in cards if c["city_living"] == said["city"]), key=lambda c: int(c["age"]))
    person = here[-1] if said["rank"] == "oldest" else here[0]
    phone.tell(f"{person['first_name']} {person['last_name']}.", f"{len(here)} of {len(cards)} live in {said['city']}.")


FAMILY = Family("listed_in_file", "Search", PHRASINGS, make, solve, tags=("join", "superlative"))
