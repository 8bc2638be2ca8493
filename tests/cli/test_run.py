"""`gaia2-gym run`: transcript, trace, settings."""

from __future__ import annotations

import dataclasses
import inspect
from pathlib import Path
from typing import Any

import pytest

from gaia2_gym.agents import OracleAgent, RandomAgent, play
from gaia2_gym.cli.run import run
from gaia2_gym.scenario import open_source
from gaia2_gym.session import Session, SessionConfig, trace_of
from gaia2_gym.trace import read_trace
from tests.shared import GAIA2_DATA, NO_DATA


def settings_of(path: str) -> dict[str, Any]:
    return dict(read_trace(path).header["config"])


def test_prints_the_episode_and_saves_its_trace(cli) -> None:
    code, out, err = cli("run", "search")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "gaia2_gym_search (Search), seed 0, 1 turn"
    assert lines[1].startswith("[2025-03-10 08:00:00] User: My brother Tomé")
    assert "[2025-03-10 08:00:01] end: completed after 2 steps" in lines
    assert lines[-2] == "reward 1, progress 1"
    trace = read_trace("traces/gaia2_gym_search-oracle-0.jsonl")
    assert trace.end is not None
    assert lines[-1].startswith("1 s simulated in ")
    assert lines[-1].endswith(f", 3 records, digest {trace.digest}, trace traces/gaia2_gym_search-oracle-0.jsonl")


def test_the_episode_is_the_one_that_the_library_plays(cli) -> None:
    for agent, made in (("oracle", OracleAgent()), ("random", RandomAgent(3))):
        assert cli("run", "packaged", "--agent", agent, "--seed", 3, "--trace", "t.jsonl", "--latency", "fixed:2", "--max-steps", 30)[0] == 0
        session = Session(open_source("packaged")[3], seed=3, config=SessionConfig(latency="fixed:2", max_steps=30))
        play(session, made)
        assert read_trace("t.jsonl").digest == trace_of(session).digest


@pytest.mark.parametrize(
    ("agent", "end", "reward"),
    [("oracle", "completed after 13 steps", "reward 1"), ("random", "after", "reward 0"), ("noop", "time_limit after 3 steps", "reward 0")],
)
def test_every_agent_plays_and_leaves_its_trace(cli, agent: str, end: str, reward: str) -> None:
    code, out, _ = cli("run", "adaptability", "--agent", agent)
    assert code == 0
    assert any("end: " in line and end in line for line in out.splitlines())
    assert out.splitlines()[-2].startswith(reward)
    assert Path(f"traces/gaia2_gym_adaptability-{agent}-0.jsonl").is_file()


@pytest.mark.parametrize(("seed", "scenario"), [(0, "execution"), (1, "search"), (8, "search")])
def test_the_seed_chooses_among_several(cli, seed: int, scenario: str) -> None:
    _, out, _ = cli("run", "packaged", "--seed", seed)
    assert out.startswith(f"gaia2_gym_{scenario} (")
    assert f"seed {seed}," in out


@pytest.mark.parametrize("name", ["search", "Search", "packaged:search"])
def test_names_of_a_packaged_scenario(cli, name: str) -> None:
    assert cli("run", name)[1].startswith("gaia2_gym_search")


def test_a_folder_of_that_name_comes_first(cli, workplace: Path) -> None:
    (workplace / "search").mkdir()
    assert cli("run", "search")[0] == 3
    (workplace / "search" / "a.json").write_bytes(open_source("packaged:time")[0].raw)
    assert cli("run", "search")[1].startswith("gaia2_gym_time")


def test_embed_puts_the_scenario_into_the_trace(cli) -> None:
    cli("run", "search", "--trace", "with.jsonl", "--embed")
    cli("run", "search", "--trace", "without.jsonl")
    assert "path" not in read_trace("with.jsonl").header
    assert "scenario" not in read_trace("without.jsonl").header


def test_a_scenario_that_is_no_file_of_its_own_is_embedded(cli, workplace: Path) -> None:
    (workplace / "rows.jsonl").write_bytes(open_source("packaged:time")[0].raw.replace(b"\n", b" ") + b"\n")
    assert cli("run", "rows.jsonl", "--trace", "t.jsonl")[0] == 0
    assert cli("replay", "t.jsonl")[0] == 0


# --- settings ---------------------------------------------------------------------------------------------------------------------------------


def test_every_setting_is_a_flag() -> None:
    flags = set(inspect.signature(run).parameters)
    own = {"scenario", "agent", "seed", "config", "trace", "embed", "split", "size"}
    assert flags - own == {f.name for f in dataclasses.fields(SessionConfig)}


FLAGS = {
    "latency": ("fixed:2", "fixed:2"),
    "notifications": ("high", "high"),
    "observation": ("reference", "reference"),
    "plain-text": ("message", "message"),
    "apps": ("Emails,Contacts, Calendar", ["Emails", "Contacts", "Calendar"]),
    "max-steps": ("5", 5),
    "max-observation-chars": ("100", 100),
    "compat": ("1.2.0", "1.2.0"),
}


@pytest.mark.parametrize("flag", FLAGS)
def test_a_flag_sets_its_setting(cli, flag: str) -> None:
    given, value = FLAGS[flag]
    assert cli("run", "adaptability", f"--{flag}", given, "--trace", "t.jsonl")[0] == 0
    assert settings_of("t.jsonl")[flag.replace("-", "_")] == value


