"""Scenarios written in Python as one would write a screenplay: who says and does what, after what, how much later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from gaia2_gym.apps import app_class, copy_state
from gaia2_gym.apps.base import bound_tools
from gaia2_gym.apps.records import DT_FORMAT
from gaia2_gym.errors import ScenarioError, nearest
from gaia2_gym.scenario import MESSAGE_TO_USER, USER_INTERFACE, AppEntry, Event, Scenario
from gaia2_gym.scenario.model import Comparator, EventKind


@dataclass(eq=False)
class Beat:
    """One event of a scenario being written; its methods say when it happens and return it."""

    id: str
    kind: EventKind
    tool: str
    args: dict[str, Any]
    parents: tuple[Beat, ...]
    delay: float
    moment: float | None = None
    comparator: Comparator | None = None
    turn: int = field(default=0, repr=False)

    def after(self, *beats: Beat, seconds: float = 0.0, minutes: float = 0.0) -> Beat:
        """It follows other events (none named: those it follows anyway), so many seconds and minutes after the last of them."""
        self.parents = beats or self.parents
        self.delay = seconds + 60.0 * minutes
        return self

    def at(self, time: str | float, comparator: Comparator | None = None) -> Beat:
        """It happens at a time: Unix seconds or `YYYY-MM-DD HH:MM:SS`, UTC."""
        self.moment = moment_of(time)
        self.comparator = comparator
        return self

    @property
    def result(self) -> str:
        """A placeholder for what it returns, for an argument of a later event."""
        return f"{{{{{self.id}}}}}"

    def __getitem__(self, key: str) -> str:
        """A placeholder for a field of what it returns."""
        return f"{{{{{self.id}.{key}}}}}"


class ScenarioBuilder:
    """A scenario being written.

    The beginning is the user's message. What the ideal agent does follows the latest thing that the user said or that happened, its message to the
    user follows all it did in the turn, and what is written after that message belongs to the next turn. `after` and `at` say otherwise.

    >>> s = ScenarioBuilder("tea", start="2024-10-15 07:00:00", tags=["Execution"])
    >>> task = s.user("Put tea with Ana into my calendar, today at five, for an hour.")
    >>> tea = s.agent("Calendar__add_calendar_event", title="Tea with Ana", start_datetime="2024-10-15 17:00:00", end_datetime="2024-10-15 18:00:00")
    >>> done = s.say("Tea with Ana is in your calendar.")
    >>> s.build().num_turns
    1

    Args:
        scenario_id: Its id.
        apps: The phone; by default every app, empty.
        start: When it begins, Unix seconds or `YYYY-MM-DD HH:MM:SS`, UTC.
        tags: The split and other tags.
        duration: Seconds an episode may last; None for 1800, or 420 in the Time split.
        seed: Seed of the scenario.
    """

    def __init__(
        self,
        scenario_id: str,
        apps: Iterable[AppEntry] | None = None,
        *,
        start: str | float = "2024-10-15 07:00:00",
        tags: Sequence[str] = (),
        duration: float | None = None,
        seed: int = 0,
    ) -> None:
        self.scenario_id = scenario_id
        self.start = moment_of(start)
        self.tags = list(tags)
        self.duration = duration
        self.seed = seed
        entries = [AppEntry(e.name, e.class_name, e.cls, copy_state(e.state)) for e in (empty_phone() if apps is None else apps)]
        self._entries = {entry.name: entry for entry in entries}
        self._tools = {spec.public_name: spec for e in entries for spec in bound_tools(e.cls, e.name).values()}
        self._beats: list[Beat] = []
        self._cue: Beat | None = None
        self._turn = 0

    @property
    def opening(self) -> tuple[Beat, ...]:
        """The user's first message, once it is written."""
        return tuple(self._beats[:1])

    def state(self, app: str) -> Any:
        """The initial state of an app, for reading and for adding to.

        Raises:
            ScenarioError: When there is no such app.
        """
        if app not in self._entries:
            raise ScenarioError(f"there is no app {app!r}{nearest(app, self._entries)}; there are {', '.join(self._entries)}", self.scenario_id)
        return self._entries[app].state

    def user(self, text: str) -> Beat:
        """The user writes to the agent: at the start, or after the agent's last message."""
        beat = self._add("USER", f"{USER_INTERFACE}__send_message_to_agent", {"content": text}, self._before(), 2.0 if self._cue else 0.0)
        self._cue = beat
        return beat

    def env(self, tool: str, **args: Any) -> Beat:
        """Something happens that the agent did not do: a reply arrives, an order is shipped. It follows the agent's last message, or the user's.

        Raises:
            ScenarioError: When the tool or an argument does not exist.
        """
        beat = self._add("ENV", tool, args, self._before(), 10.0)
        self._cue = beat
        return beat

    def agent(self, tool: str, **args: Any) -> Beat:
        """The ideal agent calls a tool.

        Raises:
            ScenarioError: When the tool or an argument does not exist.
        """
        return self._add("AGENT", tool, args, (self._cue,) if self._cue else (), 1.0)

    def say(self, text: str) -> Beat:
        """The ideal agent writes to the user: the end of the turn."""
        done = [b for b in self._beats if b.turn == self._turn and b.kind == "AGENT"]
        followed = {parent.id for b in done for parent in b.parents}
        parents = tuple(b for b in done if b.id not in followed) or ((self._cue,) if self._cue else ())
        beat = self._add("AGENT", f"{USER_INTERFACE}__{MESSAGE_TO_USER}", {"content": text}, parents, 1.0)
        self._turn += 1
        self._cue = beat
        return beat

    def build(self) -> Scenario:
        """The scenario.

        Raises:
            ScenarioError: When what was written hangs together wrongly.
        """
        events = tuple(_event(beat) for beat in self._beats)
        scenario = Scenario(self.scenario_id, tuple(self._entries.values()), events, self.seed, self.start, self.duration, tags=tuple(self.tags))
        scenario.play  # noqa: B018  # raises here, where it was written, rather than at the first reset
        return scenario

    def _before(self) -> tuple[Beat, ...]:
        """What the next thing that the world does follows: the agent's last message, else the user's first."""
        talk = [b for b in self._beats if b.tool.startswith(f"{USER_INTERFACE}__")]
        return (talk[-1],) if talk else ()

    def _add(self, kind: EventKind, tool: str, args: dict[str, Any], parents: tuple[Beat, ...], delay: float) -> Beat:
        spec = self._tools.get(tool)
        if spec is None:
            raise ScenarioError(f"there is no tool {tool!r}{nearest(tool, self._tools)}", self.scenario_id)
        names = [a.name for a in spec.args]
        for name in args:
            if name not in names:
                raise ScenarioError(f"{tool} has no argument {name!r}{nearest(name, names)}; it takes {', '.join(names) or 'none'}", self.scenario_id)
        beat = Beat(f"{kind.lower()}_{len(self._beats) + 1:02}", kind, tool, args, parents, delay, turn=self._turn)
        self._beats.append(beat)
        return beat


