"""The shop: products with variants, discount codes, past orders."""

from __future__ import annotations

from collections.abc import Iterator

from gaia2_gym.apps.shopping.records import CartItem, FrozenDict, Item, Order, ProductEntry, ShoppingState
from gaia2_gym.synth.cast import Happening
from gaia2_gym.synth.draw import Draw

PRODUCTS = {"pocket": 18, "small": 50, "full": 500}
_PER_KIND = 3
"""Products of a kind, on average at least: so that there are several of a kind also in a small shop."""
_ORDERS = {"pocket": 4, "small": 8, "full": 20}
_MAKERS = (
    *("Norvald", "Pippin & Co", "Elmhurst", "Tavira", "Okahashi", "Brightwell", "Lumo", "Kestra", "Fernhill", "Oldfield", "Sandvig", "Marlo"),
    *("Hexa", "Bergamo Casa", "Rivet", "Quillon", "Moss & Oak", "Arden", "Skylark", "Torvik"),
)
_STYLES = ("Classic", "Compact", "Everyday", "Deluxe", "Travel", "Studio", "Junior", "Outdoor", "Slim", "Heritage")
_COLOURS = ("red", "blue", "black", "white", "green", "grey", "yellow", "navy", "brown", "orange")
_SIZES = ("S", "M", "L", "XL")
_HARD = ("steel", "oak", "bamboo", "aluminium", "recycled plastic")
_SOFT = ("cotton", "linen", "wool", "flannel", "jersey")
_VOLUMES = ("0.5 l", "0.75 l", "1 l", "1.5 l")
_CENTIMETRES = (20, 24, 28, 32, 40)

# Kind of product: lowest and highest price, option -> values.
_KINDS: dict[str, tuple[int, int, dict[str, tuple[object, ...]]]] = {
    "Desk Lamp": (18, 120, {"color": _COLOURS, "material": _HARD}),
    "Backpack": (25, 160, {"color": _COLOURS, "size": _SIZES}),
    "Running Shoes": (40, 190, {"color": _COLOURS, "size": (38, 39, 40, 41, 42, 43, 44)}),
    "Electric Kettle": (20, 95, {"color": _COLOURS, "capacity": _VOLUMES}),
    "Notebook": (4, 28, {"color": _COLOURS, "pages": (96, 160, 240)}),
    "Rain Jacket": (35, 210, {"color": _COLOURS, "size": _SIZES}),
    "Coffee Grinder": (22, 180, {"color": _COLOURS, "material": _HARD}),
    "Wireless Headphones": (30, 320, {"color": _COLOURS, "battery_hours": (18, 30, 45)}),
    "Yoga Mat": (12, 85, {"color": _COLOURS, "thickness_mm": (4, 6, 10)}),
    "Board Game": (15, 75, {"language": ("English", "French", "German", "Spanish"), "players": ("1-4", "2-5", "2-8")}),
    "Water Bottle": (8, 45, {"color": _COLOURS, "capacity": _VOLUMES}),
    "Bed Linen": (25, 170, {"color": _COLOURS, "material": _SOFT}),
    "Frying Pan": (18, 130, {"size_cm": _CENTIMETRES, "material": ("steel", "cast iron", "aluminium", "copper")}),
    "Scarf": (14, 90, {"color": _COLOURS, "material": _SOFT}),
    "Garden Chair": (30, 220, {"color": _COLOURS, "material": _HARD}),
    "Bicycle Light": (9, 70, {"color": _COLOURS, "lumens": (120, 400, 800)}),
    "Wall Clock": (15, 110, {"color": _COLOURS, "size_cm": _CENTIMETRES}),
    "Picture Frame": (6, 60, {"size_cm": _CENTIMETRES, "material": _HARD}),
    "Phone Stand": (7, 48, {"color": _COLOURS, "material": _HARD}),
    "Umbrella": (10, 65, {"color": _COLOURS, "opens": ("by hand", "automatically")}),
    "Sleeping Bag": (35, 260, {"color": _COLOURS, "comfort_celsius": (-5, 0, 5, 10)}),
    "Chess Set": (20, 180, {"material": ("oak", "maple", "marble", "resin"), "size_cm": _CENTIMETRES}),
    "Tea Set": (24, 150, {"color": _COLOURS, "pieces": (4, 6, 12)}),
    "Puzzle": (9, 50, {"pieces": (200, 500, 1000), "motif": ("lighthouse", "market square", "night sky", "meadow")}),
}


