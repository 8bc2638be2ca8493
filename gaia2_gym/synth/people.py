"""The persona and the address book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from gaia2_gym.apps.contacts import Contact
from gaia2_gym.synth import relations as r
from gaia2_gym.synth.cast import Cast, Circle, Manner, Person, Persona
from gaia2_gym.synth.draw import Draw
from gaia2_gym.synth.locales import Locale, ascii_letters, locales

PEOPLE = {"pocket": 24, "small": 50, "full": 125}
"""Contacts by size, the user aside."""
_FAMILY, _WORK, _SERVICES = 0.22, 0.27, 0.18
"""Shares of the circles; the rest are friends."""
ADULT, RETIRED = 23, 67
"""Ages from which people are no students any more, and do not work any more."""


class Home(NamedTuple):
    """Where somebody lives."""

    locale: Locale
    city: str
    address: str


class _Part(NamedTuple):
    """A person to be: everything that is decided before there is a name."""

    relation: str
    circle: Circle
    age: int
    job: str
    home: Home
    names: Locale
    gender: str | None = None
    last: str = ""
    firm: str = ""
    manners: Sequence[Manner] = r.MANNERS


def make_cast(draw: Draw, size: str, now: float) -> Cast:
    """The persona and the address book.

    Args:
        draw: Chooses.
        size: `pocket`, `small` or `full`.
        now: Unix seconds.
    """
    crew = _Crew(draw, datetime.fromtimestamp(now, UTC).year)
    persona = crew.persona()
    n = PEOPLE[size]
    wanted = {"family": round(n * _FAMILY), "work": round(n * _WORK), "services": round(n * _SERVICES)}
    people = [crew.person(part) for part in crew.household()]
    persona = replace(persona, household=_household_text(people, crew.pet))
    people += [crew.person(part) for part in crew.family(wanted["family"] - len(people), people)]
    people += [crew.person(crew.colleague(i)) for i in range(wanted["work"])]
    people += [crew.person(part) for part in crew.services(wanted["services"])]
    people += [crew.person(crew.friend(i)) for i in range(n - len(people))]
    _add_near_misses(draw, people, 1 + n // 40, persona.person)
    return Cast(persona, tuple(sorted(people, key=lambda p: p.contact.contact_id)))


class _Crew:
    """Makes the people around one user, no two of them with one name, address or number."""

    def __init__(self, draw: Draw, year: int) -> None:
        self.draw = draw
        self.year = year
        self.locale = draw.pick(locales())
        self.home = self._home(self.locale, draw.pick(sorted(self.locale.cities)))
        self.names = self.locale if draw.chance(0.85) else draw.pick(locales())
        self.age = draw.integer(24, 58)
        self.firm, *self.other_firms = draw.sample([f"{name} {kind}" for name in r.FIRM_NAMES for kind in r.FIRM_KINDS], 6)
        self.pet = draw.pick(r.PETS)
        self._taken: set[str] = set()

    def persona(self) -> Persona:
        draw = self.draw
        me = self.person(_Part("self", "family", self.age, draw.pick(r.OFFICE_JOBS), self.home, self.names, firm=self.firm))
        hobbies = tuple(draw.sample(r.HOBBIES, 3))
        description = f"Works at {self.firm}. Likes {hobbies[0]}, {hobbies[1]} and {hobbies[2]}."
        self.me = replace(me, contact=replace(me.contact, is_user=True, description=description))
        return Persona(self.me, self.firm, self._home(self.locale, self.home.city).address, "", hobbies)

    def household(self) -> Iterator[_Part]:
        """Who lives with the user: nobody, a partner, a partner and children, or a flatmate."""
        draw = self.draw
        kind = draw.weighted({"alone": 3, "partner": 3, "children": 3 if 36 <= self.age <= 52 else 0, "flatmate": 2 if self.age <= 36 else 0})
        if kind == "flatmate":
            yield _Part("flatmate", "friends", max(ADULT, self.age + draw.integer(-5, 5)), draw.pick(r.JOBS), self.home, self._names(self.locale))
        if kind in ("partner", "children"):
            yield self._kin(r.PARTNER, self.home)
        for _ in range(draw.integer(1, 2) if kind == "children" else 0):
            yield self._kin(draw.pick(r.CHILDREN), self.home)

    def family(self, n: int, household: Sequence[Person]) -> list[_Part]:
        """Relatives who live elsewhere, the nearest first; parents live together."""
        draw = self.draw
        partner = next((p for p in household if p.relation == "partner"), None)
        kinds = [kin for kin in (*r.FAMILY, *(r.IN_LAWS if partner else ())) for _ in range(kin.most) if self._years(kin)]
        n_near = sum(kin.relation in r.NEAR for kin in kinds)
        near, far = draw.shuffled(kinds[:n_near]), draw.shuffled(kinds[n_near:])
        chosen = [*near[: 1 + n // 3], *draw.sample([*near[1 + n // 3 :], *far], n - 1 - n // 3)]
        homes: dict[str, Home] = {}
        parts = []
        for kin in chosen:
            couple = r.COUPLES.get(kin.relation, "")
            home = homes.get(couple) or self._relatives_home()
            if couple:
                homes[couple] = home
            parts.append(self._kin(kin, home, last=partner.contact.last_name if partner and kin in r.IN_LAWS else ""))
        return parts

    def friend(self, i: int) -> _Part:
        draw = self.draw
        relation = list(r.FRIENDS)[i % len(r.FRIENDS)]
        where = r.FRIENDS[relation]
        near = where == "near" or (where == "any" and draw.chance(0.45))
        locale = self.locale if near or draw.chance(0.35) else draw.pick(locales())
        city = self.home.city if near else draw.pick([city for city in sorted(locale.cities) if city != self.home.city])
        spread = r.SAME_AGE.get(relation, 15)
        age = max(18, self.age + draw.integer(-spread, spread))
        return _Part(relation, "friends", age, draw.pick(r.JOBS), self._home(locale, city), self._names(locale))

    def colleague(self, i: int) -> _Part:
        """Someone from work; the first is the manager."""
        draw = self.draw
        relation = "manager" if i == 0 else draw.weighted(r.WORK)
        locale = self.locale if draw.chance(0.75) or relation in ("manager", "intern") else draw.pick(locales())
        city = self.home.city if locale is self.locale else draw.pick(sorted(locale.cities))
        age = draw.integer(19, 27) if relation == "intern" else draw.integer(34 if relation == "manager" else ADULT, 64)
        job = draw.pick(r.LEADS if relation == "manager" else ("Intern",) if relation == "intern" else r.OFFICE_JOBS)
        firm = draw.pick(self.other_firms) if relation in r.OUTSIDERS else self.firm
        return _Part(relation, "work", age, job, self._home(locale, city), self._names(locale), firm=firm, manners=r.MANNERS[1:5])

    def services(self, n: int) -> Iterator[_Part]:
        others = [*r.SERVICES[2:], *([r.VET] if self.pet else ())]
        for relation, job in [*r.SERVICES[:2], *self.draw.sample(others, n - 2)]:
            age = self.draw.integer(27, 63)
            home = self._home(self.locale, self.home.city)
            yield _Part(relation, "services", age, job, home, self._names(self.locale), manners=r.MANNERS[4:6])

    def person(self, part: _Part) -> Person:
        """The person for a part, unlike all before in name, address and number."""
        draw = self.draw
        gender = part.gender or draw.pick(("Female", "Male"))
        for _ in range(1000):
            first, last = draw.pick(part.names.female if gender == "Female" else part.names.male), part.last or draw.pick(part.names.last)
            email, phone = self._email(first, last, part.firm), part.home.locale.phone_number(draw)
            keys = {f"{first} {last}", email, phone}
            if first != last and not keys & self._taken:
                break
        self._taken |= keys
        status, job = _work(part, draw)
        contact = Contact(
            first_name=first,
            last_name=last,
            contact_id=draw.id(),
            gender=gender,
            age=part.age,
            nationality=part.names.nationality,
            city_living=part.home.city,
            country=part.home.locale.country,
            status=status,
            job=job,
            description=_description(part, gender, self.year, draw),
            phone=phone,
            email=email,
            address=part.home.address,
        )
        return Person(contact, part.relation, part.circle, draw.pick(r.MANNERS[2:4] if status == "Student" else part.manners))

    def _years(self, kin: r.Kin) -> range:
        """The ages that a relative can have."""
        return range(max(self.age + kin.low, r.YOUNGEST), min(self.age + kin.high, r.OLDEST) + 1)

    def _kin(self, kin: r.Kin, home: Home, last: str = "") -> _Part:
        age = self.draw.pick(self._years(kin))
        last = self.me.contact.last_name if kin.same_name else last
        return _Part(kin.relation, "family", age, self.draw.pick(r.JOBS), home, self.names, kin.gender, last)

    def _relatives_home(self) -> Home:
        """In the user's city, elsewhere in the country, or abroad."""
        draw = self.draw
        locale = self.locale if draw.chance(0.85) else draw.pick(locales())
        return self._home(locale, self.home.city if locale is self.locale and draw.chance(0.5) else draw.pick(sorted(locale.cities)))

    def _home(self, locale: Locale, city: str) -> Home:
        return Home(locale, city, f"{locale.street_address(self.draw)}, {locale.zip_code(city, self.draw)} {city}")

    def _names(self, locale: Locale) -> Locale:
        """Where someone who lives in a country comes from."""
        return locale if self.draw.chance(0.82) else self.draw.pick(locales())

    def _email(self, first: str, last: str, firm: str) -> str:
        user = f"{ascii_letters(first)}.{ascii_letters(last)}"
        if firm:
            return f"{user}@{ascii_letters(firm)}.example"
        return f"{user}{self.draw.integer(2, 99) if self.draw.chance(0.25) else ''}@{self.draw.pick(r.DOMAINS)}"


