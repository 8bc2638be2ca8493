"""A budget of tokens or money for an episode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import orjson
from gymnasium.utils import RecordConstructorArgs

from gaia2_gym.errors import ConfigError, ToolError, nearest
from gaia2_gym.session.actions import read_timing
from gaia2_gym.session.json_text import exact, plain

KINDS = ("generated", "prompt")
CHARACTERS_A_TOKEN = 4


class Budget(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """Truncates an episode with the reason `context_limit` once a number of generated tokens, or an amount of money, is used up.

    An action is carried out if something was left before it; the episode ends after the action that used up the rest. Tokens are those the
    caller counted: `generated_tokens` in an action's dict and, only where prompts cost money, `prompt_tokens`, which this wrapper takes out
    again. An action without `generated_tokens` is counted at a token for every 4 characters, begun ones included: a guess, but never free.

    Every info says what was used: `tokens_used`, and with prices `money_used`.

    Args:
        env: The environment to wrap.
        tokens: Generated tokens an episode may use, or None.
        money: Money an episode may use, in the unit of the prices, or None.
        prices: Money for a million tokens, `{"generated": 10.0, "prompt": 2.5}`; what is not named is free.

    Raises:
        ConfigError: When there is no budget, one that is not above 0, or money without prices.
    """

    def __init__(
        self, env: gym.Env[Any, Any], tokens: int | None = None, money: float | None = None, prices: Mapping[str, float] | None = None
    ) -> None:
        if tokens is None and money is None:
            raise ConfigError("Budget needs tokens or money")
        if money is not None and not prices:
            raise ConfigError('a budget of money needs prices, for example {"generated": 10.0} for a million tokens')
        for name, value in (("tokens", tokens), ("money", money)):
            if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or not value > 0):
                raise ConfigError(f"{name} must be a number above 0, not {value!r:.60}")
        for kind, price in (prices or {}).items():
            if kind not in KINDS:
                raise ConfigError(f"prices are for {' and '.join(KINDS)} tokens, not {kind!r:.60}{nearest(str(kind), KINDS)}")
            if isinstance(price, bool) or not isinstance(price, int | float) or not price >= 0:
                raise ConfigError(f"the price of {kind} tokens must be a number of at least 0, not {price!r:.60}")
        RecordConstructorArgs.__init__(self, tokens=tokens, money=money, prices=prices)
        gym.Wrapper.__init__(self, env)
        self.tokens = tokens
        self.money = money
        self.prices = dict(prices or {})
        self.tokens_used = 0
        self.prompt_tokens = 0

    @property
    def money_used(self) -> float:
        """Money used in this episode, in the unit of the prices."""
        return (self.tokens_used * self.prices.get("generated", 0.0) + self.prompt_tokens * self.prices.get("prompt", 0.0)) / 1e6

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode with the whole budget."""
        observation, info = self.env.reset(seed=seed, options=options)
        self.tokens_used = self.prompt_tokens = 0
        return observation, info | self._used()

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Do one action, and end the episode if it used up the budget.

        Raises:
            ValueError: When a number of tokens is negative or not whole; nothing has changed then.
        """
        action, prompt = _without_prompt_tokens(action)
        given, _ = read_timing(action)
        generated = _guess(action) if given is None else given
        observation, reward, terminated, truncated, info = self.env.step(action)
        self.tokens_used += generated
        self.prompt_tokens += prompt
        if self._is_spent() and not (terminated or truncated):
            end = self.unwrapped.truncate("context_limit")  # type: ignore[attr-defined]  # it is a Gaia2Env
            reward += end.pop("reward")
            terms = {name: info["reward_terms"].get(name, 0.0) + value for name, value in end["reward_terms"].items()}
            info |= end | {"reward_terms": info["reward_terms"] | terms}
            truncated = True
        return observation, reward, terminated, truncated, info | self._used()

    def _is_spent(self) -> bool:
        return (self.tokens is not None and self.tokens_used >= self.tokens) or (self.money is not None and self.money_used >= self.money)

    def _used(self) -> dict[str, Any]:
        return {"tokens_used": self.tokens_used} | ({"money_used": self.money_used} if self.prices else {})


def _without_prompt_tokens(action: Any) -> tuple[Any, int]:
    if not isinstance(action, dict) or "prompt_tokens" not in action:
        return action, 0
    tokens = exact(action["prompt_tokens"])
    if isinstance(tokens, bool) or not isinstance(tokens, int) or tokens < 0:
        raise ValueError(f"prompt_tokens must be a whole number of at least 0, not {tokens!r:.60}")
    return {key: value for key, value in action.items() if key != "prompt_tokens"}, tokens


def _guess(action: Any) -> int:
    """Tokens of an action that were not counted."""
    try:
        text = action if isinstance(action, str) else orjson.dumps(plain(action)).decode()
    except (ToolError, orjson.JSONEncodeError):  # no JSON, or an integer beyond 64 bits
        text = ""
    return max(1, -(-len(text) // CHARACTERS_A_TOKEN))
