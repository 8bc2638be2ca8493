"""What a question holds, read: texts as prose or as titles, letters taken apart, sheets put together."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from gaia2_gym.verifier.judges.facts.fact import Sheet
from gaia2_gym.verifier.judges.facts.languages import language
from gaia2_gym.verifier.judges.facts.letter import Letter, take_apart
from gaia2_gym.verifier.judges.facts.names import index_of
from gaia2_gym.verifier.judges.facts.reading import read
from gaia2_gym.verifier.judges.facts.text import clean, fold, lower
from gaia2_gym.verifier.soft import Context


def prose(text: str, context: Context) -> Sheet:
    """A text in sentences, read."""
    return read(text, _today(context), context.names, context.user_name, _language(context))


def title(text: str, context: Context) -> Sheet:
    """A title, a subject or a place, read: its capitals mean nothing."""
    return read(text, _today(context), context.names, context.user_name, _language(context), title=True)


def tasks(context: Context) -> str:
    """The user's messages so far, as one text."""
    return context.tasks[0] if len(context.tasks) == 1 else "\n".join(context.tasks)


def letter_of(text: str, context: Context) -> Letter:
    """A mail or message taken apart; a bare word before it is a greeting only if it names somebody known."""
    letter = take_apart(text, context.user_name)
    if letter.bare and not any(p in index_of(context.names, context.user_name).by_part for p in fold(letter.greeting).split()):
        known = fold(tasks(context)).split()
        if not any(p in known for p in fold(letter.greeting).split()):
            return Letter("", f"{letter.greeting}: {letter.body}", letter.signature)
    return letter


@lru_cache(maxsize=4096)
def joined(a: Sheet, b: Sheet) -> Sheet:
    """The first sheet with the facts and words of the second; its own clauses, and its own opposites where it has any."""
    shift = len(a.low) + 1
    facts = tuple(f._replace(start=f.start + shift, end=f.start + shift) for f in b.facts)
    return replace(
        a,
        low=f"{a.low}\n{b.low}",
        facts=(*a.facts, *facts),
        words=(*a.words, *(w._replace(start=w.start + shift) for w in b.words)),
        concepts=a.concepts | b.concepts,
        poles={**b.poles, **a.poles},
        stems=a.stems | b.stems,
    )


def _today(context: Context) -> int:
    return 719163 + int(context.now // 86400) if context.now > 0 else 0


def _language(context: Context) -> str:
    return _language_of(context.tasks[-1]) if context.tasks else "en"


@lru_cache(maxsize=1024)
def _language_of(task: str) -> str:
    return language(lower(clean(task)))
