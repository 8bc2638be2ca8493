"""The user's calendar."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar

from gaia2_gym.apps.base import App, page
from gaia2_gym.apps.records import attribute, drop_nulls, format_time, load, parse_time, plain
from gaia2_gym.errors import ScenarioError, ToolError
from gaia2_gym.tools import Notify, tool

HOUR = 3600.0
DAY = 86400.0
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FIRST_TIME = datetime(1, 1, 1, tzinfo=UTC).timestamp()
LAST_TIME = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp()


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEvent:
    """One entry of the calendar; the `strftime` texts follow from the times and are not stored."""

    event_id: str
    title: str = attribute("Event", free_text=True)
    start_datetime: int | float
    end_datetime: int | float
    tag: str | None = None
    description: str | None = attribute(None, free_text=True)
    location: str | None = attribute(None, free_text=True)
    attendees: tuple[str, ...] = ()

    def as_plain(self) -> dict[str, Any]:
        """The fields and the two texts derived from the times, as in scenario files."""
        times = {"start_strftime": self.start_datetime, "end_strftime": self.end_datetime}
        return _fields(self) | {name: f"{_weekday(t)}, {format_time(t)}" for name, t in times.items()}

    def as_shown(self) -> dict[str, Any]:
        """Each time once, and the day of the week the event starts on."""
        times = {"start_datetime": format_time(self.start_datetime), "end_datetime": format_time(self.end_datetime)}
        return _fields(self) | times | {"weekday": _weekday(self.start_datetime)}

    def as_reference(self) -> str:
        """The reference's `repr`."""
        return f"CalendarEvent({', '.join(f'{name}={value!r}' for name, value in self.as_plain().items())})"

    def as_text(self) -> str:
        """The reference's text form of a single event."""
        start, end = _moment(self.start_datetime), _moment(self.end_datetime)
        return (
            f"EventID: {self.event_id}\nTitle: {self.title}\nStart: {start}\nEnd: {end}\nTag: {self.tag}\n"
            f"Description: {self.description}\nLocation: {self.location}\nAttendees: {', '.join(self.attendees)}"
        )


@dataclass(slots=True)
class CalendarState:
    """Events by id, in order of addition."""

    events: dict[str, CalendarEvent] = field(default_factory=dict)


