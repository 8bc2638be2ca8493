"""Demonstrations: the form that trainers take, and that they do what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pyarrow.json
import pytest

from gaia2_gym.errors import Gaia2Error
from gaia2_gym.session import Session, SessionConfig, open_session
from gaia2_gym.synth.demos import demonstrate
from gaia2_gym.synth.family import Task
from gaia2_gym.synth.packs import Pack
from tests.synth.test_packs import PLAYED


def tasks(split: str, n: int = 4) -> list[Task]:
    pack = Pack("train", split, difficulty=(1, 2))
    return [pack.task(number) for number in range(n)]


def calls_in(demonstration: dict[str, Any]) -> list[dict[str, Any]]:
    return [call["function"] for m in demonstration["messages"] if m["role"] == "assistant" for call in m["tool_calls"]]


def replayed(task: Task, demonstration: dict[str, Any]) -> Session:
    """The calls of a demonstration in a fresh session; each answer must be the one that is shown."""
    session = open_session(task.scenario)
    answers = [m["content"] for m in demonstration["messages"] if m["role"] == "tool"]
    for call, answer in zip(calls_in(demonstration), answers, strict=True):
        assert session.step({"tool": call["name"], "args": call["arguments"]}).text == answer
    return session


@pytest.mark.parametrize("split", PLAYED)
def test_the_form_is_the_one_of_chat_templates(split: str) -> None:
    for task in tasks(split):
        made = demonstrate(task)
        assert orjson.loads(orjson.dumps(made)) == made
        messages = made["messages"]
        steps = made["steps"]
        assert [m["role"] for m in messages] == ["system", "user", *["assistant", "tool"] * steps]
        assert task.scenario.task in messages[1]["content"]
        assert all(isinstance(m["content"], str) for m in messages)
        names = {tool["function"]["name"] for tool in orjson.loads(made["tools"])}
        for asked, answered in zip(messages[2::2], messages[3::2], strict=True):
            (call,) = asked["tool_calls"]
            assert (call["type"], set(call["function"])) == ("function", {"name", "arguments"})
            assert isinstance(call["function"]["arguments"], dict)
            assert call["function"]["name"] == answered["name"]
            assert call["function"]["name"] in names
        about = (made["scenario_id"], made["split"], made["family"], made["difficulty"], made["reward"])
        assert about == (task.scenario.scenario_id, split, task.family.name, task.difficulty, 1.0)


@pytest.mark.parametrize("split", PLAYED)
def test_the_calls_do_what_is_shown(split: str) -> None:
    for task in tasks(split):
        session = replayed(task, demonstrate(task, slips=0.1))
        assert session.over
        assert session.verdict is not None
        assert session.verdict.success is True


@pytest.mark.parametrize("split", PLAYED)
def test_slips_are_errors_that_are_recovered_from(split: str) -> None:
    slipped = 0
    for task in tasks(split):
        made = demonstrate(task, slips=0.5)
        for n, message in enumerate(made["messages"]):
            if not (message["role"] == "tool" and message["content"].startswith("Error (bad_argument)")):
                continue
            wrong, right = (made["messages"][k]["tool_calls"][0]["function"] for k in (n - 1, n + 1))
            assert wrong["name"] == right["name"]
            assert list(wrong["arguments"].values()) == list(right["arguments"].values())
            assert [k.removesuffix("_value") for k in wrong["arguments"]] == list(right["arguments"])
            assert wrong["arguments"] != right["arguments"]
            assert made["messages"][n + 1]["content"], "a thought says what was wrong"
            slipped += 1
    assert slipped > 3


def test_demonstrations_are_reproducible() -> None:
    (task,) = tasks(PLAYED[0], 1)
    assert demonstrate(task, slips=0.4) == demonstrate(tasks(PLAYED[0], 1)[0], slips=0.4)


@pytest.mark.parametrize("split", PLAYED)
def test_without_slips_no_argument_is_misspelt(split: str) -> None:
    for task in tasks(split):
        assert not [m for m in demonstrate(task)["messages"] if m["role"] == "tool" and m["content"].startswith("Error (bad_argument)")]


def test_what_is_refused_is_no_demonstration() -> None:
    (task,) = tasks(PLAYED[0], 1)
    with pytest.raises(Gaia2Error):
        demonstrate(task, config=SessionConfig(max_steps=1))


def test_many_make_one_table(tmp_path: Path) -> None:
    path = tmp_path / "demos.jsonl"
    made = [demonstrate(task, slips=0.1) for split in PLAYED for task in tasks(split)]
    path.write_bytes(b"".join(orjson.dumps(m) + b"\n" for m in made))
    table = pyarrow.json.read_json(path, read_options=pyarrow.json.ReadOptions(block_size=64 << 20))
    assert table.num_rows == len(made)
    assert str(table.schema.field("tools").type) == "string"
    assert [row.as_py() for row in table["scenario_id"]] == [m["scenario_id"] for m in made]
