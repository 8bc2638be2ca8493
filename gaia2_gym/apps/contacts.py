"""The user's address book."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from gaia2_gym.apps.base import App
from gaia2_gym.apps.records import attribute, drop_nulls, load, plain, plan_of
from gaia2_gym.errors import ToolError, nearest
from gaia2_gym.tools import OneOf, tool

GENDERS = OneOf(("Female", "Male", "Other", "Unknown"))
STATUSES = OneOf(("Student", "Employed", "Unemployed", "Retired", "Unknown"))


def _enum_form(enum: str) -> Any:
    return lambda value: f"<{enum}.{value.upper()}: {value!r}>"


@dataclass(frozen=True, slots=True)
class Contact:
    """One person in the address book; the user's own card has `is_user`."""

    first_name: str
    last_name: str
    contact_id: str
    is_user: bool = False
    gender: str = attribute("Unknown", reference=_enum_form("Gender"))
    age: int | None = None
    nationality: str | None = ""
    city_living: str | None = ""
    country: str | None = ""
    status: str = attribute("Unknown", reference=_enum_form("Status"))
    job: str | None = ""
    description: str | None = attribute("", free_text=True)
    phone: str | None = ""
    email: str | None = ""
    address: str | None = ""

    @property
    def full_name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}"

    def as_text(self) -> str:
        """The reference's text form of a single contact: common indentation is removed only after the values are in."""
        special = {"gender": f"Gender.{self.gender.upper()}", "status": f"Status.{self.status.upper()}"}
        lines = (f"        {label}: {special.get(name, getattr(self, name))}" for name, label in _TEXT_LINES)
        return textwrap.dedent("\n" + "\n".join(lines) + "\n")


_TEXT_LINES = (
    ("contact_id", "Contact ID"),
    ("first_name", "First Name"),
    ("last_name", "Last Name"),
    ("gender", "Gender"),
    ("age", "Age"),
    ("nationality", "Nationality"),
    ("city_living", "City Living"),
    ("country", "Country"),
    ("status", "Status"),
    ("job", "Job"),
    ("description", "Description"),
    ("phone", "Phone"),
    ("email", "Email"),
    ("is_user", "Is User"),
    ("address", "Address"),
)


@dataclass(slots=True)
class ContactsState:
    """Contacts by the key they are stored under, in order of addition."""

    contacts: dict[str, Contact] = field(default_factory=dict)
    view_limit: int = 10


