"""Universes: coherent for any seed, the same everywhere, of their size, and kept on disk; and the check that says so finds what is not."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson
import pytest

from gaia2_gym.apps.emails import Email
from gaia2_gym.apps.records import plain
from gaia2_gym.errors import ConfigError
from gaia2_gym.scenario import parse_scenario
from gaia2_gym.scenario.export import app_json, scenario_json
from gaia2_gym.synth import ScenarioBuilder, Universe, make_universe, store, universe
from gaia2_gym.synth.coherence import TOKENS, check_universe, tokens_of
from gaia2_gym.synth.universe import SIZES, Size
from tests.shared import ROOT


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of universes of its own, and nothing in memory."""
    monkeypatch.setenv("GAIA2_CACHE", str(tmp_path / "cache"))
    universe._universe.cache_clear()
    return tmp_path / "cache"


def digest(u: Universe) -> str:
    everything = [[app_json(entry) for entry in u.apps], u.now, repr(u.cast), repr(u.happenings)]
    return blake2b(orjson.dumps(everything), digest_size=16).hexdigest()


# --- what is made -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(0, 50, 10))
def test_pocket_universes_hang_together(first: int) -> None:
    for seed in range(first, first + 10):
        assert check_universe(make_universe(seed)) == [], seed


@pytest.mark.parametrize("seed", [1, 2])
def test_small_universes_hang_together(seed: int) -> None:
    assert check_universe(make_universe(seed, "small")) == []


@pytest.mark.slow
def test_a_full_universe_hangs_together() -> None:
    assert check_universe(make_universe(1, "full")) == []


