"""The type hierarchy of a domain."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

OBJECT = "object"


class TypeHierarchy:
    """Types and their parents; a type may have several (`either`, or two declarations).

    Every type is a subtype of `object`, whether that is written or not. Cycles are tolerated:
    the types of a cycle count as each other's subtypes.
    """

    def __init__(self, parents: dict[str, tuple[str, ...]]) -> None:
        self.parents = parents

    @cached_property
    def names(self) -> frozenset[str]:
        """Every type named anywhere in the hierarchy, and `object`."""
        found = {OBJECT, *self.parents}
        for parents in self.parents.values():
            found.update(parents)
        return frozenset(found)

    @cached_property
    def _ancestors(self) -> dict[str, frozenset[str]]:
        return {}

    def ancestors(self, name: str) -> frozenset[str]:
        """`name` itself and everything it is a subtype of, `object` included."""
        known = self._ancestors.get(name)
        if known is None:
            found = {name, OBJECT}
            stack = [name]
            while stack:
                for parent in self.parents.get(stack.pop(), ()):
                    if parent not in found:
                        found.add(parent)
                        stack.append(parent)
            known = self._ancestors[name] = frozenset(found)
        return known

    def is_subtype(self, name: str, of: str) -> bool:
        """Whether everything of type `name` is of type `of`."""
        return of == OBJECT or of in self.ancestors(name)

    def accepts(self, wanted: Iterable[str], given: Iterable[str]) -> bool:
        """Whether an argument declared `given` may stand where `wanted` is asked for.

        Both are disjunctions (`either`), empty meaning `object`; each given type must fit.
        """
        wanted = tuple(wanted) or (OBJECT,)
        return all(
            any(self.is_subtype(name, of) for of in wanted) for name in (tuple(given) or (OBJECT,))
        )

    def overlaps(self, one: Iterable[str], other: Iterable[str]) -> bool:
        """Whether some declared type lies below both; `object` overlaps everything."""
        ones, others = tuple(one) or (OBJECT,), tuple(other) or (OBJECT,)
        return not self._below(ones).isdisjoint(self._below(others))

    def _below(self, types: tuple[str, ...]) -> frozenset[str]:
        """Every type that lies below one of `types`, themselves included."""
        if OBJECT in types:
            return self.names
        found = set(types) & self.names
        stack = list(found)
        while stack:
            for child in self._children.get(stack.pop(), ()):
                if child not in found:
                    found.add(child)
                    stack.append(child)
        return frozenset(found)

    @cached_property
    def _children(self) -> dict[str, list[str]]:
        children: dict[str, list[str]] = {}
        for name, parents in self.parents.items():
            for parent in parents:
                children.setdefault(parent, []).append(name)
        return children

    @cached_property
    def cycle(self) -> tuple[str, ...]:
        """The types of one cycle in the order of inheritance; empty when there is none."""
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

    def subtypes(self, name: str) -> frozenset[str]:
        """`name` and every declared type below it."""
        return frozenset(t for t in self.names if self.is_subtype(t, name)) | {name}
