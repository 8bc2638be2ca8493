"""Many episodes: how far verdicts agree with labels."""

from gaia2_gym.evaluate.agreement import Agreement, Case, Rate, agreement, agreement_by

__all__ = ["Agreement", "Case", "Rate", "agreement", "agreement_by"]
