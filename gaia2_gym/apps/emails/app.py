"""The user's mail client."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, ClassVar

from gaia2_gym.apps.base import App, page
from gaia2_gym.apps.emails.attachments import Attachments
from gaia2_gym.apps.emails.records import (
    FOLDERS,
    Email,
    EmailsState,
    ReturnedEmails,
    bad_address,
    folder_named,
    load_state,
)
from gaia2_gym.apps.records import parse_time, plain
from gaia2_gym.errors import ToolError
from gaia2_gym.tools import Notify, OneOf, tool

Folder = Annotated[str, OneOf(FOLDERS)]

_ARRIVED = Notify("medium", "new email from {sender}", {"email_id": "result", "sender": "sender"})
_ANSWERED = Notify("medium", "{sender} replied to email {email_id}", {"email_id": "result", "parent_id": "email_id", "sender": "sender"})


class Emails(App[EmailsState]):
    """The user's mail client. Nothing sent leaves the phone: it is filed in SENT."""

    class_name: ClassVar[str] = "EmailClientV2"
    aliases = ("EmailClientApp", "Mail", "Emails")
    State = EmailsState

    @classmethod
    def load(cls, data: dict[str, Any]) -> EmailsState:
        """Read the official state; a missing folder is empty, a missing view limit 5."""
        return load_state(data)

    def dump(self) -> dict[str, Any]:
        """The official state."""
        folders = {name: {"folder_name": name, "emails": plain(emails)} for name, emails in self.state.folders.items()}
        return {"user_email": self.state.user_email, "view_limit": self.state.view_limit, "folders": folders}

    @tool()
    def list_emails(self, folder_name: Folder = "INBOX", offset: int = 0, limit: int = 10) -> ReturnedEmails:
        """List the emails of one folder page by page, newest first, with their full text and ids. Does not mark them as read.

        Args:
            folder_name: Folder to list, any case.
            offset: Number of emails to skip; at most the folder's total.
            limit: Emails per page.
        """
        emails = self.state.folders[folder_named(folder_name)]
        if not 0 <= offset <= len(emails):
            raise ToolError("bad_argument", f"offset must be between 0 and the folder's {len(emails)} emails, not {offset}.")
        shown, (start, end) = page(list(emails), offset, limit)
        returned = end - start + 1 if self.runtime.compat else len(shown)
        return ReturnedEmails(emails=tuple(shown), emails_range=(start, end), total_returned_emails=returned, total_emails=len(emails))

    @tool()
    def get_email_by_id(self, email_id: str, folder_name: Folder = "INBOX") -> Email:
        """Open one email of a folder by its id and mark it as read.

        Args:
            email_id: Id of the email, as listed by list_emails or found by search_emails.
            folder_name: Folder the email is in, any case.
        """
        return self.state.open(*self._find(email_id, folder_name))

    @tool()
    def get_email_by_index(self, idx: int, folder_name: Folder = "INBOX") -> Email:
        """Open one email of a folder by its place in list_emails and mark it as read.

        Args:
            idx: Place in the folder: 0 is the newest, -1 the oldest.
            folder_name: Folder the email is in, any case.
        """
        folder = folder_named(folder_name)
        emails = self.state.folders[folder]
        if not -len(emails) <= idx < len(emails):
            raise ToolError("not_found", f"no email at index {idx}: {folder} holds {len(emails)}, counted from 0.")
        return self.state.open(folder, emails[idx])

    @tool(
        write=True,
        checks={"recipients": "unordered", "cc": "unordered", "attachment_paths": "unordered_paths", "subject": "soft", "content": "soft"},
        soft=("placeholder", "signature", "tone", "email"),
    )
    def send_email(
        self,
        recipients: list[str] | None = None,
        subject: str = "",
        content: str = "",
        cc: list[str] | None = None,
        attachment_paths: list[str] | None = None,
    ) -> str:
        """Send a new email from the user's address and return its id. For answers and passing on use reply_to_email and forward_email.

        Args:
            recipients: Email addresses to send to.
            subject: Subject line.
            content: Body of the email.
            cc: Email addresses that get a copy.
            attachment_paths: Paths of files in the Files app to attach.
        """
        attachments = self._attach(attachment_paths)
        return self._add("SENT", Email(self._user, tuple(recipients or ()), subject, content, cc=tuple(cc or ()), attachments=attachments))

    @tool(
        write=True,
        checks={"email_id": "eq", "attachment_paths": "unordered_paths", "content": "soft"},
        soft=("placeholder", "signature", "tone", "email"),
    )
    def reply_to_email(self, email_id: str, folder_name: Folder = "INBOX", content: str = "", attachment_paths: list[str] | None = None) -> str:
        """Answer an email and return the reply's id; its subject is "Re: " and the old one.

        It goes to the email's sender alone, not to its other recipients; in reply to the user's own email, to the person that one answered.

        Args:
            email_id: Id of the email to answer.
            folder_name: Folder that email is in, any case.
            content: Body of the reply.
            attachment_paths: Paths of files in the Files app to attach.
        """
        _, email = self._find(email_id, folder_name)
        to = self.state.correspondent(email)
        subject, attachments = f"Re: {email.subject}", self._attach(attachment_paths)
        return self._add("SENT", Email(self._user, (to,), subject, content, parent_id=email_id, attachments=attachments))

    @tool(write=True, checks={"email_id": "eq", "recipients": "unordered", "folder_name": "folder"})
    def forward_email(self, email_id: str, recipients: list[str] | None = None, folder_name: Folder = "INBOX") -> str:
        """Pass an email on with its attachments and return the new email's id; no text can be added. Marks the original as read.

        Args:
            email_id: Id of the email to forward.
            recipients: Email addresses to forward to.
            folder_name: Folder that email is in, any case.
        """
        folder, email = self._find(email_id, folder_name)
        subject, content = f"FWD: {email.subject}", f"> {email.content}"
        to = tuple(recipients or ())
        new_id = self._add("SENT", Email(self._user, to, subject, content, parent_id=email_id, attachments=email.attachments))
        self.state.open(folder, email)
        return new_id

    @tool(write=True, checks={"email_id": "eq", "source_folder_name": "folder", "dest_folder_name": "folder"})
    def move_email(self, email_id: str, source_folder_name: Folder = "INBOX", dest_folder_name: Folder = "DRAFT") -> str:
        """Move an email to another folder; returns its id, which stays the same.

        Args:
            email_id: Id of the email to move.
            source_folder_name: Folder the email is in, any case.
            dest_folder_name: Folder to move it to, any case.
        """
        dest = folder_named(dest_folder_name)
        source, email = self._find(email_id, source_folder_name)
        if source != dest:
            self.state.folders[source] = tuple(e for e in self.state.folders[source] if e is not email)
            self.state.put(dest, email)
        return email_id

    @tool(write=True, checks={"email_id": "eq"})
    def delete_email(self, email_id: str, folder_name: Folder = "INBOX") -> str:
        """Delete an email by moving it to TRASH; returns its id. What is in TRASH already stays there.

        Args:
            email_id: Id of the email to delete.
            folder_name: Folder the email is in, any case.
        """
        return self.move_email(email_id, folder_name, "TRASH")

    @tool(write=True, checks={"email_id": "eq", "folder_name": "folder", "path_to_save": "path"})
    def download_attachments(self, email_id: str, folder_name: Folder = "INBOX", path_to_save: str = "Downloads/") -> list[str]:
        """Save all attachments of an email as files of the Files app and return their paths. Files of the same name there are overwritten.

        Args:
            email_id: Id of the email.
            folder_name: Folder the email is in, any case.
            path_to_save: Existing directory of the Files app to save to.
        """
        _, email = self._find(email_id, folder_name)
        return email.attachments.save(path_to_save, self.runtime.files) if email.attachments else []

    @tool()
    def search_emails(self, query: str, folder_name: Folder = "INBOX") -> list[Email]:
        """Find the emails of one folder by part of their sender, recipients, subject or text.

        Does not look at cc or attachments, nor into other folders: search SENT for what the user wrote.

        Args:
            query: Text to look for, any case.
            folder_name: Folder to search, any case.
        """
        q = query.lower()
        return [e for e in self.state.folders[folder_named(folder_name)] if _matches(e, q)]

    @tool(write=True, audience=("env",), notify=_ARRIVED)
    def send_email_to_user_only(self, sender: str, subject: str = "", content: str = "") -> str:
        """Deliver an email to the user's INBOX, the user being its only recipient; returns its id.

        Args:
            sender: Email address it comes from.
            subject: Subject line.
            content: Body of the email.
        """
        return self._add("INBOX", Email(sender, (self._user,), subject, content))

    @tool(write=True, audience=("env",), notify=_ARRIVED)
    def create_and_add_email(
        self,
        sender: str,
        recipients: list[str] | None = None,
        subject: str = "",
        content: str = "",
        folder_name: Folder = "INBOX",
    ) -> str:
        """Put an email of anyone to anyone into one of the user's folders; returns its id.

        Args:
            sender: Email address it comes from.
            recipients: Email addresses it goes to.
            subject: Subject line.
            content: Body of the email.
            folder_name: Folder to put it into, any case.
        """
        return self._add(folder_named(folder_name), Email(sender, tuple(recipients or ()), subject, content))

    @tool(write=True, audience=("data",))
    def create_and_add_email_with_time(
        self,
        sender: str,
        recipients: list[str] | None = None,
        subject: str = "",
        content: str = "",
        email_time: str | None = None,
        folder_name: Folder = "INBOX",
    ) -> str:
        """Put an email with a given time, already read, into one of the user's folders; returns its id.

        Args:
            sender: Email address it comes from.
            recipients: Email addresses it goes to.
            subject: Subject line.
            content: Body of the email.
            email_time: Time of the email, YYYY-MM-DD HH:MM:SS in UTC; the present time when null.
            folder_name: Folder to put it into, any case.
        """
        timestamp = self.now if email_time is None else parse_time(email_time, "email_time")
        return self._add(folder_named(folder_name), Email(sender, tuple(recipients or ()), subject, content, is_read=True), timestamp)

    @tool(write=True, audience=("env",), notify=_ANSWERED)
    def reply_to_email_from_user(self, sender: str, email_id: str, content: str = "", attachment_paths: list[str] | None = None) -> str:
        """Deliver somebody's answer to an email the user sent; returns the answer's id.

        Args:
            sender: Email address of who answers: one of the email's recipients (cc does not count).
            email_id: Id of the user's email, in SENT.
            content: Body of the answer.
            attachment_paths: Paths of files in the Files app to attach.
        """
        _, email = self._find(email_id, "SENT")
        if sender not in email.recipients:
            raise ToolError("bad_argument", f"{sender[:60]!r} is not a recipient of email {email_id!r}, so cannot reply to it.")
        subject, attachments = f"Re: {email.subject}", self._attach(attachment_paths)
        return self._add("INBOX", Email(sender, (self._user,), subject, content, parent_id=email_id, attachments=attachments))

    @property
    def _user(self) -> str:
        return self.state.user_email

    def _find(self, email_id: str, folder_name: str) -> tuple[str, Email]:
        folder = folder_named(folder_name)
        return folder, self.state.find(email_id, folder)

    def _attach(self, paths: list[str] | None) -> Attachments:
        return Attachments.read(paths or (), self.runtime.files)

    def _add(self, folder: str, email: Email, timestamp: float | None = None) -> str:
        """File a new email under a new id, at the present time if no other is given."""
        bad = bad_address((email.sender, *email.recipients, *email.cc))
        if bad is not None:
            raise ToolError("bad_argument", f"{bad[:60]!r} is not an email address (it has no @).")
        email_id = self.runtime.stream.hex_id()
        self.state.put(folder, replace(email, email_id=email_id, timestamp=self.now if timestamp is None else timestamp))
        return email_id


def _matches(email: Email, q: str) -> bool:
    return any(q in _lower(text) for text in (email.sender, email.subject, email.content, *email.recipients))


@lru_cache(maxsize=2048)
def _remembered(text: str) -> str:
    """Lower case: searches read the same few hundred emails again and again, and lowering them is half of the work."""
    return text.lower()


def _lower(text: str) -> str:
    return _remembered(text) if len(text) <= 4_000 else text.lower()  # what is remembered stays below 16 MB
