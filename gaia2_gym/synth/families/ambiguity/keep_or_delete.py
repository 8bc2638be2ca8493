"""A file that is to be renamed and to be deleted: do what the others call for, and ask; in the harder ones the user then decides."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.apps.files.tree import Node
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.ambiguity.errands import act, do_errands, errands, settled
from gaia2_gym.synth.families.material import MESSAGES, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "In {folder}, delete {gone}. In the same folder, {renamed}. Also {errands}. If I contradict myself about a file, leave that one alone and ask.",
    "Tidying {folder}: {renamed}; delete {gone}. And please {errands}. Should two of my wishes exclude each other, do neither and ask me which.",
    "Please {errands}. Then some work in {folder}. To be deleted: {gone}. To be renamed: {renamed}. For a file where that doesn't go together, ask "
    "me.",
    "From {folder} remove {gone}, and also there {renamed}. Besides, {errands}. I wrote this in two goes, so check it; what's contradictory, ask "
    "first.",
    "Could you go to {folder} and {renamed}? Could you also delete {gone} there, and {errands}? If one file is in both lists, don't touch it, ask.",
    "{folder} needs order: get rid of {gone}, and {renamed}. Next {errands}. Conflicting instructions about a file? Then keep your hands off it and "
    "ask me.",
    "Files in {folder}: {renamed}. Also in there, these go for good: {gone}. Apart from that {errands}. Anything inconsistent comes back to me as a "
    "question.",
    "Kindly delete {gone} in {folder} and, in that folder, {renamed}. In addition, {errands}. Should my instructions conflict for a file, please "
    "ask before acting on it.",
    "My list for {folder}. Out: {gone}. New names: {renamed}. For elsewhere: {errands}. Do all that is clear; whatever clashes, ask me about.",
    "We both made notes on {folder}. Mine: {renamed}. My partner's: delete {gone}. And then {errands}. Where the notes clash, leave the file and "
    "ask me.",
)
_STEMS = ("report", "sketch", "budget", "letter", "recipe", "agenda", "inventory", "survey", "lyrics", "diary", "quote", "timetable")
_ENDINGS = ("txt", "md", "csv")


def make(d: Draft) -> None:
    nodes, n = d.state("Files").nodes, 1 + d.difficulty // 2
    folder = d.draw.pick(("/Documents", "/Downloads", "/Notes", "/Archive"))
    files = [f"{stem}.{d.draw.pick(_ENDINGS)}" for stem in d.draw.sample(_STEMS, 2 * n + 1)]
    d.fits(folder in nodes and not any(f"{folder}/{name}" in nodes for name in files))
    nodes.update({f"{folder}/{name}": Node("file", d.draw.pick(MESSAGES).encode()) for name in files})
    clash, gone, kept = files[0], files[1 : n + 1], files[n + 1 :]
    year = d.now.year - d.draw.integer(1, 5)
    new = {name: name.replace(".", f"_{year}.") for name in (clash, *kept)}
    jobs_brief, jobs = errands(d, 1 + d.difficulty // 2, without=("file",))
    deleted, renamed = d.draw.shuffled([clash, *gone]), d.draw.shuffled([clash, *kept])
    parts = {f"gone{i}": name for i, name in enumerate(deleted)} | {f"old{i}": name for i, name in enumerate(renamed)}
    parts |= {f"new{i}": new[name] for i, name in enumerate(renamed)}
    d.ask(folder=folder, gone=written_list(deleted), renamed=written_list([f"rename {o} to {new[o]}" for o in renamed]), **jobs_brief, **parts)
    act(d, jobs)
    for name in gone:
        d.agent("Files__rm", path=f"{folder}/{name}")
    for name in kept:
        d.agent("Files__mv", path1=f"{folder}/{name}", path2=f"{folder}/{new[name]}")
    wrong = [
        f"You asked me both to delete {gone[0]} and to rename it. Which should I do?",
        f"I have deleted {clash}.",
        "All files are deleted and renamed.",
    ]
    if settled(d, f"You asked me both to delete {clash} and to rename it. Which should I do?", wrong):
        if d.draw.chance(0.5):
            d.user("Delete it.")
            d.agent("Files__rm", path=f"{folder}/{clash}")
        else:
            d.user("Rename it.")
            d.agent("Files__mv", path1=f"{folder}/{clash}", path2=f"{folder}/{new[clash]}")


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    folder = said["folder"]
    gone = [said[f"gone{i}"] for i in range(9) if f"gone{i}" in said]
    new = {said[f"old{i}"]: said[f"new{i}"] for i in range(9) if f"old{i}" in said}
    do_errands(phone, said)
    clash = next(name for name in gone if name in new)
    for name in gone:
        if name != clash:
            phone.call("Files__rm", "This one is only to be deleted.", path=f"{folder}/{name}")
    for name in new:
        if name != clash:
            phone.call("Files__mv", "This one is only to be renamed.", path1=f"{folder}/{name}", path2=f"{folder}/{new[name]}")
    phone.tell(f"You want {clash} both deleted and renamed. Which should I do?", f"{clash} is in both lists: a contradiction, so I ask.")
    if not phone.over:
        if "Delete" in phone.messages[-1]:
            phone.call("Files__rm", "So it goes.", path=f"{folder}/{clash}")
        else:
            phone.call("Files__mv", "So it stays, under the new name.", path1=f"{folder}/{clash}", path2=f"{folder}/{new[clash]}")
        phone.tell(f"{clash} is settled too.")


FAMILY = Family("keep_or_delete", "Ambiguity", PHRASINGS, make, solve, tags=("contradictory",))
