"""The `openai` judge: a language model behind any OpenAI-compatible endpoint answers the questions about free text."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from gaia2_gym.config import effective
from gaia2_gym.errors import ConfigError
from gaia2_gym.llm import LLM, LLMConfig, LLMError
from gaia2_gym.verifier.acts import Act
from gaia2_gym.verifier.judges.config import JudgeConfig
from gaia2_gym.verifier.judges.panel import Coded, Panel
from gaia2_gym.verifier.judges.prompts import Prompt, needs_subtask, question_prompt, subtask_prompt, turn_prompt
from gaia2_gym.verifier.oracle import Expected
from gaia2_gym.verifier.screen import screen
from gaia2_gym.verifier.soft import Answer, Context, Question, as_text, soft_arguments


class Subtask(Coded):
    """The part of the user's tasks that a call serves."""

    subtask: str


class OpenAIJudge:
    """Asks a model each question, after the screen. What cannot be had, or read, is *unknown*, never a no.

    Args:
        config: Which model; None takes the `[judge]` settings of the environment (`GAIA2_JUDGE_MODEL`, ...).
        votes: How often the model is asked each question; more than half of the votes accept. Once, where neither this nor `config` says so.

    Raises:
        ConfigError: No model is named.
    """

    def __init__(self, config: LLMConfig | None = None, votes: int | None = None) -> None:
        self.panel = _panel(config, votes)
        self._subtasks: dict[str, str] = {}

    @property
    def llm(self) -> LLM:
        """The client; `async with judge.llm:` closes its connections, `judge.llm.spent` tells what was used."""
        return self.panel.llm

    def __call__(self, question: Question) -> Answer:
        """The answer to one question, from synchronous code."""
        return self.llm.run(self.judge_many([question]))[0]

    async def judge_many(self, questions: Sequence[Question]) -> list[Answer]:
        """The answers to many questions, asked at once as far as `max_concurrency` allows; what is asked twice is sent once."""
        refused = [screen(question) for question in questions]
        asked = [question for question, refusal in zip(questions, refused, strict=True) if refusal is None]
        subtasks = await self._find_subtasks(asked)
        prompts: list[Prompt | Answer] = []
        for question, found in zip(asked, subtasks, strict=True):
            prompts.append(found if isinstance(found, Answer) else question_prompt(question, found))
        distinct = {prompt.key: prompt for prompt in prompts if isinstance(prompt, Prompt)}
        rulings = dict(zip(distinct, await asyncio.gather(*map(self.panel.decide, distinct.values())), strict=True))
        answers = iter([prompt if isinstance(prompt, Answer) else rulings[prompt.key] for prompt in prompts])
        return [next(answers) if refusal is None else refusal for refusal in refused]

    async def _find_subtasks(self, questions: Sequence[Question]) -> list[str | Answer]:
        """For each question the part of the tasks it is about, empty if that is not wanted, or why it could not be had."""
        prompts = [subtask_prompt(question) if needs_subtask(question) else None for question in questions]
        missing = {prompt.key: prompt for prompt in prompts if prompt and prompt.key not in self._subtasks}
        found = dict(zip(missing, await asyncio.gather(*map(self._subtask, missing.values())), strict=True))
        self._subtasks |= {key: text for key, text in found.items() if isinstance(text, str)}
        return ["" if prompt is None else found.get(prompt.key, self._subtasks.get(prompt.key, "")) for prompt in prompts]

    async def _subtask(self, prompt: Prompt) -> str | Answer:
        try:
            reply = await self.llm.complete(prompt.messages, schema=Subtask, context=prompt.case)
        except LLMError as error:
            return Answer(None, str(error))
        subtask: str = reply.parsed.subtask
        return subtask


class InContextJudge:
    """The baseline: a model sees all acts of a turn at once, and nothing else checks arguments, order or time.

    It answers for a turn, not a question, and so stands beside the matching, not inside it. The screen comes first here too.

    Args:
        config: As for `OpenAIJudge`.
        votes: As for `OpenAIJudge`.
    """

    def __init__(self, config: LLMConfig | None = None, votes: int | None = None) -> None:
        self.panel = _panel(config, votes)

    def judge_turn(self, expected: Sequence[Expected], agent: Sequence[Act], tasks: Sequence[str]) -> Answer:
        """Whether the acts of one turn have the effect of the oracle's.

        Args:
            expected: The oracle's acts of the turn, events of user and environment included.
            agent: What happened in that turn of the episode, the same kinds of acts.
            tasks: The user's messages so far.
        """
        refusal = _screened(expected, agent, tasks)
        return refusal or self.panel.llm.run(self.panel.decide(turn_prompt(expected, agent, tasks)))


def _panel(config: LLMConfig | None, votes: int | None) -> Panel:
    settings = config if config is not None else effective(JudgeConfig, table="judge")[0]
    if not settings.model:
        hint = f"set GAIA2_JUDGE_MODEL (and GAIA2_JUDGE_BASE_URL, now {settings.base_url}), or hand over an LLMConfig with a model"
        raise ConfigError(f"a judge that asks a model needs one: {hint}")
    if votes is None:
        votes = settings.votes if isinstance(settings, JudgeConfig) else 1
    return Panel(LLM(settings), votes)


def _screened(expected: Sequence[Expected], agent: Sequence[Act], tasks: Sequence[str]) -> Answer | None:
    """The screen's refusal of an act whose text it refuses beside every text of the oracle for that tool."""
    for act in agent:
        questions = [
            Question("content", act.tool, wanted, {name: as_text(act.args.get(name)) for name in wanted}, Context(tasks=tuple(tasks)))
            for e in expected
            if act.kind == "agent" and e.act.tool == act.tool and (wanted := soft_arguments(e.spec, e.act.args))
        ]
        refusals = [screen(question) for question in questions]
        if refusals and all(refusals):
            return refusals[0]
    return None
