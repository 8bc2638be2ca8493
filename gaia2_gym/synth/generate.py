"""Writing many scenarios: in order, whatever the number of workers, and where it was left off."""

from __future__ import annotations

import multiprocessing
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import orjson

from gaia2_gym.errors import ScenarioError
from gaia2_gym.scenario import scenario_json
from gaia2_gym.synth.packs import Pack, open_scenarios

_ID = re.compile(rb'"scenario_id":"([^"]*)"')
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
        ScenarioError: When the file holds something else than the first scenarios of this order. Nothing in it is changed then.
    """
    done, end, rest = _there(order, path)
    with path.open("r+b" if path.exists() else "xb") as file:
        yield from [False] * done
        for _, data in order.scenarios(skip=done) if done < order.n else ():
            line = data + b"\n"
            if not line.startswith(rest):
                raise ScenarioError(f"ends with something else than the beginning of {order.id_of(done)}: name another file", str(path))
            file.seek(end)
            file.write(line)
            file.flush()
            done, end, rest = done + 1, end + len(line), b""
            yield True


def _there(order: Order, path: Path) -> tuple[int, int, bytes]:
    """How many scenarios of an order a file holds already, how many bytes they take, and the half line behind them.

    Raises:
        ScenarioError: When it holds something else.
    """
    done, end = 0, 0
    if not path.exists():
        return done, end, b""
    with path.open("rb") as file:
        for line in file:
            if done == order.n:
                raise ScenarioError(f"holds more than the {order.n} scenarios wanted: name another file", str(path))
            if not line.endswith(b"\n"):
                return done, end, line
            found = _ID.search(line)
            wanted = order.id_of(done)
            if found is None or found[1].decode() != wanted:
                raise ScenarioError(f"line {done + 1} is not {wanted}: name another file", str(path))
            done, end = done + 1, end + len(line)
    return done, end, b""


def write_folder(order: Order, folder: Path) -> Iterator[bool]:
    """Write a file for each scenario into a folder, named by their ids; the first ones that are there already are left alone.

    Yields:
        For each scenario, whether it was made now.
    """
    folder.mkdir(parents=True, exist_ok=True)
    there = {p.name for p in folder.iterdir()}
    skip = 0
    while skip < order.n and f"{order.id_of(skip)}.json" in there:  # they are written in order
        skip += 1
        yield False
    for id, data in order.scenarios(skip) if skip < order.n else ():
        part = folder / f".{id}.part"
        part.write_bytes(data)
        part.replace(folder / f"{id}.json")
        yield True