def _work(part: _Part, draw: Draw) -> tuple[str, str]:
    """Status and job, as the age has it."""
    if part.age < ADULT:
        return "Student", "Student"
    if part.age >= RETIRED:
        return "Retired", f"Retired {part.job}"
    if part.circle in ("family", "friends") and part.relation != "self" and draw.chance(0.05):
        return "Unemployed", ""
    return "Employed", part.job


def _description(part: _Part, gender: str, year: int, draw: Draw) -> str:
    """What the user notes about someone: who it is, and a fact."""
    firm = f" at {part.firm}" if part.firm else ""
    if part.circle == "services":
        facts: tuple[str, ...] = r.SERVICE_FACTS
    elif part.circle == "work" and part.relation != "intern":
        facts = r.OUTSIDE_FACTS if part.relation in r.OUTSIDERS else r.WORK_FACTS
    else:
        facts = r.FACTS if part.age < ADULT or part.relation == "partner" else r.FACTS + r.ADULT_FACTS
    since = year - draw.integer(1, max(1, min(14, part.age - 20)))
    fact = draw.pick(facts).format(hobby=draw.pick(r.HOBBIES), city=part.home.city, n=draw.integer(2, 6), year=since)
    pronoun = "She" if gender == "Female" else "He"
    who = f"My {part.relation}{firm}"
    return draw.pick((f"{who}, who {fact}.", f"{who}. {pronoun} {fact}."))


