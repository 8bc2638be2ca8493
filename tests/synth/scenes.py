"""A small cast and its happenings, built by hand, for tests of what is made from them."""

from __future__ import annotations

from gaia2_gym.apps.contacts import Contact
from gaia2_gym.synth.cast import Cast, Circle, Happening, Manner, Person, Persona

NOW = 1_741_593_600.0
"""2025-03-10 08:00:00 UTC, a Monday."""
DAY, HOUR = 86_400.0, 3_600.0

MANNERS = (
    Manner("warm", ("Dear {name}", "Hello dear {name}"), ("Love", "Big hug")),
    Manner("chatty", ("Hey {name}", "Hi {name}"), ("Cheers", "x"), emoji=True, lowercase=True),
    Manner("terse", ("{name}",), (), signs=False),
    Manner("formal", ("Dear {name}", "Good day {name}"), ("Kind regards", "Yours sincerely")),
)
FIRST = ("Ada", "Bruno", "Carla", "Dario", "Elsa", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Karla", "Luca", "Mira", "Nils", "Olga", "Paul")
LAST = ("Arnault", "Brenner", "Castell", "Dorval", "Ekholm", "Fabri", "Grün", "Halder", "Ibsen", "Jansen", "Keller", "Lund", "Moreau", "Novak")
CIRCLES: tuple[tuple[Circle, str, str], ...] = (
    ("family", "sister", "Teacher"),
    ("friends", "friend", "Nurse"),
    ("work", "colleague", "Analyst"),
    ("friends", "friend", "Carpenter"),
    ("work", "manager", "Manager"),
    ("family", "brother", "Cook"),
    ("services", "dentist", "Dentist"),
)


def person(i: int) -> Person:
    first, last = FIRST[i % len(FIRST)], LAST[(i * 5 + i // len(FIRST)) % len(LAST)]
    circle, relation, job = CIRCLES[i % len(CIRCLES)]
    contact = Contact(
        first_name=first,
        last_name=last,
        contact_id=f"{i:032x}",
        age=25 + i % 40,
        city_living="Lyon",
        country="France",
        job=job,
        description="Sings in a choir and grows tomatoes." if i % 3 else "",
        phone=f"+3361234{i:04d}",
        email=f"{first}.{last}{i}@courriel.example".lower(),
        address=f"{i} Rue des Lilas, Lyon",
    )
    return Person(contact, relation, circle, MANNERS[i % len(MANNERS)])


def cast(n: int = 14) -> Cast:
    card = Contact(
        "Nora", "Lindqvist", "user", is_user=True, city_living="Lyon", country="France", phone="+33600000000", email="nora@courriel.example"
    )
    user = Person(card, "self", "family", Manner("warm", ("Hi {name}", "Dear {name}"), ("Best", "Take care"), emoji=True))
    persona = Persona(user, "Atelier Nord", "4 Quai Perrache, Lyon", "lives alone", ("cycling", "pottery"))
    return Cast(persona, tuple(person(i) for i in range(n)))


def happenings(people: tuple[Person, ...], weeks: int = 8) -> tuple[Happening, ...]:
    """A few things a week, half of them over."""
    found = []
    for week in range(-weeks, weeks // 2):
        base = NOW + week * 7 * DAY + 2 * HOUR
        work = [p for p in people if p.circle == "work"]
        friends = [p for p in people if p.circle == "friends"]
        a, b = people[week % len(people)], friends[week % len(friends)]
        found += [
            Happening("meeting", f"Budget round {week + 9}", base + DAY, base - 6 * DAY, tuple(work[:3]), "Room B", f"ev-m{week}"),
            Happening(
                "social",
                f"Pizza night {week + 9}",
                base + 4 * DAY + 9 * HOUR,
                base - 3 * DAY,
                (b, *[p for p in friends[:1] if p is not b]),
                "12 Rue Mercière, Lyon",
                f"ev-s{week}",
            ),
            Happening("deadline", f"Grant report {week + 9}", base + 3 * DAY, base - 10 * DAY, tuple(work[:1]), "", f"ev-d{week}"),
            Happening("order", f"Desk lamp mk {week + 9}", base, base, (), "", f"order{week + 9:04d}", 39.9 + week),
            Happening("ride", f"Home - Station {week + 9}", base + 5 * HOUR, base + 5 * HOUR, (), "Station", f"ride{week + 9:04d}", 12.4),
            Happening(
                "viewing", f"Villa {week + 9}", base + 5 * DAY, base + DAY, (), f"{week + 9} Quai Fulchiron, Lyon", f"flat{week}", 980.0 + week
            ),
            Happening("birthday", f"{a.first_name}'s birthday", base + 6 * DAY, base, (a,), "", f"ev-b{week}"),
        ]
        dentists = [p for p in people if p.relation == "dentist"]
        if dentists:
            found.append(
                Happening("appointment", "Check-up", base + 2 * DAY, base - 9 * DAY, (dentists[0],), dentists[0].contact.address or "", f"ev-a{week}")
            )
    return tuple(
        sorted(
            {(h.title, h.time): h for h in found if h.known <= NOW and (h.kind not in ("order", "ride") or h.time < NOW)}.values(),
            key=lambda h: h.time,
        )
    )
