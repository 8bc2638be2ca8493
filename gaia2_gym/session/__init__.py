"""One episode in progress: World, limits, action parsing, observation text, the seam for verifier and reward."""

from gaia2_gym.session.actions import Action, Call, parse_action
from gaia2_gym.session.config import SessionConfig
from gaia2_gym.session.record import trace_of
from gaia2_gym.session.rejudge import rejudge
from gaia2_gym.session.scoring import EpisodeScorer, open_session
from gaia2_gym.session.session import TRUNCATING, Reason, Score, Scorer, Session, SessionSnapshot, Step, oracle_run

__all__ = [
    "TRUNCATING",
    "Action",
    "Call",
    "EpisodeScorer",
    "Reason",
    "Score",
    "Scorer",
    "Session",
    "SessionConfig",
    "SessionSnapshot",
    "Step",
    "open_session",
    "oracle_run",
    "parse_action",
    "rejudge",
    "trace_of",
]
