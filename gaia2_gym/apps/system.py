"""The phone itself: its clock, and waiting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from gaia2_gym.apps.base import App
from gaia2_gym.apps.records import format_time
from gaia2_gym.errors import ToolError
from gaia2_gym.tools import tool

WEEKDAYS = ("Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday")
"""From the first day of Unix time on; `strftime` would follow the machine's language."""


@dataclass(slots=True)
class SystemState:
    """Nothing: the clock and the queue of notifications belong to the World."""


class System(App[SystemState]):
    """The phone's clock, and waiting for something to happen."""

    class_name: ClassVar[str] = "SystemApp"
    State = SystemState

    @classmethod
    def load(cls, data: dict[str, Any]) -> SystemState:
        """There is nothing to read."""
        return SystemState()

    def dump(self) -> dict[str, Any]:
        """There is nothing to write."""
        return {}

    @tool()
    def get_current_time(self) -> dict[str, Any]:
        """Tell the present date and time (UTC), the day of the week and the Unix timestamp."""
        weekday = WEEKDAYS[int(self.now // 86400) % 7]
        return {"current_timestamp": self.now, "current_datetime": format_time(self.now), "current_weekday": weekday}

    @tool()
    def wait_for_notification(self, timeout: int = 0) -> None:
        """Let time pass until the first notification (a new email, a message from the user, ...) or until the timeout.

        Time stands still unless you think or wait, so what is to happen later comes only if you wait for it. To reach a certain time, wait
        the seconds until then, and again if a notification ends the wait before.

        Args:
            timeout: Longest time to wait, in seconds; 0 or more.
        """
        if timeout < 0:
            raise ToolError("bad_argument", f"timeout must be 0 or more seconds, not {timeout}.")
        if self.runtime.wait is None:
            raise ToolError("other", "nothing can be waited for here: no world is running.")
        self.runtime.wait(timeout)
