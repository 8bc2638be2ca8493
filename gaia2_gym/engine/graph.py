"""The event graph: which event waits for which, and when it is due. Static; shared by every run of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter


@dataclass(frozen=True, slots=True)
class Node:
    """One event's place in the graph.

    Without parents it is due at `at`, else at the start plus `delay`. With parents it is due at the latest parent's time plus `delay`; with
    parents and `at` it waits for them all and is due at `at`.
    """

    id: str
    parents: tuple[str, ...] = ()
    delay: float = 0.0
    at: float | None = None


class Graph:
    """Nodes by id, and the children of each.

    Args:
        nodes: The nodes; ids must be unique and parents known.

    Raises:
        ValueError: When a parent is unknown or the graph has a cycle.
    """

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.nodes: Mapping[str, Node] = {node.id: node for node in nodes}
        children: dict[str, list[str]] = {id: [] for id in self.nodes}
        for node in self.nodes.values():
            for parent in dict.fromkeys(node.parents):
                if parent not in children:
                    raise ValueError(f"event {node.id!r} depends on {parent!r}, which does not exist")
                children[parent].append(node.id)
        self.children: Mapping[str, tuple[str, ...]] = {id: tuple(ids) for id, ids in children.items()}
        self.order: tuple[str, ...] = topological({n.id: n.parents for n in self.nodes.values()})
        """Ids, parents before children."""


def topological(parents: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Ids with every parent before its children, ties in the mapping's order.

    Raises:
        ValueError: When there is a cycle; names its members.

    >>> topological({"b": ["a"], "a": [], "c": ["a"]})
    ('a', 'b', 'c')
    """
    try:
        return tuple(TopologicalSorter(parents).static_order())
    except CycleError as error:
        raise ValueError("events depend on each other in a circle: " + " -> ".join(map(str, error.args[1]))) from None
