"""What a ground action may read and write, and when two of them are independent.

The test is that of PDDL 2.1 (Fox & Long, JAIR 2003, definition 12, "no moving targets"): no
atom that one mentions in a condition is written by the other, none is added by one and deleted
by the other; a number may be increased and decreased by both, else written by one only. A
number is an atom here, its predicate is `=`: increasing it counts as adding the atom, assigning
to it as adding and deleting it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from plancore.model.ground import GroundAtom
from plancore.simulate.parts import Changes

NUMBER = "="
"""The predicate that stands for the value of a fluent."""

Argument: TypeAlias = str | frozenset[str] | None


class Pattern(NamedTuple):
    """Many atoms: an argument is an object, one of some objects, or any (None).

    `arguments` is None when nothing is known about them, not even their number.
    """

    predicate: str
    arguments: tuple[Argument, ...] | None

    def matches(self, atom: GroundAtom) -> bool:
        """Whether the pattern stands for `atom`."""
        if atom[0] != self.predicate:
            return False
        if self.arguments is None:
            return True
        return len(atom) == len(self.arguments) + 1 and all(
            argument is None
            or name == argument
            or (isinstance(argument, frozenset) and name in argument)
            for name, argument in zip(atom[1:], self.arguments, strict=True)
        )

    def overlaps(self, other: Pattern) -> bool:
        """Whether both patterns may stand for some atom."""
        if self.predicate != other.predicate:
            return False
        if self.arguments is None or other.arguments is None:
            return True
        return len(self.arguments) == len(other.arguments) and all(
            _compatible(argument, counterpart)
            for argument, counterpart in zip(self.arguments, other.arguments, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Resources:
    """Atoms, one by one and as patterns."""

    atoms: frozenset[GroundAtom] = frozenset()
    patterns: tuple[Pattern, ...] = ()

    @property
    def predicates(self) -> frozenset[str]:
        """The predicates of all atoms and patterns."""
        return frozenset((*(atom[0] for atom in self.atoms), *(p.predicate for p in self.patterns)))

    def united(self, other: Resources) -> Resources:
        """The union of both."""
        patterns = dict.fromkeys((*self.patterns, *other.patterns))
        return Resources(self.atoms | other.atoms, tuple(patterns))

    def holds(self, atom: GroundAtom) -> bool:
        """Whether `atom` is among the atoms or matches a pattern."""
        return atom in self.atoms or any(pattern.matches(atom) for pattern in self.patterns)

    def common(self, other: Resources) -> GroundAtom | None:
        """An atom that both hold, the least one; a pattern's arguments are shown as `?`."""
        shared = self.atoms & other.atoms
        if shared:
            return min(shared)
        for with_patterns, with_atoms in ((self, other), (other, self)):
            for pattern in with_patterns.patterns:
                matching = [atom for atom in with_atoms.atoms if pattern.matches(atom)]
                if matching:
                    return min(matching)
        for pattern in self.patterns:
            if any(pattern.overlaps(other_pattern) for other_pattern in other.patterns):
                return (pattern.predicate, *("?" for _ in pattern.arguments or ()))
        return None


@dataclass(frozen=True, slots=True)
class Access:
    """What an action reads in its conditions, adds and deletes, in any state whatever."""

    reads: Resources
    adds: Resources
    deletes: Resources

    @property
    def resources(self) -> tuple[Resources, Resources, Resources]:
        """What is read, added and deleted."""
        return self.reads, self.adds, self.deletes

    def conflict(self, other: Access) -> GroundAtom | None:
        """An atom over which the two are not independent; None when they are."""
        for ours, theirs in (
            (self.adds, other.deletes),
            (self.deletes, other.adds),
            (self.adds, other.reads),
            (self.deletes, other.reads),
            (self.reads, other.adds),
            (self.reads, other.deletes),
        ):
            atom = ours.common(theirs)
            if atom is not None:
                return atom
        return None

    def united(self, other: Access) -> Access:
        """The union of both."""
        return Access(
            self.reads.united(other.reads),
            self.adds.united(other.adds),
            self.deletes.united(other.deletes),
        )


def changes_access(changes: Changes, reads: Resources) -> Access:
    """The access of effects that are known exactly, in the state where they happen."""
    adds, deletes = set(changes.adds), set(changes.dels)
    for update in changes.updates:
        atom = (NUMBER, *update.fluent)
        adds.add(atom)
        if update.operator not in ("increase", "decrease"):
            deletes.add(atom)
    return Access(reads, Resources(frozenset(adds)), Resources(frozenset(deletes)))


def _compatible(first: Argument, second: Argument) -> bool:
    if first is None or second is None:
        return True
    if isinstance(first, str):
        return first == second if isinstance(second, str) else first in second
    return second in first if isinstance(second, str) else not first.isdisjoint(second)
