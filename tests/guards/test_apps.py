"""Every app keeps the contract of apps, and an app that does not is caught."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from gaia2_gym.apps import APPS
from gaia2_gym.apps.base import App
from gaia2_gym.guards import check_app
from gaia2_gym.tools import tool
from tests.official.test_official import UNCHECKED as FROM_THE_SPECIFICATION
from tests.world.scenes import EVERY_APP, phone


@pytest.mark.parametrize("cls", APPS, ids=lambda c: c.__name__)
def test_an_empty_app_keeps_the_contract(cls: type[App[Any]]) -> None:
    assert check_app(cls, {}) == []


@pytest.mark.parametrize("entry", phone(apps=EVERY_APP).apps, ids=lambda e: e.name)
def test_a_filled_app_keeps_the_contract(entry: Any) -> None:
    app = entry.cls(entry.name, entry.state, None)
    assert check_app(entry.cls, app.dump()) == []


def test_what_is_left_unchecked_is_what_the_reference_leaves_unchecked() -> None:
    from gaia2_gym.guards.apps import UNCHECKED

    for name, args in FROM_THE_SPECIFICATION.items():
        assert args <= UNCHECKED[name]


@dataclass(slots=True)
class BadState:
    items: dict[str, list[str]] = field(default_factory=lambda: {"a": []})


class Bad(App[BadState]):
    """An app that breaks the contract."""

    class_name: ClassVar[str] = "Bad"
    State = BadState

    @classmethod
    def load(cls, data: dict[str, Any]) -> BadState:
        return BadState()

    def dump(self) -> dict[str, Any]:
        self.state.items["more"] = []
        return {"n": len(self.state.items), "again": id(self.state)}

    @tool(write=True)
    def poke(self, what: str) -> str:
        """Poke.

        Args:
            what: What to poke.
        """
        return what


def test_a_bad_app_is_caught() -> None:
    found = "\n".join(check_app(Bad, {}))
    assert "holds a list" in found
    assert "gives something else" in found
    assert "helps nobody" in found
    assert "nothing says how the verifier compares what" in found
