"""A report: tables and figures of one or several evaluations, as Markdown, JSON and one page of HTML."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any

from gaia2_gym.errors import ConfigError, MissingExtraError, nearest
from gaia2_gym.evaluate.figures import Figure
from gaia2_gym.evaluate.statistics import compare
from gaia2_gym.evaluate.summary import Played, summary
from gaia2_gym.evaluate.tables import Table, paper_results, tables_of

_SPECIAL = re.compile(r"([\\`*_{}\[\]|~<>&$])")


@dataclass(frozen=True, slots=True)
class Report:
    """What a report says.

    Args:
        title: Its title.
        facts: What was evaluated, in lines.
        tables: Its tables.
        data: The same and more, as JSON values.
    """

    title: str
    facts: Sequence[str]
    tables: Sequence[Table]
    data: Mapping[str, Any]


def report_of(players: Sequence[Played], *, against: str = "", paper: bool = False) -> Report:
    """The report on some models.

    Args:
        players: The models.
        against: The one that the others are compared with; by default the best.
        paper: Whether the paper's figures stand beside.

    Raises:
        ConfigError: When there is no model `against`.
    """
    summaries = [summary(player) for player in players]
    labels = [player.label for player in players]
    if against and against not in labels:
        raise ConfigError(f"there is no model {against!r:.60}{nearest(against, labels)}; there are {', '.join(labels)}")
    best = against or max(summaries, key=lambda s: s["overall"]["value"] if s["overall"] else -1.0)["label"]
    chosen = players[labels.index(best)]
    differences = {p.label: compare(p.results, chosen.results) for p in players if p.label != best}
    tables = tables_of(players, summaries, differences, best, paper=paper)
    data = {
        "evaluations": _headers(players),
        "models": summaries,
        "compared_with": best,
        "differences": {label: d and asdict(d) for label, d in differences.items()},
        "published": paper_results() if paper else None,
    }
    return Report("Evaluation", _facts(players), tables, data)


def _headers(players: Sequence[Played]) -> list[Mapping[str, Any]]:
    headers: list[Mapping[str, Any]] = []
    for player in players:
        if player.header not in headers:
            headers.append(player.header)
    return headers


def _facts(players: Sequence[Played]) -> list[str]:
    lines = []
    for header in _headers(players):
        told, env = header["eval"], header["env"]
        sources = told["scenarios"] if isinstance(told["scenarios"], str) else ", ".join(told["scenarios"])
        played = f"{header['scenarios']} scenarios of {sources}, {told['runs']} runs each, seed {told['seed']}"
        names = ("latency", "notifications", "judge", "gate", "max_steps")
        how = ", ".join(f"{name.replace('_', ' ')} {env[name]}" for name in names)
        of_this = [p for p in players if p.header is header or p.header == header]
        missing = header["scenarios"] * told["runs"] * len(of_this) - sum(len(p.results) for p in of_this)
        lines.append(f"{played}; {how}; gaia2-gym {header['package']}" + (f"; {missing} episodes are still missing" if missing else ""))
    return lines


def markdown(report: Report, figures: Sequence[Figure] = (), folder: str = "figures") -> str:
    """The report as Markdown; what models and scenarios are called cannot format anything."""
    lines = [f"# {report.title}", "", *(_escaped(line) + "\n" for line in report.facts)]
    for table in report.tables:
        head = ["| " + " | ".join(map(_escaped, row)) + " |" for row in (table.columns, *table.rows)]
        rule = "| --- |" + " ---: |" * (len(table.columns) - 1)
        lines += [f"## {_escaped(table.title)}", "", head[0], rule, *head[1:], "", *([_escaped(table.note), ""] if table.note else [])]
    for figure in figures:
        lines += [f"## {figure.title}", "", f"![{figure.alt}]({folder}/{figure.name}.png)", ""]
    return "\n".join(lines)


def _escaped(text: str) -> str:
    r"""A text that Markdown shows as it is, in one line.

    >>> print(_escaped("a|b <i>x</i> 10.0 - 5"))
    a\|b \<i\>x\</i\> 10.0 - 5
    """
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def page(report: Report, figures: Sequence[Figure] = ()) -> str:
    """The report as one page of HTML that loads nothing and runs nothing.

    Raises:
        MissingExtraError: When jinja2 is not installed.
    """
    try:
        from jinja2 import Environment
        from markupsafe import Markup
    except ImportError:
        raise MissingExtraError("Writing the page", "report") from None
    data = files("gaia2_gym") / "data"
    style = (data / "report.css").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, trim_blocks=True)
    environment.filters["base64"] = lambda content: base64.b64encode(content).decode()
    template = environment.from_string((data / "report.html.jinja").read_text(encoding="utf-8"))
    style_hash = base64.b64encode(sha256(style.encode()).digest()).decode()
    parts = [report.tables[0], *figures, *report.tables[1:]] if report.tables else []
    return str(template.render(report=report, parts=parts, style=Markup(style), style_hash=style_hash))
