"""Flats for rent: listings, search, and the user's saved ones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from gaia2_gym.apps.base import App
from gaia2_gym.apps.records import as_list, attribute, drop_nulls, load, plain
from gaia2_gym.errors import ToolError
from gaia2_gym.tools import Notify, tool


def _list_or_none(values: tuple[str, ...] | None) -> str:
    return "None" if values is None else as_list(values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Apartment:
    """One listing. Numbers stay whole or fractional as the scenario file has them."""

    name: str
    location: str
    zip_code: str
    price: int | float
    bedrooms: int | float
    bathrooms: int | float
    property_type: str | None = ""
    square_footage: int | float = 0
    furnished_status: str | None = ""
    floor_level: str | None = ""
    pet_policy: str | None = ""
    lease_term: str | None = ""
    apartment_id: str
    amenities: tuple[str, ...] | None = attribute((), reference=_list_or_none)
    saved: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """Result of a write that has no value of its own: null as a value, a sentence to the agent."""

    text: str

    def as_plain(self) -> None:
        """The value."""
        return None

    def as_shown(self) -> str:
        """What the agent reads."""
        return self.text

    def as_text(self) -> str:
        """The reference's text form."""
        return self.text


@dataclass(slots=True)
class ApartmentsState:
    """Listings by id in order of addition, and the saved ids in order of saving."""

    apartments: dict[str, Apartment] = field(default_factory=dict)
    saved_apartments: tuple[str, ...] = ()


