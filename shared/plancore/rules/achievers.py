"""Achievers: the effects and axioms of a domain that make atoms true, with their conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from plancore.lower.section import SectionModel
from plancore.memo import Key
from plancore.model.formula import (
    And,
    At,
    AtomicFormula,
    Exists,
    Forall,
    Formula,
    OneOf,
    Probabilistic,
    Timed,
    TypedName,
    When,
)
from plancore.snapshot import DefinitionSnapshot

_ACHIEVERS: Final = Key["tuple[Achiever, ...]"]("achievers")


class Achiever(NamedTuple):
    """A way to make `head` true if all atoms of `body` hold: an effect of the action `name`, or an
    axiom of the predicate `name`. `scope` has its variables."""

    name: str
    head: AtomicFormula
    body: tuple[AtomicFormula, ...]
    scope: Mapping[str, TypedName]


def achievers_in(domain: DefinitionSnapshot) -> tuple[Achiever, ...]:
    """The achievers of a domain; cached with its forms."""
    found: list[Achiever] = []
    for section, model in domain.sections:
        if model.actions or model.axioms:
            known = section.head.memo.get(_ACHIEVERS, (model,), partial(_all_achievers, model))
            found += known
    return tuple(found)


def _all_achievers(model: SectionModel) -> tuple[Achiever, ...]:
    return tuple(_achievers(model))


def _achievers(model: SectionModel) -> Iterator[Achiever]:
    for action in model.actions:
        parameters = {each.name: each for each in action.parameters}
        body, scope = _needed(action.precondition, (), parameters)
        stack: list[tuple[Formula, tuple[AtomicFormula, ...], Mapping[str, TypedName]]]
        stack = [(action.effect, body, scope)]
        while stack:
            part, body, scope = stack.pop()
            if type(part) is AtomicFormula:
                yield Achiever(action.name, part, body, scope)
            elif isinstance(part, And | OneOf):
                stack += [(each, body, scope) for each in part.parts]
            elif type(part) is Probabilistic:
                stack += [(each, body, scope) for _, each in part.outcomes]
            elif isinstance(part, Timed | At):
                stack.append((part.body, body, scope))
            elif type(part) is Forall:
                inner = {**scope, **{each.name: each for each in part.variables}}
                # Conditions on an outer variable of the same name are about another variable.
                hidden = {each.name for each in part.variables} & scope.keys()
                kept = tuple(atom for atom in body if not hidden.intersection(atom.args))
                stack.append((part.body, kept, inner))
            elif type(part) is When:
                stack.append((part.effect, *_needed(part.condition, body, scope)))
    for axiom in model.axioms:
        parameters = {each.name: each for each in axiom.parameters}
        head = AtomicFormula(axiom.predicate, tuple(parameters))
        yield Achiever(axiom.predicate, head, *_needed(axiom.body, (), parameters))


def _needed(
    condition: Formula, body: tuple[AtomicFormula, ...], scope: Mapping[str, TypedName]
) -> tuple[tuple[AtomicFormula, ...], Mapping[str, TypedName]]:
    """`body` and the atoms that a condition always requires, with their variables."""
    atoms, stack = list(body), [condition]
    while stack:
        part = stack.pop()
        if type(part) is And:
            stack += reversed(part.parts)
        elif type(part) is Timed:
            stack.append(part.body)
        elif type(part) is Exists and not scope.keys() & {each.name for each in part.variables}:
            scope = {**scope, **{each.name: each for each in part.variables}}
            stack.append(part.body)
        elif (
            type(part) is AtomicFormula
            and part.predicate != "="
            and all(type(arg) is str for arg in part.args)
        ):
            atoms.append(part)
    return tuple(atoms), scope
