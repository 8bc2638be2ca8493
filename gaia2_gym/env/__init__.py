"""Gymnasium: environment, spaces, render modes, registration."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gaia2_gym.env.env import EnvSnapshot, Gaia2Env
    from gaia2_gym.env.spaces import ToolCalls, UnicodeText

_LAZY = {"Gaia2Env": "env", "EnvSnapshot": "env", "ToolCalls": "spaces", "UnicodeText": "spaces"}
__all__ = ["EnvSnapshot", "Gaia2Env", "ToolCalls", "UnicodeText"]


def __getattr__(name: str) -> Any:
    """Import what is asked for: registration alone should load next to nothing."""
    if name in _LAZY:
        return getattr(importlib.import_module(f"gaia2_gym.env.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
