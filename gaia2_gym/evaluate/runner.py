"""An evaluation from its first episode to its last: what is to be played, what has been, and what must be played again."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from gaia2_gym._version import __version__
from gaia2_gym.evaluate.config import EvalConfig, Evaluation
from gaia2_gym.evaluate.executors import Executor, Processes, Threads
from gaia2_gym.evaluate.jobs import Job, jobs_of
from gaia2_gym.evaluate.player import Player
from gaia2_gym.evaluate.results import FORMAT, Result, ResultsFile

HOPELESS = ("LLMAuthError", "LLMQuotaError")
"""Failures that every further episode of the model would meet: nothing more is begun after one."""


@dataclass
class Runner:
    """An evaluation in a folder.

    Args:
        evaluation: What is evaluated.
        folder: Where the results go, and whence they are taken up again.
        executor: What runs the episodes; by default threads or processes, as the settings say.
        retry: Whether to play again, once, what failed for reasons of infrastructure.
    """

    evaluation: Evaluation
    folder: Path
    executor: Executor | None = None
    retry: bool = False
    jobs: list[Job] = field(init=False)
    stopped: str = field(default="", init=False)
    """Why nothing more was begun, if so."""

    def __post_init__(self) -> None:
        self.jobs = jobs_of(self.evaluation)

    @property
    def header(self) -> dict[str, Any]:
        """What the results belong to."""
        scenarios = len({job.scenario for job in self.jobs})
        return {"format": FORMAT, "package": __version__, **self.evaluation.as_json(), "scenarios": scenarios, "hash": self._hash()}

    def _hash(self) -> str:
        text = repr([(job.key, job.seed) for job in self.jobs]).encode("utf-8", "backslashreplace")
        return blake2b(text, digest_size=8).hexdigest()

    def run(self) -> Iterator[tuple[Result, bool]]:
        """Play what has not been played; yields first the results that are there, then each new one once it is on the disk.

        Yields:
            A result, and whether it is new.

        Raises:
            ConfigError: When the folder holds results of another evaluation.
            Gaia2Error: When they cannot be read or written.
        """
        settings = self.evaluation.settings
        executor = self.executor or executor_of(settings)
        player = Player(self.evaluation, self.folder / "traces" if settings.traces else None)
        with ResultsFile(self.folder, self.header) as file:
            again = {key for key, result in file.done.items() if self.retry and result.failure}
            yield from [(result, False) for key, result in file.done.items() if key not in again]
            todo = [job for job in self.jobs if job.key not in file.done or job.key in again]
            for result in executor.run(self._while_there_is_hope(todo), player):
                file.add(result)
                if result.failure in HOPELESS and not self.stopped:
                    self.stopped = result.message
                yield result, True

    def _while_there_is_hope(self, todo: Sequence[Job]) -> Iterator[Job]:
        for job in todo:
            if self.stopped:
                return
            yield job


def executor_of(settings: EvalConfig) -> Executor:
    """Threads in this process, or several processes with as many threads in all."""
    if settings.workers == 1:
        return Threads(settings.concurrency)
    return Processes(settings.workers, math.ceil(settings.concurrency / settings.workers))
