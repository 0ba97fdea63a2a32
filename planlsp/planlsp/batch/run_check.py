"""A whole run of `planlsp check`: every file checked, problems with their domains."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial

from plancore.project import ProjectSnapshot
from plancore.report.findings.checked import CheckedFile, FindingsReport
from plancore.snapshot import FileSnapshot
from planfiles.files import FileProblem, read_text
from planfiles.folders import Inputs
from planfiles.progress import Progress
from planfiles.version import own_version
from planfiles.workers import chunks, each, processes, size_of
from planlsp.batch.checking import Checker, CheckOptions, FileOutcome, name_of, skeleton_of
from planlsp.session.disk import DiskReader
from planlsp.session.neighbours import neighbours

Linked = tuple[str, str | None]
"""A problem's path with that of its domain."""


def check_all(
    inputs: Inputs, options: CheckOptions, jobs: int | None, progress: Progress
) -> FindingsReport:
    """Check `inputs`; the report has them in their order, whatever the number of processes."""
    paths = inputs.paths
    count = processes(jobs, paths)
    checker = Checker(options, keep=jobs is None and count == 1)
    outcomes: dict[str, FileOutcome] = {}
    with ProcessPoolExecutor(count) if count > 1 else nullcontext() as pool:
        first = partial(_first, checker)
        for done in each(first, list(chunks(paths, size_of)), pool):
            outcomes.update((outcome.path, outcome) for outcome in done)
            progress.advance(sum(not outcome.is_waiting for outcome in done))
        linked = _link(list(outcomes.values()))
        tasks = list(chunks(linked, lambda pair: size_of(pair[0])))
        for done in each(partial(_second, checker), tasks, pool):
            for outcome in done:
                outcomes[outcome.path] = _with_earlier_time(outcome, outcomes[outcome.path])
            progress.advance(len(done))
    ordered = [outcomes[path] for path in paths]
    return FindingsReport(
        tuple(outcome.file for outcome in ordered if outcome.file is not None),
        tuple(finding for outcome in ordered for finding in outcome.findings),
        (*inputs.trouble, *(outcome.trouble for outcome in ordered if outcome.trouble)),
        own_version(),
    )


def _first(checker: Checker, paths: Sequence[str]) -> list[FileOutcome]:
    return [checker.first(path) for path in paths]


def _second(checker: Checker, pairs: Sequence[Linked]) -> list[FileOutcome]:
    return [checker.second(path, domain) for path, domain in pairs]


def _with_earlier_time(outcome: FileOutcome, before: FileOutcome) -> FileOutcome:
    file, read = outcome.file, before.file
    if file is None or read is None:
        return outcome
    seconds = read.seconds + file.seconds
    return outcome._replace(file=CheckedFile(file.path, file.kind, file.dialect, seconds))


def _link(outcomes: Sequence[FileOutcome]) -> list[Linked]:
    """Each waiting problem with its domain, those of one domain next to each other.

    A domain that is not among the files of the run is looked for beside the problem.
    """
    paths = {name_of(outcome.path): outcome.path for outcome in outcomes}
    skeletons = {
        name: FileSnapshot.of(outcome.skeleton, name)
        for name, outcome in zip(paths, outcomes, strict=True)
        if outcome.skeleton
    }
    project = ProjectSnapshot(skeletons)
    linked: list[Linked] = []
    disk = DiskReader()
    for outcome in outcomes:
        if not outcome.is_waiting:
            continue
        name = name_of(outcome.path)
        domain = _domain_name(project, skeletons[name])
        if domain is None:
            domain = _domain_name(
                _surroundings(outcome.path, skeletons[name], disk), skeletons[name]
            )
        if domain is not None:
            domain = paths.get(domain) or os.path.relpath(domain)
        linked.append((outcome.path, domain))
    return sorted(linked, key=lambda pair: pair[1] or "")


def _domain_name(project: ProjectSnapshot, file: FileSnapshot) -> str | None:
    links = (project.domain_of(file, d) for d in file.definitions if d.kind == "problem")
    return next((link.file.name for link in links if link and link.file is not file), None)


def _surroundings(path: str, problem: FileSnapshot, disk: DiskReader) -> ProjectSnapshot:
    """The problem and the domains in its folder and the one above."""
    files = {problem.name: problem}
    for beside in neighbours(os.path.abspath(path), "problem", disk):
        name = name_of(beside)
        try:
            known = FileSnapshot.of(read_text(beside), name)
        except FileProblem:
            continue
        files[name] = FileSnapshot.of(skeleton_of(known), name)
    return ProjectSnapshot(files)
