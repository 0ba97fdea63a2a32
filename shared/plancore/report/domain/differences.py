"""The differences of two domains, the common source of all formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from plancore.compare.declarations import KEPT, Declared
from plancore.compare.difference import Difference
from plancore.model.domain import Domain, UnparsedKind
from plancore.report.domain.review import DomainReview


def _keeps(kind: UnparsedKind, domain: Domain) -> bool:
    return any(kept.kind is kind for kept in domain.kept)


_HAS: Final[dict[Declared, Callable[[Domain], object]]] = {
    Declared.REQUIREMENT: lambda domain: domain.requirements,
    Declared.TYPE: lambda domain: domain.types,
    Declared.CONSTANT: lambda domain: domain.constants,
    Declared.PREDICATE: lambda domain: domain.predicates,
    Declared.FUNCTION: lambda domain: domain.functions,
    Declared.AXIOM: lambda domain: domain.axioms,
    Declared.CONSTRAINTS: lambda domain: domain.constraints is not None,
    **{what: partial(_keeps, kind) for what, kind in KEPT.items()},
}


def differences(review: DomainReview) -> Sequence[Difference]:
    """All differences, with their effects on plans if plans were executed."""
    return review.differences


def failing(_: DomainReview) -> Sequence[Difference]:
    """None: domains are not executed."""
    return ()


def subjects(review: DomainReview) -> Iterator[str]:
    """Everything that may differ: each action, and each kind of declaration that a domain has."""
    yield from (action.name for action in review.diff.actions)
    domains = review.diff.learned, review.diff.reference
    yield from (f":{what.value}" for what, has in _HAS.items() if any(map(has, domains)))
