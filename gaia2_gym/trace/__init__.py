"""Records of an episode, their digest, and trace files."""

from gaia2_gym.trace.file import Trace, read_trace
from gaia2_gym.trace.records import ErrorInfo, Notification, Record, RecordKind, StepInfo, canonical, digest, dump_json

__all__ = ["ErrorInfo", "Notification", "Record", "RecordKind", "StepInfo", "Trace", "canonical", "digest", "dump_json", "read_trace"]
