"""Small scenarios built in Python, for tests of the simulation: a phone with a little in every app, and events to taste."""

from __future__ import annotations

from typing import Any

from gaia2_gym.apps import app_class
from gaia2_gym.scenario import MESSAGE_TO_USER, USER_INTERFACE, AppEntry, Event, Scenario

START = 1_728_975_600.0
"""2024-10-15 07:00:00 UTC, a Tuesday."""
ANA, BEN, CAT = "ana-1", "ben-2", "cat-3"

_STATES: dict[str, tuple[str, dict[str, Any]]] = {
    "AgentUserInterface": ("AgentUserInterface", {}),
    "SystemApp": ("SystemApp", {}),
    "Calendar": (
        "CalendarApp",
        {
            "events": {
                "ev-1": {"event_id": "ev-1", "title": "Dentist", "start_datetime": START + 3600, "end_datetime": START + 7200, "tag": "Health"},
                "ev-2": {"event_id": "ev-2", "title": "Lunch", "start_datetime": START, "end_datetime": START, "attendees": ["Ben Ode", "Ana Lima"]},
            }
        },
    ),
    "Contacts": (
        "ContactsApp",
        {
            "contacts": {
                "co-1": {"contact_id": "co-1", "first_name": "Ana", "last_name": "Lima", "is_user": True, "age": 30, "phone": "+351 900"},
                "co-2": {"contact_id": "co-2", "first_name": "Ben", "last_name": "Ode", "age": None, "email": "ben@ode.test"},
            }
        },
    ),
    "Emails": (
        "EmailClientV2",
        {
            "user_email": "ana@lima.test",
            "folders": {
                "INBOX": {
                    "emails": [
                        {"email_id": "em-1", "sender": "ben@ode.test", "recipients": ["ana@lima.test"], "subject": "Plan", "timestamp": START - 60},
                        {
                            "email_id": "em-2",
                            "sender": "cat@poe.test",
                            "recipients": ["ana@lima.test"],
                            "content": "See the file",
                            "attachments": {"note.txt": "aGVsbG8="},
                            "timestamp": START - 120,
                        },
                    ]
                },
                "SENT": {"emails": [{"email_id": "em-3", "sender": "ana@lima.test", "recipients": ["ben@ode.test"], "timestamp": START - 90}]},
            },
        },
    ),
    "Messages": ("MessagingAppV2", {}),
    "Chats": ("MessagingAppV2", {}),
    "RentAFlat": (
        "ApartmentListingApp",
        {
            "apartments": {
                f"ap-{n}": {
                    "name": f"Flat {n}",
                    "location": "Rua das Flores",
                    "zip_code": f"100{n}",
                    "price": 500 * n,
                    "bedrooms": n,
                    "bathrooms": 1,
                    "apartment_id": f"ap-{n}",
                    "amenities": ["Gym"],
                    "saved": n == 1,
                }
                for n in (1, 2, 3)
            },
            "saved_apartments": ["ap-1"],
        },
    ),
    "City": ("CityApp", {"crime_data": {"1001": {"violent_crime": 1.5, "property_crime": 2}}, "api_call_limit": 5}),
    "Cabs": ("CabApp", {}),
    "Shopping": (
        "ShoppingApp",
        {
            "products": {
                "pr-1": {
                    "name": "Lamp",
                    "product_id": "pr-1",
                    "variants": {
                        "it-1": {"price": 10.0, "available": True, "item_id": "it-1", "options": {"colour": "red"}},
                        "it-2": {"price": 12, "available": False, "item_id": "it-2", "options": {}},
                    },
                }
            },
            "cart": {"it-1": {"item_id": "it-1", "quantity": 1, "price": 10.0}},
            "discount_codes": {"it-1": {"SAVE": 10}},
            "orders": {
                "or-1": {"order_id": "or-1", "order_status": "processed", "order_date": START - 86400, "order_total": 10.0, "order_items": {}},
            },
        },
    ),
    "Files": (
        "SandboxLocalFileSystem",
        {
            "files": {
                "name": "",
                "type": "directory",
                "children": [
                    {"name": "Downloads", "type": "directory", "children": []},
                    {"name": "Documents", "type": "directory", "children": [{"name": "a.txt", "type": "file"}]},
                ],
            }
        },
    ),
    "Disk": ("VirtualFileSystem", {"files": {"name": "", "type": "directory", "children": [{"name": "b.txt", "type": "file"}]}}),
    "ReminderApp": ("ReminderApp", {"reminders": [{"reminder_id": "re-1", "title": "Call", "due_datetime": "2030-01-01T00:00:00+00:00"}]}),
    "InternalContacts": (
        "InternalContacts",
        {"contacts": {"co-9": {"contact_id": "co-9", "first_name": "Ana", "last_name": "Lima", "is_user": True}}},
    ),
}


