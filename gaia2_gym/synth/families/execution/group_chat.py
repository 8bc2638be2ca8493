"""Open group conversations with some people each and write the first message."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.material import MESSAGES, TITLES, messageable, numbered, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Create in {app}: {groups}. In each post "{text}" Nothing more.',
    'Open new {app} groups with me and these people: {groups}. Then write "{text}" into every one.',
    'New groups wanted on {app}, title and members being {groups}. First message everywhere: "{text}"',
    'Please start {groups} as {app} groups and send each the message "{text}"',
    'I want to talk to some people together. In {app} make {groups}, and say "{text}" in every group.',
    'Could you set up {groups} on {app} and, as soon as a group exists, post "{text}" in it?',
    'In {app}, groups are missing: {groups}. Create what is missing; the first thing read there should be "{text}"',
    'To be created in {app}: {groups}. To be told to each group: "{text}"',
    'We need groups for it: {app}, {groups}. Send "{text}" to a group once it exists.',
    'Set up {groups} as group chats in {app}, then post this in each: "{text}"',
)


def make(d: Draft) -> None:
    app, text = d.draw.pick(("Messages", "Chats")), d.draw.pick(MESSAGES)
    state = d.state(app)
    titles = d.draw.sample(TITLES, 1 + d.difficulty // 2)
    d.fits(not {c.title for c in state.conversations.values()} & set(titles))
    groups = [[p.name for p in d.draw.sample(messageable(d, app), d.draw.integer(2, 2 + d.difficulty))] for _ in titles]
    d.fits(all(len(names) > 1 for names in groups))
    rows = [written_list(names) for names in groups]
    wanted = written_list([f'"{title}" with {row}' for title, row in zip(titles, rows, strict=True)])
    d.ask(app=app, text=text, groups=wanted, **numbered(title=titles, row=rows))
    for title, names in zip(titles, groups, strict=True):
        group = d.agent(f"{app}__create_group_conversation", user_ids=[state.name_to_id[name] for name in names], title=title)
        d.agent(f"{app}__send_message_to_group_conversation", conversation_id=group.result, content=text).after(group, seconds=1)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    app = said["app"]
    for n in range(1, sum(key.startswith("title") for key in said) + 1):
        names = said[f"row{n}"].replace(" and ", ", ").split(", ")
        ids = [phone.call(f"{app}__lookup_user_id", f"I need {name}'s id.", user_name=name)[name] for name in names]
        group = phone.call(f"{app}__create_group_conversation", "Everybody is found.", user_ids=ids, title=said[f"title{n}"])
        phone.call(f"{app}__send_message_to_group_conversation", "Now the message.", conversation_id=group, content=said["text"])
    phone.tell("Every group has its first message.")


FAMILY = Family("group_chat", "Execution", PHRASINGS, make, solve, tags=("dependency",))
