"""How much the property tests do."""

from __future__ import annotations

import os

THOROUGH = os.environ.get("THOROUGH_TESTS", "") not in ("", "0")
"""Whether to run everything at full length, with fresh examples."""


def examples(usual: int) -> int:
    """Number of examples: the usual one, or twenty times as many."""
    return usual * 20 if THOROUGH else usual
