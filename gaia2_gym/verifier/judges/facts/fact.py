"""What a text states: typed facts and words."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Kind = Literal[
    "number", "ordinal", "money", "percent", "measure", "duration", "date", "period", "time", "daypart",
    "name", "country", "email", "phone", "url", "path", "code",
]  # fmt: skip

Mood = Literal["question", "first", "other"]
"""A question or request, a statement about the writer, something else."""

QUANTITIES: frozenset[str] = frozenset({"number", "ordinal", "money", "percent", "measure", "duration"})
MOMENTS: frozenset[str] = frozenset({"date", "period", "time", "daypart"})


class Fact(NamedTuple):
    """One checkable statement of a text.

    Args:
        kind: What kind of thing it is.
        value: Its canonical value; equal facts of one kind have equal values or share an alternative.
        text: How it is written.
        start: Where it stands in the cleaned text.
        end: Where it ends.
        alts: Everything it may mean, the value included ("at 7" is 07:00 or 19:00).
        unit: Currency, unit of a measure, modifier of a weekday, unit of a duration.
        raw: The number as written, for quantities.
        weak: May stand for a fact of the other text, but need not be there and is never too much.
    """

    kind: Kind
    value: Hashable
    text: str
    start: int
    end: int
    alts: frozenset[Hashable] = frozenset()
    unit: str = ""
    raw: float | None = None
    weak: bool = False

    @property
    def meanings(self) -> frozenset[Hashable]:
        """All values it may have."""
        return self.alts or frozenset((self.value,))

    def __str__(self) -> str:
        return f"{self.kind} {self.text.strip()!r}"


class Word(NamedTuple):
    """One word outside the facts.

    Args:
        text: As written, folded, lower case.
        stem: Its stem.
        concepts: What it may mean: the stem and the groups of the thesaurus it belongs to.
        start: Where it stands.
        clause: Number of the clause it stands in.
        specific: A word that carries content of its own: neither a function word nor of the general vocabulary.
        proper: Part of a name: in quotes, or capitalised where a common word would not be.
        quoted: Within quotation marks.
        negated: Within the scope of a negation.
        contrasted: Named only as what something else stands instead of.
        listed: Part of an enumeration.
    """

    text: str
    stem: str
    concepts: frozenset[str]
    start: int
    clause: int = 0
    specific: bool = True
    proper: bool = False
    quoted: bool = False
    negated: bool = False
    contrasted: bool = False
    listed: bool = False


class Token(NamedTuple):
    """A word of a text and where it stands."""

    text: str
    start: int
    end: int
    stem: str


class Step(NamedTuple):
    """One word or fact of a text in its place, function words included.

    Args:
        key: Stem of the word; kind and value of the fact.
        text: As written.
        content: Whether it is more than a function word.
        specific: As of a `Word`.
        fact: The fact, if it is one.
    """

    key: Hashable
    text: str
    content: bool = False
    specific: bool = False
    fact: Fact | None = None


class Clause(NamedTuple):
    """A stretch of text with one predicate, roughly.

    Args:
        sentence: Number of the sentence it belongs to.
        start: Where it starts.
        end: Where it ends.
        mood: What it does.
    """

    sentence: int
    start: int
    end: int
    mood: Mood = "other"


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """All that was read from a text; compared by identity, so that it is cheap as a key.

    Args:
        text: The text, cleaned.
        low: The same, lower case.
        facts: Its facts, in order.
        words: Its content words, in order.
        concepts: Meanings of all its words.
        stems: Stems of all its words, function words included.
        clauses: Its clauses, in order.
        tokens: All words that no fact took, function words included.
        lang: The language it is taken for.
        poles: Per axis of opposites, the poles that the text stands for.
        negations: Phrases that deny something.
        roles: Value of a fact or stem of a proper word -> "from" or "to".
    """

    text: str = ""
    low: str = ""
    facts: tuple[Fact, ...] = ()
    words: tuple[Word, ...] = ()
    concepts: frozenset[str] = frozenset()
    stems: frozenset[str] = frozenset()
    clauses: tuple[Clause, ...] = ()
    tokens: tuple[Token, ...] = ()
    lang: str = "en"
    poles: dict[str, frozenset[str]] = field(default_factory=dict)
    negations: tuple[str, ...] = ()
    roles: dict[Hashable, frozenset[str]] = field(default_factory=dict)

    @property
    def english(self) -> bool:
        """Whether the text is taken for English, the language whose vocabulary is known here."""
        return self.lang == "en"
