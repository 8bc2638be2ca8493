"""Who may be on a phone: kinds of relatives, friends, colleagues and services, what they do and what is said of them."""

from __future__ import annotations

from typing import NamedTuple

from gaia2_gym.synth.cast import Manner


class Kin(NamedTuple):
    """A kind of relative.

    Args:
        relation: As the user calls them.
        low: Least number of years older than the user.
        high: Greatest.
        gender: Where the relation tells.
        most: How many of them there can be.
        same_name: Whether they have the user's last name.
    """

    relation: str
    low: int
    high: int
    gender: str | None = None
    most: int = 1
    same_name: bool = False


PARTNER = Kin("partner", -6, 6)
CHILDREN = (Kin("daughter", -36, -24, "Female", 2, True), Kin("son", -36, -24, "Male", 2, True))
# Years are such that a mother is at least 18 years older than all her children, and a grandmother than the mother.
FAMILY = (
    Kin("mother", 27, 34, "Female", 1, True),
    Kin("father", 27, 36, "Male", 1, True),
    Kin("sister", -8, 8, "Female", 2, True),
    Kin("brother", -8, 8, "Male", 2, True),
    Kin("grandmother", 52, 57, "Female", 2),
    Kin("grandfather", 52, 58, "Male", 1),
    Kin("aunt", 16, 36, "Female", 3),
    Kin("uncle", 16, 36, "Male", 3, True),
    Kin("cousin", -10, 10, None, 5),
    Kin("niece", -28, -16, "Female", 2, True),
    Kin("nephew", -28, -16, "Male", 2, True),
    Kin("godchild", -28, -14, None, 2),
    Kin("sister-in-law", -8, 8, "Female", 2),
    Kin("brother-in-law", -8, 8, "Male", 2),
    Kin("great-aunt", 38, 48, "Female", 1),
    Kin("second cousin", -12, 12, None, 4),
)
IN_LAWS = (Kin("mother-in-law", 24, 34, "Female"), Kin("father-in-law", 24, 36, "Male"))
NEAR = ("mother", "father", "sister", "brother")
"""Relations that come first in FAMILY."""
COUPLES = {"mother": "parents", "father": "parents", "mother-in-law": "in-laws", "father-in-law": "in-laws"}
"""Relatives who share a home."""
YOUNGEST, OLDEST = 10, 96
"""Age of anyone who has a phone."""

FRIENDS = {
    "friend": "any",
    "neighbour": "near",
    "friend from school": "any",
    "friend from university": "any",
    "running partner": "near",
    "old flatmate": "any",
    "pen friend": "far",
    "friend from the choir": "near",
    "former neighbour": "any",
    "friend from the allotments": "near",
    "travel companion": "any",
    "friend from the pub quiz": "near",
}
"""Kinds of friends, and whether they live in the user's city, elsewhere, or anywhere."""
SAME_AGE = {"friend from school": 2, "friend from university": 4, "old flatmate": 6}
"""Friends about as old as the user: years between them at most."""
WORK = {"colleague": 6.0, "former colleague": 1.5, "client": 2.0, "business partner": 1.0, "intern": 1.0, "supplier": 0.8}
"""Relations at work beside the manager, by weight."""
OUTSIDERS = ("former colleague", "client", "business partner", "supplier")
"""Those of them who work for another firm."""
SERVICES = (
    ("dentist", "Dentist"),
    ("landlord", "Property Manager"),
    ("plumber", "Plumber"),
    ("bank adviser", "Bank Adviser"),
    ("hairdresser", "Hairdresser"),
    ("doctor", "General Practitioner"),
    ("accountant", "Accountant"),
    ("mechanic", "Car Mechanic"),
    ("language tutor", "Language Teacher"),
    ("personal trainer", "Fitness Trainer"),
    ("electrician", "Electrician"),
    ("physiotherapist", "Physiotherapist"),
    ("insurance agent", "Insurance Agent"),
    ("tailor", "Tailor"),
    ("travel agent", "Travel Agent"),
    ("optician", "Optician"),
    ("piano teacher", "Music Teacher"),
    ("cleaner", "Cleaner"),
    ("locksmith", "Locksmith"),
    ("notary", "Notary"),
    ("caretaker", "Caretaker"),
    ("gardener", "Gardener"),
    ("painter", "House Painter"),
    ("bicycle mechanic", "Bicycle Mechanic"),
    ("dermatologist", "Dermatologist"),
)
VET = ("vet", "Veterinarian")
PETS = ("", "", "", "a cat", "a small dog")

