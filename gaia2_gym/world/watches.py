"""Checks on the tick grid: the end of a turn, conditions, validations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gaia2_gym.engine import Due
from gaia2_gym.scenario import Condition, Validation
from gaia2_gym.trace import Record, RecordKind

if TYPE_CHECKING:
    from gaia2_gym.world.world import World


def check_turn(world: World, due: Due) -> None:
    """Whether the agent has ended the turn; if so, ask the gate and release the next turn or stop.

    The reference compares for equality and never starts the next turn when two messages fall between two checks; here the turn has ended once
    its message is sent.
    """
    number = int(due.id.rpartition("_")[2])
    if world.progress.messages_sent < number:
        world.simulator.checked(due.id, done=False)
        return
    record_watch(world, due.id, (due.number or 0) + 1, True)
    world.simulator.checked(due.id, done=True)
    outcome = world.gate(world, number - 1)
    world.progress.aliases |= outcome.matches
    if not outcome.accepted:
        world.progress.marked_turns += (number - 1,)
    if outcome.released:
        world.simulator.complete(due.id, due.time)
    else:
        world.stop(outcome.reason)


def check_condition(world: World, condition: Condition, due: Due) -> None:
    """One check of a condition: its successors are released once it holds, and never after it has timed out."""
    number = due.number or 0
    last = world.simulator.watching()[due.id].is_last(number)
    holds = condition.when(world)
    if holds or last:
        record_watch(world, due.id, number + 1, holds)
    world.simulator.checked(due.id, done=holds or last)
    if holds:
        world.simulator.complete(due.id, due.time)


def start_or_check(world: World, validation: Validation, due: Due) -> None:
    """A validation whose time has come: an agent validation begins, one on the grid is checked."""
    milestones = frozenset(range(len(validation.milestones)))
    if validation.on_agent:
        world.progress.agent_checks[due.id] = 0
        world.progress.milestones[due.id] = milestones
        world.simulator.complete(due.id, due.time)
    else:
        world.progress.milestones.setdefault(due.id, milestones)
        validate(world, due.id, (due.number or 0) + 1, None)


def validate(world: World, id: str, checks: int, record: Record | None) -> None:
    """One check of a validation, on the grid (no record) or at an agent's call.

    A minefield, or a timeout with milestones left, fails the episode. The check that hits a minefield is not counted, as in the reference.
    """
    validation = world.scenario.by_id[id].check
    assert isinstance(validation, Validation)
    given = (world,) if record is None else (world, record)
    before = world.progress.milestones[id]
    left = frozenset(i for i in before if not validation.milestones[i](*given))
    world.progress.milestones[id] = left
    hit = any(minefield(*given) for minefield in validation.minefields)
    timed_out = validation.timeout is not None and checks * validation.every_ticks >= validation.timeout
    done = hit or timed_out or not (left or validation.minefields)
    time = world.now
    if record is None:
        time = world.simulator.watching()[id].time_of(checks - 1)
        counted, left_then = (checks - 1, before) if hit else (checks, left)
        if done and counted:
            record_watch(world, id, counted, not left_then)
        world.simulator.checked(id, done=done)
    if done:
        del world.progress.milestones[id]
        if record is not None:
            del world.progress.agent_checks[id]
    if hit or (timed_out and left):
        world.stop("validation_failed")
    elif done and record is None:
        world.simulator.complete(id, time)


def record_watch(world: World, id: str, checks: int, value: bool) -> None:
    """One record for all checks of a watch: the first and last time, their number as polling would have made them, the last value."""
    watching = world.simulator.watching()[id]
    last = watching.time_of(checks - 1)
    event = world.scenario.by_id.get(id)
    kind: RecordKind = "validation" if event is not None and event.kind == "VALIDATION" else "condition"
    world.append_fact(kind, id, last, {"first": watching.first, "last": last, "checks": checks, "value": value})
