"""Where in a model's text its tool calls stand.

One scan from left to right finds everything that may be a call and steps over its JSON as a whole, so that a tag or an `Action:` inside a string
is only text. What counts is then chosen: calls in `<tool_call>` tags, else what follows the last `Action:`, else calls at the start of a code
fence, else calls anywhere. The scan looks at every character a bounded number of times, whatever the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from gaia2_gym.errors import ToolError
from gaia2_gym.session.calls import Call, looks_like_call, names_tool, read_calls
from gaia2_gym.session.json_text import Refused, decode, plain

MESSAGE_TOOL = "AgentUserInterface__send_message_to_user"
MAX_ATTEMPTS = 128
SHORT = 4_096
# What the opening of a find begins with: its form.
TAG, ACTION, FENCE, BRACE = "<", "A", "`", "{"
_CROWDED = "the text holds too many JSON objects to look for a call among them; put the call inside <tool_call> tags"

# Every repetition is possessive (`*+`): nothing is ever tried twice.
_FENCE = r"```(?!`)\w*+\s*+"
_JSON = r"""(?=(?:\[\s*+)?\{\s*+["'}])"""  # not {...} or [1], which prose about calls is full of
_MARK = rf"<tool_call>\s*+(?:{_FENCE})?+{_JSON}|Action:\s*+(?:{_FENCE})?+{_JSON}"
_MARKS = re.compile(_MARK)
_STARTS = re.compile(rf"""{_MARK}|{_FENCE}{_JSON}|\{{(?=\s*+["'])|\[(?=\s*+\{{\s*+["'])""")
_CLOSING = re.compile(r"\s*+(?:```\s*+)?+(?:</tool_call>)?+")
_JUNK = re.compile(r'\s*+(?:\}|[,:]\s*+")')
_NAMED = re.compile(r'"(?:tool|action|name|function)"\s*+:\s*+"')
_ACTION_LINE = re.compile(r"\n[ \t]*+Action:")


@dataclass(slots=True)
class _Find:
    """JSON values that stand together in the text from `start` to `end`; `form` is the character their opening begins with."""

    form: str
    start: int
    end: int
    values: list[Any]


def read_text(text: str, plain_text: Literal["malformed", "message"]) -> tuple[list[Call], str]:
    """The calls in a text, and what else it says. With `plain_text="message"` a text without any call is a message to the user.

    Raises:
        ToolError: There is no call, or what was meant as one is broken; the message is a phrase without a full stop.
    """
    finds = _scan(text)
    chosen = _choose(finds)
    form = chosen[0].form if chosen else ""
    if form not in (TAG, ACTION):
        _check_others(text, form, finds)
    if chosen:
        calls = [call for find in chosen for value in find.values for call in read_calls(plain(value))]
        return calls, _rest(text, chosen)
    if not text.strip():
        raise ToolError("malformed_action", "it is empty")
    if plain_text == "message" and "<tool_call>" not in text and not _ACTION_LINE.search(f"\n{text}"):
        return [Call(MESSAGE_TOOL, {"content": text})], ""
    for value in (value for find in finds for value in find.values):
        if type(value) is Refused or names_tool(value):
            read_calls(plain(value))  # raises what is wrong with the nearest thing to a call
    raise ToolError("malformed_action", "the text holds no call")


def _scan(text: str) -> list[_Find]:
    """Everything that may be a call, from left to right, with a `Refused` for what is broken."""
    finds: list[_Find] = []
    at = attempts = 0
    # After many attempts only what is marked as a call is looked at, and then nothing: a text of 300,000 open braces must end too.
    while start := (_STARTS if attempts < MAX_ATTEMPTS else _MARKS).search(text, at):
        attempts += 1
        if attempts > 2 * MAX_ATTEMPTS:
            raise ToolError("malformed_action", _CROWDED)
        form = BRACE if start[0] in ("{", "[") else start[0][0]
        opening = start.start() if form == BRACE else start.end()
        value, end = decode(text, opening)
        at = max(end, opening + 1)
        if type(value) is Refused:
            if form in (FENCE, BRACE) and end - opening <= SHORT:
                at = opening + 1  # a quote in prose that is never closed may have swallowed the beginning of the real call
        elif junk := _JUNK.match(text, end):
            value = Refused(f"the JSON ends too early: {text[end : junk.end() + 20]!r} follows its last brace")
        goes_on = form == BRACE and bool(finds) and _goes_on(finds[-1], text[finds[-1].end : opening], value)
        if type(value) is not Refused and (goes_on or form != BRACE) and (closing := _CLOSING.match(text, end)):
            at = end = closing.end()
        if goes_on:
            finds[-1].values.append(value)
            finds[-1].end = end
        else:
            finds.append(_Find(form, start.start(), end, [value]))
    return finds


def _check_others(text: str, chosen: str, finds: list[_Find]) -> None:
    """Refuse a choice that is not the only one: an unmarked call counts only if no other was begun or may have been overlooked."""
    if sum(len(find.values) for find in finds) >= MAX_ATTEMPTS:
        raise ToolError("malformed_action", _CROWDED)
    for find in finds if chosen else ():
        if type(find.values[0]) is Refused and find.form in (FENCE, chosen) and _NAMED.search(text, find.start, find.end):
            plain(find.values[0])  # raises


def _goes_on(last: _Find, between: str, value: Any) -> bool:
    """Whether a value belongs to the marked call just before it: a second call in the same tag or fence."""
    is_next = last.form != BRACE and not between.strip(", \t\r\n")
    return is_next and looks_like_call(last.values[-1]) and (type(value) is Refused or looks_like_call(value))


def _choose(finds: list[_Find]) -> list[_Find]:
    """The finds that count. What is marked as a call counts even if it is broken; fences and braces are used for other things too."""
    if tagged := [find for find in finds if find.form == TAG]:
        return tagged
    if after_action := [find for find in finds if find.form == ACTION]:
        return after_action[-1:]
    calls = [find for find in finds if looks_like_call(find.values[0])]
    return [find for find in calls if find.form == FENCE] or calls


def _rest(text: str, chosen: list[_Find]) -> str:
    ends = [0, *(find.end for find in chosen)]
    starts = [*(find.start for find in chosen), len(text)]
    pieces = (text[end:start].strip() for end, start in zip(ends, starts, strict=True))
    return "\n".join(piece for piece in pieces if piece)
