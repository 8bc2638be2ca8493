"""What a text denies, which of two opposites it stands for, whether it asks or states."""

from __future__ import annotations

import re

from gaia2_gym.verifier.judges.facts.fact import Mood, Token
from gaia2_gym.verifier.judges.facts.scan import Scan
from gaia2_gym.verifier.judges.facts.thesaurus import AXES, HARMLESS_NEGATED, IDIOMS
from gaia2_gym.verifier.judges.facts.vocabulary import spaced
from gaia2_gym.verifier.judges.facts.words import poles

_NEGATORS = frozenset(
    spaced(
        "nie nicht kein keine keinen nao niet geen not no never neither nor without none nobody nothing cannot unable hardly cant dont "
        "wont isnt doesnt didnt"
    )
)
_LEXICAL = frozenset(spaced("miss skip avoid decline refus reject fail lack omit"))
_END = re.compile(
    r"[.;!?\n:,()]| - |\b(?:but|so|because|since|although|though|while|yet|instead|rather|however|and|which|until|unless|before|aber|mais|"
    r"mas|ale|pero|ma)\b"
)
_OPPOSITES = {axis: len(groups) for axis, groups in AXES.items()}
_IDIOMS = tuple((trigger, re.compile(pattern, re.IGNORECASE), plain) for trigger, pattern, plain in IDIOMS)
_SWITCHES = (
    (re.compile(r"\b(?:switch|turn|put|leave|keep)\w*(?: \w+){0,3} off\b|\b(?:be|is|are|stays?|remains?) off\b"), ("switch", 1)),
    (re.compile(r"\b(?:switch|turn|put|leave|keep)\w*(?: \w+){0,3} on\b(?! \x00)"), ("switch", 0)),
    (re.compile(r"\b(?:extra|additional) (?:cost|charge|fee)|\bcosts? extra\b|\bnot included\b|\bat an? (?:extra|additional)\b"), ("include", 1)),
    (re.compile(r"\b(?:by|until|till|before) (?=\x00)"), ("before", 0)),
    (re.compile(r"\bfallt [^.!?\n]{0,30}\baus\b|\bentfallt\b|\bn'aura pas lieu\b|\bse cancela\b|\bcancelada\b|\bnie odbedzie\b"), ("event", 0)),
    (re.compile(r"\bcomes? with\b|\bpart of\b|\bfree of charge\b|\bincl\."), ("include", 0)),
)
_ASKED_FOR = {
    "when": "time",
    "what time": "time",
    "which day": "time",
    "what day": "time",
    "where": "place",
    "what place": "place",
    "who": "person",
    "why": "reason",
    "how much": "amount",
    "how many": "count",
    "how long": "length",
    "how far": "distance",
    "how old": "age",
}
_ASKED = re.compile(
    r"(?:^|[.!?,:;\n] *(?:and |so |but )?|\b(?:know|wonder\w*|ask|me|us|and|idea|on) )(when|where|who|why|how much|how many|how long|"
    r"how far|how old|what time|which day|what day|what place)\b"
)
_SAYS_NO = re.compile(r"\W*no\b[,.!]| *no -")
_UN = re.compile(r"un(?!der|i|t|l|f|a|c|re)\w{4,}")
_HINT_OF_DENIAL = re.compile(r"instead|rather|\bun[a-z]{5}")
_SWITCH_TOKENS = frozenset(
    spaced("off on extra additional costs cost included come comes part free incl by until till before fallt entfallt pas cancela cancelada nie")
)
_ANSWER_NO = re.compile(r"(?:^|\n|[*-] ?|; |, |\. )([^\n:;.!?,]{2,40}?) ?(?::|-|=) ?(?:no|nope|not needed|none|n/a)(?=[,.;!\n)]|$)")
_EITHER = re.compile(
    r"\b(?:invit\w+|join|(?:would|'d) (?:like|love)|want|need|hope|let us|let's|shall we|shall i|can we|could we|looking for|looking forward|"
    r"have to|has to|must|should|wish|(?:delighted|happy|glad|great|lovely|nice) if you)\b"
)
_QUESTION = re.compile(
    r"\b(?:could|can|would|will|do|does|did|are|is|have|has|may|shall|should) (?:you|we|i|it|he|she|they|there|the)\b|\b(?:let me know|"
    r"tell (?:me|us)|wonder(?:ing|ed)?|want to know|would like to know|like to ask|(?<!for )asking|ask you|any idea|how about|what about)\b|"
    r"\bplease\b"
)
_FIRST = re.compile(
    r"^\W*(?:(?:and|so|yes|no|sorry|but|hi|well|sure|unfortunately|just|today|tomorrow|also|then|now)\W+){0,3}(?:i|we|i'm|we're|i've|we've|"
    r"i'll|we'll|i'd|we'd)\b"
)


def without_idioms(text: str) -> str:
    """The text with set phrases replaced whose literal reading would mislead ("don't forget to" means remember to)."""
    low = text.lower()
    for trigger, pattern, plain in _IDIOMS:
        if trigger in low:
            text = pattern.sub(plain, text)
    return text


