"""What a universe holds: `python -m tests.synth.report_universe SEED SIZE` prints counts, tokens, seconds, and how often sentences repeat.

The official universe stands beside it where its files are there (see tests/shared.py).
"""

from __future__ import annotations

import gzip
import re
import sys
import time
from collections.abc import Iterable

import orjson

from gaia2_gym.scenario import AppEntry, load_scenario
from gaia2_gym.scenario.export import app_json
from gaia2_gym.synth import make_universe, store
from gaia2_gym.synth import universe as made
from gaia2_gym.synth.coherence import check_universe
from gaia2_gym.synth.universe import SIZES
from tests.shared import GAIA2_DATA

_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")


def counts(apps: Iterable[AppEntry]) -> dict[str, int]:
    """Records by kind."""
    states = {entry.name: entry.state for entry in apps}
    chats = [states[name] for name in ("Messages", "Chats")]
    return {
        "contacts": len(states["Contacts"].contacts),
        "emails": sum(map(len, states["Emails"].folders.values())),
        "conversations": sum(len(chat.conversations) for chat in chats),
        "messages": sum(len(group) for chat in chats for group in chat.messages.values()),
        "events": len(states["Calendar"].events),
        "flats": len(states["RentAFlat"].apartments),
        "crime rates": len(states["City"].crime_data),
        "rides": len(states["Cabs"].rides),
        "products": len(states["Shopping"].products),
        "items": len(states["Shopping"].items),
        "orders": len(states["Shopping"].orders),
        "discounts": len(states["Shopping"].discount_codes),
        "files": sum(node.kind == "file" for node in states["Files"].nodes.values()),
    }


def sentences(apps: Iterable[AppEntry]) -> list[str]:
    """The sentences of all mails and messages, as they stand; those of two words or fewer left out."""
    states = {entry.name: entry.state for entry in apps}
    texts = [mail.content for folder in states["Emails"].folders.values() for mail in folder]
    texts += [m.content for name in ("Messages", "Chats") for group in states[name].messages.values() for m in group]
    return [s for text in texts for s in _SENTENCES.split(text) if s.count(" ") > 1]


def columns(apps: tuple[AppEntry, ...]) -> dict[str, str]:
    """The lines of the report."""
    found = sentences(apps)
    lines = {what: f"{n:,}" for what, n in counts(apps).items()}
    lines["sentences"] = f"{len(found):,}"
    lines["distinct sentences"] = f"{len(set(found)) / max(1, len(found)):.3f}"
    for entry in apps:
        lines[f"tokens {entry.name}"] = f"{len(orjson.dumps(app_json(entry))) // 4:,}"
    lines["tokens"] = f"{sum(len(orjson.dumps(app_json(entry))) for entry in apps) // 4:,}"
    return lines


def main(seed: int, size: str) -> None:
    """Prints the report."""
    if size not in SIZES:
        raise SystemExit(f"SIZE is one of {', '.join(SIZES)}")
    make_universe(-1)  # reads the data, so that the next one is timed alone
    begin = time.perf_counter()
    content = made._made(seed, size)
    seconds = time.perf_counter() - begin
    universe = made.Universe(seed, size, *content)
    begin = time.perf_counter()
    packed = gzip.compress(orjson.dumps(store._json(content)), compresslevel=1)
    saving = time.perf_counter() - begin
    begin = time.perf_counter()
    store._content(orjson.loads(gzip.decompress(packed)))
    loading = time.perf_counter() - begin
    ours = columns(universe.apps)
    files = sorted(GAIA2_DATA.glob("scenarios/*.json.gz"))
    official = columns(load_scenario(files[0]).apps) if files else {}
    print(f"{'':24}{f'{size} {seed}':>12}{'official' if official else '':>12}")
    for what in dict.fromkeys([*ours, *official]):
        print(f"{what:24}{ours.get(what, ''):>12}{official.get(what, ''):>12}")
    print(f"made in {seconds:.3f} s, read from disk in {loading:.3f} s, written in {saving:.3f} s, {len(packed) / 1024:.0f} KB")
    print("\n".join(check_universe(universe)) or "check_universe: nothing found")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
