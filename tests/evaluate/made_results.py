"""Results made up by chance, for reports: no episode is played."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from gaia2_gym.evaluate.results import FILE, FORMAT, Result
from gaia2_gym.splits import SPLITS

HOSTILE = "<script>alert(1)</script> $\\frac| ](javascript:x) \"'&_x_"
CHECKS = ("count", "argument_hard", "argument_soft", "causality", "time")


def header(models: Sequence[str], scenarios: int, runs: int = 3, **env: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"scenarios": "synth:mini", "splits": [], "n": None, "runs": runs, "seed": 0}
    how = {"latency": "zero", "notifications": "medium", "judge": "facts", "gate": "strict", "max_steps": 200, **env}
    entries = [{"name": name, "agent": "react"} for name in models]
    return {"format": FORMAT, "package": "0.0", "eval": told, "env": how, "models": entries, "scenarios": scenarios, "hash": "0"}


def made(models: Mapping[str, float], *, per_split: int = 8, runs: int = 3, seed: int = 0) -> list[Result]:
    """Results of models with about these pass rates; a few have no verdict."""
    chance = random.Random(seed)
    found = []
    for model, p in models.items():
        for number, split in enumerate(SPLITS * per_split):
            for run in range(runs):
                found.append(_result(chance, model, f"s-{number}", split, run, passed=chance.random() < p))
    return found


def _result(chance: random.Random, model: str, scenario_id: str, split: str, run: int, *, passed: bool) -> Result:
    number = int(scenario_id.rpartition("-")[2])
    failed = chance.random() < 0.02
    tokens = int(10 ** chance.uniform(2.5, 4.5))
    return Result(
        model,
        scenario_id,
        run,
        run,
        split,
        family=("alpha", "beta")[number % 2],
        difficulty=1 + number % 5,
        test_family=number % 2 == 0,
        turns=1 + number % 3,
        apps=("Emails", "Calendar")[: 1 + number % 2],
        success=None if failed else passed,
        failure="LLMTimeoutError" if failed else "",
        check="" if passed or failed else chance.choice(CHECKS),
        reason="completed" if passed else "turn_refused",
        steps=chance.randint(3, 40),
        tool_calls={"Emails__list_emails": chance.randint(1, 9), "AgentUserInterface__send_message_to_user": 1},
        generations=9,
        prompt_tokens=20 * tokens,
        completion_tokens=tokens,
        cost=tokens / 50_000,
        simulated_seconds=chance.uniform(5, 1500),
    )


def written(folder: Path, told: Mapping[str, Any], results: Sequence[Result]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in (told, *(r.as_json() for r in results))))
    return folder
