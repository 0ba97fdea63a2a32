"""What a learner is told of a domain: everything but preconditions and effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from plancore.formula.printing import head_text, type_text, typed_list
from plancore.model.domain import Domain
from plancore.model.formula import TRUE, TypedName
from plancore.model.ground import StateAtoms
from plancore.model.types import OBJECT
from plancore.patch.domain_text import domain_text


def signatures_text(domain: Domain) -> str:
    """The domain with its types, constants and predicates, and its actions without preconditions
    and effects. What learners of classical models have no use for is left out: functions, axioms
    and derived predicates, costs."""
    return "\n".join(_domain_lines(domain)) + "\n"


def declarations_text(domain: Domain) -> str:
    """The domain without preconditions and effects, with all else that it declares: what it has
    besides, such as functions, belongs to its problems."""
    empty = (replace(each, precondition=TRUE, effect=TRUE) for each in domain.actions)
    return domain_text(replace(domain, actions=tuple(empty)))


def problem_text(
    name: str, domain: Domain, objects: Sequence[TypedName], initial: StateAtoms
) -> str:
    """A problem with the objects of a trajectory and its first state; any state is its goal."""
    lines = [f"(define (problem {name})", f" (:domain {domain.name})", " (:objects"]
    lines += [f"  {_typed(each)}" for each in objects]
    lines += [" )", " (:init"]
    lines += [f"  ({' '.join(atom)})" for atom in sorted(initial)]
    lines += [" )", " (:goal (and)))"]
    return "\n".join(lines) + "\n"


def _domain_lines(domain: Domain) -> Iterator[str]:
    yield f"(define (domain {domain.name})"
    yield " (:requirements :strips :typing)"
    if domain.types:
        yield " (:types"
        yield from (f"  {_typed(each)}" for each in _types(domain))
        yield " )"
    if domain.constants:
        yield " (:constants"
        yield from (f"  {_typed(each)}" for each in domain.constants)
        yield " )"
    yield " (:predicates"
    yield from (f"  {head_text(p.name, p.parameters)}" for p in domain.basic_predicates)
    yield " )"
    for action in domain.actions:
        yield f" (:action {action.name}"
        yield f"  :parameters ({typed_list(action.parameters)})"
        yield "  :precondition (and )"
        yield "  :effect (and ))"
    yield ")"


def _types(domain: Domain) -> Iterable[TypedName]:
    """Every type, also those that are named as supertypes only, behind those above it: the parser
    of AMLGym's SAM reads no others."""
    declared = {each.name: each for each in reversed(domain.types)}
    ordered: dict[str, TypedName] = {}
    waiting = [each.name for each in reversed(domain.types)]
    opened: set[str] = set()
    while waiting:
        name = waiting[-1]
        each = declared.get(name, TypedName(name))
        above = [parent for parent in each.types if parent not in opened and parent != OBJECT]
        opened.add(name)
        if above:
            waiting += reversed(above)
        else:
            ordered.setdefault(waiting.pop(), each)
    return [each for name, each in ordered.items() if name != OBJECT]


def _typed(name: TypedName) -> str:
    return f"{name.name} - {type_text(name.types or (OBJECT,))}"
