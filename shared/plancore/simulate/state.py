"""States, and trajectories of them: changes per step with checkpoints in between."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from plancore.memo import lazy
from plancore.model.plan import GroundAtom
from plancore.simulate.atoms import Fluent, Value

_MIN_CHANGES = 256
_BLOCK = 64
"""How many steps are summed up, so that going over them costs one update instead of so many."""

_SHORT = 1_000
"""Up to here looking for a change step by step is faster than an index of all changes."""


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
        if len(self.deltas) <= _SHORT:
            for index in range(step, 0, -1):
                delta = self.deltas[index - 1]
                if atom in delta.added:
                    return Event(index, True)
                if atom in delta.deleted:
                    return Event(index, False)
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
