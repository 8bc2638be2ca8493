"""Threads and processes run the same jobs, lazily, and end when something is wrong."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator

import pytest

from gaia2_gym.errors import Gaia2Error
from gaia2_gym.evaluate.executors import Executor, Processes, Threads

EXECUTORS = [Threads(1), Threads(4), Processes(2, 3)]


def square(job: int) -> int:
    return job * job


def sleepy(job: int) -> tuple[int, int]:
    time.sleep(0.3)
    return os.getpid(), threading.get_ident()


def broken(job: int) -> int:
    if job == 3:
        raise ZeroDivisionError("job 3")
    return job


def deadly(job: int) -> int:
    if job == 3:
        os._exit(9)
    return job


@pytest.mark.parametrize("executor", EXECUTORS, ids=str)
def test_every_job_is_run_once(executor: Executor) -> None:
    assert sorted(executor.run(range(50), square)) == [n * n for n in range(50)]
    assert list(executor.run([], square)) == []


@pytest.mark.parametrize("executor", EXECUTORS, ids=str)
def test_jobs_are_taken_as_there_is_room(executor: Executor) -> None:
    taken = 0
    stop = False

    def jobs() -> Iterator[int]:
        nonlocal taken
        while not stop:
            taken += 1
            yield taken

    done = 0
    for _ in executor.run(jobs(), square):
        done += 1
        assert taken - done <= 6
        stop = done >= 10
    assert done == taken


def test_processes_have_threads() -> None:
    began = time.monotonic()
    places = list(Processes(2, 3).run(range(6), sleepy))
    assert len(set(places)) == 6
    assert len({process for process, _ in places}) == 2
    assert os.getpid() not in {process for process, _ in places}
    assert time.monotonic() - began < 15


def test_a_bug_is_not_swallowed() -> None:
    with pytest.raises(ZeroDivisionError, match="job 3"):
        list(Threads(2).run(range(9), broken))
    with pytest.raises(Gaia2Error, match="died"):
        list(Processes(2).run(range(9), broken))


def test_a_process_that_dies_is_noticed() -> None:
    results: list[int] = []
    with pytest.raises(Gaia2Error, match="exit code 9"):
        results.extend(Processes(1, 1).run(range(9), deadly))
    assert results == [0, 1, 2]
