"""What is written comes back the same: scenarios, played episodes, traces; and what was damaged is refused with its place."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaia2_gym.agents import OracleAgent, RandomAgent
from gaia2_gym.apps.records import plain
from gaia2_gym.env import Gaia2Env
from gaia2_gym.errors import TraceError
from gaia2_gym.scenario import Event, Scenario, completed_events, episode_json, open_source, parse_scenario, scenario_json
from gaia2_gym.scenario.sources import PACKAGED
from gaia2_gym.trace import Trace, read_trace
from gaia2_gym.world import World, run_oracle
from tests.properties.effort import examples
from tests.properties.episodes import busy_phone, played
from tests.properties.hostile import Hostile
from tests.shared import CONFORMANCE, GAIA2_DATA, NO_CONFORMANCE, NO_DATA
from tests.world.scenes import EVERY_APP, START, answer, env, oracle, phone


def parts(scenario: Scenario) -> dict[str, Any]:
    """A scenario taken apart. `==` of scenarios compares their JSON, which would prove nothing here."""
    return {
        "definition": (scenario.scenario_id, scenario.seed, scenario.start_time, scenario.duration, scenario.tick, scenario.tags),
        "events": {e.id: repr(e) for e in scenario.events},  # not compared as values: True would be 1, and 5 would be 5.0
        "apps": [(a.name, a.class_name, a.cls, orjson.dumps(plain(a.state))) for a in scenario.apps],
        "gates": dict(scenario.turn_gates),
        "graphs": (scenario.play.nodes, scenario.oracle.nodes, scenario.num_turns),
    }


def reread(scenario: Scenario) -> Scenario:
    return parse_scenario(orjson.dumps(scenario_json(scenario)), scenario.source)


# --- scenarios


@pytest.mark.parametrize("scenario", [*open_source("packaged"), busy_phone()], ids=lambda s: s.scenario_id)
def test_scenarios_come_back_and_play_the_same(scenario: Scenario) -> None:
    again = reread(scenario)
    assert again == scenario
    assert parts(again) == parts(scenario)
    assert scenario_json(again) == scenario_json(scenario)
    assert [r.result for r in run_oracle(again).records] == [r.result for r in run_oracle(scenario).records]


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
def test_official_scenarios_come_back() -> None:
    files = sorted((GAIA2_DATA / "scenarios").glob("*.json.gz"))
    assert files
    for file in files:
        raw = gzip.decompress(file.read_bytes())
        scenario = parse_scenario(raw, file.name)
        assert parts(reread(scenario)) == parts(scenario), file.name
        assert scenario_json(scenario) == orjson.loads(raw)


@pytest.mark.skipif(not CONFORMANCE.is_dir(), reason=NO_CONFORMANCE)
def test_the_scenarios_of_the_conformance_vectors_come_back() -> None:
    files = [*(CONFORMANCE / "verdicts" / "open").glob("*.json"), *(CONFORMANCE / "engine" / "open").glob("*.json")]
    assert len(files) > 50
    for file in files:
        raw = orjson.dumps(json.loads(file.read_bytes())["scenario"])
        scenario = parse_scenario(raw, file.name)
        assert parts(reread(scenario)) == parts(scenario), file.name
        # The parts alone, without what was read, say the same.
        alone = Scenario(
            scenario.scenario_id,
            scenario.apps,
            scenario.events,
            scenario.seed,
            scenario.start_time,
            scenario.duration,
            scenario.tick,
            scenario.tags,
        )
        if not scenario.turn_gates:
            assert parts(reread(alone)) == parts(scenario), file.name


def test_unknown_keys_are_kept_at_every_level() -> None:
    data = orjson.loads((PACKAGED / "adaptability.json").read_bytes())

    def add(value: Any) -> Any:
        if isinstance(value, dict):
            more = {"x-unknown": {"a": [1, None]}} if {"event_id", "version", "definition"} & value.keys() else {}
            return {k: add(v) for k, v in value.items()} | more
        return [add(v) for v in value] if isinstance(value, list) else value

    strange = add(data)
    strange["metadata"]["definition"]["x-unknown"] = 5
    scenario = parse_scenario(orjson.dumps(strange))
    assert scenario_json(scenario) == strange
    assert parts(scenario) == parts(parse_scenario(orjson.dumps(data)))


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(["", "null", "None", "{{u0}}", "{{", "5", "true", "[1]", " "])
SMALL = TEXT | st.integers(-(2**63), 2**63 - 1) | st.floats(-1e18, 1e18) | st.booleans() | st.none()
JSON = st.recursive(SMALL, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=6)

OBJECT = st.dictionaries(TEXT, JSON, max_size=3)


@st.composite
def built(draw: st.DrawFn) -> Scenario:
    """A scenario built in Python: any graph of calls with any arguments that their tools take."""
    events: list[Event] = []
    released: list[str] = []
    for i in range(draw(st.integers(1, 7))):
        id = f"e{i}" if draw(st.booleans()) else f"é.{i} x"
        after = draw(st.lists(st.sampled_from(released), max_size=3, unique=True)) if released else []
        when: dict[str, Any] = {"delay": draw(st.sampled_from([0.0, 0.1, 1.0, 1e6]))}
        if draw(st.booleans()):
            when = {"at": START + draw(st.floats(-1e6, 1e6))}
        events.append(draw(calls(id, after, when)))
        if events[-1].kind != "AGENT" or events[-1].ends_turn:
            released.append(id)
    return phone(
        *draw(st.permutations(events)),
        start=draw(st.floats(0, 2e9)),
        tick=draw(st.integers(1, 5)),
        duration=draw(st.none() | st.floats(0, 1e6)),
        apps=EVERY_APP,
        scenario_id=draw(TEXT.filter(bool)),
    )


@st.composite
def calls(draw: st.DrawFn, id: str, after: list[str], when: dict[str, Any]) -> Event:
    if draw(st.booleans()):
        when = {"delay": when.get("delay", 0.0)}

    def of(strategies: dict[str, Any]) -> dict[str, Any]:
        return {name: draw(strategy) for name, strategy in strategies.items()}

    texts, maybe = st.none() | st.lists(TEXT, max_size=2), TEXT | st.none()
    tools: dict[str, tuple[Any, dict[str, Any]]] = {
        "Emails__create_and_add_email": (env, {"sender": TEXT, "recipients": texts, "content": TEXT}),
        "RentAFlat__update_apartment": (env, {"apartment_id": TEXT, "new_price": st.floats(0, 1e9) | st.integers(0, 9)}),
        "Shopping__add_item_to_product": (env, {"product_id": TEXT, "price": st.just(1.5), "options": OBJECT, "available": st.booleans()}),
        "Shopping__add_discount_code": (env, {"item_id": TEXT, "discount_code": st.dictionaries(TEXT, st.floats(0, 99), max_size=2)}),
        "Contacts__edit_contact": (oracle, {"contact_id": TEXT, "updates": OBJECT}),
        "Calendar__add_calendar_event": (oracle, {"title": TEXT, "tag": maybe, "attendees": texts}),
        "Shopping__add_to_cart": (oracle, {"item_id": TEXT, "quantity": st.integers(-(2**63), 2**63 - 1)}),
    }
    kind = draw(st.sampled_from([*tools, "user", "answer", "stop"]))
    if kind in tools:
        make, strategies = tools[kind]
        event: Event = make(id, kind, *after, **when, **of(strategies))
        return event
    if kind == "answer":
        return answer(id, *after, delay=1.0, content=draw(TEXT))
    if kind == "stop":
        return Event(id, "STOP", dependencies=tuple(after), **when)
    args = of({"content": TEXT, "attachments": texts})
    return Event(id, "USER", "AgentUserInterface", "send_message_to_agent", args, tuple(after), **when)


@settings(max_examples=examples(150))
@given(built())
def test_scenarios_built_in_python_come_back(scenario: Scenario) -> None:
    assert scenario.raw == b""
    again = reread(scenario)
    assert parts(again) == parts(scenario)
    assert scenario_json(again) == scenario_json(scenario)


# --- episodes


@pytest.mark.parametrize("agent", [OracleAgent, lambda: RandomAgent(2), None], ids=["oracle", "random", "hostile"])
@pytest.mark.parametrize("scenario", [busy_phone(), *open_source("packaged")], ids=lambda s: s.scenario_id)
def test_a_played_episode_comes_back(scenario: Scenario, agent: Any) -> None:
    env, _ = played(scenario, agent(), 3, max_steps=150) if agent is not None else (played_by_hostile(scenario), None)
    records = [r for r in env.trace.records if r["tool"]]
    again = parse_scenario(orjson.dumps(episode_json(scenario, env.trace.records)))
    # The official format writes an absolute or relative time, a value and its type; the parts of the scenario must not change by it.
    assert parts(again) == parts(scenario)
    done = completed_events(again)
    records.sort(key=lambda r: r["time"])
    assert [(d.kind, d.id, d.time, d.app, d.tool) for d in done] == [(r["kind"], r["id"], r["time"], r["app"], r["tool"]) for r in records]
    by_id = {r["id"]: r for r in records}
    for d in done:
        record = by_id[d.id]
        assert dict(d.args) == record["args"], d.id
        assert d.error == (record["error"]["message"] if record["error"] else None)
    assert episode_json(scenario, env.trace.records)["completed_events"] == orjson.loads(again.raw)["completed_events"]


def played_by_hostile(scenario: Scenario) -> Gaia2Env:
    env = Gaia2Env(scenario, gate="free", latency="tokens")
    env.reset(seed=4)
    hostile = Hostile(Random(5))
    for _ in range(150):
        action, bad_timing = hostile.action(env.session)
        if not bad_timing and not env.step(action)[4].get("reason"):
            continue
        if env.session.over:
            break
    return env


# --- traces


def traces() -> list[Trace]:
    oracle_env, _ = played(open_source("packaged:adaptability")[0], OracleAgent(), 1)
    unfinished = Gaia2Env(busy_phone())
    unfinished.reset(seed=2)
    for _ in range(5):
        unfinished.step({"tool": "Emails__list_emails", "args": {}})
    return [oracle_env.trace, played(busy_phone(), RandomAgent(1), 1)[0].trace, played_by_hostile(busy_phone()).trace, unfinished.trace]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Trace, Path]]:
    folder = tmp_path_factory.mktemp("traces")
    found = [(trace, folder / f"{i}.jsonl") for i, trace in enumerate(traces())]
    for trace, path in found:
        trace.write(path)
    return found


def test_traces_come_back(written: list[tuple[Trace, Path]], tmp_path: Path) -> None:
    for trace, path in written:
        again = read_trace(path)
        assert again == trace
        assert again.digest == trace.digest
        again.write(tmp_path / "again.jsonl")
        assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()


def _swap(line: bytes) -> bytes:
    row = json.loads(line)
    row["time"] = row["time"] + 1 if "time" in row else 0
    return json.dumps(row).encode()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut short": lambda line: line[: len(line) // 2],
    "without its brace": lambda line: line[:-1],
    "no object": lambda line: b"[1, 2]",
    "a number": lambda line: b"5",
    "null": lambda line: b"null",
    "empty object": lambda line: b"{}",
    "not UTF-8": lambda line: line.replace(b":", b":\xff", 1),
    "NaN": lambda line: b'{"i": 1, "kind": "agent", "time": NaN}',
    "too deep": lambda line: b'{"i":' + b"[" * 100_000,
    "digits": lambda line: b'{"i": ' + b"9" * 10_000 + b"}",
    "half a record": lambda line: b'{"i": 1, "kind": "agent", "id": "x"}',
    "end of a wrong type": lambda line: b'{"end": [1]}',
    "oracle of a wrong type": lambda line: b'{"oracle": null}',
    "something else": lambda line: b'{"something": "else"}',
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_line_is_named(damage: str, written: list[tuple[Trace, Path]], tmp_path: Path) -> None:
    for _, path in written:
        lines = path.read_bytes().splitlines()
        for n in sorted({1, 2, 3, len(lines) // 2, len(lines) - 1, len(lines)}):
            broken = tmp_path / "broken.jsonl"
            broken.write_bytes(b"\n".join([*lines[: n - 1], DAMAGE[damage](lines[n - 1]), *lines[n:]]))
            with pytest.raises(TraceError, match=rf"broken\.jsonl: line {n} ") as raised:
                read_trace(broken)
            assert len(str(raised.value)) < 400 + len(str(broken))


def test_changed_removed_and_added_records_are_noticed(written: list[tuple[Trace, Path]], tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    for trace, path in written:
        lines = path.read_bytes().splitlines()
        if trace.end is None:
            continue
        last = len(trace.records)
        for n in (1, 2, last // 2, last):
            for changed in ([*lines[:n], _swap(lines[n]), *lines[n + 1 :]], [*lines[:n], *lines[n + 1 :]], [*lines[: n + 1], *lines[n:]]):
                broken.write_bytes(b"\n".join(changed))
                with pytest.raises(TraceError, match="the file was changed"):
                    read_trace(broken)


def test_an_episode_that_was_cut_off_is_read_without_an_end(written: list[tuple[Trace, Path]], tmp_path: Path) -> None:
    trace, path = written[0]
    (tmp_path / "cut.jsonl").write_bytes(b"\n\n".join(path.read_bytes().splitlines()[:-2]))
    again = read_trace(tmp_path / "cut.jsonl")
    assert (again.end, again.oracle) == (None, None)
    assert list(again.records) == list(trace.records)


def test_files_that_are_no_traces(tmp_path: Path) -> None:
    for name, content in {"empty": b"", "blank": b"\n\n", "text": b"hello", "binary": bytes(range(256)), "json": b'{"format": "other"}'}.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(TraceError, match="line 1 "):
            read_trace(tmp_path / name)
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(TraceError, match="cannot be read"):
            read_trace(path)


def test_worlds_of_a_reread_scenario_do_the_same() -> None:
    scenario = busy_phone()
    for world in (World(scenario, seed=3), World(reread(scenario), seed=3)):
        world.idle()
        world.think(100)
        assert [r.id for r in world.records][:4] == ["u0", "e1", "e2", "e3"]
