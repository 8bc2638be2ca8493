"""The online shop: records and app."""

from gaia2_gym.apps.shopping.app import Shopping
from gaia2_gym.apps.shopping.records import CartItem, FrozenDict, Item, Order, Product, ProductEntry, ShoppingState

__all__ = ["CartItem", "FrozenDict", "Item", "Order", "Product", "ProductEntry", "Shopping", "ShoppingState"]
