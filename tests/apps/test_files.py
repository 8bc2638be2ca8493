"""The file apps: what the vectors do not cover."""

from __future__ import annotations

import gzip
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gaia2_gym.apps import FileStore, Runtime, app_class, copy_state
from gaia2_gym.apps.files import FileApp, Files, VirtualFiles, contents
from gaia2_gym.apps.records import plain, reference_text, shown
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ConfigError, ErrorKind, ScenarioError, ToolError
from tests.shared import GAIA2_DATA, NO_DATA


@dataclass
class Clock:
    now: float = 0.0


def file(name: str) -> dict[str, Any]:
    return {"name": name, "type": "file"}


def folder(name: str, *children: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "type": "directory", "children": list(children)}


STATE = {
    "files": folder(
        "",
        folder("Documents", file("plan.txt"), file("a[1].txt"), folder("old", file("plan.txt"))),
        folder("Documents2", file("b.txt")),
        folder("Empty"),
        file("top.txt"),
    )
}
CONTENTS = {"Documents/plan.txt": b"plan\n", "Documents/old/plan.txt": b"old plan\n", "Documents2/b.txt": b"b\n", "hidden.txt": b"not in the state"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, content in CONTENTS.items():
        (tmp_path / "fs" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "fs" / path).write_bytes(content)
    return tmp_path / "fs"


def make(cls: type[FileApp] = Files, root: Path | None = None, *, state: Any = STATE, compat: bool = False) -> Any:
    loaded = cls.load(state) if root is None else cls.load_with_contents(state, root)
    return cls("Files", loaded, Runtime(Clock(), Stream(0, "Files"), compat=compat))


def refused(app: FileApp, tool: str, **args: Any) -> ToolError:
    """The error of a call that must fail and change nothing."""
    before = app.state_digest()
    with pytest.raises(ToolError) as caught:
        call(app, tool, **args)
    assert app.state_digest() == before, "a failed call changed the state"
    assert app.runtime.stream.count == 0
    assert len(caught.value.message) < 600
    return caught.value


def call(app: FileApp, tool: str, **args: Any) -> Any:
    return getattr(app, tool)(**app.tools[tool].validate(args))


def test_both_apps_are_found_by_their_class_names() -> None:
    assert [app_class(n) for n in ("SandboxLocalFileSystem", "Files", "VirtualFileSystem")] == [Files, Files, VirtualFiles]
    store: FileStore = make()
    assert store.is_dir("Documents")


@pytest.mark.parametrize("path", ["/Documents", "Documents", "./Documents/", "//Documents//.", "/Empty/../Documents"])
def test_spellings_of_one_path(path: str) -> None:
    assert make().ls(path) == ["/Documents/a[1].txt", "/Documents/old", "/Documents/plan.txt"]


@pytest.mark.parametrize("path", ["..", "../x", "/../x", "/Documents/../../x", "~/../../../x"])
@pytest.mark.parametrize("tool", ["ls", "cat", "open", "mkdir", "makedirs", "rm", "exists", "display", "info", "tree"])
def test_no_path_leads_out_of_the_root(tool: str, path: str) -> None:
    error = refused(make(), tool, path=path)
    assert error.kind == "bad_argument"
    assert "leads out" in error.message


@pytest.mark.parametrize("path", ["a\0b", "x" * 256, "é" * 128, "a/" * 101, "/ab" * 400, "x" * 1_000_000])
@pytest.mark.parametrize("tool", ["mkdir", "cat", "exists"])
def test_paths_that_no_file_can_have_are_refused(tool: str, path: str) -> None:
    assert refused(make(), tool, path=path).kind == "bad_argument"


def test_a_name_that_is_no_unicode_cannot_come_from_an_attachment() -> None:
    with pytest.raises(ToolError, match="not valid Unicode"):
        make().write_bytes("/Empty/\ud800.txt", b"")


def test_a_tilde_is_the_users_home() -> None:
    files = make()
    files.mkdir("~/music")
    files.mkdir("~bob")
    assert files.ls("/home/userhome") == files.ls("~") == ["/home/userhome/bob", "/home/userhome/music"]


def test_contents_come_from_the_folder_and_what_it_lacks_is_empty(root: Path) -> None:
    files = make(root=root)
    assert files.cat("/Documents/plan.txt") == b"plan\n"
    assert files.cat("/top.txt") == b""
    assert files.info("/Documents/plan.txt")["size"] == 5
    assert files.exists("/hidden.txt") is False
    assert make().cat("/Documents/plan.txt") == b""


def test_contents_are_read_once_and_shared_by_all_copies(root: Path) -> None:
    files = make(root=root)
    copy = copy_state(files.state)
    first = files.cat("/Documents/plan.txt")
    (root / "Documents/plan.txt").write_bytes(b"changed on the host")
    assert copy.read("/Documents/plan.txt") is first


def test_contents_stay_with_a_file_that_moves_before_it_is_read(root: Path) -> None:
    files = make(root=root)
    files.mv("/Documents", "/Moved")
    files.rm("/Moved/plan.txt")
    assert files.cat("/Moved/old/plan.txt") == b"old plan\n"
    files.rm("/Moved", recursive=True)
    files.makedirs("/Documents/old")
    files.open("/Documents/old/plan.txt", "w")
    assert files.cat("/Documents/old/plan.txt") == b"", "a new file of the same name is empty"
    assert files.cat("/Documents2/b.txt") == b"b\n"


@pytest.mark.parametrize("target", ["../../secret.txt", "../secret.txt", "{outside}/secret.txt"])
def test_a_link_out_of_the_folder_is_never_followed(root: Path, tmp_path: Path, target: str) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (root / "Documents/plan.txt").unlink()
    (root / "Documents/plan.txt").symlink_to(target.format(outside=tmp_path))
    (root / "Empty").symlink_to(tmp_path)
    (root / "secret.txt").symlink_to(tmp_path / "secret.txt")
    tree = folder("", folder("Documents", file("plan.txt")), folder("Empty", file("secret.txt")), file("secret.txt"))
    files = make(root=root, state={"files": tree})
    for path in ("/Documents/plan.txt", "/Empty/secret.txt", "/secret.txt"):
        message = refused(files, "cat", path=path).message
        assert "link leaves the folder" in message
        assert str(tmp_path) not in message
        assert files.info(path)["size"] == 0


def test_a_link_inside_the_folder_is_followed(root: Path) -> None:
    (root / "top.txt").symlink_to(root / "Documents/plan.txt")
    assert make(root=root).cat("/top.txt") == b"plan\n"


def test_only_regular_files_are_read(root: Path) -> None:
    (root / "top.txt").mkdir()
    os.mkfifo(root / "Documents/a[1].txt")
    files = make(root=root)
    assert files.cat("/top.txt") == files.read_bytes("/Documents/a[1].txt") == b""


def test_a_file_over_the_limit_is_not_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "MAX_FILE_BYTES", 4)
    files = make(root=root)
    assert refused(files, "cat", path="/Documents/plan.txt").kind == "too_large"
    assert files.info("/Documents/plan.txt")["size"] == 5


