"""Formulas on a small world: propositions over ground atoms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from plancore.model.formula import (
    And,
    Assign,
    AtomicFormula,
    Comparison,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    Preference,
    Timed,
    TypedName,
    When,
    children,
)
from plancore.model.ground import GroundAtom
from plancore.model.types import TypeHierarchy
from plancore.semantics.sat import FALSE, TRUE, All, Lit, Prop, Some, negated
from plancore.semantics.universe import World

MAX_SIZE = 20_000
"""How many nodes a ground formula may have."""


class TooLargeError(Exception):
    """A formula has too many ground instances, or holds what cannot be grounded."""


@dataclass
class Grounder:
    """Grounds the formulas of one model on one world, under the names of the reference.

    `opaque` collects what is no Boolean condition; such a part is taken for an atom of its own, so
    that proofs of equivalence stay sound and witnesses that rest on it are not believed.
    """

    world: World
    hierarchy: TypeHierarchy
    predicates: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    opaque: set[str] = field(default_factory=set)
    size: int = 0

    def condition(self, formula: Formula, sigma: Mapping[str, str]) -> Prop:
        """The proposition that `formula` is; raises TooLargeError."""
        self.size += 1
        if self.size > MAX_SIZE:
            raise TooLargeError
        match formula:
            case AtomicFormula("=", (str() as left, str() as right)):
                same = self.term(left, sigma) == self.term(right, sigma)
                return TRUE if same else FALSE
            case AtomicFormula():
                atom = self.atom(formula, sigma)
                return Lit(atom) if atom else self._opaque(formula, sigma)
            case Not(body):
                return negated(self.condition(body, sigma))
            case And(parts):
                return All(tuple(self.condition(part, sigma) for part in parts))
            case Or(parts):
                return Some(tuple(self.condition(part, sigma) for part in parts))
            case Imply(condition, conclusion):
                return Some(
                    (negated(self.condition(condition, sigma)), self.condition(conclusion, sigma))
                )
            case Forall(variables, body):
                return All(tuple(self.condition(body, s) for s in self.choices(variables, sigma)))
            case Exists(variables, body):
                return Some(tuple(self.condition(body, s) for s in self.choices(variables, sigma)))
            case Preference():
                return TRUE
            case _:
                return self._opaque(formula, sigma)

    def effects(
        self, effect: Formula, sigma: Mapping[str, str]
    ) -> tuple[dict[GroundAtom, list[Prop]], dict[GroundAtom, list[Prop]]]:
        """For each atom when it is added, and when it is deleted: a list of alternatives.

        Raises TooLargeError, also for effects that are left to chance.
        """
        adds: dict[GroundAtom, list[Prop]] = {}
        deletes: dict[GroundAtom, list[Prop]] = {}
        stack: list[tuple[Formula, Mapping[str, str], tuple[Prop, ...]]] = [(effect, sigma, ())]
        while stack:
            part, bound, guards = stack.pop()
            self.size += 1
            if self.size > MAX_SIZE:
                raise TooLargeError
            match part:
                case And(parts):
                    stack.extend((each, bound, guards) for each in parts)
                case AtomicFormula():
                    self._effect(adds, part, bound, guards)
                case Not(AtomicFormula() as atom):
                    self._effect(deletes, atom, bound, guards)
                case When(condition, inner):
                    stack.append((inner, bound, (*guards, self.condition(condition, bound))))
                case Forall(variables, inner):
                    stack.extend((inner, s, guards) for s in self.choices(variables, bound))
                case Assign():
                    self.opaque.add("numeric")
                case _:
                    raise TooLargeError
        return adds, deletes

    def _effect(
        self,
        changes: dict[GroundAtom, list[Prop]],
        atom: AtomicFormula,
        sigma: Mapping[str, str],
        guards: tuple[Prop, ...],
    ) -> None:
        ground = self.atom(atom, sigma)
        if ground is None:
            raise TooLargeError
        changes.setdefault(ground, []).append(All(guards))

    def atom(self, formula: AtomicFormula, sigma: Mapping[str, str]) -> GroundAtom | None:
        """The ground atom in the reference's names; None with object fluents."""
        args = [self.term(arg, sigma) for arg in formula.args if isinstance(arg, str)]
        if len(args) != len(formula.args):
            return None
        return (self.predicates.get(formula.predicate, formula.predicate), *args)

    def term(self, name: str, sigma: Mapping[str, str]) -> str:
        """The object that a variable or constant means."""
        return sigma.get(name) or self.constants.get(name, name)

    def choices(
        self, variables: tuple[TypedName, ...], sigma: Mapping[str, str]
    ) -> list[Mapping[str, str]]:
        """`sigma` with every choice of objects for `variables`."""
        domains = [
            self.world.members(self.hierarchy, tuple(self.types.get(t, t) for t in v.types))
            for v in variables
        ]
        return [
            {**sigma, **{v.name: o for v, o in zip(variables, choice, strict=True)}}
            for choice in product(*domains)
        ]

    def _opaque(self, formula: Formula, sigma: Mapping[str, str]) -> Prop:
        match formula:
            case Comparison():
                self.opaque.add("numeric")
            case Timed():
                self.opaque.add("durative")
            case _:
                self.opaque.add(type(formula).__name__.lower())
        bound = sorted((k, v) for k, v in sigma.items())
        return Lit(("?opaque", repr(formula), repr(bound)))


def quantified(formula: Formula) -> tuple[list[tuple[str, ...]], bool]:
    """The types of the variables that a counterexample may need objects for, and whether those are
    enough to decide: no ∃ stands inside a ∀ (the Bernays–Schönfinkel class)."""
    found: list[tuple[str, ...]] = []
    complete = True
    stack: list[tuple[Formula, bool, bool]] = [(formula, True, False)]
    while stack:
        part, positive, inside = stack.pop()
        match part:
            case Not(body):
                stack.append((body, not positive, inside))
                continue
            case Imply(condition, conclusion):
                stack += [(condition, not positive, inside), (conclusion, positive, inside)]
                continue
            case Exists(variables) | Forall(variables):
                if isinstance(part, Exists) == positive:
                    found += [variable.types for variable in variables]
                    complete = complete and not inside
                else:
                    inside = True
        stack.extend((each, positive, inside) for each in children(part))
    return found, complete
