"""Validate many plans, in several processes if there are enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from operator import itemgetter
from typing import Generic, NamedTuple, TypeVar

from plancore.model.plan import Tolerances
from plancore.report.validation.document import Validation
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.simulate.validate import PlanVerdict, validate_text
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint
from planfiles.cases import GivenPlan, GivenPlans
from planfiles.command import Progress
from planfiles.errors import UserError
from planfiles.files import STDIN, read_argument
from planfiles.models import (
    Tell,
    borrowed_objects,
    domain_of,
    load_domain,
    load_problem,
    problem_of,
    read_file,
)
from planfiles.workers import LOST, cores, groups_of, in_processes

T = TypeVar("T")

_PLANS_PER_JOB = 100
_LEAST_GROUP = 32
_GROUPS_PER_JOB = 8
"""Few enough that reading the domain again for each group costs little."""


class ValidationSettings(NamedTuple):
    """The keyword arguments of `validate_text`."""

    trace: bool
    has_states: bool
    tolerances: Tolerances
    like_val: bool


class Judged(NamedTuple):
    """The verdict on a plan, or None, and an error message for each problem."""

    outcome: PlanVerdict | None
    problems: tuple[str, ...] = ()


def validate_all(
    batch: GivenPlans, settings: ValidationSettings, jobs: int | None, progress: Progress
) -> Validation:
    """Validate every case. Unreadable files and recoverable syntax errors of models are reported as
    problems and do not stop the run."""
    count = _workers(batch.cases, jobs)
    # In this process, one runner validates all groups.
    runner = Runner(settings, progress.checkpoint)
    work = runner.validate_all if count == 1 else partial(_work, settings)
    group_size = max(_LEAST_GROUP, len(batch.cases) // (count * _GROUPS_PER_JOB))
    # Group plans by problem, so that each problem is read once.
    order = sorted(range(len(batch.cases)), key=lambda number: batch.cases[number][:2])
    groups = list(groups_of([batch.cases[number] for number in order], lambda _: 1, group_size))
    results: list[Judged] = []
    for group in in_processes(count, work, groups, _lost):
        results += group
        progress.advance(len(group))
    judged = [result for _, result in sorted(zip(order, results, strict=True), key=itemgetter(0))]
    problems = (line for result in judged for line in result.problems)
    outcomes = (result.outcome for result in judged if result.outcome is not None)
    return Validation(tuple(outcomes), tuple(dict.fromkeys((*batch.problems, *problems))))


def _workers(cases: list[GivenPlan], jobs: int | None) -> int:
    if any(case.plan == STDIN for case in cases):
        return 1
    return jobs or min(max(1, len(cases) // _PLANS_PER_JOB), cores())


def _work(settings: ValidationSettings, cases: Sequence[GivenPlan]) -> list[Judged]:
    return Runner(settings).validate_all(cases)


def _lost(case: GivenPlan) -> Judged:
    return Judged(None, (f"cannot validate {case.name}: {LOST}",))


class Runner:
    """Validates cases sorted by domain and problem, so it keeps only the last models."""

    def __init__(self, settings: ValidationSettings, checkpoint: Checkpoint = NEVER) -> None:
        self._settings, self._checkpoint = settings, checkpoint
        load = partial(_domain_file, checkpoint=checkpoint)
        self._domain = lru_cache(1)(partial(_loaded, load))
        self._task = lru_cache(1)(self._made)

    def validate_all(self, cases: Sequence[GivenPlan]) -> list[Judged]:
        """The verdicts on plans, in order."""
        return [self.validate(case) for case in cases]

    def validate(self, case: GivenPlan) -> Judged:
        """The verdict on one plan. A file that cannot be read is a problem."""
        task = self._task(case.domain, case.problem)
        if isinstance(task, UserError):
            return Judged(None, (task.message,))
        try:
            text = read_argument(case.plan)
        except UserError as error:
            return Judged(None, (error.message,))
        settings = self._settings._asdict()
        outcome = validate_text(
            task.value, text, case.name, **settings, checkpoint=self._checkpoint
        )
        outcome = replace(outcome, remarks=(*outcome.remarks, *task.notes))
        return Judged(_unless(outcome, task.told) if task.told else outcome, task.told)

    def _made(self, domain_path: str, problem_path: str) -> _Loaded[Task] | UserError:
        """The planning task of two files, or the error."""
        domain = self._domain(domain_path)
        if isinstance(domain, UserError):
            return domain
        load = partial(_problem_file, domain.value, checkpoint=self._checkpoint)
        problem = _loaded(load, problem_path)
        if isinstance(problem, UserError):
            return problem
        task = Task(domain_of(domain.value), problem_of(problem.value))
        note = borrowed_objects(domain.value, problem.value)
        return _Loaded(task, (*domain.told, *problem.told), () if note is None else (note,))


class _Loaded(NamedTuple, Generic[T]):
    """The content of a file, with the messages of its errors (`told`)."""

    value: T
    told: tuple[str, ...]
    notes: tuple[str, ...] = ()


def _domain_file(path: str, tell: Tell, checkpoint: Checkpoint) -> FileSnapshot:
    file = read_file(path, checkpoint)
    load_domain(path, tell, file, checkpoint)
    return file


def _problem_file(
    domain: FileSnapshot, path: str, tell: Tell, checkpoint: Checkpoint
) -> FileSnapshot:
    file = read_file(path, checkpoint)
    load_problem(path, tell, file, domain, checkpoint)
    return file


def _unless(outcome: PlanVerdict, errors: Sequence[str]) -> PlanVerdict:
    """A verdict in the models as recovered from their errors, which may be wrong: undecided, unless
    the plan itself cannot be read."""
    if not outcome.is_readable or outcome.verdict is Verdict.UNDECIDED:
        return outcome
    these = "this error changes" if len(errors) == 1 else "these errors change"
    reason = f"only {outcome.verdict} if {these} nothing: {'; '.join(errors)}"
    if outcome.reason is not None:
        at = "" if outcome.failing_step is None else f" at step {outcome.failing_step}"
        reason += f"; as read, it is {outcome.verdict}{at}: {outcome.reason}"
    return replace(
        outcome,
        verdict=Verdict.UNDECIDED,
        reason=reason,
        failing_step=None,
        failing_time=None,
        unsatisfied=(),
        unreached_goals=(),
    )


def _loaded(load: Callable[[str, Tell], T], path: str) -> _Loaded[T] | UserError:
    told: list[str] = []
    try:
        return _Loaded(load(path, told.append), tuple(told))
    except UserError as error:
        return error
