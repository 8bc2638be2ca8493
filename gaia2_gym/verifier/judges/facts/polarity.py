"""What a text denies, which of two opposites it stands for, whether it asks or states."""

from __future__ import annotations

import re
from typing import Literal

from gaia2_gym.verifier.judges.facts.scan import Scan
from gaia2_gym.verifier.judges.facts.thesaurus import AXES, HARMLESS_NEGATED, IDIOMS
from gaia2_gym.verifier.judges.facts.words import PHRASES, poles

_NEGATORS = frozenset("nie nicht kein keine keinen nao niet geen not no never neither nor without none nobody nothing cannot unable hardly cant dont wont isnt doesnt didnt".split())
_LEXICAL = frozenset("miss skip avoid decline refus reject fail lack omit".split())
_END = re.compile(r"[.;!?\n:,()]| - |\b(?:but|so|because|since|although|though|while|yet|instead|rather|however|and|which|until|unless|before|aber|mais|mas|ale|pero|ma)\b")
_OPPOSITES = {axis: len(groups) for axis, groups in AXES.items()}
_IDIOM_TRIGGER = re.compile(r"n't|\bno[t.]?\b|never|cannot|mind|asap|soon as|other business|information|news|come up|heads|yes from|you know|you have|you need|question|hope|pass\b|nothing|anything|have a|let me know|number|nr\b", re.I)
_IDIOMS = tuple((re.compile(p, re.IGNORECASE), r) for p, r in IDIOMS)
_SWITCHES = (
    (re.compile(r"\b(?:switch|turn|put|leave|keep)\w*(?: \w+){0,3} off\b|\b(?:be|is|are|stays?|remains?) off\b"), ("switch", 1)),
    (re.compile(r"\b(?:switch|turn|put|leave|keep)\w*(?: \w+){0,3} on\b(?! \x00)"), ("switch", 0)),
    (re.compile(r"\b(?:extra|additional) (?:cost|charge|fee)|\bcosts? extra\b|\bnot included\b|\bat an? (?:extra|additional)\b"), ("include", 1)),
    (re.compile(r"\b(?:by|until|till|before) (?=\x00)"), ("before", 0)),
    (re.compile(r"\bfallt [^.!?\n]{0,30}\baus\b|\bentfallt\b|\bn'aura pas lieu\b|\bse cancela\b|\bcancelada\b|\bnie odbedzie\b"), ("event", 0)),
    (re.compile(r"\bcomes? with\b|\bpart of\b|\bfree of charge\b|\bincl\."), ("include", 0)),
)
_ASKED_FOR = {"when": "time", "what time": "time", "which day": "time", "what day": "time", "where": "place", "what place": "place", "who": "person", "why": "reason"}
_ASKED = re.compile(r"(?:^|[.!?,:;\n] *(?:and |so |but )?|\b(?:know|wonder\w*|ask|me|us|and|idea|on) )(when|where|who|why|what time|which day|what day|what place)\b")
_ANSWER_NO = re.compile(r"(?:^|\n|[*-] ?|; |, |\. )([^\n:;.!?,]{2,40}?) ?(?::|-|=) ?(?:no|nope|not needed|none|n/a)\b")
_EITHER = re.compile(
    r"\b(?:invit\w+|join|(?:would|'d) (?:like|love)|want|need|hope|let us|let's|shall we|can we|could we|looking for|looking forward|have to|has to|must|should|wish)\b"
)
_QUESTION = re.compile(
    r"\b(?:could|can|would|will|do|does|did|are|is|have|has|may|shall|should) (?:you|we|i|it|he|she|they|there|the)\b|\b(?:let me know|tell (?:me|us)|wonder(?:ing|ed)?|want to know|would like to know|like to ask|(?<!for )asking|ask you|any idea|how about|what about)\b|\bplease\b"
)
_FIRST = re.compile(r"^\W*(?:(?:and|so|yes|no|sorry|but|hi|well|sure|unfortunately|just|today|tomorrow|also|then|now)\W+){0,3}(?:i|we|i'm|we're|i've|we've|i'll|we'll|i'd|we'd)\b")


def without_idioms(text: str) -> str:
    """The text with set phrases replaced whose literal reading would mislead ("don't forget to" means remember to)."""
    if _IDIOM_TRIGGER.search(text):
        for pattern, plain in _IDIOMS:
            text = pattern.sub(plain, text)
    return text


