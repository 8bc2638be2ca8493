"""`gaia2-gym tools`: what an agent can call."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from gaia2_gym.tools import ToolSpec


def tools(
    name: Annotated[str | None, typer.Argument(metavar="[APP|TOOL]", help="An app, a tool, or nothing for all apps.", show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print OpenAI-style functions, as a model reads them.")] = False,
    scenario: Annotated[str, typer.Option(metavar="SCENARIO", help="On whose phone; the first of several.")] = "packaged",
) -> None:
    """Show the agent's tools: all in brief, those of an app with what they do, or one in full."""
    from gaia2_gym.cli.output import console
    from gaia2_gym.cli.sources import open_named
    from gaia2_gym.session.phone import phone_of

    specs = list(phone_of(open_named(scenario)[0], None).tools.values())
    chosen = specs if name is None else _choose(specs, name)
    if as_json:
        typer.echo(json.dumps([spec.as_function() for spec in chosen], ensure_ascii=False, indent=2))
    elif name is not None and chosen[0].app.lower() != name.lower():
        for spec in chosen:
            _in_full(console(), spec)
    else:
        _by_app(console(), chosen, described=name is not None)


def _choose(specs: Sequence[ToolSpec], name: str) -> list[ToolSpec]:
    """The tools of an app, or those of a name, with or without its app."""
    from gaia2_gym.errors import ConfigError, nearest

    chosen = [spec for spec in specs if name.lower() in (spec.app.lower(), spec.name, spec.public_name.lower())]
    if not chosen:
        apps = list(dict.fromkeys(spec.app for spec in specs))
        known = [*apps, *(spec.public_name for spec in specs), *(spec.name for spec in specs)]
        raise ConfigError(f"there is no app or tool {name!r:.80}{nearest(name, known)}; the apps are {', '.join(apps)}")
    return chosen


def _by_app(out: Console, specs: Sequence[ToolSpec], *, described: bool) -> None:
    from rich.text import Text

    from gaia2_gym.env.render import print_hanging

    for app, group in groupby(specs, key=lambda spec: spec.app):
        of_app = list(group)
        out.print(Text(f"{app} ({len(of_app)})", "bold"))
        for spec in of_app:
            arguments = ", ".join(arg.name if arg.required else f"{arg.name}={_value(arg.default)}" for arg in spec.args)
            print_hanging(out, Text.assemble("  ", (spec.name, "cyan"), "("), Text(f"{arguments})"))
            if described:
                print_hanging(out, Text("      "), Text(spec.description))
    if not described:
        out.print(Text(f"\n{len(specs)} tools. `gaia2-gym tools APP` says what those of an app do, `gaia2-gym tools TOOL` shows one in full.", "dim"))


def _in_full(out: Console, spec: ToolSpec) -> None:
    from gaia2_gym.cli.output import table

    out.print(spec.public_name, style="bold cyan")
    out.print(spec.description)
    out.print(f"A {spec.operation}; returns {spec.returns}.", style="dim")
    if spec.args:
        rows = table(("argument", "type", "default", "what"))
        for arg in spec.args:
            rows.add_row(arg.name, arg.type.wanted, "required" if arg.required else _value(arg.default), arg.description)
        out.print(rows)
    out.print()


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
