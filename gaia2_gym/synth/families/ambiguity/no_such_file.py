"""A file that is not there: move the others, and report."""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import basename

from gaia2_gym.apps.files.tree import Node
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Move {files} from {source} to {target}. Tell me if one of them does not exist.",
    "Please put {files} (all in {source}) into {target}; anything missing, report by name.",
    "From {source} to {target}: {files}. Should a file not be there, just tell me its name and move the rest.",
    "I want {files} out of {source} and in {target}. Let me know which you could not find.",
    "Could you move {files} from {source} over to {target}? If I got a name wrong, tell me which.",
    "{files}: move from {source} to {target}. No guessing with names; report those that don't exist.",
    "The files {files} in {source} belong in {target}. Move them and name whatever is not there.",
    "Relocate {files} ({source}) to {target}, please. Say so if a file is missing.",
    "{source} has {files}, I think. Move them to {target}; if something isn't there, say what.",
    "Take {files} in {source} and move them into {target}. Missing ones: give me the name, do nothing else about it.",
)
_STEMS = ("anthem", "blueprint", "census", "deed", "estimate", "forecast", "guestlist", "handbook", "itinerary", "ledger", "manual", "notice")


def make(d: Draft) -> None:
    nodes = d.state("Files").nodes
    source, target = d.draw.sample(("/Documents", "/Downloads", "/Archive"), 2)
    names = [f"{stem}.{d.draw.pick(('txt', 'md', 'csv'))}" for stem in d.draw.sample(_STEMS, 2 + d.difficulty)]
    d.fits({source, target} <= nodes.keys() and not any(basename(path) in names for path in nodes))
    missing = d.draw.pick(names)
    there = [name for name in names if name != missing]
    for name in sorted(there):
        nodes[f"{source}/{name}"] = Node("file", b"text\n")
    if d.difficulty > 2:
        stem, _, ending = missing.partition(".")
        nodes[f"{source}/{stem}s.{ending}"] = Node("file", b"another\n")
    d.ask(files=written_list(names), source=source, target=target, **{f"file{i}": name for i, name in enumerate(names)})
    for name in there:
        d.agent("Files__mv", path1=f"{source}/{name}", path2=f"{target}/{name}")
    wrong = [f"{there[0]} does not exist in {source}.", "All files are moved."]
    d.answer(f"{missing} does not exist in {source}.", wrong=wrong)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    here = set(phone.call("Files__ls", "What is there?", path=said["source"]))
    missing = ""
    for name in (said[f"file{i}"] for i in range(12) if f"file{i}" in said):
        path = f"{said['source']}/{name}"
        if path in here:
            phone.call("Files__mv", "It is there.", path1=path, path2=f"{said['target']}/{name}")
        else:
            missing = name
    phone.tell(f"There is no {missing} in {said['source']}.", "One was not to be found.")


FAMILY = Family("no_such_file", "Ambiguity", PHRASINGS, make, solve, test_only=True, tags=("impossible",))
