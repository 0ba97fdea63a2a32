"""States, and sequences of them: changes per step with checkpoints in between."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from plancore.memo import lazy
from plancore.model.plan import GroundAtom
from plancore.simulate.atoms import Fluent, UndecidedError, Value
from plancore.stop import AT_ONCE, Budget, SpentError, batched, watched_if_many

T = TypeVar("T")
_MIN_CHANGES = 256
_BLOCK = 64
"""The number of steps in a block, whose net change is applied at once."""

_LOOKS = 4
"""The searches through all steps for the change of an atom before all changes are indexed. Indexing
takes as long as ten searches."""


class Delta(NamedTuple):
    """The changes of a step: atoms that became true, atoms that became false, new values."""

    added: tuple[GroundAtom, ...] = ()
    deleted: tuple[GroundAtom, ...] = ()
    values: tuple[tuple[Fluent, Value], ...] = ()


@dataclass(frozen=True)
class State:
    """The facts and values at one moment. Immutable. `static` are the facts that no action can
    change, shared by all states of a task. Derived atoms are not part of a state. `dynamic` must
    not be changed."""

    dynamic: AbstractSet[GroundAtom]
    static: frozenset[GroundAtom] = frozenset()
    values: Mapping[Fluent, Value] = field(default_factory=lambda: MappingProxyType({}))

    @lazy
    def facts(self) -> frozenset[GroundAtom]:
        """All true atoms except derived ones."""
        return self.static.union(self.dynamic)

    def holds(self, atom: GroundAtom) -> bool:
        """Whether an atom that is not derived is true."""
        return atom in self.dynamic or atom in self.static


class Event(NamedTuple):
    """An atom became true or false in step `step`, counted from 1."""

    step: int
    added: bool


class StateSequence:
    """The states of a plan: state 0 is the initial one, state k the one after step k.

    A checkpoint is made whenever the changes since the last one exceed a fifth of the atoms of the
    state. So any state costs a copy of a checkpoint and fewer changes than that, most of them
    summed by block. All checkpoints together have about five atoms per change.
    """

    def __init__(self, initial: State, deltas: Iterable[Delta] = ()) -> None:
        self.initial = initial
        self.deltas: tuple[Delta, ...] = tuple(deltas)
        self._n_looked_at = 0

    def __len__(self) -> int:
        """The number of steps; there is one more state."""
        return len(self.deltas)

    def state(self, step: int) -> State:
        """The state after `step` steps; raises IndexError outside 0..len(self)."""
        if not 0 <= step <= len(self.deltas):
            raise IndexError(f"no state {step} in a trajectory of {len(self.deltas)} steps")
        if step == 0:
            return self.initial
        steps, atoms, values = self._checkpoints
        index = bisect_right(steps, step) - 1
        facts = set(atoms[index])
        numbers = dict(values[index]) if values[index] else {}
        whole = step // _BLOCK
        for block in self._blocks[steps[index] // _BLOCK : whole]:
            facts -= block.deleted
            facts |= block.added
            numbers.update(block.values)
        for delta in self.deltas[whole * _BLOCK : step]:
            facts.difference_update(delta.deleted)
            facts.update(delta.added)
            numbers.update(delta.values)
        return State(facts, self.initial.static, MappingProxyType(numbers))

    @property
    def final(self) -> State:
        """The last state."""
        return self.state(len(self.deltas))

    def holds(self, atom: GroundAtom, step: int) -> bool:
        """Whether an atom that is not derived is true after `step` steps."""
        events = self.events.get(atom)
        if events:
            index = bisect_right(events, (step, True)) - 1
            if index >= 0:
                return events[index].added
        return self.initial.holds(atom)

    def last_change(self, atom: GroundAtom, step: int) -> Event | None:
        """The last change of `atom` in the first `step` steps."""
        if self._n_looked_at <= _LOOKS * len(self.deltas):
            for index in range(step, 0, -1):
                delta = self.deltas[index - 1]
                if atom in delta.added or atom in delta.deleted:
                    self._n_looked_at += step - index
                    return Event(index, atom in delta.added)
            self._n_looked_at += step
            return None
        events = self.events.get(atom, ())
        index = bisect_right(events, (step, True)) - 1
        return events[index] if index >= 0 else None

    @lazy
    def events(self) -> dict[GroundAtom, list[Event]]:
        """The changes of each atom, in order; atoms that never change are absent."""
        events_of: dict[GroundAtom, list[Event]] = {}
        for step, delta in enumerate(self.deltas, start=1):
            for atom in delta.deleted:
                events_of.setdefault(atom, []).append(Event(step, False))
            for atom in delta.added:
                events_of.setdefault(atom, []).append(Event(step, True))
        return events_of

    @lazy
    def _blocks(self) -> list[_Block]:
        """The net change of each `_BLOCK` steps; an incomplete block at the end is left out."""
        ends = range(_BLOCK, len(self.deltas) + 1, _BLOCK)
        return [_summed(self.deltas[end - _BLOCK : end]) for end in ends]

    @lazy
    def _checkpoints(
        self,
    ) -> tuple[list[int], list[AbstractSet[GroundAtom]], list[Mapping[Fluent, Value]]]:
        facts = set(self.initial.dynamic)
        numbers = dict(self.initial.values)
        steps = [0]
        atoms: list[AbstractSet[GroundAtom]] = [self.initial.dynamic]
        values: list[Mapping[Fluent, Value]] = [self.initial.values]
        changes = 0
        for count, block in enumerate(self._blocks, start=1):
            facts -= block.deleted
            facts |= block.added
            numbers.update(block.values)
            changes += len(block.deleted) + len(block.added) + len(block.values)
            if changes >= _MIN_CHANGES and 5 * changes >= len(facts) + len(numbers):
                steps.append(count * _BLOCK)
                atoms.append(frozenset(facts))
                values.append(dict(numbers) if numbers else {})
                changes = 0
        return steps, atoms, values


class _Block(NamedTuple):
    """The net change of a block of steps."""

    added: AbstractSet[GroundAtom]
    deleted: AbstractSet[GroundAtom]
    values: Mapping[Fluent, Value]


def _summed(deltas: Iterable[Delta]) -> _Block:
    added: set[GroundAtom] = set()
    deleted: set[GroundAtom] = set()
    values: dict[Fluent, Value] = {}
    for delta in deltas:
        for atom in delta.deleted:
            if atom in added:
                added.remove(atom)
            else:
                deleted.add(atom)
        for atom in delta.added:
            if atom in deleted:
                deleted.remove(atom)
            else:
                added.add(atom)
        values.update(delta.values)
    return _Block(added, deleted, values)


# The working state of a simulation: facts, derived atoms, values and budget.

Env: TypeAlias = list[str]
"""The objects in the slots of a schema."""


class Derivation(Protocol):
    """The evaluation of derived predicates; see `axioms`."""

    @property
    def predicates(self) -> frozenset[str]:
        """The derived predicates."""

    def derive(self, predicate: str, world: World) -> None:
        """Add the atoms of a derived predicate and its dependencies to `world.derived`."""

    def affected(
        self,
        added: Collection[GroundAtom],
        deleted: Collection[GroundAtom],
        values: tuple[tuple[Fluent, Value], ...],
    ) -> bool:
        """Whether a change of the state may change derived atoms."""


class Mark(NamedTuple):
    """The state after `step` steps of a plan, from which a plan with the same start can resume."""

    step: int
    atoms: frozenset[GroundAtom]
    values: Mapping[Fluent, Value]


class World:
    """A mutable state. Derived atoms are computed on demand, and cached until a change."""

    __slots__ = (
        "axioms",
        "budget",
        "computed",
        "derived",
        "facts",
        "leaned",
        "slack",
        "strict",
        "values",
    )

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
        """The tolerance for unequal numbers in a comparison; see `compare`."""
        self.strict = True
        """Whether equal numbers do not satisfy `<` and `>`, as in PDDL; in VAL they do."""
        self.leaned = False
        """Whether a tolerance has been used so far: `slack` changed the truth of a comparison, or
        times apart counted as one."""

    def mark(self, step: int) -> Mark:
        """The state after `step` steps."""
        return Mark(step, frozenset(self.facts.atoms), dict(self.values))

    def go_to(self, mark: Mark | None, deltas: Iterable[Delta], left: int) -> None:
        """Continue from `mark`, or from the current state, after applying `deltas`; `left` is the
        remaining budget of bindings."""
        if mark is not None:
            self.facts, self.values = Facts(mark.atoms), dict(mark.values)
        for added, deleted, values in deltas:
            self.facts.update(added, deleted)
            self.values.update(values)
        self.spend(self.budget.left - left)
        self.derived, self.computed = Facts(), set()

    def source(self, predicate: str) -> Facts:
        """The set of facts with the atoms of `predicate`; derived ones are computed if needed."""
        if predicate not in self.axioms.predicates:
            return self.facts
        if predicate not in self.computed:
            self.axioms.derive(predicate, self)
        return self.derived

    def holds(self, atom: GroundAtom) -> bool:
        """Whether an atom is true."""
        return atom in self.source(atom[0]).atoms

    def spend(self, bindings: int) -> None:
        """Spend `bindings`. Raises UndecidedError beyond the budget, and as the checkpoint."""
        try:
            self.budget.spend(bindings)
        except SpentError:
            if self.budget.left >= 0:
                raise
            raise UndecidedError(
                "too many objects: the limit of variable bindings is reached"
            ) from None

    def tried(self, items: Collection[T]) -> Iterable[T]:
        """The items, which are all counted against the budget; raises what `spend` raises."""
        self.spend(len(items))
        return watched_if_many(items, self.budget.checkpoint)

    def apply(self, asked: Delta) -> Delta:
        """Delete, then add, then set values; return the actual changes. If all of `asked` is a
        change, the result is `asked` itself: plans of one task share the deltas of their
        actions."""
        added, deleted, values = asked
        atoms = self.facts.atoms
        changed = asked
        if values or not atoms.isdisjoint(added) or not atoms.issuperset(deleted):
            changed = self._effective(asked)
            added, deleted, values = changed
        if len(added) + len(deleted) <= AT_ONCE:
            self.facts.update(added, deleted)
        else:
            for part in batched(deleted, self.budget.checkpoint):
                self.facts.update((), part)
            for part in batched(added, self.budget.checkpoint):
                self.facts.update(part, ())
        if values:
            self.values.update(values)
        if self.computed and self.axioms.affected(added, deleted, values):
            self.derived = Facts()
            self.computed = set()
        return changed

    def _effective(self, asked: Delta) -> Delta:
        """The actual changes in `asked`; adds win over deletes."""
        atoms, checkpoint = self.facts.atoms, self.budget.checkpoint
        kept = set(asked.added) if len(asked.added) > 8 else asked.added
        added = watched_if_many(asked.added, checkpoint)
        deleted = watched_if_many(asked.deleted, checkpoint)
        return Delta(
            tuple([atom for atom in added if atom not in atoms]),
            tuple([atom for atom in deleted if atom in atoms and atom not in kept]),
            tuple([(f, value) for f, value in asked.values if self.values.get(f) != value]),
        )


# A mutable set of atoms, with indexes that are built when a query first needs them.

_NONE: frozenset[GroundAtom] = frozenset()


class Facts:
    """Atoms by predicate, and by predicate and argument. Only changed by its owner."""

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
        """The atoms of a predicate with `name` as argument number `position`, from 1."""
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
        """Remove `deleted`, then add `added`."""
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
