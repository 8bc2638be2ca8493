"""Which file in a folder holds a line?"""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import basename

from gaia2_gym.apps.files.tree import Node
from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Which file in {folder} contains the line "{line}"? Only the file name, without the folder.',
    'One of the files in {folder} says "{line}" What is that file called? Just its name.',
    'I wrote "{line}" into a file in {folder} and forgot which. Name of the file?',
    'Find the file in {folder} with the text "{line}" and give me its file name.',
    'Look into the files of {folder}: which one has "{line}" in it? File name only.',
    'Where in {folder} did I note "{line}"? I need the name of the file.',
    'Please search {folder} for "{line}" and reply with the name of the file that has it.',
    'Name the file in {folder} in which the sentence "{line}" stands.',
    'A note with "{line}" is somewhere in {folder}. What\'s its file name?',
    'Could you tell me which file in {folder} reads "{line}"? The name without path is enough.',
)
_NAMES = ("alpha", "birch", "comet", "delta", "ember", "fjord", "gable", "heron", "inlet", "juniper", "kiosk", "lagoon")


def make(d: Draft) -> None:
    nodes = d.state("Files").nodes
    folder = f"/Notes/{d.draw.pick(('Spring', 'Journal', 'Loose_leaves', 'Minutes', 'Club'))}"
    d.fits(folder not in nodes and "/Notes" in nodes)
    names = [f"{name}_{d.draw.integer(1, 60)}.txt" for name in d.draw.sample(_NAMES, 3 + d.difficulty)]
    lines = d.draw.sample(MESSAGES, 2 * len(names))
    nodes[folder] = Node("directory")
    for i, name in enumerate(sorted(names)):
        nodes[f"{folder}/{name}"] = Node("file", f"{lines[2 * i]}\n{lines[2 * i + 1]}\n".encode())
    chosen = d.draw.integer(0, len(names) - 1)
    names.sort()
    d.ask(folder=folder, line=lines[2 * chosen + d.draw.integer(0, 1)])
    d.answer(names[chosen], wrong=[name for i, name in enumerate(names) if i != chosen][:2])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    for path in phone.call("Files__ls", "What is in the folder?", path=said["folder"]):
        if said["line"] in str(phone.call("Files__cat", "Does this one say it?", path=path)):
            phone.tell(f"The file is {basename(path)}.", "Here it is.")
            return


FAMILY = Family("file_with_line", "Search", PHRASINGS, make, solve, test_only=True, tags=("search",))
