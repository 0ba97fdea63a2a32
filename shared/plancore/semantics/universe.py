"""Small worlds: objects with their types and the arguments of an action, and formulas grounded on
them.

Parameters may coincide with each other and with constants, and every way to do so is a separate
world: `(on ?x ?y)` and `(on ?y ?x)` are one atom if both parameters are the same block. So is every
choice of types that one of the two models accepts. Only one of several types is tried if neither
model distinguishes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import NamedTuple, TypeAlias

from plancore.formula.printing import formula_text
from plancore.model.domain import OBJECT, TypeHierarchy, TypeNames
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
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.semantics import sat
from plancore.semantics.model import TranslatedDomain
from plancore.semantics.sat import FALSE, TRUE, Lit, Prop, negated


class TypedPlace(NamedTuple):
    """A parameter or quantified variable of one of the models, with its types."""

    model: TranslatedDomain
    types: TypeNames


class ObjectKind(NamedTuple):
    """A type that represents all types fitting the same places; bit i of `fits` is for place i."""

    name: str
    fits: int


class PairedParameter(NamedTuple):
    """A parameter: its places in the learned action and in the reference's, as bits."""

    learned: int
    reference: int


class Constant(NamedTuple):
    """A constant, the places that it fits, as bits, and whether an action mentions it by name."""

    thing: TypedName
    fits: int
    is_mentioned: bool


@dataclass(frozen=True, slots=True)
class SmallWorld:
    """Objects with their types, further possible objects, and the argument of each parameter.

    Each object in `possible` exists as one of `kinds` or not at all; auxiliary atoms of a state
    decide.
    """

    objects: tuple[TypedName, ...]
    possible: tuple[str, ...]
    kinds: tuple[str, ...]
    arguments: tuple[str, ...]

    @property
    def size(self) -> int:
        """The maximum number of objects."""
        return len(self.objects) + len(self.possible)

    def is_of(self, name: str, model: TranslatedDomain, types: TypeNames) -> Prop:
        """The proposition that `name` exists and has one of `types` in `model`."""
        for thing in self.objects:
            if thing.name == name:
                return TRUE if model.accepts(types, thing) else FALSE
        kinds = (k for k in self.kinds if model.accepts(types, TypedName("", (k,))))
        return sat.Disjunction(tuple(_is_there(name, kind) for kind in kinds))

    def members(self, model: TranslatedDomain, types: TypeNames) -> list[tuple[str, Prop]]:
        """The objects that may have one of `types`, and the propositions that they do."""
        names = (*(thing.name for thing in self.objects), *self.possible)
        conditions = ((name, self.is_of(name, model, types)) for name in names)
        return [(name, when) for name, when in conditions if when != FALSE]

    @property
    def laws(self) -> Prop:
        """The proposition that each possible object has at most one kind, and that they exist in
        order.

        The order only excludes worlds that are equal up to names of possible objects.
        """
        there = [
            sat.Disjunction(tuple(_is_there(n, kind) for kind in self.kinds)) for n in self.possible
        ]
        ordered = (sat.Disjunction((negated(b), a)) for a, b in pairwise(there))
        single = (
            sat.Disjunction((negated(_is_there(name, first)), negated(_is_there(name, second))))
            for name in self.possible
            for index, first in enumerate(self.kinds)
            for second in self.kinds[:index]
        )
        return sat.Conjunction((*ordered, *single))

    def inhabitants(self, state: StateAtoms) -> tuple[TypedName, ...]:
        """The objects that exist in `state`."""
        return self.objects + tuple(
            TypedName(name, (kind,))
            for name in self.possible
            for kind in self.kinds
            if _is_there(name, kind).atom in state
        )


def _is_there(name: str, kind: str) -> Lit:
    return Lit(("?is", name, kind))


