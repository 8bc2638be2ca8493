"""Crime rates of the city, behind an interface with a call limit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from gaia2_gym.apps.base import App
from gaia2_gym.apps.records import attribute, format_time, load, plain
from gaia2_gym.errors import ToolError
from gaia2_gym.tools import tool

COOL_DOWN = 1800.0
DEFAULT_LIMIT = 100


@dataclass(frozen=True, slots=True)
class CrimeRate:
    """The two rates of one zip code."""

    reference_name: ClassVar[str] = "CrimeDataPoint"
    violent_crime: int | float
    property_crime: int | float


@dataclass(slots=True)
class CityState:
    """Crime rates by zip code, and how far the call limit is used up."""

    crime_data: dict[str, CrimeRate] = field(default_factory=dict)
    api_call_limit: int = DEFAULT_LIMIT
    api_call_count: int = attribute(0, incidental=True)
    """Look-ups since the start or the last refusal."""
    refused_at: float | None = attribute(None, incidental=True)
    """When the present cool-down began."""


class City(App[CityState]):
    """Crime rates by zip code.

    The one app whose failed calls change something: every look-up counts against the limit, whether it finds anything or not.
    """

    class_name: ClassVar[str] = "CityApp"
    aliases = ("City",)
    State = CityState

    @classmethod
    def load(cls, data: dict[str, Any]) -> CityState:
        """Read the official state; a missing or null limit is 100, and no call is counted yet."""
        limit = data.get("api_call_limit")
        crime_data = load(dict[str, CrimeRate], data.get("crime_data") or {}, "crime_data")
        return CityState(crime_data, DEFAULT_LIMIT if limit is None else load(int, limit, "api_call_limit"))

    def dump(self) -> dict[str, Any]:
        """The official state, which knows neither counter nor cool-down."""
        return {"api_call_limit": self.state.api_call_limit, "crime_data": plain(self.state.crime_data)}

    @tool()
    def get_crime_rate(self, zip_code: str) -> CrimeRate:
        """Show the violent and property crime rates of one zip code.

        Every look-up counts against a limit, also one that finds nothing; a look-up beyond the limit locks this tool for half an hour.

        Args:
            zip_code: The zip code, spelled exactly as it is stored, blanks included.
        """
        self._count_call()
        return self._rate(zip_code)

    @tool()
    def get_api_call_count(self) -> int:
        """Tell how many crime rate look-ups have been counted so far. Asking is free."""
        return self.state.api_call_count

    @tool()
    def get_api_call_limit(self) -> int:
        """Tell how many crime rate look-ups are allowed before get_crime_rate is locked for half an hour. Asking is free."""
        return self.state.api_call_limit

    @tool(write=True, audience=("env",))
    def add_crime_rate(self, zip_code: str, violent_crime_rate: float, property_crime_rate: float) -> str:
        """Set both crime rates of a zip code, known or new.

        Args:
            zip_code: The zip code.
            violent_crime_rate: Rate of violent crime.
            property_crime_rate: Rate of property crime.
        """
        self.state.crime_data[zip_code] = CrimeRate(violent_crime_rate, property_crime_rate)
        return "Crime rate added successfully."

    @tool(write=True, audience=("env",))
    def update_crime_rate(self, zip_code: str, new_violent_crime_rate: float | None = None, new_property_crime_rate: float | None = None) -> str:
        """Change one or both crime rates of a known zip code.

        Args:
            zip_code: The zip code.
            new_violent_crime_rate: New rate of violent crime; left out, it stays.
            new_property_crime_rate: New rate of property crime; left out, it stays.
        """
        rate = self._rate(zip_code)
        new = {"violent_crime": new_violent_crime_rate, "property_crime": new_property_crime_rate}
        changes = {name: value for name, value in new.items() if value is not None}
        if not changes:
            raise ToolError("bad_argument", "give new_violent_crime_rate, new_property_crime_rate or both.")
        self.state.crime_data[zip_code] = replace(rate, **changes)
        return "Crime rate updated successfully."

    def _rate(self, zip_code: str) -> CrimeRate:
        rate = self.state.crime_data.get(zip_code)
        if rate is None:
            raise ToolError("not_found", f"no crime rates for the zip code {zip_code[:60]!r}; it must be spelled exactly as stored.")
        return rate

    def _count_call(self) -> None:
        state = self.state
        if state.refused_at is not None and self.now - state.refused_at >= COOL_DOWN:
            state.refused_at = None
        if state.refused_at is None and state.api_call_count >= state.api_call_limit:
            state.refused_at = self.now
            state.api_call_count = 0
        if state.refused_at is not None:
            again = format_time(state.refused_at + COOL_DOWN)
            raise ToolError("conflict", f"the limit of {state.api_call_limit} look-ups is used up; wait half an hour, until {again}.")
        state.api_call_count += 1
