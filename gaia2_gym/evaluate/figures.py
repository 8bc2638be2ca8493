"""The figures of a report, told apart by shape and line as well as by colour."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from gaia2_gym.errors import MissingExtraError
from gaia2_gym.evaluate.statistics import by_split, curve, rate
from gaia2_gym.evaluate.summary import Played, budget_of, splits_of
from gaia2_gym.evaluate.tables import paper_results

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's palette, which the colour-blind can tell apart."""
MARKERS = "osD^vPX*"
LINES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)))
_LABEL_CHARS = 40
_PUBLISHED = " (published)"
_NARROW = 24
"""Characters of a label of which three fit beside each other."""
_POINTS = 200
"""Points of a curve at most."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as two files; `alt` says in words what it shows."""

    name: str
    title: str
    alt: str
    svg: bytes
    png: bytes


def figures_of(players: Sequence[Played], *, paper: bool) -> list[Figure]:
    """Pass@1 by split, pass rate against a budget, pass rate against simulated time.

    Raises:
        MissingExtraError: When matplotlib is not installed.
    """
    try:
        import matplotlib
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        raise MissingExtraError("Drawing figures", "report") from None
    players = [p for p in players if p.judged]
    if not players:
        return []
    budget, spent = budget_of(players)
    # with a salt of its own, and without a date, the same results give the same file
    with matplotlib.rc_context({"svg.hashsalt": "gaia2-gym", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False}):
        splits = _splits(Canvas, players, paper=paper)
        costs = _curves(Canvas, players, spent, f"at most so many {budget} an episode", logarithmic=budget != "steps")
        times = _curves(Canvas, players, lambda r: r.simulated_seconds / 60, "simulated minutes")
        return [
            _saved("pass_by_split", "Figure: pass@1 by split", "Pass@1 in percent of each model in each split, with standard errors.", splits),
            _saved("pass_by_budget", "Figure: pass rate against a budget", f"Pass rate if episodes that took more {budget} counted as wrong.", costs),
            _saved("pass_by_time", "Figure: pass rate against time", "Share of episodes solved within so many simulated minutes.", times),
        ]


def _styles() -> Iterator[dict[str, Any]]:
    for colour, marker, line in zip(cycle(COLOURS), cycle(MARKERS), cycle(LINES), strict=False):
        yield {"color": colour, "marker": marker, "linestyle": line}


def _label(text: str) -> str:
    """A label that matplotlib takes as it is: nothing in it is mathematics, and none is hidden."""
    shown = "".join(c if c.isprintable() else "?" for c in text)[:_LABEL_CHARS].replace("$", r"\$")
    return f" {shown}" if shown.startswith("_") else shown


def _splits(canvas: Any, players: Sequence[Played], *, paper: bool) -> Any:
    splits = splits_of(players)
    figure = canvas(figsize=(9, 4.6), layout="constrained")
    axes = figure.add_subplot()
    published = paper_results()["models"] if paper else {}
    series = len(players) + len(published)
    for n, (player, style) in enumerate(zip(players, _styles(), strict=False)):
        rates = {split: rate(part) for split, part in by_split(player.results).items()}
        at = [(i + 0.7 * (n + 0.5) / series - 0.35, r) for i, split in enumerate(splits) if (r := rates.get(split)) is not None]
        heights, errors = [100 * r.value for _, r in at], [100 * (r.error or 0.0) for _, r in at]
        axes.errorbar([x for x, _ in at], heights, errors, **{**style, "linestyle": "none"}, capsize=2, markersize=6, label=_label(player.label))
    for n, ((name, cells), style) in enumerate(zip(published.items(), _styles(), strict=False), start=len(players)):
        at_paper = [(i + 0.7 * (n + 0.5) / series - 0.35, cells[split]) for i, split in enumerate(splits) if split in cells]
        hollow = {"color": "#777777", "marker": style["marker"], "linestyle": "none", "markerfacecolor": "none"}
        axes.plot([x for x, _ in at_paper], [y for _, y in at_paper], **hollow, markersize=5, label=_label(name) + _PUBLISHED)
    for i in range(1, len(splits)):
        axes.axvline(i - 0.5, color="#dddddd", linewidth=0.8)
    axes.set_xticks(range(len(splits)), [_label(split or "none") for split in splits])
    axes.set_xlim(-0.5, len(splits) - 0.5)
    _finish(axes, "pass@1, percent")
    return figure


def _curves(canvas: Any, players: Sequence[Played], value: Any, what: str, *, logarithmic: bool = False) -> Any:
    figure = canvas(figsize=(9, 4.6), layout="constrained")
    axes = figure.add_subplot()
    every_value = [value(r) for p in players for r in p.judged]
    most = max(every_value)
    least = min((v for v in every_value if v > 0), default=1.0) if logarithmic else 0.0
    for player, style in zip(players, _styles(), strict=False):
        values = {r.key: value(r) for r in player.judged}
        solved = sorted({values[r.key] for r in player.judged if r.success})
        caps = solved if len(solved) <= _POINTS else [solved[i * (len(solved) - 1) // (_POINTS - 1)] for i in range(_POINTS)]
        rates = [100 * y for y in curve(player.judged, values, caps)]
        xs, ys = [least, *caps, most], [0.0, *rates, rates[-1] if rates else 0.0]
        if logarithmic:  # what took nothing stands at the left edge
            xs = [max(x, least) for x in xs]
        every = max(1, len(xs) // 8)
        axes.step(xs, ys, where="post", **style, markevery=every, markersize=5, label=_label(player.label))
    if logarithmic and most > 0:
        axes.set_xscale("log")
    axes.set_xlabel(what)
    _finish(axes, "pass rate, percent")
    return figure


def _finish(axes: Any, what: str) -> None:
    axes.set_ylabel(what)
    axes.set_ylim(-3, 103)
    axes.grid(axis="y", color="#eeeeee")
    axes.set_axisbelow(True)
    handles, labels = axes.get_legend_handles_labels()
    order = sorted(range(len(labels)), key=lambda n: labels[n].endswith(_PUBLISHED))  # what was played first
    columns = 3 if max(map(len, labels)) <= _NARROW else 2
    axes.figure.legend([handles[n] for n in order], [labels[n] for n in order], loc="outside lower center", ncols=columns, frameon=False)


def _saved(name: str, title: str, alt: str, figure: Any) -> Figure:
    svg, png = io.BytesIO(), io.BytesIO()
    figure.savefig(svg, format="svg", metadata={"Date": None})
    figure.savefig(png, format="png", dpi=150, metadata={"Software": None})
    return Figure(name, title, alt, svg.getvalue(), png.getvalue())
