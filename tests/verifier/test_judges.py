"""Judges by name."""

import pytest

from gaia2_gym.errors import ConfigError, MissingExtraError
from gaia2_gym.verifier.judges import NAMES, Hard, make_judge
from gaia2_gym.verifier.screen import Screened
from gaia2_gym.verifier.soft import Answer, Question

QUESTION = Question("message", "Messages__send_message", {"content": "See you at 5 pm."}, {"content": "See you at 6 pm."})


def test_facts_is_the_default_and_stands_behind_the_screen() -> None:
    judge = make_judge()
    assert isinstance(judge, Screened)
    assert judge(QUESTION).reason == "time '5 pm' is missing, it says time '6 pm'"


def test_hard_accepts_everything() -> None:
    judge = make_judge("hard")
    assert isinstance(judge, Hard)
    assert judge(QUESTION) == Answer(True, "free text is not judged")


def test_any_callable_is_a_judge() -> None:
    def no(question: Question) -> bool:
        return False

    assert make_judge(no) is no


def test_an_unknown_name_is_an_error_that_suggests_one() -> None:
    with pytest.raises(ConfigError, match="did you mean 'facts'"):
        make_judge("fact")
    assert NAMES == ("facts", "hard", "openai", "in_context")


def test_embeddings_ask_for_their_extra() -> None:
    pytest.importorskip("gaia2_gym.verifier.judges.embedding")
    try:
        import sentence_transformers  # noqa: F401
    except ImportError:
        from gaia2_gym.verifier.judges.embedding import minilm

        with pytest.raises(MissingExtraError, match="embeddings"):
            minilm()