JOBS = (
    *("Architect", "Nurse", "Carpenter", "Teacher", "Journalist", "Software Developer", "Chef", "Librarian", "Pharmacist", "Photographer"),
    *("Marine Biologist", "Graphic Designer", "Bus Driver", "Lawyer", "Translator", "Baker", "Civil Engineer", "Florist", "Musician", "Editor"),
    *("Bookseller", "Radio Host", "Geologist", "Surveyor", "Police Officer", "Social Worker", "Film Producer", "Tour Guide", "Gardener", "Chemist"),
)
OFFICE_JOBS = (
    *("Project Manager", "Data Analyst", "Product Designer", "Sales Manager", "Controller", "Copywriter", "Engineer", "Researcher", "Recruiter"),
    *("Assistant", "Office Manager", "Event Planner", "Statistician", "Web Developer", "Procurement Officer"),
)
LEADS = ("Managing Director", "Head of Operations", "Team Lead", "Department Head", "Chief Editor", "Head of Research")
FIRM_KINDS = ("Studio", "Institute", "Works", "Partners", "Laboratory", "Publishing", "Workshop", "Agency", "Foundation", "Office")
FIRM_NAMES = ("Harbour", "Linden", "Granite", "Meadow", "Copper", "Juniper", "Beacon", "Willow", "Amber", "Northern", "Maple", "Delta")
HOBBIES = (
    *("pottery", "cycling", "birdwatching", "chess", "choir singing", "bouldering", "gardening", "photography", "baking", "sailing"),
    *("running", "sketching", "beekeeping", "astronomy", "swing dancing", "model trains", "hiking", "knitting", "table tennis", "film"),
)
DOMAINS = ("postbox.example", "mailhaven.example", "letterbird.example", "quickpost.example", "inkmail.example")

# What is said of someone behind "My sister, who ..." or "She ...".
FACTS = (
    *("loves {hobby} and talks about little else", "is allergic to nuts", "speaks {n} languages", "is always late and always brings cake"),
    *("is saving up for a trip around the world", "never forgets a birthday", "wants to take up {hobby} again", "knows every shortcut in {city}"),
    *("collects old maps of {city}", "is a very good cook and a vegetarian", "gets up before everybody else", "has won a prize for {hobby}"),
    *("tells the best stories", "has read every crime novel there is", "is afraid of heights", "has a weakness for brass bands"),
    *("would rather call than write", "takes {hobby} very seriously", "keeps {n} hens", "repairs old radios"),
)
ADULT_FACTS = (
    *("moved to {city} {n} years ago", "has been in {city} since {year}", "prefers to be called in the evening", "is best reached by message"),
    *("gives {hobby} lessons at the weekend", "has just bought a small boat", "has run {n} marathons", "met me at a {hobby} course in {city}"),
)
WORK_FACTS = (
    *("has been with the firm since {year}", "sits two desks away", "works from {city}", "answers every message within the hour"),
    *("is off on Fridays", "prefers short messages", "organises the {hobby} group at lunch", "takes the minutes nobody else wants to take"),
    *("knows the archive by heart", "started in {year}", "drinks only tea", "is the one to ask about contracts"),
)
OUTSIDE_FACTS = (
    *("likes to settle things by phone", "works from {city}", "always asks for a second offer", "pays on time"),
    *("wants everything in writing", "comes by {n} times a year", "prefers meetings before ten", "knows the business inside out"),
)
SERVICE_FACTS = (
    *("is best reached before ten", "has no time on Wednesdays", "was recommended by a neighbour", "sends the bill by post"),
    *("also does {hobby} at the community centre", "closes for the whole of August", "needs {n} days' notice", "speaks {n} languages"),
    *("is around the corner from us", "confirms every appointment by message", "gives a discount to regulars"),
)

MANNERS: tuple[Manner, ...] = (
    Manner("terse", ("{name}", "Hi"), (), signs=False, lowercase=True),
    Manner("terse", ("{name},", "Hello {name}"), ("Best",), signs=True),
    Manner("chatty", ("Hey {name}", "Hi {name}", "Heyyy"), ("Cheers", "Talk soon"), emoji=True),
    Manner("chatty", ("Hiya {name}", "Hey you"), ("xx", "Ciao"), emoji=True, lowercase=True),
    Manner("formal", ("Dear {name}", "Good day {name}"), ("Kind regards", "Best regards")),
    Manner("warm", ("Dear {name}", "Hello dear {name}", "Hi {name}"), ("Take care", "Warmly", "All the best")),
    Manner("warm", ("Hello {name}", "Hi {name}"), ("Love", "A big hug"), emoji=True),
)
