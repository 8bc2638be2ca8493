"""Arguments for any tool: of the right types, drawn from what is on the phone, from its edges, and from what is plainly wrong."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from gaia2_gym.apps import App
from gaia2_gym.apps.records import format_time
from gaia2_gym.tools import ToolSpec
from gaia2_gym.world import World

TEXTS = (
    *(
        "",
        "",
        "",
        "",
        " ",
        "a",
        "e",
        "O",
        "no-such-id",
        "Ana Lima",
        "None",
        "null",
        "0",
        "-1",
        "%",
        "*",
        ".*",
        "(a+)+$",
        "[",
        "\\",
        "/",
        ".",
        "..",
        "@",
    ),
    *("é", "İ", "ß", "\u202e", "🦊", "中文", "\x00", "\x1b[31m", "a\nb", "{{e1}}", "{x}", "{}", "'", '"', "<b>", "x" * 300, "🦊" * 100),
)
TIMES = ("", "now", "2024-10-15", "2024-10-15 07:00:00", "2024-02-30 00:00:00", "2024-13-01 00:00:00", "0001-01-01 00:00:00")
LATE_TIMES = ("9999-12-31 23:59:59", "2024-10-15T07:00:00", "2024-10-15 24:00:00", "2024-1-5 7:0:0", "10000-01-01 00:00:00", "-001-01-01 00:00:00")
PATHS = (
    "/",
    "",
    ".",
    "..",
    "../..",
    "~",
    "~/x",
    "/Downloads",
    "Downloads/",
    "/Downloads/../..",
    "a/./b",
    "/Documents/a.txt",
    "x\0y",
    "/" + "d/" * 120,
)
MORE_PATHS = ("new.txt", "/new/deep/dir", "/Documents/a.txt/below", "n" * 256, "*", "a?b", "/Downloads/new", "//Downloads", "Downloads/note.txt")
INTS = (0, 0, 0, 1, 1, 2, 3, 5, 10, 99, -1, -2, -100, 2**31, 2**53, 2**63 - 1, -(2**63), 10**15)
NUMBERS = (0, 1, 10.5, -3, 0.1, 1e-320, 1e15, 9e18, -9e18, 2**63 - 1, -(2**63), 1_728_975_600.0)
PLACES = ("Rua do Almada 214", "Airport", "Station", "")
NULL, ENUM, RIGHT = 0.2, 0.85, 0.6
"""How often an optional argument is null, an enumeration is kept, and a text fits its argument's name."""


