"""With what force something is said: reported as done, promised, doubted, asked; and which of the two sides is to do it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import Sheet, Token, Word
from gaia2_gym.verifier.judges.facts.policy import Policy
from gaia2_gym.verifier.judges.facts.sense import sentences
from gaia2_gym.verifier.judges.facts.vocabulary import LIGHT, lines, spaced
from gaia2_gym.verifier.judges.facts.wording import missing
from gaia2_gym.verifier.judges.facts.words import stem

Force = Literal["done", "promised", "possible"]

_CHAIN = frozenset(
    spaced(
        "will shall would could should can may might must have has had is are was were am be been being do does did not to going go about plan "
        "planning intend intending already just now also soon then still really finally successfully i'll we'll you'll he'll she'll it'll they'll "
        "i've we've you've they've i'd we'd you'd he'd she'd they'd it's that's i'm we're you're they're won't wouldn't couldn't can't haven't "
        "hasn't wasn't weren't isn't aren't didn't"
    )
)
_PROMISING = frozenset(spaced("will shall won't plan planning intend intending"))
_DOUBTING = frozenset(spaced("would could should may might wouldn't couldn't"))
_REPORTING = frozenset(spaced("have has had was were is are been i've we've you've they've haven't hasn't wasn't weren't isn't aren't it's"))
_PAST = frozenset(form for line in lines("irregular") for form in line.partition(":")[2].split() if form != line.partition(":")[0])
_SUBJECTS = frozenset(spaced("i we he she they you it"))
_HEDGE = re.compile(
    r"\b(?:might|may (?:well |not |still )?(?:be|have)|probably|perhaps|maybe|possibly|presumably|not sure|unsure|not certain|uncertain|"
    r"i (?:think|guess|suppose|believe)|if i'm not mistaken|supposedly|tentatively)\b"
)
_REQUESTS = re.compile(
    r"\b(?:please|invit\w+|welcome|join|let me know|need|needs|hope|want|wonder\w*|should|could|would|must|have to|has to|let us|let's|"
    r"think about|consider|vote|question|whether)\b|\?"
)
_FINITE = re.compile(r"\b(?:is|are|was|were|has|have|had|will|did|\w+'(?:ll|ve|re|s)|i|we|it|they|he|she|there)\b")
_SUBJECT = re.compile(
    r"\b(i|we|you)(?:'(?:ll|ve|d|re|m))? (?:(?:will|would|can|could|have|has|had|do|did|shall|should|must|might|may|not|also|just|"
    r"ca|wo|already|really|going to|have to|need to|want to|able to|like to|love to|please|kindly|both|all)(?:n't|not)? )*(be |been )?"
    r"(?:\d+ \w+ )?([a-z]{3,})\b"
)
_OWNER = re.compile(r"\b(my|our|your) ([a-z]{3,})\b")
_OWNED = re.compile(r"(?<='s) ([a-z]{3,})\b|'s ([a-z]{3,})\b")
_ANYBODYS = frozenset(
    spaced(
        "b be hav hear get got gett mak made tak want need lik lov hop see look find com go know think feel seem understand "
        "agre meet talk speak arrang"
    )
)


def weakened(expected: Sheet, got: Sheet, policy: Policy) -> str:
    """Why a text says less firmly what the oracle's says, "" if it does not: a promise, a doubt or a question for a fact."""
    if policy.title or not (expected.english and got.english):
        return ""
    reason = _only_promised(expected, got) or _other_reason(expected, got) or _only_asked(expected, got)
    return reason or ("" if policy.answer else _doubted(expected, got) or _other_side(expected, got))


def _only_promised(expected: Sheet, got: Sheet) -> str:
    """Something reported as done that the agent only promises or thinks possible, or the other way round."""
    want, have = forces(expected), forces(got)
    if not want or not have:
        return ""
    for word in expected.words:
        force = want.get(word.start)
        if force is None:
            continue
        alike = [(o, have.get(o.start)) for o in got.words if o.stem == word.stem or (force == "done" and word.concepts & o.concepts)]
        found = {f for _, f in alike if f}
        if force == "done" and found and found <= {"promised", "possible"}:
            return f"{word.text!r} is {'promised' if 'promised' in found else 'possible'}, not done"
        if force == "promised" and found == {"done"}:
            return f"{word.text!r} is said to be done already"
    return ""


@lru_cache(maxsize=8192)
def forces(sheet: Sheet) -> dict[int, Force]:
    """Where a verb with a subject or an auxiliary stands -> how it is said."""
    found: dict[int, Force] = {}
    places = {w.start for w in sheet.words}
    tokens = sheet.tokens
    for i, token in enumerate(tokens):
        if token.start in places and (force := _force(tokens, i)):
            found[token.start] = force
    return found


