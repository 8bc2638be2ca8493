"""The event graph: known parents, no circles, and an order."""

from __future__ import annotations

import pytest

from gaia2_gym.engine import Graph, Node, topological


def test_children_and_order() -> None:
    graph = Graph([Node("c", ("a", "b")), Node("b", ("a",)), Node("a"), Node("d")])
    assert graph.children == {"a": ("c", "b"), "b": ("c",), "c": (), "d": ()}
    position = {id: i for i, id in enumerate(graph.order)}
    assert position["a"] < position["b"] < position["c"]
    assert sorted(graph.order) == ["a", "b", "c", "d"]


def test_a_parent_named_twice_has_its_child_once() -> None:
    assert Graph([Node("a"), Node("b", ("a", "a"))]).children["a"] == ("b",)


def test_an_unknown_parent_is_named_with_its_child() -> None:
    with pytest.raises(ValueError, match="'b' depends on 'ghost', which does not exist"):
        Graph([Node("a"), Node("b", ("ghost",))])


@pytest.mark.parametrize("parents", [{"a": ["a"]}, {"a": ["b"], "b": ["a"]}, {"x": [], "a": ["c"], "b": ["a"], "c": ["b"]}])
def test_a_circle_is_named(parents: dict[str, list[str]]) -> None:
    with pytest.raises(ValueError, match=r"in a circle: \w -> .*\w"):
        topological(parents)


def test_topological_order_of_a_long_chain() -> None:
    n = 5000
    assert topological({str(i): [str(i - 1)] if i else [] for i in range(n)}) == tuple(map(str, range(n)))


def test_an_empty_graph() -> None:
    assert Graph([]).order == ()
    assert topological({}) == ()
