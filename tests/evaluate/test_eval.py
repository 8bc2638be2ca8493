"""`gaia2-gym eval` against a real server: solved, wrong, broken and failing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.evaluate.scripted_model import SPLITS, Cli, Knowing, config_file, native, results_in, untimed
from tests.llm.server import KEY, Said, Server

CLAIM = {"tool": "AgentUserInterface__send_message_to_user", "args": {"content": "Done."}}
TELL = 'Action: {"tool": "AgentUserInterface__send_message_to_user", "args": {"content": "Done."}}'
LIST = 'Action: {"tool": "Calendar__get_all_tags", "args": {}}'


def test_a_model_that_solves_everything(cli: Cli, server: Server, workplace: Path) -> None:
    config = config_file(workplace, server.url, traces=True)
    server.behaviour = Knowing(config)
    code, out, err = cli("eval", config, "--out", "runs")
    assert (code, err) == (0, "")
    assert (
        out.splitlines()[-1] == "6/6 episodes, Execution 2/2 Search 2/2 Time 2/2, 0 without a verdict, " + out.splitlines()[-1].split("verdict, ")[1]
    )
    results = results_in("runs")
    assert [r.success for r in results] == [True] * 6
    assert {r.split for r in results} == set(SPLITS)
    assert len({r.seed for r in results}) == 6
    for r in results:
        assert (r.reward, r.progress, r.reason, r.failure, r.turns_done) == (1.0, 1.0, "completed", "", r.turns)
        assert r.steps == r.generations == r.calls
        assert (r.prompt_tokens, r.completion_tokens) == (100 * r.steps, 10 * r.steps)
        assert r.cost is None  # nobody knows what this model costs
        assert r.family
        assert r.difficulty
    assert sum(r.steps for r in results) == len(server.requests)
    assert len(list((workplace / "runs" / "traces").iterdir())) == 6
    everything = b"".join(path.read_bytes() for path in (workplace / "runs").rglob("*") if path.is_file())
    assert KEY.encode() not in everything


def test_prices_make_money(cli: Cli, server: Server, workplace: Path) -> None:
    (workplace / "prices.toml").write_text('[models."m"]\ninput = 10.0\noutput = 100.0\n')
    config = config_file(workplace, server.url, models='prices = "prices.toml"')
    server.behaviour = Knowing(config)
    assert cli("eval", config, "--out", "runs")[0] == 0
    assert [r.cost for r in results_in("runs")] == pytest.approx([r.steps * 2e-3 for r in results_in("runs")])


def test_wrong_answers_are_wrong_not_failures(cli: Cli, server: Server, workplace: Path) -> None:
    server.behaviour = lambda request: Said(TELL)
    code, _, err = cli("eval", config_file(workplace, server.url), "--out", "runs")
    assert (code, err) == (0, "")
    results = results_in("runs")
    assert [r.success for r in results] == [False] * 6
    assert {r.failure for r in results} == {""}
    assert all(r.check for r in results)


def test_a_model_that_never_stops(cli: Cli, server: Server, workplace: Path) -> None:
    server.behaviour = lambda request: Said(LIST)
    code, _, _ = cli("eval", config_file(workplace, server.url), "--out", "runs", "--set", "env.max_steps=25")
    assert code == 0
    assert {(r.success, r.reason, r.steps) for r in results_in("runs")} == {(False, "step_limit", 25)}


@pytest.mark.parametrize("text", ['Thought: I will.\nAction: {"tool": "Calendar__get_all', "", "\ud83d", "I am done.", '{"tool": 5}', "[[[[" * 5000])
def test_what_is_no_call_is_a_step(cli: Cli, server: Server, workplace: Path, text: str) -> None:
    server.behaviour = lambda request: Said(text)
    config = config_file(workplace, server.url, runs=1)
    assert cli("eval", config, "--out", "runs", "--set", "env.max_steps=4")[0] == 0
    assert {(r.reason, r.steps, r.failed_calls, r.calls) for r in results_in("runs")} == {("step_limit", 4, 4, 0)}
    shown = [m["content"] for request in server.requests for m in request["messages"][2:] if m["role"] == "user"]
    assert shown
    assert all("Error" in content for content in shown)


def test_native_calls(cli: Cli, server: Server, workplace: Path) -> None:
    config = config_file(workplace, server.url, models='dialect = "native"', runs=1)
    knowing = Knowing(config)

    def behave(request: dict[str, Any]) -> Said:
        calls = knowing.calls[request["messages"][1]["content"], request["seed"]]
        return native(calls[sum(m["role"] == "assistant" for m in request["messages"])])

    server.behaviour = behave
    assert cli("eval", config, "--out", "runs")[0] == 0
    assert [r.success for r in results_in("runs")] == [True] * 3
    assert all(len(request["tools"]) > 90 for request in server.requests)


def test_native_calls_with_half_a_json(cli: Cli, server: Server, workplace: Path) -> None:
    server.behaviour = lambda request: native(CLAIM, arguments='{"content": "Do')
    config = config_file(workplace, server.url, models='dialect = "native"', runs=1)
    assert cli("eval", config, "--out", "runs", "--set", "env.max_steps=3")[0] == 0
    assert {(r.reason, r.failed_calls) for r in results_in("runs")} == {("step_limit", 3)}


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (Said("oops", status=500), "LLMUnavailableError"),
        (Said("slow down", status=429), "LLMRateError"),
        (Said(hang_up=True), "LLMUnavailableError"),
        (Said(body="<html>"), "LLMProtocolError"),
        (Said("late", delay=1.0), "LLMTimeoutError"),
        (Said("no such model", status=404), "LLMRequestError"),
    ],
)
def test_failures_are_typed_and_played_again(cli: Cli, server: Server, workplace: Path, said: Said, kind: str) -> None:
    config = config_file(workplace, server.url, models="temperature = 0.0")
    config.write_text(config.read_text().replace("timeout = 5.0", "timeout = 0.3"))
    knowing = Knowing(config)
    broken = sorted(text for text, _ in knowing.calls)[0]
    server.behaviour = lambda request: said if request["messages"][1]["content"] == broken else knowing(request)
    code, _, err = cli("eval", config, "--out", "runs")
    assert code == 1
    failed = [r for r in results_in("runs") if r.failure]
    assert f"{len(failed)} {kind}" in err
    assert {(r.failure, r.success, r.reward) for r in failed} == {(kind, None, None)}
    assert len(failed) == 2  # both runs of one scenario
    kept = untimed(r for r in results_in("runs") if not r.failure)

    server.behaviour = knowing
    server.requests.clear()
    assert cli("eval", config, "--out", "runs")[0] == 1
    assert server.requests == []  # without --retry nothing is played again
    assert cli("eval", config, "--out", "runs", "--retry")[0] == 0
    assert {request["messages"][1]["content"] for request in server.requests} == {broken}
    assert [r.success for r in results_in("runs")] == [True] * 6
    assert [r for r in untimed(results_in("runs")) if r in kept] == kept


def test_a_refused_key_stops_everything(cli: Cli, server: Server, workplace: Path) -> None:
    server.behaviour = lambda request: Said("no", status=401)
    config = config_file(workplace, server.url, runs=30)
    code, _, err = cli("eval", config, "--out", "runs")
    assert code == 1
    assert "stopped:" in err
    assert "OPENAI_API_KEY" in err
    assert KEY not in err
    assert len(results_in("runs")) < 10


def test_an_unknown_verdict_is_a_failure(cli: Cli, server: Server, workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge's endpoint is down: nothing that it must decide is wrong or right."""
    server.behaviour = lambda request: Said("no", status=500)
    for name, value in {"MODEL": "judge", "BASE_URL": server.url, "RETRIES": "0"}.items():
        monkeypatch.setenv(f"GAIA2_JUDGE_{name}", value)
    table = '[eval]\nscenarios = "synth:mini"\nsplits = ["Search"]\nn = 3\nruns = 1\n[env]\njudge = "openai"\n'
    (workplace / "eval.toml").write_text(table + '[[models]]\nagent = "retrieval"\n[[models]]\nagent = "noop"\n')
    code, _, err = cli("eval", "eval.toml", "--out", "runs")
    results = results_in("runs")
    unknown = [r for r in results if r.failure]
    assert code == 1
    assert "JudgeError" in err
    assert {r.model for r in unknown} == {"retrieval"}  # who waits only is wrong whatever the judge says
    assert all(r.failure == "JudgeError" and r.success is None and r.message for r in unknown)
    assert {r.success for r in results if r.model == "noop"} == {False}


def test_64_episodes_at_once(cli: Cli, server: Server, workplace: Path) -> None:
    config = config_file(workplace, server.url, n=8, runs=3, concurrency=64)
    server.behaviour = Knowing(config, delay=0.2)
    assert cli("eval", config, "--out", "runs")[0] == 0
    assert [r.success for r in results_in("runs")] == [True] * 72
    assert server.most_open >= 48


def test_results_do_not_depend_on_how_many_play(cli: Cli, server: Server, workplace: Path) -> None:
    others = "".join(f'\n[[models]]\nagent = "{agent}"' for agent in ("oracle", "solver", "random", "retrieval"))
    config = config_file(workplace, server.url, models=others, n=1)
    server.behaviour = Knowing(config)
    ways = {"one": ("--concurrency", 1), "four": ("--concurrency", 4), "processes": ("--concurrency", 4, "--workers", 2)}
    played = {}
    for name, flags in ways.items():
        assert cli("eval", config, "--out", name, *flags, "--set", "env.latency=tokens")[0] == 0
        played[name] = untimed(results_in(name))
    assert len(played["one"]) == 5 * 6
    assert played["one"] == played["four"] == played["processes"]
