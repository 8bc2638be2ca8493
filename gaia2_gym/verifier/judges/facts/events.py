"""Calendar events and rides: titles, descriptions, places."""

from __future__ import annotations

import re

from gaia2_gym.verifier.judges.facts.comparing import difference
from gaia2_gym.verifier.judges.facts.equality import same
from gaia2_gym.verifier.judges.facts.fact import Sheet
from gaia2_gym.verifier.judges.facts.material import joined, prose, tasks, title
from gaia2_gym.verifier.judges.facts.places import is_home, same_place
from gaia2_gym.verifier.judges.facts.policy import Policy, Similarity
from gaia2_gym.verifier.judges.facts.text import fold
from gaia2_gym.verifier.judges.facts.vocabulary import LIGHT
from gaia2_gym.verifier.judges.facts.wording import missing
from gaia2_gym.verifier.soft import Context, Question

_TITLE = Policy(title=True)

_DESCRIPTION = Policy(wording=0.25, spare_words=2)


def event(question: Question, similarity: Similarity | None = None) -> str:
    """The same event: title and description say the same, the place is the same."""
    context = question.context
    every = " \n".join(question.got.values())
    allowed = joined(prose(tasks(context), context), title(" \n".join(question.expected.values()), context))
    for name, text in question.expected.items():
        given = question.got.get(name, "")
        if name == "location":
            reason = place(text, given, context, also=every)
        elif name == "title":
            reason = "it has no title" if not given.strip() else difference(title(text, context), title(given, context), allowed, _TITLE, similarity)
        else:
            reason = _description(text, given, every, question.got.get("title", ""), allowed, context, similarity)
        if reason:
            return f"{name}: {reason}"
    return ""


def _description(text: str, given: str, all_given: str, name: str, allowed: Sheet, context: Context, similarity: Similarity | None) -> str:
    expected = prose(text, context)
    if not given.strip():  # it may be left out if the title says it all
        every = title(all_given, context)
        heavy = [w for w in expected.words if w.text not in LIGHT]
        rest = 4 * len(missing(heavy, every)) > len(heavy) or missing((w for w in heavy if w.specific), every)
        facts = [f for f in expected.facts if not f.weak and not any(same(f, e) for e in every.facts)]
        return "it is empty" if rest or facts else ""
    return difference(expected, joined(prose(given, context), title(name, context)), allowed, _DESCRIPTION, similarity)


def cab(question: Question, similarity: Similarity | None = None) -> str:
    """From the same place to the same place."""
    for name, text in question.expected.items():
        if reason := place(text, question.got.get(name, ""), question.context):
            return f"{name}: {reason}"
    return ""


def place(expected: str, got: str, context: Context, also: str = "") -> str:
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
        elsewhere = title(also, context)
        return "it is empty" if missing(title(expected, context).words, elsewhere) or same_place(expected, elsewhere.text) else ""
    literal = [f for f in title(expected, context).facts if f.kind in ("url", "email", "phone") and 2 * len(f.text) > len(expected)]
    if literal:
        given = title(got, context).facts
        absent = next((f for f in literal if not any(same(f, g) for g in given)), None)
        return f"{absent} is missing" if absent else ""
    return same_place(expected, got)
