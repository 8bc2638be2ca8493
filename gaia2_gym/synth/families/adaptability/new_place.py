"""Arrange to meet, with an entry in the calendar and a cab; when the other writes in the chat that it is elsewhere, correct both."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.adaptability.turns import HOUR, after_telling, bystanders, free_start, meanwhile
from gaia2_gym.synth.families.material import PLACES, messageable, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Enter "{title}" with {person} (the only attendee) on {day}, {clock}, two hours, at {place}{cab}, and send {person} the {app} message '
    '"{text}" Tell me. If {person} then names another place there, correct the calendar{cab_too}, answer "{answer}" and tell me where I have to be.',
    '"{title}" on {day} at {clock}, 2 hours, {place}, attendee {person}: into the calendar please{cab}. Then "{text}" to {person} in {app} and a '
    "note "
    'to me. A new place may come back in the chat: change the event accordingly{cab_too}, write "{answer}" and let me know the place.',
    'I am meeting {person} for "{title}" at {place} on {day}, from {clock}, for two hours. Calendar entry with {person} as attendee{cab}; {app} '
    "message "
    'to {person}: "{text}" Report to me. When {person} writes that it is somewhere else, replace the entry by one with the new place{cab_too}, write '
    'back "{answer}" and report the place.',
    'Please add the event "{title}" ({day}, {clock}, two hours, location {place}, attendee {person}){cab}. Write to {person} in {app}: "{text}" and '
    'confirm to me. Should the place change by a message of {person}, update the event{cab_too}, reply "{answer}" and confirm the new place to me.',
    'Could you put "{title}" at {place} into my calendar, {day}, {clock}, two hours, with {person} attending{cab}? After that write "{text}" to '
    "{person} "
    'in {app}, and tell me. {person} is fickle about places; if another one is named in the chat, move the event there{cab_too}, say "{answer}" to '
    "{person} and tell me which place it is.",
    'Plan "{title}": {place}, {day}, {clock}, duration two hours, with {person} as attendee in the calendar{cab}. "{text}" goes to {person} via '
    "{app}, a "
    'short message to me. In case {person} changes the place in the chat, the event has to be changed{cab_too}, "{answer}" goes to {person}, and the '
    "place to me.",
    '{person} wants to meet for "{title}" on {day}. Two hours from {clock}, at {place}, attendee {person}: make the entry{cab}, tell {person} '
    '"{text}" in '
    "{app} and me that all is set. If {person} prefers another place and says so in the chat, then the entry must show it{cab_too}; tell {person} "
    '"{answer}" and me the place.',
    'Meeting for the calendar: "{title}", {day}, {clock}, 2 h, at {place}, with {person}{cab}. {app} to {person}: "{text}" Then ping me. Place '
    "changed by "
    '{person} in the chat? Swap the event for one at the new place{cab_too}, {app} to {person}: "{answer}" Ping me with the place.',
    'Kindly schedule "{title}" at {place} for {day}, {clock}, two hours, inviting {person}{cab}. Kindly also send {person} "{text}" in {app} and '
    "notify "
    'me. If {person} announces a different place in that chat, kindly reschedule at that place{cab_too}, respond "{answer}" and notify me of it.',
    'Let me have "{title}" with {person} in the calendar: {place}, {day}, two hours starting at {clock}, {person} as attendee{cab}. Let {person} '
    "have "
    'the message "{text}" in {app}, and me a word. If the answer is a different place, then redo the event with it{cab_too}, answer "{answer}", and '
    "let me have the place.",
)
_TITLES = ("Coffee", "Dinner", "Board games", "Swap meet", "Photo walk", "Chess", "Sketching", "Listening evening", "Planning the trip")
_TEXTS = ("It is in my calendar.", "I have put it into my calendar, looking forward to it.", "I have noted it, see you then.")
_ANSWERS = ("I will be there.", "That place is fine with me.", "I have changed it, see you there.")
_NEWS = (
    "Sorry, the place is closed that day. Let us meet at {place} instead, same time.",
    "Change of plan: we meet at {place}, not at {old}. The time stays.",
    "They have no room for us at {old}. I have got us a table at {place}.",
)


def make(d: Draft) -> None:
    app = d.draw.pick(("Messages", "Chats"))
    person = d.pick(messageable(d, app))
    start, title = free_start(d), d.draw.pick(_TITLES)
    rounds = 2 if d.difficulty >= 5 else 1
    places = d.draw.sample(PLACES, 1 + rounds)
    text, answer, by_cab = d.draw.pick(_TEXTS), d.draw.pick(_ANSWERS), d.difficulty >= 3
    d.ask(
        title=title, person=person.name, day=day_of(start), clock=clock_of(start), place=places[0], app=app, text=text, answer=answer,
        cab=", and order a Default cab from my home to it for half an hour earlier" if by_cab else "",
        cab_too=" and the cab (cancel it, order it anew)" if by_cab else "",
    )  # fmt: skip
    user_id = d.state(app).name_to_id[person.name]
    event = {"title": title, "attendees": [person.name], "start_datetime": text_of(start), "end_datetime": text_of(start + 2 * HOUR)}
    ride = {"start_location": d.me.address, "service_type": "Default", "ride_time": text_of(start - HOUR / 2)}
    entered = d.agent("Calendar__add_calendar_event", location=places[0], **event)
    if by_cab:
        d.agent("Cabs__order_ride", end_location=places[0], **ride)
    chat = d.agent(f"{app}__send_message", user_id=user_id, content=text)
    told = d.say("Done.")
    for old, place in pairwise(places):
        meanwhile(d, told, bystanders(d, person), d.difficulty - 1, within=60)
        news = {"sender_id": user_id, "content": d.draw.pick(_NEWS).format(place=place, old=old)}
        d.env(f"{app}__create_and_add_message", conversation_id=chat.result, **news).after(told, seconds=60)
        d.agent("Calendar__delete_calendar_event", event_id=entered.result)
        entered = d.agent("Calendar__add_calendar_event", location=place, **event)
        if by_cab:
            cancelled = d.agent("Cabs__user_cancel_ride")
            d.agent("Cabs__order_ride", end_location=place, **ride).after(cancelled)
        d.agent(f"{app}__send_message", user_id=user_id, content=answer)
        told = d.say(f"The new place is {place}.")


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    app, person, place = said["app"], said["person"], said["place"]
    start = parse_moment(phone.now, said["day"], said["clock"])
    times = {"start_datetime": text_of(start), "end_datetime": text_of(start + 2 * HOUR)}
    event = {"title": said["title"], "attendees": [person], **times}
    home = phone.call("Contacts__get_current_user_details", "The address may be needed.")["address"]
    ride = {"start_location": home, "service_type": "Default", "ride_time": text_of(start - HOUR / 2)}
    user_id = phone.call(f"{app}__lookup_user_id", f"{person}'s id in {app}.", user_name=person)[person]
    entered = phone.call("Calendar__add_calendar_event", "The entry first.", location=place, **event)
    if said["cab"]:
        phone.call("Cabs__order_ride", "The cab.", end_location=place, **ride)
    chat = phone.call(f"{app}__send_message", "Then the message.", user_id=user_id, content=said["text"])
    report = f"I have added {said['title']} to your calendar and sent {person} the message."
    for notification in after_telling(phone, report, app, f"{person} has not written."):
        if chat not in notification.text:
            continue
        news = phone.call(f"{app}__read_conversation", f"What does {person} write?", conversation_id=chat, limit=1)["messages"][0]["content"]
        place = next(p for p in PLACES if p in news and p != place)
        phone.call("Calendar__delete_calendar_event", f"The place is {place} now.", event_id=entered)
        entered = phone.call("Calendar__add_calendar_event", "The same at the new place.", location=place, **event)
        if said["cab"]:
            phone.call("Cabs__user_cancel_ride", "The cab would go to the wrong place.")
            phone.call("Cabs__order_ride", "To the right one.", end_location=place, **ride)
        phone.call(f"{app}__send_message", "I answer.", user_id=user_id, content=said["answer"])
        phone.tell(f"{person} has changed the place: you meet at {place}.")


FAMILY = Family("new_place", "Adaptability", PHRASINGS, make, solve, tags=("chats", "calendar", "cabs"))
