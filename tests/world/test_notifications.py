"""What reaches the agent: by verbosity, dated by the clock, and never what failed or what it did itself."""

from __future__ import annotations

from typing import Any

import pytest

from gaia2_gym.scenario import Event, Scenario
from gaia2_gym.world import World
from tests.world.scenes import BEN, EVERY_APP, START, answer, env, mail, oracle, phone, user

EVENTS: list[tuple[str, Event]] = [
    ("low", user("u", content="Hello {you}, 100%")),
    ("medium", mail("mail")),
    ("medium", env("mail2", "Emails__send_email_to_user_only", sender="cat@poe.test", subject="{x}")),
    ("medium", env("reply", "Emails__reply_to_email_from_user", sender="ben@ode.test", email_id="em-3")),
    ("medium", env("chat", "Chats__create_and_add_message", conversation_id="cv-1", sender_id=BEN, content="secret")),
    ("medium", env("text", "Messages__create_and_add_message", conversation_id="cv-1", sender_id=BEN, content="secret")),
    ("medium", env("add", "Calendar__add_calendar_event_by_attendee", who_add="Ben Ode", title="Run")),
    ("medium", env("remove", "Calendar__delete_calendar_event_by_attendee", event_id="ev-2", who_delete="Ben Ode")),
    ("medium", env("order", "Shopping__update_order_status", order_id="or-1", status="shipped")),
    ("medium", env("unorder", "Shopping__cancel_order", "order", delay=1, order_id="or-1")),
    ("high", env("product", "Shopping__add_product", name="Kettle")),
    ("high", env("item", "Shopping__add_item_to_product", product_id="pr-1", price=1)),
    ("high", env("code", "Shopping__add_discount_code", item_id="it-1", discount_code={"X": 5})),
    (
        "high",
        env(
            "flat",
            "RentAFlat__add_new_apartment",
            name="Loft",
            location="Here",
            zip_code="1",
            price=1,
            number_of_bedrooms=1,
            number_of_bathrooms=1,
            square_footage=9,
        ),
    ),
    ("never", env("price", "Shopping__update_item", item_id="it-1", new_price=3)),
    ("never", env("rent", "RentAFlat__update_apartment", apartment_id="ap-1", new_price=3)),
    ("never", env("title", "Chats__change_conversation_title", conversation_id="cv-1", title="T")),
    ("never", env("crime", "City__add_crime_rate", zip_code="9", violent_crime_rate=1, property_crime_rate=1)),
    ("never", env("failed", "Calendar__delete_calendar_event_by_attendee", event_id="ghost", who_delete="Ben Ode")),
]
LEVELS: tuple[Any, ...] = ("low", "medium", "high", "never")


@pytest.mark.parametrize("level", ["low", "medium", "high"])
def test_each_verbosity_delivers_its_own(level: Any) -> None:
    world = World(phone(*(event for _, event in EVENTS), apps=EVERY_APP), notifications=level)
    world.run(START + 10)
    assert sum(r.failed for r in world.records) == 1
    told = sorted(n.tool + "@" + n.app for n in world.take_notifications())
    assert told == sorted(f"{e.function}@{e.app}" for least, e in EVENTS if LEVELS.index(least) <= LEVELS.index(level))


def test_rides_notify_too() -> None:
    ride = oracle("o", "Cabs__order_ride", start_location="A", end_location="B", service_type="Van")
    updates = env("e1", "Cabs__update_ride_status", "m", delay=1, status="DELAYED"), env("e2", "Cabs__cancel_ride", "e1", delay=1)
    scenario = phone(user("u"), ride, answer("m", "o"), *updates)
    for level, wanted in (("low", []), ("medium", ["cancel_ride"]), ("high", ["update_ride_status", "cancel_ride"])):
        world = World(scenario, notifications=level)  # type: ignore[arg-type]  # a level
        world.idle()
        world.take_notifications()
        world.call("Cabs__order_ride", {"start_location": "A", "end_location": "B", "service_type": "Van"})
        world.call("AgentUserInterface__send_message_to_user", {})
        world.run(START + 20)
        assert [n.tool for n in world.take_notifications()] == wanted


def only(scenario: Scenario) -> Any:
    world = World(scenario)
    world.run(START + 100)
    [note] = world.take_notifications()
    return note


def test_a_user_s_message_is_told_in_full_with_its_attachments() -> None:
    event = Event("u", "USER", "AgentUserInterface", "send_message_to_agent", {"content": "{result} {{x}} 5%", "attachments": ["a.pdf"]}, delay=3.0)
    note = only(phone(event))
    assert (note.kind, note.time, note.text, note.ids["attachments"]) == ("user", START + 3, "{result} {{x}} 5%", ["a.pdf"])


def test_other_things_are_told_without_their_content() -> None:
    note = only(phone(EVENTS[4][1], apps=EVERY_APP))
    assert "secret" not in str(note)
    assert note.ids == {"conversation_id": "cv-1", "sender_id": BEN}
    assert (note.kind, note.app) == ("environment", "Chats")


def test_a_late_event_is_logged_at_its_time_and_told_when_it_happens() -> None:
    scenario = phone(user("u0", delay=20), mail("e", "u0", at=START + 5))
    world = World(scenario)
    world.run(START + 100)
    record = next(r for r in world.records if r.id == "e")
    assert record.time == START + 5
    assert [n.time - START for n in world.take_notifications()] == [20, 20]
    assert [r.id for r in world.log] == ["e", "u0"]
    assert [r.id for r in world.records] == ["u0", "e"]


def test_the_agent_is_not_told_what_it_did_itself() -> None:
    world = World(phone(user("u"), apps=EVERY_APP), notifications="high")
    world.idle()
    world.take_notifications()
    assert not world.call("Shopping__cancel_order", {"order_id": "or-1"}).failed
    assert world.pending == []


def test_they_are_handed_over_once_oldest_first() -> None:
    world = World(phone(mail("e2", delay=2), mail("e1", delay=1), user("u", delay=3)))
    world.run(START + 10)
    assert [n.time - START for n in world.take_notifications()] == [1, 2, 3]
    assert world.take_notifications() == ()
