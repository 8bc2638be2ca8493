"""Send the same message several times at a fixed distance."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, messageable
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Send {name} "{text}" in {app} {times} times, one every {gap} seconds; the first one {gap} seconds from now.',
    '{name} never reads the first message. In {app}, send "{text}" {times} times with {gap} seconds in between, beginning in {gap} seconds.',
    'Every {gap} seconds, {times} times in all, please message {name} in {app}: "{text}" Start when the first {gap} seconds are over.',
    'I want {name} to get "{text}" {times} times in {app}, {gap} seconds apart, the first after {gap} seconds.',
    'Set up a repeated message to {name} ({app}): "{text}", {times} of them, interval {gap} seconds, first one after one interval.',
    'In {app}, remind {name} {times} times, every {gap} seconds starting {gap} seconds from now, with "{text}"',
    'Could you send {name} the {app} message "{text}" at {gap}-second intervals, {times} times, the first in {gap} seconds?',
    '{times} messages to {name} in {app}, all saying "{text}", at a distance of {gap} seconds. Wait {gap} seconds before the first, too.',
    'Please be a nuisance: "{text}" to {name}, {app}, {times} times, always {gap} seconds later than the last; the first {gap} seconds from now.',
    'Message {name} in {app} every {gap} seconds until you have sent "{text}" {times} times. The first goes out in {gap} seconds.',
)


def make(d: Draft) -> None:
    app = d.draw.pick(("Messages", "Chats"))
    person = d.pick(messageable(d, app))
    text, times = d.draw.pick(MESSAGES), 2 + (d.difficulty > 2) + (d.difficulty > 4)
    gap = d.draw.pick((45, 60, 75, 90))
    d.ask(name=person.name, text=text, app=app, times=str(times), gap=str(gap))
    for n in range(times):
        call = {"user_id": d.state(app).name_to_id[person.name], "content": text}
        d.agent(f"{app}__send_message", **call).at(d.start + gap * (n + 1))


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    begin, gap = phone.now, int(said["gap"])
    user = phone.call(f"{said['app']}__lookup_user_id", "The id first.", user_name=said["name"])[said["name"]]
    for n in range(int(said["times"])):
        phone.wait_until(begin + gap * (n + 1), "Not yet.")
        phone.call(f"{said['app']}__send_message", f"Number {n + 1}.", user_id=user, content=said["text"])
    phone.tell(f"{said['name']} has got all {said['times']} messages.")


FAMILY = Family("repeat_message", "Time", PHRASINGS, make, solve, tags=("recurrent", "time-based"))
