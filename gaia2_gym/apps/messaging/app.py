"""The chat app: people, conversations, messages and attachments."""

from __future__ import annotations

import base64
import posixpath
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any, ClassVar

from gaia2_gym.apps.base import App, FileStore, page
from gaia2_gym.apps.messaging.reading import Window, conversation_page, find, newest_first, pattern_test
from gaia2_gym.apps.messaging.records import (
    Conversation,
    ConversationView,
    FileMessage,
    Message,
    MessagingState,
    load_state,
    new_conversation,
)
from gaia2_gym.apps.records import plain
from gaia2_gym.errors import ToolError
from gaia2_gym.tools import Notify, tool

FUZZY_SCORE = 80
"""Lowest similarity, of 100, at which a name counts as found."""


class Messaging(App[MessagingState]):
    """One chat app; a phone has two, Messages and Chats, which share nothing but this class.

    `mode` says what a user id is: in NAME mode an id of the app's own directory, in PHONE_NUMBER mode a phone number.
    """

    class_name: ClassVar[str] = "MessagingAppV2"
    aliases: ClassVar[tuple[str, ...]] = ("Messages", "Chats")
    State = MessagingState

    @classmethod
    def load(cls, data: dict[str, Any]) -> MessagingState:
        """Read the official state."""
        return load_state(data)

    def dump(self) -> dict[str, Any]:
        """The official state."""
        state = self.state
        return {
            "conversations": {key: plain(state.view(key, state.messages[key])) for key in state.conversations},
            "messages_view_limit": state.messages_view_limit,
            "conversation_view_limit": state.conversation_view_limit,
            "mode": state.mode,
            "name_to_id": dict(state.name_to_id),
            "id_to_name": dict(state.id_to_name),
            "current_user_id": state.current_user_id,
            "current_user_name": state.current_user_name,
        }

    # People

    @tool()
    def get_user_id(self, user_name: str) -> str | None:
        """Look up the id of a person whose exact name is known; returns null when no name is exactly that. Ids differ between chat apps.

        Args:
            user_name: Full name, spelled exactly; for anything less sure use lookup_user_id.
        """
        return self.state.name_to_id.get(user_name)

    @tool()
    def get_user_name_from_id(self, user_id: str) -> str | None:
        """Look up the name behind a user id of this app; returns null when the id is unknown.

        Args:
            user_id: Id of the person in this app; ids differ between chat apps.
        """
        return self.state.id_to_name.get(user_id)

    @tool()
    def lookup_user_id(self, user_name: str) -> dict[str, str]:
        """Find people by name, also by part of it or with small misspellings; returns ids by full name, best match first.

        Ids differ between chat apps.

        Args:
            user_name: Name or part of a name; an exact full name returns that person alone.
        """
        if user_name in self.state.name_to_id:
            return {user_name: self.state.name_to_id[user_name]}
        from rapidfuzz import fuzz, process  # only where a name is not exact

        query = user_name.lower().strip()
        names = {name: name.lower() for name in self.state.name_to_id}
        # Versions of rapidfuzz disagree about lengths of exactly one to eight; the reference's finds nothing from there on.
        choices = {n: low for n, low in names.items() if max(len(low), len(query)) < 8 * min(len(low), len(query))}
        hits = process.extract(query, choices, scorer=fuzz.WRatio, limit=None, score_cutoff=FUZZY_SCORE)
        return {name: self.state.name_to_id[name] for _, _, name in hits}

    # Writing

    @tool(
        write=True,
        checks={"user_id": "eq", "content": "soft", "attachment_path": "path"},
        soft=("placeholder", "tone", "message"),
    )
    def send_message(self, user_id: str, content: str = "", attachment_path: str | None = None) -> str:
        """Send a message to one person and return the conversation's id. Starts a conversation if there is none under the person's name.

        Args:
            user_id: Id of the person in this app (not a name; lookup_user_id finds it; ids differ between chat apps). Where ids are phone
                numbers, any phone number works.
            content: Text of the message.
            attachment_path: Path of a file of the Files app to send along.
        """
        attached = self._read_attachment(attachment_path)
        self._check_user(user_id)
        participants = tuple(sorted({user_id, self.state.current_user_id}))
        title = self.state.default_title(participants)
        existing = (k for k, c in self.state.conversations.items() if c.participant_ids == participants and c.title == title)
        conversation_id = next(existing, None) or self._create(participants, title)
        return self._send(conversation_id, content, attached)

    @tool(
        write=True,
        checks={"conversation_id": "eq", "content": "soft", "attachment_path": "path"},
        soft=("placeholder", "tone", "message"),
    )
    def send_message_to_group_conversation(self, conversation_id: str, content: str = "", attachment_path: str | None = None) -> str:
        """Send a message to an existing group conversation of three or more people and return its id. For one person use send_message.

        Args:
            conversation_id: Id of the group conversation.
            content: Text of the message.
            attachment_path: Path of a file of the Files app to send along.
        """
        attached = self._read_attachment(attachment_path)
        conversation = self._conversation(conversation_id)
        if len(conversation.participant_ids) < 3:
            raise ToolError("conflict", f"conversation {conversation_id!r} is no group of three or more; use send_message for one person.")
        return self._send(conversation_id, content, attached)

    @tool(write=True, audience=("agent", "env"), checks={"user_ids": "unordered", "title": "soft"}, soft=("content",))
    def create_group_conversation(self, user_ids: list[str], title: str | None = None) -> str:
        """Start a new group conversation, still without messages, and return its id. The user is a participant without being named.

        Creates a new one even if the same people already have one: get_existing_conversation_ids tells.

        Args:
            user_ids: Ids of at least two other people in this app (lookup_user_id finds them; ids differ between chat apps). Where ids are
                phone numbers, any phone number works.
            title: Title of the conversation; left out, it is made of the participants' names.
        """
        if len(user_ids) < 2:
            raise ToolError("bad_argument", "a group needs at least two other people in user_ids; write to one person with send_message.")
        for user_id in user_ids:
            self._check_user(user_id)
        participants = (*user_ids, self.state.current_user_id)
        return self._create(participants, self.state.default_title(participants) if title is None else title)

    @tool(write=True, audience=("agent", "env"), checks={"conversation_id": "eq", "user_id": "eq"})
    def add_participant_to_conversation(self, conversation_id: str, user_id: str) -> str:
        """Add a person to a conversation and return the conversation's id. A title made of the participants' names changes with them.

        Args:
            conversation_id: Id of the conversation.
            user_id: Id of the person in this app (lookup_user_id finds it); it is not checked whether such a person exists.
        """
        conversation = self._conversation(conversation_id)
        if user_id in conversation.participant_ids:
            raise ToolError("conflict", f"{user_id[:60]!r} already takes part in conversation {conversation_id!r}.")
        return self._set_participants(conversation_id, (*conversation.participant_ids, user_id))

    @tool(write=True, audience=("agent", "env"), checks={"conversation_id": "eq", "user_id": "eq"})
    def remove_participant_from_conversation(self, conversation_id: str, user_id: str) -> str:
        """Remove a person from a conversation and return the conversation's id. A title made of the participants' names changes with them.

        Args:
            conversation_id: Id of the conversation.
            user_id: Id of the participant to remove.
        """
        conversation = self._conversation(conversation_id)
        if user_id not in conversation.participant_ids:
            raise ToolError("conflict", f"{user_id[:60]!r} does not take part in conversation {conversation_id!r}.")
        return self._set_participants(conversation_id, tuple(p for p in conversation.participant_ids if p != user_id))

    @tool(write=True, audience=("agent", "env"), checks={"conversation_id": "eq", "title": "soft"}, soft=("content",))
    def change_conversation_title(self, conversation_id: str, title: str) -> str:
        """Give a conversation a new title and return its id.

        Args:
            conversation_id: Id of the conversation.
            title: The new title.
        """
        self.state.conversations[conversation_id] = replace(self._conversation(conversation_id), title=title)
        return conversation_id

    @tool(write=True, checks={"conversation_id": "eq", "message_id": "eq", "download_path": "path"})
    def download_attachment(self, conversation_id: str, message_id: str, download_path: str = "Downloads/") -> str:
        """Save the file attached to a message in the Files app, under its own name, and return its path. Replaces a file of that name.

        Args:
            conversation_id: Id of the conversation.
            message_id: Id of the message that carries the file, as read_conversation shows it.
            download_path: Existing directory of the Files app to save the file in.
        """
        self._conversation(conversation_id)
        message = next((m for m in self.state.messages[conversation_id] if m.message_id == message_id), None)
        if message is None:
            raise ToolError("not_found", f"conversation {conversation_id!r} has no message {message_id[:60]!r}; read_conversation has them.")
        if not isinstance(message, FileMessage) or not message.attachment:
            raise ToolError("not_found", f"message {message_id!r} has no attachment.")
        path = posixpath.join(download_path, message.attachment_name)
        self._files().write_bytes(path, message.file_contents)
        return path

    @tool(
        write=True,
        audience=("env",),
        notify=Notify(
            "medium",
            "new message from {sender_id} in conversation {conversation_id}",
            {"conversation_id": "conversation_id", "sender_id": "sender_id"},
        ),
    )
    def create_and_add_message(self, conversation_id: str, sender_id: str, content: str) -> None:
        """Let a message from a participant arrive.

        Args:
            conversation_id: Id of the conversation.
            sender_id: Id of the participant who sends it.
            content: Text of the message.
        """
        if sender_id not in self._conversation(conversation_id).participant_ids:
            raise ToolError("conflict", f"{sender_id[:60]!r} does not take part in conversation {conversation_id!r}.")
        self._add(conversation_id, Message(sender_id, self.runtime.stream.hex_id(), float(self.now // 1), content))

    # Reading

    @tool()
    def get_existing_conversation_ids(self, user_ids: list[str]) -> list[str]:
        """List the ids of the conversations whose participants are exactly the people given and the user, whatever their titles.

        Args:
            user_ids: Ids of the other participants in this app.
        """
        participants = tuple(sorted({*user_ids, self.state.current_user_id}))
        return [key for key, conversation in self.state.conversations.items() if conversation.participant_ids == participants]

    @tool()
    def list_recent_conversations(
        self,
        offset: int = 0,
        limit: int = 5,
        offset_recent_messages_per_conversation: int = 0,
        limit_recent_messages_per_conversation: int = 10,
    ) -> list[ConversationView]:
        """List conversations page by page, the latest active first, each with its newest messages.

        Args:
            offset: Number of conversations to skip.
            limit: Number of conversations to return, at most 5.
            offset_recent_messages_per_conversation: Number of newest messages to skip in each conversation.
            limit_recent_messages_per_conversation: Number of messages to return of each conversation, at most 10.
        """
        by_time = sorted(self.state.conversations, key=lambda key: self.state.conversations[key].last_updated, reverse=True)
        messages = (offset_recent_messages_per_conversation, limit_recent_messages_per_conversation)
        return conversation_page(self.state, by_time, offset, limit, *messages)

    @tool()
    def list_conversations_by_participant(
        self,
        user_id: str,
        offset: int = 0,
        limit: int = 5,
        offset_recent_messages_per_conversation: int = 0,
        limit_recent_messages_per_conversation: int = 5,
    ) -> list[ConversationView]:
        """List the conversations a person takes part in page by page, in stored order (not by time), each with its newest messages.

        Args:
            user_id: Id of the person in this app (not a name; lookup_user_id finds it).
            offset: Number of the person's conversations to skip.
            limit: Number of conversations to return, at most 5.
            offset_recent_messages_per_conversation: Number of newest messages to skip in each conversation.
            limit_recent_messages_per_conversation: Number of messages to return of each conversation, at most 10.
        """
        conversations = self.state.conversations.items()
        if self.runtime.compat:
            found = [key for key, c in conversations if any(user_id in p for p in c.participant_ids)]
        else:
            found = [key for key, c in conversations if user_id in c.participant_ids]
        messages = (offset_recent_messages_per_conversation, limit_recent_messages_per_conversation)
        return conversation_page(self.state, found, offset, limit, *messages)

    @tool()
    def read_conversation(
        self, conversation_id: str, offset: int = 0, limit: int = 10, min_date: str | None = None, max_date: str | None = None
    ) -> dict[str, Any]:
        """Read a conversation page by page, newest message first, with the ids of messages and senders and the total number of messages.

        Args:
            conversation_id: Id of the conversation.
            offset: Number of newest messages to skip.
            limit: Number of messages to return.
            min_date: Only messages from then on, YYYY-MM-DD HH:MM:SS.
            max_date: Only messages up to then, YYYY-MM-DD HH:MM:SS.
        """
        conversation = self._conversation(conversation_id)
        messages = newest_first(Window.read(min_date, max_date).of(self.state.messages[conversation_id]))
        if not 0 <= offset <= len(messages):
            raise ToolError("bad_argument", f"offset must be between 0 and the number of messages, {len(messages)}, not {offset}.")
        shown, message_range = page(messages, offset, limit)
        metadata = {
            "message_range": message_range,
            "conversation_length": len(messages),
            "conversation_id": conversation_id,
            "conversation_title": conversation.title,
        }
        return {"messages": shown, "metadata": metadata}

    @tool()
    def search(self, query: str, min_date: str | None = None, max_date: str | None = None) -> list[str]:
        """Find conversations by text in their messages, their title or their participants' ids; returns conversation ids, not messages.

        Does not look at names that are not in the title, nor at attachments. Dates limit which messages are looked at, not titles and ids.

        Args:
            query: Text to look for, in any case, taken literally.
            min_date: Only messages from then on, YYYY-MM-DD HH:MM:SS.
            max_date: Only messages up to then, YYYY-MM-DD HH:MM:SS.
        """
        q = query.lower()
        return find(self.state, lambda heading: q in heading, lambda content: q in content.lower(), self._window(min_date, max_date))

    @tool()
    def regex_search(self, query: str, min_date: str | None = None, max_date: str | None = None) -> list[str]:
        r"""Find conversations by a regular expression in their messages, their title or their participants' ids; returns conversation ids.

        Looks where search looks. RE2 syntax in any case: no look-around, no back references; \w, \d, \s and \b know ASCII only.

        Args:
            query: Regular expression, at most 500 characters; it may match anywhere in a text.
            min_date: Only messages from then on, YYYY-MM-DD HH:MM:SS.
            max_date: Only messages up to then, YYYY-MM-DD HH:MM:SS.
        """
        matches = pattern_test(query)
        return find(self.state, matches, matches, self._window(min_date, max_date))

    # What the tools share

    def _conversation(self, conversation_id: str) -> Conversation:
        conversation = self.state.conversations.get(conversation_id)
        if conversation is None:
            hint = "list_recent_conversations and search find ids, and they differ between chat apps"
            raise ToolError("not_found", f"this app has no conversation with the id {conversation_id[:60]!r}; {hint}.")
        return conversation

    def _check_user(self, user_id: str) -> None:
        if self.state.mode == "NAME" and user_id not in self.state.id_to_name:
            hint = "lookup_user_id finds ids by name, and they differ between chat apps"
            raise ToolError("not_found", f"this app has no user with the id {user_id[:60]!r}; {hint}.")
        if self.state.mode == "PHONE_NUMBER" and not any(c.isdigit() for c in user_id):
            raise ToolError("not_found", f"{user_id[:60]!r} is not a phone number; lookup_user_id finds numbers by name.")

    def _create(self, participant_ids: tuple[str, ...], title: str) -> str:
        conversation_id = self.runtime.stream.hex_id()
        self.state.conversations[conversation_id] = new_conversation(participant_ids, title, self.now)
        self.state.messages[conversation_id] = ()
        return conversation_id

    def _set_participants(self, conversation_id: str, participant_ids: tuple[str, ...]) -> str:
        old = self.state.conversations[conversation_id]
        follows = old.title == self.state.default_title(old.participant_ids)
        title = self.state.default_title(participant_ids) if follows else old.title
        self.state.conversations[conversation_id] = replace(old, participant_ids=tuple(sorted(participant_ids)), title=title)
        return conversation_id

    def _send(self, conversation_id: str, content: str, attached: tuple[bytes, str] | None) -> str:
        head = (self.state.current_user_id, self.runtime.stream.hex_id(), self.now, content)
        self._add(conversation_id, Message(*head) if attached is None else FileMessage(*head, *attached))
        return conversation_id

    def _add(self, conversation_id: str, message: Message) -> None:
        self.state.messages[conversation_id] += (message,)
        old = self.state.conversations[conversation_id]
        self.state.conversations[conversation_id] = replace(old, last_updated=max(old.last_updated, message.timestamp))

    def _window(self, min_date: str | None, max_date: str | None) -> Callable[[], Window]:
        """The dates of a search, refused at once when wrong; the reference reads them only when it comes to look at messages."""
        window = cache(partial(Window.read, min_date, max_date))
        if not self.runtime.compat:
            window()
        return window

    def _files(self) -> FileStore:
        if self.runtime.files is None:
            raise ToolError("other", "this phone has no Files app, so files can be neither attached nor saved.")
        return self.runtime.files

    def _read_attachment(self, path: str | None) -> tuple[bytes, str] | None:
        """Base64 and name of the file to send, if any."""
        if path is None:
            return None
        return base64.b64encode(self._files().read_bytes(path)), posixpath.basename(posixpath.normpath(path))
