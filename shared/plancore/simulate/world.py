"""The working state of a simulation: what is true now, what follows from it, what things cost."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol, TypeAlias

from plancore.model.plan import GroundAtom
from plancore.simulate.atoms import Fluent, Value
from plancore.simulate.limits import UndecidedError
from plancore.simulate.state import Delta
from plancore.stop import Budget, SpentError

Env: TypeAlias = list[str]
"""The objects that the slots of a schema stand for."""


class Derivation(Protocol):
    """How derived predicates follow from the others; see `axioms`."""

    @property
    def predicates(self) -> frozenset[str]:
        """Those that are derived."""

    def derive(self, predicate: str, world: World) -> None:
        """Put the atoms of a derived predicate into `world.derived`."""

    def affected(
        self,
        added: Collection[GroundAtom],
        deleted: Collection[GroundAtom],
        values: tuple[tuple[Fluent, Value], ...],
    ) -> bool:
        """Whether a change of the state may change derived atoms."""


class World:
    """A state that moves on. Derived atoms are computed when asked for, and kept until a change."""

    __slots__ = ("axioms", "budget", "computed", "derived", "facts", "slack", "strict", "values")

    def __init__(
        self,
        axioms: Derivation,
        facts: Iterable[GroundAtom],
        values: Mapping[Fluent, Value],
        budget: Budget,
    ) -> None:
        self.axioms = axioms
        self.facts = Facts(facts)
        self.values: dict[Fluent, Value] = dict(values)
        self.budget = budget
        self.derived = Facts()
        self.computed: set[str] = set()
        self.slack: Value = 0
        """How far two unequal numbers may be off in a comparison; see `compare`."""
        self.strict = True
        """Whether equal numbers satisfy no `<` and `>`, as PDDL has it and VAL has not."""

    def source(self, predicate: str) -> Facts:
        """The facts that hold the atoms of `predicate`, derived if need be."""
        if predicate not in self.axioms.predicates:
            return self.facts
        if predicate not in self.computed:
            self.axioms.derive(predicate, self)
        return self.derived

    def holds(self, atom: GroundAtom) -> bool:
        """Whether an atom is true."""
        return atom in self.source(atom[0]).atoms

    def spend(self, bindings: int) -> None:
        """Account for `bindings` tried; raises UndecidedError when there were too many, and what
        the checkpoint raises."""
        try:
            self.budget.spend(bindings)
        except SpentError:
            if self.budget.left >= 0:
                raise
            raise UndecidedError(
                "too many objects: the limit of variable bindings is reached"
            ) from None

    def apply(self, asked: Delta) -> Delta:
        """Delete, then add, then set values; the answer is what really changed.

        Where that is all that was asked for, it is `asked` itself: plans for one task share the
        changes of their actions.
        """
        added, deleted, values = asked
        atoms = self.facts.atoms
        changed = asked
        if values or not atoms.isdisjoint(added) or not atoms.issuperset(deleted):
            changed = self._effective(asked)
            added, deleted, values = changed
        self.facts.update(added, deleted)
        if values:
            self.values.update(values)
        if self.computed and self.axioms.affected(added, deleted, values):
            self.derived = Facts()
            self.computed = set()
        return changed

    def _effective(self, asked: Delta) -> Delta:
        """What of a change is none, left out; adding wins over deleting."""
        atoms = self.facts.atoms
        kept = set(asked.added) if len(asked.added) > 8 else asked.added
        return Delta(
            tuple([atom for atom in asked.added if atom not in atoms]),
            tuple([atom for atom in asked.deleted if atom in atoms and atom not in kept]),
            tuple([(f, value) for f, value in asked.values if self.values.get(f) != value]),
        )


# A changing set of atoms with indexes that are built when a quantifier first needs them.

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
