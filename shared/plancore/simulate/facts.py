"""A changing set of atoms with indexes that are built when a quantifier first needs them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from plancore.model.ground import GroundAtom

_NONE: frozenset[GroundAtom] = frozenset()


class Facts:
    """Atoms by predicate, and by predicate and argument. Changed by its owner only."""

    __slots__ = ("_by_argument", "_by_predicate", "_positions", "atoms")

    def __init__(self, atoms: Iterable[GroundAtom] = ()) -> None:
        self.atoms: set[GroundAtom] = set(atoms)
        self._by_predicate: dict[str, set[GroundAtom]] | None = None
        self._by_argument: dict[tuple[str, int], dict[str, set[GroundAtom]]] = {}
        self._positions: dict[str, list[int]] = {}

    def extension(self, predicate: str) -> Collection[GroundAtom]:
        """The atoms of a predicate."""
        return self._index().get(predicate, _NONE)

    def matching(self, predicate: str, position: int, name: str) -> Collection[GroundAtom]:
        """The atoms of a predicate with `name` as argument number `position`, from one."""
        index = self._by_argument.get((predicate, position))
        if index is None:
            index = {}
            for atom in self.extension(predicate):
                if position < len(atom):
                    index.setdefault(atom[position], set()).add(atom)
            self._by_argument[predicate, position] = index
            self._positions.setdefault(predicate, []).append(position)
        return index.get(name, _NONE)

    def update(self, added: Collection[GroundAtom], deleted: Collection[GroundAtom]) -> None:
        """Take `deleted` out, then put `added` in."""
        self.atoms.difference_update(deleted)
        self.atoms.update(added)
        if self._by_predicate is None:
            return
        for atom in deleted:
            self._by_predicate.get(atom[0], set()).discard(atom)
            for position in self._positions.get(atom[0], ()):
                if position < len(atom):
                    index = self._by_argument[atom[0], position]
                    index.get(atom[position], set()).discard(atom)
        for atom in added:
            self._by_predicate.setdefault(atom[0], set()).add(atom)
            for position in self._positions.get(atom[0], ()):
                if position < len(atom):
                    index = self._by_argument[atom[0], position]
                    index.setdefault(atom[position], set()).add(atom)

    def _index(self) -> dict[str, set[GroundAtom]]:
        if self._by_predicate is None:
            self._by_predicate = {}
            for atom in self.atoms:
                self._by_predicate.setdefault(atom[0], set()).add(atom)
        return self._by_predicate
