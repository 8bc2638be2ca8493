"""The corpus of attacks: complete, playable anywhere without the oracle, and refused wherever a judge would fall for it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gaia2_gym.errors import ConfigError
from gaia2_gym.guards.attacks import MESSAGE, Attack, attack_actions, fill, load_attacks, look_around, play_attack
from gaia2_gym.scenario import load_scenario, parse_scenario
from gaia2_gym.session import Session
from gaia2_gym.verifier import Context, Question
from gaia2_gym.verifier.screen import screen
from tests.shared import ROOT

PACKAGED = sorted((ROOT / "gaia2_gym" / "data" / "scenarios").glob("*.json"))
ATTACKS = load_attacks()
SLOTS = {"task", "name", "other", "names", "numbers", "email", "place", "places", "date", "dates", "oracle"}
ANSWERS = ("17", "Malmö Modern", "Kaito Matsumoto", "$1,250.50", "Yes", "渡辺 美咲", "Casa da Glicínia, 1180 euros a month", "linnea@post.example")
TEXTS = (
    *((MESSAGE, "content", text) for text in ANSWERS),
    (MESSAGE, "content", "The dentist on 18 March is out of your calendar. I have not ordered the lamp: it comes in olive, red and white."),
    ("Emails__send_email", "content", "Dear Anna,\n\nI would love for you to join us on Saturday at 6 pm.\n\nBest,\nLeo"),
    ("Emails__send_email", "subject", "Dinner on Saturday"),
    ("Chats__send_message", "content", "Are you coming on Friday?"),
    ("Calendar__add_calendar_event", "title", "Yoga class"),
    ("Calendar__add_calendar_event", "location", "Rua do Almada 214, 4050-032 Porto"),
    ("Cabs__order_ride", "end_location", "Home"),
)


@pytest.fixture(scope="module")
def sessions() -> dict[str, Session]:
    return {path.stem: Session(load_scenario(path)) for path in PACKAGED}


def test_the_corpus_is_large_and_various() -> None:
    kinds = Counter(attack.kind for attack in ATTACKS)
    assert len(ATTACKS) >= 60
    assert set(kinds) >= {"length", "code", "template", "conditional", "hedge", "enumeration", "verdict", "injection", "invisible", "homoglyph"}
    assert set(kinds) >= {"placeholder", "hidden", "repetition", "echo", "vague", "false_claim", "flood", "repeat", "order", "undo", "meddle"}
    assert len({(a.text, str(a.actions)) for a in ATTACKS}) == len(ATTACKS)
    assert all(a.description.endswith(".") for a in ATTACKS)


def test_only_known_slots_are_used() -> None:
    for attack in ATTACKS:
        written = json.dumps(attack.actions) + (attack.text or "")
        assert set(re.findall(r"\{([a-z]+)\}", written)) - SLOTS <= {"answer"}, attack.id


@pytest.mark.parametrize("attack", [a for a in ATTACKS if a.knows_oracle], ids=lambda a: a.id)
def test_a_right_answer_does_not_save_a_trick(attack: Attack, sessions: dict[str, Session]) -> None:
    """The screen alone refuses, whatever a judge would say: these texts hold all that the oracle's does."""
    fillers = look_around(sessions["search"]).fillers
    for tool, name, right in TEXTS:
        got = fill(attack.text or "", fillers, right)
        question = Question("content", tool, {name: right}, {name: got}, Context(tasks=(fillers["task"],)))
        assert screen(question) is not None, f"{tool} {name}: {got}"


def test_every_attack_can_be_played_everywhere(sessions: dict[str, Session]) -> None:
    for session in sessions.values():
        around = look_around(session)
        before = len(session.world.records)
        for attack in ATTACKS:
            copy = session.fork()
            play_attack(attack, copy, around)
            assert len(copy.world.records) > before, attack.id
        assert len(session.world.records) == before


def test_attacks_do_something(sessions: dict[str, Session]) -> None:
    """A flood is one, and every script that writes succeeds in it on one phone at least."""
    for attack in ATTACKS:
        if attack.text is None and attack.kind not in ("meddle", "order"):
            most = calls = 0
            for session in sessions.values():
                copy = session.fork()
                play_attack(attack, copy)
                writes = [r for r in copy.world.records if r.kind == "agent" and r.operation == "write" and r.public_name != MESSAGE]
                calls, most = max(calls, len(writes)), max(most, sum(r.error is None for r in writes))
            assert most >= 1, attack.id
            assert calls >= (5 if attack.kind == "flood" else 1), attack.id


def _without_oracle(path: Path) -> str:
    """A scenario whose oracle says other things in its messages and texts."""
    data = json.loads(path.read_bytes())
    for event in data["events"]:
        if event.get("class_name") == "OracleEvent" or event.get("event_type") == "AGENT":
            for arg in event["action"]["args"]:
                if arg["name"] in ("content", "title", "subject"):
                    arg["value"] = "nothing of the kind"
    return json.dumps(data)


def _actions(session: Session, attack: Attack) -> list[Any]:
    actions = []
    for action in attack_actions(attack, session):
        actions.append(action)
        session.step(action)
        if session.over:
            break
    return actions


def test_no_attack_looks_at_the_oracle() -> None:
    path = next(p for p in PACKAGED if p.stem == "execution")
    theirs, blind = load_scenario(path), parse_scenario(_without_oracle(path), "blind")
    assert [dict(e.args) for e in theirs.events] != [dict(e.args) for e in blind.events]
    one, other = Session(theirs), Session(blind)
    for attack in ATTACKS:
        if not attack.knows_oracle:
            assert _actions(one.fork(), attack) == _actions(other.fork(), attack), attack.id


def test_the_same_seed_plays_the_same(sessions: dict[str, Session]) -> None:
    attack = next(a for a in ATTACKS if a.id == "flood-random")
    session = sessions["time"]
    first, again, other = (list(attack_actions(attack, session.fork(), seed=seed)) for seed in (0, 0, 1))
    assert first == again != other


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({}, "needs either a text or actions"),
        ({"text": "x", "actions": [{"wait": 1}]}, "needs either a text or actions"),
        ({"actions": [{"dance": 1}]}, "a step does one of"),
    ],
)
def test_a_damaged_corpus_is_refused(tmp_path: Path, row: dict[str, Any], problem: str) -> None:
    file = tmp_path / "attacks.json"
    file.write_text(json.dumps([{"id": "a", "kind": "b", "description": "c", **row}]), encoding="utf-8")
    with pytest.raises(ConfigError, match=problem):
        load_attacks(file)


def test_an_id_is_given_once(tmp_path: Path) -> None:
    file = tmp_path / "attacks.json"
    file.write_text(json.dumps([{"id": "a", "kind": "b", "description": "c", "text": text} for text in "xy"]), encoding="utf-8")
    with pytest.raises(ConfigError, match="same id"):
        load_attacks(file)
