"""An episode as a person reads it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gaia2_gym.agents import NoopAgent, OracleAgent, play
from gaia2_gym.scenario import Event, open_source
from gaia2_gym.session import Session, SessionConfig
from gaia2_gym.session.transcript import WIDTH, Line, transcript

ADAPTABILITY = open_source("packaged:adaptability")[0]


def lines(session: Session) -> list[Line]:
    return list(transcript(session))


def last(session: Session, style: str) -> str:
    return [line.text for line in lines(session) if line.style == style][-1]


def test_an_episode_from_heading_to_end() -> None:
    session = Session(ADAPTABILITY)
    play(session, OracleAgent())
    found = lines(session)
    assert (found[0].style, found[0].text) == ("heading", "gaia2_gym_adaptability (Adaptability), seed 0, 2 turns")
    assert found[1].style == "user"
    assert ADAPTABILITY.task in found[1].text
    assert found[-1] == Line("end", "[2025-03-10 08:01:07] end: completed after 13 steps", 22)
    assert sum(line.style == "call" for line in found) == 13


def test_the_next_turn_stands_before_what_arrives_in_it() -> None:
    session = Session(ADAPTABILITY)
    play(session, OracleAgent())
    found = lines(session)
    turn = next(n for n, line in enumerate(found) if line.text == "turn 2 of 2")
    assert "send_message_to_user" in found[turn - 2].text
    assert "replied to email" in found[turn + 1].text
    assert not any(line.text.startswith("turn 3") for line in found)


def test_another_end_than_completion_looks_different() -> None:
    session = Session(ADAPTABILITY)
    play(session, NoopAgent())
    assert lines(session)[-1].style == "stopped"
    assert "end: time_limit after 3 steps" in lines(session)[-1].text


def test_a_message_to_the_user_is_shown_whole() -> None:
    session = Session(ADAPTABILITY)
    text = "A long answer. " * 20
    session.step({"tool": "AgentUserInterface__send_message_to_user", "args": {"content": text}})
    assert text in last(session, "call")


def test_errors_and_malformed_actions_show_what_was_written() -> None:
    session = Session(ADAPTABILITY)
    session.step({"tool": "Emails__list_email", "args": {}})
    assert last(session, "call").endswith("  1. Emails__list_email()")
    assert "Error (unknown_tool)" in last(session, "error")
    session.step("I have no idea")
    assert last(session, "call").endswith("  2. (malformed action) I have no idea")
    session.step({"toool": "x"})
    assert last(session, "call").endswith('  3. (malformed action) {"toool":"x"}')


def test_thoughts_are_shown() -> None:
    session = Session(ADAPTABILITY)
    session.step('Let me look. Action: {"action": "SystemApp__get_current_time", "action_input": {}}')
    assert last(session, "thought").strip() == "Let me look."


def test_parallel_calls_have_a_result_each() -> None:
    session = Session(ADAPTABILITY, config=SessionConfig(parallel_calls=True))
    session.step([{"tool": "SystemApp__get_current_time", "args": {}}, {"tool": "Emails__get_email_by_id", "args": {"email_id": "x"}}])
    assert [line.style for line in lines(session)][-4:] == ["call", "result", "call", "error"]


def test_long_results_are_cut() -> None:
    session = Session(ADAPTABILITY)
    session.step({"tool": "Emails__list_emails", "args": {}})
    assert last(session, "result").endswith(" characters)")
    assert len(last(session, "result")) < WIDTH + 60


def test_an_action_after_the_simulation_stopped_is_named() -> None:
    stopping = replace(ADAPTABILITY, events=(*ADAPTABILITY.events, Event("halt", "STOP", delay=100.0)))
    session = Session(stopping, config=SessionConfig(latency="fixed:200"), checked=False)
    session.step({"tool": "SystemApp__get_current_time", "args": {}})
    assert "not done: the simulation had stopped" in last(session, "call")


@pytest.mark.parametrize("hostile", ["\x1b[31mred", "\x07", "\x9b31m", "a\rb"])
def test_no_control_character_reaches_the_terminal(hostile: str) -> None:
    session = Session(ADAPTABILITY)
    session.step(f"{hostile} no call")
    session.step({"tool": f"Emails__{hostile}", "args": {hostile: hostile}, "thought": hostile})
    shown = "\n".join(str(line) for line in lines(session))
    assert all(c.isprintable() or c == "\n" for c in shown)


def test_further_lines_of_an_entry_are_indented() -> None:
    assert str(Line("user", "[time] a\nb", 7)) == "[time] a\n       b"
