"""Whether a domain and a problem have errors: a plan is only executed if they have none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from plancore.diagnostic import Diagnostic, Severity
from plancore.memo import Key
from plancore.project import DomainChoice, DomainLink, ProblemLink
from plancore.rules.catalogue import foreign_sign, text_outside_definition
from plancore.rules.check import check, lent
from plancore.rules.registry import ALL
from plancore.rules.settings import RuleSettings
from plancore.snapshot import FileSnapshot

_ERRORS: Final = Key[tuple[Diagnostic, ...]]("errors")
_READ_AS_MEANT: Final = (foreign_sign, text_outside_definition)
"""Rules about errors that do not affect the meaning of the rest of a file."""
_ERRORS_ONLY: Final = RuleSettings(
    {
        rule.CODE: None
        for rule in ALL
        if rule.SEVERITY is not Severity.ERROR or rule in _READ_AS_MEANT
    }
)


class FirstError(NamedTuple):
    """The first error in a domain or problem."""

    file: FileSnapshot
    diagnostic: Diagnostic


def first_error(domain: DomainLink, problem: ProblemLink) -> FirstError | None:
    """The first error in a domain, or else in a problem that is checked with it.

    Names that the domain uses as constants may be declared by the problem: VAL and planners accept
    that.
    """
    declared = problem.definition.environment.objects
    errors = (error for error in _errors_in(domain) if lent(domain.file, error) not in declared)
    first = next(errors, None)
    if first is not None:
        return FirstError(domain.file, first)
    return problem.definition.memo.get(
        _error_key(domain.file.name),
        (domain.definition,),
        lambda: _first(problem.file, _errors(problem.file, DomainChoice(domain))),
    )


def first_error_in(domain: DomainLink) -> FirstError | None:
    """The first error in a domain."""
    return _first(domain.file, _errors_in(domain))


def _errors_in(domain: DomainLink) -> tuple[Diagnostic, ...]:
    return domain.definition.memo.get(
        _ERRORS, (), lambda: tuple(_errors(domain.file, DomainChoice()))
    )


def _errors(file: FileSnapshot, choice: DomainChoice) -> Iterator[Diagnostic]:
    found = check(file, lambda _: choice, _ERRORS_ONLY)
    return (diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR)


def _first(file: FileSnapshot, errors: Iterable[Diagnostic]) -> FirstError | None:
    first = next(iter(errors), None)
    return None if first is None else FirstError(file, first)


@lru_cache(maxsize=256)
def _error_key(domain: str) -> Key[FirstError | None]:
    return Key(f"first error under {domain}")