def _chats(mode: str) -> dict[str, Any]:
    people = {ANA: "Ana Lima", BEN: "Ben Ode", CAT: "Cat Poe"}
    message = {"sender_id": BEN, "message_id": "me-1", "timestamp": START - 30, "content": "Hi"}
    file = {"sender_id": CAT, "message_id": "me-2", "timestamp": START - 20, "attachment": "aGVsbG8=", "attachment_name": "note.txt"}
    return {
        "conversations": {
            "cv-1": {"participant_ids": [ANA, BEN], "messages": [message], "title": "Ben Ode", "last_updated": START - 30},
            "cv-2": {"participant_ids": [ANA, BEN, CAT], "messages": [file], "title": "Trip", "last_updated": START - 20},
        },
        "id_to_name": people,
        "name_to_id": {name: id for id, name in people.items()},
        "current_user_id": ANA,
        "current_user_name": "Ana Lima",
        "mode": mode,
    }


def phone(
    *events: Event,
    start: float = START,
    tick: int = 1,
    duration: float | None = 600.0,
    apps: tuple[str, ...] = ("AgentUserInterface", "SystemApp", "Calendar", "Emails", "Cabs", "City", "Shopping"),
    scenario_id: str = "test",
) -> Scenario:
    """A scenario with some apps and the events given.

    Args:
        events: The events.
        start: When it begins, Unix seconds.
        tick: Seconds between checks of conditions.
        duration: Seconds until its end.
        apps: Names of the apps.
        scenario_id: Its id.
    """
    entries = []
    for name in apps:
        class_name, state = _STATES[name]
        if class_name == "MessagingAppV2":
            state = _chats("NAME" if name == "Chats" else "PHONE_NUMBER")
        cls = app_class(class_name)
        assert cls is not None
        entries.append(AppEntry(name, class_name, cls, cls.load(state)))
    return Scenario(scenario_id, tuple(entries), events, start_time=start, tick=tick, duration=duration)


EVERY_APP = tuple(_STATES)


def user(id: str, *after: str, delay: float = 0.0, at: float | None = None, content: str = "Please.") -> Event:
    """The user writes to the agent."""
    return Event(id, "USER", USER_INTERFACE, "send_message_to_agent", {"content": content}, after, float(delay), at)


def env(id: str, tool: str, *after: str, delay: float = 0.0, at: float | None = None, **args: Any) -> Event:
    """The environment calls a tool."""
    app, function = tool.split("__")
    return Event(id, "ENV", app, function, args, after, float(delay), at)


def oracle(id: str, tool: str, *after: str, delay: float = 0.0, at: float | None = None, **args: Any) -> Event:
    """What the ideal agent would do."""
    app, function = tool.split("__")
    return Event(id, "AGENT", app, function, args, after, float(delay), at)


def answer(id: str, *after: str, delay: float = 0.0, content: str = "Done.") -> Event:
    """The ideal agent's message to the user."""
    return Event(id, "AGENT", USER_INTERFACE, MESSAGE_TO_USER, {"content": content}, after, float(delay))


def mail(id: str, *after: str, delay: float = 0.0, at: float | None = None, sender: str = "ben@ode.test") -> Event:
    """An email arrives."""
    return env(id, "Emails__create_and_add_email", *after, delay=delay, at=at, sender=sender, recipients=["ana@lima.test"], subject="News")


MESSAGE = f"{USER_INTERFACE}__{MESSAGE_TO_USER}"
WAIT = "SystemApp__wait_for_notification"
