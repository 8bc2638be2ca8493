"""Words: stems, meanings, and which of them are specific."""

from __future__ import annotations

import re
from functools import lru_cache

from gaia2_gym.verifier.judges.facts.languages import STOP_WORDS as FOREIGN
from gaia2_gym.verifier.judges.facts.thesaurus import AXES, GROUPS
from gaia2_gym.verifier.judges.facts.vocabulary import GENERAL, STOP_WORDS, lines, spaced

_IRREGULAR = {form: base for base, _, forms in (line.partition(":") for line in lines("irregular")) for form in spaced(forms)}
_SPELLING: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"our(?=s?$|ed$|ing$|ite|able|ful|hood)(?<=\w{3}our)"), "or"),
    (re.compile(r"ae(?=[a-z]{3})"), "e"),
    (re.compile(r"([iy])s(?=e[sd]?$|ing$|ation|er$)(?<=\w{4}s)"), r"\1z"),
    (re.compile(r"lled$"), "led"),
    (re.compile(r"lling$"), "ling"),
    (re.compile(r"(?<=cance|trave)ll"), "l"),
    (re.compile(r"gramme(?=s?$)"), "gram"),
    (re.compile(r"(?<=[bt])re$"), "er"),
    (re.compile(r"cque?t$"), "cket"),
)
_SHORT = re.compile(r"[^aeiou][aeiou][^aeiouwxy]")
_VOWEL = re.compile(r"[aeiouy]")


@lru_cache(maxsize=32768)
def stem(word: str) -> str:
    """The stem of a lower-case English word: plural, tense and British spelling do not matter.

    >>> [stem(w) for w in ("cancelled", "canceled", "parties", "neighbours", "lending", "paediatrics", "organise")]
    ['cancel', 'cancel', 'party', 'neighbor', 'lend', 'pediatric', 'organiz']
    """
    word = word.removesuffix("'s").removesuffix("'")
    if len(word) <= 3 or not word.isascii():
        return _IRREGULAR.get(word, word)
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for pattern, plain in _SPELLING:
        word = pattern.sub(plain, word)
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for suffix in ("ingly", "edly", "ing", "ied", "ed", "ly"):
        base = word.removesuffix(suffix)
        if base != word and len(base) >= 3 and _VOWEL.search(base):
            word = base + "y" if suffix == "ied" else base
            if suffix in ("ing", "ed") and len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            elif len(word) == 3 and suffix in ("ing", "ed") and _SHORT.fullmatch(word):
                word += "e"
            break
    if word.endswith("e") and len(word) > 4:
        word = word[:-1]
    return word


def _words(line: str) -> list[str]:
    return [" ".join(map(stem, w.split("_"))) for w in line.split()]


_CONCEPTS: dict[str, set[str]] = {}
_POLES: dict[str, set[tuple[str, int]]] = {}
for _i, _line in enumerate(GROUPS):
    for _word in _words(_line):
        _CONCEPTS.setdefault(_word, set()).add(f"g{_i}")
for _axis, _poles in AXES.items():
    for _i, _line in enumerate(_poles):
        for _word in _words(_line):
            _POLES.setdefault(_word, set()).add((_axis, _i))
            if _axis not in ("atleast", "before", "early", "color", "size", "answer", "more", "verdict", "entrance", "sympathy", "fee", "working"):
                _CONCEPTS.setdefault(_word, set()).add(f"{_axis}:{_i}")

_POLES_OF = {word: frozenset(found) for word, found in _POLES.items()}
_NO_POLES: frozenset[tuple[str, int]] = frozenset()

PHRASES: dict[str, list[tuple[str, ...]]] = {}
"""First stem of a phrase -> the phrases, longest first."""
for _phrase in sorted({*_CONCEPTS, *_POLES}, key=lambda p: -p.count(" ")):
    if " " in _phrase:
        PHRASES.setdefault(_phrase.split()[0], []).append(tuple(_phrase.split()))


def phrase_at(stems: list[str], i: int) -> tuple[str, ...]:
    """The longest phrase of the thesaurus that begins at a place, empty if none does."""
    for phrase in PHRASES.get(stems[i], ()):
        if tuple(stems[i : i + len(phrase)]) == phrase:
            return phrase
    return ()


