"""Differences of a learned domain from its reference as diagnostics of an editor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from plancore.compare.changes import Change
from plancore.compare.difference import (
    Difference,
    reference_label,
    span_in_learned,
    span_in_reference,
)
from plancore.compare.domains import DomainDiff
from plancore.diagnostic import Diagnostic, Related
from plancore.snapshot import FileSnapshot
from plancore.source import Span

if TYPE_CHECKING:
    from plancore.ide.review.consequences import Consequences
    from plancore.ide.review.meanings import Meanings

_MOST_PLANS: Final = 3
"""How many plans that end otherwise have a related place."""


def diagnostic_of(
    difference: Difference,
    files: tuple[FileSnapshot, FileSnapshot],
    diff: DomainDiff,
    meanings: Meanings | None = None,
    consequences: Consequences | None = None,
) -> Diagnostic:
    """The diagnostic in the learned file, the first of `files`, with the places that explain it."""
    learned, reference = files
    message, related = difference.text, [*_related(difference, learned, reference)]
    if meanings is not None and difference.diff is not None:
        # Imported late: few ask for the meaning.
        from plancore.ide.review.meanings import in_meaning

        clause, witness = in_meaning(difference, diff, meanings)
        message = f"{message}; {clause}" if clause else message
        if witness and related:
            related.append(related[0]._replace(message=witness))
    if consequences is not None:
        related += consequences.places(difference)[:_MOST_PLANS]
    return Diagnostic(
        difference.code,
        difference.severity,
        span_in_learned(difference, learned),
        message,
        tuple(related),
    )


def uses_of(difference: Difference, learned: FileSnapshot) -> Iterator[Span]:
    """Where else in the learned file it stands: the uses of an extra predicate."""
    for part in difference.parts:
        if isinstance(part.change, Change) and part.learned_place is not None:
            yield learned.span(part.learned_place)


def _related(
    difference: Difference, learned: FileSnapshot, reference: FileSnapshot
) -> Iterator[Related]:
    span = span_in_reference(difference, reference)
    if span is not None:
        yield Related(span, reference_label(difference), reference.name)
    for part, use in zip(difference.parts[1:], uses_of(difference, learned), strict=False):
        yield Related(use, f"extra {part.part}", learned.name)
