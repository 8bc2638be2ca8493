"""Save the flat in the area with the least violent crime; when somebody writes that the figures have changed, save another one if need be."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.apps.city import CrimeRate
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.adaptability.turns import after_telling, bystanders, letter, meanwhile, parts
from gaia2_gym.synth.families.material import numbered, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Of the flats {flats}, save the one whose zip code has the lowest rate of {crime} crime, and tell me. {person} will email me when the "
    "figures of the "
    "city change. Look again then, replace the saved one if another of them has the lowest rate now, and tell me which one is saved.",
    "I hesitate between {flats}. Save the one in the area with the least {crime} crime and let me know. After an email from {person} about new "
    "figures, "
    "compare again; if the order has changed, swap the saved flat. Let me know which of them is saved.",
    "Please save one of {flats}, namely that with the lowest {crime} crime rate by zip code; confirm. Should {person} announce new figures by email, "
    "check whether it is still that one, otherwise unsave it and save the right one. Confirm which it is.",
    "{flats}: where is {crime} crime rarest, going by the zip codes? Save that flat. Message to me. When {person} emails about a change of the "
    "figures, "
    "repeat the comparison, correct the saved flat if necessary. Message to me with the flat that is saved.",
    "Could you compare the {crime} crime rates for {flats} and save the flat with the lowest? Say so. New figures are expected, {person} will "
    "email me. "
    "If another flat is ahead by them, remove the saved one, save that. Say which flat is saved.",
    "Which of {flats} has the lowest {crime} crime rate in its zip code? Put it among my saved flats, give me a sign. As soon as an email from "
    "{person} "
    "says that figures were updated, check and switch flats if another is lower. Give me a sign which one it is.",
    "My parents worry about {crime} crime. So save whichever of {flats} has the lowest rate where it is, and report. {person} keeps an eye on the "
    "figures and emails me; if the lowest rate is elsewhere after that, that flat replaces the first one. Report the flat that is saved.",
    "Kindly save, out of {flats}, the flat with the lowest rate of {crime} crime in its zip code, and notify me. When {person} emails me about "
    "revised "
    "figures, kindly verify the choice, replace the saved flat where another has the lowest rate, and notify me of the flat saved.",
    "Save a flat for me, one of {flats}: the {crime} crime rate of the zip code decides, lowest wins. A line to me. The rates may be corrected, "
    "about "
    "which {person} sends an email. The winner after that is to be saved instead, if it is another. A line to me about which one is saved.",
    "Take the zip codes of {flats}, look up the {crime} crime rates, save the flat with the lowest, ping me. If {person} emails about changed "
    "figures, "
    "do it again, and when the result differs exchange the saved flat. Ping me with the name of the saved flat.",
)


def make(d: Draft) -> None:
    person, *others = bystanders(d)
    crime = d.draw.pick(("violent", "property"))
    flats = [f for f in d.state("RentAFlat").apartments.values() if not f.saved]
    chosen = {f.zip_code: f for f in d.draw.shuffled(sorted(flats, key=lambda f: f.apartment_id))}
    flats = list(chosen.values())[: 2 + d.difficulty // 2]
    names = [f.name for f in flats]
    d.fits(len(set(names)) == 2 + d.difficulty // 2)
    figures = d.state("City").crime_data
    rates = d.draw.sample(range(10, 90), len(flats))
    for flat, rate in zip(flats, rates, strict=True):
        other = d.draw.integer(10, 90) / 10
        pair = (rate / 10, other) if crime == "violent" else (other, rate / 10)
        figures[flat.zip_code] = CrimeRate(*pair)
    d.ask(flats=written_list(names), crime=crime, person=person.name, **numbered(flat=names))
    saved = flats[rates.index(min(rates))]
    d.agent("RentAFlat__save_apartment", apartment_id=saved.apartment_id)
    told = d.say("Done.")
    for _ in range(2 if d.difficulty >= 4 else 1):
        meanwhile(d, told, others, d.difficulty - 1, within=60)
        n = d.draw.integer(0, len(flats) - 1)
        rates[n] = d.draw.pick([r for r in range(5, 95) if r not in rates])
        new = {f"new_{crime}_crime_rate": rates[n] / 10}
        d.env("City__update_crime_rate", zip_code=flats[n].zip_code, **new).after(told, seconds=20)
        mail = {"sender": person.email, "recipients": [d.me.email], "subject": "New figures"}
        d.env("Emails__create_and_add_email", content=letter(d, person, "The city has updated its crime figures."), **mail).after(told, seconds=60)
        best = flats[rates.index(min(rates))]
        if best is not saved:
            d.agent("RentAFlat__remove_saved_apartment", apartment_id=saved.apartment_id)
            d.agent("RentAFlat__save_apartment", apartment_id=best.apartment_id)
        saved = best
        told = d.say(f"The saved flat is {saved.name}.")


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    address = phone.contact(said["person"])["email"]
    flats = {}
    for name in parts(said, "flat"):
        found = phone.call("RentAFlat__search_apartments", f"I need the zip code of {name}.", name=name)
        flats.update({id: flat for id, flat in found.items() if flat["name"] == name})
    saved = _safest(phone, flats, said["crime"])
    phone.call("RentAFlat__save_apartment", f"{flats[saved]['name']} has the lowest rate.", apartment_id=saved)
    for news in after_telling(phone, f"I saved the flat {flats[saved]['name']}.", "Emails", "No news of the figures."):
        if address not in news.text:
            continue
        best = _safest(phone, flats, said["crime"])
        if best != saved:
            phone.call("RentAFlat__remove_saved_apartment", "It is not the lowest any more.", apartment_id=saved)
            phone.call("RentAFlat__save_apartment", f"{flats[best]['name']} is.", apartment_id=best)
        saved = best
        phone.tell(f"I have compared again. The flat that is saved: {flats[saved]['name']}")


def _safest(phone: Phone, flats: Mapping[str, Mapping[str, str]], crime: str) -> str:
    """Id of the flat in the area with the lowest rate."""
    rates = {}
    for id, flat in flats.items():
        figures = phone.call("City__get_crime_rate", f"The rates at {flat['name']}.", zip_code=flat["zip_code"])
        rates[id] = float(figures[f"{crime}_crime"])
    return min(rates, key=rates.__getitem__)


FAMILY = Family("crime_figures", "Adaptability", PHRASINGS, make, solve, test_only=True, tags=("flats", "city"))
