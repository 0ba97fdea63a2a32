"""Search for minimum repairs: alternate between executing plans and solving their conflicts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from plancore.align.hitting_set import Demand, least_choice, quick_choice
from plancore.compare.changes import Part
from plancore.model.domain import OBJECT, Action, Domain, TypeHierarchy, TypeNames
from plancore.model.formula import TypedName
from plancore.model.problem import Case
from plancore.repair.conflicts import EditConflict
from plancore.repair.forced import must_be_valid
from plancore.repair.plans import Plans
from plancore.repair.preference import WORST, EditPreference
from plancore.repair.result import (
    SMALLEST,
    UNEDITED,
    Costs,
    Edit,
    Edits,
    LiteralEdit,
    Repair,
    RepairOptions,
    RepairResult,
    TypeEdit,
    edited_domain,
)
from plancore.simulate.atoms import UndecidedError
from plancore.stop import NEVER, Budget, Checkpoint, SpentError, staged

_FOR_FIRST = 1_000
_FOR_OTHERS = 100
"""Budget per unit of effort for the first repair, and for all others together: proving that there
is no other one may take much longer than proving the first one minimum."""

_QUICK_ROUNDS = 200
"""Maximum number of non-minimum candidates that are tried once the budget is spent."""


def repaired(
    domain: Domain,
    cases: Sequence[Case],
    options: RepairOptions = SMALLEST,
    checkpoint: Checkpoint = NEVER,
) -> RepairResult:
    """The minimum-cost repairs of `domain` for the plans in `cases`.

    Plans with times or concurrent actions are left out, and so are plans with a step that is not an
    instance of an action. Every plan was executed with each repair that is returned. Raises the
    exceptions of `checkpoint`.
    """
    return _Search(domain, cases, options, staged("searching for a repair", checkpoint)).result()


class _Search:
    def __init__(
        self,
        domain: Domain,
        cases: Sequence[Case],
        options: RepairOptions,
        checkpoint: Checkpoint,
    ) -> None:
        self._wider = widenings(domain, cases, options.towards) if options.types else ()
        self._unwidened = domain
        self._domain = edited_domain(domain, self._wider)
        self._options = options
        self._checkpoint = checkpoint
        self._plans = Plans(self._domain, cases, checkpoint)
        self._demands = Demands(options.costs, EditPreference(domain, options.towards))
        if self._plans.contradictions:
            self._demands.forbid(UNEDITED)
        self._lower = 0

    def result(self) -> RepairResult:
        """The repairs, or the partial result when the budget is spent."""
        repairs: list[Repair] = []
        is_complete = is_given_up = False
        budget = Budget(_FOR_FIRST * self._options.effort, self._checkpoint)
        try:
            while len(repairs) < self._options.answers and not is_complete:
                edits = self._next(budget, is_first=not repairs)
                if edits is None:
                    is_complete = True
                    continue
                if not repairs:
                    budget = Budget(_FOR_OTHERS * self._options.effort, self._checkpoint)
                repairs.append(self._repair(edits))
                self._demands.forbid(edits)
        except SpentError:
            is_given_up = not repairs
        if is_given_up:
            repairs = self._without_proof()
        is_proved = not is_given_up or (bool(repairs) and repairs[0].cost == self._lower)
        plans = self._plans
        before = plans.tally_in(self._unwidened) if self._wider else plans.tally(UNEDITED)
        return RepairResult(
            tuple(repairs),
            is_proved,
            self._lower,
            is_complete,
            before,
            plans.tally(_literal_edits(repairs[0])) if repairs else before,
            tuple(plans.left_out),
            () if repairs or not is_proved else plans.impossible(),
        )

    def _next(self, budget: Budget, *, is_first: bool) -> Edits | None:
        """The best repair that is not forbidden; None if there is none, or if it costs more than
        the first."""
        while True:
            edits = self._demands.least(budget)
            if edits is None or (not is_first and self._cost(edits) > self._lower):
                return None
            self._lower = self._cost(edits)
            if self._meets_all(edits):
                return edits

    def _meets_all(self, edits: Edits) -> bool:
        """Whether every plan is as expected; if not, adds the conflicts that explain why."""
        failing = self._plans.failing(edits)
        for case in failing:
            try:
                for conflict in self._plans.conflicts(case, edits, self._demands):
                    self._demands.add(conflict)
            except UndecidedError as problem:
                self._plans.leave_out(case, problem.reason)
                # Its conflicts must not count for the other plans.
                self._demands.forget()
        return not failing

    def _cost(self, edits: Edits) -> int:
        """The cost of edits and of the type edits that every repair includes."""
        costs = self._options.costs
        return sum(map(costs.of, self._wider)) + sum(map(costs.of, edits))

    def _repair(self, edits: Edits) -> Repair:
        order = {action.name: index for index, action in enumerate(self._domain.actions)}
        ordered = sorted(
            edits,
            key=lambda e: (order[e.action], e.part is Part.EFFECT, e.alteration, e.literal),
        )
        return Repair((*self._wider, *ordered), self._cost(edits))

    def _without_proof(self) -> list[Repair]:
        """A repair that may not be minimum: try greedy candidates until one works, then remove
        unnecessary edits."""
        for _ in range(_QUICK_ROUNDS):
            edits = self._demands.quick()
            if edits is None:
                break
            if self._meets_all(edits):
                return [self._repair(self._thinned(edits))]
        return []

    def _thinned(self, edits: Edits) -> Edits:
        """Remove edits that are not needed, the most expensive first."""
        for edit in self._demands.dearest_first(edits):
            if self._plans.are_as_meant(edits - {edit}):
                edits -= {edit}
        return edits


def _literal_edits(repair: Repair) -> Edits:
    return frozenset(edit for edit in repair.edits if isinstance(edit, LiteralEdit))


class _Refused(NamedTuple):
    """Types of an object that a parameter does not accept."""

    action: str
    position: int
    types: TypeNames


def widenings(
    domain: Domain, cases: Iterable[Case], preferred: Collection[Edit] = ()
) -> tuple[TypeEdit, ...]:
    """The wider types that parameters need for the objects in plans that must be valid.

    Each is the `preferred` one, if it accepts the old types and those of the objects, else the
    narrowest declared type above all of them. Every repair must accept these objects, so none has
    fewer type edits. Steps with unknown actions, unknown objects or a wrong number of arguments are
    ignored: they cannot be repaired.
    """
    actions = {action.name: action for action in reversed(domain.actions)}
    needed: dict[tuple[str, int], dict[TypeNames, None]] = {}
    for case in cases:
        if must_be_valid(case) and case.fault is None:
            for refused in _refused(domain, actions, case):
                needed.setdefault((refused.action, refused.position), {})[refused.types] = None
    return tuple(
        _widened(actions[name], index, [*offered], domain.hierarchy, preferred)
        for (name, index), offered in sorted(needed.items())
    )


def _refused(domain: Domain, actions: dict[str, Action], case: Case) -> Iterator[_Refused]:
    declared = (*domain.constants, *case.problem.objects)
    types = {name.name: name.types for name in reversed(declared)}
    for step in {action.key: action for action in case.plan.actions}.values():
        schema = actions.get(step.name)
        if schema is None or len(schema.parameters) != len(step.args):
            continue
        for index, name in enumerate(step.args):
            offered = types.get(name)
            accepted = schema.parameters[index].types
            if offered is not None and not domain.hierarchy.accepts(accepted, offered):
                yield _Refused(schema.name, index, offered)


def _widened(
    action: Action,
    index: int,
    offered: list[TypeNames],
    hierarchy: TypeHierarchy,
    preferred: Collection[Edit],
) -> TypeEdit:
    parameter = action.parameters[index]

    def suffices(types: TypeNames) -> bool:
        return all(hierarchy.accepts(types, narrower) for narrower in (parameter.types, *offered))

    for edit in sorted((edit for edit in preferred if isinstance(edit, TypeEdit)), key=str):
        is_about = (edit.action, edit.parameter.name) == (action.name, parameter.name)
        if is_about and suffices(edit.parameter.types):
            return edit
    above = [name for name in hierarchy.names if suffices((name,))]
    narrowest = min(above, key=lambda n: (len(hierarchy.below((n,))), n == OBJECT, n))
    return TypeEdit(action.name, TypedName(parameter.name, (narrowest,)))


# The conflicts so far, and their minimum solutions

_MAX_EDITS = 1_000
_SCALE = WORST * _MAX_EDITS
"""The weight of a cost of 1: more than all penalties together."""


class Demands:
    """Conflicts as demands on edits, which are weighted by cost and, far less, by penalty."""

    def __init__(self, costs: Costs, preference: EditPreference) -> None:
        self._costs = costs
        self._preference = preference
        self._edits: list[LiteralEdit] = []
        self._numbers: dict[LiteralEdit, int] = {}
        self._weights: list[int] = []
        self._demands: dict[Demand, None] = {}
        self._forbidden: dict[Demand, None] = {}

    def __contains__(self, edit: object) -> bool:
        """Whether the edit was in a conflict."""
        return edit in self._numbers

    def add(self, conflict: EditConflict) -> None:
        """Add a conflict."""
        edits, where = conflict
        # Sorted, so that the numbers do not depend on hashes.
        for edit in sorted((e for e in edits | where if e not in self._numbers), key=str):
            self._numbers[edit] = len(self._edits)
            self._edits.append(edit)
            cost = self._costs.of(edit)
            self._weights.append(cost * _SCALE + self._preference.penalty(edit))
        self._demands[Demand(self._numbered(edits), self._numbered(where))] = None

    def forbid(self, edits: Edits) -> None:
        """Exclude all supersets of `edits`; without edits, every choice."""
        self._forbidden[Demand(frozenset(), self._numbered(edits))] = None

    def forget(self) -> None:
        """Remove all conflicts, but keep what is forbidden."""
        self._demands.clear()

    def least(self, budget: Budget) -> Edits | None:
        """The edits of minimum weight that solve all conflicts, None if there are none; raises
        SpentError."""
        return self._named(least_choice(self._all, self._weights, budget))

    def quick(self) -> Edits | None:
        """Some edits that solve all conflicts; None if none were found."""
        return self._named(quick_choice(self._all, self._weights))

    def dearest_first(self, edits: Edits) -> list[LiteralEdit]:
        """`edits` sorted by weight, the heaviest first."""
        numbers = sorted(self._numbered(edits), key=lambda n: (-self._weights[n], n))
        return [self._edits[number] for number in numbers]

    @property
    def _all(self) -> list[Demand]:
        return [*self._demands, *self._forbidden]

    def _numbered(self, edits: Iterable[LiteralEdit]) -> frozenset[int]:
        return frozenset(self._numbers[edit] for edit in edits)

    def _named(self, numbers: frozenset[int] | None) -> Edits | None:
        return None if numbers is None else frozenset(self._edits[number] for number in numbers)
