"""The smallest repair: plans executed, conflicts met at least cost, and both again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from plancore.align.hitting_set import Demand, least_choice, quick_choice
from plancore.compare.changes import Part
from plancore.model.domain import Domain
from plancore.repair.conflicts import Conflict, Conflicts
from plancore.repair.edits import Alteration, Edit, LiteralEdit, edited_domain
from plancore.repair.executions import Edits, Executions, must_be_valid
from plancore.repair.forced import ForcedRun
from plancore.repair.impossible import contradictions, out_of_reach
from plancore.repair.lifting import Lifting
from plancore.repair.preference import WORST, Preference
from plancore.repair.result import (
    SMALLEST,
    Impossible,
    LeftOut,
    Repair,
    RepairOptions,
    RepairResult,
    Tally,
)
from plancore.repair.widening import widenings
from plancore.simulate.cases import Case
from plancore.simulate.limits import UndecidedError
from plancore.stop import NEVER, Budget, Checkpoint, SpentError, staged

_MAX_EDITS = 1_000
_SCALE = WORST * _MAX_EDITS
"""What a cost of 1 weighs: more than all penalties together."""

_PLANS_AT_ONCE = 20
"""How many plans that fail are looked at before the next candidate is made."""

_CONFLICTS_OF_PLAN = 60

_FOR_FIRST = 1_000
_FOR_OTHERS = 100
"""What may be spent on the first repair, and on all others, for each unit of effort: to know that
there is no other one may take much longer than to prove the first one smallest."""

_QUICK_ROUNDS = 200
"""How often a choice that is not the least is tried once the budget is spent."""


def repaired(
    domain: Domain,
    cases: Sequence[Case],
    options: RepairOptions = SMALLEST,
    checkpoint: Checkpoint = NEVER,
) -> RepairResult:
    """The repairs of least cost of `domain`, for the plans in `cases`.

    Plans with times or several actions at once, and those with a step that is no instance of an
    action, are left out. Each repair that is returned was tried: every plan was executed with it.
    Raises what `checkpoint` raises.
    """
    return _Search(domain, cases, options, staged("looking for a repair", checkpoint)).result()


class _Search:
    def __init__(
        self,
        domain: Domain,
        cases: Sequence[Case],
        options: RepairOptions,
        checkpoint: Checkpoint,
    ) -> None:
        self._wider = widenings(domain, cases, options.towards) if options.types else ()
        self._domain = edited_domain(domain, self._wider)
        self._options = options
        self._checkpoint = checkpoint
        self._lifting = Lifting(self._domain, [case.problem for case in cases])
        self._preference = Preference(domain, options.towards)
        self._executions = Executions(self._domain, cases, checkpoint)
        # Where no type is widened, no plan is executed twice in the domain as it is.
        self._as_it_is = Executions(domain, cases, checkpoint) if self._wider else self._executions
        self._budget = Budget(_FOR_FIRST * options.effort, checkpoint)
        self._cases: list[Case] = []
        self._left_out: list[LeftOut] = []
        for case in cases:
            reason = case.fault or self._unsupported(case)
            if reason is None:
                self._cases.append(case)
            else:
                self._left_out.append(LeftOut(case.name, reason))
        self._edits: list[LiteralEdit] = []
        self._weights: list[int] = []
        self._numbers: dict[LiteralEdit, int] = {}
        self._demands: dict[Demand, None] = {}
        self._contradictions = tuple(contradictions(self._cases))
        if self._contradictions:
            self._demands[Demand(frozenset())] = None
        self._found: list[frozenset[int]] = []
        self._lower = 0

    def result(self) -> RepairResult:
        """The repairs, or as much as is known when the budget is spent."""
        found = self._found
        spent = complete = False
        try:
            while len(found) < self._options.answers:
                chosen = self._next()
                if chosen is None:
                    complete = True
                    break
                if not found:
                    self._budget = Budget(_FOR_OTHERS * self._options.effort, self._checkpoint)
                found.append(chosen)
                self._demands[Demand(frozenset(), chosen)] = None
        except SpentError:
            spent = not found
        repairs = tuple(self._repair(chosen) for chosen in found)
        if spent:
            repairs = self._without_proof()
        proved = not spent or bool(repairs and repairs[0].cost == self._lower)
        before = self._tally(self._as_it_is, ())
        return RepairResult(
            repairs,
            proved,
            self._lower,
            complete,
            before,
            self._tally(self._executions, repairs[0].edits) if repairs else before,
            tuple(self._left_out),
            () if repairs or not proved else self._impossible(),
        )

    def _unsupported(self, case: Case) -> str | None:
        """Why nothing can be found out about a plan; None if something can."""
        if not must_be_valid(case) and self._executions.is_malformed(case):
            return None  # It is not valid, whatever literals are edited.
        try:
            self._executions.run(case, frozenset())
        except UndecidedError as problem:
            return problem.reason
        return None

    def _impossible(self) -> tuple[Impossible, ...]:
        """The plans for each of which there is no repair."""
        if self._contradictions:
            return self._contradictions
        return tuple(plan for case in self._cases if (plan := self._out_of_reach(case)) is not None)

    def _out_of_reach(self, case: Case) -> Impossible | None:
        made: Edits = frozenset()
        if not must_be_valid(case) or self._executions.is_as_meant(case, made):
            return None
        run = self._executions.run(case, made)
        return out_of_reach(case, run, self._conflicts_of(run, made))

    def _next(self) -> frozenset[int] | None:
        """The best repair that no demand forbids; None where there is none, or it costs more than
        those found before."""
        while True:
            chosen = least_choice(self._demands, self._weights, self._budget)
            if chosen is None or (self._found and self._cost(chosen) > self._lower):
                return None
            self._lower = self._cost(chosen)
            if self._meets_all(chosen):
                return chosen

    def _meets_all(self, chosen: frozenset[int]) -> bool:
        """Whether every plan is as it must be; if not, there are new demands that say why."""
        made = frozenset(self._edits[number] for number in chosen)
        failing: list[Case] = []
        for case in self._cases:
            if self._executions.is_as_meant(case, made):
                continue
            failing.append(case)
            if len(failing) == _PLANS_AT_ONCE:
                break
        for case in failing:
            try:
                self._add(self._conflicts(case, made))
            except UndecidedError as problem:
                self._leave_out(case, problem.reason)
        # The next candidate likely fails at the same plans.
        first = set(map(id, failing))
        self._cases.sort(key=lambda case: id(case) not in first)
        return not failing

    def _leave_out(self, case: Case, reason: str) -> None:
        """Judge a plan no longer: no conflicts of it can be told."""
        self._cases.remove(case)
        self._left_out.append(LeftOut(case.name, reason))
        # What it demanded must not count for the others.
        self._demands = {Demand(frozenset(), chosen): None for chosen in self._found}

    def _conflicts(self, case: Case, made: Edits) -> Iterator[Conflict]:
        """What must be done about a plan that is not as it must be."""
        try:
            run = self._executions.run(case, made)
        except UndecidedError:
            yield self._of_other_states(case, made)
            return
        conflicts = self._conflicts_of(run, made)
        if not must_be_valid(case):
            conflict = conflicts.of_success()
            untried = [edit for edit in conflict.edits if edit not in self._numbers]
            yield conflict
            yield from self._of_added_conditions(untried, made)
        elif run.flaws:
            for flaw in run.flaws[:_CONFLICTS_OF_PLAN]:
                yield from conflicts.of_flaw(flaw)
        else:
            yield conflicts.of_anything()

    def _of_other_states(self, case: Case, made: Edits) -> Conflict:
        """The conflict of a plan that cannot be executed to its end with the edits `made`: these
        must go, or others change what it comes to."""
        nothing: Edits = frozenset()
        run = self._executions.run(case, nothing)
        edits, _ = self._conflicts_of(run, nothing).of_effects()
        return Conflict(edits - made, made)

    def _of_added_conditions(self, edits: Iterable[LiteralEdit], made: Edits) -> Iterator[Conflict]:
        """What plans that must be valid need where one of `edits` adds a condition.

        They would show it later, one condition at a time.
        """
        conditions = [
            edit
            for edit in sorted(edits, key=str)
            if edit.part is Part.PRECONDITION and edit.alteration is Alteration.ADD
        ]
        kept = [case for case in self._cases if must_be_valid(case)]
        for case in kept[:_PLANS_AT_ONCE]:
            try:
                run = self._executions.run(case, made)
            except UndecidedError:
                continue
            conflicts = self._conflicts_of(run, made)
            for edit in conditions:
                conflict = conflicts.of_condition(edit)
                if conflict is not None:
                    yield conflict

    def _conflicts_of(self, run: ForcedRun, made: Edits) -> Conflicts:
        return Conflicts(self._domain, made, run, self._lifting, self._checkpoint)

    def _add(self, conflicts: Iterable[Conflict]) -> None:
        for edits, where in conflicts:
            # Numbered in an order that no hash decides.
            for edit in sorted((e for e in edits if e not in self._numbers), key=str):
                self._number(edit)
            members = frozenset(map(self._number, edits))
            conditions = frozenset(map(self._number, where))
            self._demands[Demand(members, conditions)] = None

    def _number(self, edit: LiteralEdit) -> int:
        number = self._numbers.get(edit)
        if number is None:
            number = self._numbers[edit] = len(self._edits)
            self._edits.append(edit)
            cost = self._options.costs.of(edit)
            self._weights.append(cost * _SCALE + self._preference.penalty(edit))
        return number

    def _cost(self, chosen: Iterable[int]) -> int:
        """The cost of the edits chosen, and of the types that every repair widens."""
        edits: list[Edit] = [*self._wider, *(self._edits[number] for number in chosen)]
        return sum(map(self._options.costs.of, edits))

    def _repair(self, chosen: frozenset[int]) -> Repair:
        order = {action.name: index for index, action in enumerate(self._domain.actions)}
        edits = [self._edits[number] for number in chosen]
        edits.sort(key=lambda e: (order[e.action], e.part is Part.EFFECT, e.alteration, e.literal))
        return Repair((*self._wider, *edits), self._cost(chosen))

    def _tally(self, executions: Executions, edits: Iterable[Edit]) -> Tally:
        made = frozenset(edit for edit in edits if isinstance(edit, LiteralEdit))
        right = [case for case in self._cases if executions.is_as_meant(case, made)]
        valid, meant = (sum(map(must_be_valid, cases)) for cases in (right, self._cases))
        return Tally(valid, meant, len(right) - valid, len(self._cases) - meant)

    def _without_proof(self) -> tuple[Repair, ...]:
        """A repair that may not be the smallest one: quick choices until one is good, and without
        the edits that it does not need."""
        for _ in range(_QUICK_ROUNDS):
            chosen = quick_choice(self._demands, self._weights)
            if chosen is None:
                break
            if self._meets_all(chosen):
                return (self._repair(self._thinned(chosen)),)
        return ()

    def _thinned(self, chosen: frozenset[int]) -> frozenset[int]:
        """What is left of a repair when each edit is left out that can be, the dearest first."""
        for number in sorted(chosen, key=lambda n: (-self._weights[n], n)):
            fewer = chosen - {number}
            edits = frozenset(self._edits[n] for n in fewer)
            if all(self._executions.is_as_meant(case, edits) for case in self._cases):
                chosen = fewer
        return chosen
