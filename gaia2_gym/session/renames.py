"""Other names for the tools of a phone: those that the scenario's file gives, else words of like meaning that a seed chooses."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from gaia2_gym.engine import Stream
from gaia2_gym.errors import ScenarioError
from gaia2_gym.scenario import Scenario
from gaia2_gym.scenario.noise import augmentation_of
from gaia2_gym.scenario.noise_content import corpus
from gaia2_gym.tools import ToolSpec

NAMES, DESCRIPTIONS = "tool_names_mapping", "tool_descriptions_mapping"
"""Where a file has them, by public name, in its `augmentation`."""
_NAME = re.compile(r"\w{1,64}", re.ASCII)
_WORD = re.compile(r"\w+", re.ASCII)

Reworder = Callable[[str, str], str]
"""A text, and the app that it comes from -> the text with tools called as the agent knows them."""


def renamed(scenario: Scenario, tools: Mapping[str, ToolSpec], seed: int, keep: Collection[str]) -> tuple[dict[str, ToolSpec], Reworder]:
    """Every tool as the agent is to see it, by public name.

    Args:
        scenario: Where the tools are.
        tools: The tools by public name.
        seed: Of the noise. Names that no file gives depend on it and on the scenario's id, so that all episodes of a scenario have the same.
        keep: Apps whose tools keep their names: how a turn ends and how time passes is told by them.

    Raises:
        ScenarioError: When the file's mappings are no such thing, or name two tools alike.
    """
    movable = [name for name, spec in tools.items() if spec.app not in keep]
    stream = Stream(seed, f"noise/names/{scenario.scenario_id}")
    given = _mapping(scenario, NAMES)
    names = _checked(given, movable, scenario) if given else _made(movable, scenario.tools, stream)
    word = partial(_reworded, names)
    texts = _mapping(scenario, DESCRIPTIONS) or _described(tools, movable, stream)
    shown = {}
    for public, spec in tools.items():
        app, _, function = names.get(public, public).partition("__")
        args = tuple(replace(a, description=word(a.description, spec.app)) for a in spec.args)
        shown[public] = replace(spec, app=app, name=function, description=word(texts.get(public, spec.description), spec.app), args=args)
    return shown, word


def as_it_is(text: str, app: str) -> str:
    """The text, where tools have their usual names."""
    return text


def _mapping(scenario: Scenario, key: str) -> Mapping[str, str]:
    mapping: Any = augmentation_of(scenario).get(key) or {}
    if not isinstance(mapping, dict) or not all(isinstance(text, str) and text for text in mapping.values()):
        raise ScenarioError(f"augmentation.{key}: expected an object of texts by public name of a tool", scenario.source)
    return mapping


def _checked(given: Mapping[str, str], movable: list[str], scenario: Scenario) -> dict[str, str]:
    """The file's names of those tools that may have another; a name without an app gets the tool's."""
    names: dict[str, str] = {}
    for public in movable:
        if public in given:
            new = given[public] if "__" in given[public] else f"{public.partition('__')[0]}__{given[public]}"
            if not _NAME.fullmatch(new) or (new in scenario.tools and new != public) or new in names.values():
                wanted = "a name of letters, digits and underscores that no other tool has"
                raise ScenarioError(f"augmentation.{NAMES}: {public} is called {new!r:.80}, expected {wanted}", scenario.source)
            names[public] = new
    return names


def _made(movable: list[str], known: Collection[str], stream: Stream) -> dict[str, str]:
    """A name for each: its words replaced, or some names as a whole, alike on the whole phone; none that a tool has or had."""
    chosen = {word: others[stream.randint(0, len(others) - 1)] for word, others in corpus()["words"].items()}
    names: dict[str, str] = {}
    taken = set(known)
    for public in movable:
        app, _, function = public.partition("__")
        words = [function] if function in chosen else function.split("_")
        new = f"{app}__{'_'.join(chosen.get(word, word) for word in words)}"
        while new in taken:
            new += "_now"
        taken.add(new)
        names[public] = new
    return names


def _described(tools: Mapping[str, ToolSpec], movable: list[str], stream: Stream) -> dict[str, str]:
    forms = corpus()["descriptions"]
    texts = {}
    for public in movable:
        text = tools[public].description
        texts[public] = forms[stream.randint(0, len(forms) - 1)].format(text=text, lower=text[0].lower() + text[1:])
    return texts


def _reworded(names: Mapping[str, str], text: str, app: str) -> str:
    """A text with the names of tools in it replaced, public ones and bare functions, those of the same app first."""
    ordinary = corpus()["single_words"]

    def swap(match: re.Match[str]) -> str:
        word = match[0]
        if word in names:
            return names[word]
        if word in ordinary:
            return word
        new = names.get(f"{app}__{word}", "")
        if not new and "_" in word:
            new = next((other for old, other in names.items() if old.partition("__")[2] == word), "")
        return new.partition("__")[2] or word

    return _WORD.sub(swap, text)
