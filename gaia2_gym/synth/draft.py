"""A scenario being written from a universe: what a family's `make` is given."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeVar

from gaia2_gym.apps.calendar import CalendarEvent
from gaia2_gym.apps.contacts import Contact
from gaia2_gym.apps.emails.attachments import Attachments
from gaia2_gym.apps.emails.records import Email
from gaia2_gym.apps.messaging.records import Conversation, Message
from gaia2_gym.apps.records import format_time
from gaia2_gym.synth.builder import Beat, ScenarioBuilder
from gaia2_gym.synth.cast import Person
from gaia2_gym.synth.draw import Draw
from gaia2_gym.synth.universe import Universe
from gaia2_gym.synth.voice import spoken

T = TypeVar("T")


class Unfit(Exception):
    """These draws make no scenario here (nobody lives in the city, a tie where one answer is wanted): draw again."""


class Draft(ScenarioBuilder):
    """A scenario being written from a universe.

    Args:
        scenario_id: Its id.
        universe: The phone's contents; a copy is made, which may be added to.
        draw: Its choices.
        difficulty: 1 (one hop, few writes) to 5 (many hops, up to 20 writes, many near misses).
        phrasings: Ways to put the task, with `{slots}`.
        tags: The split and other tags.
    """

    def __init__(
        self, scenario_id: str, universe: Universe, draw: Draw, difficulty: int = 1, *, phrasings: Sequence[str] = ("",), tags: Sequence[str] = ()
    ) -> None:
        super().__init__(scenario_id, universe.apps, start=universe.now, tags=tags, seed=universe.seed)
        self.universe = universe
        self.draw = draw
        self.difficulty = difficulty
        self.brief: dict[str, str] = {}
        """What the user's first message states: slot, or part of one -> text."""
        self.wrong_answers: list[str] = []
        """Answers that must be refused: near misses."""
        self._phrasings = phrasings

    # --- reading -----------------------------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> datetime:
        """When the scenario begins, UTC."""
        return datetime.fromtimestamp(self.start, UTC)

    @property
    def people(self) -> tuple[Person, ...]:
        """Everyone in the address book of the universe but the user."""
        return self.universe.people

    @property
    def contacts(self) -> list[Contact]:
        """Everyone in the address book now, the user aside."""
        return [c for c in self.state("Contacts").contacts.values() if not c.is_user]

    @property
    def me(self) -> Contact:
        """The user's own card."""
        me: Contact = next(c for c in self.state("Contacts").contacts.values() if c.is_user)
        return me

    @property
    def events(self) -> list[CalendarEvent]:
        """Everything in the calendar, by start."""
        return sorted(self.state("Calendar").events.values(), key=lambda e: (e.start_datetime, e.event_id))

    def mails(self, folder: str = "INBOX") -> tuple[Email, ...]:
        """The emails of a folder, the newest first."""
        mails: tuple[Email, ...] = self.state("Emails").folders[folder]
        return mails

    # --- the task ----------------------------------------------------------------------------------------------------------------------------

    def ask(self, **brief: str) -> Beat:
        """The user puts the task, in one of the family's phrasings and in the user's own voice.

        Args:
            brief: A text for every slot of the phrasings; further texts name parts of these for the expert, such as the second of three names.

        Raises:
            ValueError: When the message does not state one of the texts: the expert must not be told more than the agent.
        """
        text = self.draw.pick(self._phrasings).format(**brief)
        for name, part in brief.items():
            if part not in text:
                raise ValueError(f"{self.scenario_id}: the message does not state {name}, {part!r}: {text!r}")
        self.brief = brief
        return self.user(spoken(text, self.universe, self.draw))

    def answer(self, text: str, wrong: Iterable[str] = ()) -> Beat:
        """The answer to a question, and answers that come near it and are wrong.

        Raises:
            Unfit: Where the task happens to hold the answer, such as a number that is also the day of a date.
        """
        task = " ".join(str(beat.args["content"]) for beat in self.opening)
        self.fits(not re.search(rf"(?<!\w){re.escape(text)}(?!\w)", task, re.IGNORECASE))
        self.wrong_answers += [w for w in wrong if w != text]
        return self.say(text)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items.

        Raises:
            Unfit: Where there is none.
        """
        self.fits(items)
        return self.draw.pick(items)

    def fits(self, condition: object) -> None:
        """Go on only where the condition holds.

        Raises:
            Unfit: Where it does not.
        """
        if not condition:
            raise Unfit

    # --- adding to the phone -----------------------------------------------------------------------------------------------------------------

    def add_contact(self, first_name: str, last_name: str, **fields: Any) -> Contact:
        """One more person in the address book."""
        contact = Contact(first_name, last_name, self.draw.id(), **fields)
        self.state("Contacts").contacts[contact.contact_id] = contact
        return contact

    def edit_contact(self, contact: Contact, **fields: Any) -> Contact:
        """A person with other facts."""
        changed = replace(contact, **fields)
        self.state("Contacts").contacts[contact.contact_id] = changed
        return changed

    def add_event(self, title: str, start: float, end: float, *, attendees: Sequence[str] = (), **fields: Any) -> CalendarEvent:
        """One more entry in the calendar; times in Unix seconds, attendees by full name."""
        event = CalendarEvent(
            event_id=self.draw.id(), title=title, start_datetime=float(start), end_datetime=float(end), attendees=tuple(attendees), **fields
        )
        self.state("Calendar").events[event.event_id] = event
        return event

    def add_mail(
        self,
        sender: str,
        subject: str,
        content: str,
        time: float,
        *,
        recipients: Sequence[str] | None = None,
        folder: str = "INBOX",
        parent: Email | None = None,
        cc: Sequence[str] = (),
        files: Mapping[str, bytes] | None = None,
        is_read: bool = True,
    ) -> Email:
        """One more email.

        Args:
            sender: Address.
            subject: Subject.
            content: Text.
            time: Unix seconds.
            recipients: Addresses; by default the user's.
            folder: Where it lies.
            parent: What it answers.
            cc: Addresses.
            files: Names and contents of what is attached.
            is_read: Whether the user has read it.
        """
        state = self.state("Emails")
        mail = Email(
            sender=sender,
            recipients=tuple(recipients or (state.user_email,)),
            subject=subject,
            content=content,
            email_id=self.draw.id(),
            parent_id=parent.email_id if parent else None,
            cc=tuple(cc),
            attachments=Attachments(tuple((name, b64encode(content).decode()) for name, content in (files or {}).items())),
            timestamp=float(time),
            is_read=is_read,
        )
        state.put(folder, mail)
        return mail

    def add_message(self, app: str, conversation_id: str, sender: str, content: str, time: float) -> Message:
        """One more message in a conversation of Messages or Chats; the sender by name, the time in Unix seconds."""
        state = self.state(app)
        message = Message(state.name_to_id[sender], self.draw.id(), float(time), content)
        messages = sorted((*state.messages[conversation_id], message), key=lambda m: m.timestamp)
        state.messages[conversation_id] = tuple(messages)
        state.conversations[conversation_id] = replace(state.conversations[conversation_id], last_updated=messages[-1].timestamp)
        return message

    def add_group(self, app: str, title: str, names: Sequence[str], texts: Sequence[str]) -> str:
        """One more group conversation of the user and others in Messages or Chats; they have written the texts in turn. Returns its id."""
        state = self.state(app)
        members = tuple(state.name_to_id[name] for name in names)
        id, time = self.draw.id(), self.start - 86400.0 * self.draw.integer(2, 30)
        messages = tuple(Message(members[n % len(members)], self.draw.id(), time + 600 * n, text) for n, text in enumerate(texts))
        state.conversations[id] = Conversation((*members, state.current_user_id), title, messages[-1].timestamp)
        state.messages[id] = messages
        return id

    def conversation_with(self, app: str, *names: str) -> str:
        """Id of the conversation between the user and exactly these people.

        Raises:
            Unfit: When there is none.
        """
        state = self.state(app)
        wanted = {state.current_user_id, *(state.name_to_id.get(name, "") for name in names)}
        found: Iterable[tuple[str, Conversation]] = state.conversations.items()
        ids = [id for id, c in found if set(c.participant_ids) == wanted]
        self.fits(len(ids) == 1)
        return ids[0]


def text_of(time: float) -> str:
    """Unix seconds as tools want them, `YYYY-MM-DD HH:MM:SS`."""
    return format_time(time)


def day_of(time: float, *, year: bool = False) -> str:
    """A day as people write it: `Tuesday, October 15`."""
    moment = datetime.fromtimestamp(time, UTC)
    return f"{moment:%A}, {moment:%B} {moment.day}" + (f", {moment.year}" if year else "")


def clock_of(time: float) -> str:
    """A time of day as people write it: `5:30 PM`."""
    moment = datetime.fromtimestamp(time, UTC)
    return f"{moment.hour % 12 or 12}:{moment:%M} {moment:%p}"
