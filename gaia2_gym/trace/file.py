"""Trace files: one episode, JSON lines. A header, the records, the oracle, and a last line that says how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gaia2_gym.errors import TraceError
from gaia2_gym.trace.records import DIGESTED, digest, dump_json, load_json

FORMAT = "gaia2-gym-trace/1"
MAX_BYTES = 512 << 20


@dataclass(frozen=True)
class Trace:
    """One episode, as JSON values.

    Args:
        header: Format, version, scenario (embedded, or its path), seed, configuration.
        records: What happened, with what the session knows of the agent's calls.
        oracle: The oracle's records and state diff, so that the trace can be judged without running anything; None where it was not run.
        end: How it ended; None for an episode that was cut off.
    """

    header: Mapping[str, Any]
    records: Sequence[Mapping[str, Any]]
    oracle: Mapping[str, Any] | None = None
    end: Mapping[str, Any] | None = None
    source: str = field(default="", compare=False)

    @property
    def digest(self) -> str:
        """Hash of the records' facts; equal digests mean equal simulations."""
        return digest(self.records)

    def write(self, path: str | Path) -> None:
        """Write the trace as JSON lines.

        Args:
            path: File to create or overwrite; its folder is created.
        """
        lines = [self.header, *self.records]
        if self.oracle is not None:
            lines.append({"oracle": self.oracle})
        if self.end is not None:
            lines.append({"end": self.end})
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(dump_json(line) + b"\n" for line in lines))


def read_trace(path: str | Path) -> Trace:
    """Read a trace file.

    Raises:
        TraceError: When it is missing, is not a trace, or a line is damaged; says which.
    """
    name = str(path)
    try:
        if Path(path).stat().st_size > MAX_BYTES:
            raise TraceError(f"{name}: larger than {MAX_BYTES >> 20} MB")
        lines = Path(path).read_bytes().splitlines()
    except OSError as error:
        raise TraceError(f"{name}: cannot be read: {error.strerror}") from None
    rows = [(n, _row(line, name, n)) for n, line in enumerate(lines, start=1) if line.strip()]
    header = rows[0][1] if rows else {}
    if header.get("format") != FORMAT:
        raise TraceError(f"{name}: line 1 is no trace header: found the format {header.get('format')!r:.60}, expected {FORMAT!r}")
    records: list[dict[str, Any]] = []
    rest: dict[str, dict[str, Any]] = {}
    for n, row in rows[1:]:
        if "kind" in row and "i" in row:
            if missing := [key for key in DIGESTED if key not in row]:
                raise TraceError(f"{name}: line {n} is a record without {', '.join(missing)}")
            records.append(row)
        elif row and row.keys() <= {"oracle", "end"} and all(isinstance(value, dict) for value in row.values()):
            rest |= row
        else:
            raise TraceError(f"{name}: line {n} is no record, oracle or end")
    trace = Trace(header, records, rest.get("oracle"), rest.get("end"), name)
    if trace.end is not None and trace.end.get("digest") not in (None, trace.digest):
        raise TraceError(f"{name}: the records do not have the digest that the last line gives; the file was changed")
    return trace


def _row(line: bytes, name: str, number: int) -> dict[str, Any]:
    try:
        row = load_json(line)
    except ValueError as error:
        raise TraceError(f"{name}: line {number} is not valid JSON: {error}") from None
    if not isinstance(row, dict):
        raise TraceError(f"{name}: line {number} is not a JSON object")
    return row
