"""What a calendar holds: kinds of meetings, outings, appointments and deadlines, where they are and what is noted about them."""

from __future__ import annotations

from typing import NamedTuple

from gaia2_gym.synth.draw import Draw
from gaia2_gym.synth.locales import Locale


class Activity(NamedTuple):
    """Something to do with others.

    Args:
        what: Its name.
        venue: Kind of place, see VENUES; empty for the host's home.
        hours: Earliest and latest hour it begins.
        lengths: Hours it may last.
        notes: What may be noted.
    """

    what: str
    venue: str
    hours: tuple[int, int]
    lengths: tuple[float, ...]
    notes: tuple[str, ...]


_TABLE = ("{host} has booked.", "Table for {n}.", "Ask for the table at the window.", "{host} is paying this time.", "Table under my name.")
_SPORT = ("Bring water.", "{host} brings the gear.", "Bring a towel.", "Court is booked.", "Loser buys the drinks.")
_CULTURE = (
    "{host} has the tickets.",
    "Tickets at the box office.",
    "Meet ten minutes before.",
    "Students pay half.",
    "Doors open half an hour before.",
)
_OUTSIDE = ("Only if it stays dry.", "{host} knows the way.", "Bring a jacket.", "Meet at the entrance.", "Take the camera.")
_HOME = (
    "Bring something to drink.",
    "{host} cooks.",
    "I promised to bring dessert.",
    "Shoes off at the door.",
    "Bring a chair if there are more of us.",
)
ACTIVITIES = (
    Activity("Dinner", "restaurant", (18, 20), (2.0, 2.5), _TABLE),
    Activity("Lunch", "restaurant", (12, 13), (1.0, 1.5), _TABLE),
    Activity("Wine tasting", "restaurant", (18, 20), (2.0, 3.0), _TABLE),
    Activity("Coffee", "café", (9, 17), (1.0, 1.5), ("{host} wants to talk something over.", "Try the almond cake.", "Catching up.", "Short one.")),
    Activity("Brunch", "café", (10, 11), (2.0, 2.5), _TABLE),
    Activity("Concert", "stage", (19, 20), (2.0, 3.0), _CULTURE),
    Activity("Theatre", "stage", (19, 20), (2.5, 3.0), _CULTURE),
    Activity("Film night", "stage", (19, 21), (2.0, 2.5), _CULTURE),
    Activity("Museum visit", "museum", (10, 15), (2.0, 2.5), _CULTURE),
    Activity("Exhibition opening", "museum", (17, 19), (1.5, 2.0), _CULTURE),
    Activity("Picnic", "park", (12, 17), (2.0, 3.0), _OUTSIDE),
    Activity("Walk", "park", (10, 17), (1.0, 1.5), _OUTSIDE),
    Activity("Bike tour", "park", (9, 14), (2.0, 3.0), _OUTSIDE),
    Activity("Badminton", "sports", (17, 20), (1.0, 1.5), _SPORT),
    Activity("Swimming", "sports", (8, 18), (1.0, 1.5), _SPORT),
    Activity("Table tennis", "sports", (17, 20), (1.0, 1.5), _SPORT),
    Activity("Board game night", "", (18, 20), (2.5, 3.0), _HOME),
    Activity("Cooking together", "", (17, 19), (2.5, 3.0), _HOME),
)

_NOUNS = ("Kettle", "Mill", "Anchor", "Fig Tree", "Lantern", "Swallow", "Cherry", "Compass", "Barrel", "Magpie", "Ferry", "Pear Tree")
_COLOURS = ("Brass", "Old", "Blue", "Golden", "Little", "Green", "White", "Crooked")
VENUES = {
    "restaurant": ("The {colour} {noun}", "Trattoria {noun}", "{noun} Bistro", "{colour} {noun} Kitchen"),
    "café": ("Café {noun}", "{colour} Cup", "{noun} Coffee House"),
    "stage": ("{noun} Theatre", "{colour} Hall", "{noun} Stage"),
    "museum": ("{noun} Museum", "{colour} House Gallery", "{noun} Collection"),
    "park": ("{noun} Park", "{colour} Gardens", "{noun} Hill"),
    "sports": ("{noun} Sports Hall", "{colour} Pool and Courts", "{noun} Club"),
    "school": ("{noun} Community Centre", "{colour} School House"),
}


def venues(locale: Locale, draw: Draw, of_a_kind: int) -> dict[str, list[str]]:
    """Places to go to in a city, with their addresses: kind -> so many of them, no two of one name.

    Args:
        locale: How addresses are written.
        draw: Chooses.
        of_a_kind: How many of each kind.
    """
    names: dict[str, list[str]] = {}
    for kind, forms in VENUES.items():
        found: dict[str, None] = {}
        while len(found) < of_a_kind:
            found[draw.pick(forms).format(colour=draw.pick(_COLOURS), noun=draw.pick(_NOUNS))] = None
        names[kind] = [f"{name}, {locale.street_address(draw)}" for name in found]
    return names


