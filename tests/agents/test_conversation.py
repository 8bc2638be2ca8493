"""What a model reads: the prompt, the tools, and a length that can be trusted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gaia2_gym.agents import AgentConfig
from gaia2_gym.agents.conversation import CHARS_PER_TOKEN, Conversation, tool_list
from gaia2_gym.llm import Completion, Usage
from tests.agents.scenes import TAGS, Saying, native, session_of, text


def test_text_has_the_tools_in_the_prompt() -> None:
    session = session_of()
    conversation = Conversation(session, AgentConfig())
    system, task = conversation.messages
    assert conversation.tools == []
    assert all(f"\n{name}(" in system["content"] for name in session.phone.tools)
    assert system["content"].startswith(session.phone.system_prompt.rstrip())
    assert task == {"role": "user", "content": session.start.text}
    assert session.scenario.task in task["content"]


def test_native_has_them_as_functions() -> None:
    session = session_of()
    conversation = Conversation(session, AgentConfig(dialect="native"))
    assert conversation.tools == session.tools
    assert "Emails__send_email(" not in conversation.messages[0]["content"]


def test_parallel_says_so() -> None:
    one, several = (Conversation(session_of(), AgentConfig(parallel=parallel)).messages[0]["content"] for parallel in (False, True))
    assert "Action: {" in one
    assert "Action: [{" in several


def test_a_prompt_of_ones_own() -> None:
    content = Conversation(session_of(), AgentConfig(system_prompt="Be quick.")).messages[0]["content"]
    assert content.startswith("Be quick.\n\n")
    assert "Emails__send_email(" in content


def test_the_list_of_tools_is_short_and_complete() -> None:
    tools = session_of().phone.tools
    listed = tool_list(tools)
    assert len(listed) < 0.65 * sum(len(json.dumps(spec.as_function())) for spec in tools.values())
    for name, spec in tools.items():
        line = next(line for line in listed.splitlines() if line.startswith(f"{name}("))
        assert spec.description.split("\n")[0] in line
        for argument in spec.args:
            assert f"{argument.name}: " in line
            assert argument.required or " = " in line


def test_noise_renames_what_is_read() -> None:
    session = session_of("noise")
    content = Conversation(session, AgentConfig()).messages[0]["content"]
    assert all(f"\n{name}(" in content for name in session.phone.tools)
    assert "\nEmails__send_email(" not in content


@pytest.mark.parametrize("dialect", ["text", "native"])
def test_the_length_is_counted_where_the_endpoint_counts(dialect: Any) -> None:
    session = session_of(max_steps=5)
    conversation = Conversation(session, AgentConfig(dialect=dialect))
    chars = sum(len(m["content"]) for m in conversation.messages) + (len(session.phone.tools_json) if dialect == "native" else 0)
    assert conversation.tokens == pytest.approx(chars / CHARS_PER_TOKEN, abs=2)
    said = text(TAGS).text
    answer = Completion(said, None, Usage(12_345, 55), 1.0, False, None)
    step = session.step({"role": "assistant", "content": said})
    conversation.add(answer, step)
    assert conversation.tokens == int(12_345 + 55 + len(step.text) / CHARS_PER_TOKEN)


def test_an_estimate_knows_native_calls() -> None:
    session = session_of(max_steps=5)
    conversation = Conversation(session, AgentConfig(dialect="native"))
    before = conversation.tokens
    conversation.add(native(("Files__list_files", '{"path": "' + "x" * 3500 + '"}')), session.step("x"))
    assert conversation.tokens - before > 1000


def test_notifications_stand_with_the_last_result() -> None:
    session = session_of("adaptability", parallel_calls=True)
    tell = {"tool": "AgentUserInterface__send_message_to_user", "args": {"content": "I will see."}}
    conversation = Conversation(session, AgentConfig(dialect="native", parallel=True))
    answer = native(TAGS, {"tool": "SystemApp__wait_for_notification", "args": {"timeout": 600}})
    step = session.step({"tool_calls": [{"name": c.name, "arguments": c.arguments} for c in answer.calls]})
    conversation.add(answer, step)
    first, second = conversation.messages[-2:]
    assert first["content"] == step.results[0]
    assert second["content"].startswith(step.results[1])
    assert first["content"] + "\n" + second["content"] == step.text
    assert tell["tool"] in session.phone.tools


def test_nothing_said_is_sent_as_nothing() -> None:
    session = session_of(max_steps=3)
    policy = Saying(text(""))
    conversation = Conversation(session, AgentConfig())
    conversation.add(policy([], []), session.step(""))
    assert conversation.messages[2] == {"role": "assistant", "content": ""}
