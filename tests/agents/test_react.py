"""A model plays: what it reads, what its answers do, and when it stops."""

from __future__ import annotations

from typing import Any

import pytest

from gaia2_gym.agents import AgentConfig, ReActAgent
from gaia2_gym.agents.conversation import DROPPED
from gaia2_gym.agents.react import Played
from gaia2_gym.errors import ConfigError
from gaia2_gym.llm import Completion, LLMRequestError, LLMTimeoutError, Usage
from tests.agents.scenes import TAGS, TELL, Saying, native, session_of, solution, text

NATIVE = AgentConfig(dialect="native")


@pytest.mark.parametrize("split", ["execution", "search", "ambiguity", "adaptability", "time"])
@pytest.mark.parametrize("dialect", ["text", "native"])
def test_a_model_that_knows_solves(split: str, dialect: Any) -> None:
    answers = [(text if dialect == "text" else native)(call) for call in solution(split)]
    session = session_of(split)
    played = ReActAgent(Saying(*answers), AgentConfig(dialect=dialect)).play(session)
    assert session.verdict is not None
    assert session.verdict.success
    assert played.generations == len(answers) == len(session.steps)


def test_everything_is_counted() -> None:
    session = session_of(max_steps=3)
    played = ReActAgent(Saying(text(TAGS), text(TAGS, tokens=20), native(TAGS))).play(session)
    assert played == Played(3, Usage(200, 30, 8, 100), 0.5, 1, 3.0, 4)


def test_what_was_counted_before_a_failure_is_known() -> None:
    def fails() -> Any:
        raise LLMTimeoutError("too late")

    session, played = session_of(), Played()
    with pytest.raises(LLMTimeoutError):
        ReActAgent(Saying(text(TAGS), fails)).play(session, played)
    assert (played.generations, played.cost) == (1, 0.25)
    assert not session.over


@pytest.mark.parametrize("answer", ["I think so.", "", 'Action: {"tool": "Calendar__get_all', "Action: {}", "[]", "\udc80 half a character"])
def test_what_is_no_call_is_a_step_with_an_error(answer: str) -> None:
    session = session_of(max_steps=2)
    policy = Saying(text(answer))
    ReActAgent(policy).play(session)
    assert [step.step for step in session.steps] == [1, 2]
    assert session.reason == "step_limit"
    told = policy.seen[1][-1]
    assert told["role"] == "user"
    assert told["content"].startswith("Error")
    for message in policy.seen[1]:
        message["content"].encode()  # all of it can be sent


def test_calls_of_tools_that_are_none() -> None:
    policy = Saying(native(("Calendar__get_all_tagz", "{}")), native(("Calendar__get_all_tags", '{"x": ')), text(TELL))
    ReActAgent(policy, NATIVE).play(session_of(max_steps=3))
    assert "did you mean 'Calendar__get_all_tags'" in policy.seen[1][-1]["content"]
    assert policy.seen[2][-1]["content"].startswith("Error")


def test_tokens_become_time() -> None:
    session = session_of(latency="tokens:ttft=1,rate=10", max_steps=1)
    ReActAgent(Saying(text(TAGS, tokens=30))).play(session)
    assert session.steps[0].thinking_seconds == pytest.approx(1 + 30 / 10)
    assert session.steps[0].thinking_tokens == 30


def test_measured_time_is_the_models_own() -> None:
    session = session_of(latency="measured", max_steps=1)
    ReActAgent(Saying(text(TAGS, seconds=7.5))).play(session)
    assert session.steps[0].thinking_seconds == 7.5
    fixed = session_of(latency="fixed:2", max_steps=1)
    ReActAgent(Saying(text(TAGS, seconds=7.5))).play(fixed)
    assert fixed.steps[0].thinking_seconds == 2.0


@pytest.mark.parametrize("dialect", ["text", "native"])
def test_parallel_calls_have_one_thinking_time(dialect: Any) -> None:
    session = session_of(latency="tokens:ttft=1,rate=10", parallel_calls=True, max_steps=1)
    answer = text([TAGS, TAGS, TAGS], tokens=20) if dialect == "text" else native(TAGS, TAGS, TAGS)
    policy = Saying(answer)
    ReActAgent(policy, AgentConfig(dialect=dialect, parallel=True)).play(session)
    assert len(session.step_records[0]) == 3
    assert session.steps[0].thinking_seconds == (3.0 if dialect == "text" else 1.0)


def test_parallel_native_calls_are_answered_one_by_one() -> None:
    session = session_of(parallel_calls=True, max_steps=2)
    policy = Saying(native(TAGS, ("Calendar__nothing", "{}"), TAGS))
    ReActAgent(policy, AgentConfig(dialect="native", parallel=True)).play(session)
    said, *results = policy.seen[1][-4:]
    assert [r["role"] for r in results] == ["tool"] * 3
    assert [r["tool_call_id"] for r in results] == [c["id"] for c in said["tool_calls"]]
    assert len({r["tool_call_id"] for r in results}) == 3
    assert [r["content"].startswith("Error") for r in results] == [False, True, False]


