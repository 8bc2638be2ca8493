"""How many different contacts of a country have sent an email since a day?"""

from __future__ import annotations

from collections.abc import Mapping

from gaia2_gym.synth.draft import Draft, day_of, text_of
from gaia2_gym.synth.families.material import MESSAGES, SUBJECTS, parse_moment
from gaia2_gym.synth.families.search.numbers import unsaid
from gaia2_gym.synth.family import Family
from gaia2_gym.synth.solver import Phone

PHRASINGS = (
    "How many different contacts with {country} as their country have sent me an email that is in my inbox since {first}, that day included? "
    "Just the number.",
    "Count the contacts living in {country} from whom my inbox has at least one email dated {first} or later. Each person once. A number, please.",
    "Since {first} inclusive: number of distinct people in my address book with the country {country} who emailed me (inbox only)?",
    "My inbox, {first} until now: how many of my contacts from {country} wrote? Count everybody once, however much they wrote. Number only.",
    "For a statistic on my pen friends I need the number of different {country} contacts among the senders in my inbox from {first} on, that day "
    "included.",
    "Inbox senders since {first} (inclusive) who are contacts with {country} as country - how many different people is that? The figure will do.",
    "Could you work out how many separate contacts in {country} have mailed me since {first}, that day counted, going by my inbox? Only the number.",
    "Please match the senders of the emails in my inbox from {first} onwards with my contacts and report how many different ones live in {country}.",
    "I have the feeling that everyone in {country} has been emailing me since {first}. How many different contacts there really are in my inbox from "
    "that day on? One number.",
    "Take the emails in my inbox from {first} on, that day included. By how many different contacts of the country {country} were they sent? "
    "Number, please.",
)


def make(d: Draft) -> None:
    people = d.draw.sample(d.people, 2 + d.difficulty)
    country = people[0].contact.country or ""
    first = d.start - d.start % 86400 - 86400 * d.draw.integer(2, 25)
    for person in (people[0], *people):
        d.add_mail(person.email, d.draw.pick(SUBJECTS), d.draw.pick(MESSAGES), d.start - 600 - d.draw.uniform(0, d.start - first - 600) // 1)
    before = d.draw.pick(d.people)
    d.add_mail(before.email, d.draw.pick(SUBJECTS), d.draw.pick(MESSAGES), first - 3600 * d.draw.integer(2, 70))
    there = {c.email for c in d.contacts if c.country == country and c.email}
    senders = [m.sender for m in d.mails() if m.timestamp >= first and m.sender in there]
    n = len(set(senders))
    day = day_of(first)
    d.fits(n > 1 and unsaid(n, day))
    d.ask(country=country, first=day)
    d.answer(str(n), wrong=[str(len(senders)), str(n + 1), str(n - 1)])


def solve(phone: Phone, said: Mapping[str, str]) -> None:
    first = text_of(parse_moment(phone.now - 86400 * 200, said["first"]))
    there = {c["email"] for c in phone.contacts() if c["country"] == said["country"] and not c["is_user"]}
    senders = [m["sender"] for m in phone.mails() if m["timestamp"] >= first and m["sender"] in there]
    phone.tell(f"{len(set(senders))} contacts.", f"They sent {len(senders)} emails.")


FAMILY = Family("mailed_from_country", "Search", PHRASINGS, make, solve, tags=("join", "count", "distinct"))
