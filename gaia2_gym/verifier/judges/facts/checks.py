"""The soft checks, one function each: a question in, the reason for a refusal out ("" for yes)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import orjson

from gaia2_gym.verifier.judges.facts.comparing import Policy, Similarity, difference
from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import Fact, Sheet
from gaia2_gym.verifier.judges.facts.languages import language
from gaia2_gym.verifier.judges.facts.letter import Letter, is_own_signature, speaks_as_assistant, take_apart
from gaia2_gym.verifier.judges.facts.names import index_of
from gaia2_gym.verifier.judges.facts.places import country, is_home, same_place
from gaia2_gym.verifier.judges.facts.reading import read
from gaia2_gym.verifier.judges.facts.text import clean, fold, lower
from gaia2_gym.verifier.judges.facts.wording import covered, missing
from gaia2_gym.verifier.soft import Context, Question

Check = Callable[[Question, Similarity | None], str]

_ANSWER = Policy(answer=True, spare_words=6)
_MESSAGE = Policy()
_TITLE = Policy(title=True)
_NOTE = Policy(imperative=True)
_DESCRIPTION = Policy(wording=0.25, spare_words=2)


def signature(question: Question, similarity: Similarity | None = None) -> str:
    """Signed by the user, or not at all."""
    user = question.context.user_name
    text = question.got.get("content", "")
    if said := speaks_as_assistant(text):
        if not speaks_as_assistant(question.expected.get("content", "")):
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


_INSULTS = re.compile(
    r"\b(?:idiot|idiots|stupid|moron|dumb(?:ass)?|shut up|screw you|fuck\w*|shit\w*|bitch\w*|asshole|bastard|damn you|loser|hate you|go to hell|jerk|crap)\b"
)
_SLANG = re.compile(r"\b(?:yo|dude|bro|wassup|sup|lol|lmao|omg|wtf|gonna|wanna|gotta|ain't|innit|u|ur|thx|pls|plz|cuz|dunno|nah|y'all)\b")
_CODE = re.compile(r"\w\.\w+\(\w*\)|=\?|==|!=|=>|\{\{|\}\}|\$\{|</?\w+>|\breturn \w+;|;\s*$|\bif\s*\(|\bdef \w+\(|\blambda\b|```")


def tone(question: Question, similarity: Similarity | None = None) -> str:
    """Written as a person would: no insults, no shouting, no code; slang where the oracle is formal is taken leniently."""
    got, wanted = clean(question.got.get("content", "")), clean(question.expected.get("content", ""))
    low, want_low = lower(got), lower(wanted)
    if not low.strip():
        return "it is empty"
    if said := speaks_as_assistant(got):
        if not speaks_as_assistant(wanted):
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
    letters = [c for c in text if c.isalpha() and c.isascii()]
    return len(letters) >= 20 and sum(c.isupper() for c in letters) > 0.7 * len(letters)


_REPEATED = re.compile(r"(\S{1,40}(?:\s\S{1,20}){0,3})(?:[\s,;.]+\1){3,}")


def sanity(question: Question, similarity: Similarity | None = None) -> str:
    """Intelligible: words, not code, no endless repetition."""
    got, wanted = clean(question.got.get("content", "")), clean(question.expected.get("content", ""))
    if not got:
        return "it is empty"
    if (match := _CODE.search(got)) and not _CODE.search(wanted):
        return f"it reads like code ({match[0]!r})"
    if _REPEATED.search(got[:2000]):
        return "it repeats itself"
    letters = sum(c.isalnum() for c in got)
    if letters * 2 < len(got.replace(" ", "")):
        return "it is mostly signs"
    long = [w for w in re.findall(r"[A-Za-z]{4,}", got) if not w.isupper()]
    odd = [w for w in long if not re.search(r"[aeiouyAEIOUY]", w) or len(w) > 30]
    if len(odd) * 3 > len(long) > 2:
        return f"it is not intelligible ({odd[0]!r})"
    return ""


_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|presumably|might be|could be|i think|i guess|i believe|i'm not sure|not sure|unsure|not certain|or so|roughly|approximately|if i'm not mistaken|i suppose)\b"
    r"|\b(?:about|around|almost|nearly|over|more than|less than|fewer than|at least|at most|(?<!add )(?<!adds )(?<!added )(?<!came )(?<!comes )up to|under) (?=[$€£]?\d)"
)


def user_message(question: Question, similarity: Similarity | None = None) -> str:
    """The answer or report that the oracle gives, to what the tasks ask."""
    expected, got, allowed = (_prose(t, question.context) for t in (question.expected["content"], question.got["content"], _tasks(question.context)))
    if hedge := _hedged(expected, got, allowed):
        return f"it does not commit itself ({hedge!r})"
    if _is_phrase_answer(expected):
        return _phrase_answer(expected, got, allowed) or difference(expected, got, allowed, _ANSWER, similarity)
    return difference(expected, got, allowed, _ANSWER, similarity)


def _hedged(expected: Sheet, got: Sheet, allowed: Sheet) -> str:
    for match in _HEDGE.finditer(got.low):
        if match[0] not in expected.low and match[0] not in allowed.low:
            return match[0].strip()
    return ""


def _is_phrase_answer(sheet: Sheet) -> bool:
    """Whether a text is an answer without a sentence around it: a name, a place, a title."""
    return bool(sheet.words) and len(sheet.low) <= 80 and not re.search(r"[.!?]\s*\S|[!?]$|\b(?:is|are|was|were|be|been|has|have|had|i|you|your|we|will|can)\b|\n", sheet.low)


def _phrase_answer(expected: Sheet, got: Sheet, allowed: Sheet) -> str:
    if absent := [w for w in missing(expected.words, got) if w.proper or not any(not f.weak for f in expected.facts)]:
        return f"{absent[0].text!r} is missing"
    for match in re.finditer(r"\bor\b", got.low):
        if " or " not in expected.low and not re.search(r"\bwhether\b|\?", got.low[: match.start()]) and "or" not in allowed.stems:
            return "it names alternatives"
    at = [i for i, w in enumerate(got.words) if any(w.stem == e.stem for e in expected.words)]
    if any(w.negated for i, w in enumerate(got.words) if i in at) and not any(w.negated for w in expected.words):
        return f"{expected.words[0].text!r} is denied"
    return ""


def message(question: Question, similarity: Similarity | None = None) -> str:
    """The same facts and the same request, in a message to someone else."""
    return _written(question, similarity, with_subject=False)


def email(question: Question, similarity: Similarity | None = None) -> str:
    """The same facts and the same request, subject and body together."""
    return _written(question, similarity, with_subject="subject" in question.expected)


def _written(question: Question, similarity: Similarity | None, *, with_subject: bool) -> str:
    context = question.context
    want = _letter(question.expected.get("content", ""), context)
    give = _letter(question.got.get("content", ""), context)
    if not give.body and want.body:
        return "it has no text"
    if reason := _greets_another(want, give, context):
        return reason
    expected, got = _prose(want.body, context), _prose(give.body, context)
    got = replace(got, facts=(*got.facts, *(f._replace(start=0, end=0, weak=True) for f in _prose(give.greeting + ",", context).facts)))
    allowed = _joined(_joined(_prose(_tasks(context), context), _prose(f"{want.greeting}, {context.user_name}", context)), _prose(give.greeting, context))
    if with_subject:
        subject = _title(question.expected["subject"], context)
        given = _title(question.got.get("subject", ""), context)
        if not given.low:
            return "it has no subject"
        if reason := _subject(subject, expected, given, got, allowed):
            return reason
        got = _joined(got, given)
        if expected.low == "":
            expected = subject
        else:
            allowed = _joined(allowed, subject)
            got_facts = [f for f in subject.facts if not f.weak and not any(same(f, g) for g in (*got.facts, *given.facts))]
            if got_facts and not any(same(got_facts[0], a) for a in _prose(_tasks(context), context).facts):
                return f"{got_facts[0]} is missing"
    if home := context.user_address:
        allowed = _joined(allowed, _prose(home, context)) if re.search(r"\b(?:home|house|place|apartment|flat)\b", expected.low) else allowed
    return difference(expected, got, allowed, _MESSAGE, similarity)


def _subject(wanted: Sheet, wanted_body: Sheet, given: Sheet, body: Sheet, allowed: Sheet) -> str:
    """A subject may be put another way, but it must be about the mail: some word in common with the oracle's mail or the agent's own body."""
    words = [w for w in given.words if w.specific]
    if not words or any(covered(w, wanted) or covered(w, wanted_body) for w in given.words) or any(covered(w, wanted) or covered(w, wanted_body) or covered(w, allowed) for w in words):
        return ""
    return f"the subject is about {words[0].text!r}"


def _greets_another(want: Letter, give: Letter, context: Context) -> str:
    """Another person greeted than the oracle greets."""
    if not give.greeting:
        return ""
    given = [f for f in _prose(give.greeting + ",", context).facts if f.kind == "name"]
    wanted = [f for f in _prose(f"{want.greeting}, {want.body}", context).facts if f.kind == "name"]
    if want.greeting and (other := next((f for f in given if not any(same(w, f) for w in wanted)), None)):
        return f"it greets {other.text!r} instead of {want.greeting!r}"
    greeted = [f for f in _prose(want.greeting + ",", context).facts if f.kind == "name"]
    if given and (left := next((f for f in greeted if not any(same(f, g) for g in given)), None)):
        return f"it does not greet {left.text!r}"
    if not given and not greeted and want.greeting:
        a, b = set(fold(want.greeting).split()), set(fold(give.greeting).split())
        strangers = {w for w in b - a if w not in _CROWD}
        if strangers and not a & _CROWD and not a & b and not strangers & set(fold(_tasks(context)).split()):
            return f"it greets {give.greeting!r} instead of {want.greeting!r}"
    return ""


_CROWD = frozenset("all everyone everybody team there folks both friends guys you colleagues club two dear book group".split())


def event(question: Question, similarity: Similarity | None = None) -> str:
    """The same event: title and description say the same, the place is the same."""
    context = question.context
    every = _title(" \n".join(question.got.values()), context)
    allowed = _joined(_prose(_tasks(context), context), _title(" \n".join(question.expected.values()), context))
    for name, text in question.expected.items():
        given = question.got.get(name, "")
        if name == "location":
            reason = place(text, given, context, also=every)
        elif name == "title":
            reason = "it has no title" if not given.strip() else difference(_title(text, context), _title(given, context), allowed, _TITLE, similarity)
        else:
            reason = _description(text, given, every, allowed, context, similarity)
        if reason:
            return f"{name}: {reason}"
    return ""


def _description(text: str, given: str, every: Sheet, allowed: Sheet, context: Context, similarity: Similarity | None) -> str:
    expected = _prose(text, context)
    if not given.strip():
        rest = missing((w for w in expected.words if w.specific), every)
        facts = [f for f in expected.facts if not f.weak and not any(same(f, e) for e in every.facts)]
        return "it is empty" if rest or facts else ""
    return difference(expected, _prose(given, context), allowed, _DESCRIPTION, similarity)


def cab(question: Question, similarity: Similarity | None = None) -> str:
    """From the same place to the same place."""
    for name, text in question.expected.items():
        if reason := place(text, question.got.get(name, ""), question.context):
            return f"{name}: {reason}"
    return ""


def place(expected: str, got: str, context: Context, also: Sheet | None = None) -> str:
    """Whether two places are the same; the user's home may be given by name or by address."""
    if fold(expected) == fold(got):
        return ""
    home, user = context.user_address, context.user_name
    got = re.sub(r"^(?i:online|at|via)[:\s]+", "", got.strip())
    if is_home(expected, user):
        if is_home(got, user):
            return ""
        return same_place(home, got) if home and got.strip() else f"{got!r} is not the user's home"
    if is_home(got, user):
        return same_place(expected, home) if home else f"{got!r} is not {expected!r}"
    if not got.strip():
        return "" if also is not None and not missing(_title(expected, context).words, also) and not same_place(expected, also.text) else "it is empty"
    wanted, given = _title(expected, context), _title(got, context)
    literal = [f for f in wanted.facts if f.kind in ("url", "email", "phone")]
    if literal:
        absent = next((f for f in literal if not any(same(f, g) for g in given.facts)), None)
        return f"{absent} is missing" if absent else ""
    return same_place(expected, got)


