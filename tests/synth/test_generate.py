"""Scenarios as files: the same whatever the number of workers, and where an interrupted run was left off."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from gaia2_gym.agents import OracleAgent, play
from gaia2_gym.errors import ScenarioError
from gaia2_gym.guards import check_scenario
from gaia2_gym.scenario import open_source, scenario_json
from gaia2_gym.session import open_session
from gaia2_gym.synth.generate import Order, write_folder, write_jsonl
from gaia2_gym.synth.packs import open_scenarios

SOURCE = "synth:train:Time?difficulty=1-2"
N = 20


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file made in one go."""
    path = tmp_path_factory.mktemp("whole") / "s.jsonl"
    assert list(write_jsonl(Order(SOURCE, 3, N), path)) == [True] * N
    return path.read_bytes()


def test_a_line_is_the_scenario_in_the_official_form(whole: bytes) -> None:
    pack = open_scenarios(SOURCE)
    lines = whole.splitlines()
    assert [orjson.loads(line) for line in lines[:3]] == [orjson.loads(orjson.dumps(scenario_json(pack[n]))) for n in (3, 4, 5)]
    assert len(lines) == N


def test_what_was_written_can_be_read_and_played(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(whole)
    pack, read = open_scenarios(SOURCE), open_source(path)
    for n in (0, 7, 19):
        assert read[n].scenario_id == pack[n + 3].scenario_id
        assert (read[n].task, read[n].tags, read[n].time_limit) == (pack[n + 3].task, pack[n + 3].tags, pack[n + 3].time_limit)
        assert check_scenario(read[n]) == []
        session = open_session(read[n])
        play(session, OracleAgent())
        assert session.verdict is not None
        assert session.verdict.success is True, session.verdict.explanation


@pytest.mark.slow
def test_workers_change_nothing(whole: bytes, tmp_path: Path) -> None:
    for workers in (1, 2):
        path = tmp_path / f"{workers}.jsonl"
        assert list(write_jsonl(Order(SOURCE, 3, N, workers), path)) == [True] * N
        assert path.read_bytes() == whole
    list(write_folder(Order(SOURCE, 3, N, 2), tmp_path / "folder"))
    written = sorted((tmp_path / "folder").iterdir())
    assert b"".join(p.read_bytes() + b"\n" for p in written) == whole


@pytest.mark.parametrize("cut", ["within the first", "after the first", "within the fourth", "before an end", "the last end", "nothing"])
def test_an_interrupted_run_goes_on(whole: bytes, tmp_path: Path, cut: str) -> None:
    ends = [n + 1 for n, byte in enumerate(whole) if byte == 10]
    at, there = {
        "within the first": (100, 0),
        "after the first": (ends[0], 1),
        "within the fourth": (ends[2] + 5000, 3),
        "before an end": (ends[9] - 1, 9),
        "the last end": (len(whole) - 1, N - 1),
        "nothing": (len(whole), N),
    }[cut]
    path = tmp_path / "s.jsonl"
    path.write_bytes(whole[:at])
    assert list(write_jsonl(Order(SOURCE, 3, N), path)) == [False] * there + [True] * (N - there)
    assert path.read_bytes() == whole


def test_a_run_that_is_stopped_leaves_whole_lines(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    run = write_jsonl(Order(SOURCE, 3, N), path)
    assert [next(run) for _ in range(5)] == [True] * 5
    del run
    assert path.read_bytes() == b"".join(whole.splitlines(keepends=True)[:5])
    assert list(write_jsonl(Order(SOURCE, 3, 6), path)) == [False] * 5 + [True]
    assert path.read_bytes() == b"".join(whole.splitlines(keepends=True)[:6])


FOREIGN = {
    "a line": b"{}\n",
    "words": b"Remember the milk.\n",
    "words without an end": b"Remember the milk.",
    "another half line": b'{"version":"are_simulation_v1","metadata":{"definition":{"scenario_id":"mine',
    "an empty line": b"\n",
}


@pytest.mark.parametrize("content", FOREIGN)
def test_a_foreign_file_is_refused_and_stays_as_it_is(tmp_path: Path, content: str) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(FOREIGN[content])
    with pytest.raises(ScenarioError, match="name another file"):
        list(write_jsonl(Order(SOURCE, 3, N), path))
    assert path.read_bytes() == FOREIGN[content]


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (Order(SOURCE, 4, N), "line 1 is not"),
        (Order("synth:validation:Time", 3, N), "line 1 is not"),
        (Order("synth:train:Time?difficulty=1-2&size=small", 3, N), "line 1 is not"),
        (Order("synth:train:Time?difficulty=1", 3, N), r"line \d+ is not"),
        (Order(SOURCE, 3, N - 1), "holds more than the 19"),
    ],
    ids=["later", "pack", "size", "difficulty", "fewer"],
)
def test_the_file_of_another_order_is_refused(whole: bytes, tmp_path: Path, order: Order, message: str) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(whole)
    with pytest.raises(ScenarioError, match=message):
        list(write_jsonl(order, path))
    assert path.read_bytes() == whole


def test_a_folder_has_a_file_for_each_and_goes_on(whole: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert list(write_folder(Order(SOURCE, 3, 6), folder)) == [True] * 6
    files = sorted(folder.iterdir())
    assert [p.read_bytes() for p in files] == whole.splitlines()[:6]
    assert [p.name for p in files] == [f"{open_scenarios(SOURCE)[n].scenario_id}.json" for n in range(3, 9)]
    files[4].unlink()
    files[5].unlink()
    (folder / f".{files[4].stem}.part").write_bytes(b"half")
    (folder / "notes.txt").write_text("mine")
    assert list(write_folder(Order(SOURCE, 3, 6), folder)) == [False] * 4 + [True] * 2
    assert sorted(p.name for p in folder.iterdir()) == sorted([*(p.name for p in files), "notes.txt"])
    assert [p.read_bytes() for p in files] == whole.splitlines()[:6]
    assert len(open_source(folder)) == 6


@pytest.mark.parametrize(
    ("source", "first", "n", "message"),
    [
        ("packaged", 0, 1, "only synthetic packs"),
        ("synth:mini:Time", 30, 3, "has 32 scenarios; 3 from number 30"),
        (SOURCE, 0, 0, "0 from"),
        (SOURCE, -1, 2, "-1"),
    ],
)
def test_orders_that_cannot_be_filled(source: str, first: int, n: int, message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        Order(source, first, n)