def test_a_missing_folder_of_contents_stops_the_load(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="does not exist"):
        Files.load_with_contents(STATE, tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["..", ".", "", "a/b", "../x", "/etc", "a\0b", "x" * 256, None, 5])
def test_names_that_are_no_names_are_refused_on_load(name: Any) -> None:
    with pytest.raises(ScenarioError, match="files at '/Documents'"):
        Files.load({"files": folder("", folder("Documents", {"name": name, "type": "file"}))})


def test_load_lists_every_problem() -> None:
    bad = folder("", file("a"), file("a"), {"name": "b", "type": "link"}, "c", {"name": "d", "type": "directory", "children": {"name": "x"}})  # type: ignore[arg-type]
    with pytest.raises(ScenarioError) as caught:
        Files.load({"files": bad})
    assert len(caught.value.problems) == 4
    for wrong in (["x"], file("x"), "x"):
        with pytest.raises(ScenarioError):
            Files.load({"files": wrong})


def test_a_state_nested_without_end_is_refused() -> None:
    tree = folder("x")
    for _ in range(500):
        tree = folder("x", tree)
    with pytest.raises(ScenarioError, match="levels deep"):
        Files.load({"files": tree})


def test_null_means_empty() -> None:
    for state in ({}, {"files": None}, {"files": {"name": "", "type": "directory", "children": None}, "tmpdir": "/x"}):
        assert make(state=state).ls() == []