def content(question: Question, similarity: Similarity | None = None) -> str:
    """The same content: titles, updates of a contact, descriptions."""
    context = question.context
    for name, text in question.expected.items():
        given = question.got.get(name, "")
        if not given.strip():
            return f"{name}: it is empty"
        fields = _fields(text)
        if fields is not None:
            reason = _updates(fields, _fields(given), context, similarity)
        elif name == "title":
            reason = difference(_title(text, context), _title(given, context), _prose(_tasks(context), context), _TITLE, similarity)
        else:
            reason = difference(_prose(text, context), _prose(given, context), _prose(_tasks(context), context), _NOTE, similarity)
        if reason:
            return f"{name}: {reason}"
    return ""


def _fields(text: str) -> dict[str, Any] | None:
    if not text.lstrip().startswith("{"):
        return None
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict) else None


def _updates(expected: Mapping[str, Any], got: Mapping[str, Any] | None, context: Context, similarity: Similarity | None) -> str:
    if got is None:
        return "it is no object"
    for key, value in expected.items():
        if key not in got:
            return f"{key} is missing"
        if reason := _field(key, _plain(value), _plain(got[key]), context, similarity):
            return f"{key}: {reason}"
    more = [k for k, v in got.items() if k not in expected and v not in (None, "")]
    return f"{more[0]} is not expected" if more else ""


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else orjson.dumps(value).decode()


