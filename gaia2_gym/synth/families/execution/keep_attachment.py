"""Save an email's attachment to a folder and send it on to somebody."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Save the attachment of {sender}\'s email "{subject}" to {folder} and send the saved file by email to {receiver}, subject "{subject}", '
    'text "{text}"',
    '{sender} has emailed me a file under "{subject}". Download it into {folder}, then email it to {receiver} (subject "{subject}", message '
    '"{text}").',
    'There is an attachment in "{subject}" from {sender}. Put it into {folder} and mail it from there to {receiver}: subject "{subject}", "{text}"',
    'Please download what {sender} attached to "{subject}" into {folder}. {receiver} needs it too: attach it to an email with the subject '
    '"{subject}" '
    'and the text "{text}"',
    'Could you file the attachment of "{subject}" (email from {sender}) in {folder}, and send that file on to {receiver} with the subject '
    '"{subject}" '
    'and "{text}" as the text?',
    'From {sender}\'s email "{subject}": attachment to {folder}. From {folder}: file to {receiver} by email, subject "{subject}", text "{text}"',
    'The file in {sender}\'s email "{subject}" belongs in {folder}. After downloading it there, email it to {receiver}; subject '
    '"{subject}", content "{text}"',
    'Keep a copy of {sender}\'s attachment ("{subject}") in {folder} and forward the file itself in a new email to {receiver}, subject '
    '"{subject}", saying '
    '"{text}"',
    'I need {sender}\'s attachment from "{subject}" twice: saved in {folder}, and attached to an email to {receiver} (subject "{subject}", '
    'text "{text}").',
    'Get the file out of the email "{subject}" by {sender}, store it in {folder}, and attach it to an email for {receiver}: "{text}", '
    'subject "{subject}".',
)
_FILES = ("plan.txt", "members.csv", "route.txt", "prices.csv", "minutes.txt", "order_form.txt")


def make(d: Draft) -> None:
    sender, receiver, other = d.draw.sample(d.people, 3)
    subject, folder = d.draw.pick(SUBJECTS), d.draw.pick(("/Documents", "/Downloads", "/Pictures"))
    nodes = d.state("Files").nodes
    names = d.draw.sample(_FILES, 1 + d.difficulty // 3)
    d.fits(folder in nodes and all(f"{folder}/{name}" not in nodes for name in names))
    d.fits(all(m.subject != subject for m in d.mails()))
    contents = {name: d.draw.pick(MESSAGES).encode() for name in names}
    mail = d.add_mail(sender.email, subject, d.draw.pick(MESSAGES), d.start - 3600 * d.draw.integer(2, 90), files=contents)
    d.add_mail(other.email, subject, d.draw.pick(MESSAGES), d.start - 1800, files={"other.txt": b"not this one"})
    text = d.draw.pick(("Here is the file you wanted.", "Please find the file attached.", "The file for you."))
    d.ask(sender=sender.name, receiver=receiver.name, subject=subject, folder=folder, text=text)
    saved = d.agent("Emails__download_attachments", email_id=mail.email_id, folder_name="INBOX", path_to_save=folder)
    paths = [f"{folder}/{name}" for name in names]
    sent = {"recipients": [receiver.email], "subject": subject, "content": text, "attachment_paths": paths}
    d.agent("Emails__send_email", **sent).after(saved, seconds=1)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    sender, receiver = phone.contact(said["sender"])["email"], phone.contact(said["receiver"])["email"]
    mail = next(m for m in phone.mails() if m["sender"] == sender and m["subject"] == said["subject"])
    save = {"email_id": mail["email_id"], "folder_name": "INBOX", "path_to_save": said["folder"]}
    phone.call("Emails__download_attachments", f"It has {', '.join(mail['attachments'])}.", **save)
    paths = [f"{said['folder']}/{name}" for name in mail["attachments"]]
    sent = {"recipients": [receiver], "subject": said["subject"], "content": said["text"], "attachment_paths": paths}
    phone.call("Emails__send_email", "Now send it on.", **sent)
    phone.tell("The file is saved and sent.")


FAMILY = Family("keep_attachment", "Execution", PHRASINGS, make, solve, test_only=True, tags=("dependency",))
