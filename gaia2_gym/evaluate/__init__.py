"""Many episodes: played, counted, compared; and how far verdicts agree with labels."""

from gaia2_gym.evaluate.agreement import Agreement, Case, Rate, agreement, agreement_by
from gaia2_gym.evaluate.config import EvalConfig, Evaluation, ModelEntry, read_evaluation
from gaia2_gym.evaluate.executors import Executor, Processes, Threads
from gaia2_gym.evaluate.jobs import Job, jobs_of
from gaia2_gym.evaluate.player import Player
from gaia2_gym.evaluate.report import Report, report_of
from gaia2_gym.evaluate.results import Result, read_results
from gaia2_gym.evaluate.runner import Runner
from gaia2_gym.evaluate.summary import read_played

__all__ = [
    "Agreement",
    "Case",
    "EvalConfig",
    "Evaluation",
    "Executor",
    "Job",
    "ModelEntry",
    "Player",
    "Processes",
    "Rate",
    "Report",
    "Result",
    "Runner",
    "Threads",
    "agreement",
    "agreement_by",
    "jobs_of",
    "read_evaluation",
    "read_played",
    "read_results",
    "report_of",
]
