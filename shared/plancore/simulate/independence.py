"""Which steps of a plan may change places: the data for "same partial order".

Two steps are independent when neither writes what the other reads and they write nothing
differently (see `access`). Swapping neighbours that are independent changes neither whether the
plan works nor where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plancore.model.ground import GroundAtom
from plancore.model.plan import Plan, Step
from plancore.simulate.access import Access, Pattern, Resources
from plancore.simulate.ground import GroundOperator
from plancore.simulate.limits import UndecidedError
from plancore.simulate.task import Task

_MAX_ATOMS = 5_000_000
"""How many atoms the footprints of a plan may hold together."""


class StepFootprint(NamedTuple):
    """The atoms that a step reads, adds and deletes; those of a number start with `=`.

    Two steps depend on each other when one adds or deletes what the other reads, or adds what
    the other deletes.
    """

    reads: frozenset[GroundAtom]
    adds: frozenset[GroundAtom]
    deletes: frozenset[GroundAtom]


class Independence:
    """Answers for the steps of plans of one task; answers for actions are kept."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._known: dict[tuple[str, ...], Access | None] = {}

    def access(self, step: Step) -> Access | None:
        """The atoms that a step reads and writes; None for a malformed or unsupported one."""
        key = step.key
        if key not in self._known:
            self._known[key] = self._access(step)
        return self._known[key]

    def footprints(self, plan: Plan) -> list[StepFootprint] | None:
        """The footprint of each step; None when a step is malformed or the footprints too large.

        Also None with durative actions: they may overlap, so their order is not that of effects.

        What a quantifier or a conditional effect may touch counts as touched, as far as some
        step of the plan touches it by name.
        """
        accesses = []
        for step in plan.steps:
            access = self.access(step)
            if access is None or (step.duration and self._lasts(step)):
                return None
            accesses.append(access)
        named = _named_atoms(accesses)
        expanded: dict[Pattern, frozenset[GroundAtom]] = {}
        made: dict[int, StepFootprint] = {}
        footprints = []
        room = _MAX_ATOMS
        for access in accesses:
            footprint = made.get(id(access))
            if footprint is None:
                sets = (access.reads, access.adds, access.deletes)
                footprint = StepFootprint(*(_expanded(r, named, expanded) for r in sets))
                made[id(access)] = footprint
            room -= sum(map(len, footprint))
            if room < 0:
                return None
            footprints.append(footprint)
        return footprints

    def _lasts(self, step: Step) -> bool:
        bound = [self._task.bind(action) for action in step.actions]
        return any(isinstance(operator, GroundOperator) and operator.durative for operator in bound)

    def _access(self, step: Step) -> Access | None:
        united: Access | None = None
        for action in step.actions:
            try:
                operator = self._task.bind(action)
                if not isinstance(operator, GroundOperator):
                    return None
                accesses = [self._task.access(part) for part in operator.parts.values()]
            except UndecidedError:
                return None
            for access in accesses:
                united = access if united is None else united.united(access)
        return united


def _named_atoms(accesses: list[Access]) -> dict[str, set[GroundAtom]]:
    """The atoms that steps touch by name, for the predicates that some touch by a pattern."""
    named: dict[str, set[GroundAtom]] = {}
    distinct = {id(access): access for access in accesses}.values()
    for access in distinct:
        for resources in _resources(access):
            for pattern in resources.patterns:
                named.setdefault(pattern.predicate, set())
    if named:
        for access in distinct:
            for resources in _resources(access):
                for atom in resources.atoms:
                    if atom[0] in named:
                        named[atom[0]].add(atom)
    return named


def _resources(access: Access) -> Iterator[Resources]:
    yield from (access.reads, access.adds, access.deletes)


def _expanded(
    resources: Resources,
    named: dict[str, set[GroundAtom]],
    known: dict[Pattern, frozenset[GroundAtom]],
) -> frozenset[GroundAtom]:
    atoms = resources.atoms
    for pattern in resources.patterns:
        matching = known.get(pattern)
        if matching is None:
            matching = frozenset(a for a in named[pattern.predicate] if pattern.matches(a))
            # Stands for all atoms that no step touches by name.
            matching |= {("*", pattern.predicate)}
            known[pattern] = matching
        atoms |= matching
    return atoms
