"""`gaia2-gym demos`: demonstrations by the experts, for supervised fine-tuning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def demos(
    source: Annotated[str, typer.Argument(help="A synthetic pack: synth:PACK[:SPLIT][?difficulty=1-3&family=NAME].")] = "synth:train",
    out: Annotated[Path, typer.Option(metavar="FILE", help="JSONL to write, one demonstration a line.", show_default=False)] = Path("demos.jsonl"),
    n: Annotated[int, typer.Option("--n", metavar="N", min=1, help="How many.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Number of the first scenario in the pack.")] = 0,
    slips: Annotated[float, typer.Option(metavar="P", min=0.0, max=0.9, help="Share of calls misspelt first, to show recovery.")] = 0.03,
) -> None:
    """Write demonstrations: chat messages with tool calls, as TRL's SFTTrainer takes them (columns messages and tools).

    Each is an episode that a scripted expert plays through the agent's tools alone, and that the verifier has accepted. `tools` is a JSON text, which
    TRL reads as such.
    """
    import orjson

    from gaia2_gym.cli.exits import writing
    from gaia2_gym.cli.output import coloured, console, counted
    from gaia2_gym.errors import ScenarioError
    from gaia2_gym.synth.demos import demonstrate
    from gaia2_gym.synth.packs import Pack, open_scenarios

    pack = open_scenarios(source)
    if not isinstance(pack, Pack):
        raise ScenarioError("demonstrations are there for synthetic packs: synth:PACK[:SPLIT]", source)
    if seed >= len(pack):
        raise ScenarioError(f"has {len(pack)} scenarios, there is no number {seed}", source)
    steps = made = 0
    with writing(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        with out.open("wb") as file:
            for number in counted(range(seed, min(seed + n, len(pack))), "demonstrations"):
                demonstration = demonstrate(pack.task(number), slips=slips)
                file.write(orjson.dumps(demonstration) + b"\n")
                steps += demonstration["steps"]
                made += 1
    console().print(coloured(f"{out}: {made} demonstrations, {steps} steps", "green"), soft_wrap=True)
