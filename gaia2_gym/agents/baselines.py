"""Agents without a model that look as if they worked: one claims to have done it, one searches the phone for the task's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from gaia2_gym.scenario import MESSAGE_TO_USER, USER_INTERFACE
from gaia2_gym.session import Session, Step

TELL = f"{USER_INTERFACE}__{MESSAGE_TO_USER}"
CLAIM = "I have done everything you asked for."
NOTHING_FOUND = "I found nothing about it."
SEARCHES: tuple[tuple[str, str], ...] = (
    ("Contacts__search_contacts", "query"),
    ("Calendar__search_events", "query"),
    ("Emails__search_emails", "query"),
    ("Messages__search", "query"),
    ("Chats__search", "query"),
    ("RentAFlat__search_apartments", "name"),
    ("Shopping__search_product", "product_name"),
)
"""What can be searched by a word, and the argument that takes it."""
WORDS = 5
"""Words of a task that are searched for."""
_ANSWER_CHARS = 400
_WORD = re.compile(r"\w+")


class ClaimsDoneAgent:
    """Claims at once to have done everything, whatever it was asked."""

    def act(self, session: Session, last: Step) -> dict[str, Any]:
        """The claim."""
        return {"tool": TELL, "args": {"content": CLAIM}}


class RetrievalAgent:
    """Searches every app for the longest words of what the user wrote and answers with the item that holds most of them; writes nothing else."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._todo: list[dict[str, Any]] = []
        self._found: list[str] = []

    def act(self, session: Session, last: Step) -> dict[str, Any]:
        """The next search, or the answer."""
        if asked := [n.text for n in last.notifications if n.kind == "user"]:
            self._words = words_of(" ".join(asked))
            self._found = []
            tools = [(name, argument) for tool, argument in SEARCHES if (name := session.phone.called(tool)) in session.phone.tools]
            self._todo = [{"tool": tool, "args": {argument: word}} for word in self._words for tool, argument in tools]
        else:
            self._found += [text for result in last.results for text in items_of(result)]
        if self._todo:
            return self._todo.pop(0)
        return {"tool": TELL, "args": {"content": self._best()}}

    def _best(self) -> str:
        """The item that holds most of the words; among equals the shortest, which says least besides."""
        ranked = sorted(dict.fromkeys(self._found), key=lambda text: (-sum(word in text.lower() for word in self._words), len(text), text))
        return ranked[0][:_ANSWER_CHARS] if ranked else NOTHING_FOUND


def words_of(text: str) -> list[str]:
    """The words of a text that are worth searching for: the longest, which are the rarest.

    >>> words_of("When does Filomena arrive at the Hauptbahnhof?")
    ['hauptbahnhof', 'filomena', 'arrive', 'when', 'does']
    """
    words = dict.fromkeys(word.lower() for word in _WORD.findall(text))
    return sorted((word for word in words if len(word) > 3), key=len, reverse=True)[:WORDS]


def items_of(result: str) -> list[str]:
    """The innermost objects of a JSON result, each as one line of its values; nothing for a text that is no JSON.

    >>> items_of('{"contacts": [{"name": "Ana", "age": 30}, {"name": "Ben", "tags": []}]}')
    ['Ana, 30', 'Ben']
    """
    try:
        parsed = orjson.loads(result)
    except orjson.JSONDecodeError:
        return []
    return [text for item in _objects(parsed) if (text := ", ".join(str(v) for v in item.values() if isinstance(v, str | int | float) and v != ""))]


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    inner = [item for child in children for item in _objects(child)]
    yield from inner
    if not inner and isinstance(value, dict):
        yield value
