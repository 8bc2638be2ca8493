"""Get ready for an event in the calendar: a cab, and a word to those who come; when the organiser moves the event, put everything right."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.adaptability.turns import (
    HOUR,
    after_telling,
    bystanders,
    free_start,
    letter,
    meanwhile,
    newest_from,
    proposal,
    proposed,
)
from gaia2_gym.synth.families.material import PLACES, TITLES, parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'For "{title}" on {day}, book a {service} cab from my home to its location, {minutes} minutes before it starts, email the other attendees in one '
    'email (subject "{title}", text "{text}"), and tell me. If {host} moves it by email, replace the event (all else unchanged), cancel the cab '
    "and book "
    'it for the new time, email the same people "{again}" with the same subject, and tell me the new day and time of pick-up.',
    'I am going to "{title}" on {day}. Cab: {service}, home to where it takes place, {minutes} minutes ahead. Joint email to the other attendees, '
    '"{title}", "{text}" Note to me. Should {host} write that the time has changed: event to the new time, old cab cancelled, new one as many '
    "minutes "
    'ahead, joint email "{title}", "{again}" and the day and time of pick-up to me.',
    'Please order a {service} cab that leaves home {minutes} minutes before "{title}" ({day}) for its location, and tell the other attendees in '
    "a single "
    'email with the title of the event as subject "{text}" Confirm to me. When {host} emails another time, please move the event, exchange the '
    "cab for "
    'one at the corresponding time, write "{again}" in the same way, and confirm the day and time of pick-up.',
    'Preparations for "{title}", {day}: {service} cab, from home, to its location, {minutes} minutes before the start; one email to all other '
    "attendees "
    'called "{title}": "{text}" Report. Time changes come from {host} by email. Then move the event in the calendar, cancel and re-order the cab '
    "to fit, "
    'send "{again}" to the same people under the same subject, report day and time of the pick-up.',
    'Could you see to "{title}" on {day}? I need a {service} cab from home to the location, {minutes} minutes before the beginning, and the other '
    'attendees one email, subject "{title}", saying "{text}" Let me know. {host} may shift it and email me. In that case shift the event and the cab '
    '(cancel it first) too, write to them "{again}", same subject, and let me know the new day and time of pick-up.',
    'A {service} cab to "{title}" please, on {day}, from my home to its location, pick-up {minutes} minutes before. Then an email, subject '
    '"{title}", to '
    'the other attendees together: "{text}" Ping me. If an email from {host} changes the time, replace the calendar event, replace the cab '
    "accordingly, "
    'email them "{again}" with that subject, ping me with the day and time of pick-up.',
    'Kindly book a {service} cab for "{title}" on {day}: from home to the place of the event, {minutes} minutes before its start. Kindly inform '
    "the other "
    'attendees by one email ("{title}": "{text}") and notify me. Upon a change of time by {host}, kindly adjust event and cab (cancel, book anew), '
    'inform the same people ("{title}": "{again}") and notify me of the day and time of pick-up.',
    'How I get to "{title}" on {day}: {service} cab, {minutes} minutes before, home to its location. Arrange that, say "{text}" to the other '
    "attendees in "
    'one email entitled "{title}", and give me a sign. Should {host} put it off by email, rearrange: the event in the calendar, the cab (cancel, '
    "order), "
    'another email "{again}" to them under that title, and give me the day and time of pick-up.',
    '"{title}" on {day}: order me the cab ({service}, from home to its location, {minutes} minutes before it begins). Email the other attendees '
    "at once, "
    'subject "{title}", text "{text}" and message me. If I get another time from {host} by email, the event changes, the cab changes (cancel it '
    "and order "
    'again), the others get "{again}" with the same subject, and I get the day and time of pick-up.',
    'Take care of my way to "{title}" on {day}. Home to its location with a {service} cab, leaving {minutes} minutes before the start. The other '
    'attendees should get a common email, "{title}", "{text}" and I a short message. {host} might email a new time: move the event, cancel the cab, '
    'order one for the new time, same people get "{again}", same subject, and I the day and time of pick-up.',
)
_TEXTS = ("I am coming by cab, see you there.", "I will be there on time.", "Looking forward to seeing you all.")
_AGAIN = ("The time has changed, please see the calendar.", "It has been moved, I hope that suits you.", "There is a new time, I will be there.")
_NEWS = ("we have to move it: {when}.", "the time has changed, it is {when}.", "could everybody come at another time? {when}, please.")


def make(d: Draft) -> None:
    host, *others = bystanders(d)
    guests = [host, *others[: d.difficulty]]
    start, title = free_start(d), d.draw.pick(TITLES)
    d.fits(all(title not in e.title for e in d.events))
    place, service, minutes = d.draw.pick(PLACES), d.draw.pick(("Default", "Premium", "Van")), d.draw.pick((20, 30, 45, 60))
    names = [d.me.full_name, *(p.name for p in guests)]
    length = HOUR * d.draw.pick((1, 1.5, 2))
    event_id = d.add_event(title, start, start + length, attendees=names, location=place, tag="Social").event_id
    text, again = d.draw.pick(_TEXTS), d.draw.pick(_AGAIN)
    d.ask(title=title, day=day_of(start), service=service, minutes=str(minutes), text=text, again=again, host=host.name)
    ride = {"start_location": d.me.address, "end_location": place, "service_type": service}
    mail = {"recipients": [p.email for p in guests], "subject": title}
    d.agent("Cabs__order_ride", ride_time=text_of(start - 60 * minutes), **ride)
    d.agent("Emails__send_email", content=text, **mail)
    told = d.say("Done.")
    for _ in range(2 if d.difficulty >= 5 else 1):
        meanwhile(d, told, others[5:], d.difficulty - 1, within=60)
        start, when = proposal(d, start, relative=d.difficulty >= 3)
        news = letter(d, host, f"About {title}: {d.draw.pick(_NEWS).format(when=when)}")
        d.env("Emails__create_and_add_email", sender=host.email, recipients=[d.me.email], subject=title, content=news).after(told, seconds=60)
        d.agent("Calendar__delete_calendar_event", event_id=event_id)
        times = {"start_datetime": text_of(start), "end_datetime": text_of(start + length)}
        event_id = d.agent("Calendar__add_calendar_event", title=title, location=place, attendees=names, tag="Social", **times).result
        cancelled = d.agent("Cabs__user_cancel_ride")
        d.agent("Cabs__order_ride", ride_time=text_of(start - 60 * minutes), **ride).after(cancelled)
        d.agent("Emails__send_email", content=again, **mail)
        told = d.say(f"The new pick-up is on {day_of(start)} at {clock_of(start - 60 * minutes)}.")


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    me = phone.call("Contacts__get_current_user_details", "I need the home address.")
    day = parse_moment(phone.now, said["day"])
    event = next(e for e in phone.events(day, day + 86399) if e["title"] == said["title"])
    start, end = (datetime.fromisoformat(event[name]).replace(tzinfo=UTC).timestamp() for name in ("start_datetime", "end_datetime"))
    length, ahead, event_id = end - start, 60 * int(said["minutes"]), event["event_id"]
    cards = [phone.contact(name) for name in event["attendees"] if name != f"{me['first_name']} {me['last_name']}"]
    host = next(c["email"] for c in cards if f"{c['first_name']} {c['last_name']}" == said["host"])
    mail = {"recipients": [card["email"] for card in cards], "subject": said["title"]}
    ride = {"start_location": me["address"], "end_location": event["location"], "service_type": said["service"]}
    phone.call("Cabs__order_ride", f"It begins at {event['start_datetime']}.", ride_time=text_of(start - ahead), **ride)
    phone.call("Emails__send_email", "The others.", content=said["text"], **mail)
    for news in after_telling(phone, "The cab is ordered and the email is sent.", "Emails", "No change of time."):
        if host not in news.text:
            continue
        start = proposed(phone.now, start, newest_from(phone, host, "Is there another time?")["content"])
        phone.call("Calendar__delete_calendar_event", f"It is moved to {text_of(start)}.", event_id=event_id)
        same = {name: event[name] for name in ("title", "location", "attendees", "tag")}
        times = {"start_datetime": text_of(start), "end_datetime": text_of(start + length)}
        event_id = phone.call("Calendar__add_calendar_event", "The event at the new time.", **same, **times)
        phone.call("Cabs__user_cancel_ride", "The old cab is of no use.")
        phone.call("Cabs__order_ride", "The new one.", ride_time=text_of(start - ahead), **ride)
        phone.call("Emails__send_email", "The others once more.", content=said["again"], **mail)
        phone.tell(f"It has been moved, so the cab picks you up at {clock_of(start - ahead)} on {day_of(start)}.")


FAMILY = Family("organiser_moves", "Adaptability", PHRASINGS, make, solve, tags=("calendar", "cabs", "email"))
