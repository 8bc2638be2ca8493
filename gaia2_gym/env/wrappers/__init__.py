"""Gymnasium wrappers for language models: chat messages, search over tools, budgets, infos for vector environments."""

from gaia2_gym.env.wrappers.budget import Budget
from gaia2_gym.env.wrappers.calls import CallList
from gaia2_gym.env.wrappers.chat import ChatMessages
from gaia2_gym.env.wrappers.compact import CompactTools

__all__ = ["Budget", "CallList", "ChatMessages", "CompactTools"]
