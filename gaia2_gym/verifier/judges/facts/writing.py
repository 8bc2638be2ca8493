"""Mails and messages to others."""

from __future__ import annotations

import re
from dataclasses import replace

from gaia2_gym.verifier.judges.facts.comparing import difference
from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import Fact, Sheet
from gaia2_gym.verifier.judges.facts.letter import Letter
from gaia2_gym.verifier.judges.facts.material import joined, letter_of, prose, tasks, title
from gaia2_gym.verifier.judges.facts.policy import Policy, Similarity
from gaia2_gym.verifier.judges.facts.text import fold
from gaia2_gym.verifier.judges.facts.vocabulary import LIGHT, spaced
from gaia2_gym.verifier.judges.facts.wording import covered, missing, share
from gaia2_gym.verifier.soft import Context, Question

_MESSAGE = Policy()

_LEAST_SHARE = 0.3
"""Share of the words of the oracle's subject that another must have which names nothing of the mail."""
_ECHO = 60
"""Characters of a task from which on a message that holds all of it is an echo."""
_CROWD = frozenset(spaced("all everyone everybody team there folks both friends guys you colleagues club two dear book group"))


def message(question: Question, similarity: Similarity | None = None) -> str:
    """The same facts and the same request, in a message to someone else."""
    return _written(question, similarity, with_subject=False)


def email(question: Question, similarity: Similarity | None = None) -> str:
    """The same facts and the same request, subject and body together."""
    return _written(question, similarity, with_subject="subject" in question.expected)


def _written(question: Question, similarity: Similarity | None, *, with_subject: bool) -> str:
    context = question.context
    want = letter_of(question.expected.get("content", ""), context)
    give = letter_of(question.got.get("content", ""), context)
    if not give.body and want.body:
        return "it has no text"
    if any(len(task) > _ECHO and fold(task) in fold(give.body) and fold(task) not in fold(want.body) for task in context.tasks):
        return "it repeats the task"
    if reason := _greets_another(want, give, context):
        return reason
    expected, got = prose(want.body, context), prose(give.body, context)
    allowed = joined(prose(tasks(context), context), prose(f"{want.greeting}, {context.user_name}", context))
    if give.greeting:
        greeting = prose(give.greeting + ",", context)
        got = replace(got, facts=(*got.facts, *(f._replace(start=0, end=0, weak=True) for f in greeting.facts)))
        allowed = joined(allowed, greeting)
    if with_subject:
        subject = title(question.expected["subject"], context)
        given = title(question.got.get("subject", ""), context)
        if not given.low:
            return "it has no subject"
        dictated = f'"{subject.low}"' in prose(tasks(context), context).low
        if reason := _subject(subject, given, () if dictated else (expected, allowed)):
            return reason
        if reason := _empty_body(expected, got):
            return reason
        if expected.words and not _related(expected, got):
            return "the text says something else, whatever the subject says"
        got = joined(got, given)
        if expected.low == "":
            expected = subject
        else:
            allowed = joined(allowed, subject)
            got_facts = [f for f in subject.facts if not f.weak and not any(same(f, g) for g in (*got.facts, *given.facts))]
            if got_facts and not any(same(got_facts[0], a) for a in prose(tasks(context), context).facts):
                return f"{got_facts[0]} is missing"
    if home := context.user_address:
        allowed = joined(allowed, prose(home, context)) if re.search(r"\b(?:home|house|place|apartment|flat)\b", expected.low) else allowed
    return difference(expected, got, allowed, _MESSAGE, similarity)


def _related(expected: Sheet, got: Sheet) -> bool:
    """Whether two texts have anything in common: a fact, or a word or its like."""
    heavy = [w for w in expected.words if not LIGHT.issuperset(w.text.split())]
    return not heavy or any(covered(w, got) for w in heavy) or any(same(f, g) for f in expected.facts for g in got.facts)


def _subject(wanted: Sheet, given: Sheet, others: tuple[Sheet, ...]) -> str:
    """A subject may be put another way, but it must be about the mail: by something named, or by half of its words.

    Args:
        wanted: The oracle's.
        given: The agent's.
        others: What it may be about besides: the oracle's text and the tasks, unless these dictate the subject.
    """
    about = (wanted, *others)
    if any(same(f, g) for g in given.facts for sheet in about for f in sheet.facts if not f.weak and not g.weak):
        return ""
    if any(w.specific and any(covered(w, sheet) for sheet in about) for w in given.words):
        return ""
    kept = sum(any(covered(w, sheet) for sheet in about) for w in given.words)
    if kept and 2 * kept >= len(given.words) and share(wanted.words, given) >= _LEAST_SHARE:
        return ""
    return f"the subject {given.text[:40]!r} is not about the mail"


def _empty_body(expected: Sheet, got: Sheet) -> str:
    """A body that holds nothing of what the oracle's holds, whatever its subject says."""
    facts = [f for f in expected.facts if not f.weak]
    words = [w for w in expected.words if w.specific]
    if not words and not facts:
        words = [w for w in expected.words if w.text not in LIGHT] or list(expected.words)
    kept = len(words) - len(missing(words, got)) + sum(any(same(f, g) for g in got.facts) for f in facts)
    return "" if 4 * kept >= len(words) + len(facts) else f"it says next to nothing of {expected.text[:40]!r}"


def _greets_another(want: Letter, give: Letter, context: Context) -> str:
    """Another person greeted than the oracle greets."""
    if not give.greeting:
        return ""
    given = [f for f in prose(give.greeting + ",", context).facts if f.kind == "name"]
    wanted = [f for f in prose(f"{want.greeting}, {want.body}", context).facts if f.kind == "name"]
    if want.greeting and (other := next((f for f in given if not any(same(w, f) for w in wanted)), None)):
        return f"it greets {other.text!r} instead of {want.greeting!r}"
    greeted = [f for f in prose(want.greeting + ",", context).facts if f.kind == "name"]
    if given and (left := next((f for f in greeted if not any(same(f, g) for g in given)), None)):
        return f"it does not greet {left.text!r}"
    if given and not want.greeting and (to := _addressed(context)) and not any(same(f, o) for f in given for o in (*wanted, *to)):
        return f"it greets {given[0].text!r} instead of {to[0].text!r}"
    if not given and not greeted and want.greeting:
        a, b = set(fold(want.greeting).split()), set(fold(give.greeting).split())
        strangers = {w for w in b - a if w not in _CROWD}
        if strangers and not a & _CROWD and not a & b and not strangers & set(fold(tasks(context)).split()):
            return f"it greets {give.greeting!r} instead of {want.greeting!r}"
    return ""


_ADDRESSING = re.compile(
    r"\b(?:tell|ask|e?mail|text|message|write|send|reply|let|inform|thank|answer|remind|invite|notify|respond|congratulate|warn|wish|ping)s?"
    r"(?: (?:back|a|an|the|email|mail|message|note|text|reply|and|to))* $"
)


def _addressed(context: Context) -> list[Fact]:
    """The contacts whom the tasks say to write to."""
    sheet = prose(tasks(context), context)
    return [f for f in sheet.facts if f.kind == "name" and _ADDRESSING.search(sheet.low, 0, f.start)]
