"""Tools as data: the `@tool` decorator, `ToolSpec` and the validation of arguments.

A tool is a method of an app. What is known about it besides its code (who may call it, whether it writes, how the verifier compares its
arguments, what it announces) is written beside it as data and read in one place each: the World, the verifier, the schema exporters.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from gaia2_gym.errors import ToolError, nearest
from gaia2_gym.tools.types import ArgType, arg_type, shown

Audience = Literal["agent", "user", "env", "data"]
Check = Literal["eq", "unordered", "path", "unordered_paths", "attendees", "datetime", "phone", "stripped", "folder", "soft"]
SoftCheck = Literal["placeholder", "signature", "tone", "email", "message", "event", "cab", "sanity", "user_message", "content"]
Level = Literal["low", "medium", "high"]
LEVELS: tuple[Level, ...] = ("low", "medium", "high")

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Notify:
    """What a call by the user or the environment announces to the agent.

    Args:
        level: Lowest verbosity at which it is delivered (`low` means always).
        text: Template over the call's arguments and `{result}`; never the content of what arrived.
        ids: Name in the notification's `ids` -> argument name, or `result`.
        kind: `user` for the user's own message, else `environment`.
    """

    level: Level
    text: str
    ids: Mapping[str, str] = field(default_factory=dict)
    kind: Literal["user", "environment"] = "environment"


@dataclass(frozen=True, slots=True)
class ArgSpec:
    """One argument of a tool."""

    name: str
    type: ArgType
    required: bool
    default: Any
    description: str


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """Everything known about one tool, as data.

    `app` and `app_class` are empty until an app instance lends its names; `checks` maps an argument to the verifier's hard check (or `soft`),
    `soft` is the sequence of questions to a rubric judge.
    """

    name: str
    description: str
    args: tuple[ArgSpec, ...]
    returns: str
    operation: Literal["read", "write"]
    audience: tuple[Audience, ...]
    checks: Mapping[str, Check]
    soft: tuple[SoftCheck, ...]
    notification: Notify | None
    app: str = ""
    app_class: str = ""
    extra: Literal["refuse", "ignore"] = "refuse"
    """What becomes of arguments the tool does not have."""

    @property
    def public_name(self) -> str:
        """The name an agent calls, `<app>__<function>`."""
        return f"{self.app}__{self.name}"

    @property
    def parameters(self) -> dict[str, Any]:
        """JSON schema of the arguments, as OpenAI-style tools want it (a fresh object)."""
        properties = {}
        for arg in self.args:
            properties[arg.name] = {**deepcopy(arg.type.schema), "description": arg.description}
            if not arg.required:
                properties[arg.name]["default"] = deepcopy(arg.default)
        required = [arg.name for arg in self.args if arg.required]
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def as_function(self) -> dict[str, Any]:
        """The tool in the OpenAI form `{"type": "function", "function": {...}}`."""
        function = {"name": self.public_name, "description": self.description, "parameters": self.parameters}
        return {"type": "function", "function": function}

    def bound(self, app: str, app_class: str) -> ToolSpec:
        """The same tool under an app instance's name and class."""
        return replace(self, app=app, app_class=app_class)

    def validate(self, given: Mapping[str, Any], *, lenient: bool = False) -> dict[str, Any]:
        """The complete arguments of a call: checked, in signature order, defaults filled in.

        Args:
            given: Arguments by name.
            lenient: Read what can be read without losing meaning ("5" for 5, JSON text for a list, an int for a float).

        Raises:
            ToolError: `bad_argument` for an unknown or missing argument, `type` for a value of the wrong type; names the argument, what was given
                and what is wanted.
        """
        result: dict[str, Any] = {}
        for arg in self.args:
            if arg.name not in given:
                if arg.required:
                    raise ToolError("bad_argument", f"{self.label} needs the argument {arg.name!r} ({arg.type.wanted}){self._confused(given)}.")
                result[arg.name] = arg.default
                continue
            value = given[arg.name]
            if not arg.type.fits(value):
                value = arg.type.read(value) if lenient else value
                if not arg.type.fits(value):
                    raise ToolError("type", f"argument {arg.name!r} of {self.label} must be {arg.type.wanted}, not {shown(value)}.")
            result[arg.name] = value
        if self.extra == "refuse" and len(given) > sum(name in given for name in result):
            name = next(n for n in given if n not in result)
            names = ", ".join(result) or "none"
            raise ToolError(
                "bad_argument",
                f"{self.label} has no argument {str(name)[:60]!r}{nearest(str(name)[:60], result)}; its arguments are: {names}.",
            )
        return result

    @property
    def label(self) -> str:
        """The tool's name in messages."""
        return self.public_name if self.app else self.name

    def _confused(self, given: Mapping[str, Any]) -> str:
        unknown = [str(n)[:60] for n in given if all(n != a.name for a in self.args)]
        return f"; {unknown[0]!r} is not one of its arguments" if unknown else ""


