"""A list of small jobs all over the phone."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.execution.jobs import JOBS, plan_job
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "{jobs}",
    "A few things to do, in any order. {jobs}",
    "Here is my list for today. {jobs}",
    "I won't get to these myself: {jobs}",
    "Please work through this. {jobs} Don't do anything that isn't on the list.",
    "{jobs} That is everything for now.",
    "Some odds and ends have piled up. {jobs}",
    "Could you take these off my hands? {jobs}",
    "This and that before the weekend: {jobs}",
    "One after the other, or however you like: {jobs} You needn't report on each.",
    "I have been collecting small jobs. {jobs} The rest can wait.",
    "My notes say the following. {jobs}",
)
_COUNTS = (2, 4, 5, 7, 9)


def make(d: Draft) -> None:
    names = d.draw.sample(sorted(JOBS), _COUNTS[d.difficulty - 1])
    planned = [plan_job(name, d, person) for name, person in zip(names, d.draw.sample(d.people, len(names)), strict=True)]
    d.ask(jobs=" ".join(words for words, _, _ in planned), **{key: text for _, slots, _ in planned for key, text in slots.items()})
    for _, _, write in planned:
        write()


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    for name, job in JOBS.items():
        if any(key.startswith(f"{name}_") for key in said):
            job.solve(phone, said)
    phone.tell("Everything on the list is done.")


FAMILY = Family("odd_jobs", "Execution", PHRASINGS, make, solve, tags=("multi_app",))
