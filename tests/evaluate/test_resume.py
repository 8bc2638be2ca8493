"""Killed, resumed, taken up by two, or by somebody with another plan: nothing is lost and nothing played twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from gaia2_gym.errors import ConfigError, Gaia2Error
from gaia2_gym.evaluate.results import FILE, Result, ResultsFile, read_results
from tests.evaluate.made_results import header, made, written
from tests.evaluate.scripted_model import Cli, Knowing, config_file, results_in, untimed
from tests.llm.server import Server
from tests.shared import ROOT


def start(config: Path, *flags: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gaia2_gym.cli", "eval", str(config), "--out", "runs", *flags]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)


def wait_for(lines: int, process: subprocess.Popen[bytes]) -> None:
    file = Path("runs") / FILE
    for _ in range(3000):
        if file.exists() and file.read_bytes().count(b"\n") > lines:
            return
        assert process.poll() is None
        time.sleep(0.01)
    raise AssertionError("nothing happens")


@pytest.mark.slow
@pytest.mark.parametrize("flags", [(), ("--workers", "2")], ids=["threads", "processes"])
def test_killed_and_resumed(cli: Cli, server: Server, workplace: Path, flags: tuple[str, ...]) -> None:
    config = config_file(workplace, server.url, n=2, runs=2)
    server.behaviour = Knowing(config, delay=0.1)
    process = start(config, *flags)
    wait_for(2, process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = results_in("runs")
    assert 2 <= len(before) < 12
    deadline = time.monotonic() + 20  # the processes it started end with it
    while (open_before := len(server.requests)) and time.monotonic() < deadline:
        time.sleep(0.5)
        if len(server.requests) == open_before:
            break
    server.requests.clear()
    with (Path("runs") / FILE).open("ab") as file:
        file.write(b'{"model":"scripted","scenario_id":"half a li')
    assert cli("eval", config, "--out", "runs", *flags)[0] == 0
    results = results_in("runs")
    assert [r.success for r in results] == [True] * 12
    assert [r for r in results if r.key in {b.key for b in before}] == before
    assert len(server.requests) == sum(r.steps for r in results) - sum(r.steps for r in before)
    lines = (Path("runs") / FILE).read_bytes().splitlines()
    assert Counter(json.loads(line)["scenario_id"] for line in lines[1:]) == Counter(r.scenario_id for r in results)

    assert cli("eval", config, "--out", "whole")[0] == 0
    assert untimed(results) == untimed(results_in("whole"))


def test_interrupted(server: Server, workplace: Path) -> None:
    config = config_file(workplace, server.url, n=3)
    server.behaviour = Knowing(config, delay=0.3)
    process = start(config)
    wait_for(1, process)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    assert process.wait(timeout=20) == 130
    assert time.monotonic() - began < 5
    assert results_in("runs")


def test_another_evaluation_is_refused(cli: Cli, workplace: Path) -> None:
    (workplace / "eval.toml").write_text('[eval]\nn = 1\nruns = 1\nsplits = ["Search"]\n[[models]]\nagent = "oracle"\n')
    assert cli("eval", "eval.toml", "--out", "runs")[0] == 0
    content = Path("runs", FILE).read_bytes()
    code, _, err = cli("eval", "eval.toml", "--out", "runs", "--set", "env.latency=fixed:3")
    assert code == 2
    assert "env.latency: 'zero', now 'fixed:3'" in err
    for change in (("--runs", 2), ("--seed", 1), ("--n", 2)):
        assert cli("eval", "eval.toml", "--out", "runs", *change)[0] == 2
    assert cli("eval", "eval.toml", "--out", "runs", "--concurrency", 7, "--workers", 1)[0] == 0
    assert Path("runs", FILE).read_bytes() == content


def test_only_one_writes(tmp_path: Path) -> None:
    with ResultsFile(tmp_path, header(["m"], 1)), pytest.raises(ConfigError, match="another evaluation is writing"):
        ResultsFile(tmp_path, header(["m"], 1))
    with ResultsFile(tmp_path, header(["m"], 1)):
        pass


def test_every_cut_of_the_file_is_read(tmp_path: Path) -> None:
    told = header(["m"], 7)
    results = made({"m": 0.5}, per_split=1, runs=1)
    content = (written(tmp_path, told, results) / FILE).read_bytes()
    for length in range(0, len(content), 173):
        (tmp_path / FILE).write_bytes(content[:length])
        with ResultsFile(tmp_path, told) as file:
            there = len(file.done)
            for result in results:
                if result.key not in file.done:
                    file.add(result)
        assert there == max(0, content[:length].count(b"\n") - 1)
        assert (tmp_path / FILE).read_bytes() == content


def test_the_last_line_of_an_episode_counts(tmp_path: Path) -> None:
    failed = Result("m", "s", 0, 5, failure="LLMTimeoutError")
    passed = Result("m", "s", 0, 5, success=True)
    written(tmp_path, header(["m"], 1), [failed, passed])
    assert read_results(tmp_path)[1] == [passed]


@pytest.mark.parametrize("content", [b"", b"{}\n", b"[]\n", b'{"format": "other"}\n', b"\xff\n", b"5\n"])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(Gaia2Error):
        read_results(tmp_path)


def test_a_line_that_is_none_says_where(tmp_path: Path) -> None:
    written(tmp_path, header(["m"], 1), [])
    with (tmp_path / FILE).open("ab") as file:
        file.write(b'{"model": "m"}\n')
    with pytest.raises(Gaia2Error, match=r"results\.jsonl:2: not a line of results"):
        read_results(tmp_path)
