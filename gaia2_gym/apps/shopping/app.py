"""The online shop: products with variants, a cart, discount codes and orders."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from gaia2_gym.apps.base import App, page_range
from gaia2_gym.apps.records import plain
from gaia2_gym.apps.shopping.official import dump_state, load_state
from gaia2_gym.apps.shopping.records import CartItem, FrozenDict, Item, Order, Product, ProductEntry, ShoppingState, iso_date
from gaia2_gym.errors import ToolError
from gaia2_gym.tools import Notify, OneOf, tool
from gaia2_gym.tools.types import INT_LIMIT

STATUSES = OneOf(("processed", "shipped", "delivered", "cancelled"))


class Shopping(App[ShoppingState]):
    """The online shop: products with variants, a cart, discount codes and orders."""

    class_name: ClassVar[str] = "ShoppingApp"
    aliases = ("Shopping",)
    State = ShoppingState

    @classmethod
    def load(cls, data: dict[str, Any]) -> ShoppingState:
        """Read the official state."""
        return load_state(data)

    def dump(self) -> dict[str, Any]:
        """The official state."""
        return dump_state(self.state)

    @tool(audience=("agent", "data"))
    def list_all_products(self, offset: int = 0, limit: int = 10) -> dict[str, Any]:
        """List the names and ids of the products in the shop page by page, sorted by name. Prices and items are in get_product_details.

        Args:
            offset: Number of products to skip.
            limit: Number of products to return.
        """
        ids = {p.name: key for key, p in self.state.products.items()}  # of equal names only the last has a place
        names, total = sorted(ids)[offset : offset + limit], len(self.state.products)
        return {"products": {n: ids[n] for n in names}, "metadata": {"range": page_range(offset, limit, total), "total": total}}

    @tool(audience=("agent", "data"))
    def get_product_details(self, product_id: str) -> Product:
        """Show one product with all its items: item id, price, availability and options of each.

        Args:
            product_id: Id of the product, not of an item.
        """
        if product_id not in self.state.products:
            raise ToolError("not_found", f"no product with id {product_id[:60]!r}; search_product finds ids by name.")
        return self.state.product(product_id)

    @tool(audience=("agent", "data"))
    def search_product(self, product_name: str, offset: int = 0, limit: int = 10) -> list[Product]:
        """Find products by part of their name, with all their items, page by page. Does not look at the options of items.

        Args:
            product_name: Part of the product's name, any case.
            offset: Number of matches to skip.
            limit: Number of matches to return.
        """
        q = product_name.lower()
        found = [(key, p.name) for key, p in self.state.products.items() if q in p.name.lower()]
        last = {name: key for key, name in found} if self.runtime.compat else {}  # the reference finds products again by their name
        return [self.state.product(last.get(name, key)) for key, name in found[offset : offset + limit]]

    @tool(write=True, checks={"item_id": "eq", "quantity": "eq"})
    def add_to_cart(self, item_id: str, quantity: int = 1) -> str:
        """Put an item into the cart, at its present price, and return the item's id. If it is there already, the quantity rises.

        Args:
            item_id: Id of an item (a variant of a product), not of a product.
            quantity: How many, at least 1.
        """
        if quantity <= 0:
            raise ToolError("bad_argument", f"quantity must be at least 1, not {quantity}.")
        item = self._item(item_id)
        if not item.available:
            raise ToolError("conflict", f"the item {item_id!r} is not available at present.")
        line = self.state.cart.get(item_id) or CartItem(item_id, 0, item.price, item.available, item.options)
        if line.quantity + quantity >= INT_LIMIT:
            raise ToolError("bad_argument", "the cart cannot hold that many.")
        self.state.cart[item_id] = replace(line, quantity=line.quantity + quantity)
        return item_id

    @tool(write=True, checks={"item_id": "eq", "quantity": "eq"})
    def remove_from_cart(self, item_id: str, quantity: int = 1) -> str:
        """Take some or all of an item out of the cart and return the item's id.

        Args:
            item_id: Id of an item in the cart.
            quantity: How many to take out, no more than are there.
        """
        if quantity < 0:
            raise ToolError("bad_argument", f"quantity must not be negative, but is {quantity}.")
        line = self.state.cart.get(item_id)
        if line is None:
            raise ToolError("not_found", f"no item {item_id[:60]!r} in the cart; list_cart shows what is there.")
        if quantity > line.quantity:
            raise ToolError("conflict", f"the cart holds {line.quantity} of the item {item_id!r}, {quantity} cannot be taken out.")
        if quantity == line.quantity:
            del self.state.cart[item_id]
        else:
            self.state.cart[item_id] = replace(line, quantity=line.quantity - quantity)
        return item_id

    @tool()
    def list_cart(self) -> dict[str, CartItem]:
        """Show the items in the cart by item id, with quantity and price per piece; the price is that of when the item was first added."""
        return dict(self.state.cart)

    @tool(write=True, checks={"discount_code": "stripped"})
    def checkout(self, discount_code: str | None = None) -> str:
        """Order everything in the cart and return the order's id. The cart is empty afterwards.

        Args:
            discount_code: A code that holds for every item in the cart, in the exact case; get_discount_code_info shows its items.
        """
        if not self.state.cart:
            raise ToolError("conflict", "the cart is empty; add_to_cart fills it.")
        total: int | float = 0
        for line in self.state.cart.values():
            codes = self.state.discount_codes.get(line.item_id, FrozenDict())
            if discount_code and discount_code not in codes:
                raise ToolError("conflict", f"the discount code {discount_code[:60]!r} does not hold for the item {line.item_id!r}.")
            percent = codes[discount_code] if discount_code else 0
            total += line.price * line.quantity * (1 - percent / 100)
        if not math.isfinite(total):  # prices of a scenario file can be anything
            raise ToolError("conflict", "the cart is worth more than any order can be.")
        order_id = self.runtime.stream.hex_id()
        self._store_order(order_id, "processed", iso_date(self.now), total, self.state.cart)
        self.state.cart = {}
        return order_id

    @tool()
    def get_discount_code_info(self, discount_code: str = "") -> dict[str, int | float]:
        """Show which items a discount code holds for, and by how many percent; nothing for an unknown code.

        Args:
            discount_code: The code, in the exact case.
        """
        return {item_id: codes[discount_code] for item_id, codes in self.state.discount_codes.items() if discount_code in codes}

    @tool(audience=("agent", "data"))
    def get_all_discount_codes(self) -> dict[str, list[str]]:
        """List every discount code with the ids of the items it holds for."""
        found: dict[str, list[str]] = {}
        for item_id, codes in self.state.discount_codes.items():
            for code in codes:
                found.setdefault(code, []).append(item_id)
        return found

    @tool()
    def list_orders(self) -> dict[str, Order]:
        """List all the user's orders by id, with status, date, total and items."""
        return dict(self.state.orders)

    @tool()
    def get_order_details(self, order_id: str) -> Order:
        """Show one order: status, date, total and items.

        Args:
            order_id: Id of the order.
        """
        order = self.state.orders.get(order_id)
        if order is None:
            raise ToolError("not_found", f"no order with id {order_id[:60]!r}; list_orders shows all orders.")
        return order

    @tool(
        write=True,
        audience=("agent", "env"),
        checks={"order_id": "eq"},
        notify=Notify("medium", "order {order_id} was cancelled", {"order_id": "order_id"}),
    )
    def cancel_order(self, order_id: str) -> str:
        """Cancel an order that has not been delivered yet and return its id.

        Args:
            order_id: Id of an order with the status processed or shipped.
        """
        order = self.get_order_details(order_id)
        if order.order_status not in ("processed", "shipped"):
            raise ToolError("conflict", f"order {order_id!r} is {order.order_status}; only processed or shipped orders can be cancelled.")
        self.state.orders[order_id] = replace(order, order_status="cancelled")
        return order_id

    @tool(write=True, audience=("env", "data"), notify=Notify("high", "new product: {name}", {"product_id": "result", "name": "name"}))
    def add_product(self, name: str) -> str:
        """Add a product without items to the shop and return its id.

        Args:
            name: Name of the product; another may have the same.
        """
        product_id = self.runtime.stream.hex_id()
        self.state.products[product_id] = ProductEntry(name, product_id)
        return product_id

    @tool(
        write=True,
        audience=("env", "data"),
        notify=Notify("high", "new item of the product {product_id}", {"item_id": "result", "product_id": "product_id"}),
    )
    def add_item_to_product(
        self,
        product_id: str,
        price: float,
        options: dict[str, Any] = {},  # noqa: B006  # copied, never changed
        available: bool = True,
    ) -> str:
        """Add an item (a variant) to a product and return the item's id.

        Args:
            product_id: Id of the product.
            price: Price of one piece.
            options: What sets the item apart, for example {"color": "red", "size": "M"}.
            available: Whether it can be bought.
        """
        self.get_product_details(product_id)
        item_id = self.runtime.stream.hex_id()
        self.state.items[item_id] = Item(price, available, item_id, plain(options))
        entry = self.state.products[product_id]
        self.state.products[product_id] = replace(entry, item_ids=(*entry.item_ids, item_id))
        return item_id

    @tool(write=True, audience=("env", "data"))
    def update_item(self, item_id: str, new_price: float | None = None, new_availability: bool | None = None) -> str:
        """Change the price or the availability of an item, or both, and return its id. Carts and orders keep the old price.

        Args:
            item_id: Id of the item.
            new_price: New price of one piece.
            new_availability: Whether it can be bought from now on.
        """
        if new_price is None and new_availability is None:
            raise ToolError("bad_argument", "give new_price or new_availability, or both.")
        item = self._item(item_id)
        price = item.price if new_price is None else new_price
        available = item.available if new_availability is None else new_availability
        self.state.items[item_id] = replace(item, price=price, available=available)
        return item_id

    @tool(write=True, audience=("env", "data"), notify=Notify("high", "new discount code for the item {item_id}", {"item_id": "item_id"}))
    def add_discount_code(self, item_id: str, discount_code: dict[str, float]) -> str:
        """Add discount codes to an item; a code that it has gets the new percentage.

        Args:
            item_id: Id of the item.
            discount_code: Percentage by code, for example {"SAVE10": 10.0}.
        """
        self._item(item_id)
        self.state.discount_codes[item_id] = FrozenDict({**self.state.discount_codes.get(item_id, {}), **discount_code})
        return "Successfully added the discount code"

    @tool(write=True, audience=("env",), notify=Notify("medium", "order {order_id} is now {status}", {"order_id": "order_id"}))
    def update_order_status(self, order_id: str, status: Annotated[str, STATUSES] = "shipped") -> None:
        """Give an order another status, whatever it has.

        Args:
            order_id: Id of the order.
            status: The new status.
        """
        order = self.get_order_details(order_id)
        self.state.orders[order_id] = replace(order, order_status=_status(status))

    @tool(write=True, audience=("data",))
    def add_order(
        self, order_id: str, order_status: Annotated[str, STATUSES], order_date: float, order_total: float, item_id: str, quantity: int
    ) -> str:
        """Add a past order of one item and return its id.

        Args:
            order_id: Id of the order.
            order_status: Status of the order.
            order_date: When it was ordered, in Unix seconds.
            order_total: What was paid.
            item_id: Id of the item ordered.
            quantity: How many were ordered, at least 1.
        """
        item = self._item(item_id)
        if self.runtime.compat:
            raise ToolError("other", "add_order never works in the reference.")
        if order_id in self.state.orders:
            raise ToolError("conflict", f"there is an order with id {order_id[:60]!r} already.")
        if quantity <= 0:
            raise ToolError("bad_argument", f"quantity must be at least 1, not {quantity}.")
        line = CartItem(item_id, quantity, item.price, item.available, item.options)
        self._store_order(order_id, _status(order_status), iso_date(order_date), order_total, {item_id: line})
        return order_id

    def _store_order(self, order_id: str, status: str, date: str, total: float, items: dict[str, CartItem]) -> None:
        order = Order(order_id=order_id, order_status=status, order_date=date, order_total=total, order_items=items)
        self.state.orders[order_id] = order

    def _item(self, item_id: str) -> Item:
        item = self.state.items.get(item_id)
        if item is None:
            known = "it is a product, get_product_details shows its items" if item_id in self.state.products else "search_product finds items"
            raise ToolError("not_found", f"no item with id {item_id[:60]!r}; {known}.")
        return item


def _status(status: str) -> str:
    if status not in STATUSES:
        raise ToolError("bad_argument", f"the status must be one of {', '.join(STATUSES)}, not {status[:40]!r}.")
    return status
