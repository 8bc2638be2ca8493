"""Noise: what makes a phone less reliable than its tools promise. Any scenario can be played with it, and its verdict stays the same.

Three kinds, each switched off by a setting of `NoiseConfig`: calls of the agent fail for no reason of their own, tools have other names and
descriptions, and things nobody asked for arrive (mails, messages, listings). The last are ordinary ENV events, which `noisy` adds to a scenario;
their ids begin with `env_expansion`, and the verifier does not look at them. The first two are the session's business.
"""

from __future__ import annotations

import dataclasses
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import orjson

from gaia2_gym.apps import app_class
from gaia2_gym.engine import Stream
from gaia2_gym.errors import ConfigError, ScenarioError, nearest
from gaia2_gym.scenario.model import AppEntry, Event, Scenario
from gaia2_gym.scenario.noise_content import SOURCES, Happening, happenings, shuffled

NOISE_PREFIX = "env_expansion"
"""Ids of noise events begin so; they are never judged (reference behaviour)."""
MOST_EVENTS = 600.0
"""Events a minute that a setting may ask for."""
LONGEST = 4 * 3600.0
"""Seconds for which noise is made at most, however long a scenario lasts."""
OFFICIAL_WEIGHTS = dict.fromkeys(("EmailClientApp", "ApartmentListingApp", "MessagingApp", "MessagingAppV2", "ShoppingApp"), 1.0)
"""Share of the events by class of app, where nothing else is said."""
_APPS = sorted({"MessagingApp"}.union(*((cls.class_name, *cls.aliases) for cls in SOURCES)))


@dataclass(frozen=True, slots=True)
class NoiseConfig:
    """How much noise there is (the `[noise]` table); the defaults are those of the Gaia2 Noise split.

    Args:
        tool_failure_probability: Share of the agent's calls that fail before they run.
        rename_tools: Whether tools have other names and descriptions than usual.
        env_events_per_minute: How many things arrive in a minute, on average.
        seed: Changes all of it; the seed of the episode does too, except for the names.
        weights: App, or class of apps -> its share of the events; an app that is not named has none.
        n_message_events_per_conversation: Messages of a new conversation at most.
        n_item_events_per_product: Items of a new product at most.
    """

    tool_failure_probability: float = 0.1
    rename_tools: bool = True
    env_events_per_minute: float = 10.0
    seed: int = 0
    weights: Any = field(default_factory=OFFICIAL_WEIGHTS.copy, hash=False)
    n_message_events_per_conversation: int = 4
    n_item_events_per_product: int = 2

    def __post_init__(self) -> None:
        for name, most in (("tool_failure_probability", 1.0), ("env_events_per_minute", MOST_EVENTS)):
            if not _is_number(value := getattr(self, name)) or not 0 <= value <= most:
                raise ConfigError(f"{name} must be a number from 0 to {most:g}, not {value!r:.60}")
        if not isinstance(self.rename_tools, bool):
            raise ConfigError(f"rename_tools must be true or false, not {self.rename_tools!r:.60}")
        least = {"seed": -math.inf, "n_message_events_per_conversation": 1, "n_item_events_per_product": 0}
        for name, low in least.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < low:
                raise ConfigError(f"{name} must be a whole number{'' if low < 0 else f' of at least {low:g}'}, not {value!r:.60}")
        object.__setattr__(self, "weights", _weights(self.weights))

    def as_json(self) -> dict[str, Any]:
        """The settings as JSON values."""
        return dataclasses.asdict(self)


def _weights(given: Any) -> dict[str, float]:
    if isinstance(given, str):  # from an environment variable: Emails = 2, Chats = 1
        try:
            given = tomllib.loads(f"weights = {{{given.strip().strip('{}')}}}")["weights"]
        except tomllib.TOMLDecodeError:
            raise ConfigError(f"weights must be pairs such as Emails = 2, Chats = 1, not {given!r:.60}") from None
    if not isinstance(given, Mapping):
        raise ConfigError(f"weights must be a table of numbers by app, not {given!r:.60}")
    for name, weight in given.items():
        if name not in _APPS:
            raise ConfigError(f"weights: no noise is known for the app {name!r:.60}{nearest(str(name), _APPS)}; known are {', '.join(_APPS)}")
        if not _is_number(weight) or weight < 0:
            raise ConfigError(f"weights: {name} must be a finite number of at least 0, not {weight!r:.60}")
    return {name: float(weight) for name, weight in given.items()}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def augmentation_of(scenario: Scenario) -> Mapping[str, Any]:
    """The `augmentation` section of a scenario's file; empty where there is none.

    Raises:
        ScenarioError: When it is no object.
    """
    if augmentation_of not in scenario.kept:
        section = orjson.loads(scenario.raw).get("augmentation") if scenario.raw else None
        if not isinstance(section, dict | None):
            raise ScenarioError("augmentation: expected an object", scenario.source)
        scenario.kept[augmentation_of] = section or {}
    found: Mapping[str, Any] = scenario.kept[augmentation_of]
    return found


class _Arrival(NamedTuple):
    """One event to be: when (seconds after the user's first message), of which happening in which app, and which of its steps."""

    time: float
    app: str
    number: int
    happening: Happening
    step: int


