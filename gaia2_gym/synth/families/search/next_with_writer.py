"""When is the next event with the person who wrote something in a chat?"""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, text_of
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS, messageable
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'In {app}, somebody wrote "{text}" When does my next calendar event with that person as an attendee begin? YYYY-MM-DD HH:MM.',
    'Find out who sent "{text}" in {app}, then tell me the start of the next event that person attends, as YYYY-MM-DD HH:MM.',
    'One of my {app} groups has the message "{text}" When will I next see its author, according to the calendar? Start as YYYY-MM-DD HH:MM, please.',
    '"{text}" - that came in {app}. I want to answer face to face: when does the next event attended by whoever wrote it start? YYYY-MM-DD HH:MM.',
    'Next event in my calendar with the author of the {app} message "{text}"? Only the start, YYYY-MM-DD HH:MM.',
    'Who wrote "{text}" in {app}? I don\'t need the name, only when my next event with that attendee starts, in the form YYYY-MM-DD HH:MM.',
    'Kindly look up the sender of "{text}" in {app} and the earliest coming event with that person among the attendees. Its start as '
    "YYYY-MM-DD HH:MM.",
    'Someone has posted "{text}" in {app} and I have to talk to them. What is the start (YYYY-MM-DD HH:MM) of the first future event they attend?',
    'Could you check {app} for "{text}" and my calendar for the next event with the one who wrote it? The start will do, as YYYY-MM-DD HH:MM.',
    'I keep thinking about the {app} message "{text}" When is the next event that its sender attends? Give the start as YYYY-MM-DD HH:MM.',
)
_OCCASIONS = ("Walk", "Chess", "Phone call", "Planning", "Tennis", "Tea")


def make(d: Draft) -> None:
    app = d.draw.pick(("Messages", "Chats"))
    writer, *others = d.draw.sample(messageable(d, app), 4)
    d.fits(len(others) > 1)
    texts = d.draw.sample(MESSAGES, 3)
    d.fits(all(texts[0] not in m.content for found in d.state(app).messages.values() for m in found))
    d.add_group(app, f"{d.draw.pick(SUBJECTS)} {d.draw.integer(2, 90)}", [p.name for p in (writer, *others)], texts)
    today, soon = d.start - d.start % 86400, d.draw.integer(2, 12)
    days = [(-d.draw.integer(1, 20), writer), (soon, writer), (soon + d.draw.integer(1, 9), writer)]
    days += [(d.draw.integer(1, soon), d.draw.pick(others)) for _ in range(d.difficulty)]
    for day, person in days:
        start = today + 86400 * day + 1800 * d.draw.integer(16, 38)
        d.add_event(d.draw.pick(_OCCASIONS), start, start + 3600, attendees=[d.me.full_name, person.name], tag="Social")
    ahead = [e for e in d.events if e.end_datetime > d.start]
    mine = [text_of(e.start_datetime)[:16] for e in ahead if writer.name in e.attendees]
    d.fits(ahead and len(set(mine)) == len(mine) and all(e.start_datetime > d.start + 3600 for e in ahead if writer.name in e.attendees))
    d.ask(app=app, text=texts[0])
    d.answer(mine[0], wrong=[mine[1], *(text_of(e.start_datetime)[:16] for e in ahead if others[0].name in e.attendees)][:3])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    app = said["app"]
    (conversation,) = phone.call(f"{app}__search", "Where does it stand?", query=said["text"])
    message = next(m for m in phone.conversation(app, conversation) if m["content"] == said["text"])
    name = phone.call(f"{app}__get_user_name_from_id", "Who wrote it?", user_id=message["sender_id"])
    events = phone.events(phone.now, phone.now + 86400 * 60)
    start = min(e["start_datetime"] for e in events if name in e["attendees"] and e["start_datetime"] > text_of(phone.now))
    phone.tell(f"The next one starts at {start[:16]}.", f"{name} wrote it.")


FAMILY = Family("next_with_writer", "Search", PHRASINGS, make, solve, tags=("join", "date-arithmetic"))