def _event(b: Beat) -> Event:
    app, _, function = b.tool.partition("__")
    return Event(b.id, b.kind, app, function, b.args, tuple(p.id for p in b.parents), b.delay, b.moment, b.comparator)


def moment_of(time: str | float) -> float:
    """Unix seconds of a time given as such, or as `YYYY-MM-DD HH:MM:SS`, UTC.

    Raises:
        ScenarioError: When the text is no such time.
    """
    if not isinstance(time, str):
        return float(time)
    try:
        return datetime.strptime(time, DT_FORMAT).replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise ScenarioError(f"a time reads YYYY-MM-DD HH:MM:SS, not {time!r:.60}") from None


APP_NAMES = (
    ("AgentUserInterface", "AgentUserInterface"),
    ("Files", "SandboxLocalFileSystem"),
    ("Contacts", "Contacts"),
    ("Messages", "MessagingAppV2"),
    ("Chats", "MessagingAppV2"),
    ("Emails", "EmailClientV2"),
    ("Calendar", "Calendar"),
    ("RentAFlat", "RentAFlat"),
    ("City", "CityApp"),
    ("Cabs", "CabApp"),
    ("Shopping", "Shopping"),
    ("SystemApp", "SystemApp"),
)
"""The apps of a Gaia2 phone: name and class, in the order of the official files."""


def empty_phone() -> tuple[AppEntry, ...]:
    """Every app of a Gaia2 phone, with nothing in it."""
    return tuple(entry_of(name, class_name) for name, class_name in APP_NAMES)


def entry_of(name: str, class_name: str, state: Any = None) -> AppEntry:
    """An app of a phone with a state, by default an empty one."""
    cls = app_class(class_name)
    if cls is None:
        raise ScenarioError(f"there is no app class {class_name!r}")
    return AppEntry(name, class_name, cls, cls.load({}) if state is None else state)
