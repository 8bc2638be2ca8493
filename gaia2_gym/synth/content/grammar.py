"""Grammars for text: rules of alternative lines with slots, and a writer that avoids saying the same sentence twice.

A line is text with two kinds of holes: `{slot}` is a fact, or a rule of the word list, and `[one|two|]` is one of a few wordings. A word
that a topic binds stays the same for a whole talk; `{slot_other}` is a new one all the same, `{slot_low}` begins in lower case, and
`{slot.season}` is from the rule of the season. A line that needs a fact which is not there is passed over, so a grammar can offer lines for
everything that may be known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from gaia2_gym.synth.draw import Draw

Facts = Mapping[str, str]

_TOKENS = re.compile(r"\{[\w.]+\}|[\[\]|]|[^{}\[\]|]+")
_CHOICE = re.compile(r"\[[^\[\]]*\]")
_ARTICLE = re.compile(r"\b([Aa]) (?=(?!uni|use|usu|one\b|eu)[aeiouAEIOU])")
_START = re.compile(r"(?:^|(?<=[.!?] ))[a-zà-ÿ]")
_STOPS = re.compile(r"([.?!])[.,]+")
_SENTENCE = re.compile(r"(?<=[.!?]) +")
PAIR = " // "
"""Between a question and its answer in one line, so that both speak of the same."""
_TRIES = 6


class MissingFact(LookupError):
    """No line of a rule can be filled with the facts there are."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A hole to be filled with a fact or a word."""

    name: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few wordings."""

    options: tuple[tuple[Part, ...], ...]


Part = str | Slot | Choice
Line = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """Alternative lines under a name, as they stand in the file; a line is parsed when it is first used."""

    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """Something people talk about, or one side of a happening.

    Args:
        name: Unique name; `meeting.before` is what is said before a meeting.
        circles: Whose talk it is; `grown` among them keeps it from students and the retired.
        glad: Whether it is cheerful.
        binds: Words chosen once for a whole talk.
        keywords: Words in someone's description or job that make it theirs.
        rules: Lines by kind: n news, r reaction, m more, q question with answer, c closing.
    """

    name: str
    circles: frozenset[str]
    glad: bool
    binds: tuple[str, ...]
    keywords: tuple[str, ...]
    rules: Mapping[str, Rule]


@dataclass(frozen=True)
class Grammar:
    """All rules for words, and all topics."""

    words: dict[str, Rule] = field(default_factory=dict)
    topics: dict[str, Topic] = field(default_factory=dict)


@cache
def parse_line(text: str) -> Line:
    """A line from its text.

    >>> parse_line("[Hi|Hello] {you}.")
    (Choice(options=(('Hi',), ('Hello',))), ' ', Slot(name='you'), '.')
    """
    tokens = _TOKENS.findall(text)
    line, end = _parse(tokens, 0)
    if end != len(tokens):
        raise ValueError(f"unbalanced brackets in {text!r}")
    return line


def _parse(tokens: list[str], at: int) -> tuple[Line, int]:
    parts: list[Part] = []
    while at < len(tokens) and tokens[at] not in "|]":
        token = tokens[at]
        if token == "[":
            options = []
            while tokens[at] != "]":
                option, at = _parse(tokens, at + 1)
                options.append(option)
            parts.append(Choice(tuple(options)))
        else:
            parts.append(Slot(token[1:-1]) if token[0] == "{" else token)
        at += 1
    return tuple(parts), at


@cache
def grammar() -> Grammar:
    """The packaged grammar, read on first use."""
    folder = files("gaia2_gym") / "data" / "synth"
    result = Grammar()
    for path in sorted((p for p in folder.iterdir() if p.name.startswith("texts_")), key=lambda p: p.name):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "/"]
        (_read_topics if lines[0].startswith("##") else _read_words)(lines, result)
    return result


def _read_words(lines: list[str], into: Grammar) -> None:
    for line in lines:
        name, _, options = line.partition(": ")
        into.words[name] = Rule(name, tuple(options.strip().split(" | ")))


def _read_topics(lines: list[str], into: Grammar) -> None:
    starts = [i for i, line in enumerate(lines) if line.startswith("##")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        name, circles, mood, binds, keywords = (part.strip() for part in lines[start][2:].split(";"))
        kinds: dict[str, list[str]] = {}
        for line in lines[start + 1 : end]:
            kinds.setdefault(line[0], []).extend(_aligned(line[2:].strip()))
        rules = {kind: Rule(f"{name}.{kind}", tuple(options)) for kind, options in kinds.items()}
        keys = tuple(filter(None, (key.strip() for key in keywords.split(","))))
        into.topics[name] = Topic(name, frozenset(circles.split()), mood == "+", tuple(binds.split()), keys, rules)


def _aligned(line: str) -> list[str]:
    """The line, or one for each option, where a question and its answer begin with as many options: the first belongs to the first, and so on.

    >>> _aligned("[Who|When] was it? // [Ben|Yesterday], I think.")
    ['Who was it? // Ben, I think.', 'When was it? // Yesterday, I think.']
    """
    question, found, answer = line.partition(PAIR)
    first, second = _CHOICE.match(question), _CHOICE.match(answer)
    if not found or not first or not second or first[0].count("|") != second[0].count("|"):
        return [line]
    options = zip(first[0][1:-1].split("|"), second[0][1:-1].split("|"), strict=True)
    return [f"{asked}{question[first.end() :]}{PAIR}{told}{answer[second.end() :]}" for asked, told in options]


def sentences(text: str) -> list[str]:
    """The sentences of a text on one line."""
    return _SENTENCE.split(text)


def tidy(text: str) -> str:
    """The text with articles that fit, one mark at the end of a sentence, and capital letters where sentences begin.

    >>> tidy("a owl came. will it stay?, or not.")
    'An owl came. Will it stay? Or not.'
    """
    return _START.sub(lambda match: match[0].upper(), _STOPS.sub(r"\1", _ARTICLE.sub(r"\1n ", text)))


class Writer:
    """Fills lines. Every line of a rule comes up once before one comes up again, and a sentence comes twice only when new ones run out."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self._words = grammar().words
        self._decks: dict[str, list[str]] = {}
        self._said: set[str] = set()

    def word(self, name: str, facts: Facts) -> str:
        """A word or phrase of a rule of the word list.

        Raises:
            MissingFact: When no line of the rule can be filled.
        """
        return self._deal(self._words[name], facts)

    def say(self, rule: Rule, facts: Facts, stop: str = ".") -> str:
        """One or more sentences, new ones if the rule can still make them.

        Args:
            rule: Where the sentences come from.
            facts: What fills them.
            stop: Put at the end where the line leaves it out.

        Raises:
            MissingFact: When no line of the rule can be filled.
        """
        for _ in range(_TRIES):
            text = PAIR.join(map(tidy, self._deal(rule, facts).split(PAIR)))
            text = text if text[-1] in ".?!" else text + stop
            said = sentences(text.replace(PAIR, " "))
            if self._said.isdisjoint(said):
                break
        if PAIR not in text:
            said = [said[0], *(s for s in said[1:] if s not in self._said)]
            text = " ".join(said)
        self._said.update(said)
        return text

    def sentence(self, name: str, facts: Facts) -> str:
        """As `say`, for a rule of the word list; nothing is put at the end."""
        return self.say(self._words[name], facts, stop="")

    def bind(self, topic: Topic, facts: Facts) -> dict[str, str]:
        """The facts, and the words that stay the same for one talk about the topic."""
        bound = dict(facts)
        for name in topic.binds:
            bound[name] = self.word(name, bound)
        return bound

    def _deal(self, rule: Rule, facts: Facts) -> str:
        deck = self._decks.setdefault(rule.name, [])
        for _ in range(2 * len(rule.lines)):
            if not deck:
                deck.extend(self.draw.shuffled(rule.lines))
            try:
                return self._fill(parse_line(deck.pop()), facts)
            except MissingFact:
                continue
        raise MissingFact(rule.name)

    def _fill(self, line: Line, facts: Facts) -> str:
        out = []
        for part in line:
            if isinstance(part, str):
                out.append(part)
            elif isinstance(part, Slot):
                out.append(facts[part.name] if part.name in facts else self._word(part.name, facts))
            else:
                out.append(self._choose(part, facts))
        return "".join(out)

    def _word(self, name: str, facts: Facts) -> str:
        if name.endswith("_low"):
            word = self._word(name[:-4], facts)
            return word if word.startswith("I ") else word[0].lower() + word[1:]
        name = name.removesuffix("_other")
        if name.endswith(".season"):
            name = name.replace("season", facts["season"])
        if name not in self._words:
            raise MissingFact(name)
        return self._deal(self._words[name], facts)

    def _choose(self, choice: Choice, facts: Facts) -> str:
        first = self.draw.pick(choice.options)
        for option in (first, *(o for o in choice.options if o is not first)):
            try:
                return self._fill(option, facts)
            except MissingFact:
                continue
        raise MissingFact("choice")
