"""A whole run of `planlsp check`: every file is checked with what belongs to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from plancore.report.findings.checked import CheckedFile, FindingsReport
from planfiles.companions import Links
from planfiles.folders import Inputs
from planfiles.progress import Progress
from planfiles.workers import LOST, in_processes
from planlsp.batch.checking import Checker, CheckOptions, FileOutcome
from planlsp.batch.groups import groups, processes
from planlsp.batch.settings import faults_of

Linked = tuple[str, tuple[str, ...]]
"""The path of a problem or a plan with those of the files that belong to it."""


def check_all(
    inputs: Inputs, options: CheckOptions, jobs: int | None, progress: Progress
) -> FindingsReport:
    """Check `inputs`. The report keeps their order, whatever the number of processes."""
    paths = inputs.paths
    faults = [fault for fault in faults_of(options.settings) if options.reports(fault)]
    count = processes(jobs, paths)
    checker = Checker(options, keep=jobs is None and count == 1)
    outcomes: dict[str, FileOutcome] = {}
    for group in in_processes(count, partial(_first, checker), groups(paths), _lost):
        outcomes.update((outcome.path, outcome) for outcome in group)
        progress.advance(sum(not outcome.is_waiting for outcome in group))
    pairs = _linked(outcomes.values())
    second = partial(_second, checker)
    for group in in_processes(count, second, groups(pairs, lambda pair: pair[0]), _lost_pair):
        for outcome in group:
            outcomes[outcome.path] = _with_earlier_time(outcome, outcomes[outcome.path])
        progress.advance(len(group))
    ordered = [outcomes[path] for path in paths]
    return FindingsReport(
        tuple(outcome.file for outcome in ordered if outcome.file is not None),
        (*faults, *(finding for outcome in ordered for finding in outcome.findings)),
        (*inputs.trouble, *(outcome.trouble for outcome in ordered if outcome.trouble)),
    )


def _first(checker: Checker, paths: Sequence[str]) -> list[FileOutcome]:
    return [checker.first(path) for path in paths]


def _second(checker: Checker, pairs: Sequence[Linked]) -> list[FileOutcome]:
    return [checker.second(path, others) for path, others in pairs]


def _lost(path: str) -> FileOutcome:
    return FileOutcome(path, trouble=f"cannot check {path}: {LOST}")


def _lost_pair(pair: Linked) -> FileOutcome:
    return _lost(pair[0])


def _with_earlier_time(outcome: FileOutcome, before: FileOutcome) -> FileOutcome:
    file, read = outcome.file, before.file
    if file is None or read is None:
        return outcome
    seconds = read.seconds + file.seconds
    return outcome._replace(file=CheckedFile(file.path, file.kind, file.dialect, seconds))


def _linked(outcomes: Iterable[FileOutcome]) -> list[Linked]:
    """Each waiting file with what belongs to it, those of the same files next to each other."""
    first_outcomes = list(outcomes)
    waiting = [outcome for outcome in first_outcomes if outcome.is_waiting]
    plans = {outcome.path: outcome.skeleton for outcome in waiting if _is_plan(outcome)}
    links = Links(
        {
            outcome.path: outcome.skeleton
            for outcome in first_outcomes
            if outcome.skeleton and outcome.path not in plans
        },
        plans,
    )
    pairs = [(outcome.path, _others(links, outcome)) for outcome in waiting]
    return sorted(pairs, key=lambda pair: pair[1])


def _others(links: Links, outcome: FileOutcome) -> tuple[str, ...]:
    if _is_plan(outcome):
        return links.files_of_plan(outcome.path)
    return links.domains_to_check(outcome.path)


def _is_plan(outcome: FileOutcome) -> bool:
    return outcome.file is not None and outcome.file.kind == "plan"
