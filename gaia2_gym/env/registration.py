"""The environment ids."""

from __future__ import annotations

from gymnasium.envs.registration import register, registry

from gaia2_gym.splits import SPLITS

ENV = "gaia2_gym.env.env:Gaia2Env"
VECTOR_ENV = "gaia2_gym.env.vector:Gaia2VectorEnv"


def register_all() -> None:
    """Register `Gaia2-v0` and `Gaia2-<Split>-v0`, by strings, so that their specs serialise and nothing is imported yet."""
    own = {"Noise": {"noise": True}, "Agent2Agent": {"agent2agent": True}}  # also where they play scenarios of other splits
    for split in ("", *SPLITS):
        id = f"Gaia2-{split}-v0" if split else "Gaia2-v0"
        if id not in registry:
            register(id, entry_point=ENV, vector_entry_point=VECTOR_ENV, kwargs={"split": split, **own.get(split, {})})
