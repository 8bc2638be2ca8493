"""Rulings of a language model: structured replies, votes, and *unknown* where there is none."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationInfo, field_validator, model_validator

from gaia2_gym.errors import ConfigError
from gaia2_gym.llm import LLM, LLMError
from gaia2_gym.verifier.judges.prompts import Prompt
from gaia2_gym.verifier.soft import Answer

_WORDS = {"yes": "accept", "true": "accept", "accepted": "accept", "no": "refuse", "false": "refuse", "refused": "refuse", "reject": "refuse"}
"""What models say where the form is not enforced."""
_REASON = 400


class Coded(BaseModel):
    """A reply that repeats the case code of its question; one that does not is not about this question."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    case: str

    @model_validator(mode="before")
    @classmethod
    def _any_case(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        folded = {str(name).strip().casefold(): value for name, value in data.items()}
        if len(folded) < len(data):
            raise ValueError("a field is given twice")
        return folded

    @field_validator("case")
    @classmethod
    def _of_this_question(cls, case: str, info: ValidationInfo) -> str:
        if info.context is None or case.strip().casefold() != info.context:
            raise ValueError("must repeat the value of case in the question")
        return case


class Ruling(Coded):
    """Whether a call is accepted, and why."""

    reason: str
    verdict: Literal["accept", "refuse"]

    @field_validator("verdict", mode="before")
    @classmethod
    def _word(cls, verdict: Any) -> Any:
        word = str(verdict).strip().casefold() if isinstance(verdict, str | bool) else verdict
        return _WORDS.get(word, word) if isinstance(word, str) else word


class Panel:
    """Asks a model, once or several times.

    Args:
        llm: The model.
        votes: How many times; more than half of the votes accept.
    """

    def __init__(self, llm: LLM, votes: int = 1) -> None:
        if votes < 1:
            raise ConfigError(f"votes must be at least 1, not {votes}")
        self.llm = llm
        self.votes = votes

    async def decide(self, prompt: Prompt) -> Answer:
        """The majority's ruling, or None where the votes that could not be had might change it."""
        seeds = [None] if self.votes == 1 else list(range(self.votes))
        return majority(await asyncio.gather(*(self._vote(prompt, seed) for seed in seeds)))

    async def _vote(self, prompt: Prompt, seed: int | None) -> Answer:
        try:
            reply = await self.llm.complete(prompt.messages, schema=Ruling, context=prompt.case, seed=seed)
        except LLMError as error:
            return Answer(None, str(error))
        return Answer(reply.parsed.verdict == "accept", reply.parsed.reason[:_REASON])


def majority(votes: Sequence[Answer]) -> Answer:
    """What more than half of the votes say; no majority for yes is a no, and unknown is what the missing votes might have turned.

    >>> majority([Answer(True), Answer(True), Answer(None)]).accepted
    True
    >>> majority([Answer(True), Answer(False)]).accepted
    False
    >>> majority([Answer(True), Answer(False), Answer(None, "timeout")])
    Answer(accepted=None, reason='timeout', check='')
    """
    yes = sum(vote.accepted is True for vote in votes)
    missing = sum(vote.accepted is None for vote in votes)
    outcome = True if 2 * yes > len(votes) else None if 2 * (yes + missing) > len(votes) else False
    return next(vote for vote in votes if vote.accepted is outcome)
