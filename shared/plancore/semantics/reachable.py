"""Witnesses that a problem can really get to.

A state found by the solver may be one that never comes about, such as a block on two others. Given
a problem, the states that the reference's actions reach from its initial state are searched, in
order of plan length, for one that shows the same kind of difference.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from plancore.model.domain import Domain
from plancore.model.ground import GroundAtom, StateAtoms
from plancore.model.problem import Problem
from plancore.semantics.answer import ActionSemantics, Witness, WitnessKind
from plancore.simulate.limits import UndecidedError
from plancore.simulate.successor import successor
from plancore.simulate.task import Task
from plancore.stop import NEVER, Budget, Checkpoint, SpentError


def with_reachable_witnesses(
    answer: ActionSemantics,
    learned: Domain,
    reference: Domain,
    problem: Problem,
    budget: int = 200_000,
    checkpoint: Checkpoint = NEVER,
) -> ActionSemantics:
    """`answer` with each witness replaced by one that `problem` reaches, where one is found.

    A witness whose kind no reachable state shows is marked unreachable if all reachable states
    were seen; otherwise it keeps None: not shown reachable. `budget` bounds how often an action is
    tried. Both domains must use the same names.
    """
    search = _Search(answer.name, learned, reference, problem, budget, checkpoint)
    wanted = {witness.kind for witness in answer.witnesses}
    by_kind = search.run(wanted)
    witnesses = tuple(
        by_kind.get(witness.kind) or replace(witness, reachable=False if search.complete else None)
        for witness in answer.witnesses
    )
    return replace(answer, witnesses=witnesses)


class _Search:
    def __init__(
        self,
        name: str,
        learned: Domain,
        reference: Domain,
        problem: Problem,
        budget: int,
        checkpoint: Checkpoint,
    ) -> None:
        self.truth = Task(reference, problem)
        self.model = Task(learned, _with_constants(problem, reference, learned))
        self.reference = reference
        self.name = name
        self.budget = Budget(budget, checkpoint)
        self.checkpoint = checkpoint
        self.objects = (*reference.constants, *problem.objects)
        self.complete = False

    def run(self, wanted: set[WitnessKind]) -> dict[WitnessKind, Witness]:
        """Breadth first, until every kind is found, all states are seen or the budget is spent."""
        witnesses: dict[WitnessKind, Witness] = {}
        try:
            initial = self.truth.initial
            start: StateAtoms = frozenset(initial.dynamic | initial.static)
            parents: dict[StateAtoms, tuple[StateAtoms, GroundAtom] | None] = {start: None}
            queue = deque([start])
            while queue and wanted - set(witnesses):
                state = queue.popleft()
                self.checkpoint()
                for action in self._groundings():
                    after = successor(self.truth, state, action)
                    if action[0] == self.name:
                        kind = self._difference(state, action, after)
                        if kind in wanted and kind not in witnesses:
                            witnesses[kind] = self._witness(kind, state, action, after, parents)
                    if after is not None and after not in parents:
                        parents[after] = (state, action)
                        queue.append(after)
            self.complete = not queue
        except (UndecidedError, SpentError):
            self.complete = False
        return witnesses

    def _difference(
        self, state: StateAtoms, action: GroundAtom, after: StateAtoms | None
    ) -> WitnessKind | None:
        ours = successor(self.model, state, action)
        if ours is not None and after is not None:
            return WitnessKind.RESULTS_DIFFER if ours != after else None
        if ours is not None:
            return WitnessKind.ONLY_LEARNED
        return WitnessKind.ONLY_REFERENCE if after is not None else None

    def _witness(
        self,
        kind: WitnessKind,
        state: StateAtoms,
        action: GroundAtom,
        after: StateAtoms | None,
        parents: dict[StateAtoms, tuple[StateAtoms, GroundAtom] | None],
    ) -> Witness:
        ours = successor(self.model, state, action)
        differing = tuple(sorted(ours ^ after)) if ours is not None and after is not None else ()
        plan: list[GroundAtom] = []
        step = parents[state]
        while step is not None:
            plan.append(step[1])
            step = parents[step[0]]
        return Witness(
            kind, self.objects, state, action[1:], differing, True, tuple(reversed(plan))
        )

    def _groundings(self) -> Iterator[GroundAtom]:
        for action in self.reference.actions:
            for args in product(*(self.truth.objects.of(p.types) for p in action.parameters)):
                self.budget.spend()
                yield (action.name, *args)


def _with_constants(problem: Problem, reference: Domain, learned: Domain) -> Problem:
    """`problem` with the reference's constants as objects where the learned domain has none."""
    declared = {constant.name for constant in learned.constants}
    added = tuple(c for c in reference.constants if c.name not in declared)
    return Problem(problem.name, problem.domain_name, objects=(*added, *problem.objects))
