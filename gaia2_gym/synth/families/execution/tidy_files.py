"""Make a folder and move files of one kind into it; delete others."""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import basename

from gaia2_gym.apps.files.tree import Node
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "Make a folder {folder} and move every .{kind} file directly in {source} into it. Delete the .tmp files in {source}.",
    "My {source} is a mess. Create {folder}, move all files there that end in .{kind} into it, and remove whatever ends in .tmp.",
    "Please sort {source}: .{kind} files go to a new folder {folder}, .tmp files are deleted, the rest stays.",
    "Create the directory {folder}. Then move all .{kind} files from {source} to it and get rid of the .tmp files in {source}.",
    "File housekeeping in {source}: everything with the ending .{kind} into the new folder {folder}; everything with the ending .tmp in the bin.",
    "I'd like the .{kind} files of {source} in a folder of their own, {folder}, which doesn't exist yet. And .tmp files there can go.",
    "Could you move the .{kind} files in {source} to a new folder {folder} and delete the .tmp ones in {source}?",
    "Clean up {source}. A new folder {folder} takes all its .{kind} files. Its .tmp files are rubbish, delete them.",
    "Tidy {source} for me: mkdir {folder}, move *.{kind} there, rm *.tmp, nothing else.",
    "New folder: {folder}. Into it: all .{kind} files that lie in {source}. Out with: all .tmp files in {source}.",
)
_STEMS = (
    "report",
    "sketch",
    "budget",
    "letter",
    "photo_list",
    "recipe",
    "agenda",
    "inventory",
    "survey",
    "lyrics",
    "map",
    "diary",
    "quote",
    "timetable",
)
_FOLDERS = ("Sorted", "Collected", "Old_papers", "For_review", "Backlog", "Shelf")


def make(d: Draft) -> None:
    nodes = d.state("Files").nodes
    source, kind, name = d.draw.pick(("/Documents", "/Downloads")), d.draw.pick(("txt", "csv", "pdf", "docx")), d.draw.pick(_FOLDERS)
    folder = f"{source}/{name}"
    d.fits(folder not in nodes and source in nodes)
    stems = d.draw.sample(_STEMS, 4 + d.difficulty)
    other = d.draw.pick([k for k in ("txt", "csv", "pdf", "docx") if k != kind])
    planted = {f"{source}/{stem}.{ending}" for stem, ending in zip(stems, ([kind] * (1 + d.difficulty) + ["tmp", "tmp", other]), strict=True)}
    d.fits(not planted & nodes.keys())
    nodes.update({path: Node("file", b"draft\n") for path in sorted(planted)})
    here = sorted(path for path, node in nodes.items() if path.rpartition("/")[0] == source and node.kind == "file")
    moved, gone = ([p for p in here if p.endswith(f".{ending}")] for ending in (kind, "tmp"))
    d.fits(len(moved) <= 3 + 3 * d.difficulty)
    d.ask(folder=folder, source=source, kind=kind)
    made = d.agent("Files__mkdir", path=folder)
    for path in moved:
        d.agent("Files__mv", path1=path, path2=f"{folder}/{basename(path)}").after(made, seconds=1)
    for path in gone:
        d.agent("Files__rm", path=path)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    listed = phone.call("Files__ls", "What is there?", path=said["source"], detail=True)
    files = sorted(entry["name"] for entry in listed if entry["type"] == "file")
    phone.call("Files__mkdir", "First the folder.", path=said["folder"])
    for path in files:
        if path.endswith(f".{said['kind']}"):
            phone.call("Files__mv", "This one belongs into it.", path1=path, path2=f"{said['folder']}/{basename(path)}")
        elif path.endswith(".tmp"):
            phone.call("Files__rm", "A temporary file.", path=path)
    phone.tell(f"{said['source']} is tidy.")


FAMILY = Family("tidy_files", "Execution", PHRASINGS, make, solve, test_only=True, tags=("bulk",))
