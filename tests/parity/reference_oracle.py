"""What the reference makes of scenarios: `PYTHON -m tests.parity.reference_oracle FOLDER`, PYTHON being one that has it.

Loads every scenario of a folder and runs its oracle, through the reference's public classes alone; prints a line of JSON for each: its name, and what
is wrong.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.bench.reference import environment, parsed, quiet


def problems(text: str) -> list[str]:
    """What the reference finds wrong with a scenario: an event that failed, or did not happen."""
    wanted = [event["event_id"] for event in json.loads(text)["events"] if event["action"]]
    try:
        scenario = parsed(text)
        env = environment(scenario, oracle=True)
        env.run(scenario)
    except Exception as error:  # whatever the reference raises is what is reported
        return [f"{type(error).__name__}: {error}"]
    log = {event.event_id: event for event in env.event_log.list_view()}
    missing = [f"{id} did not happen" for id in wanted if id not in log]
    return missing + [f"{e.event_id}, {e.app_name()}.{e.function_name()}: {e.metadata.exception}" for e in log.values() if e.failed()]


if __name__ == "__main__":
    quiet()
    for path in sorted(Path(sys.argv[1]).glob("*.json")):
        print(json.dumps({"scenario": path.stem, "problems": problems(path.read_text(encoding="utf-8"))}), flush=True)
