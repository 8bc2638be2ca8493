"""The guardrails of a scenario, all reported at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from gaia2_gym.apps.contacts import Contacts
from gaia2_gym.scenario import USER_INTERFACE, Event, Scenario, placeholder
from gaia2_gym.scenario.load import call_problem
from gaia2_gym.session import oracle_run


def check_scenario(scenario: Scenario) -> list[str]:
    """Everything that is wrong with a scenario that could be loaded; empty when it is fit to be played and judged.

    Loading has made sure that ids are unique, dependencies exist, there is no cycle, and no event of the simulation waits for an oracle event
    other than a message to the user.
    """
    checks = (_phone, _task, _after_messages, _one_branch, _calls, _covered)
    return [problem for check in checks for problem in check(scenario)] + oracle_run(scenario).problems()


def scenario_warnings(scenario: Scenario) -> list[str]:
    """What is allowed but surprising.

    A placeholder for a read is resolved in the oracle run only: in an episode no agent's call answers to a read of the oracle's, and the text
    stays as it is.
    """
    reads = {e.id for e in scenario.events if e.kind == "AGENT" and _operation(scenario, e) == "read"}
    return [
        f"event {event.id!r}: argument {name!r} refers to the read {parts[0]!r}, which only the oracle run resolves"
        for event in scenario.events
        if event.kind != "AGENT"
        for name, value in event.args.items()
        if (parts := placeholder(value)) is not None and parts[0] in reads
    ]


def _operation(scenario: Scenario, event: Event) -> str:
    spec = scenario.tools.get(f"{event.app}__{event.function}")
    return spec.operation if spec else ""


def _phone(scenario: Scenario) -> Iterator[str]:
    if all(entry.name != USER_INTERFACE for entry in scenario.apps):
        yield f"there is no app {USER_INTERFACE!r}: nobody could talk to the agent"
    for entry in scenario.apps:
        if entry.cls is Contacts:
            users = [c.contact_id for c in entry.state.contacts.values() if c.is_user]
            if len(users) > 1:
                yield f"app {entry.name!r}: {len(users)} contacts are the user ({', '.join(users[:4])}); at most one can be"


def _task(scenario: Scenario) -> Iterator[str]:
    if not any(e.kind == "USER" and e.function == "send_message_to_agent" for e in scenario.events):
        yield "no USER event sends the agent a task (AgentUserInterface.send_message_to_agent)"
    if not any(e.kind == "AGENT" for e in scenario.events):
        yield "there is no oracle event: nothing says what the agent should do"


def _after_messages(scenario: Scenario) -> Iterator[str]:
    for event in scenario.events:
        if event.kind not in ("USER", "ENV"):
            for parent in event.dependencies:
                if parent in scenario.turns.messages:
                    yield f"event {event.id!r} ({event.kind}) follows the message to the user {parent!r}; only USER and ENV events may"


def _one_branch(scenario: Scenario) -> Iterator[str]:
    """The messages between user and agent must follow each other: two that do not depend on each other have no order."""
    talk = [id for id in scenario.oracle.order if scenario.by_id[id].app == USER_INTERFACE and scenario.by_id[id].kind in ("USER", "AGENT")]
    ancestors: dict[str, frozenset[str]] = {}
    for id in scenario.oracle.order:
        parents = scenario.oracle.nodes[id].parents
        ancestors[id] = frozenset(parents).union(*(ancestors[p] for p in parents))
    for earlier, later in pairwise(talk):
        if earlier not in ancestors[later]:
            yield f"messages {earlier!r} and {later!r} lie on different branches; those between user and agent must follow one another"


def _calls(scenario: Scenario) -> Iterator[str]:
    classes = {entry.name: entry.cls for entry in scenario.apps}
    for event in scenario.events:
        if event.function and (problem := call_problem(classes[event.app], event)):
            yield f"event {event.id!r}: {problem}"


def _covered(scenario: Scenario) -> Iterator[str]:
    for event in scenario.events:
        if event.kind == "AGENT" and _operation(scenario, event) == "write":
            spec = scenario.tools[f"{event.app}__{event.function}"]
            if spec.args and not spec.checks:
                yield f"event {event.id!r}: no check compares the arguments of {spec.public_name}, so the oracle's call could not be judged"
