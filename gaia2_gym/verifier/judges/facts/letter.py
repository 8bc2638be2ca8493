"""A mail or message taken apart: greeting, body, signature."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from gaia2_gym.verifier.judges.facts.text import clean, lower
from gaia2_gym.verifier.judges.facts.vocabulary import spaced

_SALUTE = (
    r"(?:dear|hi|hello|hey|hiya|greetings|good (?:morning|afternoon|evening|day)|to|bonjour|salut|chere?s?|czesc|hej|witaj|szanown[aiy]|"
    r"drog[ai]|hallo|liebe[r]?|"
    r"sehr geehrte[r]?|hola|estimad[oa]s?|querid[oa]s?|ola|car[oai]|ciao|beste|gentile)"
)
_NAME = r"(?:[A-Z][\w'-]*\.?(?:[ -][A-Z][\w'-]*\.?){0,3}|[^\x00-\x7f][^\s,.!?:;]{0,12}(?: [^\x00-\x7f][^\s,.!?:;]{0,12})?)"
_ALL = (
    r"(?:all|everyone|everybody|team|there|folks|both|friends|guys|you (?:two|all|both)|colleagues|[a-z]+ (?:club|team)|"
    r"both of you|a tous|wszyscy|zusammen|todos|tutti)"
)
_WHO = rf"(?:{_NAME}|{_ALL})"
_INLINE = re.compile(
    rf"^(?i:{_SALUTE})(?: (?i:{_SALUTE}))?,? ?({_WHO}(?:(?:, {_WHO}){{0,12}},? (?:and|&|y|e|i|et|und|en) {_WHO}|"
    rf"(?:, {_NAME}){{1,12}}(?=[,:!]?\n))?)? ?[,!.:;-]*(?=\s|$)[ -]*\n?"
)
_OWN_LINE = re.compile(rf"^(?:(?i:{_SALUTE}) )([^\n.?]{{1,100}}?)[,!:.-]*\n")
_BARE_NAME = re.compile(rf"^({_NAME}(?:(?:, {_NAME}){{0,6}},? (?:and|&) {_NAME})?)(?:[,!:]| -)(?=[\s])\s*")
_CLOSE = (
    r"(?:(?:with )?(?:all the best|(?:very |my )?best(?: regards| wishes)?|(?:kind|warm|warmest|kindest|many) regards|warmly|regards|"
    r"(?:yours )?sincerely(?: yours)?|yours(?: truly| faithfully)?|"
    r"cheers|(?:many |with |big )?thanks(?: a lot| so much| again| in advance| very much| and regards| and best)*|thank you(?: so much|"
    r" very much| again| in advance)*|(?:lots of |much |with )?love|take care|respectfully(?: yours)?|"
    r"see you(?: there| soon| then)?|talk (?:to you )?soon|xx+|xoxo|hugs|bises|bisous|a bientot|cordialement|amicalement|pozdrawiam|"
    r"pozdrowienia|usciski|mit freundlichen grussen|viele grusse|"
    r"liebe grusse|lg|mfg|saludos|un saludo|un abrazo|abrazos|abraco|abracos|beijos|beijinhos|cumprimentos|com os melhores cumprimentos|"
    r"atenciosamente|cordiali saluti|saluti|un abbraccio|groetjes|met vriendelijke groet))"
)
_SIGNED = re.compile(rf"(?:^|\n|(?<=[.!?;)]) |(?<=[.!?]) ?)(?i:{_CLOSE})[ ,.!-]*(?:\n?[ ,-]*([^\n]{{0,60}}(?:\n[^\n]{{1,50}}){{0,2}}))?\s*$")
_LAST_LINE = re.compile(r"(?:\n-{0,2} ?|(?<=[.!?]) (?:- ?)?)((?:[A-Z][\w'-]*\.?)(?: (?:[A-Z][\w'-]*\.?|de|da|van|der|von|la|del)){0,4})[.!]?\s*$")
_NAME_LIKE = re.compile(r"[-* ]*(?:[^\W\d_][\w'.-]*)(?:[ ,]+(?:[^\W\d_][\w'.-]*)){0,6}[ .!*:)x]*")
_SENTENCE = frozenset(
    spaced(
        "please thanks thank yes no ok okay sure great sorry done cheers best regards love everything seven none home today tomorrow hi hello dear"
    )
)


@dataclass(frozen=True, slots=True)
class Letter:
    """The parts of a mail or message, cleaned; what is absent is empty."""

    greeting: str = ""
    body: str = ""
    signature: str = ""
    bare: bool = False
    """Whether the greeting is a name alone, which may as well begin the text."""


@lru_cache(maxsize=4096)
def take_apart(text: str, user: str = "") -> Letter:
    r"""Split a text into greeting, body and signature.

    >>> take_apart("Dear Kwame, Nadia, and Nadja,\n\nSee you at 5.\n\nBest regards,\nUrsula Wiederkehr")
    Letter(greeting='Kwame, Nadia, and Nadja', body='See you at 5.', signature='Ursula Wiederkehr', bare=False)
    >>> take_apart("Hi Elena, I'll be there. Best, Åse.")
    Letter(greeting='Elena', body="I'll be there.", signature='Ase', bare=False)
    """
    text = clean(text)
    greeting, body, bare = "", text, False
    own_line = _OWN_LINE.match(text)
    match = own_line if own_line and not _is_sentence(own_line[1]) else _INLINE.match(text)
    if match:
        greeting, body = (match[1] or "").strip(" ,"), text[match.end() :]
    elif (alone := _BARE_NAME.match(text)) and lower(alone[1]).split(" ")[0] not in _SENTENCE and len(text) - alone.end() > 8:
        greeting, body, bare = alone[1], text[alone.end() :], True
    body, signature = _unsigned(body.strip(), user)
    return Letter(greeting, body.strip(), signature, bare)


def _is_sentence(line: str) -> bool:
    """Whether a first line says more than whom it greets."""
    return any((w[0].islower() and w not in _CROWD) or w.split("'")[0] in ("I", "We", "It", "This") for w in re.findall(r"[^\W\d_][\w'-]*", line))


_CROWD = frozenset(
    spaced(
        "all everyone everybody team there folks both friends guys you two colleagues book club group and dear hi hey hello of the my our at a tous "
        "de da van der von la del "
        "members again"
    )
)


def _unsigned(body: str, user: str) -> tuple[str, str]:
    tail_at = max(0, len(body) - 200)
    tail = body[tail_at:]
    match = _SIGNED.search(tail)
    while match:
        rest = (match[1] or "").strip()
        if not rest or all(_signs(line) for line in rest.split("\n")):
            head, signature = body[: tail_at + match.start()], rest.strip(" .!,-*")
            if not signature and (last := _LAST_LINE.search(head)):
                return head[: last.start()].rstrip(), last[1].strip(" .")
            return head, signature
        match = _SIGNED.search(tail, match.start() + 1)
    last = _LAST_LINE.search(tail)
    if last and last.start() > 0 and (lower(last[1]).rstrip(".") not in _SENTENCE):
        words = set(re.findall(r"\w+", lower(last[1])))
        own = set(re.findall(r"\w+", lower(clean(user))))
        on_own_line = tail[last.start()] == "\n"
        if words & own or on_own_line or _initials(last[1], user):
            return body[: tail_at + last.start()].rstrip(), last[1].strip(" .")
    return body, ""


def _signs(line: str) -> bool:
    """Whether a line is a name or a function, as they stand under a letter."""
    words = line.split()
    return bool(_NAME_LIKE.fullmatch(line)) and len(words) <= 5 and all(not w[0].islower() or w.strip(".") in _PARTS for w in words)


_PARTS = frozenset(spaced("de da van der von la del dos your the my and assistant ai of x xx xxx xo"))


def _initials(text: str, user: str) -> bool:
    letters = re.sub(r"[^A-Z]", "", text)
    own = "".join(part[0] for part in clean(user).split() if part)
    return bool(letters) and len(text.replace(".", "").replace(" ", "")) <= 3 and own.startswith(letters)


_ASSISTANT = re.compile(
    r"\b(?:ai|a\.i\.|virtual|digital|personal|automated|language)[ -](?:assistant|agent|model|helper)\b|\b(?:assistant|chatbot|bot|chatgpt|"
    r"gpt|claude|llama|llm)\b|\bas an ai\b|\bon behalf of\b|\bacting for\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def speaks_as_assistant(text: str) -> str:
    """The words by which a text gives itself away as an assistant's, "" if none."""
    match = _ASSISTANT.search(clean(text))
    return match[0] if match else ""


@lru_cache(maxsize=4096)
def is_own_signature(signature: str, user: str) -> bool:
    """Whether a signature is the user's: full name, a part of it, or initials.

    >>> is_own_signature("M. Oakley", "Maren Oakley"), is_own_signature("Greta Voss", "Maren Oakley")
    (True, False)
    """
    given = re.findall(r"[^\W\d_]+", lower(clean(signature.split("\n")[0])))
    own = re.findall(r"[^\W\d_]+", lower(clean(user)))
    given = [g for g in given if g not in ("xx", "x", "xo", "xoxo", "your", "dr", "mr", "mrs", "ms", "prof")]
    initials = "".join(o[0] for o in own)
    return all(initials.startswith(g) or any(o.startswith(g) for o in own) for g in given)
