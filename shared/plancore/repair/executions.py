"""The plans of a repair, executed in the domain with some edits made."""

from __future__ import annotations

from collections.abc import Sequence

from plancore.model.domain import Domain
from plancore.repair.edits import UNEDITED, Edits, edited_domain
from plancore.repair.forced import ForcedRun
from plancore.simulate.cases import Case
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.stop import Checkpoint


class Executions:
    """A plan is executed once for all sets of edits that are the same for its actions."""

    def __init__(self, domain: Domain, cases: Sequence[Case], checkpoint: Checkpoint) -> None:
        self._domain = domain
        self._checkpoint = checkpoint
        self._names = {
            id(case): frozenset(action.name for action in case.plan.actions) for case in cases
        }
        self._tasks: dict[int, Task] = {}
        for case in cases:
            if id(case.problem) not in self._tasks:
                self._tasks[id(case.problem)] = Task(domain, case.problem)
        self._edited: tuple[Edits, Domain, dict[int, Task]] = (UNEDITED, domain, self._tasks)
        self._verdicts: dict[tuple[int, Edits], Verdict] = {}

    def verdict(self, case: Case, edits: Edits) -> Verdict:
        """The verdict on a plan."""
        key = id(case), self._relevant(case, edits)
        verdict = self._verdicts.get(key)
        if verdict is None:
            self._checkpoint()
            trace = execute(self._task(case, edits), case.plan, checkpoint=self._checkpoint)
            verdict = self._verdicts[key] = trace.verdict
        return verdict

    def is_malformed(self, case: Case) -> bool:
        """Whether a plan has a step that is no instance of an action, which no literal changes."""
        return self.verdict(case, UNEDITED) is Verdict.MALFORMED

    def is_as_expected(self, case: Case, edits: Edits) -> bool:
        """Whether a plan is valid that must be, or is not that must not be."""
        verdict = self.verdict(case, edits)
        if must_be_valid(case):
            return verdict is Verdict.VALID
        return verdict in (Verdict.INVALID, Verdict.MALFORMED)

    def run(self, case: Case, edits: Edits) -> ForcedRun:
        """Every step of a plan executed, whether it fails or not; raises UndecidedError."""
        return ForcedRun(self._task(case, edits), case.plan, self._checkpoint)

    def _relevant(self, case: Case, edits: Edits) -> Edits:
        names = self._names[id(case)]
        return frozenset(edit for edit in edits if edit.action in names)

    def _task(self, case: Case, edits: Edits) -> Task:
        """The task of a case; those of the last edits are kept."""
        if edits != self._edited[0]:
            self._edited = (edits, edited_domain(self._domain, edits), {})
        _, domain, tasks = self._edited
        task = tasks.get(id(case.problem))
        if task is None:
            task = tasks[id(case.problem)] = Task.revised(self._tasks[id(case.problem)], domain)
        return task


def must_be_valid(case: Case) -> bool:
    """Whether a plan must be valid: of those of which nobody says otherwise, too."""
    return case.meant is not False
