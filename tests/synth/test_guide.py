"""The guide's examples run as printed, one after the other."""

import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "scenarios.md"


def test_examples_run():
    blocks = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) == 4
    scope: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(GUIDE), "exec"), scope)
