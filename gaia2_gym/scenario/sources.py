"""Where scenarios come from: a file, a folder, JSONL, parquet, a dataset on the Hugging Face hub, the packaged examples."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, overload

import orjson

from gaia2_gym.errors import MissingExtraError, ScenarioError
from gaia2_gym.scenario.load import parse_scenario
from gaia2_gym.scenario.model import Scenario
from gaia2_gym.splits import SPLITS

MAX_BYTES = 256 << 20
"""Largest file that is read, unpacked; the largest official one has 5 MB."""
PACKAGED = Path(__file__).resolve().parent.parent / "data" / "scenarios"
_SUFFIXES = (".json", ".json.gz", ".jsonl", ".jsonl.gz", ".parquet")


class Source(Sequence[Scenario]):
    """Scenarios by number, each parsed when first asked for and then kept.

    Args:
        name: For messages.
        loaders: One function a scenario.
        keep: How many parsed scenarios are kept, the oldest dropped first.
    """

    def __init__(self, name: str, loaders: Sequence[Callable[[], Scenario]], keep: int = 64) -> None:
        if not loaders:
            raise ScenarioError("there is no scenario here", name)
        self.name = name
        self._loaders = loaders
        self._kept: dict[int, Scenario] = {}
        self._keep = keep

    def __len__(self) -> int:
        return len(self._loaders)

    @overload
    def __getitem__(self, index: int) -> Scenario: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Scenario]: ...

    def __getitem__(self, index: int | slice) -> Scenario | Sequence[Scenario]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"{self.name} has {len(self)} scenarios, there is no number {index}")
        index %= len(self)
        if index not in self._kept:
            if len(self._kept) >= self._keep:
                del self._kept[next(iter(self._kept))]
            self._kept[index] = self._loaders[index]()
        return self._kept[index]

    def find(self, scenario_id: str) -> Scenario:
        """The scenario with an id.

        Raises:
            ScenarioError: When there is none.
        """
        for scenario in self:
            if scenario.scenario_id == scenario_id:
                return scenario
        raise ScenarioError(f"no scenario with the id {scenario_id!r} among {len(self)}", self.name)


def open_source(source: Any) -> Source:
    """Scenarios from wherever they are.

    Args:
        source: A path to a file (.json, .json.gz, .jsonl, .jsonl.gz, .parquet) or folder, `hf:<dataset>[/<config>][@revision]`,
            `packaged` or `packaged:<split>`, a Scenario, or a list of any of these.

    Raises:
        ScenarioError: When there is nothing there, or it cannot be read.
        MissingExtraError: When a source needs an optional dependency.
    """
    if isinstance(source, Source):
        return source
    if isinstance(source, Scenario):
        return Source(source.scenario_id, [lambda: source])
    if isinstance(source, list | tuple):
        parts = [open_source(s) for s in source]
        return Source(f"{len(parts)} sources", [_item(part, i) for part in parts for i in range(len(part))])
    if not isinstance(source, str | os.PathLike):
        raise ScenarioError(f"scenarios must be a path, a Scenario or a list, not {type(source).__name__}")
    text = os.fspath(source)
    if text.startswith("synth:"):
        raise ScenarioError("synthetic scenarios do not exist yet in this version", text)
    if text.startswith("hf:"):
        return Source(text, _hub_rows(text))
    if text == "packaged" or text.startswith("packaged:"):
        return _packaged(text.partition(":")[2])
    path = Path(text)
    if path.is_dir():
        files = sorted(p for p in path.rglob("*") if p.name.endswith(_SUFFIXES) and p.is_file())
        return Source(text, [loader for p in files for loader in _file_loaders(p)])
    if not path.is_file():
        raise ScenarioError("no such file or folder", text)
    return Source(text, _file_loaders(path))


def load_scenario(path: str | os.PathLike[str], *, skip_unknown_apps: bool = False) -> Scenario:
    """One scenario from a file (.json or .json.gz).

    Real contents behind the Files app are read from the folder named by the environment variable GAIA2_FILES, if set.

    Raises:
        ScenarioError: When the file cannot be read; lists everything that is wrong.
    """
    path = Path(path)
    return parse_scenario(read_bytes(path), str(path), contents=_contents(), skip_unknown_apps=skip_unknown_apps)


def read_bytes(path: Path) -> bytes:
    """A file's bytes, unpacked if it is gzipped; bounded.

    Raises:
        ScenarioError: When it is missing, damaged or too large.
    """
    try:
        with gzip.open(path, "rb") if path.name.endswith(".gz") else path.open("rb") as file:
            data: bytes = file.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ScenarioError(f"cannot be read: {error.strerror if isinstance(error, OSError) and error.strerror else error}", str(path)) from None
    if len(data) > MAX_BYTES:
        raise ScenarioError(f"larger than {MAX_BYTES >> 20} MB", str(path))
    return data


def _packaged(split: str) -> Source:
    names = {s.lower(): s for s in SPLITS}
    if split and split.lower() not in names:
        raise ScenarioError(f"unknown split {split!r}; known are {', '.join(SPLITS)}", "packaged")
    chosen = [split.lower()] if split else list(names)
    return Source(f"packaged:{split}" if split else "packaged", [loader for name in chosen for loader in _file_loaders(PACKAGED / f"{name}.json")])


def _contents() -> Path | None:
    folder = os.environ.get("GAIA2_FILES")
    return Path(folder) if folder else None


def _item(source: Source, index: int) -> Callable[[], Scenario]:
    return lambda: source[index]


def _text(raw: bytes | str, name: str) -> Callable[[], Scenario]:
    return lambda: parse_scenario(raw, name, contents=_contents())


def _file_loaders(path: Path) -> list[Callable[[], Scenario]]:
    name = str(path)
    if name.endswith((".jsonl", ".jsonl.gz")):
        lines = [line for line in read_bytes(path).splitlines() if line.strip()]
        return [_text(_row_json(line, f"{name}:{n}"), f"{name}:{n}") for n, line in enumerate(lines, start=1)]
    if name.endswith(".parquet"):
        return list(_parquet_rows(path))
    return [lambda: load_scenario(path)]


def _row_json(line: bytes, where: str) -> bytes | str:
    """A line of JSONL: a scenario, or a row with the scenario as a JSON text in `data`."""
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise ScenarioError(f"not valid JSON: {error}", where) from None
    data = row.get("data") if isinstance(row, dict) else None
    return data if isinstance(data, str) else line


def _parquet_rows(path: Path) -> Iterator[Callable[[], Scenario]]:
    try:
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtraError("reading a parquet file", "parquet") from None
    table = pq.read_table(path)
    if "data" not in table.column_names:
        raise ScenarioError(f"has the columns {', '.join(table.column_names)}; expected `scenario_id` and `data`", str(path))
    for n, text in enumerate(table.column("data").to_pylist()):
        yield _text(text, f"{path}:{n}")


def _hub_rows(text: str) -> list[Callable[[], Scenario]]:
    try:
        import datasets
    except ImportError:
        raise MissingExtraError("reading a dataset from the hub", "hf") from None
    name, _, revision = text.removeprefix("hf:").partition("@")
    parts = name.split("/")
    dataset, config = "/".join(parts[:2]), parts[2] if len(parts) > 2 else None
    loaded = datasets.load_dataset(dataset, config, revision=revision or None)
    splits = loaded.values() if isinstance(loaded, dict) else [loaded]
    return [_text(row["data"], f"{text}:{row['scenario_id']}") for split in splits for row in split]
