"""Validate many plans, in several processes where that pays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from planeval.validate.cases import Batch, Case
from planeval.validate.outcome import Outcome, validate_text
from planfiles.files import STDIN, read_stdin, read_text
from planfiles.models import load_domain, load_problem
from planfiles.progress import Progress
from planfiles.text import decode
from planfiles.trouble import Trouble
from planfiles.workers import LOST, cores, groups_of, in_processes

_PLANS_PER_JOB = 100
_LEAST_GROUP = 32
_GROUPS_PER_JOB = 8
"""Few enough that compiling a task once per group does not count."""
_KEPT_TASKS = 8


@dataclass(frozen=True, slots=True)
class BatchOutcome:
    """All plans in the order given, and one line for each thing that went wrong."""

    plans: tuple[Outcome, ...]
    problems: tuple[str, ...]

    @property
    def status(self) -> int:
        """0: all plans are valid; 1: some are not; 2: some could not be judged."""
        verdicts = {outcome.verdict for outcome in self.plans}
        if self.problems or Verdict.UNDECIDED in verdicts:
            return 2
        return 0 if verdicts <= {Verdict.VALID} else 1

    def count(self, verdict: Verdict) -> int:
        """How many plans have this verdict."""
        return sum(outcome.verdict is verdict for outcome in self.plans)


class _Settings(NamedTuple):
    trace: bool
    tolerance: float
    like_val: bool


class _Judged(NamedTuple):
    """What became of a case: its outcome, or None, and one line for each thing that went wrong."""

    outcome: Outcome | None
    problems: tuple[str, ...] = ()


def validate_all(
    batch: Batch,
    *,
    progress: Progress,
    trace: bool = False,
    jobs: int | None = None,
    tolerance: float = 0.0001,
    like_val: bool = False,
) -> BatchOutcome:
    """Validate every case. Files that cannot be read are problems of the outcome, they stop
    nothing; so are syntax errors of models that could be mended."""
    work = partial(_work, _Settings(trace, tolerance, like_val))
    count = _workers(batch.cases, jobs)
    most = max(_LEAST_GROUP, len(batch.cases) // (count * _GROUPS_PER_JOB))
    groups = list(groups_of(batch.cases, lambda _: 1, most))
    outcomes: list[Outcome] = []
    problems = dict.fromkeys(batch.problems)
    for group in in_processes(count, work, groups, _lost):
        for judged in group:
            problems.update(dict.fromkeys(judged.problems))
            if judged.outcome is not None:
                outcomes.append(judged.outcome)
        progress.advance(len(group))
    return BatchOutcome(tuple(outcomes), tuple(problems))


def _workers(cases: list[Case], jobs: int | None) -> int:
    if any(case.plan == STDIN for case in cases):
        return 1
    return jobs or min(max(1, len(cases) // _PLANS_PER_JOB), cores())


def _work(settings: _Settings, cases: Sequence[Case]) -> list[_Judged]:
    runner = _Runner(settings)
    return [runner.validate(case) for case in cases]


def _lost(case: Case) -> _Judged:
    return _Judged(None, (f"cannot validate {case.name}: {LOST}",))


class _Runner:
    """Validates cases one after the other; the last tasks are kept, with all they compiled."""

    def __init__(self, settings: _Settings) -> None:
        self._settings = settings
        self._tasks: dict[tuple[str, str], tuple[Task, tuple[str, ...]] | Trouble] = {}

    def validate(self, case: Case) -> _Judged:
        """The verdict on one plan. Whatever cannot be read is a problem."""
        try:
            task, told = self._task(case.domain, case.problem)
            text = _read(case.plan)
        except Trouble as trouble:
            return _Judged(None, (trouble.message,))
        outcome = validate_text(task, text, case.name, **self._settings._asdict())
        return _Judged(outcome, told)

    def _task(self, domain: str, problem: str) -> tuple[Task, tuple[str, ...]]:
        """What plans are executed in, with the syntax errors of its files."""
        key = (domain, problem)
        if key not in self._tasks:
            if len(self._tasks) >= _KEPT_TASKS:
                del self._tasks[next(iter(self._tasks))]
            self._tasks[key] = _loaded(domain, problem)
        known = self._tasks[key]
        if isinstance(known, Trouble):
            raise known
        return known


def _loaded(domain: str, problem: str) -> tuple[Task, tuple[str, ...]] | Trouble:
    told: list[str] = []
    try:
        task = Task(load_domain(domain, told.append), load_problem(problem, told.append))
    except Trouble as trouble:
        return trouble
    return task, tuple(told)


def _read(plan: str) -> str:
    return decode(read_stdin(), "standard input") if plan == STDIN else read_text(plan)
