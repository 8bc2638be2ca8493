"""Where the material beside the checkout lies, and the visible skip when it does not."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONFORMANCE = Path(os.environ.get("GAIA2_CONFORMANCE", ROOT.parent / "shared" / "conformance"))
GAIA2_DATA = Path(os.environ.get("GAIA2_DATA", ROOT.parent / "shared" / "gaia2"))
NO_CONFORMANCE = f"conformance vectors are absent: no folder {CONFORMANCE.name!r} beside the checkout (set GAIA2_CONFORMANCE)"
NO_DATA = "official Gaia2 scenarios are absent: set GAIA2_DATA to their folder"
