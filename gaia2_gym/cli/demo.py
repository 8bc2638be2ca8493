"""What `make demo` shows: one task played and printed as it goes, then the seven splits in a table. Uses the public interface only."""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import repeat
from typing import Any

import gymnasium as gym
from rich.console import Console
from rich.table import Table

import gaia2_gym  # registers the environments
from gaia2_gym.splits import SPLITS
from gaia2_gym.synth import Pack

READS_THE_ANSWER = (
    'An answer has come; I should read it. <tool_call>{"name": "Emails__list_emails", "arguments": {"max": 1}}</tool_call>',
    'The argument is called limit. <tool_call>{"name": "Emails__list_emails", "arguments": {"limit": 1}}</tool_call>',
)
"""Two actions as a model writes them. The first has a mistake, which is an observation like any other."""
WAIT = {"tool": "SystemApp__wait_for_notification", "args": {"timeout": 600}}


def main() -> None:
    """Play one task aloud and all seven splits quietly."""
    console = Console()
    console.rule(f"gaia2-gym {gaia2_gym.__version__}: a task whose facts change while it is done")
    console.print("The actions are those of the scenario's own oracle, and two that are written as a model would write them.\n")
    play_aloud()
    console.print()
    console.rule("A synthetic task of each split, and what it earns four agents")
    console.print(all_splits())
    console.print('Next: env = gymnasium.make("Gaia2-Search-v0"), your own actions into env.step, and `.venv/bin/gaia2-gym --help`.')


def play_aloud() -> None:
    """One episode with a second turn; `render_mode="human"` prints it."""
    env = gym.make("Gaia2-Adaptability-v0", scenarios="packaged", render_mode="human")
    env.reset(seed=0)
    for action in env.get_wrapper_attr("oracle_actions")():
        _, _, over, _, info = env.step(action)
        if not over and any(n["app"] == "Emails" for n in info["notifications"]):
            for text in READS_THE_ANSWER:
                env.step(text)
    env.close()


def all_splits() -> Table:
    """A synthetic task of each split, and what four agents earn there."""
    table = Table(header_style="bold", box=None, padding=(0, 2, 0, 0))
    for heading in ("split", "family"):
        table.add_column(heading, no_wrap=True)
    for heading in ("writes", "solver", "oracle", "random", "no-op", "ms"):
        table.add_column(heading, justify="right", no_wrap=True)
    for split in SPLITS:
        env = gym.make(f"Gaia2-{split}-v0", scenarios="synth:test")
        env.reset(seed=1)
        task = Pack("test", split).task(1)
        writes = sum(e.kind == "AGENT" for e in task.scenario.events)
        actions = env.get_wrapper_attr("oracle_actions")()
        before = time.perf_counter()
        solved = sum(step.reward or 0.0 for step in task.solve(env.get_wrapper_attr("session")).session.steps)
        seconds = time.perf_counter() - before
        env.action_space.seed(0)
        earned = [solved, *(play(env, agent)[0] for agent in (actions, iter(env.action_space.sample, None), repeat(WAIT)))]
        table.add_row(split, task.family.name, str(writes), *(f"{x:g}" for x in earned), f"{1000 * seconds:.0f}")
        env.close()
    return table


def play(env: gym.Env[Any, Any], actions: Iterable[Any]) -> tuple[float, dict[str, Any]]:
    """Play one episode: what it earned, and the info of its end."""
    _, info = env.reset(seed=1)
    total = 0.0
    for action in actions:
        _, reward, terminated, truncated, info = env.step(action)
        total += float(reward)
        if terminated or truncated:
            break
    return total, info


if __name__ == "__main__":
    main()
