"""`gaia2-gym report`: the numbers, the texts, and a page that nothing can break out of."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gaia2_gym.evaluate.results import Result
from gaia2_gym.evaluate.tables import paper_results
from gaia2_gym.splits import SPLITS
from tests.evaluate.made_results import HOSTILE, header, made, written
from tests.evaluate.scripted_model import Cli

TAGS = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "nav", "a", "div", "figure", "img"}
TAGS |= {"table", "thead", "tbody", "tr", "th", "td"}
PNG, SVG = b"\x89PNG", b"<?xml"


def two_models(folder: Path) -> Path:
    return written(folder, header(["good", "poor"], 56), made({"good": 0.8, "poor": 0.3}))


def test_everything_is_written_and_says_the_same(cli: Cli, workplace: Path) -> None:
    two_models(workplace / "runs")
    code, out, err = cli("report", "runs")
    assert (code, err) == (0, "")
    data = json.loads(Path("runs/report.json").read_text())
    good, poor = data["models"]
    assert 0.7 < good["overall"]["value"] < 0.9
    assert 0.2 < poor["overall"]["value"] < 0.4
    assert set(good["splits"]) == set(SPLITS)
    assert good["overall"]["value"] == pytest.approx(sum(s["value"] for s in good["splits"].values()) / 7)
    assert good["pass_at"]["3"]["value"] > good["pass_at"]["1"]["value"] > good["pass_all"]["3"]["value"]
    assert good["judged"] + sum(good["failures"].values()) == good["episodes"] == 168
    assert sum(poor["first_failed_check"].values()) == poor["judged"] - poor["passed"]
    assert data["compared_with"] == "good"
    assert data["differences"]["poor"]["high"] < 0
    assert {"1 turn", "2 turns", "3 turns"} == set(good["by_turns"])
    assert set(good["by_apps"]) == {"Emails", "Calendar"}
    cell = f"{100 * good['overall']['value']:.1f} ± {100 * good['overall']['error']:.1f}"
    for text in (out, Path("runs/report.md").read_text(), Path("runs/report.html").read_text()):
        assert cell in text
    for name in ("pass_by_split", "pass_by_budget", "pass_by_time"):
        assert Path(f"runs/figures/{name}.png").read_bytes().startswith(PNG)
        assert Path(f"runs/figures/{name}.svg").read_bytes().startswith(SVG)


def test_the_same_results_give_the_same_files(cli: Cli, workplace: Path) -> None:
    two_models(workplace / "a")
    told = header(["good", "poor"], 56)
    written(workplace / "b", told, made({"good": 0.8, "poor": 0.3})[::-1])  # the order in which they came does not matter
    for name in ("a", "b"):
        assert cli("report", name, "--paper")[0] == 0
    files = sorted(p.relative_to("a") for p in Path("a").rglob("*.*") if p.name != "results.jsonl")
    assert len(files) == 9
    assert [str(f) for f in files if Path("a", f).read_bytes() != Path("b", f).read_bytes()] == []


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_hostile_names_are_text(cli: Cli, workplace: Path) -> None:
    told = header([HOSTILE, "_hidden"], 8)
    results = [
        Result(model, f"s{n}", 0, n, HOSTILE, HOSTILE, 1, apps=(HOSTILE,), success=n % 2 == 0, check=HOSTILE, reason=HOSTILE, tool_calls={HOSTILE: 2})
        for model in (HOSTILE, "_hidden")
        for n in range(6)
    ]
    results.append(Result(HOSTILE, "s7", 0, 7, failure="LLMTimeoutError\n| x |", message=HOSTILE))
    written(workplace / "runs", told, results)
    assert cli("report", "runs", "--paper")[0] == 0
    html = Path("runs/report.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(html)
    assert {tag for tag, _ in page.tags} <= TAGS
    assert all(
        value.startswith("#part") for tag, attrs in page.tags for name, value in attrs.items() if name in ("href", "src") and tag == "a" and value
    )
    assert {name for _, attrs in page.tags for name in attrs} <= {
        "lang",
        "charset",
        "http-equiv",
        "content",
        "name",
        "id",
        "class",
        "href",
        "src",
        "alt",
    }
    assert HOSTILE in page.text
    markdown = Path("runs/report.md").read_text(encoding="utf-8")
    assert "<script>" not in re.sub(r"\\<", "", markdown)
    rows = [line for line in markdown.splitlines() if line.startswith("|")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) >= 3 for row in rows)


def test_the_page_loads_and_runs_nothing(cli: Cli, workplace: Path) -> None:
    two_models(workplace / "runs")
    assert cli("report", "runs")[0] == 0
    html = Path("runs/report.html").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert policy
    assert style
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert "default-src 'none'" in policy[1]
    assert f"style-src 'sha256-{digest}'" in policy[1]
    assert "unsafe" not in policy[1]
    sources = re.findall(r'src="([^"]*)"', html)
    assert len(sources) == 3
    assert all(source.startswith("data:image/svg+xml;base64,") for source in sources)
    assert " style=" not in html
    outside = re.sub(r'src="[^"]*"', "", html)
    assert "http:" not in outside
    assert "https:" not in outside


def test_the_papers_figures_are_marked(cli: Cli, workplace: Path) -> None:
    two_models(workplace / "runs")
    assert cli("report", "runs")[0] == 0
    assert "published" not in Path("runs/report.md").read_text()
    code, out, _ = cli("report", "runs", "--paper")
    assert code == 0
    published = paper_results()
    for name in published["models"]:
        assert f"{name} (published)" in out
    assert "for orientation only" in Path("runs/report.md").read_text()
    assert "arXiv:2602.11964" in Path("runs/report.html").read_text()
    for cells in published["models"].values():
        assert set(cells) <= {*SPLITS, "overall"}
        if set(cells) == {*SPLITS, "overall"}:  # the facts hang together
            assert sum(cells[s] for s in SPLITS) / 7 == pytest.approx(cells["overall"], abs=0.06)


def test_several_evaluations_side_by_side(cli: Cli, workplace: Path) -> None:
    written(workplace / "instant", header(["m"], 56), made({"m": 0.7}, seed=1))
    written(workplace / "slow", header(["m"], 56, latency="tokens"), made({"m": 0.4}, seed=2))
    code, out, _ = cli("report", "instant", "slow", "--out", "both", "--against", "m (slow)")
    assert code == 0
    assert "m (instant)" in out
    assert "m (slow)" in out
    data = json.loads(Path("both/report.json").read_text())
    assert data["compared_with"] == "m (slow)"
    assert data["differences"]["m (instant)"]["low"] > 0
    assert "| env.latency | zero | tokens |" in Path("both/report.md").read_text().replace("\\", "")
    assert not Path("instant/report.md").exists()


def test_half_an_evaluation(cli: Cli, workplace: Path) -> None:
    written(workplace / "runs", header(["m"], 56), made({"m": 0.7})[:5])
    code, out, _ = cli("report", "runs")
    assert code == 0
    assert "163 episodes are still missing" in out


def test_nothing_judged(cli: Cli, workplace: Path) -> None:
    written(workplace / "runs", header(["m"], 1), [Result("m", "s", 0, 0, "Search", failure="LLMAuthError")])
    code, out, _ = cli("report", "runs")
    assert code == 0
    assert "1 episodes have no verdict" in out
    written(workplace / "none", header(["m"], 1), [])
    assert cli("report", "none")[0] == 0


def test_budgets_without_prices(cli: Cli, workplace: Path) -> None:
    results = [Result("m", f"s{n}", 0, 0, "Search", success=n % 2 == 0, completion_tokens=n, cost=None) for n in range(9)]
    written(workplace / "runs", header(["m"], 9, runs=1), results)
    assert cli("report", "runs")[0] == 0
    assert "tokens written" in Path("runs/report.html").read_text()


def test_what_is_refused(cli: Cli, workplace: Path) -> None:
    assert cli("report", "nowhere")[0] == 3
    two_models(workplace / "runs")
    code, _, err = cli("report", "runs", "--against", "god")
    assert code == 2
    assert "did you mean 'good'" in err
    (workplace / "file").write_text("")
    assert cli("report", "runs", "--out", "file")[0] == 3


@pytest.mark.parametrize(("package", "lost"), [("matplotlib", "figures"), ("jinja2", "a page")])
def test_without_the_extra(cli: Cli, workplace: Path, monkeypatch: pytest.MonkeyPatch, package: str, lost: str) -> None:
    two_models(workplace / "runs")
    monkeypatch.setitem(__import__("sys").modules, package, None)
    code, _, err = cli("report", "runs")
    assert code == 0
    assert f"without {lost}" in err
    assert "gaia2-gym[report]" in err
    assert Path("runs/report.md").exists()
    assert Path("runs/report.json").exists()
