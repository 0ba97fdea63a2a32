"""Read domains and problems from files.

A text with errors is read too: recovery closes open lists, skips misplaced items and takes
undeclared names as they are. Errors of the rules are reported, since results then depend on a guess
at what the file means.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from plancore.diagnostic import Diagnostic, Severity
from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.phrases import count_of, listed
from plancore.project import DomainChoice, DomainLink
from plancore.snapshot import DefinitionSnapshot, FileSnapshot, one_version, read_definitions
from plancore.stop import NEVER, Checkpoint
from planfiles.errors import UserError
from planfiles.files import read_text

if TYPE_CHECKING:
    from plancore.rules.check import DomainOf

Tell: TypeAlias = Callable[[str], None]
_MOST_TOLD = 3


def read_file(path: str, checkpoint: Checkpoint = NEVER) -> FileSnapshot:
    """A file of definitions; in a file with git conflicts, our version. Raises UserError, and what
    `checkpoint` raises."""
    return read_definitions(read_text(path), path, checkpoint=checkpoint)


def load_domain(
    path: str, tell: Tell, known: FileSnapshot | None = None, checkpoint: Checkpoint = NEVER
) -> Domain:
    """The first domain of a file; `tell` is called with its errors. `known` is the file if it has
    been read already. Raises UserError, and what `checkpoint` raises."""
    file = one_version(known) if known else read_file(path, checkpoint)
    _tell_errors(file, path, tell, checkpoint=checkpoint)
    return domain_of(file)


def load_problem(
    path: str,
    tell: Tell,
    known: FileSnapshot | None = None,
    domain: FileSnapshot | None = None,
    checkpoint: Checkpoint = NEVER,
) -> Problem:
    """The first problem of a file; parameters as in `load_domain`. If `domain` is given, the file
    of its domain, `tell` is also called with names that one of the two uses and neither declares.
    Raises UserError, and what `checkpoint` raises."""
    file = one_version(known) if known else read_file(path, checkpoint)
    _tell_errors(file, path, tell, domain, checkpoint)
    return problem_of(file)


def read_problem(path: str) -> FileSnapshot:
    """A file with a problem. Raises UserError."""
    file = read_file(path)
    problem_of(file)
    return file


def _tell_errors(
    file: FileSnapshot,
    path: str,
    tell: Tell,
    domain: FileSnapshot | None = None,
    checkpoint: Checkpoint = NEVER,
) -> None:
    # Imported late, here and below: reading plans does not need the rules.
    from plancore.rules.check import errors_in, lent

    errors = [
        (file, path, finding)
        for finding in errors_in(file, _belonging(file, domain) if domain else None, checkpoint)
        if finding.severity is Severity.ERROR
        # A problem may declare a constant of its domain: VAL and planners accept that.
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


def borrowed_objects(domain: FileSnapshot, problem: FileSnapshot) -> str | None:
    """A note on the objects of a problem that its domain uses without declaring them as constants,
    which VAL and planners accept; None if there are none."""
    from plancore.rules.check import lent

    first = problem.first("problem")
    declared = first.environment.objects if first else {}
    names = dict.fromkeys(lent(domain, error) for error in _undeclared_objects(domain))
    used = [f"`{name}`" for name in names if name in declared]
    if not used:
        return None
    are = "an object" if len(used) == 1 else "objects"
    return f"the domain uses {listed(used)}, {are} of the problem: declare constants in the domain"


@lru_cache(maxsize=4)
def _undeclared_objects(domain: FileSnapshot) -> tuple[Diagnostic, ...]:
    """The errors of constants that a domain uses and does not declare."""
    from plancore.rules.check import errors_in, lent

    return tuple([error for error in errors_in(domain) if lent(domain, error)])


def _belonging(file: FileSnapshot, domain: FileSnapshot) -> DomainOf:
    """Links the first problem of `file` to the domain of `domain`, any other to its own file."""
    from plancore.rules.check import domain_in_same_file

    first, definition = file.first("problem"), domain.first("domain")
    beside = domain_in_same_file(file)

    def find(problem: DefinitionSnapshot) -> DomainChoice:
        if problem is first and definition is not None:
            return DomainChoice(DomainLink(domain, definition))
        return beside(problem)

    return find


def problem_of(file: FileSnapshot) -> Problem:
    """The first problem of a file. Raises UserError if there is none."""
    if file.problem is None:
        raise UserError(f"{file.name} does not define a problem")
    return file.problem


def domain_of(file: FileSnapshot) -> Domain:
    """The first domain of a file. Raises UserError if there is none."""
    if file.domain is None:
        hint = "" if file.problem is None else ", but a problem"
        raise UserError(f"{file.name} does not define a domain{hint}")
    return file.domain
