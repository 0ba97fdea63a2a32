"""Validate many plans, in several processes where that pays."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from planeval.validate.cases import STDIN, Batch, Case
from planeval.validate.outcome import Outcome, validate_text
from planfiles.files import FileProblem, decode, read_text
from planfiles.models import load_domain, load_problem

Progress: TypeAlias = Callable[[int, int], None]

_PLANS_PER_JOB = 100
_MIN_CHUNK = 32
_CHUNKS_PER_JOB = 8
"""Few enough that compiling a task once per chunk does not count."""
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


def validate_all(
    batch: Batch,
    *,
    trace: bool = False,
    jobs: int | None = None,
    tolerance: float = 0.0001,
    like_val: bool = False,
    progress: Progress | None = None,
) -> BatchOutcome:
    """Validate every case; `progress` is told how many are done. Files that cannot be read are
    problems of the outcome, they stop nothing."""
    settings = _Settings(trace, tolerance, like_val)
    cases = batch.cases
    workers = _workers(cases, jobs)
    size = max(_MIN_CHUNK, len(cases) // (workers * _CHUNKS_PER_JOB))
    chunks = [cases[start : start + size] for start in range(0, len(cases), size)]
    outcomes: list[Outcome] = []
    problems = dict.fromkeys(batch.problems)
    done = 0
    for results in _results(chunks, settings, workers):
        for result in results:
            if isinstance(result, str):
                problems[result] = None
            else:
                outcomes.append(result)
        done += len(results)
        if progress is not None:
            progress(done, len(cases))
    return BatchOutcome(tuple(outcomes), tuple(problems))


def _workers(cases: list[Case], jobs: int | None) -> int:
    if any(case.plan == STDIN for case in cases):
        return 1
    if jobs is not None:
        return jobs
    return min(max(1, len(cases) // _PLANS_PER_JOB), os.cpu_count() or 1)


def _results(
    chunks: list[list[Case]], settings: _Settings, workers: int
) -> Iterator[list[Outcome | str]]:
    if workers == 1:
        runner = _Runner(settings)
        for chunk in chunks:
            yield runner.run(chunk)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_work, [settings] * len(chunks), chunks)


def _work(settings: _Settings, cases: list[Case]) -> list[Outcome | str]:
    return _Runner(settings).run(cases)


class _Runner:
    """Validates cases one after the other; the last tasks are kept, with all they compiled."""

    def __init__(self, settings: _Settings) -> None:
        self._settings = settings
        self._tasks: dict[tuple[str, str], Task | FileProblem] = {}

    def run(self, cases: list[Case]) -> list[Outcome | str]:
        return [self._validate(case) for case in cases]

    def _validate(self, case: Case) -> Outcome | str:
        try:
            task = self._task(case.domain, case.problem)
            text = _read(case.plan)
        except FileProblem as problem:
            return problem.message
        return validate_text(task, text, case.name, **self._settings._asdict())

    def _task(self, domain: str, problem: str) -> Task:
        key = (domain, problem)
        known = self._tasks.get(key)
        if known is None:
            if len(self._tasks) >= _KEPT_TASKS:
                del self._tasks[next(iter(self._tasks))]
            try:
                known = Task(load_domain(domain), load_problem(problem))
            except FileProblem as trouble:
                known = trouble
            self._tasks[key] = known
        if isinstance(known, FileProblem):
            raise known
        return known


def _read(plan: str) -> str:
    if plan == STDIN:
        return decode(sys.stdin.buffer.read(), "standard input")
    return read_text(plan)
