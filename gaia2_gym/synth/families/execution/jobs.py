"""Small jobs that have nothing to do with each other: how a user puts them, what the ideal agent does, what the expert does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gaia2_gym.synth.cast import Person
from gaia2_gym.synth.draft import Draft, clock_of, day_of, text_of
from gaia2_gym.synth.families.material import MESSAGES, PLACES, SUBJECTS, TITLES, messageable, parse_moment, plant_product
from gaia2_gym.synth.solver import Phone

Said = Mapping[str, str]


@dataclass(frozen=True)
class Job:
    """One small job.

    Args:
        ways: Ways to put it, each with the same `{slots}`, which begin with the job's name.
        plan: Draws it, with a person whom no other job concerns; writes the oracle's calls once the user has spoken, and returns the slots.
        solve: What the expert does, given the texts of the slots.
    """

    ways: tuple[str, ...]
    plan: Callable[[Draft, Person], tuple[dict[str, str], Callable[[], object]]]
    solve: Callable[[Phone, Said], object]


Planned = tuple[dict[str, str], Callable[[], object]]


def _remove(d: Draft, p: Person) -> Planned:
    return {"remove_name": p.name}, lambda: d.agent("Contacts__delete_contact", contact_id=p.contact.contact_id)


def _removed(phone: Phone, said: Said) -> None:
    phone.call("Contacts__delete_contact", contact_id=phone.contact(said["remove_name"])["contact_id"])


def _promote(d: Draft, p: Person) -> Planned:
    job = d.draw.pick(("Head Gardener", "Deputy Director", "Night Editor", "Chief Baker", "Tram Inspector"))
    d.fits(p.contact.job != job)
    call = {"contact_id": p.contact.contact_id, "updates": {"job": job}}
    return {"promote_name": p.name, "promote_job": job}, lambda: d.agent("Contacts__edit_contact", **call)


def _promoted(phone: Phone, said: Said) -> None:
    phone.call("Contacts__edit_contact", contact_id=phone.contact(said["promote_name"])["contact_id"], updates={"job": said["promote_job"]})


def _save(d: Draft, p: Person) -> Planned:
    flat = d.pick([f for f in d.state("RentAFlat").apartments.values() if not f.saved])
    return {"save_flat": flat.name}, lambda: d.agent("RentAFlat__save_apartment", apartment_id=flat.apartment_id)


def _saved(phone: Phone, said: Said) -> None:
    phone.call("RentAFlat__save_apartment", apartment_id=_flat(phone, said["save_flat"]))


def _unsave(d: Draft, p: Person) -> Planned:
    flat = d.pick([f for f in d.state("RentAFlat").apartments.values() if f.saved])
    return {"unsave_flat": flat.name}, lambda: d.agent("RentAFlat__remove_saved_apartment", apartment_id=flat.apartment_id)


def _unsaved(phone: Phone, said: Said) -> None:
    phone.call("RentAFlat__remove_saved_apartment", apartment_id=_flat(phone, said["unsave_flat"]))


def _flat(phone: Phone, name: str) -> str:
    found = phone.call("RentAFlat__search_apartments", name=name)
    return str(next(id for id, flat in found.items() if flat["name"] == name))


def _buy(d: Draft, p: Person) -> Planned:
    product, colour, item = plant_product(d, variants=5, in_colour=3)
    quantity = d.draw.integer(1, 4)

    def write() -> object:
        put = d.agent("Shopping__add_to_cart", item_id=item.item_id, quantity=quantity)
        return d.agent("Shopping__checkout").after(put, seconds=1)

    return {"buy_product": product, "buy_colour": colour, "buy_quantity": str(quantity)}, write


def _bought(phone: Phone, said: Said) -> None:
    variants = next(p for p in phone.products(said["buy_product"]) if p["name"] == said["buy_product"])["variants"].values()
    fitting = [v for v in variants if v["available"] and v["options"].get("color") == said["buy_colour"]]
    item = min(fitting, key=lambda v: float(v["price"]))
    phone.call("Shopping__add_to_cart", f"{item['price']} is the lowest.", item_id=item["item_id"], quantity=int(said["buy_quantity"]))
    phone.call("Shopping__checkout", "Pay.")


def _folder(d: Draft, p: Person) -> Planned:
    nodes = d.state("Files").nodes
    parent = d.draw.pick(sorted(path for path, node in nodes.items() if node.kind == "directory" and path != "/"))
    path = f"{parent}/{d.draw.pick(('Receipts', 'Contracts', 'Scans', 'Sheet_music', 'Floor_plans', 'Certificates'))}"
    d.fits(path not in nodes)
    return {"folder_path": path}, lambda: d.agent("Files__mkdir", path=path)


def _foldered(phone: Phone, said: Said) -> None:
    phone.call("Files__mkdir", path=said["folder_path"])


def _cancel(d: Draft, p: Person) -> Planned:
    title, start = d.draw.pick(TITLES), _moment(d, 3, 25)
    d.fits(all(e.title != title for e in d.events))
    event = d.add_event(title, start, start + 3600, attendees=[p.name], location=d.draw.pick(PLACES))
    d.add_event(title, start + 86400 * 7, start + 86400 * 7 + 3600, attendees=[p.name], location=event.location)
    call = {"event_id": event.event_id}
    return {"cancel_title": title, "cancel_day": day_of(start)}, lambda: d.agent("Calendar__delete_calendar_event", **call)


def _cancelled(phone: Phone, said: Said) -> None:
    day = parse_moment(phone.now, said["cancel_day"])
    event = next(e for e in phone.events(day, day + 86399) if e["title"] == said["cancel_title"])
    phone.call("Calendar__delete_calendar_event", "That is the one of the day.", event_id=event["event_id"])


def _enter(d: Draft, p: Person) -> Planned:
    title, start = d.draw.pick(("Eye test", "Fire drill", "Stocktaking", "Passport photo", "Boiler check", "Swim lesson")), _moment(d, 1, 25)
    end = start + 1800 * d.draw.integer(1, 4)
    times = {"start_datetime": text_of(start), "end_datetime": text_of(end)}
    slots = {"enter_title": title, "enter_name": p.name, "enter_day": day_of(start), "enter_start": clock_of(start), "enter_end": clock_of(end)}
    return slots, lambda: d.agent("Calendar__add_calendar_event", title=title, attendees=[p.name], **times)


def _entered(phone: Phone, said: Said) -> None:
    start, end = (text_of(parse_moment(phone.now, said["enter_day"], said[f"enter_{at}"])) for at in ("start", "end"))
    event = {"title": said["enter_title"], "attendees": [said["enter_name"]], "start_datetime": start, "end_datetime": end}
    phone.call("Calendar__add_calendar_event", **event)


def _ride(d: Draft, p: Person) -> Planned:
    d.fits(p.contact.address not in (None, "", d.me.address))
    time, service = _moment(d, 1, 10), d.draw.pick(("Default", "Premium", "Van"))
    call = {"start_location": d.me.address, "end_location": p.contact.address, "service_type": service, "ride_time": text_of(time)}
    return {"ride_name": p.name, "ride_service": service, "ride_day": day_of(time), "ride_clock": clock_of(time)}, lambda: d.agent(
        "Cabs__order_ride", **call
    )


def _ridden(phone: Phone, said: Said) -> None:
    home = phone.call("Contacts__get_current_user_details")["address"]
    there = phone.contact(said["ride_name"])["address"]
    time = text_of(parse_moment(phone.now, said["ride_day"], said["ride_clock"]))
    thought = f"{said['ride_name']} lives at {there}."
    phone.call("Cabs__order_ride", thought, start_location=home, end_location=there, service_type=said["ride_service"], ride_time=time)


def _reply(d: Draft, p: Person) -> Planned:
    mail = d.add_mail(p.email, d.draw.pick(SUBJECTS), d.draw.pick(MESSAGES), d.start - 60 * d.draw.integer(5, 600))
    d.fits(next(m for m in d.mails() if m.sender == p.email) is mail)
    text = d.draw.pick(("Thank you, I have read it.", "I will call you on Sunday.", "Yes, I agree.", "The report will be ready on Thursday."))
    return {"reply_name": p.name, "reply_text": text}, lambda: d.agent("Emails__reply_to_email", email_id=mail.email_id, content=text)


def _replied(phone: Phone, said: Said) -> None:
    sender = phone.contact(said["reply_name"])["email"]
    mail = max((m for m in phone.mails() if m["sender"] == sender), key=lambda m: str(m["timestamp"]))
    phone.call("Emails__reply_to_email", "The latest one.", email_id=mail["email_id"], content=said["reply_text"])


def _text(d: Draft, p: Person) -> Planned:
    app, text = d.draw.pick(("Messages", "Chats")), d.draw.pick(MESSAGES)
    d.fits(p in messageable(d, app))
    id = d.state(app).name_to_id[p.name]
    slots = {"text_name": p.name, "text_app": app, "text_words": text}
    return slots, lambda: d.agent(f"{app}__send_message", user_id=id, content=text)


def _texted(phone: Phone, said: Said) -> None:
    id = phone.call(f"{said['text_app']}__lookup_user_id", user_name=said["text_name"])[said["text_name"]]
    phone.call(f"{said['text_app']}__send_message", user_id=id, content=said["text_words"])


def _moment(d: Draft, low: int, high: int) -> float:
    return d.start - d.start % 86400 + 86400 * d.draw.integer(low, high) + 1800 * d.draw.integer(16, 40)


JOBS = {
    "remove": Job(
        ("Remove {remove_name} from my contacts.", "Delete the contact {remove_name}.", "I no longer need {remove_name} in my address book."),
        _remove,
        _removed,
    ),
    "promote": Job(
        (
            "Change the job of {promote_name} in my contacts to {promote_job}.",
            "{promote_name} has become {promote_job}; update the job in the contacts.",
            "Set {promote_name}'s job to {promote_job} in my contacts.",
        ),
        _promote,
        _promoted,
    ),
    "save": Job(
        ("Save the flat {save_flat}.", 'Put "{save_flat}" on my list of saved flats.', "{save_flat} looks good, save that flat."), _save, _saved
    ),
    "unsave": Job(
        (
            "Take {unsave_flat} off my saved flats.",
            'I don\'t want the flat "{unsave_flat}" any more: unsave it.',
            "Remove {unsave_flat} from the saved flats.",
        ),
        _unsave,
        _unsaved,
    ),
    "buy": Job(
        (
            'Order {buy_quantity} of the cheapest available "{buy_product}" in {buy_colour}.',
            'Buy the "{buy_product}" in {buy_colour}, quantity {buy_quantity}, the cheapest variant that is in stock.',
            'I need the "{buy_product}", {buy_colour}, cheapest available variant, {buy_quantity} of it. Please order.',
        ),
        _buy,
        _bought,
    ),
    "folder": Job(
        ("Create the folder {folder_path}.", "Make a new folder {folder_path} in my files.", "I need an empty folder at {folder_path}."),
        _folder,
        _foldered,
    ),
    "cancel": Job(
        (
            'Delete "{cancel_title}" on {cancel_day} from my calendar.',
            '"{cancel_title}" on {cancel_day} is off; take it out of the calendar.',
            'Cancel the "{cancel_title}" in my calendar that is on {cancel_day}.',
        ),
        _cancel,
        _cancelled,
    ),
    "enter": Job(
        (
            'Put "{enter_title}" with {enter_name} into my calendar, {enter_day}, {enter_start} to {enter_end}.',
            'Add an event "{enter_title}" on {enter_day} from {enter_start} to {enter_end}, attendee {enter_name}.',
            '{enter_name} attends "{enter_title}" with me on {enter_day}, {enter_start} to {enter_end}: into the calendar with it.',
        ),
        _enter,
        _entered,
    ),
    "ride": Job(
        (
            "Order a {ride_service} cab from home to {ride_name}'s address for {ride_day} at {ride_clock}.",
            "On {ride_day} at {ride_clock} I need a {ride_service} cab from my home to where {ride_name} lives.",
            "Book a {ride_service} cab, home to {ride_name}'s place (address in the contacts), {ride_day}, {ride_clock}.",
        ),
        _ride,
        _ridden,
    ),
    "reply": Job(
        (
            'Reply to the latest email from {reply_name}: "{reply_text}"',
            'Answer {reply_name}\'s most recent email with "{reply_text}"',
            'The last email that {reply_name} sent me needs an answer, namely "{reply_text}"',
        ),
        _reply,
        _replied,
    ),
    "text": Job(
        (
            'Write to {text_name} on {text_app}: "{text_words}"',
            'Send {text_name} the {text_app} message "{text_words}"',
            'Tell {text_name} via {text_app}: "{text_words}"',
        ),
        _text,
        _texted,
    ),
}
"""By name."""


def plan_job(name: str, d: Draft, person: Person) -> tuple[str, dict[str, str], Callable[[], Any]]:
    """A job in words, the texts of its slots, and what writes the oracle's calls."""
    slots, write = JOBS[name].plan(d, person)
    return d.draw.pick(JOBS[name].ways).format(**slots), slots, write
