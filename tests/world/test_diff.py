"""What changed: equal for equal deeds, whatever the seed and the order of independent ones."""

from __future__ import annotations

from typing import Any

import pytest

from gaia2_gym.scenario import Scenario
from gaia2_gym.verifier.verifier import same_state
from gaia2_gym.world import World
from tests.world.scenes import BEN, EVERY_APP, MESSAGE, WAIT, phone, user

Calls = list[tuple[str, dict[str, Any]]]


def scenario() -> Scenario:
    return phone(user("u0", content="Hi"), apps=EVERY_APP)


def diff(calls: Calls, *, seed: int = 0, think: float = 0.0) -> dict[str, list[dict[str, Any]]]:
    world = World(scenario(), seed=seed)
    world.idle()
    for tool, args in calls:
        world.think(think)
        record = world.call(tool, args)
        assert not record.failed, record.error
    return world.state_diff()


NOTHING = diff([])
"""The user's message alone."""

DEEDS: dict[str, Calls] = {
    "add an event": [
        ("Calendar__add_calendar_event", {"title": "Walk", "start_datetime": "2024-10-15 10:00:00", "end_datetime": "2024-10-15 11:00:00"})
    ],
    "delete an event": [("Calendar__delete_calendar_event", {"event_id": "ev-1"})],
    "edit a contact": [("Contacts__edit_contact", {"contact_id": "co-2", "updates": {"job": "Cook"}})],
    "send a mail": [("Emails__send_email", {"recipients": ["x@y.test"], "subject": "S", "content": "C"})],
    "reply": [("Emails__reply_to_email", {"email_id": "em-1", "content": "Yes"})],
    "move a mail": [("Emails__move_email", {"email_id": "em-1", "dest_folder_name": "TRASH"})],
    "chat": [("Chats__send_message", {"user_id": BEN, "content": "Hi"})],
    "start a group": [("Chats__create_group_conversation", {"user_ids": [BEN, "cat-3"], "title": "Trip 2"})],
    "save a flat": [("RentAFlat__save_apartment", {"apartment_id": "ap-2"})],
    "order a ride": [("Cabs__order_ride", {"start_location": "A", "end_location": "B", "service_type": "Van", "ride_time": "2024-10-15 09:00:00"})],
    "check out": [("Shopping__checkout", {})],
    "make a directory": [("Files__mkdir", {"path": "/new/deep"})],
    "delete a file": [("Files__rm", {"path": "/Documents/a.txt"})],
    "remind": [("ReminderApp__add_reminder", {"title": "Tea", "due_datetime": "2025-01-01 00:00:00", "description": ""})],
    "answer": [(MESSAGE, {"content": "Done."})],
}


@pytest.mark.parametrize("deed", DEEDS)
def test_equal_deeds_give_equal_diffs(deed: str) -> None:
    one = diff(DEEDS[deed])
    assert diff(DEEDS[deed], seed=99, think=7.5) == one
    assert one != NOTHING


@pytest.mark.parametrize("deed", DEEDS)
def test_different_deeds_give_different_diffs(deed: str) -> None:
    mine = diff(DEEDS[deed])
    assert all(diff(calls) != mine for name, calls in DEEDS.items() if name != deed)


def test_nothing_done_is_nothing_changed() -> None:
    reads: Calls = [
        ("Contacts__get_contacts", {}),
        ("Emails__get_email_by_id", {"email_id": "em-1"}),  # marks it as read, which is no deed
        ("SystemApp__get_current_time", {}),
        ("RentAFlat__save_apartment", {"apartment_id": "ap-2"}),
        ("RentAFlat__remove_saved_apartment", {"apartment_id": "ap-2"}),
        ("Emails__move_email", {"email_id": "em-1", "dest_folder_name": "DRAFT"}),
        ("Emails__move_email", {"email_id": "em-1", "source_folder_name": "DRAFT", "dest_folder_name": "INBOX"}),
        (WAIT, {"timeout": 5}),
    ]
    assert diff(reads) == NOTHING
    assert list(NOTHING) == ["AgentUserInterface"]


def test_independent_deeds_commute() -> None:
    add, chat, mail = DEEDS["add an event"], DEEDS["chat"], DEEDS["send a mail"]
    other: Calls = [("Calendar__add_calendar_event", {"title": "Aaa"})]
    assert diff([*add, *chat, *mail, *other]) == diff([*other, *mail, *chat, *add], seed=3)


def test_generated_ids_are_numbered_and_known_ones_stay() -> None:
    found = diff([*DEEDS["add an event"], *DEEDS["delete an event"]])["Calendar"]
    assert sorted(c["path"][1] for c in found) == ["<id:1>", "ev-1"]
    [made] = [c for c in found if c["before"] is None]
    assert made["after"]["event_id"] == made["path"][1] == "<id:1>"
    assert made["path"][0] == "events"


def test_an_id_is_the_same_wherever_it_occurs() -> None:
    world = World(scenario(), seed=5)
    world.idle()
    sent = world.call("Emails__send_email", {"recipients": ["ben@ode.test"], "subject": "One"}).result
    world.call("Emails__create_and_add_email", {"sender": "ben@ode.test", "subject": "loose"}, "env")
    world.call("Emails__reply_to_email_from_user", {"sender": "ben@ode.test", "email_id": sent}, "env")
    found = world.state_diff()["Emails"]
    ids = {c["after"]["subject"]: c["after"]["email_id"] for c in found}
    [answer] = [c["after"] for c in found if c["after"]["subject"] == "Re: One"]
    assert answer["parent_id"] == ids["One"]
    assert len(set(ids.values())) == 3


def test_free_text_is_marked() -> None:
    [event] = diff(DEEDS["add an event"])["Calendar"]
    assert event["free_text"] == ["description", "location", "title"]
    [edited] = diff(DEEDS["edit a contact"])["Contacts"]
    assert edited["after"] == {"job": "Cook"}, "of a record that changed only what changed"
    assert edited["before"].keys() == {"job"}


def test_what_was_deleted_stands_with_what_it_was() -> None:
    [change] = diff(DEEDS["delete an event"])["Calendar"]
    assert (change["path"], change["after"]) == (["events", "ev-1"], None)
    assert change["before"]["title"] == "Dentist"


def test_making_and_deleting_leaves_nothing() -> None:
    world = World(scenario())
    world.idle()
    id = world.call("Calendar__add_calendar_event", {"title": "x"}).result
    world.call("Calendar__delete_calendar_event", {"event_id": id})
    assert world.state_diff() == NOTHING


def test_other_words_do_not_change_how_generated_ids_are_numbered() -> None:
    def told(first: str) -> Any:
        return diff([("Chats__send_message", {"user_id": BEN, "content": first}), ("Chats__send_message", {"user_id": "cat-3", "content": "noon"})])

    assert told("a word") != told("zzz")
    assert same_state(told("a word"), told("zzz"))
