"""A failed call changes nothing, and a read changes nothing but what the specification names: every tool, many arguments.

The tests count what they saw: every tool must have worked and, but for those that cannot fail, have failed.
"""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest

from gaia2_gym.apps.records import plain, reference_text, shown
from gaia2_gym.scenario import Scenario, open_source
from gaia2_gym.tools import ToolSpec
from gaia2_gym.trace import Record, canonical
from gaia2_gym.world import World, record_json
from tests.properties.arguments import Arguments
from tests.properties.effort import THOROUGH
from tests.world.scenes import EVERY_APP, phone

ROUNDS = 600 if THOROUGH else 25
"""Calls of each tool with arguments of the right types."""
WRONG_ROUNDS = ROUNDS // 5
"""Calls of each tool with arguments of wrong types."""
MORE_ROUNDS = 300
"""Further calls, at most, of tools that have not both worked and failed by then."""
REFILL = 500
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
    """Everything a call could change, by app: the state as its digest sees it but in its order, and the draws of the stream."""
    return {name: (orjson.dumps(plain(app.state)), app.runtime.stream.count) for name, app in world.apps.items()}


class Prober:
    """Calls tools of one world and notes which apps each call changed."""

    def __init__(self, scenario: Scenario, seed: int, *, compat: bool) -> None:
        self.rng = Random(seed)
        self.world = World(scenario, seed=seed, compat=compat)
        for app in ("Files", "Disk"):
            if app in self.world.apps:
                self.world.apps[app].write_bytes("/hello.txt", b"hello")  # type: ignore[attr-defined]  # both are files apps
        self.fresh = self.world.snapshot()
        self.arguments = Arguments(self.rng, self.world)
        self.before = fingerprint(self.world)
        self.calls = 0

    def call(self, spec: ToolSpec, *, wrong: bool = False) -> tuple[Record, set[str]]:
        """One call: its record, and the apps that it changed."""
        self.calls += 1
        happened = len(self.world.records)
        if self.calls % REFILL == 0:
            self.world.restore(self.fresh)
        self.world.think(self.rng.choice((0, 0.5, 30)))
        if self.world.take_notifications() or len(self.world.records) != happened:
            self.before = fingerprint(self.world)
        actor: Any = next((a for a in ("agent", "user") if a in spec.audience), "env")
        args = self.arguments.wrong(spec) if wrong else self.arguments.of(spec)
        record = self.world.call(spec.public_name, args, actor)
        if not wrong:
            canonical(record_json(record))  # whatever a tool takes and returns can be traced
        orjson.dumps(shown(record.result))
        reference_text(record.result)
        before, self.before = self.before, fingerprint(self.world)
        return record, {name for name in before if before[name] != self.before[name]}


NOT_PACKAGED = {"download_attachment", "send_message_to_group_conversation"}
"""What the packaged scenario's chats leave nothing to do for."""
PHONES = [
    pytest.param(phone(apps=EVERY_APP, duration=1e9), False, set(), id="every-app"),
    pytest.param(phone(apps=EVERY_APP, duration=1e9), True, {"add_order"}, id="every-app-compat"),
    pytest.param(open_source("packaged:execution")[0], False, NOT_PACKAGED, id="packaged"),
]


@pytest.mark.parametrize(("scenario", "compat", "hopeless"), PHONES)
def test_failed_calls_and_reads_change_nothing(scenario: Scenario, compat: bool, hopeless: set[str]) -> None:
    prober = Prober(scenario, 1, compat=compat)
    to_work = {name for name, spec in scenario.tools.items() if spec.name not in hopeless}
    to_fail = {name for name, spec in scenario.tools.items() if spec.name not in CANNOT_FAIL}

    def probe(spec: ToolSpec) -> None:
        record, changed = prober.call(spec)
        where = f"{spec.public_name}({record.args}) -> {record.error or record.result!r:.300}"
        (to_fail if record.failed else to_work).discard(spec.public_name)
        assert not (record.failed and spec.name in CANNOT_FAIL and not compat), f"it can fail after all: {where}"
        if record.failed:
            allowed = {"City"} if spec.name == "get_crime_rate" else set()
        elif spec.operation == "read" and spec.name != "wait_for_notification":  # while it waits, anything may happen
            allowed = {CHANGING_READS[spec.name]} if spec.name in CHANGING_READS else set()
        else:
            return
        assert changed <= allowed, f"{where} changed {changed - allowed}"

    todo = list(scenario.tools.values()) * ROUNDS
    prober.rng.shuffle(todo)
    for spec in todo:
        probe(spec)
    for _ in range(MORE_ROUNDS):
        for name in sorted(to_work | to_fail):
            probe(scenario.tools[name])
    assert not to_work, "these never worked"
    assert not to_fail, "these never failed"


def test_arguments_of_wrong_types_fail_and_change_nothing() -> None:
    scenario = phone(apps=EVERY_APP, duration=1e9)
    prober = Prober(scenario, 2, compat=False)
    for spec in [spec for spec in scenario.tools.values() if spec.args or spec.extra == "refuse"] * WRONG_ROUNDS:
        record, changed = prober.call(spec, wrong=True)
        assert record.error is not None, f"{spec.public_name} took {record.args}"
        assert record.error.kind in ("type", "bad_argument")
        assert not changed, f"{spec.public_name}({record.args}) changed {changed}"
