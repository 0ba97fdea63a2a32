"""Evidence for pairs from outside the two models: problems and plans of the same tasks.

Objects are identified by name, and only objects that both problems or plans mention count.
Predicates with the same initial facts, in some order of the arguments, are likely the same. So are
actions applied to the same objects at the same points of the objects' lives, and types of the same
objects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import chain, islice, permutations, product
from typing import Final, NamedTuple

from plancore.correspondence.known import best_of, plain
from plancore.correspondence.pairs import Arguments, Pair, SharedTasks
from plancore.correspondence.roles import Roles
from plancore.model.formula import AtomicFormula
from plancore.model.plan import Plan
from plancore.model.problem import Problem
from plancore.model.record import record


@record
class TaskEvidence:
    """Evidence for pairs of predicates (`facts`), actions (`steps`) and types (`types`). `seen` is
    what an earlier round found about predicates and functions in the models themselves."""

    facts: FactsInCommon = field(default_factory=dict)
    steps: StepsInCommon = field(default_factory=dict)
    types: Mapping[Pair, float] = field(default_factory=dict)
    seen: FactsInCommon = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.facts or self.steps or self.types)

    @property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        """By kind, the pairs in which each name is the other's only best."""
        shares = {
            "predicates": {pair: same.share for pair, same in self.facts.items()},
            "actions": {p: same.share for p, same in self.steps.items() if same.share >= _MOSTLY},
            "types": self.types,
        }
        return {kind: dict(_mutually_best(of_kind)) for kind, of_kind in shares.items()}

    @property
    def of_symbols(self) -> FactsInCommon:
        """The evidence for predicates and functions; `facts` override `seen`."""
        return {**self.seen, **self.facts}

    def after(self, seen: FactsInCommon) -> TaskEvidence:
        """Return this evidence for another round, after one that found `seen`."""
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
    """Collect the evidence of `tasks` for pairs of the two models."""
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
"""The objects of each type, each with the number of its problem."""


def types_in_common(
    problems: Iterable[tuple[Problem, Problem]], ours: Roles, theirs: Roles
) -> Mapping[Pair, float]:
    """The pairs of types that share most of their objects, each with its Dice coefficient in 0..1.
    The problems of a pair belong to one task. Objects with the same name are the same."""
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


MOST_ARGUMENTS: Final = 4
"""With more arguments than this, orders are not tried."""


class SameFacts(NamedTuple):
    """The overlap of the facts of two predicates (Dice, in 0..1) and the argument order for it."""

    share: float
    arguments: Arguments


FactsInCommon = Mapping[Pair, SameFacts]

NO_FACTS: Final[FactsInCommon] = {}


def facts_in_common(problems: Iterable[tuple[Problem, Problem]]) -> FactsInCommon:
    """The pairs of predicates that share most of their facts. The problems of a pair belong to one
    task. Facts with an object of one problem only are ignored."""
    ours, theirs = _Facts(), _Facts()
    for number, (mine, yours) in enumerate(problems):
        shared = {o.name for o in mine.objects} & {o.name for o in yours.objects}
        ours.add(number, mine, shared)
        theirs.add(number, yours, shared)
    common: dict[Pair, SameFacts] = {}
    for (p, own), (q, others) in product(ours.rows.items(), theirs.rows.items()):
        best = max(_orders(own, others), key=lambda same: same.share, default=None)
        if best is not None and best.share >= _ALIKE:
            common[p, q] = best
    return common


class _Facts:
    """The facts of each predicate; a row has the number of the problem, then the arguments."""

    def __init__(self) -> None:
        self.rows: dict[str, set[tuple[str, ...]]] = {}

    def add(self, number: int, problem: Problem, objects: set[str]) -> None:
        for fact in problem.init:
            if isinstance(fact, AtomicFormula) and fact.args:
                args = tuple(arg for arg in fact.args if isinstance(arg, str))
                if len(args) == len(fact.args) and objects.issuperset(args):
                    self.rows.setdefault(fact.predicate, set()).add((str(number), *args))


def _orders(ours: set[tuple[str, ...]], theirs: set[tuple[str, ...]]) -> Iterator[SameFacts]:
    """Compare the facts under each order of the arguments, the identity first."""
    n_args = {len(row) - 1 for row in (*ours, *theirs)}
    size = len(ours) + len(theirs)
    most = 2 * min(len(ours), len(theirs)) / size
    if len(n_args) > 1 or max(n_args) > MOST_ARGUMENTS or most < _ALIKE:
        return
    for arguments in permutations(range(max(n_args))):
        places = sorted(range(len(arguments)), key=arguments.__getitem__)
        turned = {(row[0], *(row[1 + k] for k in places)) for row in ours}
        yield SameFacts(2 * len(turned & theirs) / size, arguments)


MOST_STEPS: Final = 1_000
"""The number of steps of each plan that are compared."""