class Contacts(App[ContactsState]):
    """The user's address book."""

    class_name: ClassVar[str] = "ContactsApp"
    aliases: ClassVar[tuple[str, ...]] = ("Contacts",)
    State = ContactsState

    @classmethod
    def load(cls, data: dict[str, Any]) -> ContactsState:
        """Read the official state; a missing or null view limit is 10."""
        raw = data.get("contacts")
        raw = {k: drop_nulls(Contact, v) for k, v in raw.items()} if isinstance(raw, dict) else raw or {}
        contacts = load(dict[str, Contact], raw, "contacts")
        return ContactsState(contacts, load(int, data.get("view_limit") or 10, "view_limit"))

    def dump(self) -> dict[str, Any]:
        """The official state."""
        return {"contacts": plain(self.state.contacts), "view_limit": self.state.view_limit}

    @tool(audience=("agent", "data"))
    def get_contacts(self, offset: int = 0) -> dict[str, Any]:
        """List the contacts page by page, in stored order, with all their details. The page size is fixed; use offset to go on.

        Args:
            offset: Number of contacts to skip.
        """
        contacts = list(self.state.contacts.values())
        end = offset + self.state.view_limit
        metadata = {"range": (offset, min(end, len(contacts))), "total": len(contacts)}
        return {"contacts": contacts[offset:end], "metadata": metadata}

    @tool(audience=("agent", "data"))
    def get_contact(self, contact_id: str) -> Contact:
        """Show one contact, found by its id.

        Args:
            contact_id: Id of the contact, as listed or found by search_contacts.
        """
        contact = self.state.contacts.get(contact_id)
        if contact is None:
            raise ToolError("not_found", f"no contact with id {contact_id!r}; search_contacts finds ids by name, phone or email.")
        return contact

    @tool(audience=("agent", "data"))
    def get_current_user_details(self) -> Contact:
        """Show the user's own contact card: name, address, phone, email and so on."""
        for contact in self.state.contacts.values():
            if contact.is_user:
                return contact
        raise ToolError("not_found", "the address book has no card of the user.")

    @tool(
        write=True,
        audience=("agent", "data"),
        checks={"first_name": "stripped", "last_name": "stripped", "email": "stripped", "phone": "phone"},
    )
    def add_new_contact(
        self,
        first_name: str,
        last_name: str,
        gender: Annotated[str, GENDERS] | None = None,
        age: int | None = None,
        nationality: str | None = None,
        city_living: str | None = None,
        country: str | None = None,
        status: Annotated[str, STATUSES] | None = None,
        job: str | None = None,
        description: str | None = None,
        phone: str | None = None,
        email: str | None = None,
        address: str | None = None,
    ) -> str:
        """Add a person to the address book and return the new contact's id. The full name must not be there yet.

        Args:
            first_name: First name.
            last_name: Last name.
            gender: Gender, spelled exactly as listed.
            age: Age in years, 1 to 100.
            nationality: Nationality, for example Swedish.
            city_living: City the person lives in.
            country: Country the person lives in.
            status: Employment status, spelled exactly as listed.
            job: Job title.
            description: Anything else worth noting.
            phone: Phone number.
            email: Email address.
            address: Postal address.
        """
        name = f"{first_name} {last_name}".lower()
        for contact in self.state.contacts.values():
            if contact.full_name.lower() == name:
                raise ToolError("conflict", f"{first_name} {last_name} is already a contact, with id {contact.contact_id!r}.")
        fields: dict[str, Any] = {
            "gender": _exact("gender", gender or "Unknown", GENDERS),
            "age": _valid_age(age),
            "nationality": nationality,
            "city_living": city_living,
            "country": country,
            "status": _exact("status", status or "Unknown", STATUSES),
            "job": job,
            "description": description,
            "phone": phone,
            "email": email,
            "address": address,
        }
        contact_id = self.runtime.stream.hex_id()
        self.state.contacts[contact_id] = Contact(first_name, last_name, contact_id, **fields)
        return contact_id

    @tool(write=True, audience=("agent", "data"), checks={"contact_id": "eq", "updates": "soft"})
    def edit_contact(self, contact_id: str, updates: dict[str, Any]) -> str:
        """Change fields of an existing contact; fields not named stay as they are.

        Args:
            contact_id: Id of the contact to change.
            updates: New values by field name, for example {"job": "Teacher", "city_living": "Oslo"}.
        """
        contact = self.get_contact(contact_id)
        names = plan_of(Contact).names
        for name in updates:
            if name not in names:
                raise ToolError("bad_argument", f"a contact has no field {name[:60]!r}{nearest(name[:60], names)}; fields are: {', '.join(names)}.")
        self.state.contacts[contact_id] = replace(contact, **{n: _edited(n, v) for n, v in updates.items()})
        return f"Contact {contact_id} updated successfully."

    @tool(write=True, audience=("agent", "data"), checks={"contact_id": "eq"})
    def delete_contact(self, contact_id: str) -> str:
        """Remove a contact from the address book.

        Args:
            contact_id: Id of the contact to remove.
        """
        self.get_contact(contact_id)
        del self.state.contacts[contact_id]
        return f"Contact {contact_id} successfully deleted."

    @tool()
    def search_contacts(self, query: str) -> list[Contact]:
        """Find contacts by part of their name, phone number or email. Does not look at city, job or other fields: list the contacts for those.

        Args:
            query: Text to look for, any case; a full name works in either order.
        """
        q = query.lower()
        return [c for c in self.state.contacts.values() if _matches(c, q)]


class InternalContacts(Contacts):
    """A copy of the address book that some scenarios carry; never shown to the agent."""

    class_name: ClassVar[str] = "InternalContacts"
    aliases: ClassVar[tuple[str, ...]] = ()
    visible = False


def _matches(c: Contact, q: str) -> bool:
    first, last = c.first_name.lower(), c.last_name.lower()
    texts = (first, last, (c.phone or "").lower(), (c.email or "").lower(), f"{first} {last}", f"{last} {first}")
    return any(q in text for text in texts)


def _exact(what: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ToolError("bad_argument", f"{what} must be one of {', '.join(allowed)}, not {value[:40]!r}.")
    return value


def _valid_age(age: Any) -> int | None:
    if age is not None and (not isinstance(age, int) or isinstance(age, bool)):
        raise ToolError("type", "age must be a whole number or null.")
    if age is not None and not 1 <= age <= 100:
        raise ToolError("bad_argument", f"age must be between 1 and 100, not {age}.")
    return age


def _edited(name: str, value: Any) -> Any:
    """A new field value, validated; gender and status are taken in any case here, with or without the class name, as in the reference."""
    if name == "age":
        return _valid_age(value)
    if name == "is_user":
        if not isinstance(value, bool):
            raise ToolError("type", "is_user must be true or false.")
        return value
    if not isinstance(value, str):
        raise ToolError("type", f"{name} must be a text.")
    if name in ("gender", "status"):
        bare = value.rpartition(".")[2].capitalize()
        return _exact(name, bare, GENDERS if name == "gender" else STATUSES)
    return value
