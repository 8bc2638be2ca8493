"""The phone: one file (or one small folder) an app.

`APPS` lists the apps; `app_class(name)` finds one by any of the class names seen in scenario files.
"""

from __future__ import annotations

from typing import Any

from gaia2_gym.apps.base import App, Clock, FileStore, Runtime, copy_state
from gaia2_gym.apps.contacts import Contacts, InternalContacts

APPS: tuple[type[App[Any]], ...] = (
    Contacts,
    InternalContacts,
)

_BY_CLASS_NAME = {name: cls for cls in APPS for name in (cls.class_name, *cls.aliases)}


def app_class(class_name: str) -> type[App[Any]] | None:
    """The app behind a class name of a scenario file, or None."""
    return _BY_CLASS_NAME.get(class_name)


def known_classes() -> list[str]:
    """Every class name that scenario files may use."""
    return sorted(_BY_CLASS_NAME)


__all__ = ["APPS", "App", "Clock", "FileStore", "Runtime", "app_class", "copy_state", "known_classes"]
