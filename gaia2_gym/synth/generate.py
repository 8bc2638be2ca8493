"""Writing many scenarios: in order, whatever the number of workers, and where it was left off."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import orjson

from gaia2_gym.errors import ScenarioError
from gaia2_gym.scenario import scenario_json
from gaia2_gym.synth.packs import Pack, open_scenarios

_CHUNK = 8
"""Scenarios that a worker makes in one go: half of those that share a universe."""


@dataclass(frozen=True)
class Order:
    """What to write.

    Args:
        source: Name of a pack, as `open_scenarios` takes it.
        first: Number of the first scenario.
        n: How many.
        workers: Processes.
    """

    source: str
    first: int = 0
    n: int = 1
    workers: int = 1
    _pack: Pack = field(init=False, repr=False)

    def __post_init__(self) -> None:
        pack = open_scenarios(self.source)
        if not isinstance(pack, Pack):
            raise ScenarioError("only synthetic packs are generated: synth:PACK[:SPLIT]", self.source)
        if self.first < 0 or self.n < 1 or self.first + self.n > len(pack):
            raise ScenarioError(f"has {len(pack)} scenarios; {self.n} from number {self.first} on are wanted", self.source)
        object.__setattr__(self, "_pack", pack)

    def id_of(self, n: int) -> str:
        """The id of the n-th scenario of the order."""
        return self._pack.id_of(self.first + n)

    def scenarios(self, skip: int = 0) -> Iterator[tuple[str, bytes]]:
        """Id and official JSON of each scenario, in order.

        Args:
            skip: How many to leave out at the beginning.
        """
        numbers = range(self.first + skip, self.first + self.n)
        if self.workers == 1:
            yield from (_made(self._pack, number) for number in numbers)
            return
        chunks = [numbers[i : i + _CHUNK] for i in range(0, len(numbers), _CHUNK)]
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(self.workers, mp_context=context) as pool:
            for made in pool.map(partial(_chunk, self.source), chunks):
                yield from made


def _made(pack: Pack, number: int) -> tuple[str, bytes]:
    scenario = pack.task(number).scenario
    return scenario.scenario_id, orjson.dumps(scenario_json(scenario))


def _chunk(source: str, numbers: Sequence[int]) -> list[tuple[str, bytes]]:
    pack = open_scenarios(source)
    assert isinstance(pack, Pack)
    return [_made(pack, number) for number in numbers]


def write_jsonl(order: Order, path: Path) -> Iterator[bool]:
    """Write a JSONL file, one scenario a line; goes on where an interrupted run has stopped.

    Yields:
        For each scenario, whether it was made now.

    Raises:
        ScenarioError: When the file holds something else than the first scenarios of this order.
    """
    done, end, first = _complete_lines(path)
    if done:
        wanted = order.id_of(0)
        if (found := _id_in(first)) != wanted:
            raise ScenarioError(f"begins with {found or 'something else'}, not with {wanted}: name another file", str(path))
    if done > order.n:
        raise ScenarioError(f"holds {done} scenarios already, more than the {order.n} wanted", str(path))
    with path.open("r+b" if path.exists() else "wb") as file:
        file.seek(end)
        file.truncate()
        for _ in range(done):
            yield False
        for _, data in order.scenarios(skip=done) if done < order.n else ():
            file.write(data + b"\n")
            file.flush()
            yield True


def _complete_lines(path: Path) -> tuple[int, int, bytes]:
    """Lines of a file that have their end, how many bytes they take, and the first; a half line may follow."""
    count, end, first = 0, 0, b""
    if path.exists():
        with path.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    first = first or line
                    count, end = count + 1, end + len(line)
    return count, end, first


def _id_in(line: bytes) -> str:
    try:
        return str(orjson.loads(line)["metadata"]["definition"]["scenario_id"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return ""


def write_folder(order: Order, folder: Path) -> Iterator[bool]:
    """Write a file for each scenario into a folder, named by their ids; those that are there are left alone.

    Yields:
        For each scenario, whether it was made now.
    """
    folder.mkdir(parents=True, exist_ok=True)
    there = {p.name for p in folder.iterdir()}
    skip = 0
    while skip < order.n and f"{order.id_of(skip)}.json" in there:  # files are written in order, so those that are there come first
        skip += 1
        yield False
    for id, data in order.scenarios(skip) if skip < order.n else ():
        part = folder / f".{id}.part"
        part.write_bytes(data)
        part.replace(folder / f"{id}.json")
        yield True
