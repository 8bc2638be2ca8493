"""The phone as a scripted expert sees it: calls by tool, results read back from the observation. Nothing of the state, nothing of the oracle."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from gaia2_gym.apps.records import format_time
from gaia2_gym.errors import Gaia2Error
from gaia2_gym.scenario import MESSAGE_TO_USER, USER_INTERFACE
from gaia2_gym.session import Session, Step
from gaia2_gym.trace import Notification

TELL = f"{USER_INTERFACE}__{MESSAGE_TO_USER}"
WAIT = "SystemApp__wait_for_notification"
_TRIES = 8
"""Calls that failed for no reason of their own (`injected_failure`) are made again so often."""
_CHARS_PER_TOKEN = 4
_THOUGHT_TOKENS = 40
"""Tokens that a step's thought is counted as where none is written."""


class CallFailed(Gaia2Error):
    """A tool answered with an error.

    Args:
        tool: The tool.
        kind: Kind of the error.
        text: The observation.
    """

    def __init__(self, tool: str, kind: str, text: str) -> None:
        super().__init__(f"{tool}: {text}")
        self.kind = kind


class EpisodeOver(Gaia2Error):
    """The episode ended before the expert was done."""


class Phone:
    """One episode, played by calls; every result is what the agent reads, parsed.

    Args:
        session: The episode, at its start.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.last: Step = session.start
        self.seen: list[Notification] = list(session.start.notifications)
        """Every notification so far."""

    # --- acting ------------------------------------------------------------------------------------------------------------------------------

    def call(self, tool: str, thought: str = "", /, **args: Any) -> Any:
        """Call a tool and return its result: parsed JSON, or text where the observation is none.

        Args:
            tool: Public name, `<App>__<tool>`.
            thought: What a model would think before it, for demonstrations.
            args: Arguments.

        Raises:
            CallFailed: When the tool answers with an error; one that was injected as noise is tried again first.
            EpisodeOver: When the episode has ended.
        """
        for _ in range(_TRIES):
            if self.session.over:
                raise EpisodeOver(f"{tool}: the episode is over ({self.session.reason})")
            tokens = len(orjson.dumps(args)) // _CHARS_PER_TOKEN + (len(thought) // _CHARS_PER_TOKEN or _THOUGHT_TOKENS)
            self.last = self.session.step({"tool": self.session.phone.called(tool), "args": args, "thought": thought, "generated_tokens": tokens})
            self.seen += self.last.notifications
            if not self.last.info["injected_failure"]:
                break
        text = self.last.results[0] if self.last.results else ""
        if self.last.info["error"] is not None:
            raise CallFailed(tool, self.last.info["error"], text)
        return _parsed(text)

    def tell(self, text: str, thought: str = "") -> list[Notification]:
        """Write to the user, which ends the turn; returns what arrived."""
        before = len(self.seen)
        self.call(TELL, thought, content=text)
        return self.seen[before:]

    def wait(self, seconds: float, thought: str = "") -> list[Notification]:
        """Let time pass until something arrives, at most so many seconds; returns what arrived."""
        before = len(self.seen)
        self.call(WAIT, thought, timeout=max(1, int(seconds)))
        return self.seen[before:]

    def wait_until(self, time: float, thought: str = "") -> list[Notification]:
        """Let time pass until a moment (Unix seconds), whatever arrives meanwhile; returns what arrived."""
        before = len(self.seen)
        while self.now < time and not self.over:
            self.wait(math.ceil(time - self.now), thought)
        return self.seen[before:]

    # --- reading -----------------------------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """The time, Unix seconds."""
        return float(self.last.info["time"])

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return self.session.over

    @property
    def messages(self) -> list[str]:
        """What the user has written so far."""
        return [n.text for n in self.seen if n.kind == "user"]

    def arrived(self, app: str) -> list[Notification]:
        """What an app has announced so far."""
        return [n for n in self.seen if n.app == app]

    def contacts(self) -> list[dict[str, Any]]:
        """The whole address book, page by page."""
        return list(self._pages("Contacts__get_contacts", "contacts", limit=0))

    def contact(self, name: str) -> dict[str, Any]:
        """The card of one person by full name.

        Raises:
            CallFailed: When there is none, or more than one.
        """
        found = [c for c in self.call("Contacts__search_contacts", query=name) if f"{c['first_name']} {c['last_name']}" == name]
        if len(found) != 1:
            raise CallFailed("Contacts__search_contacts", "not_found", f"{len(found)} people are called {name!r}")
        return dict(found[0])

    def events(self, start: float | str, end: float | str) -> list[dict[str, Any]]:
        """Calendar entries that overlap a span of time, page by page; Unix seconds or `YYYY-MM-DD HH:MM:SS`."""
        tool, start, end = "Calendar__get_calendar_events_from_to", _time(start), _time(end)
        return list(self._pages(tool, "events", start_datetime=start, end_datetime=end))

    def mails(self, folder: str = "INBOX") -> list[dict[str, Any]]:
        """All emails of a folder, page by page, the newest first."""
        return list(self._pages("Emails__list_emails", "emails", folder_name=folder))

    def products(self, name: str) -> list[dict[str, Any]]:
        """All products whose name has this text, page by page."""
        return list(self._pages("Shopping__search_product", None, product_name=name))

    def rides(self) -> list[dict[str, Any]]:
        """All rides, page by page."""
        return list(self._pages("Cabs__get_ride_history", "rides"))

    def conversations(self, app: str) -> list[dict[str, Any]]:
        """All conversations of Messages or Chats, the latest first, each with its latest messages."""
        return list(self._pages(f"{app}__list_recent_conversations", None, limit=0))

    def conversation(self, app: str, conversation_id: str) -> list[dict[str, Any]]:
        """All messages of a conversation, page by page."""
        return list(self._pages(f"{app}__read_conversation", "messages", limit=0, conversation_id=conversation_id))

    def _pages(self, tool: str, key: str | None, *, limit: int = 20, **args: Any) -> Iterator[dict[str, Any]]:
        """The items of a listing, page by page until one is empty, short or the last; `limit` 0 for tools whose page size is fixed."""
        offset = 0
        while True:
            result = self.call(tool, **args, offset=offset, **({"limit": limit} if limit else {}))
            if isinstance(result, str):  # cut, because the page was too long to read
                limit = max(1, limit // 2)
                continue
            items = _items(result if key is None else result[key])
            yield from items
            offset += len(items)
            total = _total(result)
            if len(items) < max(limit, 1) or (total is not None and offset >= total):
                return


def _items(value: Any) -> list[dict[str, Any]]:
    return list(value.values()) if isinstance(value, Mapping) else list(value)


def _total(result: Any) -> int | None:
    """How many items there are, where a listing says."""
    if not isinstance(result, Mapping):
        return None
    for source in (result, result.get("metadata") or {}):
        for name in ("total", "total_emails"):
            if isinstance(source.get(name), int):
                return int(source[name])
    return None


def _parsed(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text


def _time(moment: float | str) -> str:
    return moment if isinstance(moment, str) else format_time(moment)
