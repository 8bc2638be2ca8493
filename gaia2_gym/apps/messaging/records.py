"""Conversations and messages: how they are stored, shown and read from scenario files.

The state keeps the messages of a conversation beside it, in a tuple of their own, so that a snapshot shares them; a `ConversationView`
brings both together for results and for files.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from gaia2_gym.apps.records import as_list, attribute, drop_nulls, format_time, load, plan_of
from gaia2_gym.errors import ScenarioError

Mode = Literal["NAME", "PHONE_NUMBER"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    reference_name: ClassVar[str] = "MessageV2"

    sender_id: str
    message_id: str
    timestamp: int | float = attribute(time=True, incidental=True)
    content: str = attribute("", free_text=True)


@dataclass(frozen=True, slots=True)
class FileMessage(Message):
    """A message with a file; the agent sees the file's name, not its contents."""

    reference_name: ClassVar[str] = "FileMessageV2"

    attachment: str | bytes = ""
    """Base64: text where it was read from a scenario, bytes where it was sent, as in the reference."""
    attachment_name: str = ""

    @property
    def file_contents(self) -> bytes:
        """The attached file."""
        return base64.b64decode(self.attachment)

    def as_plain(self) -> dict[str, Any]:
        """The fields, the attachment as base64 text whichever way it came in."""
        values = {name: getattr(self, name) for name in plan_of(FileMessage).names}
        return values | {"attachment": self.attachment if isinstance(self.attachment, str) else self.attachment.decode("ascii")}

    def as_shown(self) -> dict[str, Any]:
        """The fields but the attachment's contents, which download_attachment saves as a file."""
        values = {name: getattr(self, name) for name in plan_of(FileMessage).names if name != "attachment"}
        return values | {"timestamp": format_time(self.timestamp)}


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation without its messages; its id is the key it is stored under."""

    participant_ids: tuple[str, ...]
    """Sorted, each once, so that conversations of the same people compare equal."""
    title: str = attribute(free_text=True)
    last_updated: int | float = attribute(time=True, incidental=True)


@dataclass(frozen=True, slots=True)
class ConversationView:
    """A conversation with some or all of its messages, as results and scenario files have it."""

    reference_name: ClassVar[str] = "ConversationV2"

    participant_ids: tuple[str, ...] = attribute(reference=as_list)
    messages: tuple[Message, ...] = attribute(reference=as_list)
    title: str = attribute(free_text=True)
    conversation_id: str = attribute()
    last_updated: int | float = attribute(time=True, incidental=True)


@dataclass(slots=True)
class MessagingState:
    """Conversations and their messages by conversation id, in order of creation; the people who can be written to; the user."""

    conversations: dict[str, Conversation] = field(default_factory=dict)
    messages: dict[str, tuple[Message, ...]] = field(default_factory=dict)
    """In order of arrival; every conversation has an entry."""
    id_to_name: dict[str, str] = field(default_factory=dict)
    name_to_id: dict[str, str] = field(default_factory=dict)
    current_user_id: str = ""
    current_user_name: str = ""
    mode: Mode = "NAME"
    messages_view_limit: int = 10
    conversation_view_limit: int = 5

    def view(self, conversation_id: str, messages: Sequence[Message]) -> ConversationView:
        """A conversation with the messages given."""
        c = self.conversations[conversation_id]
        return ConversationView(c.participant_ids, tuple(messages), c.title, conversation_id, c.last_updated)

    def default_title(self, participant_ids: Iterable[str]) -> str:
        """The names of all but the user, sorted; an id without a name stands for itself where ids are numbers and is left out elsewhere."""
        others = set(participant_ids) - {self.current_user_id}
        phone = self.mode == "PHONE_NUMBER"
        return ", ".join(sorted(self.id_to_name.get(p, p) for p in others if phone or p in self.id_to_name))


@dataclass(frozen=True, slots=True)
class _StoredConversation:
    """A conversation as a scenario file has it, before its messages are read."""

    participant_ids: tuple[str, ...] = ()
    messages: tuple[dict[str, Any], ...] = ()
    title: str = ""
    last_updated: int | float | None = None


def new_conversation(participant_ids: Iterable[str], title: str, last_updated: float) -> Conversation:
    """A conversation with its participants in stable order; an empty title becomes their joined ids."""
    participants = tuple(sorted(set(participant_ids)))
    return Conversation(participants, title or ", ".join(participants), last_updated)


def load_state(data: dict[str, Any]) -> MessagingState:
    """Read the official state; null or missing values mean the defaults.

    Raises:
        ScenarioError: With the place of every wrong field.
    """
    state = MessagingState(
        id_to_name=load(dict[str, str], data.get("id_to_name") or {}, "id_to_name"),
        name_to_id=load(dict[str, str], data.get("name_to_id") or {}, "name_to_id"),
        current_user_id=load(str, data.get("current_user_id") or "", "current_user_id"),
        current_user_name=load(str, data.get("current_user_name") or "", "current_user_name"),
        mode=load(Mode, data.get("mode") or "NAME", "mode"),
        messages_view_limit=load(int, data.get("messages_view_limit") or 10, "messages_view_limit"),
        conversation_view_limit=load(int, data.get("conversation_view_limit") or 5, "conversation_view_limit"),
    )
    for conversation_id, raw in load(dict[str, Any], data.get("conversations") or {}, "conversations").items():
        where = f"conversations.{conversation_id}"
        stored = load(_StoredConversation, drop_nulls(_StoredConversation, raw), where)
        messages = _load_messages(stored.messages, f"{where}.messages")
        last_updated = max((m.timestamp for m in messages), default=0.0) if stored.last_updated is None else stored.last_updated
        state.messages[conversation_id] = messages
        state.conversations[conversation_id] = new_conversation(stored.participant_ids, stored.title, last_updated)
    return state


def _load_messages(raw: tuple[dict[str, Any], ...], where: str) -> tuple[Message, ...]:
    if any("attachment" in message for message in raw):
        return tuple(_load_message(message, f"{where}.{i}") for i, message in enumerate(raw))
    messages: tuple[Message, ...] = load(tuple[Message, ...], [drop_nulls(Message, message) for message in raw], where)  # at once: much faster
    return messages


def _load_message(raw: dict[str, Any], where: str) -> Message:
    cls = FileMessage if "attachment" in raw else Message
    message: Message = load(cls, drop_nulls(cls, raw), where)
    if isinstance(message, FileMessage):
        try:
            message.file_contents  # noqa: B018  # read to find out here, not in the middle of an episode
        except ValueError as error:
            raise ScenarioError(f"{where}.attachment: not base64 ({error})") from None
    return message