def test_several_calls_where_one_is_allowed() -> None:
    session = session_of(max_steps=2)
    policy = Saying(native(TAGS, TAGS))
    ReActAgent(policy, NATIVE).play(session)
    results = [m["content"] for m in policy.seen[1] if m["role"] == "tool"]
    assert len(results) == 2  # each call has its answer, as the protocol wants
    assert results[0] == "(not done)"
    assert results[1].startswith("Error")
    assert all(r.failed for r in session.world.records if r.kind == "agent")


def test_an_overflow_stops_the_episode() -> None:
    at_once = session_of()
    played = ReActAgent(Saying(), AgentConfig(context=2_000, max_tokens=1_000)).play(at_once)
    assert (at_once.reason, played.generations) == ("context_limit", 0)
    later = session_of(max_steps=60)
    listing = {"tool": "Shopping__list_all_products", "args": {}}
    answer = Completion(text(listing).text, None, Usage(), 1.0, False, None)
    played = ReActAgent(Saying(answer), AgentConfig(context=13_000, max_tokens=1_000)).play(later)
    assert later.reason == "context_limit"
    assert 0 < played.generations < 60
    for session in (at_once, later):
        assert session.verdict is not None
        assert session.verdict.success is False


def test_dropping_keeps_everything_else_as_it_was() -> None:
    listing = {"tool": "Shopping__list_all_products", "args": {}}
    session = session_of(max_steps=12)
    # an endpoint that counts nothing, so that the estimate decides
    answers = [Completion(text(listing, thought=f"number {n}").text, None, Usage(), 1.0, False, None) for n in range(12)]
    policy, whole = Saying(*answers), Saying(*answers)
    ReActAgent(whole).play(session_of(max_steps=12))
    size = sum(len(m["content"]) for m in whole.seen[-1])
    first = sum(len(m["content"]) for m in whole.seen[0])
    context = int((first + (size - first) / 2) / 3.5) + 100
    ReActAgent(policy, AgentConfig(context=context, max_tokens=100, overflow="drop")).play(session)
    assert session.reason == "step_limit"
    last, kept = policy.seen[-1], whole.seen[-1]
    assert len(last) == len(kept)
    dropped = [n for n, message in enumerate(last) if message["content"] == DROPPED]
    assert dropped
    assert dropped == [n for n in range(2, len(last)) if last[n]["role"] == "user"][: len(dropped)]  # the oldest results, and nothing else
    assert [m for n, m in enumerate(last) if n not in dropped] == [m for n, m in enumerate(kept) if n not in dropped]
    for earlier, later in zip(policy.seen, policy.seen[1:], strict=False):  # what was sent is never rewritten but for what is dropped
        assert all(a == b or b["content"] == DROPPED for a, b in zip(earlier, later, strict=False))


def test_dropping_may_not_be_enough() -> None:
    session = session_of()
    ReActAgent(Saying(text(TAGS)), AgentConfig(context=3_000, max_tokens=100, overflow="drop")).play(session)
    assert session.reason == "context_limit"


@pytest.mark.parametrize(
    ("message", "overflow"),
    [
        ("This model's maximum context length is 8192 tokens", True),
        ("prompt is too long: 210000 tokens > 200000 maximum", True),
        ("input length exceeds the context window", True),
        ("The model `m` does not exist", False),
        ("Unsupported parameter: 'temperature'", False),
    ],
)
def test_an_endpoint_that_says_it_is_too_long(message: str, overflow: bool) -> None:
    def refuses() -> Any:
        raise LLMRequestError(message)

    session = session_of()
    agent = ReActAgent(Saying(text(TAGS), refuses))
    if overflow:
        agent.play(session)
        assert session.reason == "context_limit"
    else:
        with pytest.raises(LLMRequestError):
            agent.play(session)


def test_hooks_stand_before_and_after() -> None:
    log: list[str] = []
    session = session_of(max_steps=2)

    def before(_: Any, conversation: Any) -> None:
        log.append("before")
        conversation.messages.append({"role": "user", "content": "A hint."})

    policy = Saying(text(TAGS))
    ReActAgent(policy, before=[before], after=[lambda s, c: log.append(f"after {len(s.steps)}")]).play(session)
    assert log == ["before", "after 1", "before", "after 2"]
    assert policy.seen[0][-1] == {"role": "user", "content": "A hint."}


def test_reasoning_is_not_read_again() -> None:
    policy = Saying(text(TAGS))
    ReActAgent(policy).play(session_of(max_steps=2))
    assert "hm" not in policy.seen[1][2]["content"].split()


def test_an_agent_without_room_is_refused() -> None:
    with pytest.raises(ConfigError, match="must be less than context"):
        ReActAgent(Saying(), AgentConfig(context=100, max_tokens=100))


@pytest.mark.parametrize(
    "wrong", [{"dialect": "xml"}, {"overflow": "cut"}, {"context": 0}, {"max_tokens": 1.5}, {"max_tokens": True}, {"temperature": 2.5}]
)
def test_wrong_settings(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        AgentConfig(**wrong)
