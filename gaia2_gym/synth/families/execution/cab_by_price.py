"""Choose a cab service by its quotation, order the ride and tell those concerned what it costs."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.apps.cabs.records import DEFAULT_SERVICES, Ride
from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.material import messageable, numbered, parse_moment, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "I have to get from home to the address of {host} on {day} at {clock}. Ask for quotations: if Premium costs no more than {limit}, take it, "
    'otherwise the Default service. Enter the ride in my calendar from {clock} to {end} with the title "Cab". Once it is ordered, tell {names} '
    "on {app}, each on their own, which service I took and what it costs.",
    "Cab from home to {host}'s address, {day}, {clock}. Premium as long as its quotation is {limit} or less; Default if it isn't. Calendar entry "
    '"Cab" for it, {clock} to {end}. After ordering, write separately to {names} over {app}: the service and its price.',
    "Please compare prices for a cab on {day} at {clock}, from my home to where {host} lives. Up to {limit} I treat myself to Premium, beyond "
    'that it is Default. Order it, put "Cab" into the calendar ({clock} to {end}), and then send {names} one {app} message each with service and '
    "price.",
    'Book me a ride home to {host}\'s address for {day}, {clock}: Premium if the quote stays within {limit}, else Default. Also an event "Cab" '
    "from {clock} to {end}. When it is booked {names} should each learn on {app} which service it is and how much it costs.",
    "{host} expects me on {day}. I need a cab at {clock} from home to the address in the contacts. Budget for Premium: {limit}; above it, "
    'Default. Add "Cab", {clock} to {end}, to my calendar, and when the ride is ordered message {names} individually in {app}: service and '
    "price, please.",
    "What would Premium cost from home to {host}'s address on {day} at {clock}? If at most {limit}: order it. If more: order Default. Either way "
    'there is a calendar event "Cab" ({clock} to {end}), and after the order {names} get the service and the price from me, one by one, through '
    "{app}.",
    "Get a quotation for a Premium cab, home to {host}'s place, {day} at {clock}. {limit} is my ceiling. Within it, order Premium; over it, "
    'order Default. Then "Cab" in the calendar from {clock} until {end}, and after ordering, single {app} messages to {names} naming service and '
    "price.",
    "For {day}, {clock}, I want a cab from home to {host}'s home address. My rule: Premium when its quotation is not above {limit}, Default in "
    'any other case. Calendar: "Cab", {clock} to {end}. {app}, after the order: tell {names} separately the service and the price.',
    "Could you see what Premium would cost on {day} at {clock} from my home to {host}'s address and book it if that is {limit} at most? Book "
    'Default if not. The calendar needs "Cab" from {clock} to {end}; {names} need to hear on {app} (each alone, after the booking) the service '
    "and the price.",
    "Ride on {day} at {clock}: pick-up home, drop-off at the address of {host}. Service depends on the quotations, Premium for up to {limit}, "
    'Default otherwise. Note it as "Cab" in the calendar, {clock} to {end}. Those who want to know service and price after the order, by '
    "separate {app} messages: {names}.",
)


def make(d: Draft) -> None:
    app = d.draw.pick(("Messages", "Chats"))
    host, *others = d.draw.shuffled(messageable(d, app))
    others = others[: d.difficulty]
    d.fits(host.contact.address not in (None, "", d.me.address) and len(others) == d.difficulty)
    state = d.state("Cabs")
    route = (d.me.address, host.contact.address)
    d.fits(all((r.start_location, r.end_location) != route for r in (*state.rides.values(), *state.quotes.values())))
    distance = d.draw.integer(12, 40) / 2
    state.rides = dict(enumerate(sorted((*state.rides.values(), _earlier(d, route, distance)), key=lambda r: r.time_stamp)))
    premium, plain = (distance * DEFAULT_SERVICES[service].price_per_km for service in ("Premium", "Default"))
    limit = round(premium) + d.draw.pick((-9, -6, -3, 0, 2, 5, 9))
    service, price = ("Premium", premium) if premium <= limit else ("Default", plain)
    start = d.start - d.start % 86400 + 86400 * d.draw.integer(1, 14) + 1800 * d.draw.integer(14, 42)
    names = [p.name for p in others]
    facts = {"host": host.name, "day": day_of(start), "clock": clock_of(start), "end": clock_of(start + 3600), "limit": str(limit)}
    d.ask(**facts, app=app, names=written_list(names), **numbered(name=names))
    ordered = d.agent("Cabs__order_ride", start_location=route[0], end_location=route[1], service_type=service, ride_time=text_of(start))
    d.agent("Calendar__add_calendar_event", title="Cab", start_datetime=text_of(start), end_datetime=text_of(start + 3600))
    for name in names:
        text = f"I have ordered a {service} cab, it costs {price:.2f}."
        d.agent(f"{app}__send_message", user_id=d.state(app).name_to_id[name], content=text).after(ordered, seconds=1)


def _earlier(d: Draft, route: tuple[str | None, str | None], distance: float) -> Ride:
    """A van along the route, so that its length is known."""
    days = d.draw.integer(70, 200)
    return Ride(
        ride_id=d.draw.id(),
        status="COMPLETED",
        service_type="Van",
        start_location=route[0] or "",
        end_location=route[1] or "",
        price=distance * DEFAULT_SERVICES["Van"].price_per_km,
        duration=round(distance * 1.2 + 4, 1),
        time_stamp=d.start - 86400 * days,
        distance_km=distance,
    )


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    home = phone.call("Contacts__get_current_user_details", "The ride begins at home.")["address"]
    there = phone.contact(said["host"])["address"]
    start, end = (text_of(parse_moment(phone.now, said["day"], said[at])) for at in ("clock", "end"))
    ride = {"start_location": home, "end_location": there, "ride_time": start}
    prices = {quote["service_type"]: quote["price"] for quote in phone.call("Cabs__list_rides", "What does each service cost?", **ride)}
    service = "Premium" if prices["Premium"] <= float(said["limit"]) else "Default"
    thought = f"Premium costs {prices['Premium']}, the limit is {said['limit']}: {service}."
    phone.call("Cabs__order_ride", thought, service_type=service, **ride)
    phone.call("Calendar__add_calendar_event", "Into the calendar.", title="Cab", start_datetime=start, end_datetime=end)
    for name in (said[key] for key in said if key.startswith("name") and key != "names"):
        id = phone.call(f"{said['app']}__lookup_user_id", user_name=name)[name]
        text = f"My ride is booked with the {service} service for {prices[service]:.2f}."
        phone.call(f"{said['app']}__send_message", f"{name} is next.", user_id=id, content=text)
    phone.tell(f"A {service} cab is ordered for {prices[service]:.2f}.")


FAMILY = Family("cab_by_price", "Execution", PHRASINGS, make, solve, test_only=True, tags=("conditional", "dependency"))
