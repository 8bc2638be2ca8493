"""The verifier: scenario + trace -> verdict. Knows neither apps nor the World."""

from gaia2_gym.verifier.soft import Answer, Context, Judge, Question
from gaia2_gym.verifier.verdict import Verdict
from gaia2_gym.verifier.verifier import TIMING, Judgement, Verifier, VerifierConfig

__all__ = ["TIMING", "Answer", "Context", "Judge", "Judgement", "Question", "Verdict", "Verifier", "VerifierConfig"]