def make_shop(now: float, size: str, draw: Draw) -> tuple[ShoppingState, list[Happening]]:
    """The shop with an empty cart, so that whoever buys buys that alone, and the user's orders as things to speak of.

    Args:
        now: Unix seconds; orders lie before.
        size: `pocket`, `small` or `full`.
        draw: Chooses.
    """
    state = ShoppingState()
    names: set[str] = set()
    kinds = draw.sample(_KINDS, PRODUCTS[size] // _PER_KIND)
    while len(state.products) < PRODUCTS[size]:
        kind = draw.pick(kinds)
        name = f"{draw.pick(_MAKERS)} {draw.pick(_STYLES)} {kind}"
        if name not in names:
            names.add(name)
            items = list(_items(kind, draw))
            entry = ProductEntry(name, draw.id(), tuple(item.item_id for item in items))
            state.products[entry.product_id] = entry
            state.items.update((item.item_id, item) for item in items)
    _discounts(state, draw)
    return state, list(_orders(state, now, size, draw))


def _items(kind: str, draw: Draw) -> Iterator[Item]:
    """One to eight variants, more often few than many, no two with the same options."""
    low, high, options = _KINDS[kind]
    base = draw.uniform(low, high * 0.8)
    seen = set()
    for _ in range(draw.integer(1, draw.integer(1, 8))):
        chosen = {name: draw.pick(values) for name, values in options.items()}
        if repr(chosen) not in seen:
            seen.add(repr(chosen))
            yield Item(round(base * draw.uniform(0.85, 1.25), 2), draw.chance(0.8), draw.id(), FrozenDict(chosen))


def _discounts(state: ShoppingState, draw: Draw) -> None:
    """A few codes, each good for several items."""
    items = sorted(state.items)
    for _ in range(max(3, len(state.products) // 15)):
        code, percent = f"{draw.pick(_STYLES)[:5].upper()}{draw.integer(10, 99)}", draw.pick((5, 10, 15, 20, 25))
        for item in draw.sample(items, draw.integer(2, 8)):
            state.discount_codes[item] = FrozenDict({**state.discount_codes.get(item, {}), code: percent})


def _orders(state: ShoppingState, now: float, size: str, draw: Draw) -> Iterator[Happening]:
    names = {item: entry.name for entry in state.products.values() for item in entry.item_ids}
    for _ in range(_ORDERS[size]):
        days = draw.uniform(1, 50)
        chosen = draw.sample(sorted(state.items), draw.integer(1, 3))
        lines = {i: _line(state.items[i], draw) for i in chosen}
        total = round(sum(line.price * line.quantity for line in lines.values()), 2)
        status = "delivered" if days > 7 else draw.pick(("processed", "shipped"))
        if draw.chance(0.1):
            status = "cancelled"
        time = now - days * 86400
        order = Order(order_status=status, order_date=time, order_total=total, order_id=draw.id(), order_items=FrozenDict(lines))
        state.orders[order.order_id] = order
        title = names[chosen[0]] + (f" and {len(chosen) - 1} more" if len(chosen) > 1 else "")
        yield Happening("order", title, time, time, (), "", order.order_id, total)


def _line(item: Item, draw: Draw) -> CartItem:
    return CartItem(item.item_id, draw.integer(1, 2), item.price, item.available, item.options)
