"""The firms a user gets mail from, and their mails: receipts, shipping notes, letters about flats, statements and newsletters."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from gaia2_gym.apps.emails import Attachments, Email
from gaia2_gym.synth.cast import Happening, Person
from gaia2_gym.synth.content.facts import DAY, HOUR, clock_text, day_text, happening_facts, talk_facts
from gaia2_gym.synth.content.grammar import PAIR, Facts, MissingFact, Topic, Writer, grammar
from gaia2_gym.synth.content.manner import greeting, signature, worded

_LETTERS = ("news.city", "news.kitchen", "news.green", "news.work")
_NOTICES = ("bank.statement", "utility.bill", "building.notice")


@dataclass(frozen=True)
class Firms:
    """The names of the firms of one universe, by what they do; the same name has the same address throughout."""

    names: dict[str, str]

    def address(self, role: str) -> str:
        """Where mails of a firm come from."""
        box = {"shop": "orders", "cabs": "receipts", "flats": "viewings", "bank": "service", "utility": "billing", "building": "office"}
        slug = "".join(c if c.isalnum() else "-" for c in self.names[role].lower()).strip("-")
        return f"{box.get(role, 'news')}@{slug.replace('--', '-')}.example"


def found_firms(writer: Writer, city: str) -> Firms:
    """Invented firms; some carry the name of the user's city."""
    roles = ("shop", "cabs", "flats", "bank", "utility", "building", *_LETTERS)
    return Firms({role: writer.word(f"firm.{role}", {"city": city}) for role in roles})


