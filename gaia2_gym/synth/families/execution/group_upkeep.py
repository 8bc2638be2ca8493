"""Exchange a member in every group of an app, and tell the groups."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft
from gaia2_gym.synth.families.execution.parts import plant_group
from gaia2_gym.synth.families.material import messageable
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Take {old} out of every {app} group conversation that we share and add {new} to those instead. Once a group is changed, post "{text}" in it.',
    '{old} has handed everything over to {new}. In all {app} groups with {old}, please swap the two, then write "{text}" in each of these groups.',
    'Wherever {old} is in a {app} group of mine: remove, add {new}, and then send the group "{text}"',
    'Go through my {app} groups. If {old} is a member, {new} takes that place ({old} leaves, {new} joins); afterwards the group reads "{text}" '
    "from me.",
    'Could you replace {old} by {new} in each of my {app} group chats that {old} belongs to? When that is done, say "{text}" there.',
    "{old} asked me to be taken off all {app} groups, and {new} wants in. Same groups, then. After the exchange leave a message in every one of "
    'them: "{text}"',
    'Group maintenance in {app}: out with {old}, in with {new}, in all groups {old} is part of. Then announce "{text}" in each.',
    'For every {app} group that has {old} in it, remove {old}, add {new} and, after both, post the line "{text}"',
    "I don't want {old} in any group on {app} any more; {new} is the substitute, group for group. The groups concerned should then each get the "
    'message "{text}"',
    'Swap {old} for {new} across my {app} groups. Groups without {old} stay as they are. The changed ones are told "{text}" after the swap.',
    'New on the committee: {new}, who replaces {old}. Please reflect that in the {app} groups where {old} is now, and then send "{text}" to each '
    "of them.",
)
_TITLES = ("Rota", "Stall 9", "Tuesday crew", "Costumes", "Allotment", "Car pool", "Away match", "Backstage", "House meeting", "Relay team")
_TEXTS = ("There has been a change of members.", "I have changed the members of this group.", "The list of members is new, please have a look.")


def make(d: Draft) -> None:
    app = d.draw.pick(("Messages", "Chats"))
    old, new, *others = d.draw.shuffled(messageable(d, app))
    d.fits(len(others) >= 4)
    titles = d.draw.sample(_TITLES, d.difficulty + 2)
    for title in titles[: d.difficulty]:
        plant_group(d, app, [old, *d.draw.sample(others, d.draw.integer(2, 3))], title)
    for title in titles[d.difficulty :]:
        plant_group(d, app, d.draw.sample([new, *others], 3), title)
    state = d.state(app)
    before, after = state.name_to_id[old.name], state.name_to_id[new.name]
    groups = [id for id, c in state.conversations.items() if before in c.participant_ids and len(c.participant_ids) > 2]
    d.fits(len(groups) <= d.difficulty + 1 and not any(after in state.conversations[id].participant_ids for id in groups))
    text = d.draw.pick(_TEXTS)
    d.ask(app=app, old=old.name, new=new.name, text=text)
    for id in groups:
        removed = d.agent(f"{app}__remove_participant_from_conversation", conversation_id=id, user_id=before)
        added = d.agent(f"{app}__add_participant_to_conversation", conversation_id=id, user_id=after)
        d.agent(f"{app}__send_message_to_group_conversation", conversation_id=id, content=text).after(removed, added, seconds=1)


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    app = said["app"]
    old, new = (phone.call(f"{app}__lookup_user_id", f"I need {said[who]}'s id.", user_name=said[who])[said[who]] for who in ("old", "new"))
    groups = [c for c in phone.conversations(app) if old in c["participant_ids"] and len(c["participant_ids"]) > 2]
    for group in groups:
        id, thought = group["conversation_id"], f"{said['old']} is in the group {group['title']}."
        phone.call(f"{app}__add_participant_to_conversation", thought, conversation_id=id, user_id=new)
        phone.call(f"{app}__remove_participant_from_conversation", "Now out with the other.", conversation_id=id, user_id=old)
        phone.call(f"{app}__send_message_to_group_conversation", "And the message.", conversation_id=id, content=said["text"])
    phone.tell(f"{said['new']} has replaced {said['old']} in {len(groups)} groups.")


FAMILY = Family("group_upkeep", "Execution", PHRASINGS, make, solve, tags=("bulk", "dependency"))
