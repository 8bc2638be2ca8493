"""What is known of every episode, and the file it stands in: JSON lines, written as they come, to be resumed after any end."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import orjson

from gaia2_gym.errors import ConfigError, Gaia2Error
from gaia2_gym.evaluate.jobs import Key

FILE = "results.jsonl"
FORMAT = "gaia2-gym results 1"
TIMINGS = ("model_seconds", "wall_seconds")
"""What differs from one time to the next, whatever else is equal."""


@dataclass(frozen=True, slots=True)
class Result:
    """One episode.

    Args:
        model: Who played.
        scenario_id: What.
        run: Which time, from 0.
        seed: The episode's seed.
        split: The scenario's split.
        family: Its family, if it is synthetic.
        difficulty: 1 to 5, if it is synthetic; else 0.
        test_family: Whether its family occurs in tests only.
        turns: Its turns.
        apps: Apps that its oracle writes with.
        success: The verdict; None where there is none.
        failure: Why there is none: a failure of infrastructure, by its class (`LLMTimeoutError`, `JudgeError`); empty otherwise.
        message: What it said.
        reward: All rewards together; None without a verdict.
        progress: Share of the oracle's writes that was done.
        check: The check that failed first.
        check_tool: The tool of the oracle's call at which it failed.
        end_state: Whether the phone's final state equals the oracle's; None where that is not known.
        reason: Why the episode ended.
        turns_done: Turns that were accepted.
        steps: Actions.
        tool_calls: Calls, by tool.
        failed_calls: Calls that brought an error, actions that were none included.
        generations: Answers of the model.
        prompt_tokens: Read.
        completion_tokens: Written, reasoning included.
        reasoning_tokens: Written as reasoning.
        cached_tokens: Read from the endpoint's own prompt cache.
        cost: US dollars; None where no price is known.
        simulated_seconds: From the start to the end on the phone's clock.
        model_seconds: What the model's answers took.
        wall_seconds: What all of it took.
    """

    model: str
    scenario_id: str
    run: int
    seed: int
    split: str = ""
    family: str = ""
    difficulty: int = 0
    test_family: bool = False
    turns: int = 0
    apps: tuple[str, ...] = ()
    success: bool | None = None
    failure: str = ""
    message: str = ""
    reward: float | None = None
    progress: float = 0.0
    check: str = ""
    check_tool: str = ""
    end_state: bool | None = None
    reason: str = ""
    turns_done: int = 0
    steps: int = 0
    tool_calls: Mapping[str, int] = field(default_factory=dict)
    failed_calls: int = 0
    generations: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    reasoning_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = None
    simulated_seconds: float = 0.0
    model_seconds: float = 0.0
    wall_seconds: float = 0.0

    @property
    def key(self) -> Key:
        """What it is known by."""
        return self.model, self.scenario_id, self.run

    @property
    def calls(self) -> int:
        """Tool calls."""
        return sum(self.tool_calls.values())

    def as_json(self) -> dict[str, Any]:
        """JSON values."""
        return dataclasses.asdict(self)

    def untimed(self) -> dict[str, Any]:
        """JSON values without timings: equal for equal episodes."""
        return {name: value for name, value in self.as_json().items() if name not in TIMINGS}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Result:
        """The result that `as_json` wrote."""
        return cls(**{**data, "apps": tuple(data["apps"])})


class ResultsFile:
    """The results of an evaluation, open for writing; use it in a `with` statement.

    Every line is on the disk before the next episode counts. A line that was cut off when the program died is dropped.

    Args:
        folder: Where; made if it is not there.
        header: What is evaluated. A file with another header is refused.

    Raises:
        ConfigError: When the folder holds results of another evaluation, or another process writes there.
        Gaia2Error: When it cannot be read or written.
    """

    def __init__(self, folder: Path, header: Mapping[str, Any]) -> None:
        self.path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = self.path.open("ab+")
        except OSError as error:
            raise Gaia2Error(f"{self.path}: cannot be written: {error.strerror}") from None
        self.done: dict[Key, Result] = {}
        """The latest result of every episode so far."""
        try:
            self._take_up(orjson.loads(orjson.dumps(header)))
        except Gaia2Error:
            self._file.close()
            raise

    def _take_up(self, header: Mapping[str, Any]) -> None:
        """Read what is there, drop half a line at the end, and write the header where there is none."""
        _lock(self._file, self.path)
        self._file.seek(0)
        content = self._file.read()
        whole = content[: content.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        written, results = _parsed(whole, self.path)
        if written is not None and written != header:
            raise ConfigError(
                f"{self.path.parent} holds results of another evaluation ({_differences(written, header)}); name another folder with --out"
            )
        self.done = {result.key: result for result in results}
        if written is None:
            self._write(header)

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def add(self, result: Result) -> None:
        """Write a result; it is on the disk when this returns."""
        self._write(result.as_json())
        self.done[result.key] = result

    def _write(self, line: Mapping[str, Any]) -> None:
        try:
            self._file.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise Gaia2Error(f"{self.path}: cannot be written: {error.strerror}") from None


def read_results(folder: Path) -> tuple[dict[str, Any], list[Result]]:
    """The header and the latest result of every episode, in an order of their own; also while they are being written.

    Raises:
        Gaia2Error: When there are none, or they cannot be read.
    """
    path = folder / FILE if folder.is_dir() else folder
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Gaia2Error(f"{path}: cannot be read: {error.strerror}") from None
    header, results = _parsed(content[: content.rfind(b"\n") + 1], path)
    if header is None:
        raise Gaia2Error(f"{path}: holds no results")
    latest = {result.key: result for result in results}
    return header, [latest[key] for key in sorted(latest)]


def _parsed(content: bytes, path: Path) -> tuple[dict[str, Any] | None, list[Result]]:
    """Header and results of whole lines."""
    header: dict[str, Any] | None = None
    results = []
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            data = orjson.loads(line)
            if header is None:
                if data["format"] != FORMAT:
                    raise ValueError
                header = data
            else:
                results.append(Result.from_json(data))
        except (ValueError, TypeError, KeyError):
            raise Gaia2Error(f"{path}:{number}: not a line of results ({FORMAT})") from None
    return header, results


def _differences(written: Mapping[str, Any], header: Mapping[str, Any]) -> str:
    """The first settings that differ, for a message."""
    was, now = dict(_flat(written)), dict(_flat(header))
    different = [f"{key}: {was.get(key)!r:.40}, now {now.get(key)!r:.40}" for key in sorted({*was, *now}) if was.get(key) != now.get(key)]
    return "; ".join(different[:3])


def _flat(value: Any, name: str = "") -> Iterable[tuple[str, Any]]:
    if not isinstance(value, dict | list):
        return [(name, value)]
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return [pair for key, inner in items for pair in _flat(inner, f"{name}.{key}" if name else str(key))]


def _lock(file: BinaryIO, path: Path) -> None:
    """See to it that nobody else writes, where the system has locks."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ConfigError(f"{path}: another evaluation is writing there") from None