def test_flag_before_environment_before_file(cli, workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAIA2_ENV_LATENCY", "fixed:2")
    monkeypatch.setenv("GAIA2_ENV_MAX_STEPS", "12")
    toml = workplace / "my.toml"
    toml.write_text('[env]\nscenarios = "packaged:time"\nlatency = "fixed:3"\nmax_steps = 13\nnotifications = "high"\nparallel_calls = true\n')
    code, out, _ = cli("run", "--config", toml, "--max-steps", 11, "--no-parallel-calls", "--trace", "t.jsonl")
    assert code == 0
    assert out.startswith("gaia2_gym_time")
    found = settings_of("t.jsonl")
    assert [found[n] for n in ("max_steps", "latency", "notifications", "parallel_calls", "observation")] == [11, "fixed:2", "high", False, "text"]


def test_none_takes_a_setting_of_the_file_back(cli, workplace: Path) -> None:
    (workplace / "my.toml").write_text('[env]\ncompat = "1.2.0"\napps = ["Chats"]\n')
    assert cli("run", "search", "--config", "my.toml", "--compat", "none", "--apps", "none", "--trace", "t.jsonl")[0] == 0
    assert (settings_of("t.jsonl")["compat"], settings_of("t.jsonl")["apps"]) == (None, None)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--notifications", "hihg"), "error: notifications must be one of low, medium, high, not 'hihg' (did you mean 'high'?)\n"),
        (("--latency", "slow"), "error: latency 'slow': unknown mode; the forms are zero, measured, fixed:SECONDS"),
        (("--max-steps", "0"), "error: max_steps must be a whole number of at least 1, not 0\n"),
        (("--apps", "Emials"), "error: apps: there is no app 'Emials' on this phone (did you mean 'Emails'?)"),
        (("--config", "no.toml"), "error: no.toml: cannot be read: No such file or directory\n"),
    ],
)
def test_a_wrong_setting_is_one_line_and_exit_code_2(cli, args: tuple[str, ...], message: str) -> None:
    code, out, err = cli("run", "search", *args)
    assert (code, out) == (2, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


def test_an_unknown_key_of_the_file_is_refused(cli, workplace: Path) -> None:
    (workplace / "my.toml").write_text("[env]\nmaxsteps = 3\n")
    code, _, err = cli("run", "search", "--config", "my.toml")
    assert code == 2
    assert err.startswith("error: my.toml: [env] unknown setting 'maxsteps' (did you mean 'max_steps'?)")


def test_an_unknown_variable_is_refused(cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAIA2_ENV_LATENCI", "zero")
    code, _, err = cli("run", "search")
    assert code == 2
    assert err.startswith("error: GAIA2_ENV_LATENCI: unknown setting 'latenci' (did you mean 'latency'?)")


@pytest.mark.parametrize("args", [("--agent", "orakle"), ("--seed", "-1"), ("--seed", "x"), ("--nonsense",), ("--max-steps", "x")])
def test_wrong_usage_is_exit_code_2(cli, args: tuple[str, ...]) -> None:
    assert cli("run", "search", *args)[0] == 2
    assert not Path("traces").exists()


@pytest.mark.parametrize(("name", "message"), [("serach", "(did you mean 'search'?)"), ("no.json", "no such file or folder"), ("", "no such file")])
def test_a_missing_scenario_is_exit_code_3(cli, name: str, message: str) -> None:
    code, _, err = cli("run", name)
    assert code == 3
    assert message in err


def test_a_trace_that_cannot_be_written_is_exit_code_3(cli, workplace: Path) -> None:
    (workplace / "file").touch()
    code, out, err = cli("run", "search", "--trace", "file/t.jsonl")
    assert code == 3
    assert "end: completed" in out
    assert err.startswith("error: file/t.jsonl: cannot be written: ")


def test_ids_make_safe_file_names(cli, workplace: Path) -> None:
    (workplace / "odd.json").write_bytes(open_source("packaged:time")[0].raw.replace(b"gaia2_gym_time", b"../a b:\xc3\xa9", 1))
    assert cli("run", "odd.json")[0] == 0
    assert [p.name for p in (workplace / "traces").iterdir()] == ["_a_b_é-oracle-0.jsonl"]


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
def test_an_official_scenario(cli) -> None:
    code, out, _ = cli("run", GAIA2_DATA / "scenarios" / "scenario_universe_21_xvc7uo.json.gz", "--trace", "t.jsonl")
    assert code == 0
    assert "end: completed after 17 steps" in out
    assert cli("replay", "t.jsonl")[0] == 0


def test_noise_and_app_agents_are_flags(cli) -> None:
    code, _, _ = cli("run", "search", "--noise", "seed=3, rename_tools=false", "--agent2agent", "fraction=0.5", "--trace", "a.jsonl")
    assert code == 0
    recorded = settings_of("a.jsonl")
    assert (recorded["noise"]["seed"], recorded["noise"]["rename_tools"], recorded["noise"]["env_events_per_minute"]) == (3, False, 10.0)
    assert recorded["agent2agent"]["fraction"] == 0.5
    cli("run", "noise", "--trace", "b.jsonl")
    assert settings_of("b.jsonl")["noise"]["tool_failure_probability"] == 0.1
    cli("run", "noise", "--noise", "none", "--trace", "c.jsonl")
    assert settings_of("c.jsonl")["noise"] is None
    code, _, err = cli("run", "noise", "--noise", "sede=3")
    assert code == 2
    assert "noise: unknown setting 'sede' (did you mean 'seed'?)" in err
    assert cli("replay", "a.jsonl")[0] == cli("replay", "b.jsonl")[0] == 0
