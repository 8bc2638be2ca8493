"""`gaia2-gym verify`: judge saved episodes, and hold the verdicts against labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from gaia2_gym.evaluate import Agreement
    from gaia2_gym.reward import EpisodeFacts
    from gaia2_gym.verifier import Verdict

WORDS = {True: "accepted", False: "refused", None: "unknown"}
STYLES = {True: "green", False: "red", None: "yellow"}
TRACES = typer.Argument(metavar="TRACE...", help="Traces (.jsonl), exported episodes (.json, .json.gz), folders.", show_default=False)
JUDGING = "How to judge (by default each trace as it was judged when it was played; also variables GAIA2_ENV_<NAME>)"


@dataclass(frozen=True, slots=True)
class Judged:
    """One saved episode with its verdict; `label` says whether it is labelled valid, None where it has no label."""

    trace: Path
    scenario_id: str
    split: str
    settings: Mapping[str, Any]
    verdict: Verdict
    episode: EpisodeFacts
    label: bool | None

    @property
    def check(self) -> str:
        """The check that failed first, or what there is instead of one."""
        failure = self.verdict.first_failure
        return failure.check if failure else WORDS[self.verdict.success]

    @property
    def tool(self) -> str:
        """The tool of the oracle's call that failed first; of a wrong count the first tool with one."""
        failure = self.verdict.first_failure
        if failure is None or failure.tool:
            return failure.tool if failure else WORDS[self.verdict.success]
        counts = self.verdict.turns[failure.turn].counts if failure.turn < len(self.verdict.turns) else {}
        short = (tool for tool, (mine, theirs) in counts.items() if mine < theirs)
        return next(short, None) or next((tool for tool, (mine, theirs) in counts.items() if mine != theirs), failure.check)

    def as_json(self) -> dict[str, Any]:
        """JSON values."""
        label = None if self.label is None else "valid" if self.label else "invalid"
        about = {"trace": str(self.trace), "scenario_id": self.scenario_id, "split": self.split, "label": label}
        return {**about, "check": self.check, "tool": self.tool, "settings": dict(self.settings), "verdict": self.verdict.as_json()}


def judging(form: str, text: str) -> Any:
    """An option of judging."""
    return typer.Option(metavar=form, help=text, rich_help_panel=JUDGING, show_default=False)


def verify(
    traces: Annotated[list[Path], TRACES],
    judge: Annotated[str | None, judging("NAME", "Who compares free text: facts, hard, openai or in_context.")] = None,
    matching: Annotated[str | None, judging("NAME", "optimal or reference.")] = None,
    timing: Annotated[str | None, judging("WINDOW", "reference, paper, or BEFORE,AFTER in seconds.")] = None,
    checks: Annotated[str | None, judging("NAME", "Which arguments count: reference or strict.")] = None,
    labels: Annotated[Path | None, typer.Option(metavar="FILE", help="Labels, as JSON lines or CSV: trace, label (valid or invalid).")] = None,
    scenario: Annotated[Path | None, typer.Option(metavar="FILE", help="What was played, where the traces do not find it.")] = None,
    json: Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write verdicts and agreement as JSON.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="OUT", help="Write one row a trace.")] = None,
) -> None:
    """Judge saved episodes. Where they are labelled, say how far the verdicts agree with the labels.

    A label is looked for in the file that is given, then in the trace itself.
    """
    from gaia2_gym.cli.exits import UNREADABLE, WRONG
    from gaia2_gym.cli.output import console
    from gaia2_gym.cli.traces import given_settings

    settings = given_settings(judge=judge, matching=matching, timing=timing, checks=checks)
    judged, failed = judge_all(traces, settings, labels, scenario)
    out = console()
    if judged:
        _list(out, judged)
    measured = _agreements([j for j in judged if j.label is not None])
    if measured:
        _compare(out, judged, measured)
    _write(judged, measured, json, csv)
    if failed or any(j.verdict.success is None for j in judged):
        raise typer.Exit(UNREADABLE if failed else WRONG)


def judge_all(traces: Sequence[Path], settings: Mapping[str, Any], labels: Path | None, scenario: Path | None) -> tuple[list[Judged], int]:
    """Every episode that can be judged, and how many could not; why is said on stderr.

    Raises:
        ConfigError: When the settings are wrong, or a trace needs a judge to be named.
        TraceError: When the labels cannot be read.
    """
    from gaia2_gym.cli.exits import complain
    from gaia2_gym.cli.traces import Rejudge, each_trace, own_label, read_labels
    from gaia2_gym.errors import ConfigError, Gaia2Error
    from gaia2_gym.session.rejudge import JUDGING as NAMES
    from gaia2_gym.session.scoring import episode_of_trace

    of_file = {} if labels is None else read_labels(labels)
    again = Rejudge(settings, scenario)
    judged: list[Judged] = []
    failed = 0
    for path, trace in each_trace(traces, labels):
        try:
            if isinstance(trace, Gaia2Error):
                raise trace
            verdict, played, config = again(trace)
        except ConfigError:
            raise
        except Gaia2Error as error:
            complain(f"error: {error}")
            failed += 1
            continue
        used = {name: value for name, value in config.as_json().items() if name in NAMES} | {"checks": config.checks_for(played)}
        label = of_file.get(path.resolve(), own_label(trace))
        judged.append(Judged(path, played.scenario_id, played.split, used, verdict, episode_of_trace(trace, played.start_time), label))
    return judged, failed


