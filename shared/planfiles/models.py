"""Domains and problems read from files.

Text with broken parentheses is read all the same: recovery closes what is open and keeps what
stands around it. What it had to mend is told, for a verdict on a mended model is one on what
the file may have meant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.snapshot import FileSnapshot
from planfiles.files import read_text
from planfiles.trouble import Trouble

Tell: TypeAlias = Callable[[str], None]
_MOST_TOLD = 3


def read_file(path: str) -> FileSnapshot:
    """A file of definitions. Raises Trouble."""
    return FileSnapshot.of(read_text(path), path)


def _load(path: str, tell: Tell, known: FileSnapshot | None) -> FileSnapshot:
    file = known or read_file(path)
    problems = sorted(file.tree.problems, key=lambda problem: file.span(problem.place).start)
    for problem in problems[:_MOST_TOLD]:
        where = file.source.label(file.span(problem.place).start)
        tell(f"{path}:{where}: {problem.message}")
    if len(problems) > _MOST_TOLD:
        tell(f"{path}: {len(problems) - _MOST_TOLD} more syntax errors")
    return file


def load_domain(path: str, tell: Tell, known: FileSnapshot | None = None) -> Domain:
    """The first domain of a file; `tell` hears of its syntax errors. `known` is the file where it
    has been read already. Raises Trouble."""
    return domain_of(_load(path, tell, known))


def load_problem(path: str, tell: Tell, known: FileSnapshot | None = None) -> Problem:
    """The first problem of a file, as `load_domain` does it. Raises Trouble."""
    problem = read_problem(path, tell, known).problem
    assert problem is not None
    return problem


def read_problem(path: str, tell: Tell, known: FileSnapshot | None = None) -> FileSnapshot:
    """A file with a problem; `tell` hears of its syntax errors. Raises Trouble."""
    file = _load(path, tell, known)
    if file.problem is None:
        raise Trouble(f"{path} holds no problem")
    return file


def domain_of(file: FileSnapshot) -> Domain:
    """The first domain of a file. Raises Trouble for none."""
    if file.domain is None:
        hint = "" if file.problem is None else ", but a problem"
        raise Trouble(f"{file.name} holds no domain{hint}")
    return file.domain