class Calendar(App[CalendarState]):
    """The user's calendar."""

    class_name: ClassVar[str] = "CalendarApp"
    aliases = ("Calendar",)
    State = CalendarState

    @classmethod
    def load(cls, data: dict[str, Any]) -> CalendarState:
        """Read the official state; the `strftime` texts in it are ignored, they follow from the times."""
        raw = data.get("events")
        raw = {k: drop_nulls(CalendarEvent, v) for k, v in raw.items()} if isinstance(raw, dict) else raw or {}
        events: dict[str, CalendarEvent] = load(dict[str, CalendarEvent], raw, "events")
        problems = [
            f"events.{key}.{name}: not Unix seconds of the years 1 to 9999 (found {getattr(event, name)!r})"
            for key, event in events.items()
            for name in ("start_datetime", "end_datetime")
            if not FIRST_TIME <= getattr(event, name) <= LAST_TIME
        ]
        if problems:
            raise ScenarioError(problems[:20])
        return CalendarState(events)

    def dump(self) -> dict[str, Any]:
        """The official state."""
        return {"events": plain(self.state.events)}

    @tool(
        write=True,
        audience=("agent", "data"),
        checks={
            "attendees": "attendees",
            "end_datetime": "datetime",
            "start_datetime": "datetime",
            "title": "soft",
            "description": "soft",
            "location": "soft",
        },
        soft=("event",),
    )
    def add_calendar_event(
        self,
        title: str = "Event",
        start_datetime: str | None = None,
        end_datetime: str | None = None,
        tag: str | None = None,
        description: str | None = None,
        location: str | None = None,
        attendees: list[str] | None = None,
    ) -> str:
        """Add an event to the calendar and return the new event's id. Does not look for overlapping events, and invites nobody.

        Args:
            title: Title of the event.
            start_datetime: Start, `YYYY-MM-DD HH:MM:SS` in UTC; now if left out.
            end_datetime: End, `YYYY-MM-DD HH:MM:SS` in UTC, not before the start; one hour from now if left out, whatever the start.
            tag: A label to find the event by, for example Work.
            description: What the event is about.
            location: Where it takes place.
            attendees: Full names of the people who take part.
        """
        start = self.now // 1 if start_datetime is None else parse_time(start_datetime, "start_datetime")
        end = self.now // 1 + HOUR if end_datetime is None else parse_time(end_datetime, "end_datetime")
        if start > end:
            hint = " (one hour from now, as no end_datetime was given)" if end_datetime is None else ""
            raise ToolError("bad_argument", f"the event would start at {format_time(start)}, after its end at {format_time(end)}{hint}.")
        event_id = self.runtime.stream.hex_id()
        self.state.events[event_id] = CalendarEvent(
            event_id=event_id,
            title=title,
            start_datetime=start,
            end_datetime=end,
            tag=tag,
            description=description,
            location=location,
            attendees=tuple(attendees or ()),
        )
        return event_id

    @tool()
    def get_calendar_event(self, event_id: str) -> CalendarEvent:
        """Show one event with all its details, found by its id.

        Args:
            event_id: Id of the event, as listed or found by search_events.
        """
        event = self.state.events.get(event_id)
        if event is None:
            raise ToolError("not_found", f"no event with id {event_id[:60]!r}; search_events and get_calendar_events_from_to list ids.")
        return event

    @tool(write=True, audience=("agent", "data"), checks={"event_id": "eq"})
    def delete_calendar_event(self, event_id: str) -> str:
        """Remove an event from the calendar.

        Args:
            event_id: Id of the event to remove.
        """
        self.get_calendar_event(event_id)
        del self.state.events[event_id]
        return f"Event {event_id} successfully deleted."

    @tool()
    def get_calendar_events_from_to(self, start_datetime: str, end_datetime: str, offset: int = 0, limit: int = 10) -> dict[str, Any]:
        """List the events that overlap a span of time, page by page, in order of addition (not of time).

        Returns the events of the page, its range and the total of matches. An event that merely touches an edge of the span is left out.

        Args:
            start_datetime: Start of the span, `YYYY-MM-DD HH:MM:SS` in UTC.
            end_datetime: End of the span, `YYYY-MM-DD HH:MM:SS` in UTC, not before its start.
            offset: Number of matching events to skip.
            limit: Largest number of events to return.
        """
        start, end = parse_time(start_datetime, "start_datetime"), parse_time(end_datetime, "end_datetime")
        if start > end:
            raise ToolError("bad_argument", f"start_datetime {start_datetime[:40]!r} is after end_datetime {end_datetime[:40]!r}.")
        return self._between(start, end, offset, limit)

    @tool()
    def read_today_calendar_events(self) -> dict[str, Any]:
        """List today's events (UTC), at most the first 10 in order of addition (not of time).

        The total tells whether there are more; get_calendar_events_from_to with an offset lists those.
        """
        midnight = self.now // DAY * DAY
        return self._between(midnight, midnight + DAY, 0, 10)

    @tool()
    def get_all_tags(self) -> list[str]:
        """List the tags in use, each once, in alphabetical order."""
        return sorted({event.tag for event in self.state.events.values() if event.tag})

    @tool()
    def get_calendar_events_by_tag(self, tag: str) -> list[CalendarEvent]:
        """List all events that carry a tag.

        Args:
            tag: The tag, spelled exactly as get_all_tags lists it.
        """
        if not tag:
            raise ToolError("bad_argument", "tag must not be empty; get_all_tags lists the tags in use.")
        return [event for event in self.state.events.values() if event.tag == tag]

    @tool(audience=("agent", "data"))
    def search_events(self, query: str) -> list[CalendarEvent]:
        """Find events by a piece of their title, description or location, or of an attendee's name. Does not look at tags or times.

        Args:
            query: Text to look for, any case.
        """
        q = query.lower()
        return [event for event in self.state.events.values() if _mentions(event, q)]

    @tool(
        write=True,
        audience=("env", "data"),
        notify=Notify("medium", "calendar event {result} added by {who_add}", {"event_id": "result", "who_add": "who_add"}),
    )
    def add_calendar_event_by_attendee(
        self,
        who_add: str,
        title: str = "Event",
        start_datetime: str | None = None,
        end_datetime: str | None = None,
        tag: str | None = None,
        description: str | None = None,
        location: str | None = None,
        attendees: list[str] | None = None,
    ) -> str:
        """Someone else puts an event into the user's calendar; title and description say who, and that person takes part.

        Args:
            who_add: Full name of the person who adds the event.
            title: Title of the event.
            start_datetime: Start, `YYYY-MM-DD HH:MM:SS` in UTC; now if left out.
            end_datetime: End, `YYYY-MM-DD HH:MM:SS` in UTC, not before the start; one hour from now if left out.
            tag: A label to find the event by.
            description: What the event is about.
            location: Where it takes place.
            attendees: Full names of the people who take part.
        """
        label = f"Event created by {who_add}"
        everyone = list(attendees or ())
        return self.add_calendar_event(
            title=f"{label}: {title}",
            start_datetime=start_datetime,
            end_datetime=end_datetime,
            tag=tag,
            description=f"{label}: {description}" if description else label,
            location=location,
            attendees=everyone if who_add in everyone else [*everyone, who_add],
        )

    @tool(
        write=True,
        audience=("env",),
        notify=Notify("medium", "calendar event {event_id} deleted by {who_delete}", {"event_id": "event_id", "who_delete": "who_delete"}),
    )
    def delete_calendar_event_by_attendee(self, event_id: str, who_delete: str) -> str:
        """An attendee removes an event from the user's calendar.

        Args:
            event_id: Id of the event to remove.
            who_delete: Full name of the attendee, spelled as in the event.
        """
        if who_delete not in self.get_calendar_event(event_id).attendees:
            raise ToolError("conflict", f"{who_delete[:60]!r} is not an attendee of the event {event_id!r}.")
        del self.state.events[event_id]
        return f"Event {event_id} successfully deleted by {who_delete}."

    def _between(self, start: float, end: float, offset: int, limit: int) -> dict[str, Any]:
        found = [event for event in self.state.events.values() if event.start_datetime < end and event.end_datetime > start]
        events, covered = page(found, offset, limit)
        return {"events": events, "range": covered, "total": len(found)}


def _moment(timestamp: float) -> datetime:
    return datetime.fromtimestamp(timestamp, UTC)


def _weekday(timestamp: float) -> str:
    # not strftime("%A"), which speaks the language of the host; Unix time began on a Thursday
    return WEEKDAYS[(int(timestamp // DAY) + 3) % 7]


def _fields(event: CalendarEvent) -> dict[str, Any]:
    return {
        "event_id": event.event_id,
        "title": event.title,
        "start_datetime": event.start_datetime,
        "end_datetime": event.end_datetime,
        "tag": event.tag,
        "description": event.description,
        "location": event.location,
        "attendees": list(event.attendees),
    }


def _mentions(event: CalendarEvent, q: str) -> bool:
    texts = (event.title, event.description or "", event.location or "", *event.attendees)
    return any(q in text.lower() for text in texts)
