"""The file of an evaluation: what it takes, what it refuses, and what comes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gaia2_gym.agents import AgentConfig
from gaia2_gym.errors import ConfigError
from gaia2_gym.evaluate.config import Evaluation, read_evaluation
from gaia2_gym.evaluate.jobs import jobs_of
from gaia2_gym.splits import SPLITS
from tests.shared import ROOT

MODEL = '[[models]]\nmodel = "org/m"\n'
ORACLE = '[[models]]\nagent = "oracle"\n'


def read(folder: Path, text: str, **how: Any) -> Evaluation:
    path = folder / "eval.toml"
    path.write_text(text, encoding="utf-8")
    return read_evaluation(path, **how)


@pytest.mark.parametrize("name", ["baselines", "model"])
def test_shipped_files(name: str) -> None:
    evaluation = read_evaluation(ROOT / "configs" / "eval" / f"{name}.toml")
    if name == "baselines":
        assert [m.name for m in evaluation.models] == ["oracle", "solver", "random", "noop", "claims_done", "retrieval"]
        assert len(jobs_of(evaluation)) == 6 * 3 * len({job.scenario for job in jobs_of(evaluation)})
    else:
        assert evaluation.models[0].play == AgentConfig()  # it shows the defaults


def test_a_model_has_the_papers_settings_and_the_evaluations_connections(tmp_path: Path) -> None:
    model = read(tmp_path, "[eval]\nconcurrency = 7\n" + MODEL).models[0]
    assert (model.name, model.llm.max_concurrency, model.llm.timeout) == ("org/m", 7, 600.0)
    assert (model.llm.temperature, model.llm.max_tokens) == (0.5, 16_384)
    assert (model.play.context, model.play.temperature) == (128_000, 0.5)


def test_settings_of_the_command_line_go_first(tmp_path: Path) -> None:
    text = "[eval]\nruns = 5\n[env]\nlatency = 'fixed:2'\n" + MODEL + ORACLE
    sets = ["env.latency=tokens", "models.base_url=http://h:1/v1", "models.temperature=0", "eval.n=4", "env.parallel_calls=true"]
    evaluation = read(tmp_path, text, given={"runs": 2}, sets=sets, only=["org/m"])
    assert (evaluation.settings.runs, evaluation.settings.n) == (2, 4)
    assert (evaluation.session.latency, evaluation.session.parallel_calls) == ("tokens", True)
    assert [m.name for m in evaluation.models] == ["org/m"]
    assert evaluation.models[0].llm.base_url == "http://h:1/v1"
    assert evaluation.models[0].play.temperature == 0.0


def test_a_small_context_is_fine(tmp_path: Path) -> None:
    model = read(tmp_path, MODEL + "context = 8192\nmax_tokens = 1024\n").models[0]
    assert model.play.room == 7168


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[eval]\nrun = 3\n" + ORACLE, "did you mean 'runs'"),
        ("[eval]\nruns = 0\n" + ORACLE, "runs must be at least 1"),
        ("[eval]\nruns = 2.5\n" + ORACLE, "runs must be a whole number"),
        ("[eval]\nsplits = ['search']\n" + ORACLE, "did you mean 'Search'"),
        ("[evaluation]\n" + ORACLE, "unknown table"),
        ("[env]\nlatenci = 1\n" + ORACLE, "did you mean 'latency'"),
        ("[env]\nscenarios = 'x'\n" + ORACLE, "takes scenarios in [eval]"),
        ("[judge]\nmodel = 'x'\n" + ORACLE, "GAIA2_JUDGE_"),
        ("[agent]\ncontext = 5\n" + ORACLE, "[[models]]"),
        ("[eval]\n", "nobody is to play"),
        ("[models]\nagent = 'oracle'\n", "under [[models]]"),
        ("models = 3\n", "under [[models]]"),
        ("[[models]]\nagent = 'orakle'\n", "did you mean 'oracle'"),
        ("[[models]]\nagent = 'oracle'\nmodel = 'm'\n", "has none"),
        ("[[models]]\nname = 'm'\n", "model is not set"),
        (MODEL + "base_ur = 'x'\n", "did you mean 'base_url'"),
        (MODEL + "base_url = 'localhost'\n", "base_url must begin with http"),
        (MODEL + "api_key_env = 'sk-secret'\n", "api_key_env must be the name"),
        (MODEL + "dialect = 'nativ'\n", "did you mean 'native'"),
        (MODEL + "context = 1000\n", "must be less than context"),
        (MODEL + "temperature = 3\n", "temperature must be between"),
        (MODEL + "timeout = 'long'\n", "timeout must be a number"),
        (MODEL + 'name = "a\\nb"\n', "name must be one line"),
        (MODEL + MODEL, "two models are called 'org/m'"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError) as error:
        read(tmp_path, text)
    assert said in str(error.value)
    assert "sk-secret" not in str(error.value)


@pytest.mark.parametrize("text", ["latency", "env=3", "enw.latency=zero", "env.latenci=zero", "models.modell=x", "eval.runs=many"])
def test_what_is_refused_of_the_command_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError):
        read(tmp_path, MODEL, sets=[text])


def test_an_unknown_model_is_answered_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="did you mean 'oracle'"):
        read(tmp_path, ORACLE, only=["oracel"])


def test_jobs(tmp_path: Path) -> None:
    evaluation = read(tmp_path, "[eval]\nn = 2\nruns = 3\nsplits = ['Time', 'Search']\n" + ORACLE + "[[models]]\nagent = 'noop'\n")
    jobs = jobs_of(evaluation)
    assert len(jobs) == len({job.key for job in jobs}) == 2 * 2 * 3 * 2
    assert {job.scenario.split for job in jobs} == {"Time", "Search"}
    seeds: dict[Any, int] = {}
    for job in jobs:
        assert seeds.setdefault((job.scenario, job.run), job.seed) == job.seed  # the same for all models
    assert len(set(seeds.values())) == len(seeds)
    other = jobs_of(read(tmp_path, "[eval]\nn = 2\nseed = 1\nsplits = ['Time', 'Search']\n" + ORACLE))
    assert not {job.seed for job in other} & set(seeds.values())
    fewer = jobs_of(read(tmp_path, "[eval]\nn = 1\nsplits = ['Search']\n" + ORACLE))
    assert {(job.scenario.scenario_id, job.run, job.seed) for job in fewer} <= {(job.scenario.scenario_id, job.run, job.seed) for job in jobs}


def test_scenarios_from_files(tmp_path: Path) -> None:
    evaluation = read(tmp_path, "[eval]\nscenarios = ['packaged']\nruns = 1\n" + ORACLE)
    assert [job.scenario.split for job in jobs_of(evaluation)] == list(SPLITS)
    one = read(tmp_path, "[eval]\nscenarios = 'packaged'\nsplits = ['Noise']\nruns = 1\n" + ORACLE)
    assert [job.scenario.scenario_id for job in jobs_of(one)] == ["gaia2_gym_noise"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[eval]\nscenarios = 'synth:train'\n" + ORACLE, "set n"),
        ("[eval]\nscenarios = 'packaged'\n[[models]]\nagent = 'solver'\n", "synthetic scenarios only"),
        ("[eval]\nscenarios = ['packaged', 'packaged:search']\n" + ORACLE, "twice"),
        ("[eval]\nscenarios = 'packaged:search'\nsplits = ['Time']\n" + ORACLE, "no scenario of the splits Time"),
    ],
)
def test_plans_that_cannot_be(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        jobs_of(read(tmp_path, text))


def test_an_endless_pack_with_an_end(tmp_path: Path) -> None:
    jobs = jobs_of(read(tmp_path, "[eval]\nscenarios = 'synth:train'\nn = 3\nruns = 1\n" + ORACLE))
    assert len(jobs) == 3 * len({job.scenario.split for job in jobs})
