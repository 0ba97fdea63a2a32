"""Whether a domain and a problem are sound, so that executing a plan in them means something."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from plancore.diagnostic import Diagnostic, Severity
from plancore.memo import Key
from plancore.project import DomainChoice, DomainLink, ProblemLink
from plancore.rules.catalogue import foreign_sign, text_outside_definition
from plancore.rules.check import check
from plancore.rules.registry import ALL
from plancore.rules.settings import RuleSettings
from plancore.snapshot import FileSnapshot

_FIRST_ERROR: Final = Key["FirstError | None"]("first error")
_READ_AS_MEANT: Final = (foreign_sign, text_outside_definition)
"""Rules about errors that do not change what the rest of a file means."""
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
    """The first error in a domain, else in a problem that is checked with it."""
    return first_error_in(domain) or problem.definition.memo.get(
        _error_key(domain.file.name),
        (domain.definition,),
        lambda: _first_error(problem.file, DomainChoice(domain)),
    )


def first_error_in(domain: DomainLink) -> FirstError | None:
    """The first error in a domain."""
    return domain.definition.memo.get(
        _FIRST_ERROR, (), lambda: _first_error(domain.file, DomainChoice())
    )


def _first_error(file: FileSnapshot, choice: DomainChoice) -> FirstError | None:
    errors = (
        diagnostic
        for diagnostic in check(file, lambda _: choice, _ERRORS_ONLY)
        if diagnostic.severity is Severity.ERROR
    )
    first = next(errors, None)
    return None if first is None else FirstError(file, first)


@lru_cache(maxsize=256)
def _error_key(domain: str) -> Key[FirstError | None]:
    return Key(f"first error under {domain}")
