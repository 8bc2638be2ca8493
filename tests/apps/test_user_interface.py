"""The conversation between user and agent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from gaia2_gym.apps import Runtime
from gaia2_gym.apps.records import plain, reference_text, shown
from gaia2_gym.apps.user_interface import UserInterface
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ScenarioError

START = 1728975600.0  # 2024-10-15 07:00:00


@dataclass
class Clock:
    now: float = START


def message(sender: str, content: str, at: float, read: float | None = None) -> dict[str, Any]:
    return {"sender": sender, "content": content, "attachments": [], "timestamp": at, "time_read": read, "id": content}


TALK = [message("User", "one", START - 300), message("Agent", "two", START - 200, START - 200), message("User", "three", START - 200)]


def make(messages: list[dict[str, Any]] = TALK) -> UserInterface:
    return UserInterface("AgentUserInterface", UserInterface.load({"messages": messages}), Runtime(Clock(), Stream(0, "AgentUserInterface")))


def read_times(app: UserInterface) -> list[float | None]:
    return [m.time_read for m in app.state.messages]


def test_a_message_to_the_user_counts_as_read_and_returns_nothing() -> None:
    app = make([])
    assert app.send_message_to_user("Done.") is None
    (sent,) = app.state.messages
    assert (sent.sender, sent.content, sent.timestamp, sent.time_read) == ("Agent", "Done.", START, START)
    assert app.get_last_message_from_user() is None
    assert app.get_last_message_from_agent() == sent


def test_a_message_of_the_user_is_unread_and_its_id_is_returned() -> None:
    app = make([])
    ids = [app.send_message_to_agent("Hi", ["a.txt"], [{"a.txt": "aGk="}]), app.send_message_to_agent()]
    assert [m.id for m in app.state.messages] == ids
    assert len(set(ids)) == 2
    first = app.state.messages[0]
    assert (first.sender, first.attachments, first.time_read) == ("User", ("a.txt",), None)


def test_the_last_message_of_the_user_is_marked_as_read_once() -> None:
    app = make()
    got = app.get_last_message_from_user()
    assert got is not None
    assert (got.content, got.time_read) == ("three", START)
    app.runtime.clock.now += 60  # type: ignore[misc]  # the test's clock can be set
    assert app.get_last_message_from_user() == got
    assert read_times(app) == [None, START - 200, START]


def test_unread_messages_are_given_once_in_order_and_none_of_the_agent() -> None:
    app = make()
    unread = app.get_last_unread_messages()
    assert [m.content for m in unread] == ["one", "three"]
    assert read_times(app) == [START, START - 200, START]
    assert app.get_last_unread_messages() == []
    texts = reference_text(unread).split("\n\n")
    assert texts[0] == "\n".join(
        ["Received at: 2024-10-15 06:55:00", "Sender: User", "Message: one", "Already read: True", "Read at: 2024-10-15 07:00:00"]
    )
    assert len(texts) == 2


def test_the_whole_conversation_is_newest_first_and_read_now() -> None:
    app = make()
    assert [m.content for m in app.get_all_messages()] == ["two", "three", "one"]  # equal times: in the order they were sent
    assert read_times(app) == [START] * 3
    assert [m.content for m in app.state.messages] == ["one", "two", "three"]


def test_the_agent_reads_dates() -> None:
    form = shown(make().get_last_message_from_user())
    assert form["timestamp"] == "2024-10-15 06:56:40"
    assert form["time_read"] == "2024-10-15 07:00:00"
    assert shown(make().state.messages[0])["time_read"] is None


def test_a_gaia2_phone_shows_the_agent_only_sending() -> None:
    tools = make().tools
    visible = [name for name, spec in tools.items() if "agent" in spec.audience and name not in UserInterface.hidden_tools]
    assert visible == ["send_message_to_user"]
    assert tools.keys() >= UserInterface.hidden_tools
    assert tools["send_message_to_agent"].audience == ("user",)


def test_the_users_message_is_its_own_notification_at_every_level() -> None:
    notify = make().tools["send_message_to_agent"].notification
    assert notify is not None
    assert (notify.level, notify.kind, notify.text) == ("low", "user", "{content}")


def test_loading_and_dumping_change_nothing() -> None:
    assert make().dump() == {"messages": TALK}
    assert make([]).dump() == UserInterface("A", UserInterface.load({}), make().runtime).dump() == {"messages": []}


def test_loading_names_the_place_of_a_wrong_field() -> None:
    with pytest.raises(ScenarioError, match=r"messages\.1\.sender"):
        make([TALK[0], TALK[1] | {"sender": "Nobody"}])
    with pytest.raises(ScenarioError, match=r"messages\.0\.sender: Field required"):
        make([{"content": "x"}])


def test_a_snapshot_is_untouched_by_later_calls() -> None:
    app = make()
    snapshot = app.copy_state()
    before = plain(snapshot)
    app.get_all_messages()
    app.send_message_to_user("x")
    assert plain(snapshot) == before
    assert plain(app.state) != before
