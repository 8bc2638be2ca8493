"""Noise events: Poisson, from a file or from the package's texts, and of no consequence to what is judged."""

from __future__ import annotations

import math
import re
from typing import Any

import orjson
import pytest

from gaia2_gym.apps.records import plain
from gaia2_gym.errors import ConfigError, ScenarioError
from gaia2_gym.scenario import NOISE_PREFIX, Event, NoiseConfig, Scenario, noisy, open_source, parse_scenario, scenario_json
from gaia2_gym.scenario.noise import OFFICIAL_WEIGHTS
from gaia2_gym.scenario.noise_content import corpus
from gaia2_gym.world import World, run_oracle

PACKAGED = {s.split: s for s in open_source("packaged")}
HOME = PACKAGED["Noise"]
ALL_APPS = dict.fromkeys(("Emails", "Messages", "Chats", "RentAFlat", "Shopping", "Calendar"), 1.0)


def noise_of(scenario: Scenario) -> list[Event]:
    return [e for e in scenario.events if e.id.startswith(NOISE_PREFIX)]


def augmented(scenario: Scenario, **section: Any) -> Scenario:
    return parse_scenario(orjson.dumps({**scenario_json(scenario), "augmentation": section}), "augmented.json")


def apps_of(split: str, *names: str) -> list[dict[str, Any]]:
    return [app for app in scenario_json(PACKAGED[split])["apps"] if app["name"] in names]


def end_of(scenario: Scenario) -> World:
    """The world at the time limit, nobody having done anything."""
    world = World(scenario, notifications="high")
    world.run(world.end)
    return world


# --- how many, when ---------------------------------------------------------------------------------------------------------------------------


def test_the_same_seed_brings_the_same_and_another_seed_something_else() -> None:
    first = noisy(HOME, NoiseConfig(), 3).events
    assert noisy(HOME, NoiseConfig(), 3).events == first
    assert noisy(HOME, NoiseConfig(), 4).events != first
    assert noisy(HOME, NoiseConfig(seed=1), 3).events != first


def test_events_come_at_the_rate_that_is_set() -> None:
    minutes = HOME.time_limit / 60
    for rate in (2.0, 10.0):
        counts = [len(noise_of(noisy(HOME, NoiseConfig(env_events_per_minute=rate), seed))) for seed in range(20)]
        mean = sum(counts) / len(counts)
        assert abs(mean - rate * minutes) < 4 * math.sqrt(rate * minutes / len(counts)), counts
        spread = sum((n - mean) ** 2 for n in counts) / (len(counts) - 1)
        assert 0.3 < spread / mean < 2.5, counts  # a Poisson number varies as much as its mean


def test_they_are_spread_over_the_whole_scenario() -> None:
    world = end_of(noisy(HOME, NoiseConfig(), 0))
    times = [r.time - HOME.start_time for r in world.records if r.id.startswith(NOISE_PREFIX)]
    assert len(times) == len(noise_of(noisy(HOME, NoiseConfig(), 0)))
    assert 0 < min(times) < max(times) < HOME.time_limit
    halves = [sum(t < HOME.time_limit / 2 for t in times), sum(t >= HOME.time_limit / 2 for t in times)]
    assert abs(halves[0] - halves[1]) < 5 * math.sqrt(len(times))


@pytest.mark.parametrize(
    ("weights", "apps"),
    [
        (OFFICIAL_WEIGHTS, {"Emails", "Messages", "Chats", "RentAFlat", "Shopping"}),
        ({"Emails": 1}, {"Emails"}),
        ({"Chats": 1.0, "Messages": 0}, {"Chats"}),
        ({"Mail": 1}, {"Emails"}),
        ({"Calendar": 1, "ShoppingApp": 3}, {"Calendar", "Shopping"}),
        ({"Chats": 0}, set()),
    ],
)
def test_weights_say_which_apps(weights: dict[str, float], apps: set[str]) -> None:
    assert {e.app for e in noise_of(noisy(HOME, NoiseConfig(weights=weights, env_events_per_minute=30.0), 1))} == apps


