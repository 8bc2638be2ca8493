"""Saved episodes as the command line names them: files and folders of traces, their scenarios, their labels."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from gaia2_gym.errors import Gaia2Error, TraceError

if TYPE_CHECKING:
    from gaia2_gym.scenario import Scenario
    from gaia2_gym.session import SessionConfig
    from gaia2_gym.trace import Trace
    from gaia2_gym.verifier import Verdict

OFFICIAL = (".json", ".json.gz")
_WORDS = {"valid": True, "invalid": False, "true": True, "false": False, "1": True, "0": False}


class NotPlayedError(TraceError):
    """A scenario where an episode was expected."""


def read_any(path: Path) -> Trace | Scenario:
    """A trace of ours (.jsonl), or an exported episode in the official format (.json, .json.gz).

    Raises:
        TraceError: When it is neither.
        ScenarioError: When an official file cannot be read.
    """
    from gaia2_gym.scenario import completed_events, load_scenario
    from gaia2_gym.trace import read_trace

    if not path.name.endswith(OFFICIAL):
        return read_trace(path)
    exported = load_scenario(path)
    if not completed_events(exported):
        raise NotPlayedError(f"{path}: a scenario without completed events: nothing was played")
    return exported


def each_trace(paths: Sequence[Path], besides: Path | None = None) -> Iterator[tuple[Path, Trace | Scenario | Gaia2Error]]:
    """Every saved episode of some files and folders, or why it cannot be read; of a folder, scenarios that nobody played are left out.

    Args:
        paths: Files and folders.
        besides: A file in them that is no trace.
    """
    for path in paths:
        for file in _files(path):
            if besides is not None and file.resolve() == besides.resolve():
                continue
            try:
                yield file, read_any(file)
            except Gaia2Error as error:
                if file == path or not isinstance(error, NotPlayedError):
                    yield file, error


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(p for p in path.rglob("*") if p.name.endswith((".jsonl", *OFFICIAL)) and p.is_file())


class Rejudge:
    """Judges saved episodes, each with the settings it was played with unless others are given; scenarios and judges are made once.

    Args:
        settings: The settings that were given.
        scenario: What was played, where the traces do not find it.
    """

    def __init__(self, settings: Mapping[str, Any], scenario: Path | None = None) -> None:
        from gaia2_gym.scenario import load_scenario

        self.settings = dict(settings)
        self.given = None if scenario is None else load_scenario(scenario)
        self._scenarios: dict[tuple[Any, Any], Scenario] = {}
        self._judges: dict[str, Any] = {}

    def __call__(self, trace: Trace | Scenario) -> tuple[Verdict, Scenario, SessionConfig]:
        """The verdict, what was played, and the settings it was judged with.

        Raises:
            Gaia2Error: When it cannot be judged.
        """
        from gaia2_gym.session.rejudge import recorded_config, rejudge
        from gaia2_gym.verifier.judges import make_judge

        config = recorded_config(trace, **self.settings)
        if config.judge not in self._judges:
            self._judges[config.judge] = make_judge(config.judge)
        scenario = self._scenario(trace)
        return rejudge(trace, config, scenario, judge=self._judges[config.judge]), scenario, config

    def _scenario(self, trace: Trace | Scenario) -> Scenario:
        from gaia2_gym.scenario import Scenario
        from gaia2_gym.session.replay import scenario_of

        if self.given is not None or isinstance(trace, Scenario):
            return self.given or trace  # type: ignore[return-value]  # a trace only where none is given
        key = (trace.header.get("path"), trace.header.get("scenario_digest"))
        if key[0] is None:
            return scenario_of(trace)
        if key not in self._scenarios:
            self._scenarios[key] = scenario_of(trace)
        return self._scenarios[key]


def given_settings(**flags: Any) -> dict[str, Any]:
    """The settings of judging that a flag or an environment variable gives.

    Raises:
        ConfigError: For a wrong value.
    """
    from gaia2_gym.config import DEFAULT, effective
    from gaia2_gym.env.config import EnvConfig
    from gaia2_gym.session.rejudge import JUDGING

    given = {name: value for name, value in flags.items() if value is not None}
    settings, origins = effective(EnvConfig, table="env", given=given)
    return {name: getattr(settings, name) for name in JUDGING if origins[name] != DEFAULT}


def read_labels(file: Path) -> dict[Path, bool]:
    """Labels by trace: lines `{"trace": PATH, "label": "valid"}` (.jsonl), or a table with the columns trace and label (.csv).

    Paths are looked for beside the file, then in the working folder.

    Raises:
        TraceError: When it cannot be read, or a line is no label; says which.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
        lines = (line for line in text.splitlines() if line.strip())
        rows = list(csv.DictReader(io.StringIO(text))) if file.suffix == ".csv" else [orjson.loads(line) for line in lines]
    except OSError as error:
        raise TraceError(f"{file}: cannot be read: {error.strerror}") from None
    except (orjson.JSONDecodeError, UnicodeDecodeError, csv.Error) as error:
        raise TraceError(f"{file}: no JSON lines and no table: {error}") from None
    labels = {}
    for n, row in enumerate(rows, start=1):
        label = label_word(row.get("label")) if isinstance(row, dict) else None
        if label is None or not isinstance(row.get("trace"), str):
            raise TraceError(f"{file}: entry {n} is no label: {row!r:.80}, expected a trace's path under 'trace' and valid or invalid under 'label'")
        beside = file.parent / row["trace"]
        labels[(beside if beside.exists() else Path(row["trace"])).resolve()] = label
    return labels


def own_label(trace: Trace | Scenario) -> bool | None:
    """The label that a trace holds: `label` in the header of ours, the annotation's `validation_decision` in an official one."""
    from gaia2_gym.scenario import Scenario

    if not isinstance(trace, Scenario):
        return label_word(trace.header.get("label"))
    annotation = (orjson.loads(trace.raw).get("metadata") or {}).get("annotation") or {}
    return label_word(annotation.get("validation_decision"))


def label_word(word: Any) -> bool | None:
    """Whether a label says valid; None where it is none."""
    return _WORDS.get(str(word).strip().lower()) if isinstance(word, str | bool | int) else None