@pytest.mark.parametrize(
    ("tool", "args", "kind"),
    [
        ("cat", {"path": "/nope"}, "not_found"),
        ("cat", {"path": "/Documents"}, "bad_argument"),
        ("cat", {"path": "/Documents/*.txt"}, "bad_argument"),
        ("cat", {"path": "/Documents/a[1].txt"}, "bad_argument"),
        ("cat", {"path": "/top.txt/below"}, "bad_argument"),
        ("ls", {"path": "/nope"}, "not_found"),
        ("ls", {"path": "/documents"}, "not_found"),
        ("info", {"path": "/nope"}, "not_found"),
        ("tree", {"path": "/nope"}, "not_found"),
        ("open", {"path": "/nope"}, "not_found"),
        ("open", {"path": "/nope/new.txt", "mode": "w"}, "not_found"),
        ("open", {"path": "/top.txt/new.txt", "mode": "w"}, "bad_argument"),
        ("open", {"path": "/Documents", "mode": "w"}, "bad_argument"),
        ("open", {"path": "/Documents", "mode": "a"}, "bad_argument"),
        ("open", {"path": "/", "mode": "w"}, "bad_argument"),
        ("open", {"path": "/top.txt", "mode": "x"}, "conflict"),
        ("open", {"path": "/Empty", "mode": "xb"}, "conflict"),
        ("open", {"path": "/new.txt", "mode": "w", "compression": "rar"}, "bad_argument"),
        ("mkdir", {"path": "/Documents"}, "conflict"),
        ("mkdir", {"path": "/"}, "conflict"),
        ("mkdir", {"path": "/top.txt"}, "conflict"),
        ("mkdir", {"path": "/top.txt/a/b"}, "bad_argument"),
        ("mkdir", {"path": "/a/b", "create_parents": False}, "not_found"),
        ("makedirs", {"path": "/top.txt/a"}, "bad_argument"),
        ("mv", {"path1": "/nope", "path2": "/Empty"}, "not_found"),
        ("mv", {"path1": "/top.txt", "path2": "/nope/x"}, "not_found"),
        ("mv", {"path1": "/top.txt", "path2": "/Documents/plan.txt/x"}, "bad_argument"),
        ("mv", {"path1": "/Documents", "path2": "/Documents/old"}, "bad_argument"),
        ("mv", {"path1": "/", "path2": "/Empty"}, "bad_argument"),
        ("mv", {"path1": "/Documents", "path2": "/top.txt"}, "conflict"),
        ("mv", {"path1": "/Documents/plan.txt", "path2": "/Documents/old"}, "conflict"),
        ("mv", {"path1": "/top.txt", "path2": "/"}, "conflict"),
        ("mv", {"path1": "/Documents", "path2": "/Empty/" + "x" * 250 + "/y"}, "not_found"),
        ("rm", {"path": "/nope"}, "not_found"),
        ("rm", {"path": "/nope", "recursive": True}, "not_found"),
        ("rm", {"path": "/Documents"}, "bad_argument"),
        ("rm", {"path": "/Empty"}, "bad_argument"),
        ("rm", {"path": "/"}, "bad_argument"),
        ("read_document", {"file_path": "/nope.txt"}, "not_found"),
        ("read_document", {"file_path": "/Documents"}, "bad_argument"),
        ("read_document", {"file_path": "/top.txt"}, "other"),
    ],
)
def test_what_fails_and_changes_nothing(tool: str, args: dict[str, Any], kind: ErrorKind) -> None:
    assert refused(make(), tool, **args).kind == kind


@pytest.mark.parametrize("mode", ["", "zz", "rw", "bt", "rbt", "rr", "r b", "U", "w" * 1000])
def test_modes_that_python_does_not_know_are_refused(mode: str) -> None:
    assert refused(make(), "open", path="/new.txt", mode=mode).kind == "bad_argument"


def test_open_creates_truncates_or_leaves_alone_by_mode() -> None:
    files = make()
    files.write_bytes("/top.txt", b"text")
    for mode in ("rb", "r", "r+", "a", "ab", "a+"):
        files.open("/top.txt", mode)
        assert files.cat("/top.txt") == b"text"
    files.open("/top.txt", "w+b")
    assert files.cat("/top.txt") == b""
    for mode in ("w", "a", "x", "wb"):
        files.open(f"/{mode}.txt", mode)
        assert files.is_file(f"/{mode}.txt")


def test_a_handle_tells_the_agent_that_it_is_of_no_use() -> None:
    handle = make().open("/top.txt", "r")
    assert plain(handle) == {"$opaque": "TextIOWrapper"}
    assert shown(handle) == "Opened '/top.txt' in mode 'r'. No tool takes the handle; cat shows what the file holds."
    assert "/top.txt" in reference_text(handle)