def _household_text(people: Sequence[Person], pet: str) -> str:
    with_whom = [f"{p.first_name} ({p.relation})" for p in people] + ([pet] if pet else [])
    return f"lives with {' and '.join(filter(None, (', '.join(with_whom[:-1]), with_whom[-1])))}" if with_whom else "lives alone"


def _add_near_misses(draw: Draw, people: list[Person], pairs: int, user: Person) -> None:
    """Gives pairs of people a first name in common, and pairs in different cities a job, as happens in life."""
    adults = [i for i, p in enumerate(people) if p.contact.status == "Employed" and p.circle in ("friends", "work") and p.relation != "flatmate"]
    chosen = draw.sample(adults, 3 * pairs)
    for one, other, third in zip(chosen[::3], chosen[1::3], chosen[2::3], strict=False):
        model = people[one].contact
        if people[third].circle == people[one].circle and people[third].contact.city_living != model.city_living:
            people[third] = replace(people[third], contact=replace(people[third].contact, job=model.job))
        card = people[other].contact
        address, _, domain = (card.email or "").partition("@")
        name, email = f"{model.first_name} {card.last_name}", f"{ascii_letters(model.first_name)}.{address.partition('.')[2]}@{domain}"
        if card.gender == model.gender and all(name != p.name and email != p.email for p in (user, *people)):
            people[other] = replace(people[other], contact=replace(card, first_name=model.first_name, email=email))
