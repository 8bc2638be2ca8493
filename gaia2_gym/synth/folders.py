"""The file tree: folders, and small texts about what happens."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from gaia2_gym.apps.files.tree import DIRECTORY, FilesState, Node
from gaia2_gym.synth.cast import Cast, Happening
from gaia2_gym.synth.draw import Draw

FILES = {"pocket": 24, "small": 70, "full": 298}
FOLDERS = (
    *("/Documents", "/Documents/Work", "/Documents/Home", "/Documents/Travel", "/Documents/Finance", "/Downloads", "/Pictures", "/Pictures/Holidays"),
    *("/Pictures/Family", "/Music", "/Notes", "/Archive"),
)
_CHORES = (
    "descale the kettle",
    "water the plants",
    "return the library books",
    "call the landlord",
    "renew the passport",
    "clean the bike",
    "sort old photos",
)
_FOODS = ("oats", "lemons", "rice", "olive oil", "coffee", "spinach", "eggs", "tomatoes", "yoghurt", "bread", "apples", "chickpeas")


def make_files(cast: Cast, happenings: Sequence[Happening], now: float, size: str, draw: Draw) -> FilesState:
    """Folders and files; the texts are about events, orders and people of the universe.

    Args:
        cast: Whose files.
        happenings: What the texts are about, as far as it is over or known.
        now: Unix seconds.
        size: `pocket`, `small` or `full`.
        draw: Chooses.
    """
    known = [h for h in happenings if h.known <= now]
    nodes = {"/": DIRECTORY} | dict.fromkeys(FOLDERS, DIRECTORY)
    while sum(node.kind == "file" for node in nodes.values()) < FILES[size]:
        path, text = draw.pick(_MAKERS)(cast, known, now, draw)
        nodes.setdefault(path, Node("file", text.encode()))
    order = sorted(nodes, key=lambda path: (path.count("/"), path))
    return FilesState({path: nodes[path] for path in order})


def _minutes(cast: Cast, known: Sequence[Happening], now: float, draw: Draw) -> tuple[str, str]:
    met = [h for h in known if h.kind == "meeting" and h.time < now]
    if not met:
        return _list(cast, known, now, draw)
    h = draw.pick(met)
    points = draw.sample(("open points", "budget", "next steps", "who does what", "risks", "dates", "material"), 3)
    body = "\n".join(f"- {point}: {draw.pick(h.people).first_name}" for point in points)
    return f"/Documents/Work/minutes_{_slug(h.title)}_{_day(h.time)}.md", f"# {h.title}\n{_day(h.time)}, {h.place}\n\n{body}\n"


def _expenses(cast: Cast, known: Sequence[Happening], now: float, draw: Draw) -> tuple[str, str]:
    month = now - draw.integer(1, 24) * 30 * 86400
    rows = [
        f"{_day(month - n * 86400)},{what},{draw.uniform(4, 180):.2f}"
        for n, what in enumerate(draw.sample(("rent", "train", "food", "books", "gifts", "gas"), 4))
    ]
    return f"/Documents/Finance/expenses_{_day(month)[:7]}.csv", "date,what,amount\n" + "\n".join(rows) + "\n"


def _packing(cast: Cast, known: Sequence[Happening], now: float, draw: Draw) -> tuple[str, str]:
    city = draw.pick(sorted({p.contact.city_living or "" for p in cast.people}))
    things = draw.sample(("passport", "charger", "umbrella", "swimsuit", "walking shoes", "camera", "book", "earplugs", "adapter"), 5)
    return f"/Documents/Travel/packing_{_slug(city)}_{draw.integer(2015, 2024)}.txt", f"Packing for {city}\n" + "\n".join(things) + "\n"


def _list(cast: Cast, known: Sequence[Happening], now: float, draw: Draw) -> tuple[str, str]:
    if draw.chance(0.5):
        return f"/Notes/shopping_{draw.integer(1, 400)}.txt", "\n".join(draw.sample(_FOODS, draw.integer(3, 7))) + "\n"
    return f"/Notes/todo_{draw.integer(1, 400)}.txt", "\n".join(f"[ ] {chore}" for chore in draw.sample(_CHORES, draw.integer(2, 5))) + "\n"


def _person(cast: Cast, known: Sequence[Happening], now: float, draw: Draw) -> tuple[str, str]:
    who = draw.pick(cast.people)
    ideas = draw.sample(("a book", "concert tickets", "a plant", "dinner out", "a scarf", "a board game", "good tea"), 3)
    return f"/Documents/Home/gift_ideas_{_slug(who.first_name)}_{draw.integer(2020, 2025)}.txt", f"For {who.name}:\n" + "\n".join(ideas) + "\n"


def _picture(cast: Cast, known: Sequence[Happening], now: float, draw: Draw) -> tuple[str, str]:
    folder = draw.pick(("/Pictures", "/Pictures/Holidays", "/Pictures/Family"))
    motif = draw.pick(("beach", "garden", "dinner", "sunset", "market", "bridge", "snow", "party"))
    return (
        f"{folder}/{motif}_{draw.integer(2016, 2024)}_{draw.integer(1, 99):02}.txt",
        f"Caption: {motif}, {draw.pick(cast.people).first_name} took it.\n",
    )


def _invoice(cast: Cast, known: Sequence[Happening], now: float, draw: Draw) -> tuple[str, str]:
    bought = [h for h in known if h.kind == "order"]
    if not bought:
        return _list(cast, known, now, draw)
    h = draw.pick(bought)
    return f"/Downloads/invoice_{h.ref[:8]}.txt", f"Invoice\nOrder {h.ref}\n{h.title}\nTotal {h.amount:.2f}\nDate {_day(h.time)}\n"


def _draft(cast: Cast, known: Sequence[Happening], now: float, draw: Draw) -> tuple[str, str]:
    hobby = draw.pick(cast.persona.hobbies)
    folder = draw.pick(("/Archive", "/Notes", "/Documents/Home"))
    steps = draw.sample(("what I need", "where to ask", "what it costs", "who could join", "when to begin", "what went wrong last time"), 3)
    return f"{folder}/{_slug(hobby)}_{draw.pick(('plan', 'ideas', 'log', 'notes'))}_{draw.integer(1, 60)}.md", f"# {hobby}\n" + "\n".join(
        f"- {s}" for s in steps
    ) + "\n"


_MAKERS = (_minutes, _expenses, _packing, _list, _person, _picture, _invoice, _draft)


def _slug(text: str) -> str:
    return "_".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def _day(time: float) -> str:
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d}"
