"""Domains and problems read from files.

Text with errors is read all the same: recovery closes what is open, what fits nowhere is passed
over, and a name that nobody declares is taken as it is. What the rules call an error is told, for
a verdict on such a model is one on what the file may have meant.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from plancore.diagnostic import Diagnostic, Severity
from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.phrases import count_of
from plancore.project import DomainChoice, DomainLink
from plancore.rules.errors import errors_in, lent
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.unmerged import one_version, read_definitions
from planfiles.errors import UserError
from planfiles.files import read_text

if TYPE_CHECKING:
    from plancore.rules.check import DomainOf

Tell: TypeAlias = Callable[[str], None]
_MOST_TOLD = 3


def read_file(path: str) -> FileSnapshot:
    """A file of definitions; of one that git could not merge our version. Raises UserError."""
    return read_definitions(read_text(path), path)


def load_domain(path: str, tell: Tell, known: FileSnapshot | None = None) -> Domain:
    """The first domain of a file; `tell` hears of its errors. `known` is the file where it has
    been read already. Raises UserError."""
    file = one_version(known) if known else read_file(path)
    _tell_errors(file, path, tell)
    return domain_of(file)


def load_problem(
    path: str, tell: Tell, known: FileSnapshot | None = None, domain: FileSnapshot | None = None
) -> Problem:
    """The first problem of a file, as `load_domain` does it. Where `domain` is the file of
    its domain, `tell` also hears of names that only one of the two uses and none declares. Raises
    UserError."""
    file = one_version(known) if known else read_file(path)
    _tell_errors(file, path, tell, domain)
    return problem_of(file)


def read_problem(path: str) -> FileSnapshot:
    """A file with a problem. Raises UserError."""
    file = read_file(path)
    problem_of(file)
    return file


def _tell_errors(
    file: FileSnapshot, path: str, tell: Tell, domain: FileSnapshot | None = None
) -> None:
    errors = [
        (file, path, finding)
        for finding in errors_in(file, _belonging(file, domain) if domain else None)
        if finding.severity is Severity.ERROR
        # A problem may declare what a domain takes for a constant: VAL and planners accept that.
        and not (file.domain and lent(file, finding))
    ]
    first = file.first("problem")
    if domain is not None and first is not None:
        declared = first.environment.objects
        errors += [
            (domain, domain.name, error)
            for error in _undeclared_objects(domain)
            if lent(domain, error) not in declared
        ]
    for of, name, error in errors[:_MOST_TOLD]:
        tell(f"{name}:{of.source.label(error.span.start)}: {error.message}")
    if len(errors) > _MOST_TOLD:
        tell(f"{path}: {count_of(len(errors) - _MOST_TOLD, 'more error')}")


@lru_cache(maxsize=4)
def _undeclared_objects(domain: FileSnapshot) -> tuple[Diagnostic, ...]:
    """What a domain takes for constants and does not declare."""
    return tuple([error for error in errors_in(domain) if lent(domain, error)])


def _belonging(file: FileSnapshot, domain: FileSnapshot) -> DomainOf:
    """The first problem of `file` is for the first domain of `domain`, any other for one beside
    it."""
    from plancore.rules.check import domain_in_same_file

    first, definition = file.first("problem"), domain.first("domain")
    beside = domain_in_same_file(file)

    def find(problem: DefinitionSnapshot) -> DomainChoice:
        if problem is first and definition is not None:
            return DomainChoice(DomainLink(domain, definition))
        return beside(problem)

    return find


def problem_of(file: FileSnapshot) -> Problem:
    """The first problem of a file. Raises UserError for none."""
    if file.problem is None:
        raise UserError(f"{file.name} does not define a problem")
    return file.problem


def domain_of(file: FileSnapshot) -> Domain:
    """The first domain of a file. Raises UserError for none."""
    if file.domain is None:
        hint = "" if file.problem is None else ", but a problem"
        raise UserError(f"{file.name} does not define a domain{hint}")
    return file.domain
