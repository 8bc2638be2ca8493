"""Open a group conversation with the people of an event and write the first message."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, TITLES, messageable, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Create a group in {app} called "{title}" with {names} and post "{text}" there. Nothing more.',
    'Open a new {app} group "{title}" for {names} and me, then write "{text}" into it.',
    'New group conversation in {app}: title "{title}", members {names}. First message: "{text}"',
    'Please start a {app} group named "{title}" with {names} and send it the message "{text}"',
    'I want to talk to {names} together. Make a group called "{title}" in {app} and say "{text}"',
    'Could you set up "{title}" as a group in {app} ({names}) and post "{text}" in there?',
    'In {app}, create the group "{title}" consisting of {names}; the first thing they read should be "{text}"',
    'Get {names} into one {app} group, title "{title}", and tell them "{text}"',
    'We need a group for it: {app}, "{title}", with {names}. Send "{text}" to the group once it exists.',
    'Set up a {app} group chat "{title}" with {names}, then post this in it: "{text}"',
)


def make(d: Draft) -> None:
    app = d.draw.pick(("Messages", "Chats"))
    people = d.draw.sample(messageable(d, app), 2 + d.difficulty)
    title = d.draw.pick(TITLES)
    state = d.state(app)
    d.fits(len(people) == 2 + d.difficulty and all(c.title != title for c in state.conversations.values()))
    text = d.draw.pick(MESSAGES)
    names = [p.name for p in people]
    d.ask(app=app, title=title, text=text, names=written_list(names), **{f"name{i}": name for i, name in enumerate(names)})
    group = d.agent(f"{app}__create_group_conversation", user_ids=[state.name_to_id[name] for name in names], title=title)
    d.agent(f"{app}__send_message_to_group_conversation", conversation_id=group.result, content=text).after(group, seconds=1)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    names = [said[f"name{i}"] for i in range(12) if f"name{i}" in said]
    ids = [phone.call(f"{said['app']}__lookup_user_id", f"I need {name}'s id.", user_name=name)[name] for name in names]
    group = phone.call(f"{said['app']}__create_group_conversation", "Everybody is found.", user_ids=ids, title=said["title"])
    phone.call(f"{said['app']}__send_message_to_group_conversation", "Now the message.", conversation_id=group, content=said["text"])
    phone.tell(f"The group {said['title']} has its first message.")


FAMILY = Family("group_chat", "Execution", PHRASINGS, make, solve, tags=("dependency",))
