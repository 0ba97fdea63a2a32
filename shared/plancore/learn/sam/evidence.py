"""What the steps of one action say about its preconditions and effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plancore.learn.learned import Where
from plancore.learn.sam.literals import LiftedAtom, Shape, lifted_atoms
from plancore.model.domain import Action, Domain
from plancore.model.ground import GroundAtom, StateAtoms
from plancore.simulate.atoms import Literal


class Evidence:
    """The steps of one action that bind injectively, taken in one after the other.

    `always` and `never` are the lifted atoms that were true, and false, before each of them;
    `changes` has each literal that became true with the first step that showed it, `unexplained`
    the changes of atoms that no literal of the action stands for. Raises
    UnlearnableError as `lifted_atoms` does.
    """

    def __init__(
        self, action: Action, domain: Domain, repeating: Mapping[str, frozenset[Shape]]
    ) -> None:
        vocabulary = lifted_atoms(action, domain, repeating)
        self._parameters = tuple(parameter.name for parameter in action.parameters)
        self._constants = tuple(constant.name for constant in domain.constants)
        self._order = {atom: number for number, atom in enumerate(vocabulary)}
        self._derived = frozenset(axiom.predicate for axiom in domain.axioms)
        self.always = self.never = vocabulary
        self.changes: dict[Literal, Where] = {}
        self.unexplained: list[tuple[Where, GroundAtom]] = []
        self.steps: list[Where] = []
        self.bound_twice: list[Where] = []

    @property
    def effects(self) -> tuple[Literal, ...]:
        """The effects in the order of predicates and terms."""
        return tuple(sorted(self.changes, key=lambda literal: self._order[literal.atom]))

    def binds_twice(self, args: Sequence[str]) -> bool:
        """Whether two parameters, or a parameter and a constant, stand for one object."""
        return len({*args, *self._constants}) < len(args) + len(self._constants)

    def observe(
        self, where: Where, args: Sequence[str], before: StateAtoms, after: StateAtoms
    ) -> None:
        """Take in a step; one that does not bind injectively is noted and not learned from."""
        if self.binds_twice(args):
            self.bound_twice.append(where)
            return
        objects = self.objects(args)
        self.steps.append(where)
        self.always = tuple([a for a in self.always if ground(a, objects) in before])
        self.never = tuple([a for a in self.never if ground(a, objects) not in before])
        terms = {name: term for term, name in objects.items()}
        for atom in sorted(before ^ after):
            if atom[0] in self._derived:
                continue
            lifted = (atom[0], *[terms.get(name, "") for name in atom[1:]])
            if lifted in self._order:
                self.changes.setdefault(Literal(lifted, atom in after), where)
            else:
                self.unexplained.append((where, atom))

    def objects(self, args: Sequence[str]) -> dict[str, str]:
        """The object of each term."""
        objects = dict(zip(self._parameters, args, strict=True))
        objects.update(zip(self._constants, self._constants, strict=True))
        return objects


def ground(atom: LiftedAtom, objects: dict[str, str]) -> GroundAtom:
    """The ground atom that a lifted one is where the terms are `objects`."""
    return (atom[0], *[objects[term] for term in atom[1:]])
