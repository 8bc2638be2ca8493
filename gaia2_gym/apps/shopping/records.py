"""Records and state of the Shopping app. Products and their items lie in two flat dictionaries, since items are changed one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NoReturn, TypeVar

from gaia2_gym.apps.records import attribute, format_time
from gaia2_gym.errors import ToolError

V = TypeVar("V")


class FrozenDict(dict[str, V]):
    """A dictionary inside a record: it cannot be changed, so that states and results can share it."""

    __slots__ = ()

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("a dictionary inside a record cannot be changed")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[FrozenDict[V]], tuple[dict[str, V]]]:
        return (FrozenDict, (dict(self),))


@dataclass(frozen=True, slots=True)
class Item:
    """One variant of a product; what is bought."""

    price: int | float
    available: bool
    item_id: str
    options: Mapping[str, Any] = field(default_factory=FrozenDict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", FrozenDict(self.options))


@dataclass(frozen=True, slots=True)
class ProductEntry:
    """One product as stored: its items by id."""

    name: str
    product_id: str
    item_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Product:
    """One product as shown: with its items."""

    name: str
    product_id: str
    variants: dict[str, Item] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CartItem:
    """One line of the cart or of an order: the item as it was when it was put there."""

    item_id: str
    quantity: int
    price: int | float
    available: bool = True
    options: Mapping[str, Any] = field(default_factory=FrozenDict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", FrozenDict(self.options))


def iso_date(timestamp: float) -> str:
    """Unix seconds as an ISO text, UTC."""
    try:
        return datetime.fromtimestamp(timestamp, UTC).isoformat()
    except (OverflowError, ValueError, OSError):
        raise ToolError("bad_argument", f"no date can be made of {timestamp!r} Unix seconds.") from None


def _parsed(date: str | int | float) -> datetime | None:
    try:
        return datetime.fromisoformat(date) if isinstance(date, str) else None
    except ValueError:
        return None


def _reference_date(date: str | int | float) -> str:
    return repr(_parsed(date) or date)


def _shown_date(date: str | int | float) -> str:
    parsed = _parsed(date)
    if parsed is not None:
        return format_time(parsed.replace(tzinfo=parsed.tzinfo or UTC).timestamp())
    return date if isinstance(date, str) else format_time(date)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One order; its date is an ISO text (files may have Unix seconds)."""

    order_status: str
    order_date: str | int | float = attribute(shown=_shown_date, reference=_reference_date, incidental=True)
    order_total: int | float
    order_id: str
    order_items: Mapping[str, CartItem] = field(default_factory=FrozenDict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "order_items", FrozenDict(self.order_items))


@dataclass(slots=True)
class ShoppingState:
    """Products, items, cart lines (by item id), orders, and each item's discount codes in percent; all in order of addition."""

    products: dict[str, ProductEntry] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    cart: dict[str, CartItem] = field(default_factory=dict)
    discount_codes: dict[str, FrozenDict[int | float]] = field(default_factory=dict)
    orders: dict[str, Order] = field(default_factory=dict)

    def product(self, product_id: str) -> Product:
        """A product with its items, put together."""
        entry = self.products[product_id]
        return Product(entry.name, entry.product_id, {i: self.items[i] for i in entry.item_ids})
