"""`gaia2-gym run`: play an episode, print it as it goes, save its trace."""

from __future__ import annotations

import re
import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from gaia2_gym.agents import Agent
    from gaia2_gym.session import Session

SETTINGS = "Settings (each is also a variable GAIA2_ENV_<NAME>, and a key of the table env in a TOML file)"


class AgentName(StrEnum):
    """Who plays."""

    oracle = "oracle"
    random = "random"
    noop = "noop"


def _file(text: str) -> Any:
    return typer.Option(metavar="FILE", help=text, show_default=False)


def _setting(form: str, text: str) -> Any:
    return typer.Option(metavar=form, help=text, rich_help_panel=SETTINGS, show_default=False)


def run(
    scenario: Annotated[str | None, typer.Argument(help="What to play; what the configuration says by default.", show_default=False)] = None,
    agent: Annotated[AgentName, typer.Option(help="Who plays: the scenario's own solution, random calls, or only waiting.")] = AgentName.oracle,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Drives all chance, and chooses among several scenarios: the N-th.")] = 0,
    config: Annotated[Path | None, _file("TOML file with a table env.")] = None,
    trace: Annotated[Path | None, _file("Where to save the trace; traces/ID-AGENT-SEED.jsonl by default.")] = None,
    embed: Annotated[bool, typer.Option("--embed", help="Put the scenario into the trace, so that it can be replayed anywhere.")] = False,
    split: Annotated[str | None, _setting("NAME", "Split of synthetic and packaged scenarios.")] = None,
    size: Annotated[str | None, _setting("SIZE", "Of synthetic universes: pocket, small, full.")] = None,
    latency: Annotated[str | None, _setting("FORM", "Thinking time: zero, fixed:2.5, measured, tokens, tokens:ttft=0.5,rate=80.")] = None,
    notifications: Annotated[str | None, _setting("LEVEL", "Which events are announced: low, medium, high.")] = None,
    observation: Annotated[str | None, _setting("FORM", "Form of results: text, dict, reference.")] = None,
    plain_text: Annotated[str | None, _setting("HOW", "A text without a call is: malformed, message.")] = None,
    parallel_calls: Annotated[bool | None, _setting("", "Whether an action may hold several calls.")] = None,
    apps: Annotated[str | None, _setting("NAMES", "Apps to keep, separated by commas; none for all.")] = None,
    reward: Annotated[str | None, _setting("NAME", "sparse, dense, or module:attribute.")] = None,
    judge: Annotated[str | None, _setting("NAME", "Who compares free text: facts, hard or openai.")] = None,
    checks: Annotated[str | None, _setting("NAME", "Which arguments count: reference or strict.")] = None,
    matching: Annotated[str | None, _setting("NAME", "optimal or reference.")] = None,
    timing: Annotated[str | None, _setting("WINDOW", "reference, paper, or BEFORE,AFTER in seconds.")] = None,
    gate: Annotated[str | None, _setting("NAME", "strict: a refused turn ends the episode; free: it goes on.")] = None,
    unscored: Annotated[str | None, _setting("NAME", "What an unknown verdict is: raise or nan.")] = None,
    max_steps: Annotated[int | None, _setting("N", "Actions after which the episode is cut off.")] = None,
    max_observation_chars: Annotated[int | None, _setting("N", "Characters after which a result is cut.")] = None,
    noise: Annotated[str | None, _setting("SETTINGS", "official, none, or pairs such as seed=3,rename_tools=false.")] = None,
    agent2agent: Annotated[str | None, _setting("SETTINGS", "official, none, or pairs such as fraction=0.5.")] = None,
    compat: Annotated[str | None, _setting("VERSION", "1.2.0 for the reference's visible quirks, or none.")] = None,
) -> None:
    """Play an episode: print it as it goes and save its trace."""
    from gaia2_gym.cli.sources import open_named
    from gaia2_gym.env.config import env_settings
    from gaia2_gym.session import open_session

    flags = {
        "scenarios": scenario,
        "split": split,
        "size": size,
        "latency": latency,
        "notifications": notifications,
        "observation": observation,
        "plain_text": plain_text,
        "parallel_calls": parallel_calls,
        "apps": apps if apps in (None, "none") else tuple(name.strip() for name in apps.split(",") if name.strip()),
        "reward": reward,
        "judge": judge,
        "checks": checks,
        "matching": matching,
        "timing": timing,
        "gate": gate,
        "unscored": unscored,
        "max_steps": max_steps,
        "max_observation_chars": max_observation_chars,
        "compat": compat,
    }
    given = {name: None if value == "none" else value for name, value in flags.items() if value is not None}
    given |= {name: text for name, text in (("noise", noise), ("agent2agent", agent2agent)) if text is not None}
    settings, _ = env_settings(toml=config, given=given)
    source = open_named(settings.scenarios, settings.split, settings.size)
    began = time.perf_counter()
    session = open_session(source[seed % len(source)], seed=seed, config=settings.session)
    _play(session, _agent(agent, seed))
    _judge(session)
    _save(session, trace or _default_path(session, agent), embed=embed, seconds=time.perf_counter() - began)


def _agent(name: AgentName, seed: int) -> Agent:
    from gaia2_gym.agents import NoopAgent, OracleAgent, RandomAgent

    if name is AgentName.random:
        return RandomAgent(seed)
    return OracleAgent() if name is AgentName.oracle else NoopAgent()


def _play(session: Session, agent: Agent) -> None:
    from gaia2_gym.cli.output import console
    from gaia2_gym.env.render import Renderer

    renderer = Renderer(console())
    renderer.begin(session)
    last = session.start
    while not session.over:
        last = session.step(agent.act(session, last))
        renderer.step(session)


def _judge(session: Session) -> None:
    from gaia2_gym.cli.output import coloured, console
    from gaia2_gym.verifier.verdict import table

    if session.verdict is None:
        return
    total = sum(step.reward or 0.0 for step in session.steps)
    style = {True: "bold green", False: "red", None: "yellow"}[session.verdict.success]
    console().print(coloured(table(session.verdict), style if len(session.verdict.turns) else "dim"), soft_wrap=True)
    console().print(coloured(f"reward {total:g}, progress {session.verdict.progress:g}", style), soft_wrap=True)


def _save(session: Session, path: Path, *, embed: bool, seconds: float) -> None:
    from gaia2_gym.cli.exits import writing
    from gaia2_gym.cli.output import coloured, console
    from gaia2_gym.session import trace_of

    saved = trace_of(session, embed=embed or not Path(session.scenario.source).is_file())
    with writing(path):
        saved.write(path)
    simulated = session.world.now - session.start.info["time"]
    facts = (f"{simulated:g} s simulated in {1000 * seconds:.0f} ms", f"{len(saved.records)} records", f"digest {saved.digest}", f"trace {path}")
    console().print(coloured(", ".join(facts), "dim"), soft_wrap=True)


def _default_path(session: Session, agent: AgentName) -> Path:
    name = re.sub(r"[^\w.-]+", "_", session.scenario.scenario_id).lstrip(".")[:120] or "scenario"
    return Path("traces") / f"{name}-{agent.value}-{session.seed}.jsonl"