_NAMING_AXES = frozenset({"meal", "daypart", "gender", "sibling", "spouse", "child", "color"})
_GENERAL_STEMS = frozenset(stem(w) for w in GENERAL) | {w for w, found in _POLES.items() if not any(axis in _NAMING_AXES for axis, _ in found)}
_STOP_STEMS = STOP_WORDS | frozenset(stem(w) for w in STOP_WORDS if len(w) > 3)


@lru_cache(maxsize=32768)
def concepts(word: str) -> frozenset[str]:
    """What a stem or phrase may mean: itself and its groups."""
    return frozenset((word, *_CONCEPTS.get(word, ())))


def poles(word: str) -> frozenset[tuple[str, int]]:
    """The poles a stem or phrase stands for, as (axis, number)."""
    return _POLES_OF.get(word, _NO_POLES)


_KINDS: dict[str, set[int]] = {}
for _i, _line in enumerate(lines("kinds")):
    for _word in _line.split():
        _KINDS.setdefault(stem(_word), set()).add(_i)


@lru_cache(maxsize=65536)
def rival(a: str, b: str) -> bool:
    """Whether two stems name different things of one kind, or things of which one is not known here, so that neither can stand for the other.

    >>> rival("piano", "violin"), rival("comment", "feedback"), rival("piano", "comment"), rival("piano", "theremin")
    (True, False, False, True)
    """
    kinds = _KINDS.get(a), _KINDS.get(b)
    if kinds[0] and kinds[1]:
        return not kinds[0].isdisjoint(kinds[1])
    known = [kind is not None or _is_known(word) for kind, word in zip(kinds, (a, b), strict=True)]
    return not (known[0] and known[1]) and (kinds != (None, None) or known == [False, False])


def is_thing(word: str) -> bool:
    """Whether a stem names something tangible, or something not known here."""
    return word in _KINDS or not _is_known(word)


def _is_known(word: str) -> bool:
    return word in _CONCEPTS or word in _GENERAL_STEMS


def is_known(word: str) -> bool:
    """Whether a stem is of the vocabulary known here."""
    return word in _KINDS or _is_known(word)


@lru_cache(maxsize=32768)
def is_stop(word: str, lang: str = "en") -> bool:
    """Whether a word has no content of its own."""
    return word in _STOP_STEMS or (lang != "en" and word in FOREIGN.get(lang, frozenset()))


@lru_cache(maxsize=32768)
def is_general(word: str) -> bool:
    """Whether a lower-case word is of the general vocabulary."""
    if word in GENERAL or stem(word) in _GENERAL_STEMS:
        return True
    return len(word) > 4 and word.endswith(("er", "est")) and bool({word[: -len(e)] + r for e, r in _DEGREES if word.endswith(e)} & GENERAL)


_DEGREES = (("er", ""), ("er", "e"), ("ier", "y"), ("est", ""), ("est", "e"), ("iest", "y"))


@lru_cache(maxsize=65536)
def alike(a: str, b: str) -> bool:
    """Whether two stems are forms of one word: a common beginning, a spelling variant, a compound.

    >>> alike("elect", "election"), alike("trailhead", "trail"), alike("dentist", "dental"), alike("harbor", "orchard")
    (True, True, True, False)
    """
    if a == b:
        return True
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    if len(short) < 4:
        return False
    common = next((i for i, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    if common == len(short) and len(short) >= 4 and len(long) - len(short) <= 5:
        return True
    if common >= 5 and common >= 0.6 * len(long) and long[common:] not in ("rt", "e"):
        return len(long) - common <= 5 and (not short[common:] or (short[common:] in _ENDINGS and long[common:] in _ENDINGS))
    return common >= 4 and len(long) <= 8 and short[common:] in _ENDINGS and long[common:] in _ENDINGS


_ENDINGS = frozenset(spaced("al ist ic ing er or y ery enc ence ent anc ance ant ation ion ive e es s ed able an n ie ian ment iv at t"))
