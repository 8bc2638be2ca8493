"""The embedded rubric judge: compares the checkable facts of two texts. No model, no network."""

from gaia2_gym.verifier.judges.facts.judge import Facts

__all__ = ["Facts"]
