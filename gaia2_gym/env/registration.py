"""The environment ids."""

from __future__ import annotations

from gymnasium.envs.registration import register, registry

from gaia2_gym.splits import SPLITS

ENV = "gaia2_gym.env.env:Gaia2Env"
VECTOR_ENV = "gaia2_gym.env.vector:Gaia2VectorEnv"


def register_all() -> None:
    """Register `Gaia2-v0` and `Gaia2-<Split>-v0`, by strings, so that their specs serialise and nothing is imported yet."""
    for id, scenarios in {"Gaia2-v0": "packaged", **{f"Gaia2-{s}-v0": f"packaged:{s}" for s in SPLITS}}.items():
        if id not in registry:
            register(id, entry_point=ENV, vector_entry_point=VECTOR_ENV, kwargs={"scenarios": scenarios})
