"""The objects of a task by type."""

from __future__ import annotations

from collections.abc import Iterable

from plancore.model.formula import TypedName
from plancore.model.types import OBJECT, TypeHierarchy


class Objects:
    """Constants and objects with their types. The first declaration of a name counts."""

    def __init__(self, hierarchy: TypeHierarchy, declared: Iterable[TypedName]) -> None:
        self._hierarchy = hierarchy
        self.types: dict[str, tuple[str, ...]] = {}
        for name in declared:
            self.types.setdefault(name.name, name.types)
        self._of: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._allowed: dict[tuple[str, ...], frozenset[str]] = {}

    def of(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """The objects that may stand where `types` is asked for, in the order declared."""
        members = self._of.get(types)
        if members is None:
            accepts = self._hierarchy.accepts
            members = tuple(
                name for name, declared in self.types.items() if accepts(types, declared)
            )
            self._of[types] = members
        return members

    def allowed(self, types: tuple[str, ...]) -> frozenset[str] | None:
        """The same as a set; None when every object is allowed."""
        if not types or OBJECT in types:
            return None
        members = self._allowed.get(types)
        if members is None:
            members = self._allowed[types] = frozenset(self.of(types))
        return members
