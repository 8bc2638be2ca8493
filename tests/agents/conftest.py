"""A model's server, for the policies that ask one."""

from __future__ import annotations

from tests.llm.conftest import server

__all__ = ["server"]