LEAST: Final = 0.25
"""Pairs of actions with a smaller overlap of steps are not evidence."""

_WITHOUT_OBJECTS: Final = 0.4
"""The weight of steps without a common object: only their number and times are known."""


class SameSteps(NamedTuple):
    """The overlap of the steps of two actions (Dice, in 0..1). `places` has for two argument
    positions the share of the common steps that have the same object there."""

    share: float
    places: Mapping[tuple[int, int], float]


StepsInCommon = Mapping[Pair, SameSteps]

NO_STEPS: Final = SameSteps(0.0, {})


class _Applied(NamedTuple):
    """A step: its objects, None for those of one plan only, and its times in 0..1. There is a time
    for each object, relative to the steps with that object; for a step without shared objects there
    is one, relative to the plan."""

    objects: tuple[str | None, ...]
    times: tuple[float, ...]


def steps_in_common(plans: Iterable[tuple[Plan, Plan]]) -> StepsInCommon:
    """The pairs of actions that are applied alike. The plans of a pair belong to one task."""
    ours: dict[str, dict[int, list[_Applied]]] = {}
    theirs: dict[str, dict[int, list[_Applied]]] = {}
    for task, both in enumerate(plans):
        mine, yours = (list(islice(_steps(plan), MOST_STEPS)) for plan in both)
        shared = {*chain.from_iterable(args for _, args in mine)}
        shared &= {*chain.from_iterable(args for _, args in yours)}
        for side, steps in ((ours, mine), (theirs, yours)):
            for name, applied in _applied(steps, shared):
                side.setdefault(name, {}).setdefault(task, []).append(applied)
    common = {(a, b): _compared(ours[a], theirs[b]) for a, b in product(ours, theirs)}
    return {pair: same for pair, same in common.items() if same.share >= LEAST}


def _steps(plan: Plan) -> Iterator[tuple[str, tuple[str, ...]]]:
    for step in plan.steps:
        for action in step.actions:
            yield action.name, tuple(map(plain, action.args))


def _applied(
    steps: list[tuple[str, tuple[str, ...]]], shared: Collection[str]
) -> Iterator[tuple[str, _Applied]]:
    """Yield each action of a plan with its objects, those outside `shared` as None."""
    lives: dict[str, list[int]] = {}
    for number, (_, args) in enumerate(steps):
        for name in dict.fromkeys(args):
            lives.setdefault(name, []).append(number)
    turns = {
        (name, number): turn / max(1, len(life) - 1)
        for name, life in lives.items()
        for turn, number in enumerate(life)
    }
    for number, (name, args) in enumerate(steps):
        objects = tuple(arg if arg in shared else None for arg in args)
        times = tuple(turns[arg, number] for arg in sorted({o for o in objects if o is not None}))
        yield name, _Applied(objects, times or (number / max(1, len(steps) - 1),))


def _compared(
    ours: Mapping[int, list[_Applied]], theirs: Mapping[int, list[_Applied]]
) -> SameSteps:
    """Match the steps of two actions one to one, by task and in order. Steps match if they have the
    same objects, of those that both actions are applied to."""
    total = 0.0
    places: dict[tuple[int, int], float] = {}
    for task in ours.keys() & theirs.keys():
        both = _objects(ours[task]) & _objects(theirs[task])
        groups = _by_objects(theirs[task], both)
        for key, steps in _by_objects(ours[task], both).items():
            for mine, yours in zip(steps, groups.get(key, ()), strict=False):
                weight = _weight(len(key), mine, yours)
                total += weight
                for (k, one), (n, other) in product(
                    enumerate(mine.objects), enumerate(yours.objects)
                ):
                    if one is not None and one == other:
                        places[k, n] = places.get((k, n), 0.0) + weight
    n_steps = sum(map(len, ours.values())) + sum(map(len, theirs.values()))
    return SameSteps(2 * total / n_steps, {p: vote / total for p, vote in places.items() if vote})


def _objects(steps: Iterable[_Applied]) -> set[str]:
    return {name for step in steps for name in step.objects if name is not None}


def _by_objects(
    steps: Iterable[_Applied], objects: Collection[str]
) -> Mapping[tuple[str, ...], list[_Applied]]:
    groups: dict[tuple[str, ...], list[_Applied]] = {}
    for step in steps:
        own = [name for name in step.objects if name is not None and name in objects]
        groups.setdefault(tuple(sorted(own)), []).append(step)
    return groups


def _weight(n_same: int, mine: _Applied, yours: _Applied) -> float:
    """The similarity of two steps: the share of common objects, less the difference of times."""
    n_objects = sum(name is not None for name in (*mine.objects, *yours.objects))
    share = 2 * n_same / n_objects if n_objects else _WITHOUT_OBJECTS
    gaps = [abs(one - other) for one, other in zip(mine.times, yours.times, strict=False)]
    return share * (1 - sum(gaps) / len(gaps))
