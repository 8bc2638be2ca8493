"""Save what is attached to some emails to a new folder and send it on to somebody."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.apps.emails.records import Email
from gaia2_gym.synth.cast import Person
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Make a folder {folder} and save the attachments of all of {sender}\'s emails with the subject "{subject}" there. Then send the saved files '
    'in one email to {receiver}, subject "{subject}", text "{text}"',
    '{sender} has emailed me files under "{subject}", in more than one email perhaps. Download all of them into a new folder {folder}, then '
    'email them to {receiver} together (subject "{subject}", message "{text}").',
    'Whatever {sender} attached to emails called "{subject}" goes into {folder}, which you have to create. After that mail it all from there to '
    '{receiver} in a single email: subject "{subject}", "{text}"',
    'Please create {folder} and download into it what {sender} attached to "{subject}" (check for several emails). {receiver} needs the files '
    'too: attach them all to one email with the subject "{subject}" and the text "{text}"',
    "Could you file the attachments of {sender}'s \"{subject}\" emails in {folder}, a folder that doesn't exist yet, and send those files on to "
    '{receiver} in one email with the subject "{subject}" and "{text}" as the text?',
    'New folder: {folder}. Into it: every attachment from emails by {sender} titled "{subject}". From there: all files to {receiver} in one '
    'email, subject "{subject}", text "{text}"',
    'The files in {sender}\'s "{subject}" emails belong in {folder}; make that folder. After downloading them there, email them to {receiver} at '
    'once; subject "{subject}", content "{text}"',
    'Keep copies of {sender}\'s attachments ("{subject}", all emails) in the folder {folder}, to be made for it, and send the files themselves '
    'in a new email to {receiver}, subject "{subject}", saying "{text}"',
    'I need {sender}\'s attachments from all emails "{subject}" twice: saved in {folder} (create it), and attached to one email to {receiver} '
    '(subject "{subject}", text "{text}").',
    'Create {folder}, get the files out of the emails "{subject}" by {sender}, store them there, and attach them all to an email for {receiver}: '
    '"{text}", subject "{subject}".',
)
_FILES = ("plan.txt", "members.csv", "route.txt", "prices.csv", "minutes.txt", "order_form.txt")
_FOLDERS = ("From_others", "To_send", "Enclosures", "Material", "Handouts", "Paperwork")


def make(d: Draft) -> None:
    sender, receiver, other = d.draw.sample(d.people, 3)
    subject, folder = d.draw.pick(SUBJECTS), f"{d.draw.pick(('/Documents', '/Downloads', '/Notes'))}/{d.draw.pick(_FOLDERS)}"
    nodes = d.state("Files").nodes
    d.fits(folder not in nodes and folder.rpartition("/")[0] in nodes and all(m.subject != subject for m in d.mails()))
    names = d.draw.sample(_FILES, d.difficulty)
    mails = [_mail(d, sender, subject, name) for name in names]
    _mail(d, other, subject, "other.txt")
    d.add_mail(sender.email, d.draw.pick([s for s in SUBJECTS if s != subject]), d.draw.pick(MESSAGES), d.start - 1800, files={"no.txt": b"no\n"})
    text = d.draw.pick(("Here are the files you wanted.", "Please find the files attached.", "The files for you."))
    d.ask(sender=sender.name, receiver=receiver.name, subject=subject, folder=folder, text=text)
    made = d.agent("Files__mkdir", path=folder)
    save = {"folder_name": "INBOX", "path_to_save": folder}
    saved = [d.agent("Emails__download_attachments", email_id=mail.email_id, **save).after(made, seconds=1) for mail in mails]
    sent = {"recipients": [receiver.email], "subject": subject, "content": text, "attachment_paths": [f"{folder}/{name}" for name in names]}
    d.agent("Emails__send_email", **sent).after(*saved, seconds=1)


def _mail(d: Draft, sender: Person, subject: str, name: str) -> Email:
    files = {name: d.draw.pick(MESSAGES).encode()}
    return d.add_mail(sender.email, subject, d.draw.pick(MESSAGES), d.start - 1800 * d.draw.integer(2, 190), files=files)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    sender, receiver = phone.contact(said["sender"])["email"], phone.contact(said["receiver"])["email"]
    mails = [m for m in phone.mails() if m["sender"] == sender and m["subject"] == said["subject"]]
    phone.call("Files__mkdir", "The folder first.", path=said["folder"])
    for mail in mails:
        save = {"email_id": mail["email_id"], "folder_name": "INBOX", "path_to_save": said["folder"]}
        phone.call("Emails__download_attachments", f"It has {', '.join(mail['attachments'])}.", **save)
    paths = [f"{said['folder']}/{name}" for mail in mails for name in mail["attachments"]]
    sent = {"recipients": [receiver], "subject": said["subject"], "content": said["text"], "attachment_paths": paths}
    phone.call("Emails__send_email", "Now send it all on.", **sent)
    phone.tell(f"{len(paths)} files are saved and sent.")


FAMILY = Family("keep_attachment", "Execution", PHRASINGS, make, solve, test_only=True, tags=("dependency",))