def test_weights_are_shares() -> None:
    events = noise_of(noisy(HOME, NoiseConfig(weights={"Emails": 3, "RentAFlat": 1}, env_events_per_minute=60.0), 0))
    mails = sum(e.app == "Emails" for e in events)
    assert abs(mails - 0.75 * len(events)) < 4 * math.sqrt(0.75 * 0.25 * len(events))


def test_nothing_is_added_where_nothing_is_wanted() -> None:
    assert noisy(HOME, NoiseConfig(env_events_per_minute=0)) is HOME
    once = noisy(HOME, NoiseConfig())
    assert noisy(once, NoiseConfig(), 9) is once


# --- what -------------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("split", PACKAGED)
def test_every_event_succeeds_and_leaves_what_is_there_alone(split: str) -> None:
    scenario = PACKAGED[split]
    before = [plain(a.state) for a in scenario.apps]
    quiet, loud = end_of(scenario), end_of(noisy(scenario, NoiseConfig(weights=ALL_APPS), 5))
    came = [r for r in loud.records if r.id.startswith(NOISE_PREFIX)]
    assert [(r.public_name, r.error) for r in came if r.failed] == []
    assert {r.app for r in came} == set(ALL_APPS) & {a.name for a in scenario.apps}
    # what the scenario itself does is the same to the letter, ids included
    mine = [(r.id, r.time, r.args, plain(r.result)) for r in quiet.records if r.kind != "condition"]
    assert [(r.id, r.time, r.args, plain(r.result)) for r in loud.records if not r.id.startswith(NOISE_PREFIX) and r.kind != "condition"] == mine
    assert loud.state_diff() == quiet.state_diff()
    assert [plain(a.state) for a in scenario.apps] == before


def test_conversations_and_products_have_no_more_than_is_set() -> None:
    noise = NoiseConfig(n_message_events_per_conversation=2, n_item_events_per_product=1, env_events_per_minute=30)
    events = noise_of(noisy(HOME, noise, 2))
    per_chat: dict[str, int] = {}
    for e in events:
        if e.function == "create_and_add_message":
            per_chat[e.args["conversation_id"]] = per_chat.get(e.args["conversation_id"], 0) + 1
    assert set(per_chat.values()) <= {1, 2}
    assert max(per_chat.values()) == 2
    items = [e.args["product_id"] for e in events if e.function == "add_item_to_product"]
    assert len(items) == len(set(items)) > 3


def test_texts_of_the_package_name_nothing_that_is_on_a_phone() -> None:
    names = set()
    for scenario in PACKAGED.values():
        state = next(a.state for a in scenario.apps if a.name == "Contacts")
        names |= {f"{c.first_name} {c.last_name}" for c in state.contacts.values()}
    for seed in range(5):
        text = repr([dict(e.args) for e in noise_of(noisy(HOME, NoiseConfig(weights=ALL_APPS, env_events_per_minute=60), seed))])
        assert not [name for name in names if name in text]
        assert not re.search(r"\{(?!\{|\}|')\w+\}", re.sub(r"\{\{env_expansion_\d+\}\}", "", text)), "a slot is left"


def test_new_flats_and_products_are_no_extremes() -> None:
    world = end_of(noisy(HOME, NoiseConfig(weights={"RentAFlat": 1, "Shopping": 1}), 0))
    for app, field in (("RentAFlat", "apartments"), ("Shopping", "items")):
        old = next(a.state for a in HOME.apps if a.name == app)
        prices = [x.price for x in getattr(old, field).values()]
        new = [x.price for id, x in getattr(world.apps[app].state, field).items() if id not in getattr(old, field)]
        assert new
        assert min(prices) < min(new) <= max(new) < max(prices)


