"""Save the flats that fit, enter a tour of them into the calendar, order a cab to the first and tell somebody how many there are."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.execution.parts import new_city, plant_flat
from gaia2_gym.synth.families.material import messageable, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "I'm moving to {city}. Save every flat there with exactly {bedrooms} bedrooms. On {day} I want to see them all in alphabetical order of "
    'name, starting at {start}, {length} minutes each with {gap} minutes in between: one calendar event per flat, titled "Viewing" and located '
    "at the flat. Order a {service} cab from home to the first one for {start} too, and write to {name} on {app} how many flats I am going to "
    "see.",
    "Flats in {city} with {bedrooms} bedrooms, no more and no fewer: save them all and plan a tour on {day}. First viewing {start}, sorted by "
    "the flats' names, {length} minutes a flat, {gap} minutes of break; every viewing is an event \"Viewing\" at the flat's location. A "
    "{service} cab should pick me up at home at {start} and drive me to the first flat. {name} wants to know the number of flats: send it on "
    "{app}.",
    "Please find all {bedrooms}-bedroom flats in {city} and save them. Then my calendar for {day}: viewings of {length} minutes with gaps of "
    '{gap} minutes, from {start} on, alphabetically by name, each called "Viewing", with the flat\'s location. {service} cab from my home to '
    "number one at {start}. And tell {name} over {app} how many flats I'll be viewing.",
    "House-hunting in {city}: {bedrooms} bedrooms. Every flat like that gets saved and gets a slot on {day} in order of its name (A to Z). The "
    'slots are {length} minutes, {gap} minutes apart, the first at {start}; title "Viewing", location as in the listing. Book a {service} cab '
    "for {start} from home to the first flat, and message {name} in {app} with the number of flats on the tour.",
    "Could you prepare {day}? I'd like to visit all flats in {city} that have {bedrooms} bedrooms. Save them; enter each visit into the calendar "
    'as "Viewing" at its location ({length} minutes, then {gap} minutes\' pause, beginning {start}, by name in alphabetical order); get me a '
    "{service} cab from home to the first at {start}; and let {name} know on {app} how many there are to see.",
    "A tour of {city} on {day}: all its flats of {bedrooms} bedrooms, saved first. From {start} onwards one after the other by name, {length} "
    'minutes each, {gap} minutes between two. Calendar title for each: "Viewing"; location: the flat\'s. Cab ({service}) at {start}, home to '
    "first flat. Finally {name} gets a {app} message stating how many flats I visit.",
    'My new job is in {city}, so: save the {bedrooms}-bedroom flats there, all of them. Schedule "Viewing" events on {day}, one for each, '
    "alphabetical by flat name, {start} being the first, {length} minutes long, {gap} minutes apart, with the flat's location. I need a "
    "{service} cab at {start} from home to the one that is first. {name} asked on {app} how many I'd look at; answer with the number.",
    'Step one: save all flats in {city} which have {bedrooms} bedrooms. Step two: for {day}, add a "Viewing" for each, ordered by name, '
    "beginning at {start}, {length} minutes plus {gap} minutes to the next, location from the listing. Step three: {service} cab, {start}, home "
    "to the first viewing. Step four: {app} message to {name} saying how many flats I am seeing.",
    "{name} helps me choose a flat in {city}. {bedrooms} bedrooms is what I need; save all such flats and put the viewings on {day}: A to Z by "
    'name, {length} minutes each, {gap} minutes in between, the first one at {start}, all with the title "Viewing" and the location of the flat. '
    "{service} cab at {start} from home to the first flat. After that write to {name} via {app} the number of flats we see.",
    'Arrange flat viewings for me on {day}. Place: {city}. Criterion: {bedrooms} bedrooms. Save all that match; one event "Viewing" for each at '
    "its location, alphabetical by name, {length} minutes with {gap}-minute breaks from {start}. Transport: {service} cab from home to the first "
    "at {start}. Information: number of flats to {name} by {app}.",
)


def make(d: Draft) -> None:
    locale, city = new_city(d)
    bedrooms = d.draw.integer(1, 3)
    flats = [plant_flat(d, locale, city, bedrooms=bedrooms) for _ in range(d.difficulty + 1)]
    for n in range(1 + d.difficulty):
        plant_flat(d, locale, city, bedrooms=bedrooms + 1 + n % 2)
    start = d.start - d.start % 86400 + 86400 * d.draw.integer(1, 20) + 1800 * d.draw.integer(18, 26)
    length, gap, service = d.draw.pick((20, 30, 40)), d.draw.pick((10, 15, 25)), d.draw.pick(("Default", "Premium", "Van"))
    app = d.draw.pick(("Messages", "Chats"))
    person = d.pick(messageable(d, app))
    facts = {"city": city, "bedrooms": str(bedrooms), "day": day_of(start), "start": clock_of(start), "length": str(length), "gap": str(gap)}
    d.ask(**facts, service=service, name=person.name, app=app)
    flats.sort(key=lambda f: f.name)
    for n, flat in enumerate(flats):
        begin = start + 60 * n * (length + gap)
        times = {"start_datetime": text_of(begin), "end_datetime": text_of(begin + 60 * length)}
        d.agent("RentAFlat__save_apartment", apartment_id=flat.apartment_id)
        d.agent("Calendar__add_calendar_event", title="Viewing", location=flat.location, **times)
    ride = {"start_location": d.me.address, "end_location": flats[0].location, "service_type": service}
    d.agent("Cabs__order_ride", ride_time=text_of(start), **ride)
    d.agent(f"{app}__send_message", user_id=d.state(app).name_to_id[person.name], content=f"I am going to see {len(flats)} flats.")


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    found = phone.call("RentAFlat__search_apartments", location=said["city"], number_of_bedrooms=int(said["bedrooms"]))
    flats = sorted(found.values(), key=lambda f: str(f["name"]))
    start, length, gap = parse_moment(phone.now, said["day"], said["start"]), 60 * int(said["length"]), 60 * int(said["gap"])
    for flat in flats:
        phone.call("RentAFlat__save_apartment", f"{flat['name']} fits.", apartment_id=flat["apartment_id"])
    for n, flat in enumerate(flats):
        begin = start + n * (length + gap)
        times = {"start_datetime": text_of(begin), "end_datetime": text_of(begin + length)}
        phone.call("Calendar__add_calendar_event", f"Number {n + 1} by name.", title="Viewing", location=flat["location"], **times)
    me = phone.call("Contacts__get_current_user_details", "The cab leaves from home.")
    ride = {"start_location": me["address"], "end_location": flats[0]["location"], "service_type": said["service"]}
    phone.call("Cabs__order_ride", f"{flats[0]['name']} comes first.", ride_time=text_of(start), **ride)
    id = phone.call(f"{said['app']}__lookup_user_id", user_name=said["name"])[said["name"]]
    phone.call(f"{said['app']}__send_message", "And the number.", user_id=id, content=f"I'll be viewing {len(flats)} flats.")
    phone.tell(f"{len(flats)} viewings are planned, and the cab is ordered.")


FAMILY = Family("flat_viewings", "Execution", PHRASINGS, make, solve, tags=("conditional", "multi_app"))
