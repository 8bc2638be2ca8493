"""Settings from keywords, environment variables and TOML files, for any dataclass.

One frozen dataclass a table, which stands with its owner and holds the defaults. A value is looked for in this order:

1. what the caller gives: a keyword, or a flag of the command line;
2. the environment variable `GAIA2_<TABLE>_<NAME>`, for example `GAIA2_ENV_LATENCY=fixed:2`;
3. the table of a TOML file;
4. the dataclass's default.

An unknown name is refused with the nearest known one, and a wrong value says where it came from.
"""

from __future__ import annotations

import dataclasses
import os
import tomllib
import types
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from gaia2_gym.errors import ConfigError, nearest

TABLES = ("env", "judge", "reward", "noise", "agent2agent", "agent", "eval", "train")
"""Every table a file may hold, whoever reads it."""
LISTS = ("models",)
"""Tables that a file may hold several times, `[[models]]`."""
OTHER_VARIABLES = ("GAIA2_FILES", "GAIA2_CACHE", "GAIA2_DATA", "GAIA2_CONFORMANCE")
"""Environment variables that belong to no table: the folder with contents of files, the one that keeps universes, and those that tests read."""
GIVEN, DEFAULT = "given", "default"
"""Origins of values that come from neither a variable nor a file; those are named by the variable and by the file's path."""

_PREFIX = "GAIA2_"
_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")

Settings = TypeVar("Settings")


class _Found(NamedTuple):
    """A value, where it came from, how a message about it begins, and whether it is a text that stands for any type."""

    name: str
    value: Any
    origin: str
    where: str
    text: bool = False


def effective(
    cls: type[Settings],
    *,
    table: str,
    toml: str | os.PathLike[str] | None = None,
    environ: Mapping[str, str] | None = None,
    given: Mapping[str, Any] | None = None,
) -> tuple[Settings, dict[str, str]]:
    """The settings that hold, and where each came from.

    Args:
        cls: Dataclass of the table; every field has a default.
        table: The table's name, for example `env`.
        toml: File to read, if any; it may hold other known tables too.
        environ: Environment variables; those of the process by default. An empty one counts as not set.
        given: What the caller says, by name, in the types of the dataclass.

    Returns:
        The settings, and name -> `given`, the environment variable, the file, or `default`.

    Raises:
        ConfigError: For a file that cannot be read, an unknown name, or a wrong value.
    """
    hints = typing.get_type_hints(cls)
    fields = [f.name for f in dataclasses.fields(cls)]  # type: ignore[arg-type]  # a dataclass, which no bound can say
    of_file = {} if toml is None else read_toml(toml).get(table, {})
    of_environment = _variables(os.environ if environ is None else environ, table)
    found = [
        *(_Found(name, value, str(toml), f"{toml}: [{table}] ") for name, value in of_file.items()),
        *(_Found(name, text, variable, f"{variable}: ", text=True) for variable, name, text in of_environment),
        *(_Found(name, value, GIVEN, "") for name, value in (given or {}).items()),
    ]
    values: dict[str, Any] = {}
    origins = dict.fromkeys(fields, DEFAULT)
    for name, value, origin, where, text in found:
        if name not in fields:
            raise ConfigError(f"{where}unknown setting {name!r:.60}{nearest(name, fields)}; known are {', '.join(fields)}")
        try:
            values[name] = _typed(hints[name], value, text=text)
            cls(**{name: values[name]})  # each value alone, so that the message can say where it came from
        except ConfigError as error:
            raise ConfigError(f"{where}{error}") from None
        except ValueError as error:
            raise ConfigError(f"{where}{name} must be {error}") from None
        origins[name] = origin
    return cls(**values), origins


def table_values(table: str, value: Any) -> dict[str, Any] | Literal[False] | None:
    """A table given as a single setting: its values by name, False where it is switched off, None where nothing is said.

    Args:
        table: The table's name.
        value: None; True or `official` for a table of defaults; False or `none` for no such thing; a mapping or the table's dataclass; or pairs as
            TOML writes them, for example `seed = 3, rename_tools = false`.

    Raises:
        ConfigError: When it is nothing of this kind.

    >>> table_values("noise", "seed=3, rename_tools=false")
    {'seed': 3, 'rename_tools': False}
    >>> table_values("noise", "official"), table_values("noise", "none")
    ({}, False)
    """
    if value is None or value is False:
        return value
    if value is True:
        return {}
    if isinstance(value, str):
        word = value.strip().lower()
        if word in ("official", *_TRUE) or word in ("none", *_FALSE):
            return {} if word in ("official", *_TRUE) else False
        try:
            return dict(tomllib.loads(f"{table} = {{{value}}}")[table])
        except tomllib.TOMLDecodeError:
            raise ConfigError(f"{table} must be official, none, or pairs such as NAME=VALUE, NAME=VALUE as in TOML, not {value!r:.60}") from None
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
    if not isinstance(value, Mapping):
        raise ConfigError(f"{table} must be a table of settings, true or false, not {value!r:.60}")
    return dict(value)


