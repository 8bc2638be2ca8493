"""How someone's words come out: contracted or in full, short or long, in lower case, with emoji."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gaia2_gym.synth.cast import Person
from gaia2_gym.synth.content.grammar import sentences
from gaia2_gym.synth.draw import Draw

_SHORT = {
    "I am": "I'm",
    "I will": "I'll",
    "we will": "we'll",
    "you will": "you'll",
    "you are": "you're",
    "we are": "we're",
    "they are": "they're",
    "it is": "it's",
    "It is": "It's",
    "that is": "that's",
    "That is": "That's",
    "There is": "There's",
    "there is": "there's",
    "do not": "don't",
    "Do not": "Don't",
    "does not": "doesn't",
    "did not": "didn't",
    "is not": "isn't",
    "was not": "wasn't",
    "will not": "won't",
    "could not": "couldn't",
    "would not": "wouldn't",
    "have not": "haven't",
    "cannot": "can't",
    "Let us": "Let's",
    "let us": "let's",
}
_LONG = re.compile(rf"\b({'|'.join(_SHORT)})(?= (?!to\b)\w)")
_GLAD = ("😊", "😂", "👍", "🎉", "☀️", "🙌", "😄", "🤗", "😍", "👏", "🙂", "😎", "🥳", "✨")
_SORRY = ("🙈", "😅", "💪", "❤️", "🙏", "😬", "🤞", "😴", "🫣", "🍀")
_EMOJI, _EXCLAIM = 0.35, 0.3


def worded(text: str, person: Person) -> str:
    """A text in someone's wording: all but formal people contract.

    Args:
        text: What is said, in full words.
        person: Who says it.
    """
    return text if person.manner.tone == "formal" else _LONG.sub(lambda match: _SHORT[match[1]], text)


def brief(text: str, person: Person) -> str:
    """The text, or its first sentence where terse people say it."""
    return sentences(text)[0] if person.manner.tone == "terse" else text


def chatted(text: str, person: Person, draw: Draw, *, glad: bool, keep: Iterable[str]) -> str:
    """A text as someone writes it in a chat.

    Args:
        text: What is said.
        person: Who says it.
        draw: Decides on emoji and exclamation marks.
        glad: Whether it is about something cheerful.
        keep: Names, places and ids, whose capitals stay even where the rest is in lower case.
    """
    manner = person.manner
    text = worded(text, person)
    if glad and manner.tone in ("chatty", "warm") and text.endswith(".") and draw.chance(_EXCLAIM):
        text = text[:-1] + "!"
    if manner.lowercase:
        text = lowered(text, keep)
    if manner.emoji and draw.chance(_EMOJI):
        text = f"{text} {draw.pick(_GLAD if glad else _SORRY)}"
    return text


def lowered(text: str, keep: Iterable[str]) -> str:
    """The text in lower case but for some names.

    >>> lowered("See you at Room B. I bring Ana.", ["Room B", "Ana"])
    'see you at Room B. i bring Ana.'
    """
    small = text.lower()
    for name in keep:
        if name in text:
            small = small.replace(name.lower(), name)
    return small


def greeting(person: Person, name: str, draw: Draw) -> str:
    """How a person greets someone, without a mark at the end."""
    return draw.pick(person.manner.greetings or ("Hi {name}",)).replace("{name}", name).rstrip(" ,!.")


def signature(person: Person, draw: Draw) -> str:
    """What stands under someone's email; may be empty."""
    manner = person.manner
    closing = draw.pick(manner.closings).rstrip(" ,") if manner.closings else ""
    if not manner.signs:
        return closing
    return f"{closing},\n{person.first_name}" if closing else person.first_name
