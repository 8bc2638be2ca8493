"""Two groups of one title: do the rest, and ask which is to get the message; in the harder ones the user then says which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.ambiguity.errands import act, do_errands, errands, settled
from gaia2_gym.synth.families.execution.parts import plant_group
from gaia2_gym.synth.families.material import MESSAGES, messageable, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Write "{text}" in my {app} group "{title}". Also {errands}. If there is more than one such group, write to none and ask me, naming who is in '
    "each.",
    'Post "{text}" to the group "{title}" in {app}. Then {errands}. Should the title fit several groups, tell me their members and let me choose.',
    'Please {errands}. And tell the "{title}" group in {app}: "{text}" In case that could be two groups, ask me; I know them by their members.',
    'The {app} group "{title}" should read this: "{text}" Other than that, {errands}. Not sure which group? List the members of each and ask.',
    'Could you send "{text}" to "{title}", a group in {app}, and {errands}? If it is not clear which one I mean, give me the full names of the '
    "people in each.",
    'I need to tell "{title}" something ({app}): "{text}" Next, {errands}. I may be in two groups of that title; if so, ask first, with the members.',
    '{app}, group "{title}": "{text}" Errands: {errands}. Wrong group would be embarrassing, so when in doubt ask me and say who is in which.',
    'Kindly post "{text}" in the group "{title}" of {app}, and {errands}. Where several groups bear that title, please ask, stating the members of '
    "each.",
    'First {errands}. After that, message the group called "{title}" in {app}, "{text}" If that title is taken twice, which members does each have? '
    "Then I'll tell you.",
    'To everybody in "{title}" ({app}): "{text}" Besides, {errands}. People love to start new groups under old names; if that happened, name the '
    "members and ask.",
)
_TITLES = ("Rota", "Stall 9", "Tuesday crew", "Costumes", "Allotment", "Car pool", "Away match", "Backstage", "House meeting", "Relay team")


def make(d: Draft) -> None:
    app, (title, spare) = d.draw.pick(("Messages", "Chats")), d.draw.sample(_TITLES, 2)
    people = d.draw.shuffled(messageable(d, app))
    d.fits(len(people) >= 6)
    jobs_brief, jobs = errands(d, d.difficulty, without=("chat",))
    size = 2 + (d.difficulty > 3)
    sides = [people[:size], people[size : 2 * size]]
    groups = [plant_group(d, app, side, name) for side, name in zip(sides, (title, spare), strict=True)]
    state = d.state(app)
    state.conversations[groups[1]] = replace(state.conversations[groups[1]], title=title)
    text = d.draw.pick(MESSAGES)
    d.ask(app=app, title=title, text=text, **jobs_brief)
    act(d, jobs)
    first, second = (written_list(sorted(p.name for p in side)) for side in sides)
    stranger = next(p.name for p in d.people if p not in sides[0] and p not in sides[1])
    mixed = written_list([stranger, *sorted(p.name for p in sides[0])[1:]])
    wrong = [f"One group has {mixed}, the other {second}. Which one should get the message?", f'The message is in the group "{title}".']
    if settled(d, f"One group has {first}, the other {second}. Which one should get the message?", wrong):
        chosen = d.draw.integer(0, 1)
        d.user(f"The one with {sides[chosen][0].name}.")
        d.agent(f"{app}__send_message_to_group_conversation", conversation_id=groups[chosen], content=text)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    app = said["app"]
    do_errands(phone, said)
    groups = [c for c in phone.conversations(app) if c["title"] == said["title"] and len(c["participant_ids"]) > 2]
    own = phone.call("Contacts__get_current_user_details", "I leave the user out of the lists.")
    mine = {f"{own['first_name']} {own['last_name']}"}
    members = []
    for group in groups:
        names = {phone.call(f"{app}__get_user_name_from_id", "Who is this?", user_id=id) for id in group["participant_ids"]}
        members.append(sorted(names - mine))
    listed = ", the other with ".join(written_list(names) for names in members)
    phone.tell(f"Which group do you mean? There is one with {listed}.", "Two groups have that title, so I ask.")
    if not phone.over:
        chosen = next(g for g, names in zip(groups, members, strict=True) if any(name in phone.messages[-1] for name in names))
        said_there = {"conversation_id": chosen["conversation_id"], "content": said["text"]}
        phone.call(f"{app}__send_message_to_group_conversation", "Now it is clear which.", **said_there)
        phone.tell("It is posted.")


FAMILY = Family("group_twice", "Ambiguity", PHRASINGS, make, solve, test_only=True, tags=("several-referents",))
