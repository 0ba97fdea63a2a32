"""One action in one state: the state after it, or none; and what follows from a state."""

from __future__ import annotations

from collections.abc import Iterable

from plancore.model.domain import Domain
from plancore.model.formula import TypedName
from plancore.model.ground import GroundAtom
from plancore.model.plan import GroundAction
from plancore.model.problem import Problem
from plancore.simulate.ground import GroundOperator
from plancore.simulate.limits import MAX_BINDINGS
from plancore.simulate.parts import InapplicableError
from plancore.simulate.state import Delta
from plancore.simulate.task import Task
from plancore.simulate.world import World
from plancore.stop import Budget


def task_of(domain: Domain, objects: Iterable[TypedName]) -> Task:
    """A task with `objects` and neither initial state nor goal."""
    return Task(domain, Problem("", domain.name, objects=tuple(objects)))


def successor(
    task: Task, state: frozenset[GroundAtom], action: tuple[str, ...]
) -> frozenset[GroundAtom] | None:
    """The atoms after `action` (name and objects) in `state`; None where it is not applicable,
    also because the domain has no such action or the objects do not fit.

    Raises UndecidedError for actions with a duration or left to chance, and for numeric conditions
    on fluents without a value.
    """
    operator = task.bind(GroundAction(action))
    if not isinstance(operator, GroundOperator):
        return None
    world = World(task.axioms, state, {}, Budget(MAX_BINDINGS))
    if not operator.part.holds(world):
        return None
    try:
        changes = operator.part.changes(world)
    except InapplicableError:
        # A numeric effect on a fluent without a value; atoms change all the same.
        changes = operator.part.changes(
            World(task.axioms, state, _zeros(task), Budget(MAX_BINDINGS))
        )
    world.apply(Delta(changes.adds, changes.dels))
    return frozenset(world.facts.atoms)


def with_derived(task: Task, state: frozenset[GroundAtom]) -> frozenset[GroundAtom]:
    """The basic atoms of `state`, and the derived ones that follow; those that it lists do not
    count.

    Raises UndecidedError for axioms that are not stratified, or need numbers.
    """
    derived = task.axioms.predicates
    world = World(task.axioms, state, {}, Budget(MAX_BINDINGS))
    for predicate in sorted(derived):
        world.source(predicate)
    return frozenset(atom for atom in state if atom[0] not in derived) | world.derived.atoms


def _zeros(task: Task) -> dict[tuple[str, ...], int]:
    """A value for every fluent without parameters, such as `(total-cost)`."""
    return {(f.name,): 0 for f in task.domain.functions if not f.parameters}
