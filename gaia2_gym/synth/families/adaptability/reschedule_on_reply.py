"""Enter an appointment and ask by email whether it suits; whenever the answer proposes another time, move the appointment and say so."""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.adaptability.turns import (
    after_telling,
    bystanders,
    free_start,
    letter,
    meanwhile,
    newest_from,
    proposal,
    proposed,
)
from gaia2_gym.synth.families.material import parse_moment
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    'Put "{title}" into my calendar on {day} at {clock}, 45 minutes, with {person} as attendee, and ask {person} by email, subject '
    '"{title}", whether '
    "this time suits. Tell me when that is done. If the reply proposes another time, replace the event by one at that time{also}, and tell me the "
    "new day and time.",
    'New appointment: "{title}", {day}, {clock}, lasting 45 minutes, attendee {person}. Email {person} (subject "{title}") the question '
    "whether the time "
    "is convenient. Report. Should a different time be suggested in answer, move the event there{also} and report day and time.",
    'I want to see {person} about "{title}" on {day} at {clock} for 45 minutes. Make the calendar event (attendee: {person}), then write an '
    "email with "
    'the subject "{title}" asking if that time works, and let me know. When the answer names another time, the event has to go there{also}; then let '
    "me know the day and the time.",
    'Calendar: "{title}", {day} {clock}, 45 minutes, with {person}. Email to {person}, same subject, asking whether that suits. Confirm to '
    "me. Counter-"
    "proposals are accepted: swap the event for one at the proposed time{also}, tell me day and time.",
    '{person} and I need 45 minutes for "{title}". Enter it for {day} at {clock} with {person} attending, and email {person} under the subject '
    '"{title}" '
    "to find out if it is all right. Drop me a line once it's done. And if {person} would rather have another time, shift the event to it{also} and "
    "write me when it is now, day and time.",
    'Could you schedule "{title}" with {person} for {day}, {clock}, 45 minutes, and check by email (subject "{title}") that the time is fine for '
    "{person}? Say so when you have. If another time comes back, please change the event to that time{also} and tell me day and time.",
    'Please add the 45-minute event "{title}" on {day} at {clock}, attended by {person}, to my calendar, and send {person} an email entitled '
    '"{title}" '
    "with the question whether this time is suitable. Inform me afterwards. If {person} answers with a different time, kindly delete the event, add "
    "it again for that time{also}, and inform me of the new day and time.",
    'Book 45 minutes on {day} at {clock} for "{title}" in my calendar, {person} as the attendee. Then an email to {person}, subject '
    '"{title}": does the '
    "time suit? Tell me that you're through. Later, if the reply suggests some other time: event to that time instead{also}, and tell me the day and "
    "time it got.",
    'Set up "{title}" with {person}: calendar event on {day}, {clock}, for 45 minutes, and an email titled "{title}" in which you ask '
    "{person} if that "
    "time is OK. Ping me. In case {person} wants a different time, I agree to anything: move the event{also} and ping me with day and time.",
    '"{title}" with {person} should take place on {day} at {clock} and last 45 minutes. Enter it with {person} as attendee, ask {person} via email '
    '(subject "{title}") whether it fits, tell me. After that keep an eye on the answer: another time proposed means another time in the calendar'
    "{also}, and I hear from you which day and time.",
)
_TITLES = (
    "Budget review",
    "Contract renewal",
    "Garden plan",
    "Insurance check",
    "Tax papers",
    "Kitchen plans",
    "Reference letter",
    "Autumn schedule",
)
_ACCEPT = "That time is fine with me."
_REFUSALS = (
    "I am afraid I cannot make it then. Could we do {when} instead?",
    "That does not work for me. What about {when}?",
    "Sorry, I am busy at that time. I would prefer {when}.",
)


def make(d: Draft) -> None:
    person = d.draw.pick(d.people)
    start = free_start(d)
    title = d.draw.pick(_TITLES)
    accept = d.difficulty >= 2
    also = f' and answer "{_ACCEPT}"' if accept else ""
    d.ask(title=title, day=day_of(start), clock=clock_of(start), person=person.name, also=also)
    question = f"Does {day_of(start).partition(', ')[2]} at {clock_of(start)} suit you?"
    event = d.agent("Calendar__add_calendar_event", title=title, attendees=[person.name], **_times(start))
    mail = d.agent("Emails__send_email", recipients=[person.email], subject=title, content=question)
    told = d.say("Done.")
    others = bystanders(d, person)
    for _ in range(2 if d.difficulty >= 4 else 1):
        meanwhile(d, told, others, d.difficulty - 1, within=60)
        start, when = proposal(d, start, relative=d.difficulty >= 3)
        text = letter(d, person, d.draw.pick(_REFUSALS).format(when=when))
        reply = d.env("Emails__reply_to_email_from_user", sender=person.email, email_id=mail.result, content=text).after(told, seconds=60)
        d.agent("Calendar__delete_calendar_event", event_id=event.result)
        event = d.agent("Calendar__add_calendar_event", title=title, attendees=[person.name], **_times(start))
        if accept:
            mail = d.agent("Emails__reply_to_email", email_id=reply.result, content=_ACCEPT)
        told = d.say(f"{title} is on {day_of(start)} at {clock_of(start)} now.")


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    title, person = said["title"], said["person"]
    start = parse_moment(phone.now, said["day"], said["clock"])
    address = phone.contact(person)["email"]
    event = phone.call("Calendar__add_calendar_event", "First the event.", title=title, attendees=[person], **_times(start))
    question = f"Is {said['day']} at {said['clock']} a good time for you?"
    phone.call("Emails__send_email", "Now the question.", recipients=[address], subject=title, content=question)
    report = f"{title} is in your calendar and the email to {person} is sent."
    for news in after_telling(phone, report, "Emails", f"{person} has not answered."):
        if address not in news.text:
            continue
        reply = newest_from(phone, address, f"{person} has answered.")
        start = proposed(phone.now, start, reply["content"])
        phone.call("Calendar__delete_calendar_event", f"Another time is proposed: {text_of(start)}.", event_id=event)
        event = phone.call("Calendar__add_calendar_event", "The same at the new time.", title=title, attendees=[person], **_times(start))
        if said["also"]:
            phone.call("Emails__reply_to_email", "I accept.", email_id=reply["email_id"], content=_ACCEPT)
        phone.tell(f"{person} proposed another time, so I moved {title} to {day_of(start)}, {clock_of(start)}.")


def _times(start: float) -> dict[str, str]:
    return {"start_datetime": text_of(start), "end_datetime": text_of(start + 2700)}


FAMILY = Family("reschedule_on_reply", "Adaptability", PHRASINGS, make, solve, tags=("email", "calendar"))
