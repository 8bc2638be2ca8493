"""What the reading tools share: pages, spans of time, searches, and patterns of bounded cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from gaia2_gym.apps.base import page
from gaia2_gym.apps.messaging.records import ConversationView, Message, MessagingState
from gaia2_gym.apps.records import parse_time
from gaia2_gym.errors import ToolError

PATTERN_LENGTH = 500
"""Longest pattern, in characters."""
PROGRAM_SIZE = 2000
"""Largest compiled pattern: the worst ones found below it take half a second on one app's messages; `.{0,1000}` compiles to 9,000."""


@dataclass(frozen=True, slots=True)
class Window:
    """A span of time, both ends included, on whole seconds."""

    earliest: float
    latest: float

    @classmethod
    def read(cls, min_date: str | None, max_date: str | None) -> Window:
        """The span between two dates; a missing one leaves that side open."""
        return cls(
            float("-inf") if min_date is None else parse_time(min_date, "min_date"),
            float("inf") if max_date is None else parse_time(max_date, "max_date"),
        )

    def of(self, messages: Sequence[Message]) -> Sequence[Message]:
        """The messages sent within it."""
        if self.earliest == float("-inf") and self.latest == float("inf"):
            return messages
        return [m for m in messages if self.earliest <= m.timestamp // 1 <= self.latest]


def newest_first(messages: Sequence[Message]) -> list[Message]:
    """The messages by time, latest first; those of one moment in order of arrival."""
    return sorted(messages, key=lambda m: m.timestamp, reverse=True)


def conversation_page(
    state: MessagingState, conversation_ids: list[str], offset: int, limit: int, message_offset: int, message_limit: int
) -> list[ConversationView]:
    """One page of the conversations given, each with a page of its messages, newest first.

    Raises:
        ToolError: `bad_argument` for a page beyond the app's limits; the offset is held against all conversations, as in the reference.
    """
    total = len(state.conversations)
    if not 0 <= offset <= total:
        raise ToolError("bad_argument", f"offset must be between 0 and the number of conversations, {total}, not {offset}.")
    if limit > state.conversation_view_limit:
        raise ToolError("bad_argument", f"limit must be at most {state.conversation_view_limit}, not {limit}; use offset to go on.")
    if message_offset < 0:
        raise ToolError("bad_argument", f"offset_recent_messages_per_conversation must not be negative, but is {message_offset}.")
    if message_limit > state.messages_view_limit:
        raise ToolError(
            "bad_argument",
            f"limit_recent_messages_per_conversation must be at most {state.messages_view_limit}, not {message_limit}; read_conversation shows more.",
        )
    ids, _ = page(conversation_ids, offset, limit)
    return [state.view(key, page(newest_first(state.messages[key]), message_offset, message_limit)[0]) for key in ids]


def find(
    state: MessagingState, heading_matches: Callable[[str], bool], content_matches: Callable[[str], bool], window: Callable[[], Window]
) -> list[str]:
    """Ids of the conversations with a match, in stored order.

    Args:
        state: The conversations.
        heading_matches: Test of participant ids and titles, given in lower case.
        content_matches: Test of message texts, given as they are.
        window: The span that limits the messages; asked only when there are messages to look at.
    """

    @cache  # the same few people are in many conversations
    def in_heading(text: str) -> bool:
        return heading_matches(text.lower())

    def matches(key: str) -> bool:
        conversation = state.conversations[key]
        if in_heading(conversation.title) or any(map(in_heading, conversation.participant_ids)):
            return True
        return any(content_matches(m.content) for m in window().of(state.messages[key]))

    return [key for key in state.conversations if matches(key)]


def pattern_test(pattern: str) -> Callable[[str], bool]:
    """A test whether a text contains a match of the pattern, in any case, in time linear in the text.

    Raises:
        ToolError: `bad_argument` when the pattern is invalid, uses what RE2 lacks (look-around, back references), or is too large.
    """
    import re2  # only where a pattern is searched for

    if len(pattern) > PATTERN_LENGTH:
        raise ToolError("bad_argument", f"the pattern has {len(pattern)} characters; at most {PATTERN_LENGTH} are allowed.")
    options = re2.Options()
    options.case_sensitive = False
    options.never_capture = True
    options.log_errors = False
    re2.purge()  # re2 keeps 128 patterns of up to 8 MB each; an agent must not be able to fill a gigabyte
    try:
        compiled = re2.compile(pattern.encode("utf-8", "surrogatepass"), options)
    except re2.error as error:
        reason = error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else str(error)
        raise ToolError("bad_argument", f"{pattern[:60]!r} is no pattern that RE2 supports: {reason[:100]}.") from None
    if compiled.programsize > PROGRAM_SIZE:
        raise ToolError("bad_argument", f"the pattern {pattern[:60]!r} is too large when compiled; use shorter repetitions, or .* instead.")
    return lambda text: compiled.search(text.encode("utf-8", "surrogatepass")) is not None
