"""What is measured, the same for both implementations: files, tool calls, an hour of waiting. Standard library only, for both Pythons."""

from __future__ import annotations

import copy
import gzip
import json
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DATA = Path(os.environ.get("GAIA2_DATA", ROOT.parent / "shared" / "gaia2")) / "scenarios"
PACKAGED = ROOT / "gaia2_gym" / "data" / "scenarios" / "adaptability.json"
HOUR_EVENTS = (0, 10, 100)
"""Emails that arrive within the hour of waiting."""

LOOK_UPS = (
    "Contacts__get_contact",
    "Contacts__get_current_user_details",
    "Emails__get_email_by_id",
    "Emails__list_emails",
    "Calendar__get_calendar_event",
    "Calendar__read_today_calendar_events",
    "Shopping__get_product_details",
    "RentAFlat__get_apartment_details",
    "Messages__read_conversation",
    "SystemApp__get_current_time",
)
SEARCHES = (
    "Emails__search_emails",
    "Contacts__search_contacts",
    "Messages__search",
    "Messages__regex_search",
    "Messages__list_recent_conversations",
    "Calendar__search_events",
    "Calendar__get_calendar_events_from_to",
    "Shopping__search_product",
    "RentAFlat__search_apartments",
)


def scenario_files() -> list[Path]:
    """The official scenarios, or the packaged one where they are absent."""
    return sorted(DATA.glob("*.json.gz")) if DATA.is_dir() and any(DATA.glob("*.json.gz")) else [PACKAGED]


def read(path: Path) -> str:
    """The JSON text of a scenario file."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        return file.read()


def calls(text: str) -> dict[str, list[dict[str, object]]]:
    """Arguments to call each tool with, taken from a scenario; without the tools it has nothing for."""
    states = {app["name"]: app.get("app_state") or {} for app in json.loads(text)["apps"]}

    def of(app: str, *path: str) -> object:
        value = states.get(app, {})
        for key in path:
            value = value.get(key) or {}
        return value

    days = [f"2024-10-{day:02d} 00:00:00" for day in range(1, 29)]
    words = ("meeting", "project", "dinner", "an", "zzzz")
    found: dict[str, list[dict[str, object]]] = {
        "Contacts__get_contact": [{"contact_id": key} for key in of("Contacts", "contacts")],
        "Contacts__get_current_user_details": [{}] if any(c.get("is_user") for c in of("Contacts", "contacts").values()) else [],
        "Emails__get_email_by_id": [{"email_id": e["email_id"]} for e in of("Emails", "folders", "INBOX", "emails") or ()],
        "Emails__list_emails": [{}],
        "Calendar__get_calendar_event": [{"event_id": key} for key in of("Calendar", "events")],
        "Calendar__read_today_calendar_events": [{}],
        "Shopping__get_product_details": [{"product_id": key} for key in of("Shopping", "products")],
        "RentAFlat__get_apartment_details": [{"apartment_id": key} for key in of("RentAFlat", "apartments")],
        "Messages__read_conversation": [{"conversation_id": key} for key in of("Messages", "conversations")],
        "SystemApp__get_current_time": [{}],
        "Emails__search_emails": [{"query": word} for word in words],
        "Contacts__search_contacts": [{"query": word} for word in ("an", "john", "son", "zzzz")],
        "Messages__search": [{"query": word} for word in words],
        "Messages__regex_search": [{"query": pattern} for pattern in ("meet(ing)?", "din+er", "^an", "z{4}")],
        "Messages__list_recent_conversations": [{}, {"offset": 1}],
        "Calendar__search_events": [{"query": word} for word in words],
        "Calendar__get_calendar_events_from_to": [{"start_datetime": a, "end_datetime": b} for a, b in zip(days, days[2:], strict=False)],
        "Shopping__search_product": [{"product_name": word} for word in ("shirt", "phone", "a", "zzzz")],
        "RentAFlat__search_apartments": [{"max_price": price} for price in (800, 1200, 1600, 2500)],
    }
    kept = {*states, "SystemApp"}
    return {tool: given for tool, given in found.items() if given and tool.partition("__")[0] in kept}


def waiting(text: str, events: int) -> str:
    """The scenario with its user message alone, and emails spread over the hour that follows."""
    data = json.loads(text)
    message = copy.deepcopy(next(e for e in data["events"] if e["event_type"] == "USER" and not e["dependencies"]))
    data["events"] = [message, *(_email(message["event_id"], n, 3600.0 * (n + 0.5) / events) for n in range(events))]
    data["metadata"]["definition"]["duration"] = 100_000
    return json.dumps(data)


def _email(after: str, number: int, delay: float) -> dict[str, object]:
    values = {"sender": f"person{number}@example.com", "subject": f"Number {number}", "content": "Nothing to do."}
    return {
        "class_name": "Event",
        "event_type": "ENV",
        "event_id": f"Event-ENV-{number}",
        "event_time": None,
        "event_relative_time": delay,
        "dependencies": [after],
        "action": {
            "action_id": f"Emails.send_email_to_user_only-{number}",
            "app": "Emails",
            "function": "send_email_to_user_only",
            "operation_type": "WRITE",
            "args": [{"name": name, "value": value, "value_type": "str"} for name, value in values.items()],
        },
    }
