"""Tools as data: specs, argument types, validation."""

from gaia2_gym.tools.spec import LEVELS, ArgSpec, Audience, Check, Level, Notify, SoftCheck, ToolSpec, tool, tools_of
from gaia2_gym.tools.types import OneOf, arg_type

__all__ = ["LEVELS", "ArgSpec", "Audience", "Check", "Level", "Notify", "OneOf", "SoftCheck", "ToolSpec", "arg_type", "tool", "tools_of"]