class Apartments(App[ApartmentsState]):
    """Flats for rent."""

    class_name: ClassVar[str] = "ApartmentListingApp"
    aliases = ("RentAFlat",)
    State = ApartmentsState

    @classmethod
    def load(cls, data: dict[str, Any]) -> ApartmentsState:
        """Read the official state."""
        raw = data.get("apartments") or {}
        raw = {k: drop_nulls(Apartment, v) for k, v in raw.items()} if isinstance(raw, dict) else raw
        apartments = load(dict[str, Apartment], raw, "apartments")
        return ApartmentsState(apartments, load(tuple[str, ...], data.get("saved_apartments") or (), "saved_apartments"))

    def dump(self) -> dict[str, Any]:
        """The official state."""
        return {"apartments": plain(self.state.apartments), "saved_apartments": list(self.state.saved_apartments)}

    @tool(audience=("agent", "data"))
    def list_all_apartments(self) -> dict[str, Apartment]:
        """List every apartment with all its details, by id; all at once, which is long. search_apartments narrows it down."""
        return dict(self.state.apartments)

    @tool(audience=("agent", "data"))
    def get_apartment_details(self, apartment_id: str) -> Apartment:
        """Show all details of one apartment.

        Args:
            apartment_id: Id of the apartment.
        """
        apartment = self.state.apartments.get(apartment_id)
        if apartment is None:
            raise ToolError("not_found", f"no apartment with id {apartment_id[:60]!r}; search_apartments finds ids.")
        return apartment

    @tool(write=True, audience=("agent", "data"), checks={"apartment_id": "eq"})
    def save_apartment(self, apartment_id: str) -> Done:
        """Add an apartment to the user's saved apartments (favorites). Saving one that is already saved changes nothing.

        Args:
            apartment_id: Id of the apartment to save.
        """
        apartment = self.get_apartment_details(apartment_id)
        if apartment_id not in self.state.saved_apartments:
            self.state.saved_apartments += (apartment_id,)
            self.state.apartments[apartment_id] = replace(apartment, saved=True)
        return Done("Successfully saved apartment")

    @tool(write=True, audience=("agent", "data"), checks={"apartment_id": "eq"})
    def remove_saved_apartment(self, apartment_id: str) -> Done:
        """Take an apartment off the user's saved apartments (favorites); its listing stays.

        Args:
            apartment_id: Id of the saved apartment.
        """
        if apartment_id not in self.state.saved_apartments:
            raise ToolError("not_found", f"no saved apartment with id {apartment_id[:60]!r}; list_saved_apartments shows the saved ones.")
        self.state.saved_apartments = tuple(i for i in self.state.saved_apartments if i != apartment_id)
        if apartment_id in self.state.apartments:
            self.state.apartments[apartment_id] = replace(self.state.apartments[apartment_id], saved=False)
        return Done("Successfully removed apartment")

    @tool(audience=("agent", "data"))
    def list_saved_apartments(self) -> dict[str, Apartment]:
        """List the user's saved apartments (favorites) with all their details, by id, in the order they were saved."""
        apartments, saved = self.state.apartments, self.state.saved_apartments
        gone = [i for i in saved if i not in apartments]
        if gone and self.runtime.compat:  # the reference keeps the ids of deleted listings and stumbles over them
            raise ToolError("not_found", f"the saved apartment {gone[0]!r} is no longer listed; remove_saved_apartment takes it off.")
        return {i: apartments[i] for i in saved if i in apartments}

    @tool(audience=("agent", "data"))
    def search_apartments(
        self,
        name: str | None = None,
        location: str | None = None,
        zip_code: str | None = None,
        min_price: int | float | None = None,
        max_price: int | float | None = None,
        number_of_bedrooms: int | None = None,
        number_of_bathrooms: int | None = None,
        property_type: str | None = None,
        square_footage: int | None = None,
        furnished_status: str | None = None,
        floor_level: str | None = None,
        pet_policy: str | None = None,
        lease_term: str | None = None,
        amenities: list[str] | None = None,
        saved_only: bool = False,
    ) -> dict[str, Apartment]:
        """Find the apartments that satisfy all given conditions, by id, with all their details, unpaged.

        A condition that is null, empty or 0 is ignored, so 0 bedrooms cannot be asked for. A listing that does not state its furnishing,
        pet policy or lease term passes a condition on it.

        Args:
            name: Part of the name, any case.
            location: Part of the address, any case.
            zip_code: The exact zip code.
            min_price: Lowest monthly rent, included.
            max_price: Highest monthly rent, included.
            number_of_bedrooms: Exact number of bedrooms.
            number_of_bathrooms: Exact number of bathrooms.
            property_type: Type of property, for example Apartment, Condo, House or Studio; any case.
            square_footage: Least area in square feet.
            furnished_status: For example Furnished, Unfurnished or Semi-furnished; any case.
            floor_level: For example Ground floor, Upper floors, Penthouse or Basement; spelled exactly like this.
            pet_policy: For example Pets allowed, No pets, Cats allowed or Dogs allowed; any case.
            lease_term: For example Month-to-month, 6 months, 1 year or Long term lease; any case.
            amenities: Amenities that must all be there, for example ["Gym", "Parking"]; whole names, any case.
            saved_only: Whether to look only among the saved apartments.
        """
        wanted_amenities = {a.lower() for a in amenities or ()}

        def fits(a: Apartment) -> bool:
            return (
                (not name or name.lower() in a.name.lower())
                and (not location or location.lower() in a.location.lower())
                and (not zip_code or zip_code == a.zip_code)
                and (not min_price or a.price >= min_price)
                and (not max_price or a.price <= max_price)
                and (not number_of_bedrooms or a.bedrooms == number_of_bedrooms)
                and (not number_of_bathrooms or a.bathrooms == number_of_bathrooms)
                and (not property_type or (a.property_type or "").lower() == property_type.lower())
                and (not square_footage or a.square_footage >= square_footage)
                and _same_or_unstated(a.furnished_status, furnished_status)
                and (not floor_level or floor_level == a.floor_level)
                and _same_or_unstated(a.pet_policy, pet_policy)
                and _same_or_unstated(a.lease_term, lease_term)
                and wanted_amenities <= {x.lower() for x in a.amenities or ()}
            )

        pool = self.list_saved_apartments() if saved_only else self.state.apartments
        return {i: a for i, a in pool.items() if fits(a)}

    @tool(
        write=True,
        audience=("env", "data"),
        notify=Notify("high", "new apartment listed: {name}", {"apartment_id": "result", "name": "name"}),
    )
    def add_new_apartment(
        self,
        name: str,
        location: str,
        zip_code: str,
        price: float,
        number_of_bedrooms: int,
        number_of_bathrooms: int,
        square_footage: int,
        property_type: str = "",
        furnished_status: str = "",
        floor_level: str = "",
        pet_policy: str = "",
        lease_term: str = "",
        amenities: list[str] | None = None,
    ) -> str:
        """Put a new apartment up for rent and return its id.

        Args:
            name: Name of the listing.
            location: Address.
            zip_code: Zip code.
            price: Monthly rent.
            number_of_bedrooms: Number of bedrooms.
            number_of_bathrooms: Number of bathrooms.
            square_footage: Area in square feet.
            property_type: Type of property, for example Apartment.
            furnished_status: For example Furnished.
            floor_level: For example Ground floor.
            pet_policy: For example No pets.
            lease_term: For example 1 year.
            amenities: Names of amenities.
        """
        apartment_id = self.runtime.stream.hex_id()
        self.state.apartments[apartment_id] = Apartment(
            name=name,
            location=location,
            zip_code=zip_code,
            price=price,
            bedrooms=number_of_bedrooms,
            bathrooms=number_of_bathrooms,
            property_type=property_type,
            square_footage=square_footage,
            furnished_status=furnished_status,
            floor_level=floor_level,
            pet_policy=pet_policy,
            lease_term=lease_term,
            apartment_id=apartment_id,
            amenities=tuple(amenities or ()),
        )
        return apartment_id

    @tool(write=True, audience=("env", "data"))
    def update_apartment(self, apartment_id: str, new_price: float) -> str:
        """Change the rent of an apartment and return its id.

        Args:
            apartment_id: Id of the apartment.
            new_price: New monthly rent.
        """
        self.state.apartments[apartment_id] = replace(self.get_apartment_details(apartment_id), price=new_price)
        return apartment_id

    @tool(write=True, audience=("env", "data"))
    def delete_apartment(self, apartment_id: str) -> None:
        """Take an apartment off the market; it also leaves the saved apartments.

        Args:
            apartment_id: Id of the apartment.
        """
        self.get_apartment_details(apartment_id)
        del self.state.apartments[apartment_id]
        if not self.runtime.compat:
            self.state.saved_apartments = tuple(i for i in self.state.saved_apartments if i != apartment_id)


def _same_or_unstated(stated: str | None, wanted: str | None) -> bool:
    return not wanted or not stated or stated.lower() == wanted.lower()