class Arguments:
    """Draws arguments.

    Args:
        rng: Source of all choices.
        world: Whose states the ids come from; read anew at every call.
    """

    def __init__(self, rng: Random, world: World) -> None:
        self.rng = rng
        self.world = world

    def of(self, spec: ToolSpec) -> dict[str, Any]:
        """Arguments for one call: every required one, the others half of the time."""
        optional = self.rng.choice((0.0, 0.5, 1.0))
        self._pools = pools(self.world.apps[spec.app], self.world)
        args = {a.name: self._value(a.name, a.type.schema) for a in spec.args if a.required or self.rng.random() < optional}
        return args | self._together(spec.app, set(args)) if self.rng.random() < 0.5 else args

    def wrong(self, spec: ToolSpec) -> dict[str, Any]:
        """Arguments that no tool takes: one of the wrong type, one missing, or one too many."""
        args = self.of(spec)
        required = [a.name for a in spec.args if a.required]
        if required and self.rng.random() < 0.3:
            return {name: value for name, value in args.items() if name != required[0]}
        if not spec.args or (spec.extra == "refuse" and self.rng.random() < 0.3):
            return {**args, "nonsense": 1}
        arg = self.rng.choice(spec.args)
        values = (True, None, 1, 1.5, 2**63, 1e308, float("nan"), "\ud800", "x", [[]], {"a": {1}}, [None], b"x", {1: 2})
        return {**args, arg.name: self.rng.choice([v for v in values if not arg.type.fits(v)])}

    def _together(self, app: str, names: set[str]) -> dict[str, Any]:
        """Arguments that must fit each other: an email and its folder, a message or a member and the conversation."""
        state = self.world.apps[app].state
        pairs: list[dict[str, Any]] = []
        if "email_id" in names and "sender" in names:
            pairs = [{"email_id": e.email_id, "sender": to} for e in state.folders["SENT"] for to in e.recipients]
        elif "email_id" in names:
            folder = "source_folder_name" if "source_folder_name" in names else "folder_name"
            pairs = [{"email_id": e.email_id, folder: name} for name, emails in state.folders.items() for e in emails]
        elif "message_id" in names:
            pairs = [{"conversation_id": key, "message_id": m.message_id} for key, messages in state.messages.items() for m in messages]
        elif {"conversation_id", "user_id"} <= names:
            pairs = [{"conversation_id": key, "user_id": p} for key, c in state.conversations.items() for p in c.participant_ids]
        elif "who_delete" in names:
            pairs = [{"event_id": e.event_id, "who_delete": a} for e in state.events.values() for a in e.attendees]
        elif {"item_id", "quantity"} <= names and hasattr(state, "cart"):
            pairs = [{"item_id": i, "quantity": 1} for i in (*state.cart, *state.items)]
        return self.rng.choice(pairs) if pairs else {}

    def _value(self, name: str, schema: dict[str, Any]) -> Any:
        rng = self.rng
        if "enum" in schema and rng.random() < ENUM:
            return rng.choice(schema["enum"])
        if "anyOf" in schema:
            return self._value(name, rng.choice(schema["anyOf"]))
        kinds = schema.get("type", "any")
        if isinstance(kinds, list):
            if rng.random() < NULL and "null" in kinds:
                return None
            kinds = kinds[0]
        if kinds == "integer":
            return rng.choice(INTS)
        if kinds == "number":
            return rng.choice(NUMBERS)
        if kinds == "boolean":
            return rng.random() < 0.5
        if kinds == "array":
            return [self._value(name, schema["items"]) for _ in range(rng.choice((0, 1, 1, 2, 2, 3)))]
        if kinds == "object":
            return self._object(name, schema)
        if kinds == "any":
            return rng.choice((None, True, 1, 2.5, self._text(name), [1, ["x"]], {"a": {"b": None}}))
        return self._text(name)

    def _object(self, name: str, schema: dict[str, Any]) -> dict[str, Any]:
        rng = self.rng
        keys = ("first_name", "job", "age", "gender", "is_user", "contact_id", "nothing") if name == "updates" else ("SAVE", "size", "", "é")
        inner = schema.get("additionalProperties")
        value = (lambda: self._value(name, inner)) if isinstance(inner, dict) else (lambda: rng.choice(("x", "Male", 40, True, None, {"a": [1]})))
        return {rng.choice(keys): value() for _ in range(rng.choice((0, 1, 1, 2)))}

    def _text(self, name: str) -> str:
        rng = self.rng
        if rng.random() > RIGHT:
            return str(rng.choice(TEXTS))
        if "date" in name or "time" in name:
            around = format_time(self.world.now + rng.choice((-90_000, -60, 0, 60, 3600, 1e6)))
            return str(rng.choice((around, around, around, rng.choice(TIMES), rng.choice(LATE_TIMES))))
        pool = next((values for part, values in self._pools if part in name), ())
        return str(rng.choice(pool or TEXTS))


def pools(app: App[Any], world: World) -> list[tuple[str, Sequence[Any]]]:
    """What fits an argument by a part of its name, the first part that occurs in it counting."""
    state, found = app.state, []
    files = world.apps.get("Files")
    nodes = getattr(state, "nodes", None) or (files.state.nodes if files is not None else {})
    found.append(("path", [*list(nodes) * (30 // (len(nodes) or 1) + 1), *PATHS, *MORE_PATHS]))
    if hasattr(state, "folders"):
        mails = [e for emails in state.folders.values() for e in emails]
        addresses = [e.sender for e in mails] + [a for e in mails for a in e.recipients] + ["new@mail.test"]
        found += [("email_id", [e.email_id for e in mails]), ("folder", ["INBOX", "SENT", "draft", "Trash", "SPAM"])]
        found += [(part, addresses) for part in ("sender", "recipients", "cc")]
    if hasattr(state, "conversations"):
        messages = [m for ms in state.messages.values() for m in ms]
        found += [("conversation_id", list(state.conversations)), ("message_id", [m.message_id for m in messages])]
        found += [(part, [*state.id_to_name, "+1 555"]) for part in ("user_id", "sender_id")] + [("user_name", list(state.name_to_id))]
    if hasattr(state, "events"):
        found += [("event_id", list(state.events)), ("who", ["Ben Ode", *(a for e in state.events.values() for a in e.attendees)])]
        found += [("tag", [e.tag for e in state.events.values() if e.tag])]
    for field, part in (("contacts", "contact_id"), ("reminders", "reminder_id"), ("apartments", "apartment_id"), ("orders", "order_id")):
        if hasattr(state, field):
            found.append((part, list(getattr(state, field))))
    if hasattr(state, "products"):
        found += [("product_id", list(state.products)), ("item_id", [*state.items, *state.cart]), ("product_name", ["Lamp", "a"])]
        found += [("discount_code", [c for codes in state.discount_codes.values() for c in codes]), ("status", ["processed", "shipped"])]
    if hasattr(state, "crime_data"):
        found.append(("zip_code", list(state.crime_data)))
    return [*found, ("location", PLACES), ("mode", ["r", "rb", "w", "wb", "a", "x", "rw"]), ("compression", ["gzip", "infer", "zip"])]
