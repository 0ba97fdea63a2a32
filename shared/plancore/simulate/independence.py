"""Independence of the steps of a plan, the data for "same partial order".

Two steps are independent if neither writes an atom or fluent that the other reads, and their writes
do not conflict (see `access`). Swapping adjacent independent steps changes neither the validity nor
the final state of a plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import reduce
from typing import Final, NamedTuple, TypeAlias

from plancore.model.plan import GroundAtom, Plan, Step, StepKey
from plancore.simulate.access import Access, AccessSchema, Pattern, Resources
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.ground import GroundOperator
from plancore.simulate.task import Task
from plancore.stop import NEVER, Checkpoint

_MAX_ATOMS = 5_000_000
"""The maximum total number of atoms in the footprints of a plan."""

_CHECK_EVERY: Final = 256


class StepFootprint(NamedTuple):
    """The atoms that a step reads, adds and deletes, without duplicates; atoms of fluents start
    with `=`. Two steps are dependent if one adds or deletes an atom that the other reads, or adds
    one that the other deletes."""

    reads: Collection[GroundAtom]
    adds: Collection[GroundAtom]
    deletes: Collection[GroundAtom]


_Touched: TypeAlias = StepFootprint | Access
"""The atoms that an action touches; an `Access` if some are only known as patterns."""


class Independence:
    """Computes the footprints of plan steps in one task; results for actions are cached."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._touched: dict[StepKey, _Touched] = {}

    def access(self, step: Step) -> Access | None:
        """The atoms that a step reads and writes; None if it is malformed or unsupported."""
        bound = self._bound(step)
        if bound is None:
            return None
        return reduce(Access.united, [schema.ground(operator.env) for operator, schema in bound])

    def foreseen(self, plan: Plan, checkpoint: Checkpoint = NEVER) -> bool | None:
        """Whether `footprints` has a result, judged by the action schemas without making atoms;
        None if only the atoms can decide."""
        is_certain = True
        room = _MAX_ATOMS
        counts = Counter(plan.step_keys)
        for number, (key, step) in enumerate(_distinct_steps(plan).items()):
            if number % _CHECK_EVERY == 0:
                checkpoint()
            bound = self._bound(step)
            if bound is None:
                return False
            for _, schema in bound:
                is_certain &= not schema.has_patterns
                room -= schema.n_atoms * counts[key]
        if self._some_last(plan):
            return False
        return True if is_certain and room >= 0 else None

    def footprints(self, plan: Plan, checkpoint: Checkpoint = NEVER) -> list[StepFootprint] | None:
        """The footprint of each step; None if a step is malformed or unsupported, or the footprints
        are too large.

        Also None for plans with durative actions: they may overlap, so the order of steps is not
        that of their effects. Equal steps share one footprint.

        A pattern, from a quantifier or a conditional effect, counts as the atoms that match it and
        that some step touches by name.
        """
        all_touched: dict[StepKey, _Touched] = {}
        for number, (key, step) in enumerate(_distinct_steps(plan).items()):
            if number % _CHECK_EVERY == 0:
                checkpoint()
            touched = self._touched.get(key) or self._touched_by(step)
            if touched is None:
                return None
            all_touched[key] = self._touched[key] = touched
        if self._some_last(plan):
            return None
        named = _named_atoms(all_touched.values())
        expanded: dict[Pattern, frozenset[GroundAtom]] = {}
        footprints: dict[StepKey, StepFootprint] = {}
        room = _MAX_ATOMS
        for key, count in Counter(plan.step_keys).items():
            touched = all_touched[key]
            if isinstance(touched, Access):
                sets = (_expanded(r, named, expanded) for r in touched.resources)
                touched = StepFootprint(*sets)
            room -= count * sum(map(len, touched))
            if room < 0:
                return None
            footprints[key] = touched
        return [footprints[key] for key in plan.step_keys]

    def _touched_by(self, step: Step) -> _Touched | None:
        bound = self._bound(step)
        if bound is None:
            return None
        if any(schema.has_patterns for _, schema in bound):
            return self.access(step)
        footprints = [
            StepFootprint(*[resources.atoms_in(operator.env) for resources in schema.resources])
            for operator, schema in bound
        ]
        if len(footprints) == 1:
            return footprints[0]
        return StepFootprint(*(frozenset().union(*sets) for sets in zip(*footprints, strict=True)))

    def _bound(self, step: Step) -> list[tuple[GroundOperator, AccessSchema]] | None:
        """The operators of a step with the access of their parts; None if one is not supported."""
        bound = []
        try:
            for action in step.actions:
                operator = self._task.bind(action)
                if not isinstance(operator, GroundOperator):
                    return None
                for part in operator.schema.parts.values():
                    bound.append((operator, self._task.access_schema(part)))
        except UndecidedError:
            return None
        return bound or None

    def _some_last(self, plan: Plan) -> bool:
        """Whether a step of a plan without malformed steps is durative."""
        lasting = {step.key: step for step in plan.steps if step.duration}
        return any(
            operator.durative
            for step in lasting.values()
            for operator, _ in self._bound(step) or ()
        )


def _distinct_steps(plan: Plan) -> dict[StepKey, Step]:
    return dict(zip(plan.step_keys, plan.steps, strict=True))


def _named_atoms(all_touched: Collection[_Touched]) -> dict[str, set[GroundAtom]]:
    """The atoms that steps touch by name, for the predicates of patterns."""
    named: dict[str, set[GroundAtom]] = {}
    for touched in all_touched:
        if isinstance(touched, Access):
            for resources in touched.resources:
                for pattern in resources.patterns:
                    named.setdefault(pattern.predicate, set())
    if named:
        for touched in all_touched:
            for atom in _atoms(touched):
                if atom[0] in named:
                    named[atom[0]].add(atom)
    return named


def _atoms(touched: _Touched) -> Iterator[GroundAtom]:
    sets: Iterable[Collection[GroundAtom]] = (
        (resources.atoms for resources in touched.resources)
        if isinstance(touched, Access)
        else touched
    )
    for atoms in sets:
        yield from atoms


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
            # It represents all atoms that no step touches by name.
            matching |= {("*", pattern.predicate)}
            known[pattern] = matching
        atoms |= matching
    return atoms