def negated_tokens(
    scan: Scan, tokens: list[tuple[str, int, int]], stems: list[str], foreign: frozenset[str]
) -> tuple[frozenset[int], tuple[str, ...]]:
    """Numbers of the tokens within the scope of a negation, and the phrases that deny.

    A negation reaches to the end of its clause; "neither ... nor" and "or" carry it on. The negation of a trouble ("no objections") denies nothing.
    """
    negated: set[int] = set()
    phrases: list[str] = []
    rest = scan.rest
    ends = [m.start() for m in _END.finditer(rest)]
    for i, (token, start, end) in enumerate(tokens):
        if token in ("instead", "rather") and stems[i + 1 : i + 2] in (["of"], ["than"]):
            stop = next((e for e in ends if e >= end and scan.low[e : e + 4] != "than"), len(rest))
            negated.update(j for j in range(i + 2, len(tokens)) if tokens[j][1] < stop)
            continue
        denies = token in _NEGATORS or token in foreign or token.endswith("n't")
        if not denies and stems[i] not in _LEXICAL:
            if token.startswith("un") and len(token) > 6 and not token.startswith(("under", "uni", "unt", "unl", "unf", "una", "unc")):
                phrases.append(token)
            continue
        stop = next((e for e in ends if e >= end), len(rest))
        if token == "neither":
            stop = next((e for e in ends if e >= end and rest[e] in ".;!?\n"), len(rest))
        if denies and not rest[end:stop].strip(" \x00"):
            begin = max((e for e in ends if e < start and rest[e] in ".;!?\n:,"), default=-1)
            negated.update(j for j in range(i) if tokens[j][1] > begin)
            phrases.append(scan.low[begin + 1 : end].strip())
            continue
        scope = [j for j in range(i + 1, len(tokens)) if tokens[j][1] < stop][:9]
        if denies and any(stems[j] in HARMLESS_NEGATED for j in scope[:3]):
            continue
        if token == "no" and (not scope or rest[end : end + 1] in ",.!:;" or rest[end : end + 2] == " -"):
            phrases.append("no")
            continue
        negated.update(scope if denies else [i, *scope])
        phrases.append(scan.low[start : tokens[scope[-1]][2] if scope else end])
    for match in _ANSWER_NO.finditer(rest):
        negated.update(j for j, (_, a, _) in enumerate(tokens) if match.start(1) <= a < match.end(1))
        phrases.append(match[0].strip())
    return frozenset(negated), tuple(phrases)


def poles_of(scan: Scan, tokens: list[tuple[str, int, int]], stems: list[str], negated: frozenset[int]) -> dict[str, frozenset[str]]:
    """Per axis of opposites the poles the text stands for; a negated pole of two is the other one."""
    found: dict[str, set[str]] = {}
    i = 0
    while i < len(stems):
        phrase = next((p for p in PHRASES.get(stems[i], ()) if tuple(stems[i : i + len(p)]) == p), ())
        meaning = " ".join(phrase) if phrase else stems[i]
        for axis, pole in poles(meaning) or {p for j in range(max(1, len(phrase))) for p in poles(stems[i + j]) or poles(tokens[i + j][0])}:
            if axis == "answer" and (i > 1 or tokens[i][1] > 12):
                continue
            _stand(found, axis, pole, negated=i in negated)
        i += max(1, len(phrase))
    for pattern, (axis, pole) in _SWITCHES:
        for match in pattern.finditer(scan.rest):
            at = [j for j, (_, a, _) in enumerate(tokens) if match.start() <= a < match.end()]
            _stand(found, axis, pole, negated=any(j in negated for j in at[-1:]))
    if "?" in scan.low:
        for match in _ASKED.finditer(scan.low):
            found.setdefault("asked", set()).add(_ASKED_FOR[match[1]])
    if re.match(r"\W*no\b[,.!]| *no -", scan.low):
        _stand(found, "answer", 1, negated=False)
    return {axis: frozenset(p) for axis, p in found.items()}


def _stand(found: dict[str, set[str]], axis: str, pole: int, *, negated: bool) -> None:
    if negated:
        if _OPPOSITES[axis] != 2 or axis in ("atleast", "before", "answer", "quantity", "old", "big", "long", "first"):
            return
        pole = 1 - pole
    found.setdefault(axis, set()).add(str(pole))


def sentence_mood(sentence: str, clause: str) -> Literal["question", "first", "other"]:
    """Whether a clause asks, states something about its writer, or neither."""
    if _EITHER.search(sentence):
        return "other"
    if "?" in sentence or _QUESTION.search(sentence):
        return "question"
    return "first" if _FIRST.match(clause) or _FIRST.match(sentence) else "other"