def tool(
    *,
    write: bool = False,
    audience: tuple[Audience, ...] = ("agent",),
    checks: Mapping[str, Check] | None = None,
    soft: tuple[SoftCheck, ...] = (),
    notify: Notify | None = None,
    extra: Literal["refuse", "ignore"] = "refuse",
) -> Callable[[F], F]:
    """Mark an app method as a tool; its signature and docstring become the schema.

    The docstring's text before `Args:` is the description; every argument must be annotated and described there, and the return type annotated.

    Args:
        write: Whether the call is a write operation for the verifier.
        audience: Who may call it: the agent, the user, the environment, or scenario data builders.
        checks: Argument -> how the verifier compares it; arguments left out are not compared.
        soft: Questions a rubric judge answers about the `soft` arguments, in order.
        notify: What a call by the user or the environment announces.
        extra: Whether arguments the tool does not have are refused, or dropped as the reference does for some tools.

    Raises:
        TypeError: At import, when an argument is untyped or undocumented, or a check names no argument.
    """

    def decorate(method: F) -> F:
        hints = typing.get_type_hints(method, include_extras=True)
        description, described = _read_docstring(method.__doc__ or "")
        args = []
        for name, parameter in list(inspect.signature(method).parameters.items())[1:]:
            if name not in hints or name not in described:
                missing = "type" if name not in hints else "description"
                raise TypeError(f"{method.__qualname__}: argument {name!r} has no {missing}")
            required = parameter.default is inspect.Parameter.empty
            args.append(ArgSpec(name, arg_type(hints[name]), required, None if required else parameter.default, described[name]))
        unknown = (set(described) | set(checks or ())) - {a.name for a in args}
        if unknown or not description or "return" not in hints:
            raise TypeError(f"{method.__qualname__}: no description, no return type, or unknown arguments {sorted(unknown)}")
        spec = ToolSpec(
            name=method.__name__,
            description=description,
            args=tuple(args),
            returns=_type_name(hints["return"]),
            operation="write" if write else "read",
            audience=audience,
            checks=dict(checks or {}),
            soft=soft,
            notification=notify,
            extra=extra,
        )
        method.__tool__ = spec  # type: ignore[attr-defined]  # functions carry attributes; the attribute is read by `tools_of` alone
        return method

    return decorate


def tools_of(cls: type) -> dict[str, ToolSpec]:
    """The tools of an app class, in order of definition, base classes first."""
    found: dict[str, ToolSpec] = {}
    for base in reversed(cls.__mro__):
        for name, member in vars(base).items():
            spec = getattr(member, "__tool__", None)
            if isinstance(spec, ToolSpec):
                found[name] = spec
    return found


def _type_name(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not typing.get_args(hint) else re.sub(r"[\w.]+\.(\w+)", r"\1", str(hint))


def _read_docstring(doc: str) -> tuple[str, dict[str, str]]:
    """Split a Google-style docstring into its description and its argument descriptions."""
    text, _, tail = inspect.cleandoc(doc).partition("\nArgs:\n")
    described: dict[str, str] = {}
    name = ""
    for line in tail.splitlines():
        if line and not line.startswith(" "):
            break
        match = re.match(r"    (\w+): (.+)$", line)
        if match:
            name = match.group(1)
            described[name] = match.group(2).strip()
        elif name and line.strip():
            described[name] += " " + line.strip()
    return " ".join(text.split()), described
