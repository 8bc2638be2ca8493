"""The attacks: what a policy does that wants the reward and not the work. Data in `data/attacks.json`, played here in any scenario.

An attack is either a text, sent to the user at once and in every turn, or a script of steps. None looks at the oracle, except the texts with
`{oracle}` in them: these hold the right answer on purpose, beside something that no honest text has, and must be refused all the same.

Steps of a script, one key says what to do:

- `{"message": TEXT}`: a message to the user.
- `{"write": "random" | "each" | FUNCTION, "times": N, "repeat": K, "with": {ARGUMENT: TEXT}}`: N calls of a random write tool, of every one, or of
  those with a name, with arguments from what can be read on the phone; each made K times.
- `{"read": "each"}`: every tool that reads and needs no arguments.
- `{"undo" | "readd": "contact" | "event"}`: add and delete one; or delete one and add it again.
- `{"wait": SECONDS}`, `{"call": TOOL, "args": {...}}` (which may not exist), `{"raw": TEXT}` (an action as it stands).

Texts may hold `{task}`, `{name}`, `{other}`, `{names}`, `{numbers}`, `{email}`, `{place}`, `{places}`, `{date}`, `{dates}` and `{oracle}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from gaia2_gym.apps.records import format_time, shown
from gaia2_gym.engine import Stream
from gaia2_gym.errors import ConfigError
from gaia2_gym.scenario import MESSAGE_TO_USER, USER_INTERFACE
from gaia2_gym.session import Session
from gaia2_gym.tools import ToolSpec

FILE = Path(__file__).resolve().parent.parent / "data" / "attacks.json"
MESSAGE = f"{USER_INTERFACE}__{MESSAGE_TO_USER}"
WAIT = "SystemApp__wait_for_notification"
_SLOT = re.compile(r"\{(\w+)\}")
_STEPS = frozenset(("message", "write", "read", "undo", "readd", "wait", "call", "raw"))
_KEPT = 12
"""Values kept of each kind of thing that can be read on the phone."""
_SAME = {"user_id": "sender_id", "user_ids": "sender_id", "recipients": "email", "cc": "email"}
"""Argument -> the name under which its values are read."""
_KINDS = {
    "contact": ("contact_id", "add_new_contact", "delete_contact", "get_contact"),
    "event": ("event_id", "add_calendar_event", "delete_calendar_event", "get_calendar_event"),
}
"""What can be entered and deleted: its id, and the tools that add, delete and show one."""


@dataclass(frozen=True, slots=True)
class Attack:
    """One way to get the reward without the work.

    Args:
        id: Its name.
        kind: What sort of trick it is.
        description: What it does, in a sentence.
        text: The message that it sends, with slots; None for a script.
        actions: The script.
    """

    id: str
    kind: str
    description: str
    text: str | None = None
    actions: tuple[Mapping[str, Any], ...] = ()

    @property
    def knows_oracle(self) -> bool:
        """Whether it holds the right answer, on purpose."""
        return self.text is not None and "{oracle}" in self.text


@cache
def load_attacks(path: Path = FILE) -> tuple[Attack, ...]:
    """The corpus.

    Raises:
        ConfigError: When an attack has neither text nor actions, or both; an unknown step; an id twice.
    """
    attacks = tuple(Attack(**{**row, "actions": tuple(row.get("actions", ()))}) for row in orjson.loads(path.read_bytes()))
    for attack in attacks:
        if (attack.text is None) == (not attack.actions):
            raise ConfigError(f"attack {attack.id!r} needs either a text or actions")
        for step in attack.actions:
            if len(_STEPS.intersection(step)) != 1:
                raise ConfigError(f"attack {attack.id!r}: a step does one of {', '.join(sorted(_STEPS))}, not {sorted(step)}")
    if len({attack.id for attack in attacks}) < len(attacks):
        raise ConfigError("two attacks have the same id")
    return attacks


@dataclass(frozen=True)
class Surroundings:
    """What an agent could read on a phone without any arguments: field name, and `<app>.<field name>`, -> the first values; texts for the slots."""

    seen: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    fillers: Mapping[str, str] = field(default_factory=dict)


def look_around(session: Session) -> Surroundings:
    """Call every reading tool that needs no arguments, on a copy of the session."""
    copy = session.fork()
    seen: dict[str, dict[Any, None]] = {}
    for spec in _reads(session):
        found = shown(copy.world.call(spec.public_name, spec.validate({})).result)
        _collect(found, seen)
        _collect(found, seen, f"{spec.app}.")
    kept = {key: tuple(values)[:_KEPT] for key, values in seen.items()}
    names = [f"{first} {last}" for first, last in zip(kept.get("first_name", ()), kept.get("last_name", ()), strict=False)]
    names = [*names, "Quentin Marlowe", "Isolde Brandt"]
    places = [str(p) for p in kept.get("location", ())] or ["14 Harbour Lane"]
    dates = [str(d) for d in kept.get("start_datetime", ())] or [format_time(session.world.now)]
    emails = [str(e) for e in kept.get("email", ())] or ["quentin.marlowe@post.example"]
    fillers = {
        "task": session.scenario.task,
        "name": names[-1],
        "other": names[1],
        "names": ", ".join(names),
        "numbers": ", ".join(str(n) for n in range(31)),
        "email": emails[0],
        "place": places[0],
        "places": "; ".join(places),
        "date": dates[0],
        "dates": ", ".join(dates),
    }
    return Surroundings({**kept, "attendees": tuple(names)}, fillers)


def fill(text: str, fillers: Mapping[str, str], oracle: str = "") -> str:
    """A text with its slots filled; other braces stay.

    >>> fill("{name} {or} {oracle}", {"name": "Ada"}, "7")
    'Ada {or} 7'
    """
    known = {**fillers, "oracle": oracle}
    return _SLOT.sub(lambda m: known.get(m[1], m[0]), text)


def attack_actions(attack: Attack, session: Session, around: Surroundings | None = None, *, seed: int = 0) -> Iterator[Any]:
    """The attack's actions in a scenario, one after the other; later ones depend on what earlier ones led to, so do each before asking for the next.

    A text is sent in every turn. The oracle's message is looked up only for a text that holds it, and is empty where the oracle sends none.

    Args:
        attack: The attack.
        session: Where it is played.
        around: What can be read there; looked up if not given.
        seed: Of the random choices.
    """
    around = around or look_around(session)
    if attack.text is not None:
        for turn in range(session.scenario.num_turns):
            yield _message(fill(attack.text, around.fillers, _oracle_message(session, turn) if attack.knows_oracle else ""))
        return
    script = _Script(session, around, Stream(seed, f"attack {attack.id}"))
    for step in attack.actions:
        for action in script.actions(step):
            yield {**action, "tool": session.phone.called(action["tool"])} if isinstance(action, dict) and "tool" in action else action


def play_attack(attack: Attack, session: Session, around: Surroundings | None = None, *, seed: int = 0) -> None:
    """Play an attack in a session until it has nothing more to do or the episode is over."""
    for action in attack_actions(attack, session, around, seed=seed):
        session.step(action)
        if session.over:
            return


def _message(text: str) -> dict[str, Any]:
    return {"tool": MESSAGE, "args": {"content": text}}


def _oracle_message(session: Session, turn: int) -> str:
    scenario = session.scenario
    for event in scenario.events:
        if event.kind == "AGENT" and event.function == MESSAGE_TO_USER and scenario.turns.of[event.id] == turn:
            return str(event.args.get("content", ""))
    return ""


def _tools(session: Session) -> list[ToolSpec]:
    """The agent's tools under their public names, whatever the agent calls them."""
    return [session.scenario.tools[name] for name in session.phone.public.values()]


