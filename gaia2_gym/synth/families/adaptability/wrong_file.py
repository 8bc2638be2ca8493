"""Email a file; when the answer asks for another one, find it and send it as a reply."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gaia2_gym.apps.files.tree import Node
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.adaptability.turns import after_telling, bystanders, letter, meanwhile, newest_from
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Email the file {path} to {person}, subject "{subject}", text "{text}", and tell me when it is gone. It may be the wrong one. If {person} '
    "asks for "
    'another file, find it on my phone and send it as a reply with the text "{again}" Then tell me the name of that file.',
    'Please send {path} as an attachment to {person} ("{subject}": "{text}") and confirm. Should {person} answer with the name of a different '
    "file, reply "
    'with that one attached, text "{again}" and confirm its name to me.',
    '{person} needs {path} by email: subject "{subject}", "{text}" Report to me. When another file is wanted instead, it is somewhere on the phone; '
    'attach it to a reply saying "{again}" and report which file it was.',
    'Attach {path} to an email for {person} with the subject "{subject}" and the text "{text}" A note to me. I am not sure about the file, so if the '
    'answer names another, look for that and reply with it ("{again}"). A note to me with its name.',
    'Could you email {person} my file {path}, under the subject "{subject}", with "{text}"? Let me know. If it turns out in the answer that {person} '
    'meant another file, please reply with the right one and "{again}" and let me know its name.',
    'Send {person} this file: {path}. Subject: "{subject}". Text: "{text}" Message to me. On request of another file: search for it, reply with it, '
    'text "{again}" Message to me with the file name.',
    'File {path} has to go to {person} as an email attachment, subject "{subject}", text "{text}" Ping me. {person} will tell you if a different '
    "file is "
    'required. Reply to that with the file and "{again}" and ping me with the name of the file.',
    'Kindly email {path} to {person} with the subject "{subject}" and the words "{text}" and notify me. If {person} requests a different file in '
    "reply, "
    'kindly answer with that file attached and the words "{again}" and notify me of the file name.',
    'I promised {person} a file. I believe it is {path}. Email it, subject "{subject}", text "{text}", and tell me. Another one may be asked for '
    "in the "
    'answer; then that goes out as a reply with "{again}" and you tell me what it is called.',
    'Get {path} to {person} by email (subject "{subject}", text "{text}") and drop me a line. If a reply says which file is really needed, get '
    "that to "
    '{person} in answer to the reply, with "{again}" as text, and drop me a line with the file name.',
)
_SUBJECTS = ("The file", "As promised", "For you", "What you asked for", "Here it comes")
_TEXTS = ("Please find the file attached.", "Here is the file.", "The file is attached to this email.")
_AGAIN = ("Sorry, here is the one that you need.", "Here is the other file.", "Now you have it.")
_WANTED = (
    "Thank you, but I need {name}.",
    "That is not the one. Could you send {name} instead?",
    "I meant the file {name}, can you send me that?",
)
_NAMES = ("plan", "list", "minutes", "draft", "timetable", "costs", "guests", "layout", "recipe", "notes")
_FOLDERS = ("Documents", "Documents/Club", "Documents/Club/Old", "Downloads", "Archive", "Archive/Club", "Pictures/Club")


def make(d: Draft) -> None:
    person, *others = bystanders(d)
    rounds = 2 if d.difficulty >= 4 else 1
    year = d.now.year
    names = [f"{stem}_{d.draw.integer(year - 6, year)}.txt" for stem in d.draw.sample(_NAMES, 1 + rounds)]
    paths = [_plant(d, name) for name in names]
    for name in names[1:] if d.difficulty >= 2 else ():
        _plant(d, name.replace("_2", "_final_2"))
        _plant(d, f"{name[:-5]}{(int(name[-5]) + 1) % 10}.txt")
    text, again, subject = d.draw.pick(_TEXTS), d.draw.pick(_AGAIN), d.draw.pick(_SUBJECTS)
    d.ask(path=paths[0], person=person.name, subject=subject, text=text, again=again)
    file = {"attachment_paths": [paths[0]]}
    mail = d.agent("Emails__send_email", recipients=[person.email], subject=subject, content=text, **file)
    told = d.say("Done.")
    for path, name in zip(paths[1:], names[1:], strict=True):
        meanwhile(d, told, others, d.difficulty - 1, within=60)
        wanted = letter(d, person, d.draw.pick(_WANTED).format(name=name))
        reply = d.env("Emails__reply_to_email_from_user", sender=person.email, email_id=mail.result, content=wanted).after(told, seconds=60)
        mail = d.agent("Emails__reply_to_email", email_id=reply.result, content=again, attachment_paths=[path])
        told = d.say(f"The file {name} was sent.")


def _plant(d: Draft, name: str) -> str:
    """One more file, in some folder; returns its path."""
    nodes = d.state("Files").nodes
    folder = f"/{d.draw.pick(_FOLDERS)}"
    above = folder.split("/")[1:]
    for n in range(1, len(above) + 1):
        nodes.setdefault("/" + "/".join(above[:n]), Node("directory"))
    path = f"{folder}/{name}"
    d.fits(path not in nodes)
    nodes[path] = Node("file", f"{name}\n{d.draw.id()}\n".encode())
    return path


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    address = phone.contact(said["person"])["email"]
    mail = {"recipients": [address], "subject": said["subject"], "content": said["text"]}
    phone.call("Emails__send_email", "The file that was named.", attachment_paths=[said["path"]], **mail)
    for news in after_telling(phone, f"I have sent {said['person']} the email.", "Emails", "No other file is asked for."):
        if address not in news.text:
            continue
        reply = newest_from(phone, address, "What is the answer?")
        name = re.findall(r"\w+\.txt", reply["content"])[0]
        path = _path(phone.call("Files__tree", f"Where is {name}?", path="/"), name)
        phone.call("Emails__reply_to_email", "There it is.", email_id=reply["email_id"], content=said["again"], attachment_paths=[path])
        phone.tell(f"I sent {name} as a reply.")


def _path(tree: str, name: str) -> str:
    """The path of a file in a drawn tree."""
    above: list[str] = []
    for line in tree.splitlines()[1:]:
        branch, _, entry = line.rpartition("── ")
        depth = len(branch) // 4
        above = [*above[:depth], entry]
        if entry == name:
            return "/" + "/".join(above)
    raise LookupError(name)


FAMILY = Family("wrong_file", "Adaptability", PHRASINGS, make, solve, test_only=True, tags=("files", "email"))
