"""Invite several people to an event; whoever declines by email comes off the list, which is passed on to the one who cooks."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.adaptability.turns import HOUR, after_telling, bystanders, free_start, letter, meanwhile, newest_from, parts
from gaia2_gym.synth.families.material import PLACES, TITLES, numbered, parse_moment, written_list
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Enter "{title}" for {day}, {clock}, three hours, at {place}, with {guests} as attendees, and invite them in one email, subject "{title}", text '
    '"{text}" Tell me. Each time somebody declines, replace the event by one without that person, reply "{pity}" and tell me who is not coming.',
    '"{title}" at {place}, {day} from {clock}, 3 hours. Attendees: {guests}. Calendar, then one joint email to them ("{title}": "{text}") and a note '
    'to me. For every refusal that comes in: the event again without that guest (the old one deleted), answer "{pity}", and the name to me.',
    'I am giving a "{title}" at {place} on {day}, {clock}, for three hours. Put it into the calendar with {guests} attending, write one email to '
    "all of "
    'them with the subject "{title}" saying "{text}" and report. When one of them cannot come, take that name off (new event, old one out), write '
    '"{pity}" back and report the name.',
    'Please schedule "{title}" on {day} at {clock} (three hours, {place}) for {guests}, send them a common email entitled "{title}" with the text '
    '"{text}" and confirm. Acceptances need nothing. After a refusal, please reschedule without the person, respond "{pity}", and confirm who drops '
    "out.",
    'Could you plan my "{title}"? {day}, {clock}, three hours, {place}; attendees {guests}. Event in the calendar, one email to everybody (subject '
    '"{title}", text "{text}"), then let me know. If an answer is a no, the event must be replaced by one with the remaining attendees, the answer '
    'gets a "{pity}", and you let me know whose it was.',
    'Calendar event with {guests}: "{title}", {place}, {day}, {clock}, three hours. Single email to them all, subject "{title}": "{text}" '
    "Message to me "
    'when done. Later: a guest says no, so delete the event, add it without the guest, reply "{pity}", and message me the name.',
    'Guests for "{title}": {guests}. It takes place at {place} on {day} and goes on for three hours from {clock}. Enter it, with them as attendees; '
    'email them together, subject "{title}", "{text}"; write to me. Refusals will come. Keep the attendees up to date then (delete and add again), '
    'answer "{pity}" and write me who refused.',
    'Kindly enter the event "{title}" ({day}, {clock}, three hours, {place}, attendees {guests}), kindly invite them by one email with the subject '
    '"{title}" and the words "{text}" and notify me. If somebody declines, kindly enter the event anew without her or him instead, reply "{pity}" '
    "and notify me of the name.",
    '"{title}", {day}, {clock}, at {place}, until three hours later. Put it in with {guests}, email the lot of them at once (subject "{title}": '
    '"{text}") '
    'and give me a sign. Whoever then sends regrets is to be left out, i.e. another event in the place of this one, gets "{pity}" as a reply, '
    "and I get "
    "the name.",
    'Let us invite {guests} to "{title}": calendar event at {place}, {day}, {clock}, three hours, all of them attendees, plus one email for all, '
    "subject "
    '"{title}", "{text}" And a line to me. As refusals arrive, swap the event for one without the person, answer each with "{pity}", and a line '
    "to me "
    "saying who it was.",
)
_TEXTS = ("You are invited, please tell me whether you can come.", "Will you join us? The calendar has the details.", "I hope that you can come!")
_PITIES = ("What a pity, next time then!", "Thank you for telling me.", "That is a shame, we will miss you.")
_YES = ("I will be there.", "Count me in, I am looking forward to it.", "With pleasure, see you then.")
_NO = ("I am sorry, I cannot come.", "Unfortunately I am away that day, so without me.", "I have to decline, I am working then.")


def make(d: Draft) -> None:
    rounds = 1 if d.difficulty < 3 else 2 if d.difficulty < 5 else 3
    guests = d.draw.sample(d.people, rounds + 1 + d.difficulty // 2)
    names = [p.name for p in guests]
    start, title, place = free_start(d), d.draw.pick(TITLES), d.draw.pick(PLACES)
    text, pity = d.draw.pick(_TEXTS), d.draw.pick(_PITIES)
    d.ask(
        title=title, day=day_of(start), clock=clock_of(start), place=place, guests=written_list(names), text=text, pity=pity, **numbered(guest=names)
    )  # fmt: skip
    event = {"title": title, "location": place, "start_datetime": text_of(start), "end_datetime": text_of(start + 3 * HOUR)}
    entered = d.agent("Calendar__add_calendar_event", attendees=names, **event)
    invited = d.agent("Emails__send_email", recipients=[p.email for p in guests], subject=title, content=text)
    told = d.say("Done.")
    answers = d.draw.shuffled(guests)
    declining, accepting = answers[:rounds], answers[rounds:]
    for person in declining:
        meanwhile(d, told, bystanders(d, *guests), d.difficulty - 1, within=60)
        for other in accepting[: d.difficulty // 2]:
            yes = {"sender": other.email, "email_id": invited.result, "content": letter(d, other, d.draw.pick(_YES))}
            d.env("Emails__reply_to_email_from_user", **yes).after(told, seconds=d.draw.integer(20, 50))
        accepting = accepting[d.difficulty // 2 :]
        no = {"sender": person.email, "email_id": invited.result, "content": letter(d, person, d.draw.pick(_NO))}
        reply = d.env("Emails__reply_to_email_from_user", **no).after(told, seconds=60)
        names = [name for name in names if name != person.name]
        d.agent("Calendar__delete_calendar_event", event_id=entered.result)
        entered = d.agent("Calendar__add_calendar_event", attendees=names, **event)
        d.agent("Emails__reply_to_email", email_id=reply.result, content=pity)
        told = d.say(f"{person.name} cannot come.")


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    names = parts(said, "guest")
    addresses = {phone.contact(name)["email"]: name for name in names}
    start = parse_moment(phone.now, said["day"], said["clock"])
    times = {"start_datetime": text_of(start), "end_datetime": text_of(start + 3 * HOUR)}
    event = {"title": said["title"], "location": said["place"], **times}
    entered = phone.call("Calendar__add_calendar_event", "The event with everybody.", attendees=names, **event)
    phone.call("Emails__send_email", "The invitation.", recipients=list(addresses), subject=said["title"], content=said["text"])
    for news in after_telling(phone, "I have added the event and sent the invitation.", "Emails", "No refusal so far."):
        sender = next((a for a in addresses if a in news.text), "")
        reply = newest_from(phone, sender, f"{addresses[sender]} has answered.") if sender else {}
        if not sender or not any(word in reply["content"] for word in ("sorry", "Unfortunately", "decline")):
            continue
        names.remove(addresses[sender])
        phone.call("Calendar__delete_calendar_event", f"{addresses[sender]} declines.", event_id=entered)
        entered = phone.call("Calendar__add_calendar_event", "The event with those who remain.", attendees=names, **event)
        phone.call("Emails__reply_to_email", "The reply.", email_id=reply["email_id"], content=said["pity"])
        phone.tell(f"{addresses[sender]} has declined and is off the list.")


FAMILY = Family("guest_list", "Adaptability", PHRASINGS, make, solve, tags=("calendar", "email"))
