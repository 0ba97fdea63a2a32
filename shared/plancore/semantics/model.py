"""A domain prepared for proofs: its types and axioms, under the names of the reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeGuard

from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.memo import lazy
from plancore.model.domain import OBJECT, Action, Axiom, Domain, TypeNames
from plancore.model.formula import (
    AtomicFormula,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    TypedName,
    When,
    children,
    walk,
)
from plancore.simulate.axioms import components


@dataclass(frozen=True, slots=True)
class ModelUses:
    """The types, constants and predicates in an action and in the axioms that it depends on.

    `quantified` are the types of quantified variables and of parameters of axioms. `constants` have
    the reference's names, `predicates` the domain's own.
    """

    quantified: frozenset[TypeNames]
    constants: frozenset[str]
    predicates: frozenset[str]


class TranslatedDomain:
    """A domain, with `names` to translate its names into those of the reference.

    Types in formulas are the domain's own, objects and their types the reference's.
    """

    def __init__(self, domain: Domain, names: Correspondence = SAME_NAMES) -> None:
        self.hierarchy = domain.hierarchy
        self.naming = names.to_reference
        self._own_types = {theirs: ours for ours, theirs in names.types.items()}
        self.constants: dict[str, TypeNames] = {}
        """The domain's own types of its constants."""
        for constant in domain.constants:
            self.constants.setdefault(self.term(constant.name), constant.types)
        self.axioms: dict[str, list[Axiom]] = {}
        for axiom in domain.axioms:
            self.axioms.setdefault(axiom.predicate, []).append(axiom)
        self._declared = self.hierarchy.names | {
            name for typed in _typed_names(domain) for name in typed.types
        }
        declared = {self.predicate(predicate.name) for predicate in domain.predicates}
        self.basic = declared - self.derived

    def predicate(self, name: str) -> str:
        """The reference's name of a predicate."""
        return self.naming.predicates.get(name, name)

    def term(self, name: str) -> str:
        """The reference's name of a constant."""
        return self.naming.terms.get(name, name)

    def type_name(self, name: str) -> str:
        """The reference's name of a type."""
        return self.naming.types.get(name, name)

    @lazy
    def types(self) -> frozenset[str]:
        """The domain's types, in the reference's names."""
        return frozenset(self.type_name(name) for name in self._declared) | {OBJECT}

    def own_type(self, name: str) -> str | None:
        """The domain's name of a type of the reference; None if it does not have it."""
        own_name = self._own_types.get(name)
        if own_name is None and name not in self.naming.types:
            own_name = name
        return own_name if own_name in self._declared else None

    def accepts(self, wanted: TypeNames, thing: TypedName) -> bool:
        """Whether `thing` has one of the types `wanted`.

        Constants have their types in this domain. An object of a type that the domain lacks is of
        type `object`.
        """
        types = self.constants.get(thing.name)
        if types is None:
            types = tuple(self.own_type(name) or OBJECT for name in thing.types)
        return self.hierarchy.accepts(wanted, types)

    @lazy
    def derived(self) -> frozenset[str]:
        """The derived predicates, in the reference's names."""
        return frozenset(self.predicate(name) for name in self.axioms)

    def recursion(self, predicate: str) -> frozenset[str]:
        """The derived predicates that are mutually recursive with `predicate`; none if it is not
        recursive."""
        return self._recursions.get(predicate, frozenset())

    @lazy
    def _recursions(self) -> dict[str, frozenset[str]]:
        reads = {
            name: sorted({atom for axiom in axioms for atom in _predicates(axiom.body)})
            for name, axioms in self.axioms.items()
        }
        graph = {
            name: [predicate for predicate in read if predicate in reads]
            for name, read in reads.items()
        }
        recursions: dict[str, frozenset[str]] = {}
        for group in components(graph):
            if len(group) > 1 or group[0] in graph[group[0]]:
                recursions |= dict.fromkeys(group, frozenset(group))
        return recursions

    def is_stratified(self, predicates: Iterable[str]) -> bool:
        """Whether none of the derived `predicates` depends on its own negation."""
        return not any(
            atom in group and not positive
            for name in predicates
            if (group := self.recursion(name))
            for axiom in self.axioms[name]
            for atom, positive in _signed_predicates(axiom.body)
        )

    def uses(self, action: Action) -> ModelUses:
        """The types, constants and predicates of `action` and of the axioms that it depends on."""
        quantified: set[TypeNames] = set()
        constants: set[str] = set()
        predicates: set[str] = set()
        stack = [action.precondition, action.effect]
        while stack:
            for part in walk(stack.pop()):
                match part:
                    case Forall(variables) | Exists(variables):
                        quantified.update(variable.types for variable in variables)
                    case AtomicFormula(name, args):
                        constants.update(map(self.term, filter(_is_name, args)))
                        if name not in predicates:
                            predicates.add(name)
                            for axiom in self.axioms.get(name, ()):
                                quantified.update(parameter.types for parameter in axiom.parameters)
                                stack.append(axiom.body)
        return ModelUses(frozenset(quantified), frozenset(constants), frozenset(predicates))


def changed_predicates(effect: Formula) -> set[str]:
    """The predicates that an effect adds or deletes, in the domain's names."""
    predicates: set[str] = set()
    stack = [effect]
    while stack:
        match part := stack.pop():
            case AtomicFormula(name):
                predicates.add(name)
            case When(_, inner):
                stack.append(inner)
            case _:
                stack.extend(children(part))
    return predicates


def free_variables(formula: Formula, bound: frozenset[str]) -> Iterator[str]:
    """Yield the variables of atoms that neither a quantifier nor `bound` binds."""
    stack = [(formula, bound)]
    while stack:
        part, known = stack.pop()
        match part:
            case AtomicFormula(_, args):
                for arg in args:
                    if isinstance(arg, str) and arg[0] == "?" and arg not in known:
                        yield arg
            case Forall(variables) | Exists(variables):
                inner = known | {variable.name for variable in variables}
                stack.extend((child, inner) for child in children(part))
            case _:
                stack.extend((child, known) for child in children(part))


def _typed_names(domain: Domain) -> Iterator[TypedName]:
    yield from domain.constants
    for declared in (domain.predicates, domain.actions, domain.axioms):
        for schema in declared:
            yield from schema.parameters


def _is_name(term: object) -> TypeGuard[str]:
    return isinstance(term, str) and not term.startswith("?")


def _predicates(formula: Formula) -> Iterator[str]:
    return (part.predicate for part in walk(formula) if isinstance(part, AtomicFormula))


def _signed_predicates(formula: Formula) -> Iterator[tuple[str, bool]]:
    """Yield the predicates of a condition, each with whether it is under an even number of
    negations."""
    stack = [(formula, True)]
    while stack:
        part, positive = stack.pop()
        match part:
            case AtomicFormula(name):
                yield name, positive
            case Not(body):
                stack.append((body, not positive))
            case Imply(condition, conclusion):
                stack += [(condition, not positive), (conclusion, positive)]
            case _:
                stack.extend((child, positive) for child in children(part))
