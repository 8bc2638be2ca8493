"""`gaia2-gym verify`, `rescore` and `variants`: tables, labels, agreement, files, exit codes."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gaia2_gym.agents import OracleAgent, RandomAgent, play
from gaia2_gym.scenario import open_source
from gaia2_gym.scenario.sources import PACKAGED
from gaia2_gym.session import SessionConfig, open_session, trace_of
from gaia2_gym.trace import read_trace
from tests.shared import GAIA2_DATA, NO_DATA

Cli = Callable[..., tuple[int, str, str]]
OFFICIAL = pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)


@pytest.fixture
def traces(cli: Cli) -> Path:
    """One accepted and one refused episode."""
    for agent in ("oracle", "noop"):
        assert cli("run", "noise", "--agent", agent, "--trace", f"t/{agent}.jsonl")[0] == 0
    return Path("t")


def labels(**of: str) -> Path:
    path = Path("labels.jsonl")
    path.write_text("".join(json.dumps({"trace": f"t/{name}.jsonl", "label": label}) + "\n" for name, label in of.items()), encoding="utf-8")
    return path


def rows(out: str) -> list[list[str]]:
    """The cells of a table, which two blanks at least part."""
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in out.splitlines()]


# --- verify -----------------------------------------------------------------------------------------------------------------------------------


def test_verdicts_stand_in_a_table(cli: Cli, traces: Path) -> None:
    code, out, err = cli("verify", traces)
    assert (code, err) == (0, "")
    assert rows(out)[0] == ["trace", "scenario", "split", "verdict", "first failed check", "progress", "end state"]
    missing = "count: AgentUserInterface__send_message_to_user"
    assert rows(out)[1] == ["t/noop.jsonl", "gaia2_gym_noise", "Noise", "refused", missing, "0.00", "differs"]
    assert rows(out)[2] == ["t/oracle.jsonl", "gaia2_gym_noise", "Noise", "accepted", "1.00", "as the oracle's"]
    assert out.splitlines()[-1] == "2 traces: 1 accepted, 1 refused; judge facts, checks reference, matching optimal, timing reference"


def test_a_trace_is_judged_as_it_was_unless_a_flag_says_otherwise(cli: Cli, traces: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli("run", "noise", "--judge", "hard", "--timing", "1,2", "--trace", "own.jsonl")[0] == 0
    last = "1 trace: 1 accepted; judge {}, checks {}, matching optimal, timing {}"
    assert cli("verify", "own.jsonl")[1].splitlines()[-1] == last.format("hard", "reference", "1,2")
    flags = ("--judge", "facts", "--checks", "strict", "--timing", "paper")
    assert cli("verify", "own.jsonl", *flags)[1].splitlines()[-1] == last.format("facts", "strict", "paper")
    monkeypatch.setenv("GAIA2_ENV_CHECKS", "strict")
    assert cli("verify", "own.jsonl")[1].splitlines()[-1] == last.format("hard", "strict", "1,2")
    assert "judge facts or hard" in cli("verify", "own.jsonl", traces)[1]


def test_agreement_with_labels_and_the_traces_that_disagree(cli: Cli, traces: Path) -> None:
    code, out, _ = cli("verify", traces, "--labels", labels(oracle="valid", noop="VALID"))
    assert code == 0
    overall = next(row for row in rows(out) if row[:2] == ["overall", "all"])
    assert overall[2:4] == ["2", "0"]
    assert [cell.split()[0] for cell in overall[4:]] == ["0.500", "1.000", "0.500", "0.667"]
    assert "accepted: 1 valid, 0 invalid; refused: 1 valid, 0 invalid" in out
    assert "Refused, and labelled valid (1):\n  t/noop.jsonl: The turn has not the expected calls: " in out
    assert ["split", "Noise"] in [row[:2] for row in rows(out)]
    assert ["tool", "AgentUserInterface__send_message_to_user"] in [row[:2] for row in rows(out)]
    assert ["check", "count"] in [row[:2] for row in rows(out)]
    out = cli("verify", traces, "--labels", labels(oracle="invalid", noop="invalid"))[1]
    assert "Accepted, and labelled invalid (1):\n  t/oracle.jsonl: All 6 expected events happened" in out


def test_labels_in_a_table_beside_the_traces(cli: Cli, traces: Path) -> None:
    (traces / "labels.csv").write_text("trace,label\noracle.jsonl,valid\nnoop.jsonl,invalid\n", encoding="utf-8")
    overall = next(row for row in rows(cli("verify", traces, "--labels", traces / "labels.csv")[1]) if row[:1] == ["overall"])
    assert overall[4].startswith("1.000")


@pytest.mark.parametrize("content", ["no json", '{"trace": "t/noop.jsonl"}', '{"trace": "t/noop.jsonl", "label": "perhaps"}', "[1]", None])
def test_labels_that_are_none_are_exit_code_3(cli: Cli, traces: Path, content: str | None) -> None:
    if content is not None:
        Path("labels.jsonl").write_text(content, encoding="utf-8")
    code, _, err = cli("verify", traces, "--labels", "labels.jsonl")
    assert code == 3
    assert err.startswith("error: labels.jsonl: ")


def test_verdicts_as_json_and_csv(cli: Cli, traces: Path) -> None:
    assert cli("verify", traces, "--labels", labels(oracle="valid"), "--json", "new/out.json", "--csv", "out.csv")[0] == 0
    data = json.loads(Path("new/out.json").read_text(encoding="utf-8"))
    assert [t["trace"] for t in data["traces"]] == ["t/noop.jsonl", "t/oracle.jsonl"]
    assert data["traces"][1]["verdict"] == read_trace("t/oracle.jsonl").end["verdict"]
    assert data["traces"][1]["settings"] == {"judge": "facts", "checks": "reference", "matching": "optimal", "timing": "reference"}
    assert data["agreement"]["overall"]["all"]["recall"]["value"] == 1.0
    assert data["agreement"]["split"].keys() == {"Noise"}
    with Path("out.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert [(r["trace"], r["verdict"], r["label"], r["progress"]) for r in table] == [
        ("t/noop.jsonl", "refused", "", "0.0"),
        ("t/oracle.jsonl", "accepted", "valid", "1.0"),
    ]


def test_an_unknown_verdict_is_counted_apart_and_is_exit_code_1(cli: Cli, traces: Path) -> None:
    lines = Path("t/oracle.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("t/cut.jsonl").write_text("".join((*lines[:-3], lines[-2])), encoding="utf-8")  # without the last message and the end
    code, out, _ = cli("verify", traces, "--labels", labels(oracle="valid", noop="invalid", cut="valid"), "--json", "out.json")
    assert code == 1
    cut = next(row for row in rows(out) if row[0] == "t/cut.jsonl")
    assert cut[3:5] == ["unknown", "the trace has no end: its episode was cut off"]
    assert "3 traces: 1 accepted, 1 refused, 1 unknown; " in out
    assert next(row for row in rows(out) if row[:1] == ["overall"])[2:4] == ["2", "1"]
    code, out, _ = cli("rescore", traces, "--reward", "sparse", "--json", "out.json", "--csv", "out.csv")
    assert code == 1
    assert next(row for row in rows(out) if row[0] == "t/cut.jsonl")[2:] == ["unknown", "sparse", "unknown"]
    assert rows(out)[-1] == ["sparse", "2", "1", "0.500", "success 0.500"]
    assert next(t for t in json.loads(Path("out.json").read_bytes())["traces"] if t["trace"] == "t/cut.jsonl")["total"] is None
    assert "t/cut.jsonl,gaia2_gym_noise,Noise,unknown,sparse,," in Path("out.csv").read_text(encoding="utf-8")


def test_what_cannot_be_read_is_said_and_the_rest_judged(cli: Cli, traces: Path) -> None:
    Path("t/bad.jsonl").write_text("{}\n", encoding="utf-8")
    code, out, err = cli("verify", traces, "gone.jsonl")
    assert code == 3
    assert "t/bad.jsonl: line 1 is no trace header" in err
    assert "gone.jsonl: cannot be read" in err
    assert "2 traces: 1 accepted, 1 refused" in out


def test_scenarios_in_a_folder_are_left_out_but_refused_by_name(cli: Cli, traces: Path) -> None:
    (traces / "scenario.json").write_bytes((PACKAGED / "search.json").read_bytes())
    assert cli("verify", traces)[0] == 0
    code, _, err = cli("verify", traces / "scenario.json")
    assert code == 3
    assert "nothing was played" in err


@pytest.mark.parametrize(("flag", "value", "message"), [("--judge", "fact", "did you mean 'facts'?"), ("--timing", "x", "timing must be one of")])
def test_a_wrong_setting_is_exit_code_2(cli: Cli, traces: Path, flag: str, value: str, message: str) -> None:
    code, _, err = cli("verify", traces, flag, value)
    assert code == 2
    assert message in err


def test_a_judge_of_whole_turns_needs_a_model(cli: Cli, traces: Path) -> None:
    code, _, err = cli("verify", traces, "--judge", "in_context")
    assert code == 2
    assert "GAIA2_JUDGE_MODEL" in err


def test_a_scenario_that_is_gone_can_be_given(cli: Cli, workplace: Path) -> None:
    (workplace / "mine.json").write_bytes((PACKAGED / "search.json").read_bytes())
    assert cli("run", "mine.json", "--trace", "t.jsonl")[0] == 0
    (workplace / "mine.json").rename("moved.json")
    assert cli("verify", "t.jsonl")[0] == 3
    assert cli("verify", "t.jsonl", "--scenario", "moved.json")[0] == 0


def test_an_exported_episode_is_judged(cli: Cli, traces: Path) -> None:
    assert cli("export", "t/oracle.jsonl", "episode.json.gz")[0] == 0
    assert rows(cli("verify", "episode.json.gz")[1])[1][3] == "accepted"


@OFFICIAL
def test_the_exported_trace_of_the_reference_and_its_own_label(cli: Cli) -> None:
    code, out, _ = cli("verify", GAIA2_DATA / "trace_xvc7uo_run1.json.gz")
    assert code == 0
    assert rows(out)[1][2:5] == ["Time", "refused", "count: Messages__send_message"]
    assert rows(out)[1][-1] == "invalid"
    assert next(row for row in rows(out) if row[:1] == ["overall"])[4].startswith("1.000")


@OFFICIAL
@pytest.mark.parametrize(("agent", "outcome"), [("oracle", "accepted"), ("noop", "refused"), ("random", "refused")])
def test_an_official_scenario_is_solved_by_its_oracle_alone(cli: Cli, agent: str, outcome: str) -> None:
    file = GAIA2_DATA / "scenarios" / "scenario_universe_21_uig9ac.json.gz"
    code, out, _ = cli("run", file, "--agent", agent, "--trace", "t.jsonl", "--max-steps", 60)
    assert code == 0
    assert f"\nreward {int(agent == 'oracle')}, progress " in out
    assert f"\n{outcome}: " in out
    assert rows(cli("verify", "t.jsonl")[1])[1][3] == outcome


# --- rescore ----------------------------------------------------------------------------------------------------------------------------------

REWARDS = ("sparse", "dense", "rewards:Potential", "rewards:PerTurn", "rewards:EndState", "rewards:Timing", "rewards:Efficiency")


@pytest.mark.parametrize("split", ["adaptability", "time"])
def test_rescoring_pays_what_the_episode_paid(cli: Cli, split: str) -> None:
    paid: dict[tuple[str, str], float] = {}
    scenario = open_source(f"packaged:{split}")[0]
    for reward in REWARDS:
        for name, agent in (("oracle", OracleAgent()), ("random", RandomAgent(3))):
            session = open_session(scenario, seed=1, config=SessionConfig(reward=reward, max_steps=40))
            play(session, agent)
            trace = trace_of(session)
            trace.write(f"{name}.jsonl")
            paid[f"{name}.jsonl", reward] = trace.end["total_reward"]
    flags: list[Any] = [flag for reward in REWARDS for flag in ("--reward", reward)]
    code, out, _ = cli("rescore", "oracle.jsonl", "random.jsonl", *flags, "--json", "out.json")
    assert code == 0
    data = json.loads(Path("out.json").read_text(encoding="utf-8"))
    assert {(t["trace"], t["reward"]): t["total"] for t in data["traces"]} == pytest.approx(paid)
    for mean in data["rewards"]:
        assert mean["mean"] == pytest.approx((paid["oracle.jsonl", mean["reward"]] + paid["random.jsonl", mean["reward"]]) / 2)
        assert sum(mean["terms"].values()) == pytest.approx(mean["mean"])
    assert rows(out)[0] == ["trace", "scenario", "verdict", "reward", "total", "terms"]
    assert rows(out)[1][:5] == ["oracle.jsonl", f"gaia2_gym_{split}", "accepted", "sparse", "1.000"]


def test_rescoring_under_other_settings(cli: Cli, traces: Path) -> None:
    scenario = open_source("packaged:search")[0]
    session = open_session(scenario)
    session.step({"tool": "AgentUserInterface__send_message_to_user", "args": {"content": "I do not know."}})
    trace_of(session).write("wrong.jsonl")
    assert rows(cli("rescore", "wrong.jsonl", "--reward", "sparse")[1])[1][-2:] == ["0.000", "success 0.000"]
    assert rows(cli("rescore", "wrong.jsonl", "--reward", "sparse", "--judge", "hard")[1])[1][-2:] == ["1.000", "success 1.000"]


@pytest.mark.parametrize("name", ["sparce", "rewards:Nothing", "json:dumps"])
def test_a_reward_that_is_none_is_exit_code_2(cli: Cli, traces: Path, name: str) -> None:
    assert cli("rescore", traces, "--reward", name)[0] == 2


def test_rescore_wants_a_reward(cli: Cli, traces: Path) -> None:
    assert cli("rescore", traces)[0] == 2


# --- variants ---------------------------------------------------------------------------------------------------------------------------------


def test_variants_are_labelled_and_verified(cli: Cli) -> None:
    code, out, err = cli("variants", "ambiguity", "--out", "set")
    assert (code, err) == (0, "")
    files = sorted(Path("set/gaia2_gym_ambiguity").glob("*.jsonl"))
    assert sum(int(row[-1]) for row in rows(out)[1:]) == len(files) > 30
    assert files[0].name == "000-valid-oracle.jsonl"
    assert all(read_trace(f).header["label"] == f.name.split("-")[1] for f in files)
    code, out, _ = cli("verify", "set")
    assert code == 0
    overall = next(row for row in rows(out) if row[:1] == ["overall"])
    assert overall[4:] == ["1.000 [1.000, 1.000]"] * 4
    out = cli("verify", "set", "--judge", "hard")[1]
    assert "Accepted, and labelled invalid (" in out
    assert "-invalid-content_another_number_ask-colour.jsonl: All 7 expected events happened" in out


def test_variants_for_other_settings_and_of_many_scenarios(cli: Cli) -> None:
    assert cli("variants", "time", "--out", "set", "--timing", "2,4", "--checks", "strict", "--seed", 3)[0] == 0
    assert read_trace(next(Path("set/gaia2_gym_time").glob("*.jsonl"))).header["seed"] == 3
    overall = next(row for row in rows(cli("verify", "set")[1]) if row[:1] == ["overall"])
    assert overall[4].startswith("1.000")
    Path("two").mkdir()
    for name in ("search", "time"):
        (Path("two") / f"{name}.json").write_bytes((PACKAGED / f"{name}.json").read_bytes())
    assert cli("variants", "two", "--out", "both")[0] == 0
    assert {p.name for p in Path("both").iterdir()} == {"gaia2_gym_search", "gaia2_gym_time"}


@pytest.mark.parametrize(("args", "code"), [(("nowhere", "--out", "x"), 3), (("search",), 2), (("search", "--out", "x", "--timing", "soon"), 2)])
def test_variants_that_cannot_be_made(cli: Cli, args: tuple[str, ...], code: int) -> None:
    assert cli("variants", *args)[0] == code
