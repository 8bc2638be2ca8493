"""The records of the mail client, and how they are read from a scenario file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from gaia2_gym.apps.emails.attachments import Attachments
from gaia2_gym.apps.records import as_list, attribute, drop_nulls, format_time, load
from gaia2_gym.errors import ScenarioError, ToolError

FOLDERS = ("INBOX", "SENT", "DRAFT", "TRASH")
NOTHING_ATTACHED = Attachments()


@dataclass(frozen=True, slots=True)
class Email:
    """One email; `parent_id` is the email it answers or forwards."""

    sender: str
    recipients: tuple[str, ...] = attribute((), reference=as_list)
    subject: str = attribute("", free_text=True)
    content: str = attribute("", free_text=True)
    email_id: str = ""
    parent_id: str | None = None
    cc: tuple[str, ...] = attribute((), reference=as_list)
    attachments: Attachments | None = NOTHING_ATTACHED  # null in some scenario files, and kept so
    timestamp: float = attribute(0.0, incidental=True)
    is_read: bool = attribute(False, incidental=True)

    def as_shown(self) -> dict[str, Any]:
        """What the agent reads: the id first, and what is attached by name only."""
        return {
            "email_id": self.email_id,
            "sender": self.sender,
            "recipients": list(self.recipients),
            "cc": list(self.cc),
            "subject": self.subject,
            "content": self.content,
            "parent_id": self.parent_id,
            "timestamp": format_time(self.timestamp),
            "is_read": self.is_read,
            "attachments": self.attachments.as_shown() if self.attachments else [],
        }

    def as_text(self) -> str:
        """The reference's text form of a single email."""
        to, cc = ", ".join(self.recipients), ", ".join(self.cc)
        return f"From: {self.sender}\nTo: {to}\nCC: {cc}\nSubject: {self.subject}\nContent: {self.content}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedEmails:
    """One page of a folder."""

    emails: tuple[Email, ...] = attribute(reference=as_list)
    emails_range: tuple[int, int]
    total_returned_emails: int
    total_emails: int


@dataclass(slots=True)
class EmailsState:
    """The folders, each newest first from the first addition on; a loaded folder keeps the order of its file until then."""

    user_email: str = "user@example.com"
    view_limit: int = 5
    folders: dict[str, tuple[Email, ...]] = field(default_factory=lambda: dict.fromkeys(FOLDERS, ()))

    def find(self, email_id: str, folder: str) -> Email:
        """The email of that id in that folder.

        Raises:
            ToolError: `not_found`; says where the email is instead.
        """
        for email in self.folders[folder]:
            if email.email_id == email_id:
                return email
        elsewhere = [name for name, emails in self.folders.items() if any(e.email_id == email_id for e in emails)]
        hint = f"it is in {elsewhere[0]}" if elsewhere else "list_emails and search_emails show the ids"
        raise ToolError("not_found", f"no email with id {email_id[:60]!r} in {folder}; {hint}.")

    def put(self, folder: str, email: Email) -> None:
        """Add an email to a folder, newest first; of equal times the earlier added comes first."""
        self.folders[folder] = tuple(sorted((*self.folders[folder], email), key=lambda e: e.timestamp, reverse=True))

    def open(self, folder: str, email: Email) -> Email:
        """Mark an email of a folder as read and return it so."""
        if email.is_read:
            return email
        opened = replace(email, is_read=True)
        self.folders[folder] = tuple(opened if e is email else e for e in self.folders[folder])
        return opened

    def correspondent(self, email: Email) -> str:
        """Who a reply goes to: the sender, or for the user's own email whoever it answered; the user, where that leads to nobody else.

        Raises:
            ToolError: `not_found` when the user's own email answers one that is in no folder.
        """
        by_id = {e.email_id: e for emails in self.folders.values() for e in emails}
        passed = set()  # a scenario file may hold emails that answer each other
        while email.sender == self.user_email and email.parent_id and email.parent_id not in passed:
            passed.add(email.parent_id)
            if email.parent_id not in by_id:
                gone = f"email {email.email_id!r} answers one that is gone, so there is nobody to reply to; use send_email."
                raise ToolError("not_found", gone)
            email = by_id[email.parent_id]
        return email.sender


def folder_named(name: str) -> str:
    """The folder of that name, any case.

    Raises:
        ToolError: `bad_argument` with the names there are.
    """
    folder = name.upper()
    if folder not in FOLDERS:
        raise ToolError("bad_argument", f"no folder {name[:40]!r}; the folders are {', '.join(FOLDERS)}.")
    return folder


def bad_address(addresses: Iterable[str]) -> str | None:
    """The first text that is no email address; an `@` is all an address needs, as in the reference."""
    return next((a for a in addresses if "@" not in a), None)


def load_state(data: dict[str, Any]) -> EmailsState:
    """Read the official state.

    Raises:
        ScenarioError: With the place of every wrong field.
    """
    raw = data.get("folders") or {}
    unknown = set(raw) - set(FOLDERS) if isinstance(raw, dict) else {str(raw)[:40]}
    if unknown:
        raise ScenarioError(f"folders: must be an object of {', '.join(FOLDERS)} (found {', '.join(sorted(unknown))})")
    folders = load(dict[str, tuple[Email, ...]], {name: _raw_emails(raw.get(name)) for name in FOLDERS}, "folders")
    user_email = load(str, data.get("user_email") or EmailsState().user_email, "user_email")
    problems = [f"folders.{name}.{i}: {p}" for name, emails in folders.items() for i, e in enumerate(emails) if (p := _problem(e))]
    if "@" not in user_email:
        problems.append(f"user_email: {user_email[:60]!r} is no email address")
    if problems:
        raise ScenarioError(problems)
    return EmailsState(user_email, load(int, data.get("view_limit") or 5, "view_limit"), folders)


def _raw_emails(folder: Any) -> Any:
    emails = folder.get("emails") if isinstance(folder, dict) else folder
    return [_raw_email(e) for e in emails] if isinstance(emails, list) else emails or []


def _raw_email(raw: Any) -> Any:
    raw = drop_nulls(Email, raw)
    if isinstance(raw, dict) and isinstance(raw.get("attachments"), dict):
        raw["attachments"] = {"files": tuple(raw["attachments"].items())}
    return raw


def _problem(email: Email) -> str | None:
    if not email.email_id:
        return "has no email_id"
    bad = bad_address((email.sender, *email.recipients, *email.cc))
    return f"{bad[:60]!r} is no email address" if bad is not None else None
