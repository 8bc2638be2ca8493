"""Who a universe is about: the user, everyone in the address book, and what happens between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gaia2_gym.apps.contacts import Contact

Circle = Literal["family", "friends", "work", "services"]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a person writes.

    Args:
        tone: `terse`, `chatty`, `formal` or `warm`.
        greetings: Openings, `{name}` stands for the first name of the addressed.
        closings: Closings before the name; may be empty.
        signs: Whether the name stands under an email.
        emoji: Whether chats have emoji.
        lowercase: Whether chats are written in lower case.
    """

    tone: Literal["terse", "chatty", "formal", "warm"]
    greetings: tuple[str, ...]
    closings: tuple[str, ...]
    signs: bool = True
    emoji: bool = False
    lowercase: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """Someone on the phone: the card in the address book, and what the card does not say.

    Args:
        contact: The card.
        relation: What the person is to the user, in one or two words: `sister`, `colleague`, `dentist`; `self` for the user.
        circle: Where the person belongs.
        manner: How the person writes.
    """

    contact: Contact
    relation: str
    circle: Circle
    manner: Manner

    @property
    def name(self) -> str:
        """First and last name."""
        return self.contact.full_name

    @property
    def first_name(self) -> str:
        """First name."""
        return self.contact.first_name

    @property
    def email(self) -> str:
        """Email address."""
        return self.contact.email or ""

    @property
    def phone(self) -> str:
        """Phone number."""
        return self.contact.phone or ""


@dataclass(frozen=True, slots=True)
class Persona:
    """The user, as a person.

    Args:
        person: The user's own card.
        employer: Name of the firm, school or other place the user works for.
        workplace: Its address.
        household: Who lives with the user, in words.
        hobbies: What the user does for pleasure.
    """

    person: Person
    employer: str
    workplace: str
    household: str
    hobbies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cast:
    """Everyone: the user and the others, in the order of the address book."""

    persona: Persona
    people: tuple[Person, ...]

    @property
    def user(self) -> Person:
        """The user."""
        return self.persona.person

    def of(self, circle: Circle) -> list[Person]:
        """The people of a circle."""
        return [p for p in self.people if p.circle == circle]


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happens in the user's life, which several apps may speak of.

    Args:
        kind: `meeting`, `social`, `appointment`, `deadline`, `birthday`, `trip`, `order`, `ride`, `viewing`; `regular` for what nobody writes about.
        title: As the calendar, the shop or the listing calls it.
        time: When it is, Unix seconds.
        known: From when on people can speak of it, Unix seconds; not after `time` except for orders and rides, which are spoken of afterwards.
        people: Who takes part, the user aside.
        place: Where, or an empty text.
        ref: Id of the event, order, ride or flat.
        amount: Price or rent, where there is one.
    """

    kind: str
    title: str
    time: float
    known: float
    people: tuple[Person, ...] = ()
    place: str = ""
    ref: str = ""
    amount: float | None = None
