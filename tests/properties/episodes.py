"""Whole episodes for the determinism tests; run as a program it prints their digests, so that another process can be compared with this one."""

from __future__ import annotations

import json
import sys
from typing import Any

from gaia2_gym.agents import NoopAgent, OracleAgent, RandomAgent, play
from gaia2_gym.env import Gaia2Env
from gaia2_gym.scenario import Event, Scenario, load_scenario, open_source
from tests.properties.effort import THOROUGH
from tests.shared import GAIA2_DATA
from tests.world.scenes import EVERY_APP, START, answer, env, mail, oracle, phone, user

SEEDS = range(20 if THOROUGH else 2)
STEPS = 600
"""Actions of a random episode."""


def busy_phone() -> Scenario:
    """Every app, two turns, events at odd times, one of them naming what the agent made."""
    return phone(
        user("u0"),
        mail("e1", "u0", delay=3.5),
        env("e2", "Shopping__add_product", "u0", delay=10, name="Kettle"),
        env("e3", "Calendar__add_calendar_event_by_attendee", "u0", delay=20, who_add="Ben Ode", title="Run"),
        env("e4", "Chats__create_and_add_message", "u0", delay=40, conversation_id="cv-1", sender_id="ben-2", content="Hi"),
        oracle(
            "o1",
            "Calendar__add_calendar_event",
            "u0",
            delay=5,
            title="Walk",
            start_datetime="2024-10-15 10:00:00",
            end_datetime="2024-10-15 11:00:00",
        ),
        answer("m0", "o1", delay=1),
        Event("u1", "USER", "AgentUserInterface", "send_message_to_agent", {"content": "This too.", "attachments": ["a.pdf"]}, ("m0", "e3"), 2.0),
        env("e5", "Calendar__delete_calendar_event_by_attendee", "u1", delay=3, event_id="{{e3}}", who_delete="Ben Ode"),
        mail("e6", "u1", at=START + 90),
        oracle("o2", "Cabs__order_ride", "u1", delay=4, start_location="Here", end_location="There", service_type="Van"),
        answer("m1", "o2", delay=1),
        apps=EVERY_APP,
        duration=1800.0,
        scenario_id="busy",
    )


def scenarios(*, official: bool = True) -> dict[str, Scenario]:
    """Scenarios by name: a packaged one of every split, a busy one, and an official one where the files are there."""
    found = {s.scenario_id: s for s in [*open_source("packaged"), busy_phone()]}
    files = sorted((GAIA2_DATA / "scenarios").glob("*.json.gz"))[:1] if official else []
    return found | {file.name: load_scenario(file) for file in files}


def played(scenario: Scenario, agent: Any, seed: int, **settings: Any) -> tuple[Gaia2Env, list[Any]]:
    """An episode, played to its end, and the actions."""
    env = Gaia2Env(scenario, **{"gate": "free", "max_steps": STEPS, **settings})
    env.reset(seed=seed)
    return env, play(env.session, agent)


def facts(env: Gaia2Env) -> dict[str, Any]:
    """What must be equal when two episodes are: the trace's digest, every app's state, the clock, the end."""
    session = env.session
    return {
        "trace": env.trace.digest,
        "states": {name: app.state_digest() for name, app in session.world.apps.items()},
        "draws": {name: app.runtime.stream.count for name, app in session.world.apps.items()},
        "time": session.world.now,
        "reason": session.reason,
        "diff": session.world.state_diff(),
        "verdict": session.verdict.as_json() if session.verdict else None,
        "seen": [step.observation for step in session.steps],
    }


def everything() -> dict[str, Any]:
    """The facts of the oracle's, a random and an idle episode on every scenario."""
    found: dict[str, Any] = {}
    for name, scenario in scenarios().items():
        for seed in SEEDS:
            agents = {"oracle": OracleAgent(), "random": RandomAgent(seed), "noop": NoopAgent()}
            found |= {f"{name}/{who}/{seed}": facts(played(scenario, agent, seed, latency="tokens")[0]) for who, agent in agents.items()}
    return found


if __name__ == "__main__":
    json.dump(everything(), sys.stdout)
