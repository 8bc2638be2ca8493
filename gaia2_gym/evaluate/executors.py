"""Executors: what runs many jobs at once. In threads, in processes; another layer may bring a cluster."""

from __future__ import annotations

import os
import queue
import threading  # noqa: TID251  # this edge owns it: a worker ends with the process that started it
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, as_completed, wait
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import Any, Protocol, TypeVar

from gaia2_gym.errors import Gaia2Error

J = TypeVar("J")
R = TypeVar("R")
_POLL = 1.0
"""Seconds between looks at whether all processes live."""


class Executor(Protocol):
    """Runs a function over jobs."""

    def run(self, jobs: Iterable[J], function: Callable[[J], R]) -> Iterator[R]:
        """The results as they come, in any order.

        Args:
            jobs: Taken one by one, as there is room for them, in the caller's thread; whoever wants to stop lets them end.
            function: What to do with each, called from many threads at once. It and the jobs can be sent to other processes.

        Raises:
            Exception: What the function raised; nothing more is run then.
        """
        ...


@dataclass(frozen=True, slots=True)
class Threads:
    """Threads of this process: for jobs that wait for a model most of the time."""

    count: int

    def run(self, jobs: Iterable[J], function: Callable[[J], R]) -> Iterator[R]:
        """The results as they come."""
        todo = iter(jobs)
        pool = ThreadPoolExecutor(self.count)
        try:
            running = {pool.submit(function, job) for job in islice(todo, self.count)}
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
                running |= {pool.submit(function, job) for job in islice(todo, len(done))}
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Processes:
    """Processes, each with threads: for jobs that compute, too."""

    count: int
    threads: int = 1

    def run(self, jobs: Iterable[J], function: Callable[[J], R]) -> Iterator[R]:
        """The results as they come.

        Raises:
            Gaia2Error: When a process dies.
        """
        context = get_context("spawn")  # a fork of a process with threads may hang
        todo, done = context.Queue(), context.Queue()
        processes = [context.Process(target=_work, args=(todo, done, function, self.threads), daemon=True) for _ in range(self.count)]
        for process in processes:
            process.start()
        try:
            waiting, running = iter(jobs), 0
            while True:
                for job in islice(waiting, self.count * self.threads - running):
                    todo.put(job)
                    running += 1
                if not running:
                    break
                try:
                    result = done.get(timeout=_POLL)
                except queue.Empty:
                    if dead := [p for p in processes if not p.is_alive()]:
                        raise Gaia2Error(f"a process that played episodes died (exit code {dead[0].exitcode}); what is finished is kept") from None
                    continue
                running -= 1
                yield result
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.join()


def _work(todo: Any, done: Any, function: Callable[[Any], Any], threads: int) -> None:
    """Run jobs until the process that started this one has none left, or is gone."""
    threading.Thread(target=_follow_parent, daemon=True).start()
    pool = ThreadPoolExecutor(threads)
    for work in as_completed([pool.submit(_pull, todo, done, function) for _ in range(threads)]):
        error = work.exception()  # a thread ends in no other way
        traceback.print_exception(error)
        os._exit(1)


def _pull(todo: Any, done: Any, function: Callable[[Any], Any]) -> None:
    while True:
        done.put(function(todo.get()))


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
