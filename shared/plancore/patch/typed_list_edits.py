"""What has to go of a typed list so that some of its names do, and no other changes its type."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from plancore.model.formula import TypedName
from plancore.syntax.nodes import Atom, Node


def nodes_of_entries(items: Sequence[Node], doomed: Collection[Node]) -> Iterator[Node]:
    """The `doomed` entries among the `items` of a typed list such as `a b - t c`, and the dash and
    type behind entries that all go: without those the names before them would take that type."""
    group: list[Node] = []
    at = 0
    while at < len(items):
        item = items[at]
        if isinstance(item, Atom) and item.key == "-":
            if group and all(node in doomed for node in group):
                yield from items[at : at + 2]
            group = []
            at += 2
            continue
        group.append(item)
        if item in doomed:
            yield item
        at += 1


def nodes_of_names(declared: Iterable[TypedName], names: Collection[str]) -> list[Node] | None:
    """The nodes of all that `declared` has under `names`; None where one of them has no node."""
    found = [name for name in declared if name.name in names]
    nodes = [name.node for name in found if name.node is not None]
    is_whole = len(nodes) == len(found) and {name.name for name in found} >= set(names)
    return nodes if is_whole else None