def noisy(scenario: Scenario, noise: NoiseConfig, seed: int = 0, content: Mapping[str, Any] | None = None) -> Scenario:
    """The scenario with things that arrive at random from the user's first message on; the same one where there is nothing to add.

    What arrives comes from `content`, else from the file's `augmentation.apps`, else from texts of this package, which never name what is on the
    phone. Conversations in which messages will arrive are there from the start, empty. A scenario that has noise events already gets no more.

    Args:
        scenario: The scenario.
        noise: How much, and of what.
        seed: Seed of the episode.
        content: State of another phone by app name; every thing on it can arrive here.

    Raises:
        ScenarioError: When the file's `augmentation.apps` cannot be read.
    """
    if noise.env_events_per_minute == 0 or any(id.startswith(NOISE_PREFIX) for id in scenario.by_id):
        return scenario
    first = next((e for e in scenario.events if e.kind == "USER" and not e.dependencies), None)
    begin = 0.0 if first is None else first.delay if first.at is None else max(0.0, first.at - scenario.start_time)
    span = min(scenario.time_limit - begin, LONGEST)
    stored = _stored(scenario) if content is None else content
    weights = _shares(scenario, noise, stored)
    entries, arrivals = [], []
    for entry in scenario.apps:
        if share := weights.get(entry.name, 0.0):
            stream = Stream(seed, f"noise/{noise.seed}/{entry.name}")
            times = _poisson_times(stream, noise.env_events_per_minute / 60.0 * share, span)
            most = (noise.n_message_events_per_conversation, noise.n_item_events_per_product)
            entry, coming = happenings(entry, None if stored is None else stored[entry.name], stream, len(times), *most)
            arrivals += _dealt(entry.name, times, coming, stream)
        entries.append(entry)
    events = (*scenario.events, *_events(sorted(arrivals, key=lambda a: a.time), () if first is None else (first.id,)))
    return replace(scenario, apps=tuple(entries), events=events, raw=b"")


def _stored(scenario: Scenario) -> dict[str, Any] | None:
    """The states in the file's `augmentation.apps` by name of the scenario's app that takes them; None where the file has none."""
    apps = augmentation_of(scenario).get("apps")
    if not apps:
        return None
    if not isinstance(apps, list) or not all(isinstance(a, dict) and isinstance(a.get("name"), str) for a in apps):
        raise ScenarioError("augmentation.apps: expected a list of apps, each an object with a name", scenario.source)
    found: dict[str, Any] = {}
    for entry in scenario.apps:
        fits = [a for a in apps if app_class(a.get("class_name") or a["name"]) is entry.cls]
        chosen = next((a for a in fits if a["name"] == entry.name), None)
        if chosen is not None and entry.cls in SOURCES:
            try:
                found[entry.name] = entry.cls.load(chosen.get("app_state") or {})
            except ScenarioError as error:
                raise ScenarioError([f"augmentation.apps: {entry.name}: {p}" for p in error.problems], scenario.source) from None
    return found


def _shares(scenario: Scenario, noise: NoiseConfig, content: Mapping[str, Any] | None) -> dict[str, float]:
    """Each app's share of the events; together 1, or nothing at all."""
    known = [e for e in scenario.apps if e.cls in SOURCES and (content is None or e.name in content)]
    names = {entry.name for entry in known}
    weights = {entry.name: _weight(entry, noise.weights, names) for entry in known}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items() if weight}


def _weight(entry: AppEntry, weights: Mapping[str, float], names: set[str]) -> float:
    """The weight under an app's name, else under its class, by whatever name of the class that is not another app's."""
    for name in (entry.name, entry.class_name, entry.cls.class_name):
        if name in weights:
            return weights[name]
    return next((w for name, w in weights.items() if name not in names and app_class(name) is entry.cls), 0.0)


def _poisson_times(stream: Stream, rate: float, span: float) -> list[float]:
    """Moments of a Poisson process: independent, `rate` a second on average, before `span`."""
    times: list[float] = []
    time = -math.log(1.0 - stream.random()) / rate
    while time < span:
        times.append(time)
        time += -math.log(1.0 - stream.random()) / rate
    return times


def _dealt(app: str, times: list[float], coming: list[Happening], stream: Stream) -> list[_Arrival]:
    """Moments dealt out to happenings at random; the steps of each stay in order."""
    owners = shuffled([n for n, happening in enumerate(coming) for _ in happening][: len(times)], stream)
    done = [0] * len(coming)
    arrivals = []
    for time, owner in zip(times, owners, strict=False):  # content may run out before the time does
        arrivals.append(_Arrival(time, app, owner, coming[owner], done[owner]))
        done[owner] += 1
    return arrivals


def _events(arrivals: list[_Arrival], first: tuple[str, ...]) -> list[Event]:
    """The events; each waits for the step before it, a first step for the user's first message."""
    ids = {(a.app, a.number, a.step): f"{NOISE_PREFIX}_{n}" for n, a in enumerate(arrivals)}
    times = {(a.app, a.number, a.step): a.time for a in arrivals}
    events = []
    for app, number, time_of, happening, n in ((a.app, a.number, a.time, a.happening, a.step) for a in arrivals):
        step = happening[n]
        before = (ids[app, number, n - 1],) if n else first
        delay = time_of - (times[app, number, n - 1] if n else 0.0)
        args = {**step.args, **{name: f"{{{{{ids[app, number, m]}}}}}" for name, m in step.results.items()}}
        events.append(Event(ids[app, number, n], "ENV", app, step.function, args, before, delay))
    return events