def _list(out: Console, judged: Sequence[Judged]) -> None:
    from gaia2_gym.cli.output import coloured, table

    labelled = any(j.label is not None for j in judged)
    rows = table(("trace", "scenario", "split", "verdict", "first failed check", "progress", "end state", *(("label",) if labelled else ())))
    for j in judged:
        verdict = j.verdict
        failed = "" if verdict.success else verdict.unknown_reason if verdict.success is None else f"{j.check}: {j.tool}"
        end = {True: "as the oracle's", False: "differs", None: "not known"}[verdict.end_state_equivalent]
        word = coloured(WORDS[verdict.success], STYLES[verdict.success])
        label = (_label(j),) if labelled else ()
        rows.add_row(str(j.trace), j.scenario_id, j.split, word, failed, f"{verdict.progress:.2f}", end, *label)
    out.print(rows)
    numbers = ", ".join(f"{n} {WORDS[success]}" for success in (True, False, None) if (n := sum(j.verdict.success is success for j in judged)))
    out.print(coloured(f"{len(judged)} {'trace' if len(judged) == 1 else 'traces'}: {numbers}; {_settings(judged)}", "bold"), soft_wrap=True)


def _label(j: Judged) -> Any:
    from gaia2_gym.cli.output import coloured

    if j.label is None:
        return ""
    wrong = j.verdict.success is not None and j.verdict.success is not j.label
    return coloured("valid" if j.label else "invalid", "bold red" if wrong else "")


def _settings(judged: Sequence[Judged]) -> str:
    used = {name: sorted({str(j.settings[name]) for j in judged}) for name in judged[0].settings}
    return ", ".join(f"{name} {' or '.join(values)}" for name, values in used.items())


def _agreements(labelled: Sequence[Judged]) -> dict[str, dict[str, Agreement]]:
    """Overall, and by split, tool and check; empty where nothing is labelled."""
    from gaia2_gym.evaluate import Case, agreement, agreement_by

    if not labelled:
        return {}
    cases = [(Case(j.verdict.success, bool(j.label)), j) for j in labelled]
    return {
        "overall": {"all": agreement(case for case, _ in cases)},
        "split": dict(agreement_by(cases, lambda j: j.split or "none")),
        "tool": dict(agreement_by(cases, lambda j: j.tool)),
        "check": dict(agreement_by(cases, lambda j: j.check)),
    }


def _compare(out: Console, judged: Sequence[Judged], measured: Mapping[str, Mapping[str, Agreement]]) -> None:
    from gaia2_gym.cli.output import coloured, table

    columns = ("by", "group", "traces", "unknown", "agreement [95%]", "precision [95%]", "recall [95%]", "F1 [95%]")
    rows = table(columns, right=("traces", "unknown"))
    for by, groups in measured.items():
        for name, a in groups.items():
            rows.add_row(by, name, str(a.cases), str(a.unknown), str(a.agreement), str(a.precision), str(a.recall), str(a.f1))
    out.print()
    out.print(rows)
    total = measured["overall"]["all"]
    out.print()
    accepted = f"accepted: {total.accepted_valid} valid, {total.accepted_invalid} invalid"
    out.print(f"{accepted}; refused: {total.refused_valid} valid, {total.refused_invalid} invalid")
    for success, what in ((True, "Accepted, and labelled invalid"), (False, "Refused, and labelled valid")):
        wrong = [j for j in judged if j.label is not None and j.verdict.success is success and j.label is not success]
        if wrong:
            out.print(coloured(f"{what} ({len(wrong)}):", "bold red"))
        for j in wrong:
            out.print(coloured(f"  {j.trace}: {j.verdict.explanation}"), soft_wrap=True)


def _write(judged: Sequence[Judged], measured: Mapping[str, Mapping[str, Agreement]], json: Path | None, csv: Path | None) -> None:
    from gaia2_gym.cli.output import write_csv, write_json

    if json is not None:
        tables = {by: {name: asdict(a) for name, a in groups.items()} for by, groups in measured.items()}
        write_json(json, {"traces": [j.as_json() for j in judged], "agreement": tables})
    if csv is not None:
        write_csv(csv, [_row(j) for j in judged])


def _row(j: Judged) -> dict[str, Any]:
    verdict = j.verdict
    row = {key: value for key, value in j.as_json().items() if key not in ("verdict", "settings")}
    facts = {"verdict": WORDS[verdict.success], "progress": verdict.progress, "end_state_equivalent": verdict.end_state_equivalent}
    return {**row, **facts, "explanation": verdict.explanation, **j.settings}