@pytest.mark.parametrize("size", ["pocket", "small", pytest.param("full", marks=pytest.mark.slow)])
def test_sizes(size: Size) -> None:
    u = make_universe(3, size)
    low, high = TOKENS[size]
    assert low < tokens_of(u) < high
    scale = SIZES.index(size)
    states = u.states
    events = states["Calendar"].events.values()
    assert len(u.people) == (24, 50, 125)[scale]
    assert (30, 80, 340)[scale] < len(events) < (60, 140, 420)[scale]
    assert len(states["RentAFlat"].apartments) == (16, 36, 120)[scale]
    assert len(states["Shopping"].products) == (18, 50, 500)[scale]
    assert sum(node.kind == "file" for node in states["Files"].nodes.values()) == (24, 70, 298)[scale]
    assert len(states["Cabs"].rides) == (8, 15, 30)[scale]
    days = {(e.start_datetime - u.now) // 86400 for e in events}
    assert (min(days) < -49, max(days) > 21, len({d // 7 for d in days}) > 12) == (True, True, True)
    assert len({e.tag for e in events}) > 5
    assert {len(p.item_ids) for p in states["Shopping"].products.values()} <= set(range(1, 9))


def test_families_hang_together() -> None:
    for seed in range(40):
        u = make_universe(seed)
        ages: dict[str, list[int]] = {}
        for p in u.people:
            ages.setdefault(p.relation, []).append(p.contact.age or 0)
        mine = u.user.contact.age or 0
        for mother in ages.get("mother", []):
            children = [mine, *ages.get("sister", []), *ages.get("brother", [])]
            assert all(mother - child >= 18 for child in children)
            assert all(grandmother - mother >= 14 for grandmother in ages.get("grandmother", []))
        children = [*ages.get("daughter", []), *ages.get("son", [])]
        assert all(parent - child >= 18 for child in children for parent in (mine, *ages["partner"]))
        at_home = [p.first_name for p in u.people if p.contact.address == u.user.contact.address]
        assert all(name in u.cast.persona.household for name in at_home)
        assert ("alone" in u.cast.persona.household) <= (not at_home)
        assert Counter(p.relation for p in u.people)["manager"] == 1


def test_there_are_near_misses() -> None:
    found: Counter[str] = Counter()
    for seed in range(20):
        u = make_universe(seed)
        cards = [p.contact for p in u.people]
        found["first name"] += max(Counter(c.first_name for c in cards).values()) > 1
        found["last name"] += max(Counter(c.last_name for c in cards).values()) > 1
        found["job"] += any(a.job == b.job and a.job and a.city_living != b.city_living for a in cards for b in cards)
        found["nationality"] += any(c.nationality != d.nationality and c.city_living == d.city_living for c in cards for d in cards)
        kinds = [p.name.rpartition(" ")[2] for p in u.states["Shopping"].products.values()]
        found["product"] += max(Counter(kinds).values()) > 2
        timed = [e for e in u.states["Calendar"].events.values() if e.tag != "Birthday"]
        found["overlap"] += any(a.event_id != b.event_id and a.start_datetime <= b.start_datetime < a.end_datetime for a in timed for b in timed)
    least = {"first name": 15, "last name": 20, "job": 18, "nationality": 18, "product": 19, "overlap": 12}
    assert {what: found[what] for what, n in least.items() if found[what] < n} == {}


def test_seeds_differ_and_begin_on_working_mornings() -> None:
    made = [make_universe(seed) for seed in range(30)]
    assert len({u.now for u in made}) > 20
    assert len({u.user.name for u in made}) == 30
    assert len({u.user.contact.country for u in made}) > 8
    for u in made:
        now = datetime.fromtimestamp(u.now, UTC)
        assert (now.hour, now.minute, now.second, now.weekday() < 5, 2024 <= now.year <= 2026) == (7, 0, 0, True, True)


def test_the_files_of_a_universe_travel_with_a_scenario() -> None:
    u = make_universe(4)
    s = ScenarioBuilder("files", u.apps, start=u.now)
    s.user("Hello")
    s.say("Hello")
    again = parse_scenario(orjson.dumps(scenario_json(s.build())))
    states = {entry.name: entry.state for entry in again.apps}
    assert states["Files"].nodes == u.states["Files"].nodes
    assert sum(len(node.content) for node in states["Files"].nodes.values()) > 1000
    for name, state in u.states.items():
        assert name == "Files" or orjson.dumps(plain(states[name])) == orjson.dumps(plain(state)), name


@pytest.mark.parametrize(("seed", "size"), [(1, "huge"), (1.0, "pocket"), (True, "pocket"), ("1", "pocket"), (1, ["pocket"]), (None, "small")])
def test_wrong_arguments_are_refused(seed: Any, size: Any) -> None:
    with pytest.raises(ConfigError):
        make_universe(seed, size)


# --- the same everywhere ----------------------------------------------------------------------------------------------------------------------


def test_other_processes_make_the_same() -> None:
    code = "from tests.synth.test_universe import digest, make_universe; print(digest(make_universe(7)), digest(make_universe(-8, 'small')))"
    found = set()
    for hashing in ("0", "123"):
        env = os.environ | {"PYTHONHASHSEED": hashing, "GAIA2_CACHE": "/dev/null/nowhere"}
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=120)
        found.add(done.stdout.strip())
    assert found == {f"{digest(make_universe(7))} {digest(make_universe(-8, 'small'))}"}


def test_memory_keeps_the_latest() -> None:
    assert make_universe(5) is make_universe(5, "pocket")
    assert make_universe(5) is not make_universe(6)


# --- on disk ----------------------------------------------------------------------------------------------------------------------------------


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_disk_gives_back_what_was_made(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_universe(1, "small")
    assert [path.name for path in entries(cache)] == ["small-1.json.gz"]
    universe._universe.cache_clear()
    monkeypatch.setattr(universe, "_made", lambda *_: pytest.fail("made again"))
    loaded = make_universe(1, "small")
    assert loaded is not made
    assert (digest(loaded), loaded.cast, loaded.happenings) == (digest(made), made.cast, made.happenings)
    assert [repr(entry) for entry in loaded.apps] == [repr(entry) for entry in made.apps]


def test_pocket_universes_are_not_kept(cache: Path) -> None:
    make_universe(1)
    assert not cache.exists()


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda raw: b"",
    "half": lambda raw: raw[: len(raw) // 2],
    "a bit": lambda raw: raw[:2000] + bytes([raw[2000] ^ 4]) + raw[2001:],
    "no JSON": lambda raw: gzip.compress(b"[1"),
    "a list": lambda raw: gzip.compress(b"[]"),
    "a part": lambda raw: gzip.compress(b'{"now": 3, "apps": []}'),
    "an app": lambda raw: gzip.compress(gzip.decompress(raw).replace(b'"class_name":"Calendar"', b'"class_name":"Nothing"')),
    "a person": lambda raw: gzip.compress(gzip.decompress(raw).replace(b'"people":[["', b'"people":[["0')),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_entries_are_made_again(cache: Path, damage: str) -> None:
    made = digest(make_universe(2, "small"))
    (path,) = entries(cache)
    whole = path.read_bytes()
    path.write_bytes(DAMAGES[damage](whole))
    universe._universe.cache_clear()
    assert digest(make_universe(2, "small")) == made
    assert entries(cache) == [path]
    assert path.read_bytes() == whole


def test_entries_of_another_content_are_not_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_universe(2, "small")
    monkeypatch.setattr(store, "_fingerprint", lambda: "other")
    assert store.load(2, "small") is None
    universe._universe.cache_clear()
    make_universe(2, "small")
    assert len(entries(cache)) == 2


@pytest.mark.parametrize("place", ["a file", "/dev/null/nowhere"])
def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    (tmp_path / "a file").write_text("x")
    monkeypatch.setenv("GAIA2_CACHE", str(tmp_path / place))
    assert make_universe(2, "small").size == "small"


def test_where_universes_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAIA2_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert store.folder() == tmp_path / "gaia2-gym"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert store.folder() == tmp_path / "home" / ".cache" / "gaia2-gym"


# --- the check finds what is wrong ------------------------------------------------------------------------------------------------------------


def with_state(u: Universe, app: str, **changes: Any) -> Universe:
    return replace(u, apps=tuple(replace(e, state=replace(e.state, **changes)) if e.name == app else e for e in u.apps))


def with_record(u: Universe, app: str, table: str, key: Any, **changes: Any) -> Universe:
    records = getattr(u.states[app], table)
    return with_state(u, app, **{table: records | {key: replace(records[key], **changes)}})


def with_mail(u: Universe, change: Callable[[Email], Email], which: Callable[[Email], bool]) -> Universe:
    """With one email changed: the first that fits."""
    folders = dict(u.states["Emails"].folders)
    folder, found = next((name, mail) for name, mails in folders.items() for mail in mails if which(mail))
    folders[folder] = tuple(change(mail) if mail is found else mail for mail in folders[folder])
    return with_state(u, "Emails", folders=folders)


def with_message(u: Universe, app: str, **changes: Any) -> Universe:
    """With the third message of the first conversation changed."""
    messages = u.states[app].messages
    key = sorted(messages)[0]
    third = replace(messages[key][2], **changes)
    return with_state(u, app, messages=messages | {key: (*messages[key][:2], third, *messages[key][3:])})


def with_text(u: Universe, text: str) -> Universe:
    return with_message(u, "Chats", content=text)


def first(u: Universe, app: str, table: str) -> Any:
    return sorted(getattr(u.states[app], table))[0]


def event(u: Universe, kind: str) -> str:
    return next(h.ref for h in u.happenings if h.kind == kind)


def anyone(u: Universe) -> str:
    return next(p.contact.contact_id for p in u.people if p.contact.status == "Employed")


def stranger(u: Universe) -> str:
    """A name that nobody has, made of two that people have."""
    names = {p.name for p in (u.user, *u.people)}
    return next(f"{p.first_name} {q.contact.last_name}" for p in u.people for q in u.people if f"{p.first_name} {q.contact.last_name}" not in names)


def swapped(u: Universe) -> str:
    """A meeting that is not in the calendar, made of two that are."""
    titles = [h.title for h in u.happenings if h.kind == "meeting"]
    parts = [title.rpartition(" ") for title in titles]
    return next(f"{a[0]} {b[2]}" for a in parts for b in parts if f"{a[0]} {b[2]}" not in titles)


def late(u: Universe) -> tuple[str, float]:
    """A meeting to come, and a time at which nobody knew of it."""
    return next((h.title, h.known) for h in u.happenings if h.kind in ("meeting", "deadline", "trip") and h.known > u.now)


def an_order(u: Universe) -> str:
    return str(first(u, "Shopping", "orders"))


MUTATIONS: dict[str, tuple[Callable[[Universe], Universe], str]] = {
    "attendee": (lambda u: with_record(u, "Calendar", "events", event(u, "meeting"), attendees=("Nobody Inparticular",)), "who attend"),
    "event moved": (lambda u: with_record(u, "Calendar", "events", event(u, "meeting"), start_datetime=u.now), "not so"),
    "event renamed": (lambda u: with_record(u, "Calendar", "events", event(u, "appointment"), title="Another"), "not so"),
    "event backwards": (lambda u: with_record(u, "Calendar", "events", event(u, "social"), end_datetime=0.0), "ends before"),
    "event far off": (lambda u: with_record(u, "Calendar", "events", event(u, "regular"), end_datetime=9e9, start_datetime=8e9), "two months"),
    "event gone": (lambda u: with_state(u, "Calendar", events={}), "not so, in the app"),
    "reply before parent": (lambda u: with_mail(u, lambda m: replace(m, timestamp=1.0), lambda m: bool(m.parent_id)), "came later"),
    "parent gone": (lambda u: with_mail(u, lambda m: replace(m, parent_id="f" * 32), lambda m: bool(m.parent_id)), "what is not there"),
    "reply to nothing": (lambda u: with_mail(u, lambda m: replace(m, parent_id=None), lambda m: m.subject.startswith("Re:")), "answers nothing"),
    "sender": (lambda u: with_mail(u, lambda m: replace(m, sender="who@where.example"), lambda m: m.sender != u.user.email), "unknown address"),
    "recipient": (
        lambda u: with_mail(u, lambda m: replace(m, recipients=("who@where.example",)), lambda m: m.sender == u.user.email),
        "unknown address",
    ),
    "unread, yet answered": (lambda u: _unread_parent(u), "has not read"),
    "mail from the future": (lambda u: with_mail(u, lambda m: replace(m, timestamp=u.now + 9), lambda m: not m.parent_id), "future"),
    "mail without text": (lambda u: with_mail(u, lambda m: replace(m, content=" "), lambda m: True), "no subject, text"),
    "receipt before order": (lambda u: with_record(u, "Shopping", "orders", _receipted(u), order_date=u.now), "before it was given"),
    "mail id twice": (lambda u: with_mail(u, lambda m: replace(m, email_id=u.user.contact.contact_id), lambda m: True), "is given 2 times"),
    "message order": (lambda u: with_message(u, "Messages", timestamp=u.now - 1), "out of order"),
    "message from a stranger": (lambda u: with_message(u, "Chats", sender_id="f" * 32), "strangers"),
    "empty message": (lambda u: with_text(u, ""), "empty one"),
    "short conversation": (lambda u: _short(u), "messages, or an empty"),
    "participant": (
        lambda u: with_state(u, "Chats", id_to_name=u.states["Chats"].id_to_name | {"x": "Nobody Inparticular"}),
        "not in the address book",
    ),
    "number of another": (lambda u: _renumbered(u), "is not in the address book"),
    "unknown id in a text": (lambda u: with_text(u, f"Order {'a' * 32}"), "which is unknown"),
    "unknown name in a text": (lambda u: with_text(u, f"I met {stranger(u)} today."), "who is not in the address book"),
    "unknown number in a text": (lambda u: with_text(u, "Call +49 151 0000000."), "unknown number"),
    "unknown mail in a text": (lambda u: with_text(u, "Write to who@where.example."), "unknown address"),
    "unknown meeting in a text": (lambda u: with_text(u, f"See you at {swapped(u)}."), "not in the calendar"),
    "unknown flat in a text": (lambda u: with_text(u, f"I like {next(iter(u.states['RentAFlat'].apartments.values())).name}000."), "not listed"),
    "too early": (lambda u: with_text(u, f"What about {late(u)[0]}?"), "nobody knew"),
    "wrong weekday": (lambda u: with_text(u, "See you on Monday 1 January and on Tuesday 1 January, Friday 1 January."), "which there is not"),
    "hole": (lambda u: with_text(u, "Dear {name}"), "'{'"),
    "name in a file": (lambda u: _in_file(u, f"Ask {stranger(u)}."), "who is not in the address book"),
    "name in a note": (lambda u: with_record(u, "Contacts", "contacts", anyone(u), description=f"Knows {stranger(u)}."), "who is not"),
    "total": (lambda u: with_record(u, "Shopping", "orders", an_order(u), order_total=1.0), "instead of"),
    "order status": (lambda u: with_record(u, "Shopping", "orders", an_order(u), order_status="lost"), "is lost"),
    "discount": (lambda u: with_state(u, "Shopping", discount_codes={"x": {"A": 5}}), "for no item"),
    "product without items": (lambda u: with_record(u, "Shopping", "products", first(u, "Shopping", "products"), item_ids=()), "not the items"),
    "crime": (lambda u: with_state(u, "City", crime_data={}), "no crime rate"),
    "saved flat": (lambda u: with_state(u, "RentAFlat", saved_apartments=()), "list of saved flats"),
    "ride to nowhere": (lambda u: with_record(u, "Cabs", "rides", 0, end_location="1 Nowhere Lane"), "no address"),
    "two of a name": (
        lambda u: with_record(u, "Contacts", "contacts", anyone(u), first_name=u.user.first_name, last_name=u.user.contact.last_name),
        "full_name",
    ),
    "age and status": (lambda u: with_record(u, "Contacts", "contacts", anyone(u), age=12), "is 12, Employed"),
    "email": (lambda u: with_record(u, "Contacts", "contacts", anyone(u), email="no address"), "no email address"),
    "size": (
        lambda u: replace(u, size="full"),
        "a full one",
    ),
}


def _unread_parent(u: Universe) -> Universe:
    answered = {mail.parent_id for mail in u.states["Emails"].folders["SENT"]}
    return with_mail(u, lambda m: replace(m, is_read=False), lambda m: m.email_id in answered and m.sender != u.user.email)


def _receipted(u: Universe) -> str:
    texts = "\n".join(mail.content for mail in u.states["Emails"].folders["INBOX"])
    return next(h.ref for h in u.happenings if h.kind == "order" and h.ref in texts)


def _short(u: Universe) -> Universe:
    messages = u.states["Chats"].messages
    key = first(u, "Chats", "messages")
    return with_state(u, "Chats", messages=messages | {key: messages[key][-3:]})


def _renumbered(u: Universe) -> Universe:
    names = dict(u.states["Messages"].id_to_name)
    one, other = [number for number, name in sorted(names.items()) if name != u.user.name][:2]
    return with_state(u, "Messages", id_to_name=names | {one: names[other], other: names[one]})


def _in_file(u: Universe, text: str) -> Universe:
    nodes = u.states["Files"].nodes
    path = next(path for path, node in sorted(nodes.items()) if node.kind == "file")
    return with_record(u, "Files", "nodes", path, content=text.encode())


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_the_check_finds(mutation: str) -> None:
    change, message = MUTATIONS[mutation]
    whole = make_universe(9)
    assert check_universe(whole) == []
    problems = check_universe(change(whole))
    assert any(message in problem for problem in problems), problems
