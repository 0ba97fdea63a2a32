"""Isomorphism of two labelled graphs.

Colour refinement of both graphs at once; if vertices remain indistinguishable, pairs are tried one
by one (individualisation and refinement, as in McKay 1981). Choices are undone from a trail, so
depth costs neither stack nor copies.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import eq
from typing import Final

from plancore.stop import NEVER, Budget, Checkpoint

DEFAULT_BUDGET: Final = 20_000_000
"""The number of steps along edges, a few seconds."""

_MANY: Final = 100
"""With more candidates than this, only one of the same name is preferred."""


class Graph:
    """A directed graph with labels of vertices and edges."""

    def __init__(self) -> None:
        self.labels: list[Hashable] = []
        self.names: list[str] = []
        self.edges: list[list[tuple[Hashable, int]]] = []

    def vertex(self, label: Hashable, name: str = "") -> int:
        """Add a vertex. Its `name` only affects the order in which pairs are tried."""
        self.labels.append(label)
        self.names.append(name)
        self.edges.append([])
        return len(self.labels) - 1

    def edge(self, start: int, end: int, label: Hashable) -> None:
        """Add an edge, which is stored at both ends."""
        self.edges[start].append(((">", label), end))
        self.edges[end].append((("<", label), start))


def isomorphism(
    left: Graph,
    right: Graph,
    *,
    budget: int = DEFAULT_BUDGET,
    alike: Callable[[str, str], float] = eq,
    checkpoint: Checkpoint = NEVER,
) -> list[int] | None:
    """For each vertex of `left` its counterpart in `right`; None if there provably is no
    isomorphism. Candidates whose names are most `alike` are tried first. Raises SpentError if
    `budget` steps do not suffice."""
    if len(left.labels) != len(right.labels):
        return None
    checkpoint()
    search = _Search(left, right, alike, Budget(budget, checkpoint))
    return search.mapping() if search.run() else None


_Undo = tuple[int, int, list[int]]


class _Search:
    """Cells contain vertices of both graphs; those of the right one are numbered from `size`."""

    def __init__(
        self, left: Graph, right: Graph, alike: Callable[[str, str], float], budget: Budget
    ) -> None:
        self.alike = alike
        self.size = len(left.labels)
        self.names = left.names + right.names
        labels: dict[Hashable, int] = {}
        edge_labels: dict[Hashable, int] = {}
        self.edges: list[list[tuple[int, int]]] = [
            [(edge_labels.setdefault(label, len(edge_labels)), end + shift) for label, end in edges]
            for graph, shift in ((left, 0), (right, self.size))
            for edges in graph.edges
        ]
        self.cell_of = [
            labels.setdefault(label, len(labels)) for label in left.labels + right.labels
        ]
        self.cells: list[set[int]] = [set() for _ in labels]
        for vertex, cell in enumerate(self.cell_of):
            self.cells[cell].add(vertex)
        self.unbalanced = any(not self._is_balanced(cell) for cell in range(len(self.cells)))
        self.open = {cell for cell, members in enumerate(self.cells) if len(members) > 2}
        self.trail: list[_Undo] = []
        self.budget = budget

    def run(self) -> bool:
        """Return whether every cell could be refined to a pair."""
        if self.unbalanced or not self._refine(list(range(len(self.cells)))):
            return False
        if not self.open:
            return True
        # Each entry: the length of the trail before the choice, the left vertex, the remaining
        # candidates.
        choices = [self._choice()]
        while choices:
            depth, vertex, candidates = choices[-1]
            self._undo(depth)
            if not candidates:
                choices.pop()
            elif self._individualise(vertex, candidates.pop()):
                if not self.open:
                    return True
                choices.append(self._choice())
        return False

    def mapping(self) -> list[int]:
        """The counterpart of each left vertex."""
        counterparts = [0] * self.size
        for cell in self.cells:
            if cell:
                left_vertex, right_vertex = sorted(cell)
                counterparts[left_vertex] = right_vertex - self.size
        return counterparts

    def _choice(self) -> tuple[int, int, list[int]]:
        """The first vertex of the smallest open cell and its candidates, the best one last."""
        cell = min(self.open, key=lambda c: (len(self.cells[c]), c))
        members = sorted(self.cells[cell])
        vertex = members[0]
        name = self.names[vertex]
        candidates = [member for member in members if member >= self.size]
        alike = eq if len(candidates) > _MANY else self.alike
        candidates.sort(key=lambda member: (alike(name, self.names[member]), -member))
        return len(self.trail), vertex, candidates

    def _individualise(self, vertex: int, counterpart: int) -> bool:
        fresh = self._split(self.cell_of[vertex], [vertex, counterpart])
        return self._refine([fresh])

    def _refine(self, queue: list[int]) -> bool:
        """Split cells until they are equitable: all vertices of a cell see the same of every other
        cell. False as soon as a cell has more vertices of one graph than of the other."""
        queued = set(queue)
        while queue:
            splitter = queue.pop()
            queued.discard(splitter)
            seen: dict[int, list[int]] = {}
            for vertex in self.cells[splitter]:
                edges = self.edges[vertex]
                self.budget.spend(len(edges) + 1)
                for label, end in edges:
                    seen.setdefault(end, []).append(label)
            groups: dict[int, dict[tuple[int, ...], list[int]]] = {}
            for vertex, labels in seen.items():
                labels.sort()
                shapes = groups.setdefault(self.cell_of[vertex], {})
                shapes.setdefault(tuple(labels), []).append(vertex)
            for cell, shapes in groups.items():
                if not self._split_by(cell, shapes, queue, queued):
                    return False
        return True

    def _split_by(
        self,
        cell: int,
        shapes: dict[tuple[int, ...], list[int]],
        queue: list[int],
        queued: set[int],
    ) -> bool:
        members = self.cells[cell]
        touched = sum(map(len, shapes.values()))
        parts = sorted(shapes.items())
        if touched == len(members):
            if len(parts) == 1:
                return True
            # The largest part keeps the cell's number.
            parts.remove(max(parts, key=lambda part: len(part[1])))
        for _, part in parts:
            if sum(1 if vertex < self.size else -1 for vertex in part):
                return False
            fresh = self._split(cell, part)
            queue.append(fresh)
            queued.add(fresh)
        # The refinement by all parts except one implies that by the last: skip the rest if it is
        # the largest.
        if cell not in queued and any(len(part) > len(self.cells[cell]) for _, part in parts):
            queue.append(cell)
            queued.add(cell)
        return True

    def _split(self, cell: int, part: list[int]) -> int:
        fresh = len(self.cells)
        self.cells.append(set(part))
        self.cells[cell].difference_update(part)
        for vertex in part:
            self.cell_of[vertex] = fresh
        self.trail.append((cell, fresh, part))
        self._note(cell)
        self._note(fresh)
        return fresh

    def _undo(self, depth: int) -> None:
        while len(self.trail) > depth:
            cell, fresh, part = self.trail.pop()
            self.cells[cell].update(part)
            for vertex in part:
                self.cell_of[vertex] = cell
            self.cells.pop()
            self.open.discard(fresh)
            self._note(cell)

    def _note(self, cell: int) -> None:
        if len(self.cells[cell]) > 2:
            self.open.add(cell)
        else:
            self.open.discard(cell)

    def _is_balanced(self, cell: int) -> bool:
        members = self.cells[cell]
        return 2 * sum(vertex < self.size for vertex in members) == len(members)
