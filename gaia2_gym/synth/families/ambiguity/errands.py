"""What families of the split share: the clear part of a request, small jobs in several apps, and the question that the rest calls for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from gaia2_gym.synth.cast import Person
from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS, TITLES, messageable, parse_moment
from gaia2_gym.synth.solver import Phone

DAY, HOUR = 86400.0, 3600.0
_JOBS = ("Violin Maker", "Sound Engineer", "Dispatcher", "Bookbinder", "Set Painter", "Ferry Pilot", "Toy Designer", "Court Clerk", "Glazier")


class Errand(NamedTuple):
    """One job, as the user puts it and as it is done.

    Args:
        text: The user's words: "email Ana Roth ...".
        parts: What they state.
        tool: What is called.
        args: With which arguments.
    """

    text: str
    parts: dict[str, str]
    tool: str
    args: dict[str, Any]


def errands(d: Draft, n: int, *, without: Sequence[str] = (), people: Iterable[Person] | None = None) -> tuple[dict[str, str], list[Errand]]:
    """Different jobs: what the brief states of them (`errands` is the whole), and the jobs.

    Args:
        d: The draft.
        n: How many, at most six.
        without: Kinds that would get in the way of the rest of the request: mail, chat, event, flat, job, file.
        people: Whom they may concern, by default anybody.
    """
    pool = d.draw.shuffled(d.people if people is None else people)
    kinds = d.draw.sample([kind for kind in _MAKING if kind not in without], n)
    d.fits(len(pool) >= len(kinds))
    made = {kind: _MAKING[kind](d, person) for kind, person in zip(kinds, pool, strict=False)}
    brief = {f"{kind}.{name}": part for kind, errand in made.items() for name, part in errand.parts.items()}
    return {"errands": "; ".join(errand.text for errand in made.values()), **brief}, list(made.values())


def act(d: Draft, jobs: Iterable[Errand]) -> None:
    """What the ideal agent does for them."""
    for job in jobs:
        d.agent(job.tool, **job.args)


def do_errands(phone: Phone, said: Mapping[str, str]) -> None:
    """Do the jobs that the brief states."""
    for kind, do in _DOING.items():
        if part := {key.partition(".")[2]: text for key, text in said.items() if key.startswith(f"{kind}.")}:
            do(phone, part)


def settled(d: Draft, question: str, wrong: Iterable[str] = ()) -> bool:
    """Ask the user back; in the harder scenarios the user will answer, and there is a second turn to write."""
    if d.difficulty < 3:
        d.answer(question, wrong)
        return False
    d.say(question)
    return True


def overlaps(d: Draft, start: float, end: float) -> bool:
    """Whether the calendar has something in a span of time."""
    return any(e.start_datetime < end and e.end_datetime > start for e in d.events)


# --- writing ---------------------------------------------------------------------------------------------------------------------------------


def _mail(d: Draft, person: Person) -> Errand:
    text, subject = d.draw.pick(MESSAGES), d.draw.pick(SUBJECTS)
    words = f'email {person.name} "{text}" with the subject "{subject}"'
    args = {"recipients": [person.email], "subject": subject, "content": text}
    return Errand(words, {"name": person.name, "text": text, "subject": subject}, "Emails__send_email", args)


def _chat(d: Draft, person: Person) -> Errand:
    app = d.draw.pick(("Messages", "Chats"))
    friend, text = d.pick(messageable(d, app)), d.draw.pick(MESSAGES)
    args = {"user_id": d.state(app).name_to_id[friend.name], "content": text}
    return Errand(f'send {friend.name} "{text}" in {app}', {"name": friend.name, "text": text, "app": app}, f"{app}__send_message", args)


def _event(d: Draft, person: Person) -> Errand:
    title = d.draw.pick([t for t in TITLES if all(e.title != t for e in d.events)])
    start = d.start - d.start % DAY + DAY * d.draw.integer(1, 25) + HOUR / 2 * d.draw.integer(16, 38)
    end = start + HOUR / 2 * d.draw.integer(1, 5)
    parts = {"title": title, "day": day_of(start), "start": clock_of(start), "end": clock_of(end), "name": person.name}
    words = f'put "{title}" with {person.name} into my calendar on {parts["day"]} from {parts["start"]} to {parts["end"]}'
    args = {"title": title, "start_datetime": text_of(start), "end_datetime": text_of(end), "attendees": [person.name]}
    return Errand(words, parts, "Calendar__add_calendar_event", args)


def _flat(d: Draft, person: Person) -> Errand:
    flats = d.state("RentAFlat").apartments.values()
    flat = d.pick([f for f in flats if not f.saved and sum(f.name in other.name for other in flats) == 1])
    return Errand(f'save the flat "{flat.name}"', {"flat": flat.name}, "RentAFlat__save_apartment", {"apartment_id": flat.apartment_id})


def _job(d: Draft, person: Person) -> Errand:
    job = d.draw.pick([j for j in _JOBS if j != person.contact.job])
    args = {"contact_id": person.contact.contact_id, "updates": {"job": job}}
    return Errand(f'change the job of {person.name} in my contacts to "{job}"', {"name": person.name, "job": job}, "Contacts__edit_contact", args)


def _file(d: Draft, person: Person) -> Errand:
    path = d.pick(sorted(path for path, node in d.state("Files").nodes.items() if node.kind == "file"))
    return Errand(f"delete the file {path}", {"path": path}, "Files__rm", {"path": path})


# --- solving ---------------------------------------------------------------------------------------------------------------------------------


def _do_mail(phone: Phone, part: Mapping[str, str]) -> None:
    email = phone.contact(part["name"])["email"]
    thought = f"The email to {part['name']} is clear."
    phone.call("Emails__send_email", thought, recipients=[email], subject=part["subject"], content=part["text"])


def _do_chat(phone: Phone, part: Mapping[str, str]) -> None:
    id = phone.call(f"{part['app']}__lookup_user_id", f"Under which id is {part['name']} there?", user_name=part["name"])[part["name"]]
    phone.call(f"{part['app']}__send_message", "This message is clear.", user_id=id, content=part["text"])


def _do_event(phone: Phone, part: Mapping[str, str]) -> None:
    start, end = (text_of(parse_moment(phone.now, part["day"], part[at])) for at in ("start", "end"))
    times = {"start_datetime": start, "end_datetime": end}
    phone.call("Calendar__add_calendar_event", "Day and times are given.", title=part["title"], attendees=[part["name"]], **times)


def _do_flat(phone: Phone, part: Mapping[str, str]) -> None:
    found = phone.call("RentAFlat__search_apartments", "Which flat is it?", name=part["flat"])
    phone.call("RentAFlat__save_apartment", "There is only one of that name.", apartment_id=next(iter(found)))


def _do_job(phone: Phone, part: Mapping[str, str]) -> None:
    card = phone.contact(part["name"])
    phone.call("Contacts__edit_contact", "That is the card.", contact_id=card["contact_id"], updates={"job": part["job"]})


def _do_file(phone: Phone, part: Mapping[str, str]) -> None:
    phone.call("Files__rm", "The path is given in full.", path=part["path"])


_MAKING: dict[str, Callable[[Draft, Person], Errand]] = {
    "mail": _mail,
    "chat": _chat,
    "event": _event,
    "flat": _flat,
    "job": _job,
    "file": _file,
}
_DOING: dict[str, Callable[[Phone, Mapping[str, str]], None]] = {
    "mail": _do_mail,
    "chat": _do_chat,
    "event": _do_event,
    "flat": _do_flat,
    "job": _do_job,
    "file": _do_file,
}
