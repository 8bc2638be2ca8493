"""The file of an evaluation: `[eval]` says what is played and how often, `[[models]]` who plays, `[env]` how episodes are played and judged."""

from __future__ import annotations

import dataclasses
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gaia2_gym.agents.config import AgentConfig
from gaia2_gym.config import DEFAULT, effective, read_toml
from gaia2_gym.env.config import env_settings
from gaia2_gym.errors import ConfigError, nearest
from gaia2_gym.llm import LLMConfig
from gaia2_gym.session import SessionConfig
from gaia2_gym.splits import SPLITS
from gaia2_gym.verifier.judges.config import JudgeConfig

AgentKind = Literal["react", "oracle", "solver", "random", "noop", "claims_done", "retrieval"]
MODEL_DEFAULTS: Mapping[str, Any] = {"timeout": 600.0}
"""Where a model that plays is treated otherwise than one that judges: a long generation takes its time."""
_SHARED = ("temperature", "max_tokens")
"""Settings that both the agent and its client know; the agent's defaults hold."""
_NAME_CHARS = 60
_TABLES = ("eval", "env", "models", "noise", "agent2agent")
_INSTEAD = {
    "agent": ": how a model plays stands in its table [[models]]",
    "judge": ": the judge's settings are the variables GAIA2_JUDGE_<NAME>",
    "reward": ": name the reward in [env]",
}


