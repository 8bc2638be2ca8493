"""The chat app: what the vectors do not cover."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from gaia2_gym.apps import Runtime, app_class
from gaia2_gym.apps.base import App, FileStore
from gaia2_gym.apps.messaging import Conversation, FileMessage, Message, Messaging
from gaia2_gym.apps.records import plain, reference_text, shown
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ScenarioError, ToolError
from tests.shared import GAIA2_DATA, NO_DATA

NOW = 1728975600.0  # 2024-10-15 07:00:00
NAMES = {"me": "Ada Berg", "bo": "Bo Ek", "cy": "Cy Fant", "di": "Di Gran"}
PHONES = {"+46 1": "Ada Berg", "+46 2": "Bo Ek"}


@dataclass
class Clock:
    now: float = NOW


class Files:
    """Files in memory, in one directory."""

    def __init__(self) -> None:
        self.contents = {"/docs/plan.txt": b"the plan", "/docs/empty.txt": b""}

    def is_file(self, path: str) -> bool:
        return path in self.contents

    def is_dir(self, path: str) -> bool:
        return path.rstrip("/") == "/docs"

    def exists(self, path: str) -> bool:
        return self.is_file(path) or self.is_dir(path)

    def read_bytes(self, path: str) -> bytes:
        if not self.is_file(path):
            raise ToolError("bad_argument" if self.is_dir(path) else "not_found", f"no file {path}")
        return self.contents[path]

    def write_bytes(self, path: str, content: bytes) -> None:
        if not path.startswith("/docs/"):
            raise ToolError("not_found", f"no directory for {path}")
        self.contents[path] = content


def message(sender: str, content: str = "hello", timestamp: float = NOW - 3600, **fields: Any) -> dict[str, Any]:
    return {"sender_id": sender, "message_id": f"{sender}-{timestamp:.0f}", "timestamp": timestamp, "content": content} | fields


def conversation(title: str | None, *people: str, messages: tuple[dict[str, Any], ...] = (), **fields: Any) -> dict[str, Any]:
    return {"participant_ids": list(people), "messages": list(messages), "title": title, "last_updated": NOW - 3600} | fields


PICTURE = message("cy", "look", NOW - 1800, attachment="cGl4ZWxz", attachment_name="pixels.png")
TALKS = {
    "bo": conversation("Bo Ek", "me", "bo", messages=(message("bo", "Lunch at NOON?", NOW - 7200), message("me", "yes"))),
    "trip": conversation("Bo Ek, Cy Fant", "me", "cy", "bo", messages=(PICTURE,), last_updated=NOW - 1800),
}


def make(conversations: dict[str, Any] = TALKS, *, compat: bool = False, files: FileStore | None = None, **state: Any) -> Messaging:
    data = {"conversations": conversations, "id_to_name": NAMES, "current_user_id": "me", "current_user_name": "Ada Berg"} | state
    data = {"name_to_id": {name: key for key, name in data["id_to_name"].items()}} | data
    return Messaging("Chats", Messaging.load(data), Runtime(Clock(), Stream(0, "Chats"), compat=compat, files=files))


def make_with_numbers(**conversations: Any) -> Messaging:
    return make(conversations, mode="PHONE_NUMBER", id_to_name=PHONES, current_user_id="+46 1")


def now_is(app: App[Any], time: float) -> None:
    app.runtime.clock.now = time  # type: ignore[misc]  # the test's clock can be set


# Sending


def test_a_direct_message_goes_to_the_conversation_under_the_persons_name_and_to_no_group() -> None:
    app = make()
    assert app.send_message("bo", "hi") == "bo"
    sent = app.state.messages["bo"][-1]
    assert (sent.sender_id, sent.content, sent.timestamp) == ("me", "hi", NOW)
    new = app.send_message("cy", "hi")
    assert new not in TALKS
    assert app.send_message("cy", "again") == new
    assert app.state.conversations[new] == Conversation(("cy", "me"), "Cy Fant", NOW)


def test_a_renamed_conversation_is_not_written_to_again_until_it_has_its_name_back() -> None:
    app = make()
    app.change_conversation_title("bo", "Boss")
    new = app.send_message("bo", "hi")
    assert new != "bo"
    assert app.get_existing_conversation_ids(["bo"]) == ["bo", new]
    app.change_conversation_title("bo", "Bo Ek")
    assert app.send_message("bo", "hi") == "bo"


def test_a_new_conversation_counts_as_updated_at_the_simulated_time_and_a_late_message_never_lowers_it() -> None:
    app = make()
    new = app.create_group_conversation(["bo", "di"])
    now_is(app, NOW - 10)
    app.send_message_to_group_conversation(new, "from the past")
    assert app.state.conversations[new].last_updated == NOW
    now_is(app, NOW + 10)
    app.send_message("bo", "later")
    assert [c.conversation_id for c in app.list_recent_conversations()] == ["bo", new, "trip"]


def test_who_writes_to_themselves_gets_a_conversation_named_by_their_id() -> None:
    app = make()
    new = app.send_message("me", "note")
    assert app.state.conversations[new] == Conversation(("me",), "me", NOW)


def test_any_number_can_be_written_to_where_ids_are_numbers_and_stands_for_its_name() -> None:
    app = make_with_numbers()
    new = app.send_message("07-555", "hi")
    assert app.state.conversations[new].title == "07-555"
    group = app.create_group_conversation(["+46 2", "07-555"])
    assert app.state.conversations[group].title == "07-555, Bo Ek"
    with pytest.raises(ToolError, match="'Bo Ek' is not a phone number; lookup_user_id"):
        app.send_message("Bo Ek", "hi")


def test_messages_that_arrive_are_stamped_in_whole_seconds() -> None:
    app = make()
    now_is(app, NOW + 0.75)
    assert app.create_and_add_message("bo", "bo", "ping") is None
    assert app.state.messages["bo"][-1].timestamp == NOW
    note = app.tools["create_and_add_message"].notification
    assert note is not None
    assert note.level == "medium"
    text = note.text.format(conversation_id="bo", sender_id="bo", content="ping", result=None)
    assert text == "new message from bo in conversation bo"


# Groups


def test_groups_count_the_ids_given_as_the_reference_does() -> None:
    app = make()
    twice = app.create_group_conversation(["bo", "bo"])
    assert app.state.conversations[twice] == Conversation(("bo", "me"), "Bo Ek", NOW)
    with pytest.raises(ToolError, match="no group of three or more; use send_message"):
        app.send_message_to_group_conversation(twice, "hi")
    untitled = app.create_group_conversation(["cy", "bo"], title="")
    assert app.state.conversations[untitled].title == "bo, cy, me"


def test_a_title_made_of_names_follows_the_participants_and_another_one_stays() -> None:
    app = make()
    app.add_participant_to_conversation("trip", "di")
    assert app.state.conversations["trip"].title == "Bo Ek, Cy Fant, Di Gran"
    app.add_participant_to_conversation("trip", "a stranger")
    assert app.state.conversations["trip"].participant_ids == ("a stranger", "bo", "cy", "di", "me")
    assert app.state.conversations["trip"].title == "Bo Ek, Cy Fant, Di Gran"  # an id without a name is left out
    app.remove_participant_from_conversation("trip", "bo")
    assert app.state.conversations["trip"].title == "Cy Fant, Di Gran"
    app.change_conversation_title("trip", "Trip")
    app.remove_participant_from_conversation("trip", "di")
    assert app.state.conversations["trip"].title == "Trip"


def test_the_user_can_leave_a_group_and_still_write_to_it() -> None:
    app = make()
    app.add_participant_to_conversation("trip", "di")
    app.remove_participant_from_conversation("trip", "me")
    assert app.send_message_to_group_conversation("trip", "bye") == "trip"


# Attachments


def test_a_sent_file_can_be_saved_again_under_its_name() -> None:
    files = Files()
    app = make(files=files)
    app.send_message("bo", "here", "/docs/plan.txt")
    sent = app.state.messages["bo"][-1]
    files.contents.clear()
    assert app.download_attachment("bo", sent.message_id, "/docs") == "/docs/plan.txt"
    assert app.download_attachment("trip", PICTURE["message_id"], "/docs/") == "/docs/pixels.png"
    assert files.contents == {"/docs/plan.txt": b"the plan", "/docs/pixels.png": b"pixels"}


def test_the_agent_sees_of_an_attachment_its_name_and_a_trace_its_base64() -> None:
    app = make(files=Files())
    app.send_message("bo", "here", "/docs/plan.txt")
    sent = app.state.messages["bo"][-1]
    head = {"sender_id": "me", "message_id": sent.message_id, "content": "here", "attachment_name": "plan.txt"}
    assert shown(sent) == head | {"timestamp": "2024-10-15 07:00:00"}
    assert plain(sent) == head | {"timestamp": NOW, "attachment": "dGhlIHBsYW4="}
    assert "attachment=b'dGhlIHBsYW4='" in reference_text([sent])
    assert "attachment='cGl4ZWxz'" in reference_text(list(app.state.messages["trip"]))


def test_without_files_nothing_can_be_attached_or_saved() -> None:
    app = make()
    with pytest.raises(ToolError, match="no Files app"):
        app.send_message("bo", "x", "/docs/plan.txt")
    with pytest.raises(ToolError, match="no Files app"):
        app.download_attachment("trip", PICTURE["message_id"])


# Failures


FAILURES: dict[str, tuple[str, Callable[[Messaging], Any]]] = {
    "unknown id": ("not_found", lambda a: a.send_message("Bo Ek", "x")),
    "unknown id beside a good file": ("not_found", lambda a: a.send_message("zz", "x", "/docs/plan.txt")),
    "missing file": ("not_found", lambda a: a.send_message("cy", "x", "/docs/no.txt")),
    "directory as file": ("bad_argument", lambda a: a.send_message("cy", "x", "/docs")),
    "unknown group": ("not_found", lambda a: a.send_message_to_group_conversation("zz", "x")),
    "missing file for a group": ("not_found", lambda a: a.send_message_to_group_conversation("trip", "x", "/docs/no.txt")),
    "two are no group": ("conflict", lambda a: a.send_message_to_group_conversation("bo", "x")),
    "group of one other": ("bad_argument", lambda a: a.create_group_conversation(["bo"])),
    "group with an unknown id": ("not_found", lambda a: a.create_group_conversation(["bo", "zz"])),
    "add to unknown": ("not_found", lambda a: a.add_participant_to_conversation("zz", "bo")),
    "add a participant": ("conflict", lambda a: a.add_participant_to_conversation("trip", "bo")),
    "remove from unknown": ("not_found", lambda a: a.remove_participant_from_conversation("zz", "bo")),
    "remove a stranger": ("conflict", lambda a: a.remove_participant_from_conversation("trip", "di")),
    "rename unknown": ("not_found", lambda a: a.change_conversation_title("zz", "x")),
    "save from unknown": ("not_found", lambda a: a.download_attachment("zz", "x", "/docs")),
    "save from unknown message": ("not_found", lambda a: a.download_attachment("trip", "x", "/docs")),
    "save from plain message": ("not_found", lambda a: a.download_attachment("bo", f"me-{NOW - 3600:.0f}", "/docs")),
    "save into nowhere": ("not_found", lambda a: a.download_attachment("trip", PICTURE["message_id"])),
    "arrive from a stranger": ("conflict", lambda a: a.create_and_add_message("bo", "cy", "x")),
    "arrive nowhere": ("not_found", lambda a: a.create_and_add_message("zz", "bo", "x")),
}


@pytest.mark.parametrize("name", FAILURES)
@pytest.mark.parametrize("compat", [False, True])
def test_a_failed_call_changes_nothing(name: str, compat: bool) -> None:
    kind, call = FAILURES[name]
    files = Files()
    app = make(compat=compat, files=files)
    before = (app.state_digest(), app.runtime.stream.count, dict(files.contents))
    with pytest.raises(ToolError) as caught:
        call(app)
    assert caught.value.kind == kind
    assert (app.state_digest(), app.runtime.stream.count, dict(files.contents)) == before


def test_a_file_without_contents_can_be_sent_but_not_saved() -> None:
    app = make(files=Files())
    app.send_message("bo", "", "/docs/empty.txt")
    with pytest.raises(ToolError, match="has no attachment"):
        app.download_attachment("bo", app.state.messages["bo"][-1].message_id, "/docs")


def test_messages_say_what_to_call_next_and_stay_short() -> None:
    app = make()
    with pytest.raises(ToolError, match="no user with the id 'Bo Ek'; lookup_user_id finds ids by name, and they differ between chat apps"):
        app.send_message("Bo Ek", "hi")
    with pytest.raises(ToolError, match="list_recent_conversations and search find ids"):
        app.read_conversation("Bo Ek")
    with pytest.raises(ToolError) as caught:
        app.read_conversation("x" * 10_000)
    assert len(caught.value.message) < 250


# Reading


def test_participants_are_matched_exactly_and_by_part_under_compat() -> None:
    assert [c.conversation_id for c in make().list_conversations_by_participant("b")] == []
    assert [c.conversation_id for c in make().list_conversations_by_participant("bo")] == ["bo", "trip"]
    assert [c.conversation_id for c in make(compat=True).list_conversations_by_participant("c")] == ["trip"]


def test_wrong_dates_are_always_refused_and_under_compat_only_when_messages_are_looked_at() -> None:
    for search in ("search", "regex_search"):
        with pytest.raises(ToolError, match="min_date must be a time like"):
            getattr(make(), search)("", "yesterday")
        assert getattr(make(compat=True), search)("", "yesterday") == ["bo", "trip"]
        with pytest.raises(ToolError, match="max_date must be a time like"):
            getattr(make(compat=True), search)("cy", None, "tomorrow")


def test_dates_limit_messages_but_not_titles() -> None:
    app = make()
    assert app.search("lunch", "2024-10-15 05:00:00", "2024-10-15 05:00:00") == ["bo"]
    assert app.search("lunch", "2024-10-15 05:00:01") == []
    assert app.search("cy fant", "2030-01-01 00:00:00") == ["trip"]


def test_pages_keep_to_the_limits_of_the_state() -> None:
    app = make(conversation_view_limit=1, messages_view_limit=1)
    with pytest.raises(ToolError, match="limit must be at most 1, not 2"):
        app.list_recent_conversations(limit=2, limit_recent_messages_per_conversation=1)
    with pytest.raises(ToolError, match="at most 1, not 10; read_conversation shows more"):
        app.list_recent_conversations(limit=1)
    (first,) = app.list_recent_conversations(limit=1, limit_recent_messages_per_conversation=1)
    assert [m.content for m in first.messages] == ["look"]
    assert shown(first)["last_updated"] == "2024-10-15 06:30:00"


def test_results_are_not_changed_by_later_calls() -> None:
    app = make()
    before = app.read_conversation("bo"), app.list_recent_conversations()
    text = reference_text(list(before))
    app.send_message("bo", "new")
    app.change_conversation_title("bo", "new")
    assert reference_text(list(before)) == text


# Looking up names


def test_names_are_found_best_first_and_equals_in_stored_order() -> None:
    people = {"1": "Benny Ek", "2": "Ben Ek", "3": "Ben Uk"}
    app = make({}, id_to_name=people)
    assert list(app.lookup_user_id("ben")) == ["Benny Ek", "Ben Ek", "Ben Uk"]
    assert list(app.lookup_user_id("BEN EK ")) == ["Ben Ek", "Benny Ek", "Ben Uk"]
    assert app.lookup_user_id("Ben Ek") == {"Ben Ek": "2"}
    assert app.lookup_user_id("  ") == {}
    assert len(make({}, id_to_name={str(i): f"Ben {i:03}" for i in range(30)}).lookup_user_id("ben")) == 30


def test_a_name_eight_times_as_long_as_the_query_is_not_found() -> None:
    app = make({}, id_to_name={"7": "a234567", "8": "a2345678"})
    assert app.lookup_user_id("a") == {"a234567": "7"}


# Patterns


def test_patterns_ignore_case_and_take_linear_time() -> None:
    app = make({"bo": conversation("Bo Ek", "me", "bo", messages=(message("bo", "x" * 20_000), message("me", "Été à NOON")))})
    assert app.regex_search("(x+x+)+y") == []
    assert app.regex_search("^ÉTÉ") == ["bo"]
    assert app.regex_search("(?-i:noon)") == []
    assert app.regex_search("\ud800") == []
    assert app.regex_search("(?-i:bo ek)") == ["bo"]  # titles are looked at in lower case


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("(open", r"'\(open' is no pattern that RE2 supports: missing \)"),
        ("a(?=b)", "no pattern that RE2 supports"),
        (r"(a)\1", "no pattern that RE2 supports"),
        ("a" * 501, "501 characters; at most 500"),
        (".{0,1000}", "too large when compiled"),
    ],
)
def test_patterns_that_cannot_be_used_are_refused(pattern: str, says: str) -> None:
    with pytest.raises(ToolError, match=says) as caught:
        make().regex_search(pattern)
    assert caught.value.kind == "bad_argument"
    assert len(caught.value.message) < 250


# State


def test_a_snapshot_is_not_changed_by_any_write() -> None:
    app = make(files=Files())
    copy = app.copy_state()
    digest = app.state_digest()
    app.send_message("bo", "x", "/docs/plan.txt")
    app.send_message("di", "x")
    app.create_group_conversation(["bo", "di"])
    app.create_and_add_message("trip", "cy", "x")
    app.remove_participant_from_conversation("trip", "bo")
    app.add_participant_to_conversation("trip", "di")
    app.change_conversation_title("trip", "x")
    assert app.state_digest() != digest
    app.state = copy
    assert app.state_digest() == digest


def test_a_state_that_was_dumped_loads_again_as_the_same_state() -> None:
    app = make(files=Files())
    app.send_message("bo", "x", "/docs/plan.txt")
    app.change_conversation_title("bo", "Boss")
    dumped = json.loads(json.dumps(app.dump()))
    again = Messaging("Chats", Messaging.load(dumped), app.runtime)
    assert again.state_digest() == app.state_digest()
    assert isinstance(again.state.messages["bo"][-1], FileMessage)


def test_nulls_mean_the_defaults() -> None:
    state = Messaging.load(
        {
            "conversations": {"c": {"participant_ids": ["b", "a", "b"], "messages": [message("a") | {"content": None}], "title": None}},
            "mode": None,
            "messages_view_limit": None,
            "conversation_view_limit": None,
            "current_user_id": None,
        }
    )
    assert state.conversations == {"c": Conversation(("a", "b"), "a, b", NOW - 3600)}
    assert state.messages == {"c": (Message("a", f"a-{NOW - 3600:.0f}", NOW - 3600, ""),)}
    assert (state.mode, state.messages_view_limit, state.conversation_view_limit, state.current_user_id) == ("NAME", 10, 5, "")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"mode": "EMAIL"}, "^mode: .*'EMAIL'"),
        ({"conversations": ["c"]}, "^conversations"),
        ({"conversations": {"c": {"participant_ids": 3}}}, r"^conversations\.c\.participant_ids"),
        ({"conversations": {"c": {"messages": ["hi"]}}}, r"^conversations\.c\.messages\.0"),
        ({"conversations": {"c": {"messages": [{"sender_id": "a"}]}}}, r"conversations\.c\.messages\.0\.message_id"),
        ({"conversations": {"c": {"messages": [message("a") | {"attachment": "c2"}]}}}, r"^conversations\.c\.messages\.0\.attachment: not base64"),
        ({"id_to_name": {"a": 3}}, r"^id_to_name\.a"),
    ],
)
def test_a_wrong_state_is_refused_with_its_place(data: dict[str, Any], place: str) -> None:
    with pytest.raises(ScenarioError, match=place):
        Messaging.load(data)


@pytest.mark.parametrize("class_name", ["MessagingAppV2", "Messages", "Chats"])
def test_both_chat_apps_are_this_class(class_name: str) -> None:
    assert app_class(class_name) is Messaging


def test_descriptions_name_neither_of_the_two_apps() -> None:
    for spec in make().tools.values():
        for text in (spec.description, *(arg.description for arg in spec.args)):
            assert "Messages" not in text
            assert "Chats" not in text


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
@pytest.mark.parametrize("name", ["Messages", "Chats"])
def test_official_states_survive_a_round_trip(name: str) -> None:
    scenario = json.loads(gzip.decompress((GAIA2_DATA / "scenarios" / "scenario_universe_21_uig9ac.json.gz").read_bytes()))
    data = next(a["app_state"] for a in scenario["apps"] if a["name"] == name)
    app = Messaging(name, Messaging.load(data), Runtime(Clock(), Stream(0, name)))
    for stored in data["conversations"].values():
        stored["participant_ids"] = sorted(stored["participant_ids"])
    assert json.dumps(app.dump(), sort_keys=True) == json.dumps(data, sort_keys=True)
