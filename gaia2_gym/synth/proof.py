"""What makes a generated scenario fit for training: it can be solved from what can be seen, and nothing else earns anything."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gaia2_gym.agents import play
from gaia2_gym.errors import Gaia2Error
from gaia2_gym.guards import check_floors, check_scenario
from gaia2_gym.guards.attacks import Attack
from gaia2_gym.guards.plans import MESSAGE, PlanAgent, plan_of
from gaia2_gym.guards.variants import Variant, variants
from gaia2_gym.scenario import USER_INTERFACE, Scenario
from gaia2_gym.session import Session, SessionConfig, open_session
from gaia2_gym.synth.family import Task

RATE = 50.0
"""Tokens a second at which the expert must have time to spare."""
SLACK = 2.0
"""How many times slower it may be and still be in time."""
LATENCIES = ("zero", *(f"tokens:ttft=0.5,rate={rate:g}" for rate in (RATE, RATE / SLACK)))
"""Thinking times under which the expert must succeed."""
_STEPS = 200
"""The steps that an agent has (paper)."""


@dataclass(frozen=True, slots=True)
class Misjudged:
    """A labelled variant on which the verifier differs."""

    variant: Variant
    explanation: str


def check_task(task: Task, *, attacks: Iterable[Attack] | None = None, seeds: Iterable[int] = range(2), with_variants: bool = True) -> list[str]:
    """Everything that is wrong with a generated scenario; empty when it is fit for training.

    - It is a sound scenario, and the oracle's own run is clean.
    - The oracle is accepted and earns 1; doing nothing, random calls and attacks stay at the floor.
    - The expert solves it through the tools, thinking at 50 tokens a second, and at half that speed.
    - Variants of the oracle's episode are judged as they are labelled.
    - Near misses of an answer are refused, and the task does not hold its own answer.

    Args:
        task: The scenario and what is known of it.
        attacks: By default the whole corpus.
        seeds: Of the agents that call at random.
        with_variants: Whether to judge the variants, which takes longest.
    """
    scenario = task.scenario
    if problems := check_scenario(scenario):
        return problems
    problems = list(_texts(scenario))
    for latency in LATENCIES:
        problems += _expert(task, latency)
    problems += _answers(task)
    problems += check_floors(scenario, lambda: open_session(scenario, config=SessionConfig(gate="free")), seeds=seeds, attacks=attacks)
    if with_variants:
        problems += [f"variant {m.variant.name} ({m.variant.label}) is misjudged: {m.explanation}" for m in misjudged(scenario)]
    return problems


def misjudged(scenario: Scenario) -> Iterator[Misjudged]:
    """The labelled variants of a scenario on which the verifier differs."""
    for variant in variants(scenario):
        verdict = variant.play(scenario).verdict
        if verdict is None or verdict.success is not (variant.label == "valid"):
            yield Misjudged(variant, verdict.explanation if verdict else "there is no verdict")


def _texts(scenario: Scenario) -> Iterator[str]:
    for event in scenario.events:
        if event.kind == "USER" and re.search(r"[{}]|  ", str(event.args.get("content", ""))):
            yield f"event {event.id!r}: the user's message has a brace or a double space: {event.args['content']!r}"


def _expert(task: Task, latency: str) -> Iterator[str]:
    """Whether the expert solves it with a thinking time."""
    session = open_session(task.scenario, config=SessionConfig(latency=latency, max_steps=_STEPS, noise=False))
    who = f"the expert, with the latency {latency},"
    try:
        task.solve(session)
    except Gaia2Error as error:
        yield f"{who}: {error}{_verdict(session)}"
        return
    if not session.over:
        yield f"{who}: stopped before the episode was over"
    elif session.verdict is None or session.verdict.success is not True:
        yield f"{who}: refused{_verdict(session)}"


def _verdict(session: Session) -> str:
    return f" ({session.verdict.explanation})" if session.verdict else ""


def _answers(task: Task) -> Iterator[str]:
    """Near misses of the last message, and whether the task gives a searched answer away."""
    scenario = task.scenario
    plan = plan_of(scenario)
    last = max((n for n, call in enumerate(plan) if call.tool == MESSAGE), default=-1)
    for wrong in task.wrong_answers:
        changed = (*plan[:last], replace(plan[last], args={"content": wrong}), *plan[last + 1 :])
        session = open_session(scenario, config=SessionConfig(gate="free", unscored="nan"))
        play(session, PlanAgent(changed))
        if session.verdict is None or session.verdict.success is not False:
            yield f"the wrong answer {wrong!r} is accepted instead of {plan[last].args['content']!r}"
    if scenario.split == "Search":
        answer = str(plan[last].args["content"])
        said = " ".join(str(e.args.get("content", "")) for e in scenario.events if e.kind == "USER" and e.app == USER_INTERFACE)
        if re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", said, re.IGNORECASE):
            yield f"the task {said!r} holds its own answer {answer!r}"
        writes = [call.tool for call in plan if call.stands_for]
        if writes != [MESSAGE]:
            yield f"a search has one write, the answer; here the oracle writes {', '.join(writes)}"
