"""`make demo` prints what it promises."""

from __future__ import annotations

import pytest

from gaia2_gym.cli import demo
from gaia2_gym.splits import SPLITS


def test_demo_plays_a_task_and_every_split(capsys: pytest.CaptureFixture[str]) -> None:
    demo.main()
    printed = capsys.readouterr().out
    aloud, _, table = printed.partition("A synthetic task of each split")
    assert "end: completed after" in aloud
    assert "Error (bad_argument): Emails__list_emails" in aloud, "the first text of a model has a mistake"
    assert '"subject":"Re: Terrace on Saturday"' in aloud.replace("\n", ""), "the second is answered"
    rows = [cells for line in table.splitlines() if (cells := line.split()) and cells[0] in SPLITS]
    assert [row[0] for row in rows] == list(SPLITS)
    assert [row[3:7] for row in rows] == [["1", "1", "0", "0"]] * len(SPLITS), "solver and oracle earn 1, chance and waiting nothing"