def test_move_into_over_and_onto_itself(root: Path) -> None:
    files = make(root=root)
    files.mv("/Documents/plan.txt", "/Documents2/b.txt")
    assert files.cat("/Documents2/b.txt") == b"plan\n"
    before = files.state_digest()
    files.mv("/Documents", "/Documents/")
    files.mv("/Documents2/b.txt", "Documents2/b.txt")
    assert files.state_digest() == before
    files.mv("/Documents2", "/Empty")
    assert files.tree("/Empty") == "Empty\n└── Documents2\n    └── b.txt\n"
    files.mv("/Empty/Documents2/b.txt", "/")
    assert files.cat("/b.txt") == b"plan\n"


def test_a_move_that_would_nest_too_deep_is_refused() -> None:
    files = make()
    files.mkdir("/a" + "/b" * 60)
    files.mkdir("/c" + "/d" * 60)
    assert refused(files, "mv", path1="/a", path2="/c" + "/d" * 60).kind == "bad_argument"


def test_remove_takes_only_the_subtree() -> None:
    files = make()
    files.rm("/Documents", recursive=True)
    assert files.ls() == ["/Documents2", "/Empty", "/top.txt"]
    assert files.ls("/Documents2") == ["/Documents2/b.txt"]


@pytest.mark.parametrize("compat", [False, True])
def test_removing_the_root_leaves_an_empty_one_but_for_the_reference(compat: bool) -> None:
    files = make(compat=compat)
    files.rm("/", recursive=True)
    assert files.exists("/") is not compat
    assert files.dump()["files"] == folder("")
    files.mkdir("/again")
    assert files.ls() == ["/again"]


def test_tree_headings_and_files_as_the_reference_has_them() -> None:
    files = make()
    assert files.tree("/Documents/old") == "old\n└── plan.txt\n"
    assert files.tree("/Documents/old/") == "/\n└── plan.txt\n"
    assert files.tree("/top.txt") == "top.txt\n└── top.txt\n"
    assert files.tree("/Empty") == "Empty\n"
    assert files.tree("/").startswith("/\n├── Documents\n    ├── a[1].txt\n    ├── old\n        └── plan.txt\n    └── plan.txt\n├── Documents2\n")


def test_details_are_the_same_everywhere(root: Path) -> None:
    assert make(root=root).ls("/Documents", detail=True)[2] == {
        "name": "/Documents/plan.txt",
        "size": 5,
        "type": "file",
        "created": 0.0,
        "islink": False,
        "mode": 0o100644,
        "uid": 0,
        "gid": 0,
        "mtime": 0.0,
        "ino": 0,
        "nlink": 1,
    }
    assert make().info("")["name"] == "/"


def test_mail_and_chat_write_and_read_through_the_store() -> None:
    files = make()
    files.write_bytes("Empty/new.bin", b"\xff")
    files.write_bytes("/Empty/new.bin", b"\xfe")
    assert files.read_bytes("/Empty/new.bin") == b"\xfe"
    assert files.is_file("Empty/new.bin")
    assert not files.is_dir("Empty/new.bin")
    for path, kind in (("/nope/x", "not_found"), ("/Empty", "bad_argument"), ("/top.txt/x", "bad_argument"), ("../x", "bad_argument")):
        before = files.state_digest()
        with pytest.raises(ToolError) as caught:
            files.write_bytes(path, b"x")
        assert caught.value.kind == kind
        assert files.state_digest() == before
    for path, kind in (("/nope", "not_found"), ("/Empty", "bad_argument"), ("../x", "bad_argument")):
        with pytest.raises(ToolError, match=path.strip("/.")) as caught:
            files.read_bytes(path)
        assert caught.value.kind == kind


def test_a_file_beyond_the_limit_cannot_be_written() -> None:
    files = make()
    with pytest.raises(ToolError) as caught:
        files.write_bytes("/big", bytes(contents.MAX_FILE_BYTES + 1))
    assert caught.value.kind == "too_large"
    assert not files.exists("/big")


@pytest.mark.parametrize("tool", ["ls", "cat", "mkdir", "info", "exists", "open", "mv"])
def test_the_sandbox_drops_arguments_it_does_not_know_where_the_reference_does(tool: str) -> None:
    args = {"path1": "/top.txt", "path2": "/x"} if tool == "mv" else {"path": "/new" if tool == "mkdir" else "/top.txt"}
    call(make(), tool, **args, refresh=True)
    if tool != "info":
        assert "refresh" in refused(make(VirtualFiles), tool, **args, refresh=True).message


@pytest.mark.parametrize("tool", ["makedirs", "rm", "display", "tree"])
def test_other_tools_refuse_unknown_arguments(tool: str) -> None:
    assert refused(make(), tool, path="/new", refresh=True).kind == "bad_argument"


