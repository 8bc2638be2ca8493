"""The file tree: folders, and small texts about the people and happenings of the universe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from gaia2_gym.apps.calendar import DAY
from gaia2_gym.apps.files.tree import DIRECTORY, FilesState, Node
from gaia2_gym.synth.cast import Cast, Happening
from gaia2_gym.synth.draw import Draw
from gaia2_gym.synth.occasions import AGENDA

FILES = {"pocket": 24, "small": 70, "full": 298}
FOLDERS = (
    *("/Documents", "/Documents/Work", "/Documents/Home", "/Documents/Travel", "/Documents/Finance", "/Downloads", "/Pictures", "/Pictures/Holidays"),
    *("/Pictures/Family", "/Music", "/Notes", "/Archive"),
)
_CHORES = (
    *("descale the kettle", "water the plants", "return the library books", "call the landlord", "renew the passport", "clean the bike"),
    *("sort old photos", "change the light bulb", "defrost the freezer", "cancel the magazine", "mend the blue jacket", "back up the laptop"),
)
_FOODS = ("oats", "lemons", "rice", "olive oil", "coffee", "spinach", "eggs", "tomatoes", "yoghurt", "bread", "apples", "chickpeas", "flour", "pears")
_LUGGAGE = ("passport", "charger", "umbrella", "swimsuit", "walking shoes", "camera", "book", "earplugs", "adapter", "rain jacket", "sunglasses")
_GIFTS = (
    "a book",
    "concert tickets",
    "a plant",
    "dinner out",
    "a scarf",
    "a board game",
    "good tea",
    "a framed photo",
    "a tart",
    "a map of the city",
)
_SPENDINGS = ("rent", "train", "food", "books", "gifts", "gas", "phone", "insurance", "cinema", "dentist")
_SIGHTS = (
    "the market",
    "the old bridge",
    "the harbour",
    "a garden",
    "sunset",
    "breakfast",
    "the station",
    "rain",
    "the view from the tower",
    "dinner",
)
_DISHES = (
    "lentil soup",
    "plum cake",
    "potato salad",
    "mushroom risotto",
    "flatbread",
    "fish pie",
    "pancakes",
    "bean stew",
    "cheese pie",
    "apple crumble",
)
_SONGS = ("Slow River", "Paper Boats", "Night Tram", "Seven Lamps", "Far Kitchen", "Little Storms", "Under the Clock", "Copper Rain", "Two Maps")
_STEPS = ("what I need", "where to ask", "what it costs", "who could join", "when to begin", "what went wrong last time", "what to read first")


def make_files(cast: Cast, happenings: Sequence[Happening], now: float, size: str, draw: Draw) -> FilesState:
    """Folders and files.

    Args:
        cast: Whose files.
        happenings: What the texts are about, as far as it is known by now.
        now: Unix seconds.
        size: `pocket`, `small` or `full`.
        draw: Chooses.
    """
    writer = _Writer(cast, [h for h in happenings if h.known <= now], now, draw)
    nodes = {"/": DIRECTORY} | dict.fromkeys(FOLDERS, DIRECTORY)
    while len(nodes) < FILES[size] + len(FOLDERS) + 1:
        path, text = draw.weighted(writer.kinds)()
        nodes.setdefault(path, Node("file", f"{text}\n".encode()))
    order = sorted(nodes, key=lambda path: (path.count("/"), path))
    return FilesState({path: nodes[path] for path in order})


class _Writer:
    """Writes files, each a path and a text."""

    def __init__(self, cast: Cast, known: Sequence[Happening], now: float, draw: Draw) -> None:
        self.cast, self.now, self.draw = cast, now, draw
        self.met = [h for h in known if h.kind == "meeting" and h.time < now]
        self.bought = [h for h in known if h.kind == "order"]
        self.trips = [h for h in known if h.kind == "trip"]
        self.flats = [h for h in known if h.kind == "viewing"]
        self.kinds: dict[Callable[[], tuple[str, str]], float] = {
            self.minutes: 3.0 if self.met else 0.0,
            self.invoice: 1.5 if self.bought else 0.0,
            self.itinerary: 1.0 if self.trips else 0.0,
            self.flat: 1.0 if self.flats else 0.0,
            self.expenses: 2.0,
            self.packing: 1.0,
            self.groceries: 2.0,
            self.to_do: 2.0,
            self.gifts: 2.0,
            self.phones: 0.5,
            self.album: 1.5,
            self.recipe: 1.0,
            self.playlist: 1.0,
            self.plan: 2.0,
        }

    def minutes(self) -> tuple[str, str]:
        h = self.draw.pick(self.met)
        points = "\n".join(f"- {point}: {self.draw.pick(h.people).first_name}" for point in self.draw.sample(AGENDA, 3))
        present = ", ".join([self.cast.user.name, *(p.name for p in h.people)])
        return (
            f"/Documents/Work/minutes_{_slug(h.title)}_{_day(h.time)}.md",
            f"# {h.title}\n{_day(h.time)}, {h.place}\nPresent: {present}\n\n{points}",
        )

    def invoice(self) -> tuple[str, str]:
        h = self.draw.pick(self.bought)
        return (
            f"/Downloads/invoice_{h.ref[:8]}.txt",
            f"Invoice\nOrder {h.ref}\n{h.title}\nTotal {h.amount:.2f}\nDate {_day(h.time)}\n{self.cast.user.name}",
        )

    def itinerary(self) -> tuple[str, str]:
        h = self.draw.pick(self.trips)
        companions = ", ".join(p.name for p in h.people)
        days = f"{_day(h.time)} there, {_day(h.time + DAY)} back"
        return f"/Documents/Travel/{_slug(h.title)}_{_day(h.time)}.md", f"# {h.title}\n{days}\nWith: {companions}\nPlan: " + self._some(_SIGHTS, ", ")

    def flat(self) -> tuple[str, str]:
        h = self.draw.pick(self.flats)
        questions = "\n".join(f"- {q}?" for q in self.draw.sample(("deposit", "heating", "neighbours", "bicycles", "noise at night", "moving in"), 3))
        return f"/Documents/Home/flat_{_slug(h.title)}.md", f"# {h.title}\n{h.place}\nRent {h.amount:g}\n\n{questions}"

    def expenses(self) -> tuple[str, str]:
        month = self.now - self.draw.integer(1, 36) * 30 * DAY
        rows = [f"{_day(month - n * DAY)},{what},{self.draw.uniform(4, 180):.2f}" for n, what in enumerate(self.draw.sample(_SPENDINGS, 5))]
        return f"/Documents/Finance/expenses_{_day(month)[:7]}.csv", "\n".join(("date,what,amount", *rows))

    def packing(self) -> tuple[str, str]:
        city = self.draw.pick(sorted({p.contact.city_living or "" for p in self.cast.people} - {self.cast.user.contact.city_living}))
        return f"/Documents/Travel/packing_{_slug(city)}_{self._year()}.txt", f"Packing for {city}\n" + self._some(_LUGGAGE, "\n", 6)

    def groceries(self) -> tuple[str, str]:
        return f"/Notes/shopping_{self._date()}.txt", self._some(_FOODS, "\n", 7)

    def to_do(self) -> tuple[str, str]:
        return f"/Notes/todo_{self._date()}.txt", "\n".join(f"[{self.draw.pick(' x')}] {chore}" for chore in self.draw.sample(_CHORES, 5))

    def gifts(self) -> tuple[str, str]:
        who = self.draw.pick([p for p in self.cast.people if p.circle in ("family", "friends")])
        return f"/Documents/Home/gifts_{_slug(who.name)}_{self._year()}.txt", f"For {who.name} ({who.relation})\n" + self._some(_GIFTS, "\n", 3)

    def phones(self) -> tuple[str, str]:
        circle = self.draw.pick(("family", "friends", "services"))
        people = self.draw.sample([p for p in self.cast.people if p.circle == circle], 6)
        return f"/Documents/Home/phone_list_{circle}.csv", "\n".join(("name,phone", *(f"{p.name},{p.phone}" for p in people)))

    def album(self) -> tuple[str, str]:
        who = self.draw.pick([p for p in self.cast.people if p.circle in ("family", "friends")])
        folder, city = self.draw.pick(("/Pictures/Holidays", "/Pictures/Family")), who.contact.city_living or ""
        sights = [f"{n:02} {sight}" for n, sight in enumerate(self.draw.sample(_SIGHTS, 4), 1)]
        return f"{folder}/album_{_slug(city)}_{self._year()}.md", "\n".join((f"# {city}, with {who.name}", *sights))

    def recipe(self) -> tuple[str, str]:
        dish, source = self.draw.pick(_DISHES), self.draw.pick(self.cast.people)
        return f"/Documents/Home/recipe_{_slug(dish)}.md", f"# {dish}\nFrom {source.name}, for {self.draw.integer(2, 6)}\n" + self._some(
            _FOODS, "\n", 5
        )

    def playlist(self) -> tuple[str, str]:
        mood = self.draw.pick(("morning", "train", "kitchen", "rain", "party", "walk"))
        return f"/Music/{mood}_{self._year()}.txt", f"Songs for the {mood}\n" + "\n".join(self.draw.sample(_SONGS, 4))

    def plan(self) -> tuple[str, str]:
        hobby = self.draw.pick(self.cast.persona.hobbies)
        folder = self.draw.pick(("/Archive", "/Notes", "/Documents/Home"))
        points = "\n".join(f"- {step}" for step in self.draw.sample(_STEPS, 3))
        return f"{folder}/{_slug(hobby)}_{self.draw.pick(('plan', 'ideas', 'log', 'notes'))}_{self._date()[:7]}.md", f"# {hobby}\n{points}"

    def _some(self, things: Sequence[str], between: str, n: int = 4) -> str:
        return between.join(self.draw.sample(things, self.draw.integer(2, n)))

    def _year(self) -> int:
        return datetime.fromtimestamp(self.now, UTC).year - self.draw.integer(0, 6)

    def _date(self) -> str:
        return _day(self.now - self.draw.integer(1, 900) * DAY)


def _slug(text: str) -> str:
    return "_".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def _day(time: float) -> str:
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d}"
