"""`gaia2-gym replay` and `gaia2-gym export`."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from gaia2_gym.scenario import completed_events, load_scenario
from gaia2_gym.scenario.sources import PACKAGED
from gaia2_gym.trace import read_trace
from tests.shared import GAIA2_DATA, NO_DATA

TRACE = Path("t.jsonl")


@pytest.fixture
def trace(cli) -> Path:
    assert cli("run", "adaptability", "--trace", TRACE)[0] == 0
    return TRACE


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def rewrite(path: Path, rows: list[dict]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_a_trace_replays(cli, trace: Path) -> None:
    assert cli("replay", trace) == (0, "the same: 13 calls, 16 records\n", "")


@pytest.mark.parametrize("seed", [0, 1])
def test_a_random_agent_s_trace_replays(cli, seed: int) -> None:
    assert cli("run", "execution", "--agent", "random", "--seed", seed, "--max-steps", 60, "--trace", TRACE)[0] == 0
    assert cli("replay", TRACE)[0] == 0


def test_a_departure_is_named(cli, trace: Path) -> None:
    rows = lines(trace)
    changed = next(row for row in rows if row.get("tool") == "add_calendar_event")
    changed["result"] = "something else"
    rewrite(trace, rows[:-1])  # the last line holds the digest
    code, out, err = cli("replay", trace)
    assert (code, out) == (1, "")
    assert err.startswith(f"departs: record {changed['i']} (Calendar__add_calendar_event at 2025-03-10 08:00:01): result was something else, and is ")


def test_a_trace_without_an_end_says_so(cli, trace: Path) -> None:
    rewrite(trace, lines(trace)[:-2])
    code, out, _ = cli("replay", trace)
    assert code == 0
    assert out.endswith("; the trace has no end: its episode was cut off\n")


def test_a_changed_file_is_noticed(cli, trace: Path) -> None:
    trace.write_text(trace.read_text(encoding="utf-8").replace("Terrace on Saturday", "Terrace on Sunday"), encoding="utf-8")
    code, _, err = cli("replay", trace)
    assert code == 3
    assert "the file was changed" in err


def test_a_scenario_that_is_gone_can_be_given(cli, workplace: Path) -> None:
    mine = workplace / "mine.json"
    mine.write_bytes((PACKAGED / "time.json").read_bytes())
    assert cli("run", mine, "--trace", TRACE)[0] == 0
    mine.rename("moved.json")
    code, _, err = cli("replay", TRACE)
    assert code == 3
    assert "give the scenario's file" in err
    assert cli("replay", TRACE, "--scenario", "moved.json")[0] == 0
    assert cli("export", TRACE, "out.json")[0] == 3
    assert cli("export", TRACE, "out.json", "--scenario", "moved.json")[0] == 0


@pytest.mark.parametrize("command", [("replay",), ("export",)])
@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "cannot be read"), ("", "no trace header"), ("{}\n", "no trace header"), ("x", "not valid JSON")],
)
def test_no_trace_is_exit_code_3(cli, command: tuple[str, ...], content: str | None, message: str) -> None:
    if content is not None:
        TRACE.write_text(content)
    code, _, err = cli(*command, TRACE, *(["out.json"] if command == ("export",) else []))
    assert code == 3
    assert message in err


def test_a_scenario_that_nobody_played_has_nothing_to_replay(cli) -> None:
    code, _, err = cli("replay", PACKAGED / "time.json")
    assert code == 3
    assert "nothing was played" in err


@pytest.mark.parametrize("name", ["out.json", "new/out.json.gz"])
def test_an_exported_trace_loads_and_replays(cli, trace: Path, name: str) -> None:
    code, out, err = cli("export", trace, name)
    assert (code, err) == (0, "")
    assert out.startswith(f"{name}: 15 completed events, ")
    exported = load_scenario(name)
    assert exported.scenario_id == "gaia2_gym_adaptability"
    assert [done.id for done in completed_events(exported)] == [r["id"] for r in read_trace(trace).records if r["tool"]]
    assert cli("replay", name)[0] == 0
    assert cli("check", name)[0] == 0


def test_exports_are_equal_byte_by_byte(cli, trace: Path) -> None:
    cli("export", trace, "a.json.gz")
    cli("export", trace, "b.json.gz")
    assert Path("a.json.gz").read_bytes() == Path("b.json.gz").read_bytes()
    assert json.loads(gzip.decompress(Path("a.json.gz").read_bytes()))["version"] == "are_simulation_v1"


def test_an_export_that_cannot_be_written(cli, trace: Path, workplace: Path) -> None:
    code, _, err = cli("export", trace, workplace)
    assert code == 3
    assert "cannot be written" in err


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
def test_a_trace_of_the_reference(cli) -> None:
    assert cli("replay", GAIA2_DATA / "trace_xvc7uo_run1.json.gz")[0] == 0
