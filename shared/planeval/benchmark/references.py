"""What the planner makes of the problems with the references, which learned domains are held
against: a unit of work for each problem, once for all learners, rates of noise and folds."""

from __future__ import annotations

from collections.abc import Sequence

from plancore.metrics.attempts import Attempt, AttemptClass
from planeval.benchmark.planning import unit_of
from planeval.benchmark.solving import Solver
from planeval.suite.entry import Entry, Exercise
from planeval.work.row import Row, State
from planeval.work.run import Run
from planfiles.progress import Progress


def solved_with_references(
    problems: Sequence[tuple[Entry, Exercise]], solver: Solver, run: Run, progress: Progress
) -> list[Attempt]:
    """The attempts at the problems, each with its domain, in a stage of `run`. Raises as `Run.rows`
    does."""
    units = [unit_of(entry, exercise, solver) for entry, exercise in problems]
    progress.begin("solving with the references", len(units))
    rows = run.rows(units, progress, stage="references")
    return [
        attempt_in(row, exercise.name, solver)
        for (_, exercise), row in zip(problems, rows, strict=True)
    ]


def attempt_in(row: Row, problem: str, solver: Solver) -> Attempt:
    """The attempt in the row of a unit; one without a result where the unit has none."""
    if row.state is State.DONE:
        return Attempt.of(row.value)
    return Attempt(
        problem=problem,
        planner=solver.planner.name,
        attempt_class=AttemptClass.NO_RESULT,
        reason=row.reason,
    )
