"""Strongly connected components of a graph (Tarjan 1972), without recursion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence


def components(graph: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """The components of `graph`, each sorted, those that others lead to first."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    for root in graph:
        if root in index:
            continue
        path: list[tuple[str, Iterator[str]]] = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while path:
            node, successors = path[-1]
            for successor in successors:
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    stack.append(successor)
                    on_stack.add(successor)
                    path.append((successor, iter(graph[successor])))
                    break
                if successor in on_stack:
                    low[node] = min(low[node], index[successor])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == index[node]:
                    cut = stack.index(node)
                    yield tuple(sorted(stack[cut:]))
                    on_stack.difference_update(stack[cut:])
                    del stack[cut:]
