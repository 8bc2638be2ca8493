"""Universes on disk, so that a large one is made once on a machine.

What is kept is plain JSON, gzipped, in the official form of the apps; nothing is ever unpickled. The name of an entry holds a fingerprint of
everything that the content is made by, so that an entry can be missing but never out of date. Entries may be deleted at any time.
"""

from __future__ import annotations

import gzip
import os
import tempfile
import zlib
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from gaia2_gym._version import __version__
from gaia2_gym.apps.records import plain
from gaia2_gym.errors import ScenarioError
from gaia2_gym.scenario import AppEntry
from gaia2_gym.scenario.export import app_json
from gaia2_gym.synth.builder import entry_of
from gaia2_gym.synth.cast import Cast, Happening, Manner, Person, Persona

_DAMAGED = (EOFError, zlib.error, ValueError, LookupError, TypeError, AttributeError, ScenarioError)
"""What reading an entry that is not whole may raise."""


class Content(NamedTuple):
    """What a universe holds, its seed and size aside."""

    now: float
    cast: Cast
    happenings: tuple[Happening, ...]
    apps: tuple[AppEntry, ...]


def folder() -> Path | None:
    """Where universes are kept: the folder that `GAIA2_CACHE` names, else the user's cache; None where the user has no home."""
    if named := os.environ.get("GAIA2_CACHE"):
        return Path(named).expanduser()
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gaia2-gym"
    except RuntimeError:
        return None


def load(seed: int, size: str) -> Content | None:
    """The content kept for a seed and size; None where there is none that can be read."""
    try:
        path = _path(seed, size)
        return None if path is None else _content(orjson.loads(gzip.decompress(path.read_bytes())))
    except (OSError, *_DAMAGED):
        return None


def save(seed: int, size: str, content: Content) -> None:
    """Keep a content, whole or not at all; where the folder cannot be written, nothing is kept."""
    if path := _path(seed, size):
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.", delete=False) as file:
                file.write(gzip.compress(orjson.dumps(_json(content)), compresslevel=1, mtime=0))
            os.replace(file.name, path)


def _path(seed: int, size: str) -> Path | None:
    place = folder()
    return None if place is None else place / f"universes-{_fingerprint()}" / f"{size}-{seed}.json.gz"


@cache
def _fingerprint() -> str:
    """A hash of the version, of the modules that make universes, and of their data."""
    here = Path(__file__).parent
    digest = blake2b(__version__.encode(), digest_size=8)
    for path in sorted([*here.glob("*.py"), *here.glob("content/*.py"), *(here.parent / "data" / "synth").iterdir()]):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _json(content: Content) -> dict[str, Any]:
    everyone = (content.cast.user, *content.cast.people)
    manners = list(dict.fromkeys(p.manner for p in everyone))
    persona = content.cast.persona
    return {
        "now": content.now,
        "persona": [persona.employer, persona.workplace, persona.household, persona.hobbies],
        "manners": plain(manners),
        "people": [[p.contact.contact_id, p.relation, p.circle, manners.index(p.manner)] for p in everyone],
        "happenings": [
            [h.kind, h.title, h.time, h.known, [p.contact.contact_id for p in h.people], h.place, h.ref, h.amount] for h in content.happenings
        ],
        "apps": [app_json(entry) for entry in content.apps],
    }


def _content(data: dict[str, Any]) -> Content:
    empty = [entry_of(app["name"], app["class_name"]) for app in data["apps"]]
    apps = tuple(AppEntry(e.name, e.class_name, e.cls, e.cls.load(app["app_state"])) for e, app in zip(empty, data["apps"], strict=True))
    cards = {e.name: e.state for e in apps}["Contacts"].contacts
    manners = [Manner(m["tone"], tuple(m["greetings"]), tuple(m["closings"]), m["signs"], m["emoji"], m["lowercase"]) for m in data["manners"]]
    user, *people = (Person(cards[id], relation, circle, manners[n]) for id, relation, circle, n in data["people"])
    by_id = {p.contact.contact_id: p for p in people}
    happenings = (
        Happening(kind, title, time, known, tuple(by_id[id] for id in ids), place, ref, amount)
        for kind, title, time, known, ids, place, ref, amount in data["happenings"]
    )
    employer, workplace, household, hobbies = data["persona"]
    cast = Cast(Persona(user, employer, workplace, household, tuple(hobbies)), tuple(people))
    return Content(data["now"], cast, tuple(happenings), apps)
