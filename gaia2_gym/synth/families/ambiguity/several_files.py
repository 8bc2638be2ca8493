"""A file name that occurs in several folders: do the rest, and ask which file is to be sent; in the harder ones the user then says which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from posixpath import basename, dirname

from gaia2_gym.apps.files.tree import Node
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.ambiguity.errands import act, do_errands, errands, settled
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Email {name} my file {file} as an attachment, subject "{subject}", text "{text}" Then please {errands}. If you find several files of that '
    "name, ask me and give me their folders.",
    'Please {errands}. I also want {name} to have the file {file}: by email, subject "{subject}", text "{text}" Never send the wrong file; if '
    "unsure, list the folders in full and ask.",
    '{name} needs {file} (attach it to an email "{subject}" saying "{text}"). Apart from that, {errands}. In case it is not clear which file I '
    "mean, tell me in which folders you see it.",
    'Attach {file} to an email to {name}. Subject: "{subject}". Text: "{text}" Other things: {errands}. Should there be more than one such file, '
    "ask, with the full names of the folders.",
    'Could you send {name} the file called {file}? It goes by email as "{subject}" with the words "{text}" And {errands}. If I have that file '
    "twice, hold the email back and show me the folders.",
    'Somewhere on this phone is {file}. Send it to {name} by email, subject "{subject}", "{text}" Meanwhile {errands}. Should there be two of them, '
    "let me choose by folder.",
    'I promised {name} the file {file}: email, subject "{subject}", content "{text}", file attached. And {errands}. My folders are a mess, so if '
    "the name is not unique, ask me which folder I mean.",
    'Kindly forward the document {file} to {name} as an attachment of an email entitled "{subject}" with the text "{text}" In addition, {errands}. '
    "Where the document cannot be identified, name the folders in question.",
    'To do: {errands}. To send: file {file} to {name}, email, subject "{subject}", text "{text}" Do the clear things, ask about the rest; folders '
    "in full, please.",
    'First of all {errands}. Then mail {name} with {file} attached (subject "{subject}", text "{text}"). Don\'t pick one yourself if there are '
    "several, give me their folders.",
)
_FILES = ("menu.txt", "guest_list.csv", "budget_draft.csv", "floor_plan.txt", "song_list.txt", "contract_notes.md", "packing.txt", "prices_new.csv")
_FOLDERS = ("/Documents", "/Documents/Work", "/Documents/Home", "/Documents/Travel", "/Downloads", "/Notes", "/Archive", "/Pictures")


def make(d: Draft) -> None:
    nodes = d.state("Files").nodes
    name, person = d.draw.pick(_FILES), d.draw.pick(d.people)
    folders = sorted(d.draw.sample([f for f in _FOLDERS if f in nodes], 2 + (d.difficulty > 3)))
    d.fits(len(folders) >= 2 and all(basename(path) != name for path in nodes))
    jobs_brief, jobs = errands(d, d.difficulty, without=("file",))
    paths = [f"{folder}/{name}" for folder in folders]
    nodes.update({path: Node("file", text.encode()) for path, text in zip(paths, d.draw.sample(MESSAGES, len(paths)), strict=True)})
    subject, text = d.draw.pick(SUBJECTS), d.draw.pick(MESSAGES)
    d.ask(name=person.name, file=name, subject=subject, text=text, **jobs_brief)
    act(d, jobs)
    near = next(folder for folder in _FOLDERS if folder in nodes and folder not in folders)
    wrong = [f"I found {name} in {folders[0]} and {near}. Which one shall I send?", f"I have sent {person.name} the file {paths[0]}."]
    if settled(d, f"I found {name} in {written_list(folders)}. Which one shall I send?", wrong):
        chosen = d.draw.pick(paths)
        d.user(f"The one in {dirname(chosen)}, please.")
        d.agent("Emails__send_email", recipients=[person.email], subject=subject, content=text, attachment_paths=[chosen])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    do_errands(phone, said)
    paths = sorted(path for path in _files(phone, "/") if basename(path) == said["file"])
    folders = written_list([dirname(path) for path in paths])
    phone.tell(f"There is more than one {said['file']}: in {folders}. From which folder should I take it?", "Several files have that name, so I ask.")
    if not phone.over:
        chosen = next(path for path in paths if f" {dirname(path)}," in phone.messages[-1])
        email = phone.contact(said["name"])["email"]
        sent = {"recipients": [email], "subject": said["subject"], "content": said["text"], "attachment_paths": [chosen]}
        phone.call("Emails__send_email", f"It is {chosen}.", **sent)
        phone.tell(f"{said['name']} has the file now.")


def _files(phone: Phone, folder: str) -> Iterator[str]:
    """All files in a folder and below it."""
    for entry in phone.call("Files__ls", f"What is in {folder}?", path=folder, detail=True):
        if entry["type"] == "directory":
            yield from _files(phone, entry["name"])
        else:
            yield entry["name"]


FAMILY = Family("several_files", "Ambiguity", PHRASINGS, make, solve, tags=("several-referents",))
