"""Gymnasium: environment, vector environment, wrappers, spaces, render modes, registration."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gaia2_gym.env.env import EnvSnapshot, Gaia2Env
    from gaia2_gym.env.spaces import Conversation, ToolCalls, UnicodeText
    from gaia2_gym.env.vector import Gaia2VectorEnv
    from gaia2_gym.env.wrappers import Budget, CallList, ChatMessages, CompactTools

_LAZY = {
    "Gaia2Env": "env",
    "EnvSnapshot": "env",
    "Gaia2VectorEnv": "vector",
    "Conversation": "spaces",
    "ToolCalls": "spaces",
    "UnicodeText": "spaces",
    "Budget": "wrappers",
    "CallList": "wrappers",
    "ChatMessages": "wrappers",
    "CompactTools": "wrappers",
}
__all__ = [
    "Budget",
    "CallList",
    "ChatMessages",
    "CompactTools",
    "Conversation",
    "EnvSnapshot",
    "Gaia2Env",
    "Gaia2VectorEnv",
    "ToolCalls",
    "UnicodeText",
]


def __getattr__(name: str) -> Any:
    """Import what is asked for: registration alone should load next to nothing."""
    if name in _LAZY:
        return getattr(importlib.import_module(f"gaia2_gym.env.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
