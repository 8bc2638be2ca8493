"""How a text is written: signed by whom, in what tone, whether it makes sense."""

from __future__ import annotations

import re

from gaia2_gym.verifier.judges.facts.letter import is_own_signature, speaks_as_assistant, take_apart
from gaia2_gym.verifier.judges.facts.names import index_of
from gaia2_gym.verifier.judges.facts.policy import Similarity
from gaia2_gym.verifier.judges.facts.reading import read
from gaia2_gym.verifier.judges.facts.text import clean, fold, lower
from gaia2_gym.verifier.soft import Question

_INSULTS = re.compile(
    r"\b(?:idiot|idiots|stupid|moron|dumb(?:ass)?|shut up|screw you|fuck\w*|shit\w*|bitch\w*|asshole|bastard|damn you|loser|hate you|"
    r"go to hell|jerk|crap)\b"
)

_SLANG = re.compile(r"\b(?:yo|dude|bro|wassup|sup|lol|lmao|omg|wtf|gonna|wanna|gotta|ain't|innit|u|ur|thx|pls|plz|cuz|dunno|nah|y'all)\b")

_CODE = re.compile(r"\w\.\w+\(\w*\)|=\?|==|!=|=>|\{\{|\}\}|\$\{|</?\w+>|\breturn \w+;|;\s*$|\bif\s*\(|\bdef \w+\(|\blambda\b|```")

_NO_LETTER, _SMALL, _SIGN = re.compile(r"[^A-Za-z]+"), re.compile(r"[a-z]+"), re.compile(r"[\W_]+")

_PIECES = re.compile(r"[\s,;.]+")

_REPEATED = re.compile(r"(\S{1,40}(?:\s\S{1,20}){0,3})(?:[\s,;.]+\1){3,}")


def signature(question: Question, similarity: Similarity | None = None) -> str:
    """Signed by the user, or not at all."""
    user = question.context.user_name
    text = question.got.get("content", "")
    if (said := speaks_as_assistant(text)) and not speaks_as_assistant(question.expected.get("content", "")):
        return f"it is written as an assistant ({said!r})"
    letter = take_apart(text, user)
    if not letter.signature:
        return ""
    wanted = take_apart(question.expected.get("content", ""), user).signature
    if fold(letter.signature) == fold(wanted) or (user and is_own_signature(letter.signature, user)):
        return ""
    if not user and not wanted:
        return ""
    if wanted and is_own_signature(letter.signature, wanted):
        return ""
    names = index_of(question.context.names, "")
    if user and not any(p in names.by_part for p in fold(letter.signature).split()) and _is_phrase(letter.signature):
        return ""
    return f"it is signed {letter.signature!r}, not by {user or wanted!r}"


def _is_phrase(text: str) -> bool:
    """Whether what looks like a signature is an ordinary phrase ("See you there")."""
    sheet = read(text)
    return not any(w.specific for w in sheet.words)


def tone(question: Question, similarity: Similarity | None = None) -> str:
    """Written as a person would: no insults, no shouting, no code; slang where the oracle is formal is taken leniently."""
    got, wanted = clean(question.got.get("content", "")), clean(question.expected.get("content", ""))
    low, want_low = lower(got), lower(wanted)
    if not low.strip():
        return "it is empty"
    if (said := speaks_as_assistant(got)) and not speaks_as_assistant(wanted):
        return f"it is written as an assistant ({said!r})"
    if (match := _INSULTS.search(low)) and not _INSULTS.search(want_low):
        return f"it is rude ({match[0]!r})"
    if (match := _CODE.search(got)) and not _CODE.search(wanted):
        return f"it reads like code ({match[0]!r})"
    if _shouts(got) and not _shouts(wanted):
        return "it shouts"
    slang = set(_SLANG.findall(low)) - set(_SLANG.findall(want_low))
    if len(slang) >= 3 or (len(slang) >= 2 and want_low.startswith("dear")):
        return f"it is slang ({', '.join(sorted(slang))})"
    return ""


def _shouts(text: str) -> bool:
    letters = _NO_LETTER.sub("", text)
    return len(letters) >= 20 and len(_SMALL.sub("", letters)) > 0.7 * len(letters)


def sanity(question: Question, similarity: Similarity | None = None) -> str:
    """Intelligible: words, not code, no endless repetition."""
    got, wanted = clean(question.got.get("content", "")), clean(question.expected.get("content", ""))
    if not got:
        return "it is empty"
    if (match := _CODE.search(got)) and not _CODE.search(wanted):
        return f"it reads like code ({match[0]!r})"
    pieces = _PIECES.split(got[:2000])
    if len(set(pieces)) < len(pieces) - 1 and _REPEATED.search(got[:2000]):
        return "it repeats itself"
    letters = len(_SIGN.sub("", got))
    if letters * 2 < len(got.replace(" ", "")):
        return "it is mostly signs"
    long = [w for w in re.findall(r"[A-Za-z]{4,}", got) if not w.isupper()]
    odd = [w for w in long if not re.search(r"[aeiouyAEIOUY]", w) or len(w) > 30]
    if len(odd) * 3 > len(long) > 2:
        return f"it is not intelligible ({odd[0]!r})"
    return ""
