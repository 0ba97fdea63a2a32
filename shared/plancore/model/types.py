"""The type hierarchy of a domain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from plancore.memo import lazy

TypeNames: TypeAlias = tuple[str, ...]
"""The types after a dash: one type, or those of an `either`."""

OBJECT = "object"


_FEW: Final = 64
"""Maximum number of pairs of types that are compared one by one."""


class TypeHierarchy:
    """Types and their parents; a type may have several (`either`, or two declarations).

    Every type is a subtype of `object`, even if that is not written. Cycles are tolerated: the
    types of a cycle are subtypes of each other.
    """

    def __init__(self, parents: dict[str, tuple[str, ...]]) -> None:
        self.parents = parents

    @lazy
    def stated_parents(self) -> dict[str, tuple[str, ...]]:
        """The parents of each declared type; `object` is omitted if there are others."""
        return {
            name: tuple([parent for parent in above if parent != OBJECT]) or above
            for name, above in self.parents.items()
        }

    @lazy
    def names(self) -> frozenset[str]:
        """Every type named anywhere in the hierarchy, and `object`."""
        names = {OBJECT, *self.parents}
        for parents in self.parents.values():
            names.update(parents)
        return frozenset(names)

    @lazy
    def _ancestors(self) -> dict[str, frozenset[str]]:
        return {}

    def ancestors(self, name: str) -> frozenset[str]:
        """The supertypes of `name`, including itself and `object`."""
        ancestors = self._ancestors.get(name)
        if ancestors is None:
            ancestors = self._ancestors[name] = self.above((name,))
        return ancestors

    def is_subtype(self, name: str, of: str) -> bool:
        """Whether everything of type `name` is of type `of`."""
        if of == OBJECT or name == of:
            return True
        intervals = self._intervals
        if intervals is None:
            return of in self.ancestors(name)
        if name not in intervals or of not in intervals:
            return False
        first, last = intervals[of]
        return first <= intervals[name][0] <= last

    @lazy
    def _intervals(self) -> dict[str, tuple[int, int]] | None:
        """For each type the first and last number in a depth-first traversal of its subtree; None
        if the hierarchy is not a forest, or `object` has a supertype.

        With intervals a query takes constant time at any depth, and no sets of ancestors are
        stored.
        """
        if self.cycle or any(len(set(parents)) > 1 for parents in self.parents.values()):
            return None
        if set(self.parents.get(OBJECT, ())) - {OBJECT}:
            return None
        intervals: dict[str, tuple[int, int]] = {}
        count = 0
        stack = [
            (name, True) for name in self.names if name == OBJECT or not self.parents.get(name)
        ]
        while stack:
            name, enter = stack.pop()
            if enter:
                intervals[name] = (count, count)
                count += 1
                stack.append((name, False))
                stack.extend((child, True) for child in self._children.get(name, ()))
            else:
                intervals[name] = (intervals[name][0], count - 1)
        return intervals

    def accepts(self, wanted: Iterable[str], offered: Iterable[str]) -> bool:
        """Whether an argument declared as `offered` fits a parameter declared as `wanted`.

        Both are disjunctions (`either`), and empty means `object`; each offered type must fit.
        """
        wanted, offered = tuple(wanted) or (OBJECT,), tuple(offered) or (OBJECT,)
        if len(wanted) * len(offered) > _FEW:
            return OBJECT in wanted or {*wanted, *self.below(wanted)}.issuperset(offered)
        return all(any(self.is_subtype(name, of) for of in wanted) for name in offered)

    def overlaps(self, first: Iterable[str], second: Iterable[str]) -> bool:
        """Whether some declared type is a subtype of both; `object` overlaps everything."""
        pair = tuple(first) or (OBJECT,), tuple(second) or (OBJECT,)
        answer = self._overlaps.get(pair)
        if answer is None:
            answer = not self.below(pair[0]).isdisjoint(self.below(pair[1]))
            self._overlaps[pair] = answer
        return answer

    @lazy
    def _overlaps(self) -> dict[tuple[TypeNames, TypeNames], bool]:
        return {}

    def below(self, types: Iterable[str]) -> frozenset[str]:
        """The subtypes of `types`, including themselves."""
        tops = self.names.intersection(types)
        return self.names if OBJECT in tops else _reached(tops, self._children)

    def above(self, types: Iterable[str]) -> frozenset[str]:
        """The supertypes of `types`, including themselves and `object`."""
        return _reached(types, self.parents) | {OBJECT}

    @lazy
    def _children(self) -> dict[str, list[str]]:
        children: dict[str, list[str]] = {}
        for name, parents in self.parents.items():
            for parent in parents:
                if parent != name:
                    children.setdefault(parent, []).append(name)
        return children

    @lazy
    def cycle(self) -> tuple[str, ...]:
        """The types of one cycle in order of inheritance; empty if there is none."""
        done: set[str] = set()
        for start in self.parents:
            path: dict[str, None] = {}
            stack: list[tuple[str, bool]] = [(start, True)]
            while stack:
                name, enter = stack.pop()
                if not enter:
                    path.popitem()
                    done.add(name)
                    continue
                if name in path:
                    names = list(path)
                    return tuple(names[names.index(name) :])
                if name in done or name == OBJECT:
                    continue
                path[name] = None
                stack.append((name, False))
                stack.extend((parent, True) for parent in self.parents.get(name, ()))
        return ()


def _reached(start: Iterable[str], edges: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The nodes reachable from `start`, including `start`."""
    reached = set(start)
    stack = list(reached)
    while stack:
        for name in edges.get(stack.pop(), ()):
            if name not in reached:
                reached.add(name)
                stack.append(name)
    return frozenset(reached)
