"""The plans of a repair: which are not as expected with some edits, and the conflicts that
follow."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from plancore.compare.changes import Part
from plancore.formula.printing import formula_text
from plancore.grouping import grouped
from plancore.model.domain import Domain
from plancore.model.problem import Case
from plancore.repair.conflicts import EditConflict, EditConflicts, Lifting
from plancore.repair.forced import Executions, ForcedRun, must_be_valid
from plancore.repair.result import (
    UNEDITED,
    Alteration,
    Edits,
    Impossible,
    LiteralEdit,
    Tally,
    UnusedPlan,
)
from plancore.simulate.atoms import UndecidedError
from plancore.stop import Checkpoint

_AT_ONCE = 20
"""Maximum number of failing plans that are examined for one candidate."""

_CONFLICTS_OF_PLAN = 60


class Plans:
    """The cases that can be judged; the others are `left_out`."""

    def __init__(self, domain: Domain, cases: Sequence[Case], checkpoint: Checkpoint) -> None:
        self._domain = domain
        self._checkpoint = checkpoint
        self._lifting = Lifting(domain, [case.problem for case in cases])
        self._executions = Executions(domain, cases, checkpoint)
        self.judged: list[Case] = []
        self.left_out: list[UnusedPlan] = []
        for case in cases:
            reason = case.fault or self._unsupported(case)
            if reason is None:
                self.judged.append(case)
            else:
                self.left_out.append(UnusedPlan(case.name, reason))
        self.contradictions = tuple(contradictions(self.judged))

    def failing(self, made: Edits) -> list[Case]:
        """Some of the plans that are not as expected with the edits `made`; empty if all are."""
        failing: list[Case] = []
        for case in self.judged:
            if not self._executions.is_as_expected(case, made):
                failing.append(case)
                if len(failing) == _AT_ONCE:
                    break
        # The next candidate likely fails on the same plans.
        first = set(map(id, failing))
        self.judged.sort(key=lambda case: id(case) not in first)
        return failing

    def are_as_meant(self, made: Edits) -> bool:
        """Whether every plan is as expected."""
        return all(self._executions.is_as_expected(case, made) for case in self.judged)

    def conflicts(
        self, case: Case, made: Edits, known: Container[LiteralEdit]
    ) -> list[EditConflict]:
        """The conflicts of a plan that is not as expected; `known` has the edits of earlier
        conflicts. Raises UndecidedError if they cannot be computed."""
        return list(self._conflicts(case, made, known))

    def leave_out(self, case: Case, reason: str) -> None:
        """Stop judging a plan."""
        self.judged.remove(case)
        self.left_out.append(UnusedPlan(case.name, reason))

    def tally(self, made: Edits) -> Tally:
        """The numbers of plans that are as expected."""
        return self._tally(self._executions, made)

    def tally_in(self, domain: Domain) -> Tally:
        """As `tally`, in another domain with other types of parameters."""
        return self._tally(Executions(domain, self.judged, self._checkpoint), UNEDITED)

    def _tally(self, executions: Executions, made: Edits) -> Tally:
        right = [case for case in self.judged if executions.is_as_expected(case, made)]
        valid, meant = (sum(map(must_be_valid, cases)) for cases in (right, self.judged))
        return Tally(valid, meant, len(right) - valid, len(self.judged) - meant)

    def impossible(self) -> tuple[Impossible, ...]:
        """The plans that cannot be repaired, even alone."""
        if self.contradictions:
            return self.contradictions
        return tuple(filter(None, map(self._out_of_reach, self.judged)))

    def _unsupported(self, case: Case) -> str | None:
        """Why a plan cannot be judged; None if it can."""
        if not must_be_valid(case) and self._executions.is_malformed(case):
            return None  # It is invalid whatever literals are edited.
        try:
            self._executions.run(case, UNEDITED)
        except UndecidedError as problem:
            return problem.reason
        return None

    def _out_of_reach(self, case: Case) -> Impossible | None:
        if not must_be_valid(case) or self._executions.is_as_expected(case, UNEDITED):
            return None
        run = self._executions.run(case, UNEDITED)
        return out_of_reach(case, run, self._conflicts_of(run, UNEDITED))

    def _conflicts(
        self, case: Case, made: Edits, known: Container[LiteralEdit]
    ) -> Iterator[EditConflict]:
        try:
            run = self._executions.run(case, made)
        except UndecidedError:
            yield self._of_other_states(case, made)
            return
        conflicts = self._conflicts_of(run, made)
        if not must_be_valid(case):
            conflict = conflicts.of_success()
            yield conflict
            untried = [edit for edit in conflict.edits if edit not in known]
            yield from self._of_added_conditions(untried, made)
        elif run.flaws:
            for flaw in run.flaws[:_CONFLICTS_OF_PLAN]:
                yield from conflicts.of_flaw(flaw)
        else:
            yield conflicts.of_anything()

    def _of_other_states(self, case: Case, made: Edits) -> EditConflict:
        """The conflict of a plan that cannot be executed to its end with the edits `made`: one of
        these must be left out, or other effects must change."""
        run = self._executions.run(case, UNEDITED)
        edits, _ = self._conflicts_of(run, UNEDITED).of_effects()
        return EditConflict(edits - made, made)

    def _of_added_conditions(
        self, edits: Iterable[LiteralEdit], made: Edits
    ) -> Iterator[EditConflict]:
        """The conflicts of valid plans with an added condition, at once, not one by one."""
        conditions = [
            edit
            for edit in sorted(edits, key=str)
            if edit.part is Part.PRECONDITION and edit.alteration is Alteration.ADD
        ]
        for case in list(filter(must_be_valid, self.judged))[:_AT_ONCE]:
            try:
                run = self._executions.run(case, made)
            except UndecidedError:
                continue
            conflicts = self._conflicts_of(run, made)
            yield from filter(None, map(conflicts.of_condition, conditions))

    def _conflicts_of(self, run: ForcedRun, made: Edits) -> EditConflicts:
        return EditConflicts(self._domain, made, run, self._lifting, self._checkpoint)


def contradictions(cases: Sequence[Case]) -> Iterator[Impossible]:
    """The plans that are expected to be both valid and invalid."""
    wrong = grouped(((*case.plan.actions,), case) for case in cases if not must_be_valid(case))
    for case in filter(must_be_valid, cases):
        for other in wrong.get((*case.plan.actions,), ()):
            if case.problem == other.problem:
                alias = "" if other.name == case.name else f" (same plan as {other.name})"
                yield Impossible(case.name, f"expected to be both valid and invalid{alias}")
                break


def out_of_reach(case: Case, run: ForcedRun, conflicts: EditConflicts) -> Impossible | None:
    """A plan that must be valid but whose requirement no edit can satisfy. That is the goal or a
    constraint, since any other condition can be removed. None if edits may exist, though perhaps
    none that suit all plans."""
    for flaw in run.flaws:
        if EditConflict() in conflicts.of_flaw(flaw):
            goal = formula_text(flaw.requirement.formula)
            return Impossible(case.name, f"no step can achieve the goal {goal}")
    if not run.flaws and conflicts.of_anything() == EditConflict():
        return Impossible(case.name, "no step can satisfy the constraints")
    return None
