"""Tasks that two models were both made for, found beside them or named: evidence of what stands
for what."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from plancore.correspondence.evidence.tasks import NO_TASKS, SharedTasks
from plancore.model.problem import Problem
from planfiles.companions import problems_beside
from planfiles.models import load_problem
from planfiles.trouble import Trouble

MOST_TASKS = 5
"""So many tasks are read that nobody has named."""

Both = tuple[str, str]
"""The learned model's file and the reference's."""


class Evidence(NamedTuple):
    """Tasks, and the files that they were read from; `beside` where nobody named them."""

    tasks: SharedTasks = NO_TASKS
    problems: tuple[Both, ...] = ()
    plans: tuple[Both, ...] = ()
    beside: bool = False

    @property
    def remarks(self) -> tuple[str, ...]:
        """A sentence that says what serves as evidence."""
        parts = [f"{kind} {_listed(files)}" for kind, files in self.named if files]
        if not parts:
            return ()
        where = ", found beside them" if self.beside else ""
        return (f"evidence for pairs{where}: {'; '.join(parts)} (--no-evidence leaves it out)",)

    @property
    def named(self) -> tuple[tuple[str, tuple[Both, ...]], ...]:
        """The files of each kind."""
        return ("problems", self.problems), ("plans", self.plans)


NO_EVIDENCE = Evidence()


def evidence_beside(learned: str | None, reference: str | None) -> Evidence:
    """The problems of one task beside two domains: the only one of each, or those called alike.

    What cannot be read without errors is left out, and so is what only one of the domains has.
    """
    if learned is None or reference is None:
        return NO_EVIDENCE
    ours, theirs = problems_beside(learned), problems_beside(reference)
    if len(ours) == len(theirs) == 1:
        both = [(ours[0], theirs[0])]
    else:
        names = {os.path.basename(path): path for path in theirs}
        both = [(path, names[name]) for path in ours if (name := os.path.basename(path)) in names]
    known = {files: _problems(files) for files in both[:MOST_TASKS] if not _is_same(*files)}
    read = {files: problems for files, problems in known.items() if problems is not None}
    return Evidence(SharedTasks(tuple(read.values())), tuple(read), beside=True)


def _problems(files: Both) -> tuple[Problem, Problem] | None:
    """The problems in two files; None where one of them cannot be read as it stands."""
    errors: list[str] = []
    try:
        mine, yours = (load_problem(path, errors.append) for path in files)
    except Trouble:
        return None
    return None if errors else (mine, yours)


def same_tasks(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """The numbers of plans of one task, given the names of all: those called alike; where none are
    and there are as many, one after the other."""
    numbers = {_stem(name): number for number, name in enumerate(theirs)}
    alike = [(k, numbers[_stem(name)]) for k, name in enumerate(ours) if _stem(name) in numbers]
    if alike or len(ours) != len(theirs):
        return alike
    return [(number, number) for number in range(len(ours))]


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _is_same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _listed(files: Sequence[Both]) -> str:
    return ", ".join(f"{mine} and {yours}" for mine, yours in files)
