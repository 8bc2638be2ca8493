"""The phone: one file (or one small folder) an app.

`APPS` lists the apps; `app_class(name)` finds one by any of the class names seen in scenario files.
"""

from __future__ import annotations

from typing import Any

from gaia2_gym.apps.apartments import Apartments
from gaia2_gym.apps.base import App, Clock, FileStore, Runtime, copy_state
from gaia2_gym.apps.cabs import Cabs
from gaia2_gym.apps.calendar import Calendar
from gaia2_gym.apps.city import City
from gaia2_gym.apps.contacts import Contacts, InternalContacts
from gaia2_gym.apps.emails import Emails
from gaia2_gym.apps.files import Files, VirtualFiles
from gaia2_gym.apps.messaging import Messaging
from gaia2_gym.apps.reminder import Reminder
from gaia2_gym.apps.shopping import Shopping
from gaia2_gym.apps.system import System
from gaia2_gym.apps.user_interface import UserInterface

APPS: tuple[type[App[Any]], ...] = (
    Contacts,
    InternalContacts,
    Calendar,
    City,
    Reminder,
    Emails,
    UserInterface,
    System,
    Messaging,
    Apartments,
    Cabs,
    Shopping,
    Files,
    VirtualFiles,
)

_BY_CLASS_NAME = {name: cls for cls in APPS for name in (cls.class_name, *cls.aliases)}


def app_class(class_name: str) -> type[App[Any]] | None:
    """The app behind a class name of a scenario file, or None."""
    return _BY_CLASS_NAME.get(class_name)


def known_classes() -> list[str]:
    """Every class name that scenario files may use."""
    return sorted(_BY_CLASS_NAME)


__all__ = ["APPS", "App", "Clock", "FileStore", "Runtime", "app_class", "copy_state", "known_classes"]
