"""Agents without a model: what they look for, and that they win nothing by it."""

from __future__ import annotations

import pytest

from gaia2_gym.agents import ClaimsDoneAgent, RetrievalAgent, play
from gaia2_gym.agents.baselines import CLAIM, NOTHING_FOUND, SEARCHES, WORDS
from gaia2_gym.scenario import open_source
from gaia2_gym.session import Session, open_session
from gaia2_gym.splits import SPLITS


def played(split: str, agent: object) -> Session:
    session = open_session(open_source(f"packaged:{split.lower()}")[0])
    play(session, agent)  # type: ignore[arg-type]  # any agent
    return session


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("agent", [ClaimsDoneAgent, RetrievalAgent])
def test_they_end_every_episode_and_win_none(split: str, agent: type) -> None:
    session = played(split, agent())
    assert session.verdict is not None
    assert session.verdict.success is False
    assert len(session.steps) < 100
    writes = {r.public_name for r in session.world.records if r.kind == "agent" and r.operation == "write"}
    assert writes <= {"AgentUserInterface__send_message_to_user"}


def test_a_claim_is_made_at_once() -> None:
    session = played("execution", ClaimsDoneAgent())
    assert [r.args["content"] for r in session.world.records if r.kind == "agent"] == [CLAIM]


def test_the_search_finds_what_the_task_names() -> None:
    session = played("search", RetrievalAgent())
    *searches, answer = [r for r in session.world.records if r.kind == "agent"]
    assert {r.public_name for r in searches} <= {tool for tool, _ in SEARCHES}
    assert len(searches) <= WORDS * len(SEARCHES)
    content = answer.args["content"]
    assert content != NOTHING_FOUND
    looked_for = {str(value).lower() for r in searches for value in r.args.values()}
    assert any(word in content.lower() for word in looked_for)


def test_it_is_the_same_every_time() -> None:
    one, two = (played("search", RetrievalAgent()) for _ in range(2))
    assert [r.args for r in one.world.records] == [r.args for r in two.world.records]


def test_it_searches_under_other_names_too() -> None:
    session = played("noise", RetrievalAgent())
    assert any(r.public_name == "Contacts__search_contacts" and not r.failed for r in session.world.records)
