"""Domains and problems read from files, for commands that execute or compare them."""

from __future__ import annotations

from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.snapshot import FileSnapshot
from planfiles.files import FileProblem, printable, read_text


def load_domain(path: str) -> Domain:
    """The first domain of a file. Raises FileProblem, also for broken parentheses."""
    domain = _load(path).domain
    if domain is None:
        raise FileProblem(f"{printable(path)} holds no domain")
    return domain


def load_problem(path: str) -> Problem:
    """The first problem of a file. Raises FileProblem, also for broken parentheses."""
    problem = _load(path).problem
    if problem is None:
        raise FileProblem(f"{printable(path)} holds no problem")
    return problem


def _load(path: str) -> FileSnapshot:
    snapshot = FileSnapshot.of(read_text(path), path)
    for problem in sorted(snapshot.tree.problems, key=lambda p: snapshot.span(p.place).start):
        where = snapshot.source.label(snapshot.span(problem.place).start)
        raise FileProblem(f"{printable(path)}:{where}: {problem.message}")
    return snapshot
