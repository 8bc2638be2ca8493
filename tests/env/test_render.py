"""Rendering in a terminal, and where there is none."""

from __future__ import annotations

import io
import re

import gymnasium as gym
import pytest
from rich.console import Console

import gaia2_gym  # noqa: F401
from gaia2_gym.agents import OracleAgent
from gaia2_gym.env.render import STYLES, Renderer
from gaia2_gym.scenario import open_source
from gaia2_gym.session import Session
from gaia2_gym.session.transcript import Style


def rendered(**console: object) -> tuple[str, str]:
    """An episode as the renderer prints it, and as plain text."""
    session, agent, out = Session(open_source("packaged:adaptability")[0]), OracleAgent(), io.StringIO()
    renderer = Renderer(Console(file=out, **console))
    renderer.begin(session)
    last = session.start
    while not session.over:
        last = session.step(agent.act(session, last))
        renderer.step(session)
    return out.getvalue(), Renderer.text(session)


def test_where_there_is_no_terminal_an_entry_is_a_line() -> None:
    printed, text = rendered(width=40)
    assert printed == text + "\n"
    assert "\x1b" not in printed


@pytest.mark.parametrize("width", [120, 80, 60])
def test_a_terminal_gets_colours_and_indented_lines(width: int) -> None:
    printed, text = rendered(width=width, force_terminal=True)
    assert "\x1b[" in printed
    plain = re.sub(r"\x1b\[[\d;]*m", "", printed)
    assert max(map(len, plain.splitlines())) <= width
    assert "".join(plain.split()) == "".join(text.split())
    first = plain.splitlines()[1:4]
    assert first[0].startswith("[2025-03-10 08:00:00] User: ")
    assert all(line.startswith(" " * 22) and line[22] != " " for line in first[1:])


def test_a_narrow_terminal_wastes_no_column() -> None:
    printed, _ = rendered(width=40, force_terminal=True, no_color=True)
    plain = re.sub(r"\x1b\[[\d;]*m", "", printed)
    assert '[2025-03-10 08:00:00] User: Put\n"Planting the terrace" into my calendar' in plain


def test_every_kind_of_line_has_a_style() -> None:
    assert set(STYLES) == set(Style.__args__)


def test_human_mode_prints_and_ansi_returns(capsys: pytest.CaptureFixture[str]) -> None:
    texts = {}
    for mode in ("human", "ansi"):
        env = gym.make("Gaia2-Search-v0", scenarios="packaged", render_mode=mode)
        env.reset(seed=0)
        env.step({"tool": "SystemApp__get_current_time", "args": {}})
        texts[mode] = env.render() if mode == "ansi" else capsys.readouterr().out
    assert texts["human"] == texts["ansi"] + "\n"