def test_rmdir_takes_empty_directories_only() -> None:
    files = make(VirtualFiles)
    files.rmdir("/Empty")
    assert not files.exists("/Empty")
    assert refused(files, "rmdir", path="/Documents").kind == "conflict"
    assert refused(files, "rmdir", path="/top.txt").kind == "bad_argument"
    assert refused(files, "rmdir", path="/nope").kind == "not_found"


def test_the_verifier_knows_how_to_compare() -> None:
    checks = {t.name: dict(t.checks) for t in make().tools.values() if t.operation == "write"}
    assert checks == {
        "open": {"path": "path", "mode": "eq"},
        "mkdir": {"path": "path"},
        "makedirs": {"path": "path"},
        "mv": {"path1": "path", "path2": "path"},
        "rm": {"path": "path", "recursive": "eq"},
    }
    virtual = make(VirtualFiles).tools
    assert virtual["mkdir"].checks["create_recursive"] == "eq"
    assert sorted(virtual) == ["cat", "exists", "info", "ls", "mkdir", "mv", "open", "rm", "rmdir", "tree"]
    assert len(make().tools) == 12


def test_a_copy_does_not_see_later_calls(root: Path) -> None:
    files = make(root=root)
    copy, before = files.copy_state(), files.state_digest()
    files.mv("/Documents", "/Empty")
    files.open("/top.txt", "w")
    files.rm("/Documents2", recursive=True)
    assert files.state_digest() != before
    files.state = copy
    assert files.state_digest() == before
    assert files.cat("/Documents/plan.txt") == b"plan\n"


def test_the_digest_tells_contents_apart_but_not_reading_or_where_the_folder_lies(root: Path, tmp_path: Path) -> None:
    files = make(root=root)
    before = files.state_digest()
    files.cat("/Documents/plan.txt")
    assert files.state_digest() == before
    root.rename(tmp_path / "elsewhere")
    assert make(root=tmp_path / "elsewhere").state_digest() == before
    files.open("/Documents/plan.txt", "w")
    emptied = files.state_digest()
    assert emptied != before
    files.write_bytes("/Documents/plan.txt", b"x")
    assert files.state_digest() not in (before, emptied)


def test_dump_is_what_load_reads() -> None:
    files = make()
    assert files.dump()["files"] == STATE["files"]
    files.mv("/Documents/old", "/Empty")
    files.makedirs("/new/er")
    assert make(state=files.dump()).state_digest() == files.state_digest()


def test_contents_travel_with_the_dump(root: Path) -> None:
    files = make(root=root)
    written = {"/Empty/a.txt": "Grüße\r\n\0".encode(), "/Empty/b.bin": bytes(range(256)), "/Empty/c.txt": b""}
    for path, content in written.items():
        files.write_bytes(path, content)
    dumped = json.loads(json.dumps(files.dump()))
    entries = {entry["name"]: entry for entry in dumped["files"]["children"][2]["children"]}
    assert {name: sorted(set(entry) - {"name", "type"}) for name, entry in entries.items()} == {
        "a.txt": ["content"],
        "b.bin": ["content_base64"],
        "c.txt": [],
    }
    again = make(state=dumped, root=root)
    assert {path: again.read_bytes(path) for path in written} == written
    assert again.read_bytes("/Documents/plan.txt") == b"plan\n", "what the folder holds still comes from it"
    assert "content" not in dumped["files"]["children"][0]["children"][0]
    assert make(state=dumped).state_digest() == make(state=make(state=dumped).dump()).state_digest()


@pytest.mark.parametrize(
    "carried", [{"content": 3}, {"content": None}, {"content_base64": "?"}, {"content_base64": "YQ=\n="}, {"content_base64": []}]
)
def test_contents_that_cannot_be_read_are_refused(carried: dict[str, Any]) -> None:
    with pytest.raises(ScenarioError, match=r"contents of 'x\.txt'"):
        Files.load({"files": folder("", file("x.txt") | carried)})


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
def test_official_files_survive_a_round_trip() -> None:
    paths = sorted(GAIA2_DATA.rglob("*.json.gz"))
    assert paths
    for path in paths:
        for app in json.loads(gzip.decompress(path.read_bytes()))["apps"]:
            if app["class_name"] in ("SandboxLocalFileSystem", "VirtualFileSystem"):
                files = make(state=app["app_state"])
                assert len(files.state.nodes) > 300
                assert files.dump()["files"] == app["app_state"]["files"]
