"""`make demo` prints what it promises."""

from __future__ import annotations

import pytest

from gaia2_gym.cli import demo
from gaia2_gym.splits import SPLITS


def test_demo_plays_a_task_and_every_split(capsys: pytest.CaptureFixture[str]) -> None:
    demo.main()
    printed = capsys.readouterr().out
    aloud, _, table = printed.partition("One task of each split")
    assert "end: completed after" in aloud
    assert "Error (bad_argument): Emails__list_emails" in aloud, "the first text of a model has a mistake"
    assert '"subject":"Re: Terrace on Saturday"' in aloud.replace("\n", ""), "the second is answered"
    rows = [line.split() for line in table.splitlines() if line.startswith("│")]
    assert [row[1] for row in rows] == list(SPLITS)
    earned = [[cell for cell in row if cell != "│"][5:8] for row in rows]
    assert earned == [["1", "0", "0"]] * len(SPLITS), "the oracle earns 1, chance and waiting nothing"
