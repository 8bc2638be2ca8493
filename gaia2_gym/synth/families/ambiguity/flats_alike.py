"""Two flats that fit one description: save the others, and ask which is meant; in the harder ones the user then says which."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.apps.apartments import Apartment
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.ambiguity.errands import act, do_errands, errands, settled
from gaia2_gym.synth.families.execution.parts import new_city, plant_flat
from gaia2_gym.synth.families.material import written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "From the listings in {city}, save {flats}. Also {errands}. If more than one flat fits a description, save none of those and ask me by name.",
    "We looked at places in {city} yesterday. Save {flats} for me. Then {errands}. When a description isn't enough to tell, list the names and ask.",
    "Please {errands}. In {city}, save {flats}. Never pick one at random: several matches mean you give me the names and I choose.",
    "{city}, flats to save: {flats}. Other things: {errands}. If I described one too vaguely, which ones could it be? Give me their names.",
    "Could you save {flats}, all of them in {city}? And could you {errands}? Should one be ambiguous, leave it and tell me the names in question.",
    "I'd like to have {flats} in {city} among my saved flats. Apart from that, {errands}. Ask, with names, whenever I wasn't precise enough.",
    "Flat search in {city}: save {flats}. Errands: {errands}. Do what is unmistakable; for the rest let me know the names of the candidates.",
    "My partner likes {flats}, in {city}. Save them. After that, {errands}. I only have this from memory, so if it's not unique, ask me, naming the "
    "flats.",
    "Kindly save {flats} in {city}, and {errands}. Where several flats correspond to a description, please ask me by stating their names.",
    "To be saved in {city}: {flats}. To be done as well: {errands}. No guessing among similar flats, their names and a question will do.",
)
_TYPES = ("Apartment", "House", "Condo", "Loft")


def make(d: Draft) -> None:
    locale, city = new_city(d)
    kinds = d.draw.sample([(kind, rooms) for kind in _TYPES for rooms in (1, 2, 3, 4)], 2 + d.difficulty // 2)
    unclear, *clear = kinds
    twins = [plant_flat(d, locale, city, property_type=unclear[0], bedrooms=unclear[1]) for _ in range(2 + (d.difficulty > 3))]
    single = [plant_flat(d, locale, city, property_type=kind, bedrooms=rooms) for kind, rooms in clear]
    near = plant_flat(d, locale, city, property_type=unclear[0], bedrooms=unclear[1] % 4 + 1)
    d.fits((near.property_type, near.bedrooms) not in clear)
    jobs_brief, jobs = errands(d, 1 + d.difficulty // 2, without=("flat",))
    order = d.draw.shuffled(kinds)
    texts = [f"the {kind.lower()} with {rooms} bedroom{'s' * (rooms > 1)}" for kind, rooms in order]
    parts = {f"kind{i}": kind.lower() for i, (kind, _) in enumerate(order)} | {f"rooms{i}": str(rooms) for i, (_, rooms) in enumerate(order)}
    d.ask(city=city, flats=written_list(texts), **jobs_brief, **parts)
    act(d, jobs)
    for flat in single:
        _save(d, flat)
    names = [flat.name for flat in twins]
    wrong = [f"{written_list([near.name, *names[1:]])} fit. Which of them do you mean?", "All flats are saved.", f"I have saved {names[0]}."]
    if settled(d, f"{written_list(names)} fit. Which of them do you mean?", wrong):
        chosen = d.draw.pick(twins)
        d.user(f"I mean {chosen.name}.")
        _save(d, chosen)


def _save(d: Draft, flat: Apartment) -> None:
    d.agent("RentAFlat__save_apartment", apartment_id=flat.apartment_id)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    do_errands(phone, said)
    unclear = []
    for i in range(sum(f"kind{i}" in said for i in range(9))):
        search = {"location": said["city"], "property_type": said[f"kind{i}"].capitalize(), "number_of_bedrooms": int(said[f"rooms{i}"])}
        found = list(phone.call("RentAFlat__search_apartments", "Which flats fit this description?", **search).values())
        if len(found) == 1:
            phone.call("RentAFlat__save_apartment", f"Only {found[0]['name']} fits.", apartment_id=found[0]["apartment_id"])
        else:
            unclear = found
    names = written_list([flat["name"] for flat in unclear])
    phone.tell(f"One description fits {names}. Which one should I save?", "More than one flat fits, so I ask.")
    if not phone.over:
        chosen = next(flat for flat in unclear if f"{flat['name']}." in phone.messages[-1])
        phone.call("RentAFlat__save_apartment", "That is the one.", apartment_id=chosen["apartment_id"])
        phone.tell(f"{chosen['name']} is saved.")


FAMILY = Family("flats_alike", "Ambiguity", PHRASINGS, make, solve, tags=("several-referents",))
