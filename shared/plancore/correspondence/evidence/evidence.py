"""What speaks for pairs beside the two models: tasks that both were made for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import product
from typing import Final

from plancore.correspondence.evidence.initial_facts import FactsInCommon, facts_in_common
from plancore.correspondence.evidence.plan_steps import StepsInCommon, steps_in_common
from plancore.correspondence.evidence.tasks import SharedTasks
from plancore.correspondence.known import plain
from plancore.correspondence.pairs import Pair
from plancore.correspondence.roles import Roles
from plancore.correspondence.scores import best_of
from plancore.model.formula import AtomicFormula
from plancore.model.problem import Problem
from plancore.model.record import record


@record
class TaskEvidence:
    """How far predicates hold of the same objects at first, actions are applied to the same ones,
    and types have the same ones. `seen` is what an earlier look at the models themselves has found
    of predicates and functions."""

    facts: FactsInCommon = field(default_factory=dict)
    steps: StepsInCommon = field(default_factory=dict)
    types: Mapping[Pair, float] = field(default_factory=dict)
    seen: FactsInCommon = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.facts or self.steps or self.types)

    @property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        """By kind the names that belong together as no other ones do: each is the other's best."""
        shares = {
            "predicates": {pair: same.share for pair, same in self.facts.items()},
            "actions": {p: same.share for p, same in self.steps.items() if same.share >= _MOSTLY},
            "types": self.types,
        }
        return {kind: dict(_mutually_best(of_kind)) for kind, of_kind in shares.items()}

    @property
    def of_symbols(self) -> FactsInCommon:
        """What speaks for predicates and functions: of what was seen where facts say nothing."""
        return {**self.seen, **self.facts}

    def after(self, seen: FactsInCommon) -> TaskEvidence:
        """This evidence for another look, after one that has `seen` so much."""
        return replace(self, seen=seen)


NO_EVIDENCE: Final = TaskEvidence()
_MOSTLY: Final = 0.75


def _mutually_best(shares: Mapping[Pair, float]) -> Iterator[Pair]:
    counts = Counter((side, pair[side], share) for pair, share in shares.items() for side in (0, 1))
    best = best_of(shares, 0), best_of(shares, 1)
    for pair, share in shares.items():
        if all(best[k][pair[k]] == share and counts[k, pair[k], share] == 1 for k in (0, 1)):
            yield pair


def evidence_of(tasks: SharedTasks, ours: Roles, theirs: Roles) -> TaskEvidence:
    """What `tasks` say of the two models."""
    steps = steps_in_common(tasks.plans)
    return TaskEvidence(
        facts_in_common(tasks.problems),
        {
            (a, b): same
            for (a, b), same in steps.items()
            if a in ours.operators and b in theirs.operators
        },
        types_in_common(tasks.problems, ours, theirs),
    )


_ALIKE: Final = 0.75

Members = dict[str, set[tuple[int, str]]]
"""The objects of each type, with the number of their problem."""


def types_in_common(
    problems: Iterable[tuple[Problem, Problem]], ours: Roles, theirs: Roles
) -> Mapping[Pair, float]:
    """The types of both sides, most of whose objects are the same: how many (Dice, in 0..1).

    Each two problems are of one task. Objects of the same name are the same.
    """
    mine: Members = {name: set() for name in ours.types}
    yours: Members = {name: set() for name in theirs.types}
    for number, (one, other) in enumerate(problems):
        shared = {plain(o.name) for o in one.objects} & {plain(o.name) for o in other.objects}
        _add(mine, ours, one, number, shared)
        _add(yours, theirs, other, number, shared)
    common = {(s, t): _dice(mine[s], yours[t]) for s, t in product(mine, yours)}
    return {pair: share for pair, share in common.items() if share >= _ALIKE}


def _add(members: Members, side: Roles, problem: Problem, number: int, shared: set[str]) -> None:
    for declared in problem.objects:
        if plain(declared.name) in shared:
            for name in side.hierarchy.above(declared.types):
                if name in members:
                    members[name].add((number, plain(declared.name)))
    for fact in problem.init:
        if isinstance(fact, AtomicFormula) and fact.predicate in side.type_predicates:
            members[fact.predicate].update(
                (number, plain(arg))
                for arg in fact.args
                if isinstance(arg, str) and plain(arg) in shared
            )


def _dice(one: set[tuple[int, str]], other: set[tuple[int, str]]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0