def negated_tokens(scan: Scan, tokens: list[Token], foreign: frozenset[str]) -> tuple[frozenset[int], frozenset[int], tuple[str, ...]]:
    """Numbers of the tokens that are denied, of those that something stands instead of, and the phrases that deny.

    A negation reaches to the end of its clause; "neither ... nor" and "or" carry it on. The negation of a trouble ("no objections") denies nothing.
    """
    texts = scan.tokens
    if (
        _NEGATORS.isdisjoint(texts)
        and foreign.isdisjoint(texts)
        and "n't" not in scan.low
        and not _HINT_OF_DENIAL.search(scan.low)
        and not any(t.stem in _LEXICAL for t in tokens)
    ):
        return frozenset(), frozenset(), ()
    negated: set[int] = set()
    replaced: set[int] = set()
    phrases: list[str] = []
    rest = scan.rest
    ends = [m.start() for m in _END.finditer(rest)]
    for i, token in enumerate(tokens):
        stop = next((e for e in ends if e >= token.end), len(rest))
        if token.text in ("instead", "rather") and i + 1 < len(tokens) and tokens[i + 1].text in ("of", "than"):
            replaced.update(j for j in range(i + 2, len(tokens)) if tokens[j].start < stop)
            continue
        denies = token.text in _NEGATORS or token.text in foreign or token.text.endswith("n't")
        if not denies and not _lexical(token):
            if _UN.match(token.text):
                phrases.append(token.text)
            continue
        if token.text == "neither":
            stop = next((e for e in ends if e >= token.end and rest[e] in ".;!?\n"), len(rest))
        if denies and not rest[token.end : stop].strip(" \x00"):
            wide = token.text not in ("nobody", "nothing", "none", "nowhere")
            begin = max((e for e in ends if e < token.start and (not wide or rest[e] in ".;!?\n:,")), default=-1)
            negated.update(j for j in range(i) if tokens[j].start > begin)
            phrases.append(scan.low[begin + 1 : token.end].strip())
            continue
        scope = [j for j in range(i + 1, min(len(tokens), i + 10)) if tokens[j].start < stop]
        if denies and any(tokens[j].stem in HARMLESS_NEGATED for j in scope[:3]):
            continue
        if token.text == "no" and (not scope or rest[token.end : token.end + 1] in ",.!:;" or rest[token.end : token.end + 2] == " -"):
            phrases.append("no")
            continue
        negated.update(scope if denies else [i, *scope])
        phrases.append(scan.low[token.start : tokens[scope[-1]].end if scope else token.end])
    for match in _ANSWER_NO.finditer(rest):
        negated.update(j for j, t in enumerate(tokens) if match.start(1) <= t.start < match.end(1))
        phrases.append(match[0].strip())
    return frozenset(negated), frozenset(replaced), tuple(phrases)


def _lexical(token: Token) -> bool:
    return token.stem in _LEXICAL and token.text != "missing"


def poles_of(scan: Scan, tokens: list[Token], units: list[tuple[int, int, str]], negated: frozenset[int]) -> dict[str, frozenset[str]]:
    """Per axis of opposites the poles the text stands for; a negated pole of two is the other one."""
    found: dict[str, set[str]] = {}
    for i, length, meaning in units:
        stands = poles(meaning)
        if not stands and length > 1:
            stands = frozenset().union(*(poles(tokens[j].stem) for j in range(i, i + length)))
        for axis, pole in stands:
            if axis != "answer" or (i < 2 and tokens[i].start <= 12):
                _stand(found, axis, pole, negated=i in negated)
    if not _SWITCH_TOKENS.isdisjoint(scan.tokens):
        for pattern, (axis, pole) in _SWITCHES:
            for match in pattern.finditer(scan.rest):
                last = max((j for j, t in enumerate(tokens) if match.start() <= t.start < match.end()), default=-1)
                _stand(found, axis, pole, negated=last in negated)
    if "?" in scan.low:
        for match in _ASKED.finditer(scan.low):
            found.setdefault("asked", set()).add(_ASKED_FOR[match[1]])
    if "no" in scan.tokens and _SAYS_NO.match(scan.low):
        _stand(found, "answer", 1, negated=False)
    return {axis: frozenset(p) for axis, p in found.items()}


def _stand(found: dict[str, set[str]], axis: str, pole: int, *, negated: bool) -> None:
    if negated:
        if _OPPOSITES[axis] != 2 or axis in ("atleast", "before", "answer", "quantity", "old", "big", "long", "first", "proceed", "start"):
            return
        pole = 1 - pole
    found.setdefault(axis, set()).add(str(pole))


def sentence_mood(sentence: str) -> Mood | None:
    """What a sentence does as a whole; None if each clause is to be asked. An invitation or a wish is neither a question nor a statement."""
    if _EITHER.search(sentence):
        return "other"
    if "?" in sentence or _QUESTION.search(sentence):
        return "question"
    return "first" if _FIRST.match(sentence) else None


def clause_mood(clause: str) -> Mood:
    """What a clause does."""
    return "first" if _FIRST.match(clause) else "other"
