"""The tables of a report, as text in rows."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from gaia2_gym.evaluate.statistics import Difference, Estimate
from gaia2_gym.evaluate.summary import Played, splits_of

Summaries = Sequence[Mapping[str, Any]]
_MOST_TOOLS = 15
_TITLES = {
    "by_turns": ("Pass@1 by turns", "turns"),
    "by_difficulty": ("Pass@1 by difficulty", "difficulty"),
    "by_families": ("Pass@1 by kind of family", "families"),
    "by_apps": ("Pass@1 by app", "app"),
    "by_family": ("Pass@1 by family", "family"),
}


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the first column names the row, the others hold numbers."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


def tables_of(
    players: Sequence[Played], summaries: Summaries, differences: Mapping[str, Difference | None], best: str, *, paper: bool
) -> list[Table]:
    """All tables that have something to say.

    Args:
        players: Who played.
        summaries: What their results come to, in the same order.
        differences: How much each is better than the one it is compared with.
        best: The one that the others are compared with.
        paper: Whether to add the paper's figures.
    """
    found = [
        _splits(players, summaries, paper=paper),
        _several_runs(summaries),
        _differences(differences, best),
        *(_groups(summaries, name, *titles) for name, titles in _TITLES.items()),
        _counts(summaries, "first_failed_check", "First failed check", "check", "Share of the refused episodes, percent.", of_total=True),
        _counts(summaries, "reasons", "How episodes end", "reason", "Share of the episodes with a verdict, percent.", of_total=True),
        _effort(summaries),
        _tools(summaries),
        _counts(
            summaries, "failures", "Without a verdict", "failure", "Episodes. Failures of infrastructure enter no rate; --retry plays them again."
        ),
        _settings(players),
    ]
    return [table for table in found if table.rows]


def paper_results() -> dict[str, Any]:
    """The paper's figures: `source`, `what`, and `models`, name -> split or `overall` -> percent."""
    return tomllib.loads((files("gaia2_gym") / "data" / "paper_results.toml").read_text(encoding="utf-8"))


def _text(estimate: Mapping[str, Any] | None) -> str:
    return "-" if estimate is None else str(Estimate(**estimate))


def _splits(players: Sequence[Played], summaries: Summaries, *, paper: bool) -> Table:
    splits = splits_of(players)
    rows = [
        [s["label"], _text(s["overall"]), *(_text(s["splits"].get(split)) for split in splits), f"{s['judged']}/{s['episodes']}"] for s in summaries
    ]
    note = "Percent ± standard error over scenarios, whose runs are averaged first; overall, each split has equal weight."
    if paper:
        published = paper_results()
        note += f" Published: {published['what']} ({published['source']}): other scenarios, another verifier, for orientation only."
        for name, cells in published["models"].items():
            rows.append([f"{name} (published)", *(f"{cells[c]:.1f}" if c in cells else "-" for c in ("overall", *splits)), "-"])
    return Table("Pass@1 by split", ["model", "overall", *(split or "none" for split in splits), "judged"], rows, note)


def _several_runs(summaries: Summaries) -> Table:
    ks = sorted({int(k) for s in summaries for k in s["pass_at"]})
    columns = ["model", *(f"pass@{k}" for k in ks), *(f"pass^{k}" for k in ks[1:])]
    cells = [[*(_text(s["pass_at"].get(str(k))) for k in ks), *(_text(s["pass_all"].get(str(k))) for k in ks[1:])] for s in summaries]
    rows = [[s["label"], *row] for s, row in zip(summaries, cells, strict=True)] if len(ks) > 1 else []
    return Table("Several runs", columns, rows, "pass@k: at least one of k runs passes; pass^k: all k do. Unbiased, over scenarios with k verdicts.")


def _differences(differences: Mapping[str, Difference | None], best: str) -> Table:
    rows = []
    for label, d in differences.items():
        cells = (
            ["-"] * 4
            if d is None
            else [f"{100 * d.value:+.1f}", f"{100 * d.low:+.1f} to {100 * d.high:+.1f}", f"{d.p:.3f}" if d.p >= 0.001 else "<0.001", str(d.scenarios)]
        )
        rows.append([label, *cells])
    note = "Difference of pass@1 in points, paired bootstrap over the scenarios that both played, within each split."
    return Table(f"Compared with {best}", ["model", "difference", "95% interval", "p", "scenarios"], rows, note)


def _groups(summaries: Summaries, name: str, title: str, column: str) -> Table:
    groups = sorted({key for s in summaries for key in s[name]}, key=lambda key: (len(key) if key.split()[0].isdigit() else 0, key))
    rows = [[key, *(_text(s[name].get(key)) for s in summaries)] for key in groups]
    return Table(title, [column, *(s["label"] for s in summaries)], rows if len(rows) > 1 else [])


def _counts(summaries: Summaries, name: str, title: str, column: str, note: str, *, of_total: bool = False) -> Table:
    totals: dict[str, int] = {}
    for s in summaries:
        for key, count in s[name].items():
            totals[key] = totals.get(key, 0) + count
    rows = [
        [key or "none", *(_cell(s[name], key, of_total=of_total) for s in summaries)] for key in sorted(totals, key=lambda key: (-totals[key], key))
    ]
    return Table(title, [column, *(s["label"] for s in summaries)], rows, note)


def _cell(counts: Mapping[str, int], key: str, *, of_total: bool) -> str:
    count = counts.get(key, 0)
    return f"{100 * count / sum(counts.values()):.1f}" if of_total and count else str(count) if count else "-"


def _effort(summaries: Summaries) -> Table:
    names = {
        "steps": "steps",
        "calls": "tool calls",
        "failed_calls": "failed calls",
        "prompt_tokens": "tokens read",
        "completion_tokens": "tokens written",
        "reasoning_tokens": "of these reasoning",
        "cost": "US dollars",
        "model_seconds": "model s",
        "simulated_seconds": "simulated s",
        "simulated_seconds_of_solved": "simulated s, solved (median)",
        "wall_seconds": "wall s",
    }
    rows = [[s["label"], *(_number(s["effort"].get(name), 3 if name in ("cost", "wall_seconds") else 1) for name in names)] for s in summaries]
    return Table("What an episode takes", ["model", *names.values()], rows, "Means over all episodes.")


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:,.{digits}f}"


def _tools(summaries: Summaries) -> Table:
    most: dict[str, float] = {}
    for s in summaries:
        for tool, calls in s["tools"].items():
            most[tool] = max(calls, most.get(tool, 0.0))
    shown = sorted(most, key=lambda tool: (-most[tool], tool))[:_MOST_TOOLS]
    rows = [[tool, *(_number(s["tools"].get(tool), 2) for s in summaries)] for tool in shown]
    return Table(
        "Tool calls", ["tool", *(s["label"] for s in summaries)], rows, f"Calls in an episode, on average; the {_MOST_TOOLS} most called tools."
    )


def _settings(players: Sequence[Played]) -> Table:
    """Settings in which evaluations differ: what a latency, noise or agent ablation changed."""
    headers: list[Mapping[str, Any]] = []
    for player in players:
        if player.header not in headers:
            headers.append(player.header)
    settings = [{f"{t}.{k}": str(v) for t in ("eval", "env") for k, v in h[t].items()} for h in headers]
    names = list(dict.fromkeys(name for one in settings for name in one))
    different = [name for name in names if len({one.get(name, "") for one in settings}) > 1]
    labels = [next(p.label for p in players if p.header == h).rpartition("(")[2].rstrip(")") for h in headers]
    return Table("Settings that differ", ["setting", *labels], [[name, *(one.get(name, "-") for one in settings)] for name in different])