def kinds_of(
    names: Sequence[str], places: Sequence[TypedPlace], hierarchy: TypeHierarchy
) -> tuple[ObjectKind, ...]:
    """One of the types `names` of the reference for each set of places that it fits.

    Types that both models have are preferred, then those without subtypes, because most objects are
    of such types.
    """
    accepted = [
        place.model.hierarchy.below(place.types or (OBJECT,)) | {*place.types} for place in places
    ]
    inner = {parent for parents in hierarchy.parents.values() for parent in parents}
    best: dict[int, tuple[bool, bool, str]] = {}
    for name in names:
        fits, shared = 0, True
        for index, place in enumerate(places):
            own_name = place.model.own_type(name)
            shared = shared and own_name is not None
            fits |= ((own_name or OBJECT) in accepted[index]) << index
        rank = (not shared, name in inner, name)
        best[fits] = min(best.get(fits, rank), rank)
    ranked = sorted((rank, fits) for fits, rank in best.items())
    return tuple(ObjectKind(rank[-1], fits) for rank, fits in ranked)


Chosen: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Universe:
    """The building blocks of worlds. `quantified` are the places of quantified variables, as bits;
    `possible` is the number of possible objects other than arguments and constants."""

    positions: tuple[PairedParameter, ...]
    quantified: int
    kinds: tuple[ObjectKind, ...]
    constants: tuple[Constant, ...]
    possible: int

    def worlds(self) -> Iterator[SmallWorld]:
        """Yield every world in which at least one model accepts the arguments, those in which all
        arguments are different first."""
        names = self._names()
        counted = {kind.fits & self.quantified: kind.name for kind in reversed(self.kinds)}
        counted.pop(0, None)
        possible = tuple(f"x{index}" for index in range(1, self.possible + 1) if counted)
        for chosen, classes, fixed in self._partitions():
            for kinds in product(*(self._choices(wanted) for wanted in classes)):
                fits = [*zip((k.fits for k in kinds), classes, strict=True), *fixed]
                if not _accepted(fits):
                    continue
                objects = (
                    *(constant.thing for constant in self.constants),
                    *(TypedName(n, (k.name,)) for n, k in zip(names, kinds, strict=False)),
                )
                arguments = tuple(names[c] if isinstance(c, int) else c for c in chosen)
                yield SmallWorld(objects, possible, tuple(counted.values()), arguments)

    def _partitions(
        self,
    ) -> Iterator[
        tuple[Chosen, tuple[PairedParameter, ...], tuple[tuple[int, PairedParameter], ...]]
    ]:
        """Yield every way in which parameters coincide with each other or with constants, with
        their places."""
        stack: list[
            tuple[Chosen, tuple[PairedParameter, ...], tuple[tuple[int, PairedParameter], ...]]
        ]
        stack = [((), (), ())]
        while stack:
            chosen, classes, fixed = stack.pop()
            if len(chosen) == len(self.positions):
                yield chosen, classes, fixed
                continue
            position = self.positions[len(chosen)]
            options = [((*chosen, len(classes)), (*classes, position), fixed)]
            for index, wanted in enumerate(classes):
                both = PairedParameter(*(a | b for a, b in zip(wanted, position, strict=True)))
                merged = (*classes[:index], both, *classes[index + 1 :])
                options.append(((*chosen, index), merged, fixed))
            options += [
                ((*chosen, constant.thing.name), classes, (*fixed, (constant.fits, position)))
                for constant in self._constants(chosen)
            ]
            stack.extend(option for option in reversed(options) if self._is_possible(*option[1:]))

    def _constants(self, chosen: Chosen) -> Iterator[Constant]:
        """Yield the constants to try for the next parameter.

        Constants that fit the same places are interchangeable if neither the actions nor other
        parameters refer to them, so only one of them is tried.
        """
        seen: set[int] = set()
        for constant in self.constants:
            if not constant.is_mentioned and constant.thing.name not in chosen:
                if constant.fits in seen:
                    continue
                seen.add(constant.fits)
            yield constant

    def _is_possible(
        self, classes: tuple[PairedParameter, ...], fixed: tuple[tuple[int, PairedParameter], ...]
    ) -> bool:
        """Whether one of the models accepts the choices so far, for objects of some types."""
        return any(
            all(fits & wanted[side] == wanted[side] for fits, wanted in fixed)
            and all(any(k.fits & w[side] == w[side] for k in self.kinds) for w in classes)
            for side in (0, 1)
        )

    def _choices(self, wanted: PairedParameter) -> list[ObjectKind]:
        """The kinds that make a difference for an object in the places `wanted`."""
        distinct: dict[tuple[bool, bool, int], ObjectKind] = {}
        for kind in self.kinds:
            accepted = (kind.fits & wanted[0] == wanted[0], kind.fits & wanted[1] == wanted[1])
            if any(accepted):
                distinct.setdefault((*accepted, kind.fits & self.quantified), kind)
        return list(distinct.values())

    def _names(self) -> list[str]:
        taken = {constant.thing.name for constant in self.constants}
        letters = [*"abcdefghijklmnopqrstuvw", *(f"o{number}" for number in range(1, 200))]
        return [name for name in letters if name not in taken]


