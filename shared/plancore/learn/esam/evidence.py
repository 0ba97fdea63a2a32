"""What the steps of one action say, whichever way they bind its parameters.

With S the lifted atoms that a ground atom may come from in a step:

- an atom of S held before only if the ground one did, so that it may be a precondition;
- if the ground atom is false after the step, no atom of S is added;
- if it is true after the step, and no other atom of S can have been added, none is deleted (what an
  action deletes and adds is true afterwards);
- if it became true, some atom of S is added; if it became false, some atom of S is deleted;
- if it is true after the step, it was not deleted or is added as well: steps that bind in the same
  way leave it true where it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from plancore.learn.learned import Where
from plancore.learn.sam.evidence import ground
from plancore.learn.sam.literals import LiftedAtom, Shape, lifted_atoms
from plancore.model.domain import Action, Domain
from plancore.model.ground import GroundAtom, StateAtoms

Atoms: TypeAlias = frozenset[LiftedAtom]
Pattern: TypeAlias = tuple[str, ...]
"""Which terms are one object: for each parameter the first term that is the same, or a constant."""


class Effects(NamedTuple):
    """What is known of the atoms that an action adds, or of those that it deletes.

    An atom that is in none of them is no effect, or one that changes nothing.
    """

    sure: Atoms
    unsure: Atoms
    clauses: frozenset[Atoms]
    """Of each of these sets some atom is an effect, and none is sure to be."""
    impossible: tuple[tuple[Where, GroundAtom], ...]
    """Changes that no atom explains."""


class Evidence:
    """The steps of one action, taken in one after the other."""

    def __init__(
        self, action: Action, domain: Domain, repeating: Mapping[str, frozenset[Shape]]
    ) -> None:
        self.vocabulary = lifted_atoms(action, domain, repeating)
        self._parameters = tuple(parameter.name for parameter in action.parameters)
        self._constants = tuple(constant.name for constant in domain.constants)
        self._derived = frozenset(axiom.predicate for axiom in domain.axioms)
        self.always = self.never = self.vocabulary
        self.patterns: dict[Pattern, set[LiftedAtom]] = {}
        """How steps bound parameters, and what was then true afterwards, merged."""
        self.steps = 0
        self._not_added: set[LiftedAtom] = set()
        self._true_after: set[Atoms] = set()
        self._added: dict[Atoms, tuple[Where, GroundAtom]] = {}
        self._deleted: dict[Atoms, tuple[Where, GroundAtom]] = {}
        self._strange: list[tuple[Where, GroundAtom]] = []

    def observe(
        self, where: Where, args: Sequence[str], before: StateAtoms, after: StateAtoms
    ) -> None:
        """Take in a step."""
        self.steps += 1
        objects = dict(zip(self._parameters, args, strict=True))
        objects.update(zip(self._constants, self._constants, strict=True))
        pattern = self._pattern(args)
        true = self.patterns.setdefault(pattern, set())
        names = dict(zip(self._parameters, pattern, strict=True))
        self.always = tuple([a for a in self.always if ground(a, objects) in before])
        self.never = tuple([a for a in self.never if ground(a, objects) not in before])
        sources: dict[GroundAtom, list[LiftedAtom]] = {}
        for atom in self.vocabulary:
            if atom[0] not in self._derived:
                sources.setdefault(ground(atom, objects), []).append(atom)
        for made, atoms in sources.items():
            if made in after:
                self._true_after.add(frozenset(atoms))
                true.add(merged(atoms[0], names))
            else:
                self._not_added.update(atoms)
        for changed in sorted(before ^ after):
            if changed[0] in self._derived:
                continue
            if changed not in sources:
                self._strange.append((where, changed))
                continue
            clauses = self._added if changed in after else self._deleted
            clauses.setdefault(frozenset(sources[changed]), (where, changed))

    def _pattern(self, args: Sequence[str]) -> Pattern:
        first: dict[str, str] = {constant: constant for constant in self._constants}
        return tuple([first.setdefault(a, p) for a, p in zip(args, self._parameters, strict=True)])

    @property
    def strange(self) -> Sequence[tuple[Where, GroundAtom]]:
        """Changes of atoms that no literal of the action stands for."""
        return self._strange

    def added(self) -> Effects:
        """What is known of the atoms that the action adds."""
        return self._effects(self._added, self._not_added, self.always)

    def deleted(self) -> Effects:
        """What is known of the atoms that the action deletes."""
        not_added = self._not_added
        kept = {
            atom
            for atoms in self._true_after
            for atom in atoms
            if all(other in not_added for other in atoms if other != atom)
        }
        return self._effects(self._deleted, kept, self.never)

    def _effects(
        self,
        seen: Mapping[Atoms, tuple[Where, GroundAtom]],
        excluded: set[LiftedAtom],
        changes_nothing: Sequence[LiftedAtom],
    ) -> Effects:
        left = {atoms - excluded: first for atoms, first in seen.items()}
        sure = frozenset(atom for atoms in left if len(atoms) == 1 for atom in atoms)
        possible = frozenset(a for a in self.vocabulary if a[0] not in self._derived)
        return Effects(
            sure,
            possible - excluded - sure - frozenset(changes_nothing),
            frozenset(atoms for atoms in left if len(atoms) > 1 and not atoms & sure),
            tuple(first for atoms, first in left.items() if not atoms),
        )


def merged(atom: LiftedAtom, names: Mapping[str, str]) -> LiftedAtom:
    """`atom` with each parameter replaced by what `names` has for it."""
    return (atom[0], *[names.get(term, term) for term in atom[1:]])
