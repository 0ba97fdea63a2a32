"""Formulas of a model on a small world: propositions over ground atoms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from plancore.formula.printing import formula_text
from plancore.model.formula import (
    And,
    Assign,
    AtomicFormula,
    Comparison,
    Damaged,
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
    walk,
)
from plancore.model.ground import GroundAtom
from plancore.semantics import sat
from plancore.semantics.model import DomainModel
from plancore.semantics.sat import FALSE, TRUE, Lit, Prop, negated
from plancore.semantics.universe import SmallWorld

MAX_SIZE = 100_000
"""How many nodes the ground formulas of an action on one world may have."""

Binding = Mapping[str, str]
"""Variable to object."""

AtomChanges = dict[GroundAtom, list[Prop]]
"""For each atom when it changes: a list of alternatives."""

NUMERIC = "numeric"
"""The name of numeric conditions and effects among the constructs not looked into."""

_OPAQUE, _DERIVED = "?opaque", "?derived"


class TooLargeError(Exception):
    """A formula has too many ground instances."""


class Grounder:
    """Grounds the formulas of one model on one world, under the names of the reference.

    `opaque` names the parts that are not Boolean conditions. Each is taken for an atom of its own,
    so that proofs of equivalence stay sound and witnesses that rest on it are not believed. A
    derived atom is an atom of its own too, which `definitions` tie to what it follows from.
    """

    def __init__(self, model: DomainModel, world: SmallWorld, owner: str) -> None:
        self.model = model
        self.world = world
        self.owner = owner
        self.opaque: set[str] = set()
        self._size = 0
        self._derived: dict[Lit, tuple[str, tuple[str, ...], int]] = {}
        self._group: frozenset[str] = frozenset()
        self._level = 0

    def condition(self, formula: Formula, sigma: Binding) -> Prop:
        """The proposition that `formula` is; raises TooLargeError."""
        self._count()
        match formula:
            case AtomicFormula("=", (str() as left, str() as right)):
                same = self._term(left, sigma) == self._term(right, sigma)
                return TRUE if same else FALSE
            case AtomicFormula(predicate):
                atom = self._atom(formula, sigma)
                if atom is None:
                    return self._opaque(formula, sigma)
                if predicate in self.model.axioms:
                    return self._derive(predicate, atom[1:])
                return Lit(atom)
            case Not(body):
                return negated(self.condition(body, sigma))
            case And(parts):
                return sat.Conjunction(tuple(self.condition(part, sigma) for part in parts))
            case Or(parts):
                return sat.Disjunction(tuple(self.condition(part, sigma) for part in parts))
            case Imply(condition, conclusion):
                return sat.Disjunction(
                    (negated(self.condition(condition, sigma)), self.condition(conclusion, sigma))
                )
            case Forall(variables, body):
                return negated(self._exists(variables, Not(body), sigma))
            case Exists(variables, body):
                return self._exists(variables, body, sigma)
            case Preference():
                return TRUE
            case _:
                return self._opaque(formula, sigma)

    def effects(self, effect: Formula, sigma: Binding) -> tuple[AtomChanges, AtomChanges]:
        """The guards under which each atom is added, and deleted; raises TooLargeError.

        Other effects, such as those on numbers, are taken for atoms of their own too.
        """
        adds: AtomChanges = {}
        deletes: AtomChanges = {}
        stack: list[tuple[Formula, Binding, Prop]] = [(effect, sigma, TRUE)]
        while stack:
            part, bound, guard = stack.pop()
            self._count()
            match part:
                case And(parts):
                    stack.extend((conjunct, bound, guard) for conjunct in parts)
                case AtomicFormula():
                    adds.setdefault(self._changed(part, bound), []).append(guard)
                case Not(AtomicFormula() as atom):
                    deletes.setdefault(self._changed(atom, bound), []).append(guard)
                case When(condition, inner):
                    both = sat.Conjunction((guard, self.condition(condition, bound)))
                    stack.append((inner, bound, both))
                case Forall(variables, inner):
                    stack.extend(
                        (inner, chosen, sat.Conjunction((guard, there)))
                        for chosen, there in self._choices(variables, bound)
                    )
                case _:
                    adds.setdefault(self._opaque(part, bound).atom, []).append(guard)
        return adds, deletes

    def definitions(self) -> Prop:
        """The definitions of the derived atoms grounded so far; raises TooLargeError.

        An atom of a recursive predicate is defined by those of one level below; of as many levels
        as there are atoms the last is the least fixpoint.
        """
        definitions: list[Prop] = []
        done: set[Lit] = set()
        while missing := [derived for derived in self._derived if derived not in done]:
            for literal in missing:
                done.add(literal)
                body = self._body(*self._derived[literal])
                definitions.append(sat.Disjunction((negated(literal), body)))
                definitions.append(sat.Disjunction((literal, negated(body))))
        self._group = frozenset()
        return sat.Conjunction(tuple(definitions))

    def _derive(self, predicate: str, args: tuple[str, ...]) -> Lit | sat.Disjunction:
        """The derived atom, inside the body of one of its own group that of the level below."""
        level = 0
        if group := self.model.recursion(predicate):
            level = self._level - 1 if group == self._group else self._levels(group)
            if not level:
                return FALSE
        literal = Lit((_DERIVED, self.owner, str(level), predicate, *args))
        self._derived[literal] = (predicate, args, level)
        return literal

    def _levels(self, group: frozenset[str]) -> int:
        """The number of atoms that the predicates of a group have."""
        axioms = (self.model.axioms[name][0] for name in group)
        return sum(self.world.size ** len(axiom.parameters) for axiom in axioms)

    def _body(self, predicate: str, args: tuple[str, ...], level: int) -> Prop:
        """The proposition under which a derived atom holds."""
        self._group, self._level = self.model.recursion(predicate), level
        alternatives: list[Prop] = []
        for axiom in self.model.axioms[predicate]:
            if len(axiom.parameters) != len(args):
                continue
            fits = (
                self.world.is_of(name, self.model, parameter.types)
                for name, parameter in zip(args, axiom.parameters, strict=True)
            )
            sigma = {p.name: name for p, name in zip(axiom.parameters, args, strict=True)}
            alternatives.append(sat.Conjunction((*fits, self.condition(axiom.body, sigma))))
        return sat.Disjunction(tuple(alternatives))

    def _exists(self, variables: tuple[TypedName, ...], body: Formula, sigma: Binding) -> Prop:
        return sat.Disjunction(
            tuple(
                sat.Conjunction((there, self.condition(body, chosen)))
                for chosen, there in self._choices(variables, sigma)
            )
        )

    def _choices(
        self, variables: tuple[TypedName, ...], sigma: Binding
    ) -> Iterator[tuple[Binding, Prop]]:
        """`sigma` with every choice of objects for `variables`, and when these are there."""
        domains = (self.world.members(self.model, variable.types) for variable in variables)
        for choice in product(*domains):
            chosen = {v.name: name for v, (name, _) in zip(variables, choice, strict=True)}
            yield {**sigma, **chosen}, sat.Conjunction(tuple(there for _, there in choice))

    def _changed(self, formula: AtomicFormula, sigma: Binding) -> GroundAtom:
        return self._atom(formula, sigma) or self._opaque(formula, sigma).atom

    def _atom(self, formula: AtomicFormula, sigma: Binding) -> GroundAtom | None:
        """The ground atom in the reference's names; None with object fluents."""
        args = [self._term(arg, sigma) for arg in formula.args if isinstance(arg, str)]
        if len(args) != len(formula.args):
            return None
        return (self.model.predicate(formula.predicate), *args)

    def _term(self, name: str, sigma: Binding) -> str:
        return sigma.get(name) or self.model.term(name)

    def _opaque(self, formula: Formula, sigma: Binding) -> Lit:
        match formula:
            case Comparison() | Assign():
                self.opaque.add(NUMERIC)
            case Timed():
                self.opaque.add("durative")
            case _:
                self.opaque.add(type(formula).__name__.lower())
        text = formula_text(formula, self.model.naming.with_terms(sigma))
        # What depends on types or axioms does not mean the same because it reads the same, and
        # what is no formula means nothing.
        depends = any(
            isinstance(part, (Forall, Exists, Damaged))
            or (isinstance(part, AtomicFormula) and part.predicate in self.model.axioms)
            for part in walk(formula)
        )
        return Lit((_OPAQUE, text, self.owner if depends else ""))

    def _count(self) -> None:
        self._size += 1
        if self._size > MAX_SIZE:
            raise TooLargeError


def is_opaque(atom: GroundAtom) -> bool:
    """Whether an atom stands for a part that was not looked into."""
    return atom[0] == _OPAQUE


def is_auxiliary(atom: GroundAtom) -> bool:
    """Whether an atom is no fact of a state but stands for a derived one, an object's type, or a
    part that was not looked into."""
    return atom[0].startswith("?")
