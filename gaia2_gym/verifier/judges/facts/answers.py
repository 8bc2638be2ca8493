"""Messages to the user: answers and reports."""

from __future__ import annotations

import re

from gaia2_gym.verifier.judges.facts.comparing import difference
from gaia2_gym.verifier.judges.facts.fact import Sheet
from gaia2_gym.verifier.judges.facts.material import prose, tasks
from gaia2_gym.verifier.judges.facts.policy import Policy, Similarity
from gaia2_gym.verifier.judges.facts.wording import covered, missing
from gaia2_gym.verifier.soft import Question

_ANSWER = Policy(answer=True, spare_words=6)

_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|presumably|might be|could (?:well )?be|may (?:well |not )?(?:be|have)|i think|i guess|"
    r"i believe|i'm not sure|not sure|unsure|not certain|"
    r"or so|roughly|approximately|if i'm not mistaken|i suppose)\b"
    r"|\b(?:about|around|almost|nearly|over|more than|less than|fewer than|at least|at most|"
    r"(?<!add )(?<!adds )(?<!added )(?<!came )(?<!comes )up to|under) (?=[$€£]?\d)"
)


def user_message(question: Question, similarity: Similarity | None = None) -> str:
    """The answer or report that the oracle gives, to what the tasks ask."""
    expected, got, allowed = (prose(t, question.context) for t in (question.expected["content"], question.got["content"], tasks(question.context)))
    if hedge := _hedged(expected, got, allowed):
        return f"it does not commit itself ({hedge!r})"
    if _is_phrase_answer(expected):
        return _phrase_answer(expected, got, allowed) or difference(expected, got, allowed, _ANSWER, similarity)
    return difference(expected, got, allowed, _ANSWER, similarity) or _about_another(expected, got, allowed)


def _about_another(expected: Sheet, got: Sheet, allowed: Sheet) -> str:
    """Something that the task names instead of what the answer should be about, though it names both."""
    wanted = [w for w in expected.words if w.proper and w.stem in allowed.stems]
    if not wanted or any(covered(w, got) for w in wanted):
        return ""
    other = next((w for w in got.words if w.proper and not covered(w, expected)), None)
    return f"it is about {other.text!r}, expected was {wanted[0].text!r}" if other else ""


def _hedged(expected: Sheet, got: Sheet, allowed: Sheet) -> str:
    for match in _HEDGE.finditer(got.low):
        if match[0] not in expected.low and match[0] not in allowed.low:
            return match[0].strip()
    return ""


def _is_phrase_answer(sheet: Sheet) -> bool:
    """Whether a text is an answer without a sentence around it: a name, a place, a title."""
    return (
        bool(sheet.words)
        and len(sheet.low) <= 80
        and not re.search(r"[.!?]\s*\S|[!?]$|\b(?:is|are|was|were|be|been|has|have|had|i|you|your|we|will|can)\b|\n", sheet.low)
    )


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