def read_table(cls: type[Settings], table: str, value: Any) -> Settings | Literal[False] | None:
    """The settings that a single setting stands for, see `table_values`.

    Raises:
        ConfigError: For an unknown name, which is answered with the nearest known one, or a wrong value.
    """
    values = table_values(table, value)
    if values is None or values is False:
        return values
    try:
        return effective(cls, table=table, environ={}, given=values)[0]
    except ConfigError as error:
        raise ConfigError(f"{table}: {error}") from None


def read_toml(toml: str | os.PathLike[str]) -> dict[str, Any]:
    """A TOML file, its tables known by name.

    Raises:
        ConfigError: When it cannot be read, is not TOML, or holds a table or setting nobody knows.
    """
    try:
        data = tomllib.loads(Path(toml).read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{toml}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{toml}: not valid TOML: {error}") from None
    for name, content in data.items():
        if name in LISTS:
            if not isinstance(content, list) or not all(isinstance(item, dict) for item in content):
                raise ConfigError(f"{toml}: {name} must be tables, each under [[{name}]], not {content!r:.60}")
            continue
        if name in TABLES and not isinstance(content, dict):
            raise ConfigError(f"{toml}: {name} must be a table, [{name}], not {content!r:.60}")
        if name not in TABLES:
            what = "table" if isinstance(content, dict) else "setting"
            outside = "" if isinstance(content, dict) else "; settings stand in a table, for example [env]"
            raise ConfigError(f"{toml}: unknown {what} {name!r:.60}{nearest(name, TABLES)}; known tables are {', '.join(TABLES)}{outside}")
    return data


def _variables(environ: Mapping[str, str], table: str) -> Iterable[tuple[str, str, str]]:
    """The environment's settings of a table: variable, name, text. A variable of ours that belongs nowhere is refused."""
    for variable in sorted(environ):
        if not variable.startswith(_PREFIX) or variable in OTHER_VARIABLES:
            continue
        owner, _, name = variable.removeprefix(_PREFIX).lower().partition("_")
        if owner not in TABLES or not name:
            close = nearest(variable, OTHER_VARIABLES) or nearest(f"{_PREFIX}{owner.upper()}", [f"{_PREFIX}{t.upper()}" for t in TABLES])
            forms = f"{_PREFIX}<TABLE>_<NAME> with the tables {', '.join(TABLES)}, and {OTHER_VARIABLES[0]}"
            raise ConfigError(f"unknown environment variable {variable}{close}; known are {forms}")
        if owner == table and environ[variable]:
            yield variable, name, environ[variable]


def _typed(hint: Any, value: Any, *, text: bool) -> Any:
    """A value in the type a field wants.

    Args:
        hint: The field's type: Any, bool, int, float, str, a Literal, a tuple of one type, or one of these or None.
        value: What was found.
        text: Whether it is a text of the environment, which stands for any type: `true`, `5`, `a,b`, `none`.

    Raises:
        ValueError: It does not fit; the message says what is wanted and what was found.
    """
    origin, members = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return value
    if origin in (typing.Union, types.UnionType):
        if type(None) in members and (value is None or (text and value.lower() == "none")):
            return None
        kinds = [m for m in members if m is not type(None)]
        return _first(kinds, value, text=text)
    if origin is Literal:
        if value not in members:
            raise ValueError(f"one of {', '.join(map(str, members))}, not {value!r:.60}{nearest(str(value), map(str, members))}")
        return value
    if origin is tuple:
        parts = [p.strip() for p in value.split(",") if p.strip()] if text else value
        if not isinstance(parts, list | tuple):
            raise ValueError(f"a list, not {value!r:.60}")
        return tuple(_typed(members[0], part, text=text) for part in parts)
    return _scalar(hint, value, text=text)


def _first(kinds: list[Any], value: Any, *, text: bool) -> Any:
    """The value in the first of several types that takes it; the last one's complaint if none does."""
    for kind in kinds[:-1]:
        try:
            return _typed(kind, value, text=text)
        except ValueError:
            continue
    return _typed(kinds[-1], value, text=text)


def _scalar(hint: Any, value: Any, *, text: bool) -> Any:
    wanted = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}[hint]
    if text and hint is bool and value.lower() in (*_TRUE, *_FALSE):
        return value.lower() in _TRUE
    if text and hint in (int, float):
        try:
            return hint(value)
        except ValueError:
            raise ValueError(f"{wanted}, not {value!r:.60}") from None
    if hint is float and type(value) is int:
        return float(value)
    if type(value) is not hint:
        raise ValueError(f"{wanted}, not {value!r:.60}")
    return value
