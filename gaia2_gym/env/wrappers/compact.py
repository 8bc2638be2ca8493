"""A search over the tools in place of all their schemas in the prompt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gymnasium as gym
import orjson
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs

from gaia2_gym.env.spaces import ToolCalls, UnicodeText
from gaia2_gym.env.wrappers.search import ToolSearch
from gaia2_gym.errors import ConfigError, ToolError
from gaia2_gym.session import Action, Call, Session, parse_action
from gaia2_gym.session.json_text import decode_all
from gaia2_gym.session.observe import observation_text

SEARCH = "search_tools"
CALL = "call_tool"
CLOCK = "SystemApp__get_current_time"
"""What the environment carries out for a search: a look at the clock, which changes nothing."""

_SEARCH_ABOUT = "Find tools of the phone's apps by what they do; returns the schemas of those that fit best. Takes a step, like any call."
_QUERY_ABOUT = "What the tool should do, in a few words; the app's name helps."
_CALL_ABOUT = "Call a tool of the phone's apps, with arguments as its schema says. Any tool can also be called directly by its own name."


class CompactTools(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """The prompt holds two tools instead of a hundred: `search_tools(query)`, and `call_tool(tool, args)` for any tool by its name.

    - `tools` and `info["tools_json"]` hold these two; `info["system_prompt"]` goes on to name the apps and how to search.
    - A search is answered here and played as a step: it counts towards `max_steps`, takes its thinking time, and what happens meanwhile arrives
      with it, so an agent cannot stall by searching. The trace has a look at the clock (`SystemApp__get_current_time`) in its place, beside
      what the model wrote and read. So has a wrong call of these two tools.
    - A search must be the only call of its action.
    - Any tool may be called directly as well, whether it was found or not; such actions go through as they are.

    Args:
        env: The environment to wrap; `ChatMessages` comes above this one.
        results: Tools that a search returns at most.

    Raises:
        ConfigError: When something has changed the observations already, or for a wrong number.
    """

    def __init__(self, env: gym.Env[Any, Any], results: int = 5) -> None:
        if isinstance(results, bool) or not isinstance(results, int) or results < 1:
            raise ConfigError(f"results must be a whole number of at least 1, not {results!r:.60}")
        if not isinstance(env.observation_space, UnicodeText | spaces.Dict):
            raise ConfigError("CompactTools goes below wrappers that change observations, such as ChatMessages")
        RecordConstructorArgs.__init__(self, results=results)
        gym.Wrapper.__init__(self, env)
        self.results = results
        self._tools_json = orjson.dumps(self.tools).decode()
        self.action_space = ToolCalls(self._tools_json)
        self._index = ToolSearch([])

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The two tools as OpenAI-style functions (fresh objects)."""
        text, table = {"type": "string"}, {"type": "object"}
        return [
            _function(SEARCH, _SEARCH_ABOUT, query=text | {"description": _QUERY_ABOUT}),
            _function(
                CALL,
                _CALL_ABOUT,
                tool=text | {"description": "Name of the tool, <App>__<function>."},
                args=table | {"description": "Its arguments by name."},
            ),
        ]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._index = ToolSearch([tool["function"] for tool in orjson.loads(info["tools_json"])])
        apps = ", ".join(f"{app} ({count})" for app, count in self._index.apps.items())
        how = f"The tools are not listed here: find them with {SEARCH}, then call them by name. Apps, with the number of their tools: {apps}.\n"
        return observation, info | {"tools_json": self._tools_json, "system_prompt": f"{info['system_prompt'].rstrip()}\n\n{how}"}

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Do one action, or answer a search."""
        config = self._session.config
        try:
            parsed = parse_action(action, parallel=config.parallel_calls, plain_text=config.plain_text)
        except ToolError:
            return self.env.step(action)  # which says what is wrong with it
        if not any(call.tool in (SEARCH, CALL) for call in parsed.calls):
            return self.env.step(action)
        try:
            calls = [_unwrapped(call) for call in parsed.calls]
            query = _query(calls)
        except ToolError as error:
            return self._answer(parsed, f"Error ({error.kind}): {error.message}", None, error.kind)
        if query is None:
            forwarded = {"tool_calls": [{"name": call.tool, "arguments": call.args} for call in calls]}
            result = self.env.step(forwarded | _beside(parsed))
            self._note(parsed)
            return result
        found = self._index.find(query, self.results)
        text = orjson.dumps(found).decode() if found else f"No tool fits {query[:60]!r}. The apps are {', '.join(self._index.apps)}."
        return self._answer(parsed, text, found, None)

    @property
    def _session(self) -> Session:
        session: Session = self.unwrapped.session  # type: ignore[attr-defined]  # it is a Gaia2Env
        return session

    def _answer(self, parsed: Action, text: str, result: Any, error: str | None) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Play a look at the clock, and put the answer in place of the time."""
        observation, reward, terminated, truncated, info = self.env.step({"tool": CLOCK, "args": {}} | _beside(parsed))
        if info["tool"] != CLOCK:  # the simulation stopped while the agent was thinking
            self._note(parsed)
            return observation, reward, terminated, truncated, info
        seen = observation_text([text], self._session.steps[-1].notifications)
        self._note(parsed, observation=seen)
        observation = seen if isinstance(observation, str) else observation | {"result": text}
        call = {"tool": parsed.calls[0].tool, "args": dict(parsed.calls[0].args), "given_args": dict(parsed.calls[0].args)}
        info |= call | {"result": result, "error": error}
        if "calls" in info:
            info |= {"calls": [call | {"result": result, "error": error}], "texts": [text]}
        return observation, reward, terminated, truncated, info

    def _note(self, parsed: Action, **changes: Any) -> None:
        """Say in the trace what the model really wrote and read."""
        steps = self._session.steps
        steps[-1] = replace(steps[-1], raw=parsed.raw, **changes)


def _function(name: str, description: str, **properties: dict[str, Any]) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def _beside(parsed: Action) -> dict[str, Any]:
    """What an action holds beside its calls."""
    return {"thought": parsed.thought, "generated_tokens": parsed.generated_tokens, "generated_seconds": parsed.generated_seconds}


def _unwrapped(call: Call) -> Call:
    """The call inside a `call_tool`; any other call as it is."""
    if call.tool != CALL:
        return call
    tool, args = call.args.get("tool"), call.args.get("args", {})
    if isinstance(args, str):
        args = decode_all(args)
    if not isinstance(tool, str) or not isinstance(args, dict) or not call.args.keys() <= {"tool", "args"}:
        raise ToolError("bad_argument", f'{CALL} takes a tool\'s name and its arguments: {{"tool": "<App>__<function>", "args": {{...}}}}.')
    return Call(tool, args)


def _query(calls: list[Call]) -> str | None:
    """What is searched for, or None."""
    search = next((call for call in calls if call.tool == SEARCH), None)
    if search is None:
        return None
    if len(calls) > 1:
        raise ToolError("bad_argument", f"{SEARCH} must be the only call of an action; nothing was done.")
    query = search.args.get("query")
    if not isinstance(query, str) or search.args.keys() != {"query"}:
        raise ToolError("bad_argument", f'{SEARCH} takes one text, what the tool should do: {{"query": "..."}}.')
    return query
