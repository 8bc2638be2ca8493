"""Scenarios in numbers, and their picture."""

from __future__ import annotations

import struct
from dataclasses import asdict
from pathlib import Path

import orjson
import pytest

from gaia2_gym.scenario import open_source, scenario_json
from gaia2_gym.synth.builder import ScenarioBuilder
from gaia2_gym.synth.packs import Pack
from gaia2_gym.synth.stats import MEASURES, Numbers, numbers_of, official_numbers, plot, summary
from gaia2_gym.synth.universe import make_universe
from tests.shared import GAIA2_DATA, NO_DATA
from tests.synth.test_packs import HELD


def scene() -> ScenarioBuilder:
    """Two turns, three apps that are written to, one event, a read."""
    s = ScenarioBuilder("scene", start="2024-10-15 07:00:00", tags=["Adaptability", "family:tea", "difficulty:4", "odd"])
    s.user("Put tea into my calendar.")
    s.agent("Calendar__get_calendar_events_from_to", start_datetime="2024-10-15 00:00:00", end_datetime="2024-10-16 00:00:00")
    s.agent("Calendar__add_calendar_event", title="Tea", start_datetime="2024-10-15 17:00:00", end_datetime="2024-10-15 18:00:00")
    s.agent("Emails__send_email", recipients=["a@b.example"], subject="Tea", content="Come.")
    s.say("Done.")
    s.env("Emails__send_email_to_user_only", sender="a@b.example", subject="Re: Tea", content="No.")
    s.agent("Contacts__delete_contact", contact_id="x")
    s.say("Gone.")
    return s


def test_a_scenario_in_numbers() -> None:
    found = asdict(numbers_of(scene().build()))
    assert found.pop("tokens") > 300
    assert found == {
        "split": "Adaptability",
        "family": "tea",
        "difficulty": 4,
        "writes": 5,  # two messages to the user among them; the read is none
        "apps": 3,
        "turns": 2,
        "events": 1,
        "prompt": len("Put tea into my calendar."),
    }


def test_tokens_are_a_quarter_of_the_characters_of_the_apps() -> None:
    scenario = Pack("mini", HELD[0])[0]
    numbers = numbers_of(scenario)
    assert numbers.tokens == len(orjson.dumps(scenario_json(scenario)["apps"])) // 4
    assert 15_000 < numbers.tokens < 30_000, "a pocket universe"
    assert make_universe(1).size == "pocket"


def test_what_is_no_synthetic_scenario_has_no_family() -> None:
    numbers = numbers_of(open_source("packaged:time")[0])
    assert (numbers.split, numbers.family, numbers.difficulty) == ("Time", "", 0)


def number(split: str = "Time", writes: int = 1, **fields: object) -> Numbers:
    return Numbers(**({"split": split, "family": "", "difficulty": 0, "writes": writes, **dict.fromkeys(MEASURES[1:], 2)} | fields))  # type: ignore[arg-type]  # a table of both


def test_least_median_and_greatest() -> None:
    rows = summary([number(writes=1), number(writes=9), number(writes=4), number("Search"), number(writes=3)])
    assert [(r["split"], r["n"], r["writes"]) for r in rows] == [("Time", 4, (1, 3.5, 9)), ("Search", 1, (1, 1, 1))]
    assert summary([number(family="a"), number(family="b"), number(family="a", turns=7)], "family")[0]["turns"] == (2, 4.5, 7)
    assert [r["difficulty"] for r in summary([number(difficulty=2), number(difficulty=5)], "difficulty")] == [2, 5]
    assert summary([]) == []


def test_official_rows_are_counted(tmp_path: Path) -> None:
    def row(config: str, *calls: tuple[str, str]) -> bytes:
        oracle = [{"app": app, "function": function, "args": {}} for app, function in calls]
        return orjson.dumps({"task_id": "x", "prompt": "Do it", "data": {"config": config, "oracle": oracle}})

    tell = ("AgentUserInterface", "send_message_to_user")
    path = tmp_path / "o.jsonl"
    path.write_bytes(
        b"\n".join((row("search", tell), row("execution", ("Emails", "send_email"), ("Emails", "delete_email"), ("Chats", "send_message"))))
    )
    search, execution = official_numbers(path)
    assert (search.split, search.writes, search.apps, search.turns, search.prompt) == ("Search", 1, 0, 1, 5)
    assert (execution.split, execution.writes, execution.apps, execution.turns) == ("Execution", 3, 2, 1)


@pytest.mark.skipif(GAIA2_DATA is None or not (GAIA2_DATA / "oracle_actions.jsonl").is_file(), reason=NO_DATA)
def test_the_official_file() -> None:
    rows = {r["split"]: r for r in summary(official_numbers(GAIA2_DATA / "oracle_actions.jsonl"))}
    assert {split: (r["n"], r["writes"], r["apps"]) for split, r in rows.items()} == {
        "Search": (115, (1, 1, 1), (0, 0, 0)),
        "Execution": (109, (5, 8, 41), (1, 3, 6)),
    }


def picture_size(path: Path) -> tuple[int, int]:
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_the_picture_has_a_panel_for_each_split(tmp_path: Path) -> None:
    one, many = tmp_path / "one.png", tmp_path / "many.png"
    plot([number(writes=3)], one)
    splits = [number(split, writes) for split in ("Time", "Search", "Noise", "Execution", "Ambiguity") for writes in (1, 2, 20)]
    plot(splits, many, [number("Search", 1), number("Execution", 41)])
    (width, height), (wide, high) = picture_size(one), picture_size(many)
    assert (width > 300, height > 300) == (True, True)
    assert (wide, high) == (4 * width, 2 * height), "four side by side"
    assert many.stat().st_size > one.stat().st_size > 5_000
