"""The calendar: about three months, week by week, and what happens in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from gaia2_gym.apps.calendar import DAY, HOUR, WEEKDAYS, CalendarEvent, CalendarState
from gaia2_gym.synth import occasions as o
from gaia2_gym.synth.cast import Cast, Circle, Happening, Person
from gaia2_gym.synth.draw import Draw
from gaia2_gym.synth.locales import locales

WEEKS_BACK, WEEKS_AHEAD = 8, 5
_PER_WEEK = {"pocket": (0, 2), "small": (3, 4), "full": (18, 21)}
"""Least and most entries a week, the regular ones aside."""
_REGULARS = {"pocket": 2, "small": 3, "full": 6}
_BIRTHDAYS = {"pocket": 3, "small": 6, "full": 20}
_VENUES = {"pocket": 1, "small": 2, "full": 4}
_OVERLAPS = 0.12
"""Share of entries that are to overlap with another."""
_TRIES = 12


def make_calendar(cast: Cast, viewings: Sequence[Happening], now: float, size: str, draw: Draw) -> tuple[CalendarState, list[Happening]]:
    """The calendar, and its entries as things to speak of.

    Args:
        cast: Who takes part.
        viewings: Viewings of flats; they are entries too.
        now: Unix seconds; eight weeks lie before, five behind it.
        size: `pocket`, `small` or `full`.
        draw: Chooses.
    """
    planner = _Planner(cast, now, size, draw)
    for viewing in viewings:
        planner.viewing(viewing)
    planner.birthdays()
    for week in range(-WEEKS_BACK, WEEKS_AHEAD + 1):
        planner.week(week)
    events = sorted(planner.events, key=lambda e: (e.start_datetime, e.event_id))
    return CalendarState({e.event_id: e for e in events}), sorted(planner.happenings, key=lambda h: (h.time, h.ref))


class _Planner:
    """A calendar in the making."""

    def __init__(self, cast: Cast, now: float, size: str, draw: Draw) -> None:
        self.cast, self.now, self.size, self.draw = cast, now, size, draw
        self.events: list[CalendarEvent] = []
        self.happenings: list[Happening] = []
        home = cast.user.contact
        locale = next(locale for locale in locales() if locale.country == home.country)
        self.venues = o.venues(locale, draw.part("venues"), _VENUES[size])
        self._titles: set[str] = set()
        self._first_monday = now - now % DAY - (datetime.fromtimestamp(now, UTC).weekday() + 7 * WEEKS_BACK) * DAY
        self._monday = self._first_monday
        self._regulars = [(regular, *self._group(regular)) for regular in o.REGULARS[: _REGULARS[size]]]
        self._near: dict[Circle, list[Person]] = {
            "family": [p for p in cast.of("family") if p.contact.city_living == home.city_living] or cast.of("family"),
            "friends": [p for p in cast.of("friends") if p.contact.city_living == home.city_living] or cast.of("friends"),
        }
        self._far = [p for p in cast.people if p.contact.city_living != home.city_living and p.circle in ("family", "friends")]

    def week(self, number: int) -> None:
        """Everything of a week, counted from the present one."""
        draw = self.draw
        self._monday = self._first_monday + (number + WEEKS_BACK) * 7 * DAY
        for regular, title, people, place in self._regulars:
            if number % regular.every == 0:
                rhythm = f"Every {WEEKDAYS[regular.weekday]}" if regular.every == 1 else f"Every other {WEEKDAYS[regular.weekday]}"
                start = self._monday + regular.weekday * DAY + regular.hour * HOUR
                self._add("regular", title, start, regular.hours, regular.tag, people, place, f"{rhythm}.")
        kinds = {self._meeting: 4.0, self._social: 3.0, self._appointment: 1.5, self._deadline: 1.0}
        if self._far and draw.chance({"pocket": 0.08, "small": 0.2, "full": 0.4}[self.size]):
            self._visit()
        if draw.chance({"pocket": 0.03, "small": 0.1, "full": 0.15}[self.size]):
            self._conference()
        for _ in range(draw.integer(*_PER_WEEK[self.size])):
            draw.weighted(kinds)()

    def viewing(self, viewing: Happening) -> None:
        """The entry for a viewing, which happens anyway."""
        self._event(f"Viewing: {viewing.title}", viewing.time, 0.5, "Home", (), viewing.place, f"Rent {viewing.amount:g}. Ask about the deposit.")

    def birthdays(self) -> None:
        """A few birthdays of family and friends, for the whole day."""
        people = [p for p in self.cast.people if p.circle in ("family", "friends")]
        for who in self.draw.sample(people, _BIRTHDAYS[self.size]):
            day = self._first_monday + self.draw.integer(0, 7 * (WEEKS_BACK + WEEKS_AHEAD)) * DAY
            self._add("birthday", f"{who.first_name}'s birthday", day, 24.0, "Birthday", [who], "", f"{who.name}, {who.relation}.", lead=12)

    def _meeting(self) -> None:
        draw = self.draw
        people = draw.sample(self.cast.of("work"), draw.weighted({1: 2, 2: 3, 3: 2, 4: 1, 6: 0.5}))
        title = self._new(lambda: f"{draw.pick(o.MEETINGS)} {draw.pick(o.SUBJECTS)}")
        first, second, third = draw.sample(o.AGENDA, 3)
        agenda = draw.pick((f"Agenda: {first}, {second}, {third}.", f"About {first} and {second}.", f"{first[0].upper()}{first[1:]}; then {second}."))
        minutes = draw.pick(
            ("", f" {draw.pick(people).first_name} takes the minutes.", " I take the minutes.", f" {people[0].first_name} called it.")
        )
        hours = draw.pick((0.5, 1.0, 1.5, 2.0))
        start = self._free(lambda: self._on(draw.integer(0, 4), draw.integer(16, 33) / 2), hours)
        self._add("meeting", title, start, hours, "Work", people, draw.pick(o.ROOMS), agenda + minutes)

    def _social(self) -> None:
        draw = self.draw
        activity = draw.pick(o.ACTIVITIES)
        circle: Circle = "family" if draw.chance(0.35) else "friends"
        people = draw.sample(self._near[circle], draw.integer(1, 3))
        host = people[0]
        place = draw.pick(self.venues[activity.venue]) if activity.venue else host.contact.address or ""
        others = {1: "", 2: f" and {people[-1].first_name}"}.get(len(people), " and others")
        note = draw.pick(activity.notes).format(host=host.first_name, n=("two", "three", "four")[len(people) - 1])
        hours = draw.pick(activity.lengths)
        start = self._free(lambda: self._on(draw.integer(4 if activity.hours[0] < 17 else 2, 6), draw.integer(*activity.hours)), hours)
        tag = "Family" if circle == "family" else "Social"
        self._add("social", f"{activity.what} with {host.first_name}{others}", start, hours, tag, people, place, note)

    def _appointment(self) -> None:
        draw = self.draw
        people = [p for p in self.cast.of("services") if p.relation in o.APPOINTMENTS]
        who = draw.pick(people)
        title, tag = o.APPOINTMENTS[who.relation]
        hours = draw.pick((0.5, 1.0))
        start = self._free(lambda: self._on(draw.integer(0, 4), draw.integer(16, 35) / 2), hours)
        place = self.cast.user.contact.address if who.relation in o.AT_OURS else who.contact.address
        self._add("appointment", title, start, hours, tag, [who], place or "", draw.pick(o.APPOINTMENT_NOTES).format(name=who.name), lead=20)

    def _deadline(self) -> None:
        draw = self.draw
        title = self._new(lambda: f"Deadline: {draw.pick(o.DEADLINES).format(subject=draw.pick(o.SUBJECTS))}")
        who = draw.pick(self.cast.of("work"))
        start = self._on(draw.integer(0, 4), draw.integer(12, 17))
        self._add("deadline", title, start, 0.5, "Work", [who], "", draw.pick(o.DEADLINE_NOTES).format(name=who.name), lead=14)

    def _visit(self) -> None:
        """A weekend with someone who lives elsewhere."""
        who = self.draw.pick(self._far)
        title = self.draw.pick((f"Weekend in {who.contact.city_living}", f"Visit to {who.first_name} in {who.contact.city_living}"))
        note = self.draw.pick((f"Staying with {who.first_name}.", f"{who.first_name} picks me up at the station.", "Train tickets are booked."))
        self._add("trip", title, self._on(5, 9), 34.0, "Travel", [who], who.contact.city_living or "", note, lead=25)

    def _conference(self) -> None:
        """Two days of a working week elsewhere, with colleagues."""
        draw = self.draw
        people = draw.sample(self.cast.of("work"), draw.integer(1, 2))
        home = self.cast.user.contact
        cities = [city for locale in locales() if locale.country == home.country for city in sorted(locale.cities) if city != home.city_living]
        city = draw.pick(cities)
        note = draw.pick((f"{people[0].first_name} gives a talk.", "Hotel near the venue is booked.", "Bring the poster."))
        self._add("trip", f"Conference in {city}", self._on(3, 8), 34.0, "Travel", people, city, note, lead=25)

    def _group(self, regular: o.Regular) -> tuple[str, list[Person], str]:
        """Title, people and place of something regular."""
        cast = self.cast
        people = [p for p in cast.people if regular.with_whom in (p.circle, p.relation)]
        if regular.with_whom == "family":
            people = [p for p in people if p.contact.address != cast.user.contact.address][:1] or people[:1]
        people = [p for p in people if p.circle != "friends" or p.contact.city_living == cast.user.contact.city_living][:3]
        title = regular.title.format(hobby=cast.persona.hobbies[0].capitalize(), name=people[0].first_name if people else "")
        place = cast.persona.workplace if regular.place == "workplace" else self.venues[regular.place][0] if regular.place else ""
        return title, people, place

    def _on(self, weekday: int, hour: float) -> float:
        return self._monday + weekday * DAY + hour * HOUR

    def _free(self, choose: Callable[[], float], hours: float) -> float:
        """A time at which nothing else is, or, now and then, one at which something is; a week may have neither."""
        clash = self.draw.chance(_OVERLAPS)
        week = [e for e in self.events if e.end_datetime > self._monday and e.tag != "Birthday"]
        start = choose()
        for _ in range(_TRIES):
            if any(start < e.end_datetime and e.start_datetime < start + hours * HOUR for e in week) == clash:
                break
            start = choose()
        return start

    def _new(self, choose: Callable[[], str]) -> str:
        """A title that no other entry has, if there is one left."""
        title = choose()
        for _ in range(_TRIES):
            if title not in self._titles:
                break
            title = choose()
        self._titles.add(title)
        return title

    def _add(
        self, kind: str, title: str, start: float, hours: float, tag: str, people: Sequence[Person], place: str, note: str, lead: float = 9.0
    ) -> None:
        """An entry and what it stands for; spoken of from up to `lead` days before."""
        with_user = people and kind in ("meeting", "social", "trip", "regular")
        names = tuple([self.cast.user.name] if with_user else []) + tuple(p.name for p in people)
        event = self._event(title, start, hours, tag, names, place, note)
        known = start - self.draw.uniform(1.0, lead) * DAY
        self.happenings.append(Happening(kind, title, start, known, tuple(people), place, event.event_id))

    def _event(self, title: str, start: float, hours: float, tag: str, names: tuple[str, ...], place: str, note: str) -> CalendarEvent:
        event = CalendarEvent(
            event_id=self.draw.id(),
            title=title,
            start_datetime=start,
            end_datetime=start + hours * HOUR,
            tag=tag,
            description=note,
            location=place or None,
            attendees=names,
        )
        self.events.append(event)
        return event