_LITERAL = frozenset({"email", "phone", "first_name", "last_name", "age", "gender"})


def _field(key: str, expected: str, got: str, context: Context, similarity: Similarity | None) -> str:
    if fold(expected) == fold(got) and key not in ("email",):
        return ""
    if key == "phone":
        wanted, given = (_title(f"{t} ", context).facts for t in (expected, got))
        digits = ["".join(c for c in t.replace("(0)", "") if c.isdigit()) for t in (expected, got)]
        return "" if digits[0] == digits[1] or (wanted and given and same(wanted[0], given[0])) else f"it is {got!r}, expected was {expected!r}"
    if key in _LITERAL:
        return "" if expected.strip().lower() == got.strip().lower() else f"it is {got!r}, expected was {expected!r}"
    if key in ("address", "city_living", "city"):
        return same_place(expected, got)
    if key in ("country", "nationality"):
        return "" if country(expected) and country(expected) == country(got) else f"it is {got!r}, expected was {expected!r}"
    return difference(_title(expected, context), _title(got, context), Sheet(), _TITLE, similarity)


CHECKS: dict[str, Check] = {
    "signature": signature,
    "tone": tone,
    "sanity": sanity,
    "user_message": user_message,
    "message": message,
    "email": email,
    "event": event,
    "cab": cab,
    "content": content,
}
"""Name of a soft check -> the function that answers it."""


def _today(context: Context) -> int:
    return 719163 + int(context.now // 86400) if context.now > 0 else 0


def _prose(text: str, context: Context) -> Sheet:
    return read(text, _today(context), context.names, context.user_name, _language(context))


def _title(text: str, context: Context) -> Sheet:
    return read(text, _today(context), context.names, context.user_name, _language(context), title=True)


def _language(context: Context) -> str:
    return language(lower(clean(context.tasks[-1]))) if context.tasks else "en"


def _tasks(context: Context) -> str:
    return context.tasks[0] if len(context.tasks) == 1 else "\n".join(context.tasks)


def _letter(text: str, context: Context) -> Letter:
    letter = take_apart(text, context.user_name)
    if letter.bare and not any(p in index_of(context.names, context.user_name).by_part for p in fold(letter.greeting).split()):
        known = fold(_tasks(context)).split()
        if not any(p in known for p in fold(letter.greeting).split()):
            return Letter("", f"{letter.greeting}: {letter.body}", letter.signature)
    return letter


@lru_cache(maxsize=4096)
def _joined(a: Sheet, b: Sheet) -> Sheet:
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
