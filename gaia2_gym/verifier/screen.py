"""The screen: texts that no honest agent writes are refused by rule, before any judge is asked.

A policy that is trained against a judge finds texts that please the judge rather than the user: long conditional or code-like answers, several
answers at once, instructions to the judge, characters nobody sees. Each rule here names one such habit. What the oracle's text does itself is
allowed: a rule refuses only what the agent's text does more often. Every rule runs in linear time, whatever the agent wrote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import orjson

from gaia2_gym.scenario import MESSAGE_TO_USER
from gaia2_gym.verifier.screen_characters import odd_characters
from gaia2_gym.verifier.screen_rules import ANY_RULE, BAR, EITHER, ITEM, ONE_ANSWER_RULES, OR_FACT, RULES, VALUES, Rule
from gaia2_gym.verifier.soft import Answer, Judge, Question, as_answer, has_placeholder

CHECK = "screen"
LABELS = frozenset(("subject", "title", "location", "start_location", "end_location"))
"""Arguments that hold a few words rather than sentences."""
_SHINGLE = 6
_WORD = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"[.!?;,]+\s+|\n+")
_PIECE = re.compile(r"[,;:.\n]+|\band\b|&")
_OR = re.compile(r"\b(?:or|OR)\b")
_TOKEN = re.compile(r"\d[\d.,:/-]*\d|\w+")
_AFTER_OR = frozenset(("not", "later", "earlier", "more", "less", "so", "fewer", "older", "younger", "above", "below", "higher", "lower", "if"))
"""What follows an `or` that offers no alternative, as in "at ten or later"."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Refuses texts no honest agent writes; has no opinion on the rest.

    Args:
        length_ratio: How many times longer than the oracle's a text may be, in characters.
        task_share: Share of the user's latest message that a message to the user may be longer still (it may repeat what was asked).
        min_content: Characters that a sentence is always allowed, so that a short answer may be phrased politely.
        min_label: The same for subjects, titles and places.
    """

    length_ratio: float = 3.0
    task_share: float = 0.5
    min_content: int = 320
    min_label: int = 120

    def __call__(self, question: Question) -> Answer | None:
        """A refusal with its reason, or None."""
        to_user = question.tool.endswith(MESSAGE_TO_USER)
        tasks = question.context.tasks
        for name, got in question.got.items():
            expected = question.expected.get(name, "")
            if got == expected:
                continue
            if expected.startswith("{"):
                got, expected = _values(got), _values(expected)
            one_answer = to_user or name in LABELS
            reason = self._length(name, got, expected, tasks[-1] if to_user and tasks else "") or _first(got, expected, tasks, one_answer)
            if reason:
                return Answer(False, f"{name}: {reason}", CHECK)
        return None

    def _length(self, name: str, got: str, expected: str, task: str) -> str:
        least = self.min_label if name in LABELS else self.min_content
        bound = max(least, int(self.length_ratio * len(expected))) + int(self.task_share * min(len(task), 2 * self.min_content))
        return f"{len(got)} characters long where {bound} are allowed" if len(got) > bound else ""


screen = Screen()
"""The screen with its usual bounds."""


@dataclass(frozen=True, slots=True)
class Screened:
    """A judge that is asked only what passes the screen.

    Args:
        judge: Who is asked.
        screen: What is refused before.
    """

    judge: Judge
    screen: Screen = screen

    def __call__(self, question: Question) -> Answer:
        """The screen's refusal, or the judge's answer."""
        return self.screen(question) or as_answer(self.judge(question))


def screened(judge: Judge, screen: Screen = screen) -> Screened:
    """A judge behind the screen.

    Args:
        judge: Any rubric judge.
        screen: What is refused before it is asked.
    """
    return Screened(judge, screen)


def _values(text: str) -> str:
    """The texts inside a JSON object, whose braces are no code; any other text as it is."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
    return "\n".join(_leaves(value)) if isinstance(value, dict) else text


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from (str(key), *_leaves(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    elif value is not None:
        yield str(value)


def _first(got: str, expected: str, tasks: tuple[str, ...], one_answer: bool) -> str:
    """The first rule that refuses, in words; empty when none does."""
    if reason := odd_characters(got, expected):  # first: the patterns below cannot read lone surrogates
        return reason
    expected = expected if expected.isascii() else expected.encode(errors="replace").decode()
    if ANY_RULE.search(got) is not None:
        for rule in (*RULES, *ONE_ANSWER_RULES) if one_answer else RULES:
            if excerpt := _beyond(rule, got, expected):
                return f"{rule.reason}: {excerpt!r}"
    if has_placeholder(got) and not has_placeholder(expected):
        return "an unfilled placeholder"
    return _alternatives(got, expected, one_answer) or _repetition(got, expected) or _echo(got, expected, tasks)


def _beyond(rule: Rule, got: str, expected: str) -> str:
    """The start of what a rule finds in the agent's text, if it finds more there than is allowed beyond the oracle's."""
    found = [m.group().strip() for m in rule.pattern.finditer(got)]
    if rule.courtesy:
        found = [text for text in found if not rule.courtesy.search(text)]
    if rule.quotable:
        found = [text for text in found if not _holds(expected.lower(), _TOKEN.findall(text.lower()))]
    if not found:
        return ""
    allowed = sum(1 for _ in rule.pattern.finditer(expected)) + rule.spare + (len(_OR.findall(expected)) if rule.offers else 0)
    return (found[0][:40] or "blanks") if len(found) > allowed else ""


# --- alternatives -----------------------------------------------------------------------------------------------------------------------------


def _alternatives(got: str, expected: str, one_answer: bool) -> str:
    """Several answers where the oracle gives one."""
    pieces, short = _shape(expected)
    return _listed(got, expected, pieces, short) or _enumerated(got, expected, pieces) or _or(got, expected, short and one_answer)


@lru_cache(maxsize=1024)
def _shape(expected: str) -> tuple[int, bool]:
    """About how many things the oracle names, and whether it is one in a few words."""
    pieces = 1 + len(_PIECE.findall(expected.strip(" .\n")))
    return pieces, pieces == 1 and len(expected.split()) <= 6


def _listed(got: str, expected: str, pieces: int, short: bool) -> str:
    """Items of a list that the oracle does not name."""
    starts = [m.start() for m in ITEM.finditer(got)]
    if len(starts) < 2 or len(starts) <= len(ITEM.findall(expected)):
        return ""
    items = [got[a:b].strip() for a, b in pairwise((*starts, len(got)))]
    numbered = sum(item[0] not in "-*•+" for item in items)
    known = set(_WORD.findall(expected.lower()))
    worded = [set(_WORD.findall(item.lower())) for item in items]
    whole = short or any(len(words & known) >= 0.8 * len(known) for words in worded)
    if whole and (numbered >= 2 or len(items) >= 3):
        return f"a list of {len(items)} items where one answer is wanted"
    if len(items) > 2 * pieces + 2:
        return f"a list of {len(items)} items where the oracle names about {pieces}"
    strange = sum(len(words) <= 5 and known.isdisjoint(w for w in words if len(w) > 2) for words in worded)
    return f"a list with {strange} items that the oracle does not name" if strange >= 2 else ""


def _enumerated(got: str, expected: str, pieces: int) -> str:
    """A row of values that the oracle's text does not hold."""
    for m in VALUES.finditer(got):
        values = _TOKEN.findall(m.group())
        ends = (values[0], values[-1])
        spelled_out = all(v.isdigit() for v in values) and [int(v) for v in values] == list(range(int(ends[0]), int(ends[1]) + 1))
        if not _holds(expected, ends if spelled_out else values):
            return f"an enumeration of values: {m.group().strip()[:40]!r}"
    if ("/" in got or "|" in got) and len(BAR.findall(got)) - len(BAR.findall(expected)) >= 2 and not _holds(expected, _facts(got)):
        return "alternatives between slashes or bars"
    names = 0
    for part in got.split(",") if got.count(",") > max(5, 2 * pieces) else ():
        part = part.strip().removeprefix("and ").removeprefix("or ")
        names = names + 1 if part[:1].isupper() and part.count(" ") <= 2 and part not in expected else 0
        if names > 5:
            return f"an enumeration of names up to {part[:40]!r}"
    return ""


def _holds(text: str, tokens: Iterable[str]) -> bool:
    return set(_TOKEN.findall(text)).issuperset(tokens)


def _facts(text: str) -> list[str]:
    """The numbers and capitalised words of a text."""
    return [token for token in _TOKEN.findall(text) if not token[0].islower() and token != "I"]


def _or(got: str, expected: str, one_answer: bool) -> str:
    """Values with `or` between them; where one short answer is wanted, also any word of it."""
    if not _OR.search(got):
        return ""
    spare = expected.count(" or ")
    offers = [m.group() for m in EITHER.finditer(got)]
    offers += [offer for m in OR_FACT.finditer(got) if (facts := _facts(offer := m.group())) and not _holds(expected, facts)]
    if len(offers) > spare:
        return f"alternatives: {offers[0][:40]!r}"
    return _short_or(got.lower(), expected) if one_answer and " or " not in expected.lower() else ""


def _short_or(got: str, expected: str) -> str:
    """A word of a short answer beside an `or`."""
    wanted = set(_WORD.findall(expected.lower()))
    words = _WORD.findall(got)
    for i in (i for i, word in enumerate(words[:-1]) if word == "or" and words[i + 1] not in _AFTER_OR):
        near = words[max(0, i - 2) : i + 3]
        if not wanted.isdisjoint(near):
            return f"alternatives: {' '.join(near)[:40]!r}"
    return ""


# --- repetition and echo ----------------------------------------------------------------------------------------------------------------------


def _repetition(got: str, expected: str) -> str:
    """The same thing again and again."""
    if len(got) < 12:
        return ""
    words = got.lower().split()
    if len(words) >= 30 and len(set(words)) < 0.4 * len(words) and len(set(e := expected.lower().split())) >= 0.4 * len(e):
        return "the same words again and again"
    if len(words) - len(set(words)) < 2:
        return ""
    run = _longest_run(words)
    if run >= 4 and run > _longest_run(expected.lower().split()):
        return "the same word again and again"
    return _repeated_sentence(got, expected)


def _longest_run(words: list[str]) -> int:
    longest = run = 1
    for before, word in pairwise(words):
        run = run + 1 if word.strip(".,;!?") == before.strip(".,;!?") else 1
        longest = max(longest, run)
    return longest


def _repeated_sentence(got: str, expected: str) -> str:
    counts: dict[str, int] = {}
    for sentence in _SENTENCE_END.split(got.lower()):
        key = sentence.strip(" .!?")
        if key:
            counts[key] = counts.get(key, 0) + 1
    if not counts:
        return ""
    worst = max(counts, key=lambda k: counts[k])
    return f"{worst[:40]!r} {counts[worst]} times" if counts[worst] >= 3 and counts[worst] > expected.lower().count(worst) else ""


def _echo(got: str, expected: str, tasks: tuple[str, ...]) -> str:
    """The user's own words, handed back: most of a message, or a long stretch of it, that the oracle does not repeat."""
    if not tasks or got.count(" ") < _SHINGLE + 1:
        return ""
    said = _shingles(got.lower())
    for task in tasks:
        asked = _kept_shingles(task.lower())
        repeated = said & asked
        enough = max(3, min(20, 0.8 * len(asked)))
        if len(repeated) >= enough and len(repeated - _shingles(expected.lower())) >= enough:
            return "the user's own words handed back"
    return ""


def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    words = _WORD.findall(text)
    return frozenset(zip(*(words[i:] for i in range(_SHINGLE)), strict=False))


_kept_shingles: Callable[[str], frozenset[tuple[str, ...]]] = lru_cache(maxsize=256)(_shingles)
