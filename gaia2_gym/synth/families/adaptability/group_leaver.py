"""Make a group conversation; whoever writes there that she or he is out is removed, and the next in line takes the place."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.adaptability.turns import after_telling, bystanders, meanwhile, parts
from gaia2_gym.synth.families.material import messageable, numbered, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Open a group in {app} called "{title}" with {members}, write "{text}" there, and tell me. If someone in it drops out, remove that one, add '
    "the next "
    'of {reserves} instead, write "{welcome}" in the group, and tell me who has come in.',
    '{app}, new group "{title}": {members}. First message: "{text}" Then a note to me. For each member who says no there: out of the group, in '
    "with the "
    'next of {reserves}, message "{welcome}", and the name of the new one to me.',
    'Please start the {app} group conversation "{title}" with {members} and send "{text}" to it; confirm to me. Should a member back out in the '
    "group, "
    'replace that member by the next of {reserves}, send "{welcome}" to the group, and confirm to me who is new.',
    'I need a team for "{title}". Group in {app} of that title with {members}, message "{text}", and let me know. Whoever writes that it will '
    "not work "
    'has to leave the group and the next from the bench ({reserves}) joins it; write "{welcome}" to all and let me know who joined.',
    'Could you create a group in {app}, title "{title}", for {members}, post "{text}" in it and report? In case anybody there withdraws, take '
    "the person "
    'out, put the next of {reserves} in, post "{welcome}" and report the name of the newcomer.',
    'Set up "{title}" as a group in {app}. Members: {members}. Post: "{text}" Ping me. If one withdraws by a message in the group, swap her or '
    "him for "
    'the next of {reserves}, post "{welcome}" and ping me with the new name.',
    'Group chat in {app}, please, for "{title}" (that is its title, too), with {members}. Say "{text}" in it. Give me a sign. Someone may '
    "decline there: "
    'remove them, add the next reserve from {reserves}, say "{welcome}" and give me the name of the reserve.',
    'Kindly open a group conversation "{title}" in {app} with {members}, kindly write "{text}" and notify me. Members who decline in the '
    "conversation "
    'are to be removed and replaced by the next of {reserves}; kindly write "{welcome}" then and notify me of the new member.',
    'Make me a group in {app}: "{title}", people {members}, opening message "{text}". A line to me. A refusal in the group means that the person '
    "goes and "
    'the next of {reserves} comes, with the message "{welcome}" and a line to me about who it is.',
    'For "{title}" get {members} into a group of that name in {app} and tell them there "{text}" Tell me, too. When a member cancels in the '
    "group, kick "
    'that member out, bring the next of {reserves} in, tell the group "{welcome}" and tell me whom you brought in.',
)
_TITLES = (
    "Relay team",
    "Quiz team",
    "Moving help",
    "Band night",
    "Boat crew",
    "Stall shift",
    "Theatre row",
    "Cooking crew",
    "Goal keepers",
    "Van share",
)
_TEXTS = ("Are you all in?", "Please tell me here whether you can make it.", "Who is in? I count on all of you.")
_WELCOMES = ("Welcome to our newest member!", "There is a change in the team, hello to our new member.", "We are complete again.")
_YES = ("I am in.", "Great, I will come.", "Yes, you can count on me.")
_NO = ("Sorry, I am out this time.", "I have to back out, too much work.", "Count me out, I am afraid.")


def make(d: Draft) -> None:
    app = d.draw.pick(("Messages", "Chats"))
    rounds = 1 if d.difficulty < 4 else 2
    ids = d.state(app).name_to_id
    people = d.draw.sample(messageable(d, app), 3 + d.difficulty // 2 + rounds + 1)
    reserves, members = people[: rounds + 1], people[rounds + 1 :]
    d.fits(len(members) >= 3)
    title, text, welcome = d.draw.pick(_TITLES), d.draw.pick(_TEXTS), d.draw.pick(_WELCOMES)
    d.fits(all(c.title != title for c in d.state(app).conversations.values()))
    names = {"member": [p.name for p in members], "reserve": [p.name for p in reserves]}
    order = ", then ".join(names["reserve"])
    d.ask(app=app, title=title, text=text, welcome=welcome, members=written_list(names["member"]), reserves=order, **numbered(**names))
    group = d.agent(f"{app}__create_group_conversation", user_ids=[ids[p.name] for p in members], title=title)
    d.agent(f"{app}__send_message_to_group_conversation", conversation_id=group.result, content=text).after(group)
    told = d.say("Done.")
    talkers = d.draw.shuffled(members)
    for reserve in reserves[:rounds]:
        meanwhile(d, told, bystanders(d, *people), d.difficulty - 1, within=60)
        leaver, *others = talkers
        for n, other in enumerate(others[: d.difficulty // 2]):
            yes = {"conversation_id": group.result, "sender_id": ids[other.name], "content": d.draw.pick(_YES)}
            d.env(f"{app}__create_and_add_message", **yes).after(told, seconds=15 + 15 * n)
        talkers = others[d.difficulty // 2 :] + others[: d.difficulty // 2]
        no = {"conversation_id": group.result, "sender_id": ids[leaver.name], "content": d.draw.pick(_NO)}
        d.env(f"{app}__create_and_add_message", **no).after(told, seconds=60)
        changes = {"remove": leaver, "add": reserve}
        done = []
        for what, person in changes.items():
            tool = f"{app}__{what}_participant_{'from' if what == 'remove' else 'to'}_conversation"
            done.append(d.agent(tool, conversation_id=group.result, user_id=ids[person.name]))
        d.agent(f"{app}__send_message_to_group_conversation", conversation_id=group.result, content=welcome).after(*done)
        told = d.say(f"{reserve.name} is in the group now.")


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    app = said["app"]
    members, reserves = parts(said, "member"), parts(said, "reserve")
    ids = {name: phone.call(f"{app}__lookup_user_id", user_name=name)[name] for name in (*members, *reserves)}
    users = [ids[name] for name in members]
    group = phone.call(f"{app}__create_group_conversation", "Everybody into one group.", user_ids=users, title=said["title"])
    phone.call(f"{app}__send_message_to_group_conversation", "The first message.", conversation_id=group, content=said["text"])
    for news in after_telling(phone, "I have created the group and sent the message.", app, "Nobody has dropped out."):
        if group not in news.text:
            continue
        latest = phone.call(f"{app}__read_conversation", "What do they say?", conversation_id=group, limit=1)["messages"][0]
        if not any(word in latest["content"] for word in ("am out", "back out", "me out")):
            continue
        name = reserves.pop(0)
        where = {"conversation_id": group}
        phone.call(f"{app}__remove_participant_from_conversation", "One is out.", user_id=latest["sender_id"], **where)
        phone.call(f"{app}__add_participant_to_conversation", f"{name} is next.", user_id=ids[name], **where)
        phone.call(f"{app}__send_message_to_group_conversation", "And the welcome.", content=said["welcome"], **where)
        phone.tell(f"I have added {name} to the group.")


FAMILY = Family("group_leaver", "Adaptability", PHRASINGS, make, solve, test_only=True, tags=("chats", "fallback"))
