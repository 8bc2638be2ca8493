"""Mails and messages to others."""

from __future__ import annotations

import re
from dataclasses import replace

from gaia2_gym.verifier.judges.facts.comparing import difference
from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import Sheet
from gaia2_gym.verifier.judges.facts.letter import Letter
from gaia2_gym.verifier.judges.facts.material import joined, letter_of, prose, tasks, title
from gaia2_gym.verifier.judges.facts.policy import Policy, Similarity
from gaia2_gym.verifier.judges.facts.text import fold
from gaia2_gym.verifier.judges.facts.vocabulary import spaced
from gaia2_gym.verifier.judges.facts.wording import covered
from gaia2_gym.verifier.soft import Context, Question

_MESSAGE = Policy()

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
    if reason := _greets_another(want, give, context):
        return reason
    expected, got = prose(want.body, context), prose(give.body, context)
    got = replace(got, facts=(*got.facts, *(f._replace(start=0, end=0, weak=True) for f in prose(give.greeting + ",", context).facts)))
    allowed = joined(joined(prose(tasks(context), context), prose(f"{want.greeting}, {context.user_name}", context)), prose(give.greeting, context))
    if with_subject:
        subject = title(question.expected["subject"], context)
        given = title(question.got.get("subject", ""), context)
        if not given.low:
            return "it has no subject"
        if reason := _subject(subject, expected, given, got, allowed):
            return reason
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


def _subject(wanted: Sheet, wanted_body: Sheet, given: Sheet, body: Sheet, allowed: Sheet) -> str:
    """A subject may be put another way, but it must be about the mail: some word in common with the oracle's mail or the agent's own body."""
    words = [w for w in given.words if w.specific]
    kept = any(w.stem in wanted.stems or w.stem in wanted_body.stems for w in given.words)
    if not words or kept or any(covered(w, wanted) or covered(w, wanted_body) or covered(w, allowed) for w in words):
        return ""
    return f"the subject is about {words[0].text!r}"


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
    if not given and not greeted and want.greeting:
        a, b = set(fold(want.greeting).split()), set(fold(give.greeting).split())
        strangers = {w for w in b - a if w not in _CROWD}
        if strangers and not a & _CROWD and not a & b and not strangers & set(fold(tasks(context)).split()):
            return f"it greets {give.greeting!r} instead of {want.greeting!r}"
    return ""
