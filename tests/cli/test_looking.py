"""`gaia2-gym tools`, `config show`, `bench`, `--version`, `--help`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gaia2_gym import __version__
from gaia2_gym.cli import bench
from gaia2_gym.scenario import open_source
from gaia2_gym.session import Session
from tests.shared import ROOT


def test_tools_in_brief(cli) -> None:
    code, out, _ = cli("tools")
    assert code == 0
    assert "\nEmails (10)\n" in out
    assert '\n  search_emails(query, folder_name="INBOX")\n' in out
    assert out.splitlines()[-1].startswith("101 tools.")
    assert len([line for line in out.splitlines() if line.startswith("  ")]) == 101


@pytest.mark.parametrize("name", ["Emails", "emails"])
def test_tools_of_an_app(cli, name: str) -> None:
    code, out, _ = cli("tools", name)
    assert (code, out.splitlines()[0]) == (0, "Emails (10)")
    assert "      Find the emails of one folder by part of their sender" in out
    assert "Calendar" not in out


def test_a_tool_in_full(cli) -> None:
    code, out, _ = cli("tools", "Emails__search_emails")
    assert code == 0
    assert out.splitlines()[0] == "Emails__search_emails"
    assert "A read; returns list[Email]." in out
    rows = {line.split()[0]: line for line in out.splitlines()[3:] if line}
    assert "required" in rows["query"]
    assert '"INBOX"' in rows["folder_name"]


def test_a_function_of_two_apps_is_shown_twice(cli) -> None:
    out = cli("tools", "send_message")[1]
    assert "Messages__send_message\n" in out
    assert "Chats__send_message\n" in out


def test_tools_as_json_are_what_a_model_reads(cli) -> None:
    assert json.loads(cli("tools", "--json")[1]) == Session(open_source("packaged")[0]).tools
    assert [tool["function"]["name"] for tool in json.loads(cli("tools", "get_current_time", "--json")[1])] == ["SystemApp__get_current_time"]


def test_tools_of_another_phone(cli) -> None:
    out = cli("tools", "--scenario", ROOT / "scenarios" / "dinner_with_friends.json")[1]
    assert out.splitlines()[-1].split()[1] == "tools."


@pytest.mark.parametrize(
    ("name", "near"),
    [("Emials", "Emails"), ("Emails__serch_emails", "Emails__search_emails"), ("serch_emails", "search_emails")],
)
def test_an_unknown_tool_is_exit_code_2(cli, name: str, near: str) -> None:
    code, _, err = cli("tools", name)
    assert code == 2
    assert f"(did you mean '{near}'?)" in err


def test_config_show_says_what_holds_and_why(cli, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("my.toml").write_text('[env]\nlatency = "fixed:3"\nmax_steps = 13\napps = ["Emails", "Chats"]\n\n[judge]\nkind = "hard"\n')
    monkeypatch.setenv("GAIA2_ENV_LATENCY", "fixed:2")
    monkeypatch.setenv("GAIA2_ENV_PARALLEL_CALLS", "true")
    monkeypatch.setenv("GAIA2_FILES", "contents")
    code, out, _ = cli("config", "show", "my.toml")
    assert code == 0
    rows = {line.split()[0]: " ".join(line.split()[1:]) for line in out.splitlines()}
    assert rows["latency"] == "fixed:2 GAIA2_ENV_LATENCY"
    assert rows["parallel_calls"] == "true GAIA2_ENV_PARALLEL_CALLS"
    assert rows["max_steps"] == "13 my.toml"
    assert rows["apps"] == "Emails, Chats my.toml"
    assert rows["notifications"] == "medium default"
    assert rows["compat"] == "none default"
    assert rows["GAIA2_FILES"] == "contents GAIA2_FILES"
    assert out.splitlines()[-1] == "my.toml: [judge] not read by this version"


def test_config_show_without_a_file(cli) -> None:
    code, out, _ = cli("config", "show")
    assert code == 0
    assert all(line.endswith("default") for line in (row.rstrip() for row in out.splitlines()[1:]))


def test_config_show_accepts_the_default_file(cli) -> None:
    assert cli("config", "show", ROOT / "configs" / "env" / "default.toml")[0] == 0


@pytest.mark.parametrize("content", ["[env]\nlatenci = 1\n", "[evn]\n", "[env", '[env]\nmax_steps = "many"\n'])
def test_config_show_refuses_what_is_wrong(cli, content: str) -> None:
    Path("my.toml").write_text(content)
    code, out, err = cli("config", "show", "my.toml")
    assert (code, out) == (2, "")
    assert err.startswith("error: my.toml: ")


def test_bench_measures(cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.01)
    code, out, _ = cli("bench", "search")
    assert code == 0
    for what in ("load the file", "reset", "step: Emails__search_emails", "fork", "oracle episode"):
        assert any(line.startswith(what) for line in out.splitlines()), what


def test_version(cli) -> None:
    assert cli("--version") == (0, f"gaia2-gym {__version__}\n", "")


def test_help_says_what_exit_codes_mean(cli) -> None:
    code, out, _ = cli("--help")
    assert code == 0
    words = " ".join(out.split())
    assert "Exit codes: 0 all is well; 1 what was asked about is not right" in words
    for command in ("run", "list", "check", "tools", "replay", "export", "bench", "config"):
        assert f"│ {command} " in out
        assert cli(command, "-h")[0] == 0


@pytest.mark.parametrize("args", [("nonsense",), ("tools", "a", "b"), ("config", "shw")])
def test_wrong_usage(cli, args: tuple[str, ...]) -> None:
    assert cli(*args)[0] == 2