class ServiceMail:
    """Writes the mails of firms to the user.

    Args:
        user: The addressed.
        firms: Who writes.
        writer: Finds the words.
        items: How many pieces a newsletter has at least and at most.
    """

    def __init__(self, user: Person, firms: Firms, writer: Writer, items: tuple[int, int]) -> None:
        self._user = user
        self._firms = firms
        self._writer = writer
        self._items = items

    def order(self, happening: Happening, now: float) -> list[Email]:
        """The receipt, and the shipping note that follows within a day and a half."""
        time = max(happening.time, happening.known) + self._writer.draw.uniform(60, 600)
        block = f"Order number: {happening.ref}\nItems: {happening.title}\nTotal: {_money(happening)}\nDate: {day_text(happening.time)}"
        invoice = f"INVOICE\n\n{self._firms.names['shop']}\nCustomer: {self._user.name}\n{block}\n"
        files = (_text_file(f"invoice_{happening.ref[:8]}.txt", invoice),) if self._writer.draw.chance(0.4) else ()
        subject = self._writer.sentence("subject.order", {"ref": happening.ref[:8], "title": happening.title})
        mails = [self._mail("shop", "order.receipt", subject, time, block, happening, files)]
        time += self._writer.draw.uniform(10 * HOUR, 36 * HOUR)
        if self._writer.draw.chance(0.6):
            subject = self._writer.sentence("subject.shipped", {"ref": happening.ref[:8], "title": happening.title})
            mails.append(self._mail("shop", "order.shipped", subject, time, f"Order number: {happening.ref}\nItems: {happening.title}", happening))
        return [mail for mail in mails if mail.timestamp < now]

    def ride(self, happening: Happening, now: float) -> list[Email]:
        """The receipt of a ride."""
        time = max(happening.time, happening.known) + self._writer.draw.uniform(1.2, 3) * HOUR
        lines = [f"Ride number: {happening.ref}", f"Trip: {happening.title}", f"Date: {day_text(happening.time)}, {clock_text(happening.time)}"]
        block = "\n".join([*lines, f"Price: {_money(happening)}"])
        subject = self._writer.sentence("subject.ride", {"day": day_text(happening.time), "title": happening.title})
        return [self._mail("cabs", "ride.receipt", subject, time, block, happening)] if time < now else []

    def viewing(self, happening: Happening, now: float) -> list[Email]:
        """The letting office's letter before a viewing, sometimes with a question of the user and its answer."""
        draw, topic = self._writer.draw, grammar().topics["viewing.letter"]
        end = min(happening.time, now)
        if end - happening.known < HOUR:
            return []
        step = (end - happening.known) / 5
        time = happening.known + draw.uniform(0, step)
        facts = happening_facts(happening, [self._user]) | talk_facts(self._user, self._user, time)
        subject = self._writer.sentence("subject.viewing", facts)
        mails = [self._mail("flats", topic.name, subject, time, "", happening)]
        if draw.chance(0.6):
            question, answer = self._writer.say(topic.rules["q"], facts).split(PAIR)
            ask = f"{greeting(self._user, 'all', draw)},\n\n{worded(question, self._user)}\n\n{signature(self._user, draw)}"
            office, user = self._firms.address("flats"), self._user.email
            time += min(step, draw.uniform(1, 20) * HOUR)
            mails.append(Email(user, (office,), f"Re: {subject}", ask, draw.id(), mails[0].email_id, timestamp=float(int(time)), is_read=True))
            reply = f"Dear {self._user.first_name},\n\n{answer}\n\n{self._writer.say(topic.rules['c'], facts, stop='')}"
            time += min(step, draw.uniform(1, 20) * HOUR)
            mails.append(Email(office, (user,), f"Re: {subject}", reply, draw.id(), mails[1].email_id, timestamp=float(int(time)), is_read=True))
        return mails

    def notice(self, time: float) -> Email:
        """A bank statement, a bill or a note of the property management."""
        name = self._writer.draw.pick(_NOTICES)
        return self._letter(name.partition(".")[0], name, time, (1, 2))

    def newsletter(self, time: float) -> Email:
        """A newsletter of several pieces."""
        name = self._writer.draw.pick(_LETTERS)
        return self._letter(name, name, time, self._items)

    def _letter(self, role: str, topic_name: str, time: float, items: tuple[int, int]) -> Email:
        draw, topic = self._writer.draw, grammar().topics[topic_name]
        month = datetime.fromtimestamp(time - 20 * DAY, UTC)
        facts = talk_facts(self._user, self._user, time) | {"month": f"{month:%B}", "bill": f"{draw.uniform(18, 140):.2f}"}
        body = [
            self._writer.say(topic.rules[kind], facts, "" if kind == "c" else ".")
            for kind in ("n", *"m" * min(draw.integer(*items), len(topic.rules["m"].lines)), "c")
        ]
        subject = self._writer.sentence(f"subject.{topic_name}", facts)
        return self._sent(role, subject, time, "\n\n".join(body))

    def _mail(
        self, role: str, name: str, subject: str, time: float, block: str, happening: Happening, files: Sequence[tuple[str, str]] = ()
    ) -> Email:
        topic = grammar().topics[name]
        facts = happening_facts(happening, [self._user]) | talk_facts(self._user, self._user, time)
        parts = [self._writer.say(topic.rules["n"], facts), block, *self._details(topic, facts), self._writer.say(topic.rules["c"], facts, stop="")]
        return self._sent(role, subject, time, "\n\n".join(part for part in parts if part), files)

    def _details(self, topic: Topic, facts: Facts) -> list[str]:
        wanted = len(topic.rules["m"].lines) if topic.name == "viewing.letter" else self._writer.draw.integer(0, 2)
        details = []
        for _ in range(wanted if "m" in topic.rules else 0):
            try:
                details.append(self._writer.say(topic.rules["m"], facts))
            except MissingFact:  # no rent or address is known
                break
        return list(dict.fromkeys(details))

    def _sent(self, role: str, subject: str, time: float, body: str, files: Sequence[tuple[str, str]] = ()) -> Email:
        content = f"Dear {self._user.first_name},\n\n{body}\n{self._firms.names[role]}"
        return Email(
            self._firms.address(role),
            (self._user.email,),
            subject,
            content,
            self._writer.draw.id(),
            attachments=Attachments(tuple(files)),
            timestamp=float(int(time)),
            is_read=True,
        )


def _money(happening: Happening) -> str:
    return "paid" if happening.amount is None else f"{happening.amount:.2f}"


def _text_file(name: str, text: str) -> tuple[str, str]:
    return name, base64.b64encode(text.encode()).decode("ascii")