def _force(tokens: tuple[Token, ...], i: int) -> Force | None:
    verb, chain = tokens[i].text, []
    past = verb.endswith("ed") or verb in _PAST
    at = i - 1
    while at >= 0 and i - at <= 6 and tokens[at + 1].start - tokens[at].end <= 1 and (tokens[at].text in _CHAIN or tokens[at].text.endswith("ly")):
        chain.append(tokens[at].text)
        at -= 1
    if any(c in _PROMISING or c.endswith("'ll") for c in chain) or ("going" in chain and "to" in chain):
        return "promised"
    if not _DOUBTING.isdisjoint(chain) or (not past and any(c.endswith("'d") for c in chain)):
        return "possible"
    if past and not _REPORTING.isdisjoint(chain):
        return "done"
    if past and not chain and i and tokens[i - 1].text in _SUBJECTS and tokens[i].start - tokens[i - 1].end == 1:
        return "done"
    return None


def _doubted(expected: Sheet, got: Sheet) -> str:
    """A doubt about what the oracle states."""
    if _REQUESTS.search(expected.low) or _HEDGE.search(expected.low):
        return ""
    match = _HEDGE.search(got.low)
    return f"it is not sure ({match[0]!r})" if match else ""


def _other_side(expected: Sheet, got: Sheet) -> str:
    """What the writer is to do done by the reader, or the other way round."""
    want, have = _subjects(expected), _subjects(got)
    for verb, sides in want.items():
        if verb in have and sides.isdisjoint(have[verb]) and verb not in _ANYBODYS:
            return f"another side does {verb!r}"
    return ""


@lru_cache(maxsize=8192)
def _subjects(sheet: Sheet) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for match in _OWNER.finditer(sheet.low):
        found.setdefault(f"{stem(match[2])} of", set()).add("you" if match[1] == "your" else "i")
    for fact in sheet.facts:
        if fact.kind == "name" and fact.end > fact.start and (owned := _OWNED.match(sheet.low, fact.end)):
            found.setdefault(f"{stem(owned[1] or owned[2])} of", set()).add("another")
    for match in _SUBJECT.finditer(sheet.low):
        if not (match[2] and match[3].endswith(("ed", "en"))):
            found.setdefault(stem(match[3]), set()).add("you" if match[1] == "you" else "i")
    return found


_IN_SPITE = re.compile(r"\b(?:despite|in spite of|regardless of|even though|although)\b")
_REASON = re.compile(r"\b(?:because|since|due to|owing to|on account of)\b")


def _other_reason(expected: Sheet, got: Sheet) -> str:
    """Another reason than the oracle's."""
    if not _REASON.search(got.low):
        turned = _IN_SPITE.search(got.low) if _REASON.search(expected.low) and not _IN_SPITE.search(expected.low) else None
        return f"it says {turned[0]!r}" if turned is not None else ""
    for match in _REASON.finditer(expected.low):
        end = next((b for _, b in sentences(expected) if b >= match.end()), len(expected.low))
        words = [w for w in expected.words if match.end() <= w.start < end and w.text not in LIGHT]
        if words and len(missing(words, got)) == len(words) and not any(match.end() <= f.start < end for f in expected.facts if not f.weak):
            return f"it does not say {expected.text[match.start() : end].strip()[:60]!r}"
    return ""


def _only_asked(expected: Sheet, got: Sheet) -> str:
    """A sentence that states something all of whose facts and specific words the agent only asks about."""
    if "?" not in got.low or "?" in expected.low:
        return ""
    asked = [(a, b) for a, b in sentences(got) if "?" in got.low[a:b]]

    def is_asked(start: int) -> bool:
        return any(a <= start < b for a, b in asked)

    for start, end in sentences(expected):
        text = expected.low[start:end]
        if _REQUESTS.search(text) or not _FINITE.search(text):
            continue
        keys: list[Word] = [w for w in expected.words if start <= w.start < end and (w.specific or w.proper)]
        places = [o.start for w in keys for o in got.words if o.stem == w.stem or (not w.quoted and w.concepts & o.concepts)]
        places += [g.start for f in expected.facts if start <= f.start < end and not f.weak for g in got.facts if not g.weak and same(f, g)]
        if places and all(map(is_asked, places)):
            return f"it asks about {expected.text[start:end].strip()[:60]!r} instead of stating it"
    return ""
