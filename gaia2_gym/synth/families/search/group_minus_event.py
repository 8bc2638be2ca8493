"""Which members of a group conversation are not among the attendees of an event?"""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS, TITLES, messageable, parse_moment, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Which members of the group "{group}" in {app} are not attendees of "{title}" on {day}? I don\'t count. Full names.',
    'Compare the {app} group "{group}" with the attendees of "{title}" ({day}) and give me the full names of the members who are missing there, '
    "me aside.",
    '{app}, group "{group}": who of them, apart from me, is not on the list of "{title}" on {day}? Full names only.',
    'I think I forgot to invite people to "{title}" on {day}. Who is in the {app} group "{group}" but not among the attendees? Full names, '
    "without mine.",
    'Full names, please: everybody from my group "{group}" ({app}) whom the calendar doesn\'t list for "{title}" on {day}. Not me, obviously.',
    '"{title}" on {day} was meant for all of the "{group}" group in {app}. Which members other than me aren\'t attending? Name them in full.',
    'Take the members of "{group}" in {app}, leave out me and everyone who attends "{title}" on {day}. Who remains? Full names.',
    'Could you check who from the group conversation "{group}" ({app}) is not an attendee of "{title}" on {day}, and tell me the full names? '
    "I am not to be listed.",
    'Please determine which participants of the {app} conversation "{group}", myself excepted, are absent from the attendees of "{title}" on {day}. '
    "State full names.",
    'Somebody said not all of "{group}" ({app}) got the invitation to "{title}" ({day}). Who in the group is not an attendee? Full names, '
    "I am not meant.",
)


def make(d: Draft) -> None:
    app = d.draw.pick(("Messages", "Chats"))
    missing = 1 + (d.difficulty > 2) + (d.difficulty > 4)
    members = d.draw.sample(messageable(d, app), missing + 2 + d.difficulty // 2)
    d.fits(len(members) >= missing + 2)
    outside = [p.name for p in d.draw.sample([p for p in d.people if p not in members], d.difficulty)]
    group, title = f"{d.draw.pick(SUBJECTS)} {d.draw.integer(2, 90)}", d.draw.pick(TITLES)
    d.fits(all(c.title != group for c in d.state(app).conversations.values()) and all(e.title != title for e in d.events))
    names = [p.name for p in members]
    d.add_group(app, group, d.draw.shuffled(names), d.draw.sample(MESSAGES, 3))
    absent, coming = names[:missing], names[missing:]
    start = d.start - d.start % 86400 + 86400 * d.draw.integer(1, 25) + 3600 * d.draw.integer(9, 19)
    d.add_event(title, start, start + 7200, attendees=d.draw.shuffled([d.me.full_name, *coming, *outside]), tag="Social")
    d.ask(group=group, app=app, title=title, day=day_of(start))
    near = [[*absent, coming[0]], [coming[0], *absent[1:]], [*absent, outside[0]], *([absent[:-1]] if missing > 1 else [])]
    d.answer(written_list(absent), wrong=[written_list(names) for names in near])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    app, day = said["app"], parse_moment(phone.now, said["day"])
    group = next(c for c in phone.conversations(app) if c["title"] == said["group"])
    names = [phone.call(f"{app}__get_user_name_from_id", "Who is that?", user_id=id) for id in group["participant_ids"]]
    event = next(e for e in phone.events(day, day + 86399) if e["title"] == said["title"])
    me = phone.call("Contacts__get_current_user_details")
    absent = sorted({*names} - {*event["attendees"], f"{me['first_name']} {me['last_name']}"})
    phone.tell(f"Missing: {written_list(absent)}.", f"{len(names)} are in the group, {len(absent)} of them are no attendees.")


FAMILY = Family("group_minus_event", "Search", PHRASINGS, make, solve, tags=("join", "set-operation"))
