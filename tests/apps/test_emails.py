"""The mail client: folders, replies, attachments, and failed calls that change nothing."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from gaia2_gym.apps import Runtime
from gaia2_gym.apps.emails import Emails
from gaia2_gym.apps.records import plain, reference_text, shown
from gaia2_gym.engine.ids import Stream
from gaia2_gym.errors import ScenarioError, ToolError
from tests.shared import GAIA2_DATA, NO_DATA

START = 1728975600.0  # 2024-10-15 07:00:00
ME = "ada@post.test"
NOTES = b"first line\nsecond \xff\n"


@dataclass
class Clock:
    now: float = START


@dataclass
class MemoryFiles:
    """Files in memory, behind the Protocol that the mail client wants."""

    files: dict[str, bytes] = field(default_factory=lambda: {"Documents/notes.txt": NOTES, "Documents/old/notes.txt": b"old"})
    directories: tuple[str, ...] = ("", "Documents", "Documents/old", "Downloads")

    def read_bytes(self, path: str) -> bytes:
        if path.strip("/") not in self.files:
            raise ToolError("not_found", f"no file {path!r}")
        return self.files[path.strip("/")]

    def write_bytes(self, path: str, content: bytes) -> None:
        self.files[path.strip("/")] = content

    def is_file(self, path: str) -> bool:
        return path.strip("/") in self.files

    def is_dir(self, path: str) -> bool:
        return path.strip("/") in self.directories

    def exists(self, path: str) -> bool:
        return self.is_file(path) or self.is_dir(path)


def mail(email_id: str, sender: str = "ben@work.test", at: float = START, **fields: Any) -> dict[str, Any]:
    return {"email_id": email_id, "sender": sender, "recipients": [ME], "timestamp": at, **fields}


def make(*, files: MemoryFiles | None = None, compat: bool = False, **folders: list[dict[str, Any]]) -> Emails:
    state = Emails.load({"user_email": ME, "folders": {name: {"folder_name": name, "emails": emails} for name, emails in folders.items()}})
    return Emails("Emails", state, Runtime(Clock(), Stream(0, "Emails"), compat=compat, files=files))


def busy(files: MemoryFiles | None = None) -> Emails:
    report = {"subject": "Report", "content": "Numbers", "attachments": {"a.txt": "aGk=", "b.txt": "eW8="}}
    inbox = [mail("report", **report), mail("broken", attachments={"ok.txt": "aGk=", "bad.txt": "abc"}), mail("odd", attachments={"old": "aGk="})]
    sent = [
        mail("plan", ME, recipients=["cleo@work.test"], subject="Plan", cc=["dan@work.test"]),
        mail("lost", ME, recipients=["cleo@work.test"], parent_id="gone"),
    ]
    return make(files=files, INBOX=inbox, SENT=sent, TRASH=[mail("junk")])


def folder(app: Emails, name: str = "INBOX") -> list[str]:
    return [e.email_id for e in app.state.folders[name]]


def where(app: Emails, email_id: str) -> Any:
    return next(e for emails in app.state.folders.values() for e in emails if e.email_id == email_id)


def test_sent_mail_goes_to_sent_alone_even_when_sent_to_oneself() -> None:
    app = busy()
    new = app.send_email([ME], "Note", "milk", cc=["c@d.test"])
    assert folder(app, "SENT") == ["plan", "lost", new]  # equal times: the earlier added first
    sent = where(app, new)
    assert (sent.sender, sent.recipients, sent.cc, sent.timestamp, sent.is_read) == (ME, (ME,), ("c@d.test",), START, False)
    assert new not in folder(app)


def test_a_folder_keeps_the_order_of_its_file_until_something_is_added() -> None:
    app = make(INBOX=[mail("old", at=1.0), mail("new", at=3.0), mail("tie", at=3.0)], TRASH=[mail("mid", at=2.0)])
    assert folder(app) == ["old", "new", "tie"]
    app.move_email("mid", "trash", "inbox")
    assert folder(app) == ["new", "tie", "mid", "old"]
    assert folder(app, "TRASH") == []


@pytest.mark.parametrize(
    "name",
    ["list_emails", "search_emails", "get_email_by_id", "get_email_by_index", "create_and_add_email", "create_and_add_email_with_time"],
)
def test_folders_are_named_in_any_case_by_every_tool(name: str) -> None:
    app = busy()
    args: dict[str, tuple[Any, ...]] = {"search_emails": ("",), "get_email_by_id": ("plan",), "get_email_by_index": (0,)}
    getattr(app, name)(*args.get(name, ("x@y.test",) if "create" in name else ()), folder_name="Sent")
    if "create" in name:
        assert len(folder(app, "SENT")) == 3
    with pytest.raises(ToolError, match="the folders are INBOX, SENT, DRAFT, TRASH") as caught:
        getattr(app, name)(*args.get(name, ("x@y.test",) if "create" in name else ()), folder_name="Drafts")
    assert caught.value.kind == "bad_argument"


def test_a_page_may_start_at_the_end_but_not_beyond() -> None:
    app = busy()
    page = app.list_emails(offset=3)
    assert (page.emails, page.emails_range, page.total_returned_emails, page.total_emails) == ((), (3, 3), 0, 3)
    for offset in (-1, 4):
        with pytest.raises(ToolError, match="between 0 and the folder's 3 emails"):
            app.list_emails(offset=offset)


@pytest.mark.parametrize(("limit", "count", "compat_count"), [(2, 2, 3), (10, 3, 4), (0, 0, 1), (-1, 2, 0)])
def test_the_count_of_a_page_is_one_too_high_only_as_a_wanted_quirk(limit: int, count: int, compat_count: int) -> None:
    mails = [mail("a"), mail("b"), mail("c")]
    assert make(INBOX=mails).list_emails(limit=limit).total_returned_emails == count
    assert make(INBOX=mails, compat=True).list_emails(limit=limit).total_returned_emails == compat_count


def test_only_opening_a_mail_marks_it_as_read() -> None:
    app = busy(MemoryFiles())
    app.list_emails()
    app.search_emails("")
    app.reply_to_email("report", content="ok")
    app.move_email("report", dest_folder_name="DRAFT")
    app.download_attachments("report", "DRAFT")
    assert not where(app, "report").is_read
    assert app.get_email_by_id("report", "DRAFT").is_read
    assert where(app, "report").is_read
    assert app.get_email_by_index(-1).email_id == "odd"
    assert where(app, "odd").is_read
    app.forward_email("broken", ["x@y.test"])
    assert where(app, "broken").is_read


@pytest.mark.parametrize("idx", [3, -4, 100])
def test_an_index_outside_the_folder_is_not_found(idx: int) -> None:
    with pytest.raises(ToolError, match="INBOX holds 3") as caught:
        busy().get_email_by_index(idx)
    assert caught.value.kind == "not_found"


def test_a_mail_in_another_folder_is_not_found_but_located() -> None:
    with pytest.raises(ToolError, match="no email with id 'plan' in INBOX; it is in SENT"):
        busy().get_email_by_id("plan")
    with pytest.raises(ToolError, match="list_emails and search_emails show the ids") as caught:
        busy().get_email_by_id("x" * 1000)
    assert len(caught.value.message) < 200


def test_a_reply_goes_to_the_sender_alone_with_the_parent_noted() -> None:
    app = make(INBOX=[mail("a", recipients=[ME, "other@x.test"], cc=["c@x.test"], subject="Re: hi")])
    reply = where(app, app.reply_to_email("a", content="yes"))
    assert (reply.recipients, reply.cc, reply.subject, reply.parent_id, reply.content) == (("ben@work.test",), (), "Re: Re: hi", "a", "yes")


def test_a_reply_to_ones_own_mail_goes_to_whoever_that_mail_answered() -> None:
    sent = [
        mail("third", ME, parent_id="second"),
        mail("second", ME, parent_id="first"),
        mail("alone", ME),
        mail("ring", ME, parent_id="ring"),
    ]
    app = make(TRASH=[mail("first", "cleo@work.test")], SENT=sent)
    to = {name: where(app, app.reply_to_email(name, "SENT")).recipients for name in ("third", "alone", "ring")}
    assert to == {"third": ("cleo@work.test",), "alone": (ME,), "ring": (ME,)}


def test_a_forward_takes_text_and_attachments_along() -> None:
    app = busy()
    new = where(app, app.forward_email("report", ["x@y.test"]))
    assert (new.subject, new.content, new.parent_id, new.recipients) == ("FWD: Report", "> Numbers", "report", ("x@y.test",))
    assert new.attachments is where(app, "report").attachments
    assert where(app, app.forward_email("plan", folder_name="SENT")).recipients == ()
    assert where(app, "plan").is_read


def test_nothing_is_ever_removed_only_moved_to_trash() -> None:
    app = busy()
    assert app.delete_email("report") == "report"
    assert app.delete_email("report", "TRASH") == "report"
    assert folder(app, "TRASH") == ["junk", "report"]
    before = app.state_digest()
    assert app.move_email("plan", "SENT", "sent") == "plan"
    assert app.state_digest() == before


@pytest.mark.parametrize(
    ("query", "found"),
    [("REPORT", True), ("numb", True), ("ben@WORK", True), ("ada@", True), ("dan@work", False), ("a.txt", False), ("reportnumbers", False)],
)
def test_search_reads_addresses_subject_and_text_but_not_cc_or_attachments(query: str, found: bool) -> None:
    app = make(INBOX=[mail("m", subject="Report", content="Numbers", cc=["dan@work.test"], attachments={"a.txt": "aGk="})])
    assert [e.email_id for e in app.search_emails(query)] == ["m"] * found


def test_attachments_are_read_under_their_base_name_and_saved_as_they_were() -> None:
    files = MemoryFiles()
    app = busy(files)
    sent = app.send_email(["x@y.test"], attachment_paths=["/Documents/old/notes.txt", "Documents/notes.txt"])
    assert app.download_attachments(sent, "SENT", "/Downloads") == ["/Downloads/notes.txt"]
    assert files.files["Downloads/notes.txt"] == NOTES  # of two files of one name the later one
    assert app.download_attachments("report") == ["Downloads/a.txt", "Downloads/b.txt"]
    assert app.download_attachments("report", path_to_save="") == ["a.txt", "b.txt"]
    assert (files.files["Downloads/a.txt"], files.files["b.txt"]) == (b"hi", b"yo")
    assert app.download_attachments("plan", "SENT", "Nowhere") == []


def test_the_agent_sees_id_time_read_flag_and_names_of_attachments() -> None:
    form = shown(busy().search_emails("report"))[0]
    assert list(form) == ["email_id", "sender", "recipients", "cc", "subject", "content", "parent_id", "timestamp", "is_read", "attachments"]
    assert (form["email_id"], form["timestamp"], form["is_read"]) == ("report", "2024-10-15 07:00:00", False)
    assert form["attachments"] == ["a.txt", "b.txt"]
    page = shown(busy().list_emails(limit=1))
    assert page["emails"] == [form]


def test_contents_attached_on_the_phone_are_bytes_in_the_references_text_and_text_in_files() -> None:
    app = busy(MemoryFiles())
    sent = where(app, app.send_email([], attachment_paths=["Documents/notes.txt"]))
    text = base64.b64encode(NOTES).decode()
    assert plain(sent)["attachments"] == {"notes.txt": text}
    assert f"attachments={{'notes.txt': b'{text}'}}" in reference_text([sent])
    assert "attachments={'a.txt': 'aGk=', 'b.txt': 'eW8='}" in reference_text([where(app, "report")])


def test_mail_by_the_environment_arrives_unread_at_the_present_time() -> None:
    app = busy()
    new = where(app, app.send_email_to_user_only("x@y.test", "Hi"))
    assert (new.recipients, new.timestamp, new.is_read) == ((ME,), START, False)
    assert where(app, app.create_and_add_email("x@y.test", folder_name="DRAFT")).recipients == ()
    answer = where(app, app.reply_to_email_from_user("cleo@work.test", "plan", "Fine"))
    assert (answer.sender, answer.recipients, answer.subject, answer.parent_id) == ("cleo@work.test", (ME,), "Re: Plan", "plan")
    assert answer.email_id in folder(app)


def test_mail_with_a_time_is_read_already_and_without_one_is_of_now() -> None:
    app = busy()
    dated = where(app, app.create_and_add_email_with_time("x@y.test", email_time="2024-10-15 06:59:59"))
    assert (dated.timestamp, dated.is_read) == (START - 1, True)
    assert where(app, app.create_and_add_email_with_time("x@y.test")).timestamp == START


def test_what_arrives_is_announced_with_its_id_and_never_its_content() -> None:
    for name in ("send_email_to_user_only", "create_and_add_email", "reply_to_email_from_user"):
        notify = Emails("Emails", make().state, make().runtime).tools[name].notification
        assert notify is not None
        assert notify.level == "medium"
        assert notify.ids["email_id"] == "result"
        assert "content" not in notify.text
        assert "subject" not in notify.text
    assert make().tools["send_email"].notification is None


FAILURES: list[tuple[str, Callable[[Emails], Any]]] = [
    ("bad_argument", lambda a: a.send_email(["no-address"])),
    ("bad_argument", lambda a: a.send_email(["a@b.test"], cc=["no-address"])),
    ("not_found", lambda a: a.send_email(["a@b.test"], attachment_paths=["Documents/notes.txt", "none.txt"])),
    ("bad_argument", lambda a: a.send_email(["a@b.test"], attachment_paths=["Documents"])),
    ("not_found", lambda a: a.reply_to_email("nope")),
    ("not_found", lambda a: a.reply_to_email("lost", "SENT")),
    ("not_found", lambda a: a.reply_to_email("report", attachment_paths=["none.txt"])),
    ("bad_argument", lambda a: a.forward_email("report", ["no-address"])),
    ("not_found", lambda a: a.forward_email("report", ["a@b.test"], "SENT")),
    ("not_found", lambda a: a.move_email("report", "SENT", "SENT")),
    ("bad_argument", lambda a: a.move_email("report", "INBOX", "ARCHIVE")),
    ("not_found", lambda a: a.delete_email("plan")),
    ("not_found", lambda a: a.download_attachments("report", path_to_save="Nowhere")),
    ("other", lambda a: a.download_attachments("broken")),
    ("conflict", lambda a: a.download_attachments("odd", path_to_save="Documents")),
    ("bad_argument", lambda a: a.send_email_to_user_only("no-address")),
    ("bad_argument", lambda a: a.create_and_add_email("a@b.test", ["no-address"])),
    ("bad_argument", lambda a: a.create_and_add_email_with_time("a@b.test", email_time="2024-10-15")),
    ("not_found", lambda a: a.reply_to_email_from_user("cleo@work.test", "report")),
    ("bad_argument", lambda a: a.reply_to_email_from_user("dan@work.test", "plan")),
    ("not_found", lambda a: a.reply_to_email_from_user("cleo@work.test", "plan", attachment_paths=["none.txt"])),
]


@pytest.mark.parametrize("case", FAILURES)
def test_a_failed_call_changes_nothing(case: tuple[str, Callable[[Emails], Any]]) -> None:
    files = MemoryFiles()
    app = busy(files)
    before, files_before = app.state_digest(), dict(files.files)
    with pytest.raises(ToolError) as caught:
        case[1](app)
    assert caught.value.kind == case[0]
    assert len(caught.value.message) < 250
    assert (app.state_digest(), files.files, app.runtime.stream.count) == (before, files_before, 0)


def test_without_files_attachments_are_refused_and_everything_else_works() -> None:
    app = busy()
    for attempt in (lambda: app.send_email(["a@b.test"], attachment_paths=["x"]), lambda: app.download_attachments("report")):
        with pytest.raises(ToolError, match="no Files app") as caught:
            attempt()
        assert caught.value.kind == "other"
    assert app.send_email(["a@b.test"], attachment_paths=[])
    assert app.download_attachments("plan", "SENT") == []


def test_a_snapshot_is_untouched_by_later_calls() -> None:
    app = busy()
    snapshot = app.copy_state()
    before = plain(snapshot)
    app.get_email_by_id("report")
    app.send_email(["a@b.test"])
    app.delete_email("broken")
    assert plain(snapshot) == before
    assert plain(app.state) != before


def test_loading_names_every_bad_place() -> None:
    with pytest.raises(ScenarioError) as caught:
        make(INBOX=[mail("a", sender="nobody"), mail("")], SENT=[mail("c", recipients=["nobody"])])
    assert caught.value.problems == (
        "folders.INBOX.0: 'nobody' is no email address",
        "folders.INBOX.1: has no email_id",
        "folders.SENT.0: 'nobody' is no email address",
    )
    with pytest.raises(ScenarioError, match=r"folders\.INBOX\.0\.recipients"):
        make(INBOX=[mail("a", recipients=5)])
    with pytest.raises(ScenarioError, match=r"folders\.INBOX\.0\.attachments"):
        make(INBOX=[mail("a", attachments={"a.txt": 5})])
    with pytest.raises(ScenarioError, match="found ARCHIVE"):
        make(ARCHIVE=[])


def test_nulls_in_a_file_mean_the_defaults() -> None:
    app = make(INBOX=[mail("a", is_read=None, cc=None, subject=None, parent_id=None, attachments=None)])
    email = where(app, "a")
    assert (email.is_read, email.cc, email.subject, email.parent_id) == (False, (), "", None)
    assert shown(email)["attachments"] == []
    assert app.download_attachments("a") == []
    assert list(Emails.load({}).folders) == ["INBOX", "SENT", "DRAFT", "TRASH"]


def test_what_was_dumped_loads_as_it_was_even_with_attachments() -> None:
    app = busy(MemoryFiles())
    app.send_email(["a@b.test"], attachment_paths=["Documents/notes.txt"])
    again = Emails.load(json.loads(json.dumps(app.dump())))
    assert plain(again) == plain(app.state)


@pytest.mark.skipif(not GAIA2_DATA.is_dir(), reason=NO_DATA)
def test_an_official_scenario_survives_loading_and_dumping() -> None:
    file = sorted((GAIA2_DATA / "scenarios").glob("*.json.gz"))[0]
    apps = json.loads(gzip.decompress(file.read_bytes()))["apps"]
    data = next(a["app_state"] for a in apps if a["name"] == "Emails")
    state = Emails.load(data)
    assert sum(map(len, state.folders.values())) > 200
    dumped = Emails("Emails", state, make().runtime).dump()
    for name, box in data["folders"].items():
        for official, ours in zip(box["emails"], dumped["folders"][name]["emails"], strict=True):
            assert {k: v if v is not None or k == "parent_id" else ours[k] for k, v in official.items()} == ours
    assert (dumped["user_email"], dumped["view_limit"]) == (data["user_email"], data["view_limit"])