MEETINGS = (
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
    *("Roadmap session", "Supplier meeting", "Training session", "Contract talk", "Press briefing", "Data review", "Office move planning"),
    *("Prototype demo", "Progress check", "Handover", "Pricing workshop", "Audit preparation"),
)
SUBJECTS = (
    *("Lighthouse", "Orchard", "Tidewater", "Kestrel", "Paperclip", "Harvest", "Cobalt", "Lantern", "Saffron", "Windmill", "Quartz", "Ferry"),
    *("Thistle", "Canopy", "Marble", "Sparrow", "Lagoon", "Tinder"),
)
ROOMS = ("Room 2", "Room 5", "Library room", "Glass room", "Meeting point 3", "Attic room", "Video call", "Canteen")
AGENDA = (
    *(
        "open points",
        "the budget",
        "next steps",
        "who does what",
        "risks",
        "dates",
        "the offer",
        "staffing",
        "figures of the last quarter",
        "the timetable",
    ),
    *(
        "feedback from the client",
        "the contract",
        "delays",
        "training",
        "the new templates",
        "travel costs",
        "suppliers",
        "holiday cover",
        "the launch",
    ),
)
APPOINTMENTS = {
    "dentist": ("Dental check-up", "Health"),
    "doctor": ("Doctor's appointment", "Health"),
    "physiotherapist": ("Physiotherapy", "Health"),
    "dermatologist": ("Skin check", "Health"),
    "optician": ("Eye test", "Health"),
    "personal trainer": ("Training at the gym", "Health"),
    "hairdresser": ("Haircut", "Personal"),
    "tailor": ("Fitting at the tailor's", "Personal"),
    "bank adviser": ("Meeting at the bank", "Finance"),
    "accountant": ("Tax appointment", "Finance"),
    "insurance agent": ("Insurance review", "Finance"),
    "notary": ("Notary appointment", "Finance"),
    "mechanic": ("Car inspection", "Errands"),
    "bicycle mechanic": ("Bicycle service", "Errands"),
    "vet": ("Check-up at the vet", "Errands"),
    "travel agent": ("Travel planning", "Errands"),
    "plumber": ("Plumber: kitchen sink", "Home"),
    "electrician": ("Electrician: hall lights", "Home"),
    "painter": ("Painter: quote for the hall", "Home"),
    "locksmith": ("Locksmith: new cylinder", "Home"),
    "landlord": ("Talk with the landlord", "Home"),
    "language tutor": ("Language lesson", "Learning"),
    "piano teacher": ("Piano lesson", "Learning"),
}
AT_OURS = ("plumber", "electrician", "painter", "locksmith")
"""Services that come to the user."""
APPOINTMENT_NOTES = (
    *("With {name}.", "With {name}; bring the papers from last time.", "{name} moved it once already.", "Ask {name} about the bill."),
    *("Cancel a day before at the latest.", "Confirmed by {name}.", "Take the insurance card."),
)
DEADLINES = (
    *(
        "Grant application {subject}",
        "Annual report",
        "Expense claims",
        "Tender for {subject}",
        "Tax return",
        "Slides for {subject}",
        "Contract draft",
    ),
    *("Survey results {subject}", "Budget for {subject}", "Reply to the {subject} client"),
)
DEADLINE_NOTES = ("To be sent to {name}.", "{name} needs it before noon.", "Last check with {name}.", "Late entries do not count, says {name}.")


class Regular(NamedTuple):
    """Something that happens every week or two.

    Args:
        title: `{hobby}` stands for one of the user's hobbies, `{name}` for the first name of the first who takes part.
        tag: Its tag.
        weekday: 0 for Monday.
        hour: When it begins.
        hours: How long it lasts.
        every: Weeks from one to the next.
        with_whom: Circle or relation of those who take part; empty for nobody.
        place: Kind of venue, a room, or `workplace`.
    """

    title: str
    tag: str
    weekday: int
    hour: float
    hours: float
    every: int
    with_whom: str
    place: str


REGULARS = (
    Regular("Team stand-up", "Work", 0, 9.0, 0.5, 1, "work", "workplace"),
    Regular("{hobby} evening", "Hobby", 3, 19.5, 1.5, 2, "friends", "school"),
    Regular("Call with {name}", "Family", 6, 17.0, 0.5, 1, "family", ""),
    Regular("One-on-one with {name}", "Work", 1, 14.0, 0.5, 1, "manager", "workplace"),
    Regular("Yoga class", "Health", 2, 18.5, 1.0, 1, "", "sports"),
    Regular("Language course", "Learning", 1, 18.0, 1.5, 1, "", "school"),
)
"""The first of them stand in small calendars too."""