def _accepted(fits: Sequence[tuple[int, PairedParameter]]) -> bool:
    return any(all(fit & wanted[side] == wanted[side] for fit, wanted in fits) for side in (0, 1))


# Grounding: formulas of a model on a small world become propositions over ground atoms.

MAX_SIZE = 100_000
"""The maximum number of nodes of the ground formulas of an action on one world."""

Binding = Mapping[str, str]
"""Variables with their objects."""

AtomChanges = dict[GroundAtom, list[Prop]]
"""For each atom the alternative propositions under which it changes."""

NUMERIC = "numeric"
"""The name of numeric conditions and effects among the constructs that are not analysed."""

_OPAQUE, _DERIVED = "?opaque", "?derived"


class TooLargeError(Exception):
    """A formula has too many ground instances."""


class Grounder:
    """Grounds the formulas of one model on one world, under the names of the reference.

    `opaque` has the names of constructs other than Boolean conditions. Each occurrence becomes an
    auxiliary atom, shared by equal texts unless their meanings may differ, so that proofs of
    equivalence stay sound; witnesses that depend on one are not trusted. Derived atoms are
    auxiliary atoms as well, related to their axioms by `definitions`.
    """

    def __init__(self, model: TranslatedDomain, world: SmallWorld, owner: str) -> None:
        self.model = model
        self.world = world
        self.owner = owner
        self.opaque: set[str] = set()
        self._size = 0
        self._derived: dict[Lit, tuple[str, tuple[str, ...], int]] = {}
        self._group: frozenset[str] = frozenset()
        self._level = 0

    def condition(self, formula: Formula, sigma: Binding) -> Prop:
        """The proposition for `formula`; raises TooLargeError."""
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

        Other effects, such as numeric ones, become added atoms of their own.
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

        An atom of a recursive predicate is defined by those of the next lower level. With as many
        levels as there are atoms the top level is the least fixpoint.
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
        """The literal of a derived atom; in the body of its own recursive group, that of the next
        lower level."""
        level = 0
        if group := self.model.recursion(predicate):
            level = self._level - 1 if group == self._group else self._levels(group)
            if not level:
                return FALSE
        literal = Lit((_DERIVED, self.owner, str(level), predicate, *args))
        self._derived[literal] = (predicate, args, level)
        return literal

    def _levels(self, group: frozenset[str]) -> int:
        """The number of atoms of the predicates of a group."""
        axioms = (self.model.axioms[name][0] for name in group)
        return sum(self.world.size ** len(axiom.parameters) for axiom in axioms)

    def _body(self, predicate: str, args: tuple[str, ...], level: int) -> Prop:
        """The proposition under which a derived atom is true."""
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
        """Yield `sigma` with every choice of objects for `variables`, and the proposition that
        these exist."""
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
        # Equal texts may differ in meaning if they depend on types or axioms, and damaged formulas
        # have no meaning.
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
    """Whether an atom represents a part that was not analysed."""
    return atom[0] == _OPAQUE


def is_auxiliary(atom: GroundAtom) -> bool:
    """Whether an atom is not a fact but represents a derived atom, the kind of an object, or a part
    that was not analysed."""
    return atom[0].startswith("?")
