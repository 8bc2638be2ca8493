"""Words that mean the same, words that exclude one another, and set phrases whose literal reading would mislead.

The lists stand in `gaia2_gym/data/words`: hand-made, for the vocabulary of office and phone.
"""

from __future__ import annotations

from gaia2_gym.verifier.judges.facts.vocabulary import lines, spaced

GROUPS: list[str] = lines("synonyms")
"""Groups of words that mean the same; phrases have underscores."""

AXES: dict[str, tuple[str, ...]] = {axis: tuple(poles.split("|")) for axis, _, poles in (line.partition(":") for line in lines("opposites"))}
"""Axis -> groups of words that exclude one another."""

STRICT_AXES = frozenset({"proceed", "accept", "answer", "success"})
"""Axes on which the opposite may not even stand beside the right word: it takes it back."""

NEGATIVE_POLES = frozenset(
    (axis, pole)
    for axis, pole in (
        *(("answer", "1"), ("accept", "1"), ("event", "0"), ("open", "1"), ("available", "1"), ("able", "1"), ("include", "1")),
        *(("quantity", "1"), ("proceed", "1"), ("success", "1"), ("approve", "1"), ("remember", "1"), ("allow", "1"), ("true", "1")),
    )
)
"""Poles that say no by themselves."""

NEGATIVE_WORDS = frozenset(
    spaced(
        "unfortunately regret afraid decline refuse reject unable unavailable miss skip impossible fail failed off sorry closed shut "
        "cancel none nobody nothing "
        "without neither nor never avoid withdraw except lack lacking excluded exclude undamaged free"
    )
)
"""Words that may carry a refusal without a negation."""

HARMLESS_NEGATED = frozenset(
    spaced(
        "objection problem issue doubt trouble hesitation worry worries complaint reservation rush hurry hesitate fear biggie matter "
        "pressure question"
    )
)
"""Words whose negation says yes."""

IDIOMS: tuple[tuple[str, str], ...] = (
    (r"\b(?:please )?(?:do not|don't|never) forget to\b", "remember to"),
    (r"\b(?:please )?(?:do not|don't) forget\b", "remember"),
    (r"\b(?:please )?(?:do not|don't) hesitate to\b", "feel free to"),
    (r"\b(?:no|not) later than\b", "by"),
    (r"\b(?:no|not) more than\b", "at most"),
    (r"\b(?:no|not) (?:less|fewer) than\b", "at least"),
    (r"\bnot only\b", ""),
    (r"\b(?:can|could)(?:not|n't) wait\b|\bcan not wait\b", "look forward"),
    (r"\bcouldn't (?:agree|be happier)\w*( more)?\b", "agree"),
    (r"\bno (?:problem|worries|rush|hurry|pressure|biggie)\b", ""),
    (r"\bnot at all\b", ""),
    (r"\bwhy (?:not|don't (?:we|you))\b", "let us"),
    (r"\bif (?:not|you (?:don't|do not) mind)\b", ""),
    (r"\bwould(?:n't)? you mind\b", "could you"),
    (r"\bi(?:'ll| will)(?: have to)? pass\b(?! (?:on|along|it|the|by))", "i am not interested"),
    (
        r"\b(?:has|have|is|are|was|does|do|did)(?:n't| not) (?:been )?(?:work(?:ed|ing)?|function(?:ed|ing)?)\b(?! (?:on|for|with|at|in|from))",
        "is broken",
    ),
    (r"\b(?:don't|do not|doesn't|does not) (?:have to |need to )?pay(?: any(?:thing)?| for| a fee)*\b", "have free"),
    (r"\bcosts? nothing\b", "is free"),
    (r"\b(?:don't|do not) be late\b", "be on time"),
    (r"\bas soon as possible\b", "asap"),
    (r"\bno\. ?(?=\d|\x00)|\bnr\.? ?(?=\d|\x00)", ""),
    (r"\bany other business\b|\bother business\b", "aob"),
    (r"\bfor your information\b|\bjust (?:so|for) you(?:r)? (?:know|information)\b|\bjust to let you know\b", ""),
    (r"\b(?:good|bad) news\b", ""),
    (r"\bsomething (?:has |'s )?come up\b", ""),
    (r"\bheads[ -]up\b", ""),
    (r"\bit(?:'s| is) a yes from me\b", "i accept"),
    (r"\b(?:should you|if you) have any (?:other |further )?questions?[^.!?\n]*", ""),
    (r"\blet me know if you (?:have|need)[^.!?\n]*", ""),
    (r"\b(?:i )?hope (?:this|you)[^.!?\n]{0,40}\bwell\b", ""),
    (r"\bi hope this helps\b|\bhave a (?:nice|great|good|lovely) (?:day|evening|weekend|one|time)\b|\bis there anything else\b[^.!?\n]*", ""),
    (r"\bif you need anything else\b[^.!?\n]*|\blet me know\b[^.!?\n]{0,30}\banything else\b[^.!?\n]*", ""),
    (r"\bif you (?:can't|cannot|are (?:not able|unable))[^.!?\n]*", ""),
)
"""Patterns whose literal reading would mislead, and what they mean."""
