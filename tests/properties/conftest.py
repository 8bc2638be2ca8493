"""How hard the property tests try: the same examples every time by default, more and fresh ones with THOROUGH_TESTS=1."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.properties.effort import THOROUGH

_slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
_quiet = settings(deadline=None, report_multiple_bugs=False, suppress_health_check=_slow)
settings.register_profile("default", _quiet, derandomize=True, database=None)
settings.register_profile("thorough", _quiet, print_blob=True)
settings.load_profile("thorough" if THOROUGH else "default")
