"""Prepare a party: free the time, invite the people of a city, buy something for each, open a group, order the cab home."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.material import MESSAGES, PLACES, TITLES, parse_moment, plant_product, settle
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'I\'m giving a "{title}" on {day}, {start} to {end}, at {place}, for all my contacts who live in {city}. Delete whatever overlaps with it in '
    'my calendar and enter it with these people as attendees. Order as many of the "{product}" as there are guests, cheapest available variant '
    'in {colour}. Open a {app} group "{title}" with the guests and post "{text}" there. And a {service} cab from {place} to my home at {end}, '
    "please.",
    '"{title}": {day}, {start} to {end}, {place}. Guests: everyone in my address book from {city}. To do: clear the calendar of events that '
    'overlap; add the event with the guests; one "{product}" per guest, in {colour}, the cheapest in stock; a group on {app} named "{title}" '
    'with them all and "{text}" as the first message; a {service} cab at {end} from {place} to home.',
    'Please prepare my "{title}". It takes place at {place} on {day} from {start} to {end}, and anything else in my calendar that overlaps with '
    'it is cancelled. Attendees are my contacts living in {city}. Buy each of them (not me) a "{product}", {colour}, cheapest available variant, '
    'in one order. Make a group for them in {app} with the title "{title}", say "{text}" in it, and book me a {service} cab home from {place} at '
    "{end}.",
    'My {city} contacts, all of them, are coming to {place} on {day}. The calendar event is called "{title}" and runs from {start} to {end} with '
    'them as attendees; overlapping events go. For every guest I want one "{product}" ({colour}, cheapest one available). The {app} group '
    '"{title}" is for the guests, and its first message reads "{text}" When it ends at {end}, a {service} cab should take me from {place} home.',
    'Could you take care of "{title}" for me? {day}, {place}, {start} until {end}. Invite, as attendees of the calendar event, those of my '
    'contacts whose city is {city}, and delete events that overlap. Then the presents: a "{product}" for each guest, {colour}, the cheapest that '
    'can be had. Then {app}: a group called "{title}" with the guests in which you write "{text}" Last, a {service} cab from {place} to my home '
    "address at {end}.",
    'Party time: {place}, {day}, {start} to {end}, title "{title}", guests all contacts in {city}. Calendar: remove overlaps, add the party with '
    'guests. Shop: cheapest available "{product}" in {colour}, quantity equal to the number of guests. {app}: group "{title}" of the guests, '
    'message "{text}" Cab: {service}, {end}, {place} to home.',
    'The people I know in {city} have earned a "{title}". I have booked {place} for {day}, {start} to {end}. Put it into the calendar with them '
    'attending and drop what overlaps; order one "{product}" a head for the guests (colour {colour}, cheapest variant in stock); set up the '
    '{app} group "{title}" with the guests and greet it with "{text}"; get me a {service} cab for {end} from {place} back home.',
    'On {day} I host "{title}" at {place}. It starts at {start} and ends at {end}; nothing else may stay in my calendar during that time. The '
    'guests, and attendees, are the contacts that live in {city}. Everyone of them gets a "{product}" in {colour}: buy the cheapest available '
    'variant as often as needed. They are also to be in a {app} group "{title}", where you post "{text}" My way home from {place}: {service} cab '
    "at {end}.",
    'Organise this for {day}: "{title}", {place}, {start} to {end}. 1. Delete overlapping events. 2. Add it with all my {city} contacts as '
    'attendees. 3. Buy the "{product}" in {colour} once per attendee, cheapest available variant. 4. {app} group "{title}" with the attendees, '
    'message "{text}" 5. {service} cab from {place} to home at {end}.',
    'All contacts from {city}, one evening, one cab home. So: calendar event "{title}" at {place} on {day} ({start} to {end}) with them as '
    'attendees, after clearing what overlaps with it; the cheapest available "{product}" in {colour}, one for each guest; a group "{title}" in '
    '{app} with the guests and "{text}" posted in it; and a {service} cab at {end}, {place} to my home.',
)


def make(d: Draft) -> None:
    city = settle(d, d.draw.sample(d.contacts, 2 + d.difficulty // 2))
    guests = [c for c in d.contacts if c.city_living == city]
    title, place, app = d.draw.pick(TITLES), d.draw.pick(PLACES), d.draw.pick(("Messages", "Chats"))
    text, service = d.draw.pick(MESSAGES), d.draw.pick(("Default", "Premium", "Van"))
    state = d.state(app)
    d.fits(len(guests) <= 5 + d.difficulty and all(c.full_name in state.name_to_id for c in guests))
    d.fits(all(c.title != title for c in state.conversations.values()) and all(e.title != title for e in d.events))
    start = d.start - d.start % 86400 + 86400 * d.draw.integer(2, 20) + 3600 * d.draw.integer(12, 18)
    end = start + 3600 * d.draw.integer(3, 5)
    names = d.draw.sample(("Piano tuning", "Phone call", "Stretching", "Errands", "Reading hour", "Ironing"), 2 + d.difficulty)
    for n, name in enumerate(names[1 : 1 + d.difficulty]):
        begin = start - 1800 + 3000 * n
        d.add_event(name, begin, begin + 2700)
    d.add_event(names[0], start - 7200, start - 3600)
    gone = [e for e in d.events if e.start_datetime < end and e.end_datetime > start]
    d.fits(len(gone) <= d.difficulty + 2)
    product, colour, item = plant_product(d, variants=4 + d.difficulty, in_colour=1 + d.difficulty)
    when = {"day": day_of(start), "start": clock_of(start), "end": clock_of(end)}
    d.ask(title=title, place=place, city=city, product=product, colour=colour, app=app, text=text, service=service, **when)
    for event in gone:
        d.agent("Calendar__delete_calendar_event", event_id=event.event_id)
    times, people = {"start_datetime": text_of(start), "end_datetime": text_of(end)}, [c.full_name for c in guests]
    d.agent("Calendar__add_calendar_event", title=title, location=place, attendees=people, **times)
    put = d.agent("Shopping__add_to_cart", item_id=item.item_id, quantity=len(guests))
    d.agent("Shopping__checkout").after(put, seconds=1)
    group = d.agent(f"{app}__create_group_conversation", user_ids=[state.name_to_id[name] for name in people], title=title)
    d.agent(f"{app}__send_message_to_group_conversation", conversation_id=group.result, content=text).after(group, seconds=1)
    d.agent("Cabs__order_ride", start_location=place, end_location=d.me.address, service_type=service, ride_time=text_of(end))


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    cards = phone.contacts()
    people = [f"{c['first_name']} {c['last_name']}" for c in cards if c["city_living"] == said["city"] and not c["is_user"]]
    start, end = (text_of(parse_moment(phone.now, said["day"], said[at])) for at in ("start", "end"))
    for event in phone.events(start, end):
        phone.call("Calendar__delete_calendar_event", f"{event['title']} overlaps.", event_id=event["event_id"])
    times = {"start_datetime": start, "end_datetime": end}
    thought = f"{len(people)} contacts live in {said['city']}."
    phone.call("Calendar__add_calendar_event", thought, title=said["title"], location=said["place"], attendees=people, **times)
    product = next(p for p in phone.products(said["product"]) if p["name"] == said["product"])
    fitting = [v for v in product["variants"].values() if v["available"] and v["options"].get("color") == said["colour"]]
    item = min(fitting, key=lambda v: float(v["price"]))
    phone.call("Shopping__add_to_cart", f"{item['price']} is the lowest; one for each.", item_id=item["item_id"], quantity=len(people))
    phone.call("Shopping__checkout", "Pay.")
    app = said["app"]
    ids = [phone.call(f"{app}__lookup_user_id", user_name=name)[name] for name in people]
    group = phone.call(f"{app}__create_group_conversation", "Now the group.", user_ids=ids, title=said["title"])
    phone.call(f"{app}__send_message_to_group_conversation", "And its message.", conversation_id=group, content=said["text"])
    home = next(c["address"] for c in cards if c["is_user"])
    ride = {"start_location": said["place"], "end_location": home, "service_type": said["service"]}
    phone.call("Cabs__order_ride", "Last the cab home.", ride_time=end, **ride)
    phone.tell(f"{said['title']} is prepared for {len(people)} guests.")


FAMILY = Family("host_party", "Execution", PHRASINGS, make, solve, tags=("multi_app", "conditional", "dependency"))
