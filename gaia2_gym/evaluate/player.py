"""One episode of an evaluation, from its job to its result."""

from __future__ import annotations

import dataclasses
import re
import threading  # noqa: TID251  # this edge owns it: what episodes in several threads share is made once
import time
from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from gaia2_gym.agents import Agent, ClaimsDoneAgent, ModelPolicy, NoopAgent, OracleAgent, Played, RandomAgent, ReActAgent, RetrievalAgent, play
from gaia2_gym.errors import Gaia2Error
from gaia2_gym.evaluate.config import Evaluation, ModelEntry
from gaia2_gym.evaluate.jobs import Job
from gaia2_gym.evaluate.results import Result
from gaia2_gym.scenario import USER_INTERFACE, Scenario, Source
from gaia2_gym.session import Session, open_session, trace_of
from gaia2_gym.session.scoring import prepared_oracle
from gaia2_gym.synth.family import TEST_FAMILY, Task
from gaia2_gym.synth.packs import Pack, open_scenarios
from gaia2_gym.synth.solver import TELL, CallFailed, EpisodeOver

_MESSAGE_CHARS = 500
_AGENTS: Mapping[str, Callable[[int], Agent]] = {
    "oracle": lambda seed: OracleAgent(),
    "random": RandomAgent,
    "noop": lambda seed: NoopAgent(),
    "claims_done": lambda seed: ClaimsDoneAgent(),
    "retrieval": lambda seed: RetrievalAgent(),
}
"""Baselines by their names, from the episode's seed. The solver is not an agent: it plays a task."""


class Player:
    """Plays jobs; may be called from many threads at once, and be sent to other processes.

    Scenarios and a model's connections are kept from one job to the next.

    Args:
        evaluation: What is evaluated.
        traces: Folder of the traces; None saves none.
    """

    def __init__(self, evaluation: Evaluation, traces: Path | None = None) -> None:
        self.evaluation = evaluation
        self.traces = traces
        self._models = {model.name: model for model in evaluation.models}
        self._sources: dict[str, Source] = {}
        self._policies: dict[str, ModelPolicy] = {}
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[type[Player], tuple[Evaluation, Path | None]]:
        return Player, (self.evaluation, self.traces)

    def __call__(self, job: Job) -> Result:
        """The result of a job. What goes wrong with the model, the judge or the scenario is a failure, never a wrong answer."""
        began = time.perf_counter()
        model, played = self._models[job.model], Played()
        session, failure = None, None
        try:
            scenario, task = self._load(job, model)
            session = open_session(scenario, seed=job.seed, config=self._config(model))
            self._play(model, session, task, job.seed, played)
        except Gaia2Error as error:
            failure = error
        result = Result(job.model, job.scenario.scenario_id, job.run, job.seed, job.scenario.split, **_paid(played))
        if session is not None:
            result = dataclasses.replace(result, **_about(session.scenario), **_of_session(session))
            self._save(job, session)
        if failure is not None:
            kind, message = type(failure).__name__, str(failure)[:_MESSAGE_CHARS]
            result = dataclasses.replace(result, success=None, reward=None, check="", check_tool="", failure=kind, message=message)
        return dataclasses.replace(result, wall_seconds=round(time.perf_counter() - began, 4))

    def _config(self, model: ModelEntry) -> Any:
        config = self.evaluation.session
        return dataclasses.replace(config, parallel_calls=model.play.parallel) if model.agent == "react" else config

    def _load(self, job: Job, model: ModelEntry) -> tuple[Scenario, Task | None]:
        """The scenario, with its oracle run; for the solver as a task."""
        with self._lock:
            name = job.scenario.source
            source = self._sources.get(name)
            if source is None:
                source = self._sources[name] = open_scenarios(name, size=self.evaluation.size)
            task = source.task(job.scenario.number) if model.agent == "solver" and isinstance(source, Pack) else None
            scenario = source[job.scenario.number] if task is None else task.scenario
            prepared_oracle(scenario)
            return scenario, task

    def _play(self, model: ModelEntry, session: Session, task: Task | None, seed: int, played: Played) -> None:
        if model.agent == "react":
            policy = self._policy(model).seeded(seed if model.send_seed else None)
            ReActAgent(policy, model.play).play(session, played)
        elif task is not None:
            solve(task, session)
        else:
            play(session, _AGENTS[model.agent](seed))

    def _policy(self, model: ModelEntry) -> ModelPolicy:
        with self._lock:
            if model.name not in self._policies:
                self._policies[model.name] = ModelPolicy(model.llm)
            return self._policies[model.name]

    def _save(self, job: Job, session: Session) -> None:
        if self.traces is not None:
            trace_of(session, embed=not Path(session.scenario.source).is_file()).write(self.traces / trace_name(job))


def trace_name(job: Job) -> str:
    """The file of an episode's trace: readable, and different for different episodes.

    >>> from gaia2_gym.evaluate.jobs import Chosen
    >>> trace_name(Job("org/m", Chosen("", 0, "s 1"), 2, 0))
    'org_m-s_1-2-2c9dbb.jsonl'
    """
    names = [re.sub(r"[^\w.-]+", "_", name, flags=re.ASCII)[:80] for name in (job.model, job.scenario.scenario_id)]
    mark = blake2b(repr(job.key).encode("utf-8", "surrogatepass"), digest_size=3).hexdigest()
    return f"{names[0]}-{names[1]}-{job.run}-{mark}.jsonl"


def solve(task: Task, session: Session) -> None:
    """Let the scripted expert play an episode to its end; where a call of its fails, it says so to the user and gives up."""
    try:
        task.solve(session)
    except EpisodeOver:
        return
    except CallFailed:
        while not session.over:
            session.step({"tool": session.phone.called(TELL), "args": {"content": "I could not do it."}})
    play(session, NoopAgent())


def _paid(played: Played) -> dict[str, Any]:
    usage = dataclasses.asdict(played.usage)
    cost = None if played.unpriced else played.cost
    return {**usage, "generations": played.generations, "cost": cost, "model_seconds": round(played.seconds, 4)}


def _about(scenario: Scenario) -> dict[str, Any]:
    tags = dict(tag.partition(":")[::2] for tag in scenario.tags)
    writes = (e.app for e in scenario.events if e.kind == "AGENT" and e.app != USER_INTERFACE)
    return {
        "family": tags.get("family", ""),
        "difficulty": int(tags.get("difficulty") or 0),
        "test_family": TEST_FAMILY in scenario.tags,
        "turns": scenario.num_turns,
        "apps": tuple(sorted(set(writes))),
    }


def _of_session(session: Session) -> dict[str, Any]:
    calls = [r for r in session.world.records if r.kind == "agent"]
    verdict = session.verdict
    facts: dict[str, Any] = {
        "reason": session.reason or "",
        "steps": len(session.steps),
        "tool_calls": dict(sorted(Counter(r.public_name for r in calls if r.tool).items())),
        "failed_calls": sum(r.failed for r in calls),
        "simulated_seconds": session.world.now - session.scenario.start_time,
    }
    if verdict is None:
        return facts
    first = verdict.first_failure
    facts |= {
        "success": verdict.success,
        "reward": None if verdict.success is None else float(sum(step.reward or 0.0 for step in session.steps)),
        "progress": verdict.progress,
        "check": first.check if first else "",
        "check_tool": first.tool if first else "",
        "end_state": verdict.end_state_equivalent,
        "turns_done": sum(turn.success is True for turn in verdict.turns),
    }
    if verdict.success is None:
        facts |= {"failure": "JudgeError", "message": verdict.unknown_reason[:_MESSAGE_CHARS]}
    return facts
