"""The stages of a benchmark that solve held-out problems, and their results.

Attempts with learned domains, attempts with the reference, and validations of the reference's plans
in learned domains are separate units, so a change to one repeats none of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import convert

from plancore.jsonable import Json
from plancore.metrics.attempts import Attempt, AttemptClass, PlanCheck, Solving
from plancore.report.benchmark.review import BenchmarkAttempt as Learned
from planeval.benchmark import acceptance, exercises
from planeval.benchmark.observed import Making
from planeval.benchmark.planning import unit_of
from planeval.benchmark.solving import Solver, figures_of_solving, tried_with
from planeval.benchmark.task import SplitMethod, task_of
from planeval.suite.entry import Exercise, SuiteEntry
from planeval.work.run import StoredRun
from planeval.work.unit import UnitRow, UnitState
from planfiles.command import Progress


@dataclass(frozen=True, slots=True)
class Solvers:
    """Solves held-out problems with a planner. With `with_references`, also with the references.
    `of_own_vocabulary` are the learners whose domains need a codec to translate problems."""

    entries: Mapping[str, SuiteEntry]
    making: Making
    splitting: SplitMethod
    solver: Solver
    with_references: bool
    of_own_vocabulary: frozenset[str]

    def solved(
        self, learned: Sequence[Learned], run: StoredRun, progress: Progress
    ) -> list[Learned]:
        """Solve the problems in stages of `run`, and add the scores of problem solving and the
        outcome of each problem. Raises as `StoredRun.rows` does."""
        asked = list(map(self._asked, learned))
        beside = self._with_references(asked, run, progress) if self.with_references else {}
        found = self._with_learned(asked, run, progress)
        accepted = self._accepted(asked, beside, run, progress)
        solvings = [
            [
                Solving(attempt, _with_verdict(beside.get((of.entry.name, exercise.name)), verdict))
                for exercise, attempt, verdict in zip(of.problems, attempts, verdicts, strict=True)
            ]
            for of, attempts, verdicts in zip(asked, found, accepted, strict=True)
        ]
        return [self._joined(of, some) for of, some in zip(asked, solvings, strict=True)]

    def _asked(self, learned: Learned) -> _Asked:
        """The problems to solve with a learned domain; none if there is no domain, or problems
        cannot be translated for it."""
        entry = self.entries[learned.domain]
        is_foreign = learned.learner in self.of_own_vocabulary and learned.codec is None
        if not learned.has_learned or is_foreign:
            return _Asked(learned, entry)
        task = task_of(entry, self.making)
        fold = self.splitting.fold(
            len(task.trajectories), self.making.seed, learned.fold, learned.trajectories
        )
        seen = frozenset(exercise.name for exercise in task.learned_from(fold))
        return _Asked(learned, entry, task.held_out(fold), seen)

    def _with_references(
        self, asked: Sequence[_Asked], run: StoredRun, progress: Progress
    ) -> dict[tuple[str, str], Attempt]:
        problems = ((of.entry, exercise) for of in asked for exercise in of.problems)
        by_name = {(entry.name, exercise.name): (entry, exercise) for entry, exercise in problems}
        found = solved_with_references(list(by_name.values()), self.solver, run, progress)
        return dict(zip(by_name, found, strict=True))

    def _with_learned(
        self, asked: Sequence[_Asked], run: StoredRun, progress: Progress
    ) -> list[list[Attempt]]:
        """The attempts of each learned domain at its problems."""
        units = [
            exercises.unit_of(of.models, exercise, self.solver, of.name)
            for of in asked
            for exercise in of.problems
        ]
        progress.begin("solving", len(units))
        rows = iter(list(run.rows(units, progress)))
        return [
            [attempt_in(next(rows), exercise.name, self.solver) for exercise in of.problems]
            for of in asked
        ]

    def _accepted(
        self,
        asked: Sequence[_Asked],
        beside: Mapping[tuple[str, str], Attempt],
        run: StoredRun,
        progress: Progress,
    ) -> list[list[list[PlanCheck | None]]]:
        """The verdicts of each learned domain on the reference's plans for each problem, in order;
        None if unknown."""
        plans = [
            [
                (number, exercise, plan)
                for number, exercise in enumerate(of.problems)
                for plan in _plans_of(beside.get((of.entry.name, exercise.name)))
            ]
            for of in asked
        ]
        units = [
            acceptance.unit_of(of.models, [(exercise, plan) for _, exercise, plan in some], of.name)
            for of, some in zip(asked, plans, strict=True)
            if some
        ]
        progress.begin("reference plans", len(units))
        rows = iter(list(run.rows(units, progress)))
        found: list[list[list[PlanCheck | None]]] = []
        for of, some in zip(asked, plans, strict=True):
            known: list[list[PlanCheck | None]] = [[] for _ in of.problems]
            judged = _judged(next(rows)) if some else iter(())
            for (number, _, _), verdict in zip(some, judged, strict=False):
                known[number].append(verdict)
            found.append(known)
        return found

    def _joined(self, of: _Asked, solvings: Sequence[Solving]) -> Learned:
        if not of.learned.has_learned:
            return of.learned
        figures = figures_of_solving(solvings, self.solver, with_references=self.with_references)
        return replace(
            of.learned,
            values={**of.learned.values, **figures},
            tried=tuple(
                tried_with(each, learned_from=each.problem in of.seen) for each in solvings
            ),
        )


@dataclass(frozen=True, slots=True)
class _Asked:
    """The domain learned in a fold, the problems to solve with it, and the names of those whose
    trajectories it was learned from (`seen`)."""

    learned: Learned
    entry: SuiteEntry
    problems: Sequence[Exercise] = ()
    seen: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        of = self.learned
        from_size = f" of {of.trajectories}" if of.trajectories is not None else ""
        return f"{of.learner} {of.domain} noise {of.noise:g} fold {of.fold}{from_size}"

    @property
    def models(self) -> Json:
        return {
            "learned": self.learned.learned,
            "codec": self.learned.codec,
            "reference": self.entry.domain,
        }


def _judged(row: UnitRow) -> Iterator[PlanCheck | None]:
    """The verdicts in a row; none if the row has no result."""
    if row.state is UnitState.DONE:
        yield from convert(row.value["judged"], list[PlanCheck | None])


def _plans_of(attempt: Attempt | None) -> Iterator[tuple[str, ...]]:
    """All plans of an attempt."""
    if attempt is not None and attempt.plan is not None:
        yield attempt.plan
        yield from (each.plan for each in attempt.further)


def _with_verdict(attempt: Attempt | None, verdicts: Sequence[PlanCheck | None]) -> Attempt | None:
    """Add the verdicts of a learned domain to an attempt with the reference, which is shared by all
    learned domains."""
    if attempt is None:
        return None
    first, *others = verdicts or [None]
    further = (
        replace(each, in_learned=verdict)
        for each, verdict in zip(attempt.further, others, strict=False)
    )
    return replace(attempt, in_learned=first, further=(*further, *attempt.further[len(others) :]))


def solved_with_references(
    problems: Sequence[tuple[SuiteEntry, Exercise]],
    solver: Solver,
    run: StoredRun,
    progress: Progress,
) -> list[Attempt]:
    """Solve problems with their own domains, in a stage of `run`. Raises as `StoredRun.rows`
    does."""
    units = [unit_of(entry, exercise, solver) for entry, exercise in problems]
    progress.begin("solving with the reference domains", len(units))
    rows = run.rows(units, progress, stage="references")
    return [
        attempt_in(row, exercise.name, solver)
        for (_, exercise), row in zip(problems, rows, strict=True)
    ]


def attempt_in(row: UnitRow, problem: str, solver: Solver) -> Attempt:
    """The attempt in the row of a unit; of the class NO_RESULT if the row has none."""
    if row.state is UnitState.DONE:
        return Attempt.of(row.value)
    return Attempt(
        problem=problem,
        planner=solver.planner.name,
        attempt_class=AttemptClass.NO_RESULT,
        reason=row.reason,
    )