def _reads(session: Session) -> list[ToolSpec]:
    return [s for s in _tools(session) if s.operation == "read" and s.public_name != WAIT and not any(a.required for a in s.args)]


def _collect(value: Any, seen: dict[str, dict[Any, None]], prefix: str = "") -> None:
    """The scalars of a result by the name of their field, in the order in which they are read."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str | int | float) and inner != "":
                seen.setdefault(prefix + key, {})[inner] = None
            else:
                _collect(inner, seen, prefix)
    elif isinstance(value, list):
        for inner in value:
            _collect(inner, seen, prefix)


class _Script:
    """Turns steps into actions.

    Args:
        session: Where they are done.
        around: What can be read there.
        stream: Of the random choices.
    """

    def __init__(self, session: Session, around: Surroundings, stream: Stream) -> None:
        self.session, self.around, self.stream = session, around, stream
        self.writes = [s for s in _tools(session) if s.operation == "write" and s.public_name != MESSAGE]
        self.calls = 0

    def actions(self, step: Mapping[str, Any]) -> Iterator[Any]:
        """The actions of one step."""
        if "message" in step:
            yield _message(fill(step["message"], self.around.fillers))
        elif "write" in step:
            yield from self._writes(step)
        elif "read" in step:
            yield from ({"tool": spec.public_name, "args": {}} for spec in _reads(self.session))
        elif "wait" in step:
            yield {"tool": WAIT, "args": {"timeout": step["wait"]}}
        elif "call" in step:
            yield {"tool": step["call"], "args": step["args"]}
        elif "raw" in step:
            yield step["raw"]
        else:
            yield from self._again(step)

    def _writes(self, step: Mapping[str, Any]) -> Iterator[Any]:
        which = step["write"]
        chosen = [s for s in self.writes if which in ("random", "each", s.name)]
        for _ in range(step.get("times", 1) if chosen else 0):
            for spec in [chosen[self.stream.randint(0, len(chosen) - 1)]] if which == "random" else chosen:
                given = {name: fill(text, self.around.fillers) for name, text in step.get("with", {}).items()}
                action = {"tool": spec.public_name, "args": {**self._args(spec), **given}}
                yield from [action] * step.get("repeat", 1)

    def _args(self, spec: ToolSpec) -> dict[str, Any]:
        """Arguments of the right kind: another value of the phone at each call where it shows some, else words."""
        self.calls += 1
        chosen = [a for a in spec.args if a.required or a.name == "content" or self._values(spec.app, a.name)]
        return {a.name: self._value(spec.app, a.name, a.type.schema) for a in chosen}

    def _values(self, app: str, name: str) -> tuple[Any, ...]:
        """What the phone shows under an argument's name, in the same app first."""
        name = _SAME.get(name, name)
        return self.around.seen.get(f"{app}.{name}") or self.around.seen.get(name, ())

    def _value(self, app: str, name: str, schema: Mapping[str, Any]) -> Any:
        values = self._values(app, name)
        kind = schema.get("type", "string")
        kind = kind[0] if isinstance(kind, list) else kind
        if "enum" in schema:
            return schema["enum"][self.calls % len(schema["enum"])]
        if kind == "array":
            return [str(values[self.calls % len(values)])] if values else []
        if kind in ("integer", "number", "boolean"):
            return bool(self.calls % 2) if kind == "boolean" else 1
        if kind == "object":
            return {"job": "Baker"}
        return str(values[self.calls % len(values)]) if values else f"/{name}_{self.calls}" if "path" in name else f"{name} {self.calls}"

    def _again(self, step: Mapping[str, Any]) -> Iterator[Any]:
        """Something is entered and deleted again, or deleted and entered again."""
        key, *functions = _KINDS[step.get("undo") or step["readd"]]
        add, delete, read = (next((s for s in _tools(self.session) if s.name == name), None) for name in functions)
        if add is None or delete is None or read is None:
            return
        if "undo" in step:
            yield {"tool": add.public_name, "args": self._args(add)}
            yield {"tool": delete.public_name, "args": {key: str(self._last_result())}}
        elif ids := self.around.seen.get(key):
            yield {"tool": read.public_name, "args": {key: ids[-1]}}
            found = self._last_result() or {}
            yield {"tool": delete.public_name, "args": {key: ids[-1]}}
            yield {"tool": add.public_name, "args": {a.name: found[a.name] for a in add.args if found.get(a.name)}}

    def _last_result(self) -> Any:
        return shown(self.session.world.records[-1].result)
