"""How hard the property tests try: the same examples every time by default, more and fresh ones with THOROUGH_TESTS=1."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.properties.effort import THOROUGH

_quiet = {"deadline": None, "report_multiple_bugs": False, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]}
settings.register_profile("default", derandomize=True, database=None, **_quiet)
settings.register_profile("thorough", print_blob=True, **_quiet)
settings.load_profile("thorough" if THOROUGH else "default")
