"""Packs: the same scenario for the same number, in every process; universes and test families apart; curriculum; names."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations

import gymnasium as gym
import pytest

import gaia2_gym  # noqa: F401  # registers the environments
from gaia2_gym.errors import ConfigError, ScenarioError
from gaia2_gym.scenario import Scenario, open_source
from gaia2_gym.session import Session, open_session
from gaia2_gym.splits import SPLITS
from gaia2_gym.synth.families import FAMILIES
from gaia2_gym.synth.family import TEST_FAMILY
from gaia2_gym.synth.packs import AUGMENTED, CORE, PACKS, Pack, open_scenarios
from tests.shared import ROOT

HELD = tuple(split for split in CORE if any(f.split == split and not f.test_only for f in FAMILIES))
"""Core splits that have families."""
PLAYED = (*HELD, *AUGMENTED)
DISTINCT = 5_000


def tag(scenario: Scenario, name: str) -> str:
    return next(t.partition(":")[2] for t in scenario.tags if t.startswith(f"{name}:"))


def digests() -> str:
    """Of a few scenarios of every pack and split, and of the larger sizes."""
    packs = [Pack(pack, split) for pack in PACKS for split in PLAYED]
    found = [pack[number].digest for pack in packs for number in (0, 17)]
    return " ".join([*found, Pack("train", HELD[0], "small")[3].digest, Pack("train")[12].digest])


# --- what a number means ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("split", PLAYED)
@pytest.mark.parametrize("pack", PACKS)
def test_every_pack_has_every_split(pack: str, split: str) -> None:
    scenarios = Pack(pack, split)
    for number in (0, 1, 31):
        made = scenarios[number]
        assert (made.split, tag(made, "pack"), made.scenario_id) == (split, pack, scenarios.id_of(number))
        assert made.scenario_id.startswith(f"synth-{pack}-{split.lower()}-pocket-{number:06}-")
        assert open_session(made).start.text.endswith(made.task)


def test_other_processes_make_the_same() -> None:
    code = "from tests.synth.test_packs import digests; print(digests())"
    found = set()
    for hashing in ("0", "7"):
        env = os.environ | {"PYTHONHASHSEED": hashing, "GAIA2_CACHE": "/dev/null/nowhere"}
        found.add(
            subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=300).stdout.strip()
        )
    assert found == {digests()}


def test_a_scenario_does_not_depend_on_what_was_made_before() -> None:
    pack = Pack("train", HELD[0])
    forward = [pack.task(n).scenario.digest for n in range(20)]
    assert [pack.task(n).scenario.digest for n in reversed(range(20))] == forward[::-1]
    assert len(set(forward)) == 20


def test_without_a_split_they_come_in_turn() -> None:
    pack = Pack("mini")
    assert pack.splits == tuple(s for s in SPLITS if s in PLAYED)
    assert len(pack) == 32 * len(pack.splits)
    turn = len(pack.splits)
    assert [pack[n].split for n in range(2 * turn)] == [*pack.splits, *pack.splits]
    assert pack[turn + 1].scenario_id == Pack("mini", pack.splits[1])[1].scenario_id
    assert pack[turn + 1].digest == Pack("mini", pack.splits[1])[1].digest


def test_train_is_endless_and_the_others_are_fixed() -> None:
    assert [len(Pack(pack, HELD[0])) for pack in ("validation", "test", "mini")] == [160, 160, 32]
    train = Pack("train", HELD[0])
    assert len(train) > 1_000_000_000
    last = train[len(train) - 1]
    assert last.scenario_id == train[-1].scenario_id
    assert last.task
    with pytest.raises(IndexError, match="no number"):
        train[len(train)]
    with pytest.raises(IndexError, match="has 32 scenarios, there is no number 32"):
        Pack("mini", HELD[0]).task(32)
    with pytest.raises(IndexError):
        Pack("mini", HELD[0]).id_of(-1)


def test_packs_share_no_universe() -> None:
    spans = {name: range(spec.first_universe, spec.first_universe + spec.universes) for name, spec in PACKS.items()}
    assert all(a.stop <= b.start or b.stop <= a.start for a, b in combinations(spans.values(), 2))
    for name, spec in PACKS.items():
        pack = Pack(name, HELD[0])
        numbers = [*range(0, min(spec.per_split, 200), 40), spec.per_split - 1]
        assert {pack.task(n).universe.seed for n in numbers} <= set(spans[name])
    users = [{(u := Pack(name, HELD[0]).task(n).universe).user.name + u.user.email for n in (0, 16)} for name in PACKS]
    assert not set.intersection(*users)


def test_neighbours_share_a_universe() -> None:
    pack = Pack("train", HELD[0])
    assert [pack.task(n).universe.seed for n in (0, 15, 16, 31, 32)] == [0, 0, 1, 1, 2]
    assert pack.task(16_000).universe is pack.task(0).universe
    assert pack.task(16_000).scenario.task != pack.task(0).scenario.task


# --- families ---------------------------------------------------------------------------------------------------------------------------------


def test_test_families_are_in_test_alone() -> None:
    held_out = {f.name for f in FAMILIES if f.test_only}
    for name in PACKS:
        for split in PLAYED:
            found = {f.name for f in Pack(name, split).families[split]}
            assert found == {f.name for f in FAMILIES if (split in AUGMENTED or f.split == split) and (name == "test" or not f.test_only)}
            assert bool(found & held_out) is (name == "test" and any(f.test_only for f in FAMILIES if split in (f.split, *AUGMENTED)))


def test_at_least_a_fifth_of_the_families_are_kept_for_tests() -> None:
    assert 5 * sum(f.test_only for f in FAMILIES) >= len(FAMILIES)


def test_their_scenarios_are_marked() -> None:
    for split in PLAYED:
        pack = Pack("test", split)
        tasks = [pack.task(n) for n in range(0, 160, 7)]
        assert all((TEST_FAMILY in t.scenario.tags) is t.family.test_only for t in tasks)
        assert {t.family.test_only for t in tasks} == {False, *(f.test_only for f in FAMILIES if split in (f.split, *AUGMENTED) or f.split == split)}


@pytest.mark.parametrize("split", HELD)
def test_each_family_meets_each_difficulty(split: str) -> None:
    pack = Pack("train", split, difficulty=(2, 4))
    families = [f.name for f in pack.families[split]]
    tasks = [pack.task(n) for n in range(3 * len(families))]
    assert sorted((t.family.name, t.difficulty) for t in tasks) == sorted((name, d) for name in families for d in (2, 3, 4))
    assert all(tag(t.scenario, "family") == t.family.name and tag(t.scenario, "difficulty") == str(t.difficulty) for t in tasks)


def test_chosen_families_and_one_difficulty() -> None:
    names = [f.name for f in FAMILIES if f.split == HELD[0] and not f.test_only][:2]
    pack = open_scenarios(f"synth:train:{HELD[0]}?difficulty=3&family={','.join(names)}&size=small")
    made = [pack[n] for n in range(4)]
    assert [tag(s, "family") for s in made] == [*names, *names]
    assert {tag(s, "difficulty") for s in made} == {"3"}
    assert "-small-" in made[0].scenario_id


def test_families_of_all_splits() -> None:
    name = next(f.name for f in FAMILIES if f.split == HELD[0] and not f.test_only)
    pack = open_scenarios(f"synth:train?family={name}")
    assert isinstance(pack, Pack)
    assert pack.splits == tuple(s for s in SPLITS if s in (HELD[0], *AUGMENTED))
    assert {tag(pack[n], "family") for n in range(6)} == {name}
    assert {pack[n].split for n in range(6)} == set(pack.splits)


# --- splits that play the others' scenarios ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("split", AUGMENTED)
def test_augmented_splits_take_from_the_others_in_equal_shares(split: str) -> None:
    families = Pack("train", split).families[split]
    turns = [f.split for f in families]
    assert turns == list(HELD) * (len(turns) // len(HELD))
    assert {f.name for f in families} == {f.name for f in FAMILIES if not f.test_only}


@pytest.mark.parametrize("split", AUGMENTED)
def test_the_limit_of_time_goes_with_its_families(split: str) -> None:
    pack = Pack("train", split)
    for n in range(2 * len(HELD)):
        task = pack.task(n)
        assert task.scenario.time_limit == (420 if task.family.split == "Time" else 1800)
        assert task.scenario.split == split


def test_noise_is_played_with_noise() -> None:
    pack = Pack("train", "Noise")
    session = open_session(pack[0])
    assert session.noise is not None
    assert session.noise.tool_failure_probability == 0.1
    assert set(session.phone.tools) != set(Session(Pack("train", HELD[0])[0]).phone.tools), "tools have other names"
    assert Session(Pack("train", HELD[0])[0]).noise is None
    assert _waiting(Session(Pack("train", HELD[0])[0])) == (0, 30.0), "nothing fails, nothing arrives"
    failed, mean = _waiting(session)
    assert 0 < failed < 15
    assert 3 < mean < 12, "ten things a minute arrive"


def _waiting(session: Session) -> tuple[int, float]:
    """Forty times half a minute of waiting: how many calls noise made fail, and how long the others waited on average."""
    wait = {"tool": session.phone.called("SystemApp__wait_for_notification"), "args": {"timeout": 30}}
    begin = session.world.now
    failed = sum(bool(session.step(wait).info["injected_failure"]) for _ in range(40))
    return failed, (session.world.now - begin) / (40 - failed)


# --- names ------------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["synth:train", f"synth:mini:{HELD[0]}", "synth:test:Noise?difficulty=2-3", "synth:train?size=small"])
def test_found_by_id(name: str) -> None:
    pack = open_scenarios(name)
    for number in (0, 5, 30):
        id = pack[number].scenario_id
        again = open_scenarios(name)
        assert again.find(id).digest == pack[number].digest
        with pytest.raises(ScenarioError, match="no scenario with the id"):
            again.find(f"{id}x")


@pytest.mark.parametrize("id", ["", "synth-mini-search-pocket-999999-x-1", "synth-mini-nosplit-pocket-000000-x-1", "synth-mini-search-pocket-000000"])
def test_unknown_ids(id: str) -> None:
    with pytest.raises(ScenarioError, match="no scenario with the id"):
        Pack("mini", "Search").find(id)


def test_ids_of_another_pack_are_unknown() -> None:
    with pytest.raises(ScenarioError, match="no scenario with the id"):
        Pack("mini", HELD[0]).find(Pack("validation", HELD[0]).id_of(0))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("synth:trian", "did you mean 'train'"),
        ("synth:train:Serch", "did you mean 'Search'"),
        ("synth:train?dificulty=1", "unknown option 'dificulty'.*did you mean 'difficulty'"),
        ("synth:train?size=poket", "did you mean 'pocket'"),
        ("synth:train?difficulty=3-1", "a range within 1 to 5"),
        ("synth:train?difficulty=0-2", "a number from 1 to 5 or a range"),
        ("synth:train?difficulty=1-6", "a number from 1 to 5 or a range"),
        ("synth:train?difficulty=", "a number from 1 to 5 or a range"),
        ("synth:train?family=oldest_in_cty", "did you mean 'oldest_in_city'"),
        ("synth:train:Search?family=oldest_in_city,move_series", "synth:train:Search has no family 'move_series'.*it has .*oldest_in_city"),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(name: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        open_scenarios(name)


def test_test_families_are_refused_elsewhere() -> None:
    name = next(f.name for f in FAMILIES if f.test_only)
    with pytest.raises(ConfigError, match=f"synth:train has no family '{name}'"):
        open_scenarios(f"synth:train?family={name}")
    assert tag(open_scenarios(f"synth:test?family={name}")[0], "family") == name


def test_splits_are_known_in_any_case_and_given_apart() -> None:
    assert open_scenarios("synth:mini:search").name == "synth:mini:Search"
    assert open_scenarios("synth:mini", "Search", "small")[0].scenario_id.startswith("synth-mini-search-small-")
    assert open_scenarios("synth:mini:Time?size=pocket", "Search", "small")[0].scenario_id.startswith("synth-mini-time-pocket-")
    assert open_scenarios("synth:").name == "synth:train"


def test_other_sources_are_opened_too() -> None:
    assert open_scenarios("packaged", "Time")[0].split == "Time"
    assert open_scenarios("packaged").name == open_source("packaged").name
    both = open_scenarios(["synth:mini:Search", "packaged:time"])
    assert len(both) == 33
    assert (both[0].split, both[32].split) == ("Search", "Time")


@pytest.mark.parametrize("split", PLAYED)
def test_the_environments_play_them(split: str) -> None:
    env = gym.make(f"Gaia2-{split}-v0", scenarios="synth:train?difficulty=1-2", size="pocket")
    observation, info = env.reset(seed=1)
    assert info["split"] == split
    assert info["task"] in str(observation)
    assert env.reset(seed=1)[1]["scenario_id"] == info["scenario_id"]
    assert env.reset(seed=2)[1]["scenario_id"] != info["scenario_id"]
    env.close()


# --- the training stream ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("split", HELD)
def test_no_two_prompts_of_the_training_stream_are_equal(split: str) -> None:
    pack = Pack("train", split)
    seen: dict[str, str] = {}
    equal = []
    for n in range(DISTINCT):
        scenario = pack.task(n).scenario
        if (id := seen.setdefault(scenario.task, scenario.scenario_id)) != scenario.scenario_id:
            equal.append((id, scenario.scenario_id))
    assert equal == []
