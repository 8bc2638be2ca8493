"""A scripted model behind the test server: it knows the oracle's calls of every episode and makes them, or fails in a way of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from gaia2_gym.agents import OracleAgent, play
from gaia2_gym.evaluate.config import Evaluation, read_evaluation
from gaia2_gym.evaluate.jobs import jobs_of
from gaia2_gym.evaluate.results import Result, read_results
from gaia2_gym.session import open_session
from gaia2_gym.synth.packs import open_scenarios
from tests.llm.server import Said

Cli = Callable[..., tuple[int, str, str]]
"""The command line as a function: exit code, stdout, stderr."""
SPLITS = ("Execution", "Search", "Time")


def config_file(folder: Path, url: str, *, models: str = "", n: int = 1, runs: int = 2, **settings: Any) -> Path:
    """A configuration: one model behind the server, and whoever else is to play."""
    said = {"scenarios": "synth:mini", "splits": list(SPLITS), "n": n, "runs": runs, "concurrency": 4, **settings}
    lines = ["[eval]", *(f"{name} = {json.dumps(value)}" for name, value in said.items())]
    lines += ["[[models]]", 'name = "scripted"', 'model = "m"', f'base_url = "{url}"', "retries = 0", "backoff = 0.001", "timeout = 5.0", models]
    path = folder / "eval.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


class Knowing:
    """Solves every episode of an evaluation: the oracle's calls, looked up by the first message and the seed.

    Args:
        config: The evaluation's file.
        delay: Seconds before each answer.
    """

    def __init__(self, config: Path, delay: float = 0.0) -> None:
        self.delay = delay
        self.calls: dict[tuple[str, int], list[Any]] = {}
        evaluation: Evaluation = read_evaluation(config)
        for job in jobs_of(evaluation):
            scenario = open_scenarios(job.scenario.source)[job.scenario.number]
            session = open_session(scenario, seed=job.seed, config=evaluation.session)
            self.calls[session.start.text, job.seed] = play(session, OracleAgent())

    def __call__(self, request: dict[str, Any]) -> Said:
        calls = self.calls[request["messages"][1]["content"], request["seed"]]
        n = sum(message["role"] == "assistant" for message in request["messages"])
        return Said(f"Thought: as planned.\nAction: {json.dumps(calls[min(n, len(calls) - 1)])}", delay=self.delay)


def native(call: Mapping[str, Any], *, arguments: str | None = None) -> Said:
    """An answer that calls a tool natively."""
    function = {"name": call["tool"], "arguments": json.dumps(call["args"]) if arguments is None else arguments}
    message = {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": function}]}
    choice = {"index": 0, "finish_reason": "tool_calls", "message": message}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    return Said(body=json.dumps({"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}))


def results_in(folder: Path | str) -> list[Result]:
    return read_results(Path(folder))[1]


def untimed(results: Iterable[Result]) -> list[dict[str, Any]]:
    return [result.untimed() for result in results]
