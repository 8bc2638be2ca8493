"""Numbers as answers."""

from __future__ import annotations

import re


def unsaid(answer: int, *slots: str) -> bool:
    """Whether a task with these texts in its slots does not happen to hold the number that answers it, as the day of a date, say.

    >>> unsaid(3, "Tuesday, October 15"), unsaid(15, "Tuesday, October 15")
    (True, False)
    """
    return all(str(answer) not in re.findall(r"\d+", text) for text in slots)
