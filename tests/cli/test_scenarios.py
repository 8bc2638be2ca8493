"""`gaia2-gym list` and `gaia2-gym check`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gaia2_gym.scenario import SPLITS, open_source
from tests.shared import GAIA2_DATA, NO_DATA, ROOT

OFFICIAL = GAIA2_DATA / "scenarios"


def scenario(split: str = "adaptability") -> dict[str, Any]:
    data: dict[str, Any] = json.loads(open_source(f"packaged:{split}")[0].raw)
    return data


def write(name: str, data: Any) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_list_shows_the_packaged_scenarios(cli) -> None:
    code, out, err = cli("list")
    assert (code, err) == (0, "")
    heading, *rows = out.splitlines()
    assert heading.split() == ["number", "id", "split", "turns", "events", "oracle", "writes", "source"]
    assert [row.split()[2] for row in rows] == list(SPLITS)
    assert rows[3].split() == ["3", "gaia2_gym_adaptability", "Adaptability", "2", "9", "7", "packaged:adaptability"]


def test_list_of_one_split_and_of_a_file(cli) -> None:
    assert cli("list", "search")[1].split()[-1] == "packaged:search"
    path = write("some/where.json", scenario())
    assert cli("list", path)[1].split()[-1] == "some/where.json"


def test_list_goes_on_after_a_broken_file(cli) -> None:
    write("all/a.json", scenario())
    Path("all/b.json").write_text("{")
    write("all/c.json", scenario("time"))
    code, out, err = cli("list", "all")
    assert code == 3
    assert [row.split()[0] for row in out.splitlines()[1:]] == ["0", "2"]
    assert [row.split()[-1] for row in out.splitlines()[1:]] == ["a.json", "c.json"]
    assert err.startswith("error: number 1: all/b.json: not valid JSON")


def test_list_of_nothing(cli) -> None:
    assert cli("list", "nowhere")[0] == 3


def test_check_has_a_line_for_each_that_is_fine(cli) -> None:
    code, out, err = cli("check", "packaged", ROOT / "scenarios" / "dinner_with_friends.json")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 9
    assert all(line.startswith("ok   ") for line in lines[:8])
    assert lines[8] == "8 scenarios: all fine"


def test_check_reports_every_problem_of_every_file(cli) -> None:
    unplayable, unreadable = scenario(), scenario()
    for event in unplayable["events"]:  # can be loaded: the user says nothing and the oracle's second message hangs in the air
        if event["event_type"] == "USER":
            event["event_type"] = "ENV"
            event["action"]["function"] = "send_message_to_agent"
    for event in unreadable["events"][:2]:
        event["dependencies"] = ["nobody"]
    write("a.json", unplayable)
    write("b.json", unreadable)
    Path("c.json").write_text("[]")
    write("d.json", scenario())
    code, out, _ = cli("check", "a.json", "b.json", "c.json", "d.json")
    assert code == 1
    assert [line for line in out.splitlines() if not line.startswith("     ")] == [
        "BAD  a.json",
        "BAD  b.json",
        "BAD  c.json",
        "ok   d.json",
        "4 scenarios: 3 with problems",
    ]
    assert out.count("'nobody'") == 2
    assert "no USER event sends the agent a task" in out


def test_check_of_a_missing_source_still_checks_the_others(cli) -> None:
    code, out, err = cli("check", "nowhere.json", write("a.json", scenario()))
    assert code == 3
    assert out.startswith("ok   a.json")
    assert err == "error: nowhere.json: no such file or folder, and no split of this name\n"


def test_check_wants_a_source(cli) -> None:
    assert cli("check")[0] == 2


@pytest.mark.skipif(not OFFICIAL.is_dir(), reason=NO_DATA)
def test_official_scenarios(cli) -> None:
    code, out, _ = cli("check", OFFICIAL)
    assert (code, out.splitlines()[-1]) == (0, "10 scenarios: all fine")
    code, out, _ = cli("list", OFFICIAL)
    assert code == 0
    assert out.splitlines()[-1].split() == ["9", "scenario_universe_21_xvc7uo", "Time", "1", "14", "7", "scenario_universe_21_xvc7uo.json.gz"]
