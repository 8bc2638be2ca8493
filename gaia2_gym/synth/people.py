"""The persona and the address book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from gaia2_gym.apps.contacts import Contact
from gaia2_gym.synth.cast import Cast, Circle, Manner, Person, Persona
from gaia2_gym.synth.draw import Draw
from gaia2_gym.synth.locales import Locale, ascii_letters, locales

PEOPLE = {"pocket": 24, "small": 50, "full": 125}
"""Contacts by size, the user aside."""
_SHARES: tuple[tuple[Circle, float], ...] = (("family", 0.22), ("friends", 0.33), ("work", 0.27), ("services", 0.18))

# Relation: least and greatest distance in years from the user, gender or None.
_FAMILY: tuple[tuple[str, int, int, str | None], ...] = (
    ("mother", 24, 34, "Female"),
    ("brother", -6, 6, "Male"),
    ("sister", -6, 6, "Female"),
    ("father", 24, 36, "Male"),
    ("cousin", -9, 9, None),
    ("aunt", 18, 34, "Female"),
    ("grandmother", 48, 54, "Female"),
    ("uncle", 18, 34, "Male"),
    ("niece", -24, -14, "Female"),
    ("nephew", -24, -14, "Male"),
    ("cousin", -9, 9, None),
    ("sister-in-law", -7, 7, "Female"),
    ("brother-in-law", -7, 7, "Male"),
    ("godchild", -22, -12, None),
)
_FRIENDS = (
    "friend",
    "neighbour",
    "friend from school",
    "friend from university",
    "old flatmate",
    "friend from the choir",
    "fellow runner",
    "pen friend",
)
_WORK = ("manager", "colleague", "colleague", "client", "intern", "colleague", "former colleague", "business partner")
_SERVICES = (
    ("dentist", "Dentist"),
    ("landlord", "Property Manager"),
    ("plumber", "Plumber"),
    ("bank adviser", "Bank Adviser"),
    ("hairdresser", "Hairdresser"),
    ("doctor", "General Practitioner"),
    ("accountant", "Accountant"),
    ("mechanic", "Car Mechanic"),
    ("language tutor", "Language Teacher"),
    ("vet", "Veterinarian"),
    ("personal trainer", "Fitness Trainer"),
    ("electrician", "Electrician"),
    ("physiotherapist", "Physiotherapist"),
    ("insurance agent", "Insurance Agent"),
    ("tailor", "Tailor"),
    ("travel agent", "Travel Agent"),
)
_JOBS = (
    *("Architect", "Nurse", "Carpenter", "Teacher", "Journalist", "Software Developer", "Chef", "Librarian", "Pharmacist", "Photographer"),
    *("Marine Biologist", "Graphic Designer", "Bus Driver", "Lawyer", "Translator", "Baker", "Civil Engineer", "Florist", "Musician", "Editor"),
    *("Bookseller", "Radio Host", "Geologist", "Surveyor", "Police Officer", "Social Worker", "Film Producer", "Tour Guide", "Gardener", "Chemist"),
)
_OFFICE_JOBS = (
    "Project Manager",
    "Data Analyst",
    "Product Designer",
    "Sales Manager",
    "Controller",
    "Copywriter",
    "Engineer",
    "Researcher",
    "Recruiter",
    "Assistant",
)
_EMPLOYERS = ("Studio", "Institute", "Works", "Partners", "Laboratory", "Publishing", "Workshop", "Agency", "Foundation", "Office")
_NATURES = ("Harbour", "Linden", "Granite", "Meadow", "Copper", "Juniper", "Beacon", "Willow", "Amber", "Northern", "Maple", "Delta")
_HOBBIES = (
    *("pottery", "cycling", "birdwatching", "chess", "choir singing", "bouldering", "gardening", "photography", "baking", "sailing"),
    *("running", "sketching", "beekeeping", "astronomy", "swing dancing", "model trains", "hiking", "knitting", "table tennis", "film"),
)
_HOUSEHOLDS = (
    "lives alone",
    "lives alone with a cat",
    "shares a flat with two students",
    "lives with a partner",
    "lives with a partner and a small dog",
    "lives with a partner and two children",
)
_DOMAINS = ("postbox.example", "mailhaven.example", "letterbird.example", "quickpost.example", "inkmail.example")
_FACTS = (
    "Met at a {hobby} course in {city}.",
    "Loves {hobby} and talks about little else.",
    "Always late, always brings cake.",
    "Moved to {city} {n} years ago.",
    "Plays the cello badly and {hobby} well.",
    "Allergic to nuts.",
    "Speaks {n} languages.",
    "Has been in {city} since {year}.",
    "Prefers to be called in the evening.",
    "Collects old maps of {city}.",
    "Vegetarian, and a very good cook.",
    "Wants to take up {hobby} again.",
    "Birthday present idea: something for {hobby}.",
    "Best reached by message.",
)
MANNERS: tuple[Manner, ...] = (
    Manner("terse", ("{name}", "Hi"), (), signs=False, lowercase=True),
    Manner("terse", ("{name},", "Hello {name}"), ("Best",), signs=True),
    Manner("chatty", ("Hey {name}", "Hi {name}", "Heyyy"), ("Cheers", "Talk soon"), emoji=True),
    Manner("chatty", ("Hiya {name}", "Hey you"), ("xx", "Ciao"), emoji=True, lowercase=True),
    Manner("formal", ("Dear {name}", "Good day {name}"), ("Kind regards", "Best regards")),
    Manner("warm", ("Dear {name}", "Hello dear {name}", "Hi {name}"), ("Take care", "Warmly", "All the best")),
    Manner("warm", ("Hello {name}", "Hi {name}"), ("Love", "A big hug"), emoji=True),
)


@dataclass
class _Taken:
    """What must not occur twice."""

    names: set[str] = field(default_factory=set)
    emails: set[str] = field(default_factory=set)
    phones: set[str] = field(default_factory=set)


def make_cast(draw: Draw, size: str, now: float) -> Cast:
    """The persona and the address book.

    Args:
        draw: Chooses.
        size: `pocket`, `small` or `full`.
        now: Unix seconds.
    """
    home = draw.pick(locales())
    city = draw.pick(sorted(home.cities))
    employer = f"{draw.pick(_NATURES)} {draw.pick(_EMPLOYERS)}"
    taken = _Taken()
    me = _person(draw, taken, home, city, "self", "family", None, draw.integer(24, 58), draw.pick(_OFFICE_JOBS), employer, manner=draw.pick(MANNERS))
    me = replace(me, contact=replace(me.contact, is_user=True, description=f"Works at {employer}."))
    people = list(_people(draw, taken, PEOPLE[size], me, home, city, employer))
    hobbies = tuple(draw.sample(_HOBBIES, 3))
    workplace = f"{home.street_address(draw)}, {home.zip_code(city, draw)} {city}"
    persona = Persona(me, employer, workplace, draw.pick(_HOUSEHOLDS), hobbies)
    return Cast(persona, tuple(sorted(_near_misses(draw, people), key=lambda p: p.contact.contact_id)))


def _people(draw: Draw, taken: _Taken, n: int, me: Person, home: Locale, city: str, employer: str) -> Iterator[Person]:
    counts = {circle: max(2, round(n * share)) for circle, share in _SHARES}
    counts["friends"] += n - sum(counts.values())
    age = me.contact.age or 40
    for i in range(counts["family"]):
        relation, low, high, gender = _FAMILY[i % len(_FAMILY)]
        years = min(97, max(6, age + draw.integer(low, high)))
        place, where = (home, city) if draw.chance(0.4) else (home, draw.pick(sorted(home.cities)))
        last = me.contact.last_name if relation not in ("aunt", "cousin", "godchild") and "in-law" not in relation else ""
        yield _person(draw, taken, place, where, relation, "family", gender, years, draw.pick(_JOBS), last=last)
    for i in range(counts["friends"]):
        place = home if draw.chance(0.5) else draw.pick(locales())
        where = city if place is home and draw.chance(0.7) else draw.pick(sorted(place.cities))
        yield _person(draw, taken, place, where, _FRIENDS[i % len(_FRIENDS)], "friends", None, max(18, age + draw.integer(-14, 16)), draw.pick(_JOBS))
    for i in range(counts["work"]):
        place = home if draw.chance(0.7) else draw.pick(locales())
        where = city if place is home else draw.pick(sorted(place.cities))
        relation = _WORK[i % len(_WORK)]
        years = draw.integer(19, 26) if relation == "intern" else draw.integer(25, 64)
        yield _person(draw, taken, place, where, relation, "work", None, years, draw.pick(_OFFICE_JOBS), employer)
    for i in range(counts["services"]):
        relation, job = _SERVICES[i % len(_SERVICES)]
        yield _person(draw, taken, home, city, relation, "services", None, draw.integer(27, 63), job, manner=draw.pick(MANNERS[4:6]))


def _person(
    draw: Draw,
    taken: _Taken,
    locale: Locale,
    city: str,
    relation: str,
    circle: Circle,
    gender: str | None,
    age: int,
    job: str,
    employer: str = "",
    *,
    last: str = "",
    manner: Manner | None = None,
) -> Person:
    """A new person, unlike all before in name, address and number."""
    gender = gender or draw.pick(("Female", "Male"))
    for _ in range(1000):
        first, family = draw.pick(locale.female if gender == "Female" else locale.male), last or draw.pick(locale.last)
        address, phone = _email(draw, first, family, employer), locale.phone_number(draw)
        if f"{first} {family}" not in taken.names and address not in taken.emails and phone not in taken.phones and first != family:
            break
    taken.names.add(f"{first} {family}")
    taken.emails.add(address)
    taken.phones.add(phone)
    status = (
        "Student" if age < 23 else "Retired" if age > 66 else "Unemployed" if circle in ("family", "friends") and draw.chance(0.05) else "Employed"
    )
    retired = "Retired" if status == "Retired" else ""
    contact = Contact(
        first_name=first,
        last_name=family,
        contact_id=draw.id(),
        gender=gender,
        age=age,
        nationality=locale.nationality,
        city_living=city,
        country=locale.country,
        status=status,
        job="" if status == "Unemployed" else "Student" if status == "Student" else f"{retired} {job}".strip(),
        description=_description(draw, relation, circle, employer, city),
        phone=phone,
        email=address,
        address=f"{locale.street_address(draw)}, {locale.zip_code(city, draw)} {city}",
    )
    young = status == "Student"
    return Person(contact, relation, circle, manner or draw.pick(MANNERS[2:4] if young else MANNERS[1:5] if circle == "work" else MANNERS))


def _email(draw: Draw, first: str, last: str, employer: str) -> str:
    domain = f"{ascii_letters(employer)}.example" if employer else draw.pick(_DOMAINS)
    user = f"{ascii_letters(first)}.{ascii_letters(last)}"
    return f"{user}{draw.integer(2, 99)}@{domain}" if not employer and draw.chance(0.25) else f"{user}@{domain}"


def _description(draw: Draw, relation: str, circle: Circle, employer: str, city: str) -> str:
    fact = draw.pick(_FACTS).format(hobby=draw.pick(_HOBBIES), city=city, n=draw.integer(2, 9), year=draw.integer(1998, 2022))
    place = f" at {employer}" if circle == "work" and employer and relation in ("manager", "colleague", "intern", "former colleague") else ""
    return f"My {relation}{place}. {fact}"


def _near_misses(draw: Draw, people: list[Person]) -> list[Person]:
    """The same people, two of whom now share a first name and two a job in different cities, as happens in life."""
    adults = [i for i, p in enumerate(people) if p.contact.status == "Employed" and p.circle in ("friends", "work")]
    one, other, third = draw.sample(adults, 3)
    job = people[one].contact.job
    if people[one].contact.city_living != people[third].contact.city_living:
        people[third] = replace(people[third], contact=replace(people[third].contact, job=job))
    card = people[other].contact
    name = people[one].contact.first_name
    if all(p.name != f"{name} {card.last_name}" for p in people):
        email = f"{ascii_letters(name)}.{ascii_letters(card.last_name)}@{(card.email or '').partition('@')[2]}"
        if all(p.email != email for p in people):
            people[other] = replace(people[other], contact=replace(card, first_name=name, email=email, gender=people[one].contact.gender))
    return people
