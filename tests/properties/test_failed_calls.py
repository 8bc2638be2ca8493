"""A failed call changes nothing, and a read changes nothing but what the specification names: every tool, many arguments.

The tests count what they saw: every tool must have worked and, but for those that cannot fail, have failed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gaia2_gym.apps.records import plain
from gaia2_gym.scenario import Scenario, open_source
from gaia2_gym.tools import ToolSpec
from gaia2_gym.world import World
from tests.properties.arguments import Arguments
from tests.properties.effort import THOROUGH
from tests.world.scenes import EVERY_APP, phone

ROUNDS = 600 if THOROUGH else 30
"""Calls of each tool."""
REFILL = 400
"""Calls after which the phone is set back: by then a good deal of it has been deleted."""

CANNOT_FAIL = {
    *("list_all_apartments", "list_saved_apartments", "search_apartments", "add_new_apartment"),
    *("get_last_message_from_agent", "get_last_message_from_user", "get_last_unread_messages", "get_all_messages"),
    *("send_message_to_user", "send_message_to_agent"),
    *("read_today_calendar_events", "get_all_tags", "search_events"),
    *("get_api_call_count", "get_api_call_limit", "add_crime_rate"),
    *("get_contacts", "search_contacts"),
    *("get_user_id", "get_user_name_from_id", "lookup_user_id", "get_existing_conversation_ids"),
    *("get_ride_history", "get_ride_history_length", "add_new_ride"),
    *("list_all_products", "search_product", "list_cart", "get_discount_code_info", "get_all_discount_codes", "list_orders", "add_product"),
    *("get_current_time", "delete_all_reminders", "get_due_reminders", "get_all_reminders"),
}
"""Tools that no argument of the right type makes fail."""

CHANGING_READS = {
    "get_email_by_id": "Emails",
    "get_email_by_index": "Emails",
    "get_last_message_from_user": "AgentUserInterface",
    "get_last_unread_messages": "AgentUserInterface",
    "get_all_messages": "AgentUserInterface",
    "get_quotation": "Cabs",
    "list_rides": "Cabs",
    "get_current_ride_status": "Cabs",
    "get_crime_rate": "City",
}
"""Reads that change their own app, as the reference's do: is_read, read times, quotations, the delay of the ride, the call counter."""


def fingerprint(world: World) -> dict[str, Any]:
    """Everything a call could change, by app: the state in full, order included, and the draws of the stream."""
    return {
        name: (app.state_digest(), json.dumps(plain(app.state)), app.runtime.stream.count)
        for name, app in world.apps.items()
    }


def calls(scenario: Scenario, seed: int, *, compat: bool) -> Iterator[tuple[World, ToolSpec, Any, dict[str, Any], dict[str, Any]]]:
    """Many calls of every tool in a random order: the world, the tool, the record, and the fingerprints before and after."""
    rng = Random(seed)
    todo = [spec for spec in scenario.tools.values() for _ in range(ROUNDS)]
    rng.shuffle(todo)
    world = World(scenario, seed=seed, compat=compat)
    for app in ("Files", "Disk"):
        if app in world.apps:
            world.apps[app].write_bytes("/hello.txt", b"hello")
    fresh = world.snapshot()
    arguments = Arguments(rng, world)
    before = fingerprint(world)
    for n, spec in enumerate(todo, start=1):
        if n % REFILL == 0:
            world.restore(fresh)
        happened = len(world.records)
        world.think(rng.choice((0, 0.5, 30)))
        if world.take_notifications() or len(world.records) > happened or n % REFILL == 0:
            before = fingerprint(world)
        actor: Any = next((a for a in ("agent", "user") if a in spec.audience), "env")
        record = world.call(spec.public_name, arguments.of(spec), actor)
        after = fingerprint(world)
        yield world, spec, record, before, after
        before = after


def scenarios() -> list[Any]:
    return [
        pytest.param(phone(apps=EVERY_APP, duration=1e9), False, id="every-app"),
        pytest.param(phone(apps=EVERY_APP, duration=1e9), True, id="every-app-compat"),
        pytest.param(open_source("packaged:execution")[0], False, id="packaged"),
    ]


@pytest.mark.parametrize(("scenario", "compat"), scenarios())
def test_failed_calls_and_reads_change_nothing(scenario: Scenario, compat: bool) -> None:
    worked: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for _, spec, record, before, after in calls(scenario, 1, compat=compat):
        changed = {name for name in after if after[name] != before[name]}
        where = f"{spec.public_name}({record.args}) -> {record.error or record.result!r:.300}"
        (failed if record.failed else worked)[spec.public_name] += 1
        if record.failed:
            allowed = {"City"} if spec.name == "get_crime_rate" else set()
        elif spec.operation == "read" and spec.name != "wait_for_notification":  # while it waits, anything may happen
            allowed = {CHANGING_READS[spec.name]} if spec.name in CHANGING_READS else set()
        else:
            continue
        assert changed <= allowed, f"{where} changed {changed - allowed}"
    never_worked = set(scenario.tools) - set(worked)
    never_failed = {name for name in scenario.tools if name not in failed and name.partition("__")[2] not in CANNOT_FAIL}
    assert not never_worked
    assert not never_failed
    assert not {name for name in failed if name.partition("__")[2] in CANNOT_FAIL}, "these can fail after all"
