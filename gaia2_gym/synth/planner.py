"""The calendar: about three months, week by week, and what happens in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from gaia2_gym.apps.calendar import DAY, HOUR, CalendarEvent, CalendarState
from gaia2_gym.synth.cast import Cast, Circle, Happening, Person
from gaia2_gym.synth.draw import Draw

WEEKS_BACK, WEEKS_AHEAD = 8, 5
_PER_WEEK = {"pocket": 2, "small": 5, "full": 27}
"""One-off entries a week, the regular ones aside."""
_REGULAR = {"pocket": 1, "small": 2, "full": 4}

_MEETINGS = (
    *(
        "Budget review",
        "Project kick-off",
        "Design critique",
        "Quarterly planning",
        "Client call",
        "Retrospective",
        "Hiring interview",
        "Risk workshop",
    ),
    *(
        "Roadmap session",
        "Supplier meeting",
        "Training day",
        "Contract talk",
        "Press briefing",
        "Data review",
        "Office move planning",
        "Prototype demo",
    ),
)
_SUBJECTS = ("Lighthouse", "Orchard", "Tidewater", "Kestrel", "Paperclip", "Harvest", "Cobalt", "Lantern", "Saffron", "Windmill", "Quartz", "Ferry")
_ROOMS = ("Room 2", "Room 5", "the library room", "the glass room", "Meeting point 3", "the attic room")
_SOCIAL = (
    *("Dinner", "Coffee", "Brunch", "Board game night", "Concert", "Museum visit", "Walk by the river", "Picnic", "Film night", "Cooking together"),
    *("Badminton", "Wine tasting", "Flea market", "Theatre", "Swimming", "Bike tour"),
)
_VENUES = ("Café Morgenrot", "The Brass Kettle", "Trattoria Girasole", "Old Mill", "Blue Door Bistro", "Number Nine", "Garden Hall", "Lakeside Kiosk")
_APPOINTMENTS = {
    "dentist": ("Dental check-up", "Health"),
    "doctor": ("Doctor's appointment", "Health"),
    "physiotherapist": ("Physiotherapy", "Health"),
    "hairdresser": ("Haircut", "Personal"),
    "bank adviser": ("Meeting at the bank", "Finance"),
    "accountant": ("Tax appointment", "Finance"),
    "mechanic": ("Car inspection", "Errands"),
    "vet": ("Cat to the vet", "Errands"),
    "language tutor": ("Language lesson", "Learning"),
    "personal trainer": ("Training session", "Health"),
}
_DEADLINES = (
    "Grant application",
    "Annual report",
    "Expense claims",
    "Tender for {subject}",
    "Tax return",
    "Slides for {subject}",
    "Contract draft",
    "Survey results",
)
_TRIPS = ("Weekend in {city}", "Conference in {city}", "Visit to {city}")
_REGULARS: tuple[tuple[str, str, int, float, float, Circle | None], ...] = (
    ("Team stand-up", "Work", 0, 9.0, 0.5, "work"),
    ("Yoga class", "Health", 2, 18.5, 1.0, None),
    ("Choir rehearsal", "Hobby", 3, 19.5, 2.0, "friends"),
    ("Language course", "Learning", 1, 18.0, 1.5, None),
)


@dataclass
class _Plan:
    """A calendar in the making."""

    draw: Draw
    cast: Cast
    now: float
    events: list[CalendarEvent]
    happenings: list[Happening]

    def add(
        self, kind: str, title: str, start: float, hours: float, tag: str, people: Sequence[Person], place: str, description: str, lead: float = 9.0
    ) -> None:
        """An entry and what it stands for; spoken of from up to `lead` days before."""
        names = [p.name for p in people]
        attendees = tuple([self.cast.user.name, *names] if names and kind in ("meeting", "social", "trip") else names)
        event = CalendarEvent(
            event_id=self.draw.id(),
            title=title,
            start_datetime=start,
            end_datetime=start + hours * HOUR,
            tag=tag,
            description=description,
            location=place or None,
            attendees=attendees,
        )
        self.events.append(event)
        known = start - self.draw.uniform(1.0, lead) * DAY
        self.happenings.append(Happening(kind, title, start, known, tuple(people), place, event.event_id))


def make_calendar(cast: Cast, now: float, size: str, draw: Draw) -> tuple[CalendarState, list[Happening]]:
    """The calendar, and its entries as things to speak of.

    Args:
        cast: Who takes part.
        now: Unix seconds; eight weeks lie before, five behind it.
        size: `pocket`, `small` or `full`.
        draw: Chooses.
    """
    plan = _Plan(draw, cast, now, [], [])
    today = now - now % DAY
    monday = today - datetime.fromtimestamp(now, UTC).weekday() * DAY
    for week in range(-WEEKS_BACK, WEEKS_AHEAD + 1):
        _week(plan, monday + 7 * week * DAY, size)
    _birthdays(plan, monday, size)
    events = sorted(plan.events, key=lambda e: (e.start_datetime, e.event_id))
    return CalendarState({e.event_id: e for e in events}), sorted(plan.happenings, key=lambda h: (h.time, h.ref))


def _week(plan: _Plan, monday: float, size: str) -> None:
    draw, cast = plan.draw, plan.cast
    for title, tag, weekday, hour, hours, circle in _REGULARS[: _REGULAR[size]]:
        people = cast.of(circle)[:3] if circle == "work" else cast.of(circle)[-2:] if circle else []
        place = "Meeting point 3" if tag == "Work" else "Garden Hall"
        plan.add("regular", title, monday + weekday * DAY + hour * HOUR, hours, tag, people, place, f"Every {_weekday(weekday)}.")
    for _ in range(_PER_WEEK[size]):
        kind = draw.weighted({"meeting": 4, "social": 3, "appointment": 1.5, "deadline": 1, "trip": 0.3})
        _ENTRIES[kind](plan, monday)


def _meeting(plan: _Plan, monday: float) -> None:
    draw = plan.draw
    start = monday + draw.integer(0, 4) * DAY + draw.integer(16, 33) * HOUR / 2
    people = draw.sample(plan.cast.of("work"), draw.integer(1, 4))
    what, subject = draw.pick(_MEETINGS), draw.pick(_SUBJECTS)
    description = draw.pick(
        (f"About {subject}; {people[0].first_name} takes the minutes.", f"{subject}: open points and next steps.", f"Bring the {subject} figures.")
    )
    plan.add("meeting", f"{what} {subject}", start, draw.pick((0.5, 1.0, 1.5, 2.0)), "Work", people, draw.pick(_ROOMS), description)


def _social(plan: _Plan, monday: float) -> None:
    draw = plan.draw
    weekday = draw.integer(2, 6)
    hour = draw.integer(18, 20) if weekday < 5 else draw.integer(10, 19)
    circle: Circle = "family" if draw.chance(0.33) else "friends"
    people = draw.sample(plan.cast.of(circle), draw.integer(1, 3))
    what = draw.pick(_SOCIAL)
    title = f"{what} with {people[0].first_name}" + (" and others" if len(people) > 1 else "")
    tag = "Family" if circle == "family" else "Social"
    description = draw.pick(
        (f"{people[0].first_name} has booked.", "Bring something to drink.", "To be confirmed the day before.", "Table for us all.")
    )
    plan.add("social", title, monday + weekday * DAY + hour * HOUR, draw.pick((1.5, 2.0, 2.5, 3.0)), tag, people, draw.pick(_VENUES), description)


def _appointment(plan: _Plan, monday: float) -> None:
    draw = plan.draw
    people = [p for p in plan.cast.of("services") if p.relation in _APPOINTMENTS]
    if people:
        who = draw.pick(people)
        title, tag = _APPOINTMENTS[who.relation]
        start = monday + draw.integer(0, 4) * DAY + draw.integer(17, 34) * HOUR / 2
        plan.add("appointment", title, start, draw.pick((0.5, 1.0)), tag, [who], who.contact.address or "", f"With {who.name}.", lead=20)


def _deadline(plan: _Plan, monday: float) -> None:
    draw = plan.draw
    title = draw.pick(_DEADLINES).format(subject=draw.pick(_SUBJECTS))
    people = draw.sample(plan.cast.of("work"), 1)
    start = monday + draw.integer(0, 4) * DAY + draw.integer(12, 17) * HOUR
    plan.add("deadline", f"Deadline: {title}", start, 0.5, "Work", people, "", f"To be sent to {people[0].name}.", lead=14)


def _trip(plan: _Plan, monday: float) -> None:
    draw = plan.draw
    friends = [p for p in plan.cast.people if p.contact.city_living != plan.cast.user.contact.city_living and p.circle in ("friends", "family")]
    if friends:
        who = draw.pick(friends)
        city = who.contact.city_living or ""
        title = draw.pick(_TRIPS).format(city=city)
        plan.add(
            "trip",
            title,
            monday + 5 * DAY + 9 * HOUR,
            draw.pick((10.0, 34.0)),
            "Travel",
            [who],
            city,
            f"Staying near {who.first_name}'s place.",
            lead=25,
        )


_ENTRIES = {"meeting": _meeting, "social": _social, "appointment": _appointment, "deadline": _deadline, "trip": _trip}


def _birthdays(plan: _Plan, monday: float, size: str) -> None:
    """A few birthdays of family and friends, for the whole day."""
    people = [p for p in plan.cast.people if p.circle in ("family", "friends")]
    for who in plan.draw.sample(people, {"pocket": 3, "small": 6, "full": 20}[size]):
        day = monday + plan.draw.integer(-7 * WEEKS_BACK, 7 * WEEKS_AHEAD) * DAY
        plan.add("birthday", f"{who.first_name}'s birthday", day, 24.0, "Birthday", [who], "", f"{who.name}, {who.relation}.", lead=12)


def _weekday(number: int) -> str:
    return ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")[number]
