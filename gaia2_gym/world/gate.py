"""What happens when a turn has ended: the gate says whether the next one is released, and which agent calls stand for oracle events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from gaia2_gym.world.world import World


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """A gate's answer.

    Args:
        released: Whether the next turn's events may come; if not, the simulation stops.
        accepted: Whether the turn was right. A turn released without being accepted is marked, and events whose placeholders cannot be
            resolved are left out.
        matches: Oracle event id -> index of the agent's record that matched it; later placeholders `{{oracle id}}` mean that record.
        reason: Why the simulation stops, where the next turn is not released.
    """

    released: bool = True
    accepted: bool = True
    matches: Mapping[str, int] = field(default_factory=dict)
    reason: Literal["turn_refused", "infrastructure"] = "turn_refused"


class Gate(Protocol):
    """Judges a turn that has ended."""

    def __call__(self, world: World, turn: int) -> TurnOutcome:
        """The outcome for turn number `turn` (from 0), judged on the records up to its ending message."""
        ...


def open_gate(world: World, turn: int) -> TurnOutcome:
    """The gate where nobody judges: every turn is released.

    Oracle writes are tied to the agent's calls by tool name, equal arguments first, then in order, so that placeholders of later events resolve.
    """
    matches: dict[str, int] = {}
    taken: set[int] = set(world.aliases.values())
    calls = [r for r in world.records if r.kind == "agent" and not r.failed and r.operation == "write"]
    scenario = world.scenario
    for id in scenario.oracle.order:
        event = scenario.by_id[id]
        if event.kind != "AGENT" or scenario.turns.of[id] > turn or id in world.aliases:
            continue
        same = [r for r in calls if r.i not in taken and r.app == event.app and r.tool == event.function]
        equal = [r for r in same if all(r.args.get(name) == value for name, value in event.args.items())]
        for record in (equal or same)[:1]:
            matches[id] = record.i
            taken.add(record.i)
    return TurnOutcome(matches=matches)
