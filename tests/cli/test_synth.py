"""Synthetic packs on the command line: `generate`, `demos`, `stats`, `show`, `check`, `list`."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gaia2_gym.errors import ScenarioError
from gaia2_gym.scenario import open_source
from gaia2_gym.synth import packs, proof
from gaia2_gym.synth.packs import open_scenarios
from tests.shared import ROOT

Cli = Callable[..., tuple[int, str, str]]
PACK = "synth:train:Time?difficulty=1-2"


def ids(name: str, numbers: range) -> list[str]:
    return [open_scenarios(name)[n].scenario_id for n in numbers]


# --- generate ---------------------------------------------------------------------------------------------------------------------------------


def test_generate_a_file(cli: Cli) -> None:
    args = ("generate", "--split", "time", "--difficulty", "1-2", "--seed", 2, "--out", "new/s.jsonl")
    code, out, _ = cli(*args, "--n", 3)
    assert (code, out) == (0, "new/s.jsonl: 3 scenarios written\n")
    assert [s.scenario_id for s in open_source("new/s.jsonl")] == ids(PACK, range(2, 5))
    assert cli(*args, "--n", 5)[1] == "new/s.jsonl: 2 scenarios written, 3 were there\n"
    assert [s.scenario_id for s in open_source("new/s.jsonl")] == ids(PACK, range(2, 7))
    code, _, err = cli(*args, "--n", 4)
    assert (code, err) == (3, "error: new/s.jsonl: holds more than the 4 scenarios wanted: name another file\n")


def test_generate_a_folder(cli: Cli) -> None:
    code, out, _ = cli("generate", "--pack", "mini", "--out", "folder", "--n", 8)
    assert (code, out) == (0, "folder: 8 scenarios written\n")
    assert sorted(p.stem for p in Path("folder").iterdir()) == sorted(ids("synth:mini", range(8)))
    code, out, _ = cli("check", "folder")
    assert (code, out.splitlines()[-1]) == (0, "8 scenarios: all fine")


def test_generate_chosen_families_of_a_size(cli: Cli) -> None:
    family = open_scenarios("synth:train:Time").task(0).family.name  # type: ignore[attr-defined]  # a Pack
    assert cli("generate", "--family", family, "--size", "small", "--split", "Time", "--n", 2, "--out", "s.jsonl")[0] == 0
    assert [f"-small-00000{n}-{family}-" in s.scenario_id for n, s in enumerate(open_source("s.jsonl"))] == [True, True]


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("--split", "Serch"), 2, "did you mean 'Search'"),
        (("--pack", "trian"), 2, "did you mean 'train'"),
        (("--size", "big"), 2, "size must be one of pocket, small, full"),
        (("--difficulty", "7"), 2, "difficulty must be"),
        (("--family", "nothing"), 2, "has no family 'nothing'"),
        (("--pack", "mini", "--split", "Time", "--n", "33"), 3, "has 32 scenarios; 33 from number 0 on are wanted"),
        (("--n", "0"), 2, "greater than or equal to 1"),
        (("--out", "s.json"), 2, "written into a file .jsonl, or into a folder"),
        (("--out", "s.jsonl.gz"), 2, "written into a file .jsonl, or into a folder"),
        (("--out", "/dev/null/s.jsonl"), 3, "/dev/null/s.jsonl: cannot be written"),
    ],
)
def test_generate_refuses(cli: Cli, args: tuple[str, ...], code: int, message: str) -> None:
    found, _, err = cli("generate", "--out", "x.jsonl", *args)
    assert found == code
    assert message in " ".join(err.split())
    assert not list(Path().iterdir())


def test_generate_leaves_a_foreign_file_alone(cli: Cli) -> None:
    Path("mine.jsonl").write_text("words without an end")
    code, _, err = cli("generate", "--out", "mine.jsonl", "--n", 1)
    assert code == 3
    assert "mine.jsonl: ends with something else" in err
    assert Path("mine.jsonl").read_text() == "words without an end"


# --- demos ------------------------------------------------------------------------------------------------------------------------------------


def test_demos(cli: Cli) -> None:
    code, out, _ = cli("demos", PACK, "--n", 3, "--seed", 4, "--slips", 0.3, "--out", "new/d.jsonl")
    made = [json.loads(line) for line in Path("new/d.jsonl").read_text(encoding="utf-8").splitlines()]
    assert (code, out) == (0, f"new/d.jsonl: 3 demonstrations, {sum(m['steps'] for m in made)} steps\n")
    assert [m["scenario_id"] for m in made] == ids(PACK, range(4, 7))
    assert cli("demos", PACK, "--n", 1, "--seed", 4, "--slips", 0.3, "--out", "again.jsonl")[0] == 0
    assert json.loads(Path("again.jsonl").read_text(encoding="utf-8")) == made[0]


def test_demos_end_with_the_pack(cli: Cli) -> None:
    assert cli("demos", "synth:mini:Time", "--n", 9, "--seed", 30)[1].startswith("demos.jsonl: 2 demonstrations, ")
    code, _, err = cli("demos", "synth:mini:Time", "--seed", 32, "--out", "none.jsonl")
    assert (code, err) == (3, "error: synth:mini:Time: has 32 scenarios, there is no number 32\n")
    assert not Path("none.jsonl").exists()


def test_demos_are_of_synthetic_packs(cli: Cli) -> None:
    code, _, err = cli("demos", "packaged")
    assert code == 3
    assert "demonstrations are there for synthetic packs" in err


# --- stats ------------------------------------------------------------------------------------------------------------------------------------


def rows(out: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in out.splitlines()]


def test_stats_by_split(cli: Cli) -> None:
    code, out, _ = cli("stats", "packaged", "synth:mini:Time", "--n", 7)
    assert code == 0
    heading, *found = rows(out)
    assert heading == ["split", "n", "writes", "apps", "turns", "events", "tokens", "prompt"]
    assert [(row[0], row[1]) for row in found] == [
        ("Execution", "1"),
        ("Search", "1"),
        ("Ambiguity", "1"),
        ("Adaptability", "1"),
        ("Time", "8"),
        ("Noise", "1"),
        ("Agent2Agent", "1"),
    ]
    assert found[1][2:5] == ["1", "0", "1"]
    assert found[4][6].count(" / ") == 2


def test_stats_by_difficulty_and_family(cli: Cli) -> None:
    assert [row[0] for row in rows(cli("stats", "synth:train:Time?difficulty=2-3", "--n", 40, "--by", "difficulty")[1])] == ["difficulty", "2", "3"]
    out = rows(cli("stats", "synth:mini:Time", "--n", 3, "--by", "family")[1])
    assert [row[0] for row in out[1:]] == sorted(open_scenarios("synth:mini:Time").task(n).family.name for n in range(3))  # type: ignore[attr-defined]  # a Pack


def test_stats_in_files_and_as_a_picture(cli: Cli) -> None:
    official = {"prompt": "Who?", "data": {"config": "search", "oracle": [{"app": "AgentUserInterface", "function": "send_message_to_user"}]}}
    Path("o.jsonl").write_text(json.dumps(official) + "\n")
    files = ("--json", "new/n.json", "--csv", "n.csv", "--plot", "new/n.png", "--official", "o.jsonl")
    code, out, _ = cli("stats", "synth:mini:Search", "synth:mini:Time", "--n", 2, *files)
    assert code == 0
    assert rows(out)[-1] == ["official Search", "1", "1", "1", "4"], "no apps, no events, no tokens"
    numbers = json.loads(Path("new/n.json").read_text())
    assert [n["split"] for n in numbers] == ["Search", "Search", "Time", "Time"]
    with Path("n.csv").open(encoding="utf-8", newline="") as file:
        assert [int(row["writes"]) for row in csv.DictReader(file)] == [n["writes"] for n in numbers]
    assert Path("new/n.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("packaged", "--by", "aplit"), 2, "did you mean 'split'"),
        (("nowhere",), 3, "no such file or folder"),
        (("packaged", "--official", "none.jsonl"), 3, "none.jsonl: cannot be read: No such file"),
        (("packaged", "--official", str(ROOT / "LICENSE")), 3, "is no oracle_actions.jsonl"),
    ],
)
def test_stats_refuses(cli: Cli, args: tuple[str, ...], code: int, message: str) -> None:
    found, _, err = cli("stats", *args)
    assert found == code
    assert message in err


# --- show -------------------------------------------------------------------------------------------------------------------------------------


def test_show_the_task_the_graph_and_the_timeline(cli: Cli) -> None:
    code, out, _ = cli("show", "packaged:adaptability")
    scenario = open_source("packaged:adaptability")[0]
    assert code == 0
    assert out.startswith(f"{scenario.scenario_id} (")
    assert scenario.task in out
    graph, timeline = out.partition("\nGraph\n")[2].split("\nTimeline of the oracle's run\n")
    assert {line.split()[0] for line in graph.splitlines() if line.strip()} == {e.id for e in scenario.events}
    assert "[turn 2, " in graph
    for event in scenario.events:
        line = next(line for line in graph.splitlines() if line.split()[:1] == [event.id])
        assert (f"after {', '.join(event.dependencies)}" if event.dependencies else "at the start") in line
        assert f"{event.app}__{event.function}(" in line
    moments = [line.split()[:2] for line in timeline.splitlines() if line.strip()]
    assert len(moments) == len(scenario.events)
    assert moments == sorted(moments)


def test_show_the_nth_of_a_pack(cli: Cli) -> None:
    assert cli("show", PACK, "--seed", 3)[1].startswith(ids(PACK, range(3, 4))[0])
    assert cli("show", "synth:mini:Time", "--seed", 33)[1].startswith(ids("synth:mini:Time", range(1, 2))[0])
    assert cli("show", "nowhere")[0] == 3


# --- list and check ---------------------------------------------------------------------------------------------------------------------------


def test_list_a_pack(cli: Cli) -> None:
    code, out, err = cli("list", PACK, "--n", 4)
    assert (code, err) == (0, "")
    found = rows(out)[1:]
    assert [row[0] for row in found] == ["0", "1", "2", "3"]
    assert [row[1] for row in found] == ids(PACK, range(4))
    assert {(row[2], row[-1]) for row in found} == {("Time", PACK)}
    assert len(rows(cli("list", "synth:mini:Time")[1])) == 33
    assert len(rows(cli("list", "synth:train:Time")[1])) == 51


def test_check_proves_the_scenarios_of_a_pack(cli: Cli) -> None:
    code, out, err = cli("check", PACK, "--n", 2)
    assert (code, err) == (0, "")
    first, second = ids(PACK, range(2))
    assert out.splitlines() == [f"ok   {PACK}, number 0, {first}", f"ok   {PACK}, number 1, {second}", "2 scenarios: all fine"]


def test_check_reports_what_is_not_proved(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "check_task", lambda task: ["the expert, at 50 tokens a second: refused"])
    code, out, _ = cli("check", PACK, "--n", 1)
    assert code == 1
    assert out.splitlines()[1:] == ["     - the expert, at 50 tokens a second: refused", "1 scenario: 1 with problems"]


def test_check_reports_a_scenario_that_cannot_be_made(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise ScenarioError("60 draws made no scenario", "a_family")

    monkeypatch.setattr(packs, "make_task", none)
    code, out, _ = cli("check", PACK, "--n", 1)
    assert code == 1
    assert out.splitlines()[0].startswith(f"BAD  {PACK}, number 0, synth-train-time-pocket-000000-")
    assert "60 draws made no scenario" in out
    code, _, err = cli("list", PACK, "--n", 1)
    assert (code, err) == (3, "error: number 0: a_family: 60 draws made no scenario\n")


def test_check_of_files_plays_the_attacks_if_asked(cli: Cli) -> None:
    assert cli("generate", "--split", "Time", "--difficulty", "1", "--n", 1, "--out", "s.jsonl")[0] == 0
    code, out, _ = cli("check", "s.jsonl", "--floors")
    assert (code, out) == (0, "ok   s.jsonl:1\n1 scenario: all fine\n")