def test_a_file_s_own_content_comes_first() -> None:
    scenario = augmented(HOME, apps=apps_of("Execution", "Emails", "Chats"))
    events = noise_of(noisy(scenario, NoiseConfig(env_events_per_minute=60), 0))
    inbox = {m.subject for m in next(a.state for a in PACKAGED["Execution"].apps if a.name == "Emails").folders["INBOX"]}
    assert {e.app for e in events} == {"Emails", "Chats"}
    assert {e.args["subject"] for e in events if e.app == "Emails"} <= inbox
    user = next(a.state for a in HOME.apps if a.name == "Chats").current_user_id
    assert all(e.args["sender_id"] != user for e in events if e.app == "Chats")
    assert not any(r.failed for r in end_of(noisy(scenario, NoiseConfig(), 0)).records)


def test_content_can_be_handed_in() -> None:
    states = {a.name: a.state for a in PACKAGED["Time"].apps if a.name in ("Emails", "Shopping")}
    events = noise_of(noisy(HOME, NoiseConfig(), 0, states))
    assert {e.app for e in events} == {"Emails", "Shopping"}
    names = {p.name for p in states["Shopping"].products.values()}
    assert {e.args["name"] for e in events if e.function == "add_product"} <= names


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ({"apps": {"Emails": {}}}, "augmentation.apps: expected a list of apps"),
        ({"apps": [{"name": "Emails", "app_state": {"folders": {"INN": []}}}]}, "augmentation.apps: Emails: folders"),
    ],
)
def test_a_damaged_section_is_named(section: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        noisy(augmented(HOME, **section), NoiseConfig())


def test_it_can_be_written_and_read_and_its_oracle_runs() -> None:
    made = noisy(HOME, NoiseConfig(), 0)
    again = parse_scenario(orjson.dumps(scenario_json(made)))
    assert [e.id for e in again.events] == [e.id for e in made.events]
    assert run_oracle(made).problems() == []
    assert run_oracle(again).problems() == []


# --- settings ---------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"tool_failure_probability": math.nan}, "tool_failure_probability must be a number from 0 to 1, not nan"),
        ({"tool_failure_probability": 1.1}, "not 1.1"),
        ({"tool_failure_probability": True}, "not True"),
        ({"rename_tools": 1}, "rename_tools must be true or false, not 1"),
        ({"env_events_per_minute": -1}, "env_events_per_minute must be a number from 0 to 600, not -1"),
        ({"env_events_per_minute": math.inf}, "not inf"),
        ({"seed": 0.5}, "seed must be a whole number, not 0.5"),
        ({"n_message_events_per_conversation": 0}, "of at least 1, not 0"),
        ({"n_item_events_per_product": -1}, "of at least 0, not -1"),
        ({"weights": {"Email": 1}}, "no noise is known for the app 'Email' .did you mean 'Emails'"),
        ({"weights": {"Emails": math.nan}}, "weights: Emails must be a finite number of at least 0, not nan"),
        ({"weights": [1]}, "weights must be a table"),
        ({"weights": "Emails"}, "weights must be pairs such as Emails = 2"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        NoiseConfig(**settings)


def test_defaults_are_the_official_ones() -> None:
    noise = NoiseConfig()
    assert (noise.tool_failure_probability, noise.rename_tools, noise.env_events_per_minute, noise.seed) == (0.1, True, 10.0, 0)
    assert (noise.n_message_events_per_conversation, noise.n_item_events_per_product) == (4, 2)
    assert noise.weights == dict.fromkeys(("EmailClientApp", "ApartmentListingApp", "MessagingApp", "MessagingAppV2", "ShoppingApp"), 1.0)


def test_the_package_s_texts_are_enough_for_any_setting() -> None:
    noise = NoiseConfig(n_message_events_per_conversation=1, n_item_events_per_product=0, env_events_per_minute=60)
    minutes = HOME.time_limit / 60
    assert abs(len(noise_of(noisy(HOME, noise, 0))) - 60 * minutes) < 4 * math.sqrt(60 * minutes)
    data = corpus()
    assert {len(chat["lines"]) for chat in data["chats"]} == {5}
    assert {len(product["options"]) for product in data["products"]} == {2}