@dataclass(frozen=True, slots=True)
class EvalConfig:
    """The `[eval]` table: which episodes, and how many at once.

    Args:
        scenarios: `synth:PACK[:SPLIT]`, a path, `packaged`, `hf:...`, or a list of these.
        splits: The only splits wanted; empty for all.
        n: Scenarios of each split, the first ones; None for all.
        runs: Episodes of each scenario for each model, each with a seed of its own.
        seed: From which the seeds of the episodes are derived.
        concurrency: Episodes at once.
        workers: Processes that share them. The results do not depend on it.
        traces: Whether to save every episode's trace.
        out: Folder of the results.
    """

    scenarios: str | tuple[str, ...] = "synth:mini"
    splits: tuple[str, ...] = ()
    n: int | None = None
    runs: int = 3
    seed: int = 0
    concurrency: int = 16
    workers: int = 1
    traces: bool = False
    out: str | None = None

    def __post_init__(self) -> None:
        for name, least in (("n", 1), ("runs", 1), ("seed", 0), ("concurrency", 1), ("workers", 1)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise ConfigError(f"{name} must be at least {least}, not {value}")
        for split in self.splits:
            if split not in SPLITS:
                raise ConfigError(f"splits must be among {', '.join(SPLITS)}, not {split!r:.60}{nearest(split, SPLITS)}")

    @property
    def sources(self) -> tuple[str, ...]:
        """The scenarios, always as several sources."""
        return (self.scenarios,) if isinstance(self.scenarios, str) else self.scenarios


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One `[[models]]` table: who plays.

    Args:
        name: What the tables call it; by default the model's name, or the agent's.
        agent: `react` for a model, or a baseline without one.
        send_seed: Whether the episode's seed goes to the endpoint, for its sampling; some endpoints refuse it.
        llm: Which model, where (agent `react`).
        play: How it plays (agent `react`).
    """

    name: str = ""
    agent: AgentKind = "react"
    send_seed: bool = True
    llm: LLMConfig = field(default_factory=LLMConfig)
    play: AgentConfig = field(default_factory=AgentConfig)

    def as_json(self) -> dict[str, Any]:
        """JSON values, without what does not change the results."""
        if self.agent != "react":
            return {"name": self.name, "agent": self.agent}
        llm = {
            k: v
            for k, v in dataclasses.asdict(self.llm).items()
            if k not in ("api_key_env", "max_concurrency", "cache", "prices", "retries", "backoff")
        }
        return {"name": self.name, "agent": self.agent, "send_seed": self.send_seed, **dataclasses.asdict(self.play), **llm}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything that an evaluation is to do.

    Args:
        settings: Which episodes.
        models: Who plays.
        session: How episodes are played and judged.
        size: Of synthetic universes.
    """

    settings: EvalConfig
    models: tuple[ModelEntry, ...]
    session: SessionConfig
    size: Any = "pocket"

    def as_json(self) -> dict[str, Any]:
        """JSON values, without what does not change the results (where they go, how many at once)."""
        kept = ("scenarios", "splits", "n", "runs", "seed")
        settings = {name: value for name, value in dataclasses.asdict(self.settings).items() if name in kept}
        env = self.session.as_json() | {"size": self.size}
        if self.session.judge == "openai":
            judge = effective(JudgeConfig, table="judge")[0]
            env["judge"] = f"{judge.model} at {judge.base_url}, temperature {judge.temperature}, votes {judge.votes}"
        return {"eval": settings, "env": env, "models": [model.as_json() for model in self.models]}


def read_evaluation(
    toml: str | os.PathLike[str], *, given: Mapping[str, Any] | None = None, sets: Iterable[str] = (), only: Iterable[str] = ()
) -> Evaluation:
    """The evaluation that a file describes.

    Args:
        toml: The file.
        given: Settings of `[eval]` that go before those of the file.
        sets: Further settings that do, each `TABLE.NAME=VALUE` with the table `eval`, `env` or `models`, the value as TOML has it or a bare text; one
            for `models` holds for every model behind an endpoint.
        only: Names of the only models wanted; empty for all.

    Raises:
        ConfigError: For a file that cannot be read, an unknown name, which is answered with the nearest known one, or a wrong value.
    """
    said = _said(sets)
    tables = read_toml(toml)
    for name in tables:
        if name not in _TABLES:
            raise ConfigError(f"{toml}: [{name}] is of no use in an evaluation{_INSTEAD.get(name, '')}")
    settings, _ = effective(EvalConfig, table="eval", toml=toml, given=said["eval"] | dict(given or {}))
    env, origins = env_settings(toml=toml, given=said["env"])
    for name, instead in (("scenarios", "scenarios in [eval]"), ("split", "splits in [eval]"), ("render_mode", "nothing")):
        if origins[name] != DEFAULT:
            raise ConfigError(f"{origins[name]}: [env] {name} is of no use in an evaluation, which takes {instead}")
    models = tuple(
        _model(table, said["models"], settings.concurrency, f"{toml}: [[models]] number {n}: ")
        for n, table in enumerate(tables.get("models", []), start=1)
    )
    if not models:
        raise ConfigError(f'{toml}: nobody is to play: there is no table [[models]], for example with agent = "oracle"')
    names = [model.name for model in models]
    if doubles := sorted({name for name in names if names.count(name) > 1}):
        raise ConfigError(f"{toml}: two models are called {doubles[0]!r}: give each a name of its own")
    wanted = list(only)
    for name in wanted:
        if name not in names:
            raise ConfigError(f"{toml}: there is no model {name!r:.60}{nearest(name, names)}; there are {', '.join(names)}")
    return Evaluation(settings, tuple(m for m in models if not wanted or m.name in wanted), env.session, env.size)


def _said(sets: Iterable[str]) -> dict[str, dict[str, Any]]:
    said: dict[str, dict[str, Any]] = {"eval": {}, "env": {}, "models": {}}
    for text in sets:
        place, equals, value = text.partition("=")
        table, _, name = place.strip().partition(".")
        if not equals or not name or table not in said:
            raise ConfigError(f"a setting must be TABLE.NAME=VALUE with the table {', '.join(said)}, not {text!r:.60}{nearest(table, said)}")
        said[table][name] = _value(value.strip())
    return said


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _model(table: Mapping[str, Any], said: Mapping[str, Any], concurrency: int, where: str) -> ModelEntry:
    """One table of the file, its settings handed to those who own them."""
    own = ("name", "agent", "send_seed")
    client, play = _names(LLMConfig), _names(AgentConfig)
    known = list(dict.fromkeys((*own, *client, *play)))
    agent = table.get("agent", "react")
    values = {"max_concurrency": concurrency, **MODEL_DEFAULTS, **table, **said} if agent == "react" else dict(table)
    for name in values:
        if name not in known:
            raise ConfigError(f"{where}unknown setting {name!r:.60}{nearest(name, known)}; known are {', '.join(known)}")
        if agent != "react" and name not in ("name", "agent"):
            raise ConfigError(f"{where}{name} is a setting of models behind an endpoint, and the agent {agent!r:.60} has none")
    try:
        entry = effective(ModelEntry, table="models", environ={}, given={k: v for k, v in values.items() if k in own})[0]
        how = effective(AgentConfig, table="models", environ={}, given={k: v for k, v in values.items() if k in play})[0]
        given = {k: v for k, v in values.items() if k in client} | {name: getattr(how, name) for name in _SHARED}
        llm = effective(LLMConfig, table="models", environ={}, given=given)[0]
        if agent == "react" and not llm.model:
            raise ConfigError("model is not set: the name by which the endpoint knows the model")
        _ = how.room
        name = entry.name or llm.model or agent
        if not name.isprintable() or len(name) > _NAME_CHARS:
            raise ConfigError(f"name must be one line of at most {_NAME_CHARS} characters, not {name!r:.80}")
    except ConfigError as error:
        raise ConfigError(f"{where}{error}") from None
    return dataclasses.replace(entry, name=name, llm=llm, play=how)


def _names(cls: type[Any]) -> list[str]:
    return [field.name for field in dataclasses.fields(cls)]
