"""Acts: what the verifier needs to know of a record, whether it comes from a running session or from a trace file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gaia2_gym.scenario import MESSAGE_TO_USER, NOISE_PREFIX, USER_INTERFACE

STEP_LIMIT_EVENT = "step_limit"
"""Id of the message that tells the user of the step limit; never judged."""
_SAME_AS = {"makedirs": "mkdir"}


@dataclass(frozen=True, slots=True)
class Act:
    """A judged call or event.

    Args:
        i: Index of its record.
        kind: `agent`, `user` or `env`.
        id: Id of the record (of the scenario's event for user and env).
        time: Unix seconds.
        tool: `<app instance>__<function>`: Messages and Chats are different apps (the reference conflates them, by class).
        args: Arguments after resolution, defaults included.
        result: Return value as JSON values.
        turn: Messages that the agent had sent before.
    """

    i: int
    kind: str
    id: str
    time: float
    tool: str
    args: Mapping[str, Any]
    result: Any
    turn: int

    @property
    def is_message(self) -> bool:
        """Whether this is the agent's message to the user."""
        return self.kind == "agent" and self.tool == f"{USER_INTERFACE}__{MESSAGE_TO_USER}"


def act_of(record: Mapping[str, Any]) -> Act | None:
    """The act of a record in JSON form, or None where the verifier does not look.

    Judged are an agent's writes and all events of user and environment that did not fail, injected noise aside. The sandbox's `makedirs` counts
    as `mkdir` (reference behaviour).
    """
    kind, tool = record["kind"], record["tool"]
    if record["error"] is not None or tool is None or kind not in ("agent", "user", "env"):
        return None
    if kind == "agent":
        if record["operation"] != "write":
            return None
    elif record["id"].startswith(NOISE_PREFIX) or record["id"] == STEP_LIMIT_EVENT:
        return None
    name = f"{record['app']}__{_SAME_AS.get(tool, tool)}"
    return Act(record["i"], kind, record["id"], record["time"], name, record["resolved_args"], record["result"], record["turn"])


def acts_of(records: Iterable[Mapping[str, Any]]) -> list[Act]:
    """The acts among records, in order of time; equal times in the order in which they happened."""
    return sorted((act for r in records if (act := act_of(r)) is not None), key=lambda a: (a.time, a.i))
