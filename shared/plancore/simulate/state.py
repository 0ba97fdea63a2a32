"""States, and trajectories of them: changes per step with checkpoints in between."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

from plancore.memo import lazy
from plancore.model.plan import GroundAtom
from plancore.simulate.atoms import Fluent, UndecidedError, Value
from plancore.stop import Budget, SpentError

_MIN_CHANGES = 256
_BLOCK = 64
"""How many steps are summed up, so that going over them costs one update instead of so many."""

_LOOKS = 4
"""How often all steps are looked through for the change of an atom before all changes are indexed,
which takes as long as ten looks."""


class Delta(NamedTuple):
    """What a step changed: atoms that became true, atoms that became false, new values."""

    added: tuple[GroundAtom, ...] = ()
    deleted: tuple[GroundAtom, ...] = ()
    values: tuple[tuple[Fluent, Value], ...] = ()


@dataclass(frozen=True)
class State:
    """What is true at one moment. Immutable.

    `static` are the facts that no action can change, shared by all states of a task; derived
    atoms are not part of a state, they follow from it. `dynamic` is never changed once made.
    """

    dynamic: AbstractSet[GroundAtom]
    static: frozenset[GroundAtom] = frozenset()
    values: Mapping[Fluent, Value] = field(default_factory=lambda: MappingProxyType({}))

    @lazy
    def facts(self) -> frozenset[GroundAtom]:
        """Every true atom, derived ones aside."""
        return self.static.union(self.dynamic)

    def holds(self, atom: GroundAtom) -> bool:
        """Whether an atom that is not derived is true."""
        return atom in self.dynamic or atom in self.static


class Event(NamedTuple):
    """An atom became true, or false, in step `step` (counted from one)."""

    step: int
    added: bool


class StateSequence:
    """The states of a plan: state 0 is the initial one, state k the one after step k.

    A checkpoint is kept whenever a fifth as many changes have piled up as a state has atoms, so
    any state costs a copy of one and fewer changes than that, most of them summed up by blocks
    of steps; all checkpoints together hold about five atoms for each change.
    """

    def __init__(self, initial: State, deltas: Iterable[Delta] = ()) -> None:
        self.initial = initial
        self.deltas: tuple[Delta, ...] = tuple(deltas)
        self._n_looked_at = 0

    def __len__(self) -> int:
        """The number of steps; there is one more state."""
        return len(self.deltas)

    def state(self, step: int) -> State:
        """The state after `step` steps; raises IndexError outside of 0..len(self)."""
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
        """The last change of `atom` among the first `step` steps."""
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
        """When each atom changed, in order; atoms that never do are absent."""
        events_of: dict[GroundAtom, list[Event]] = {}
        for step, delta in enumerate(self.deltas, start=1):
            for atom in delta.deleted:
                events_of.setdefault(atom, []).append(Event(step, False))
            for atom in delta.added:
                events_of.setdefault(atom, []).append(Event(step, True))
        return events_of

    @lazy
    def _blocks(self) -> list[_Block]:
        """What each `_BLOCK` steps change together; the last steps may fill none."""
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
    """The changes of a block of steps that no later step of the block undoes."""

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


# The working state of a simulation: what is true now, what follows from it, what things cost.

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


class Mark(NamedTuple):
    """What was true after `step` steps of a plan: one that begins with the same steps can go on
    from it."""

    step: int
    atoms: frozenset[GroundAtom]
    values: Mapping[Fluent, Value]


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

    def mark(self, step: int) -> Mark:
        """What is true after `step` steps."""
        return Mark(step, frozenset(self.facts.atoms), dict(self.values))

    def go_to(self, mark: Mark | None, deltas: Iterable[Delta], left: int) -> None:
        """Go on from there, or from where it is, after `deltas` behind it; `left` are the bindings
        that may be tried then."""
        if mark is not None:
            self.facts, self.values = Facts(mark.atoms), dict(mark.values)
        for added, deleted, values in deltas:
            self.facts.update(added, deleted)
            self.values.update(values)
        self.spend(self.budget.left - left)
        self.derived, self.computed = Facts(), set()

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
