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

_BUSY = r"\b(?:is|are|am|was|'m|'re|'s)(?:n't| not) (?:free|available)\b"
_MUST_NOT = r"\b(?:may|must|should|can|do|does|will)(?:n't|not| not)"
IDIOMS: tuple[tuple[str, str, str], ...] = (
    ("-", r"\b(wi|e|co|re)-(?=[a-z]{2})", r"\1"),
    ("missing", r"\b(?:for|about) missing (?=the|your|our|my|his|her|their)", "that i missed "),
    ("n't ", _BUSY, "is busy"),
    (" not ", _BUSY, "is busy"),
    ("exceed", rf"{_MUST_NOT} exceed\b", "stay below"),
    *((word, rf"{_MUST_NOT} (?:spend|cost|be|pay|go) {word}\b", "stay below") for word in ("more than", "above", "over")),
    ("against", r"\b(decid\w*|advis\w*|vot\w*|opt\w*) against\b", r"\1 not for"),
    ("w/o", r"\bw/o\b", "without"),
    ("w/", r"\bw/ ?(?=\w)", "with "),
    ("forget", r"\b(?:please )?(?:do not|don't|never) forget to\b", "remember to"),
    ("forget", r"\b(?:please )?(?:do not|don't) forget\b", "remember"),
    ("hesitate", r"\b(?:please )?(?:do not|don't) hesitate to\b", "feel free to"),
    ("later than", r"\b(?:no|not) later than\b", "by"),
    ("more than", r"\b(?:no|not) more than\b", "at most"),
    (" than", r"\b(?:no|not) (?:less|fewer) than\b", "at least"),
    ("not only", r"\bnot only\b", ""),
    (" wait", r"\b(?:can|could)(?:not|n't) wait\b|\bcan not wait\b", "look forward"),
    ("couldn't", r"\bcouldn't (?:agree|be happier)\w*( more)?\b", "agree"),
    ("no ", r"\bno (?:problem|worries|rush|hurry|pressure|biggie)\b", ""),
    ("not at", r"\bnot at all\b", ""),
    ("why", r"\bwhy (?:not|don't (?:we|you))\b", "let us"),
    ("if ", r"\bif (?:not|you (?:don't|do not) mind)\b", ""),
    ("mind", r"\bwould(?:n't)? you mind\b", "could you"),
    ("pass", r"\bi(?:'ll| will)(?: have to)? pass\b(?! (?:on|along|it|the|by))", "i am not interested"),
    (
        "ing",
        r"\b(?:has|have|is|are|was|does|do|did)(?:n't| not) (?:been )?(?:working|functioning)\b(?! (?:on|for|with|at|in|from))",
        "is broken",
    ),
    (
        "not ",
        r"\b(?:has|have|does|do|did) not (?:work(?:ed)?|function(?:ed)?)\b(?! (?:on|for|with|at|in|from))",
        "is broken",
    ),
    ("n't ", r"\b(?:has|have|does|do|did)n't (?:work(?:ed)?|function(?:ed)?)\b(?! (?:on|for|with|at|in|from))", "is broken"),
    (" pay", r"\b(?:don't|do not|doesn't|does not) (?:have to |need to )?pay(?: any(?:thing)?| for| a fee)*\b", "have free"),
    ("nothing", r"\bcosts? nothing\b", "is free"),
    ("late", r"\b(?:don't|do not) be late\b", "be on time"),
    ("as soon", r"\bas soon as possible\b", "asap"),
    ("no.", r"\bno\. ?(?=\d)", ""),
    ("nr", r"\bnr\.? ?(?=\d)", ""),
    ("business", r"\bany other business\b|\bother business\b", "aob"),
    ("information", r"\bfor your information\b|\bjust for your information\b", ""),
    ("know", r"\bjust so you know\b|\bjust to let you know\b", ""),
    ("news", r"\b(?:good|bad) news\b", ""),
    ("come up", r"\bsomething (?:has |'s )?come up\b", ""),
    ("heads", r"\bheads[ -]up\b", ""),
    ("yes from", r"\bit(?:'s| is) a yes from me\b", "i accept"),
    ("question", r"\b(?:should you|if you) have any (?:other |further )?questions?[^.!?\n\d]{0,40}", ""),
    ("let me know", r"\blet me know if you (?:have|need)[^.!?\n\d]{0,60}", ""),
    ("hope", r"\b(?:i )?hope (?:this|you)[^.!?\n\d]{0,40}\bwell\b", ""),
    ("hope", r"\bi hope this helps\b", ""),
    ("have a", r"\bhave a (?:nice|great|good|lovely) (?:day|evening|weekend|one|time)\b", ""),
    ("anything else", r"\b(?:is there|if you need|let me know if there is) anything else\b[^.!?\n\d]{0,40}", ""),
    ("if you", r"\bif you (?:can't|cannot|are (?:not able|unable))[^.!?\n\d]{0,60}", ""),
)
"""What a text must hold for the pattern to be tried, a pattern whose literal reading would mislead, and what it means."""
