"""The conversation between the user and the agent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from gaia2_gym.apps.base import App
from gaia2_gym.apps.records import as_list, attribute, drop_nulls, format_time, load, plain
from gaia2_gym.tools import Notify, tool

Sender = Literal["User", "Agent"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation; `time_read` is null while it is unread."""

    reference_name: ClassVar[str] = "AUIMessage"

    sender: Literal["User", "Agent"] = attribute(reference=lambda sender: f"<Sender.{sender.upper()}: {sender!r}>")
    content: str = attribute("", free_text=True)
    attachments: tuple[str, ...] = attribute((), reference=as_list)
    timestamp: float = attribute(0.0, time=True, incidental=True)
    time_read: float | None = attribute(None, time=True, incidental=True)
    id: str = ""

    def as_text(self) -> str:
        """The reference's text form of a single message."""
        lines = [f"Received at: {format_time(self.timestamp)}", f"Sender: {self.sender}", f"Message: {self.content}"]
        lines.append(f"Already read: {self.time_read is not None}")
        if self.time_read is not None:
            lines.append(f"Read at: {format_time(self.time_read)}")
        return "\n".join(lines)


class Unread(list[Message]):
    """A list of messages that the reference shows as one text."""

    def as_text(self) -> str:
        """The messages' texts, a blank line between them."""
        return "\n\n".join(message.as_text() for message in self)


@dataclass(slots=True)
class UserInterfaceState:
    """The messages in the order they were sent."""

    messages: tuple[Message, ...] = ()


class UserInterface(App[UserInterfaceState]):
    """The conversation between the user and the agent. A Gaia2 phone shows the agent one tool of it: to send a message to the user."""

    class_name: ClassVar[str] = "AgentUserInterface"
    hidden_tools = frozenset({"get_last_message_from_user", "get_last_message_from_agent", "get_last_unread_messages", "get_all_messages"})
    State = UserInterfaceState

    @classmethod
    def load(cls, data: dict[str, Any]) -> UserInterfaceState:
        """Read the official state; times stay as they are."""
        raw = data.get("messages") or []
        raw = [drop_nulls(Message, m) for m in raw] if isinstance(raw, list) else raw
        return UserInterfaceState(load(tuple[Message, ...], raw, "messages"))

    def dump(self) -> dict[str, Any]:
        """The official state."""
        return {"messages": plain(self.state.messages)}

    @tool(write=True, audience=("agent", "data"), checks={"content": "soft"}, soft=("sanity", "user_message"))
    def send_message_to_user(self, content: str = "") -> None:
        """Send a message to the user and end your turn: say what was done, answer, or ask.

        It is the only way to reach the user. The user's next message arrives as a notification.

        Args:
            content: Text of the message.
        """
        self._add("Agent", content, time_read=self.now)

    @tool(audience=("agent", "data"))
    def get_last_message_from_user(self) -> Message | None:
        """Show the user's latest message and mark it as read; null if there is none."""
        message = self._last("User")
        if message is None or message.time_read is not None:
            return message
        return self._mark_read([message])[0]

    @tool(audience=("agent", "data"))
    def get_last_unread_messages(self) -> list[Message]:
        """List all messages of the user that are still unread, oldest first, and mark them as read."""
        unread = [m for m in self.state.messages if m.sender == "User" and m.time_read is None]
        return Unread(self._mark_read(unread))

    @tool(audience=("agent", "data"))
    def get_last_message_from_agent(self) -> Message | None:
        """Show the latest message that you sent to the user; null if there is none."""
        return self._last("Agent")

    @tool(audience=("agent", "data"))
    def get_all_messages(self) -> list[Message]:
        """List the whole conversation, newest message first, and mark every message as read now."""
        return sorted(self._mark_read(list(self.state.messages)), key=lambda m: m.timestamp, reverse=True)

    @tool(
        write=True,
        audience=("user",),
        notify=Notify("low", "{content}", {"attachments": "attachments"}, kind="user"),
    )
    def send_message_to_agent(
        self,
        content: str = "",
        attachments: list[str] | None = None,
        base64_utf8_encoded_attachment_contents: list[dict[str, Any]] | None = None,
    ) -> str:
        """Send a message of the user to the agent; returns the message's id.

        Args:
            content: Text of the message.
            attachments: Names or addresses of attached files.
            base64_utf8_encoded_attachment_contents: Contents of attached files, one object each; they are not kept with the message.
        """
        return self._add("User", content, attachments=tuple(attachments or ()))

    def _add(self, sender: Sender, content: str, *, attachments: tuple[str, ...] = (), time_read: float | None = None) -> str:
        message = Message(sender, content, attachments, self.now, time_read, self.runtime.stream.hex_id())
        self.state.messages = (*self.state.messages, message)
        return message.id

    def _last(self, sender: Sender) -> Message | None:
        return next((m for m in reversed(self.state.messages) if m.sender == sender), None)

    def _mark_read(self, messages: list[Message]) -> list[Message]:
        """Mark messages as read now, whether or not they were read before, and return them so."""
        read = {id(m): replace(m, time_read=self.now) for m in messages}
        self.state.messages = tuple(read.get(id(m), m) for m in self.state.messages)
        return list(read.values())
