"""The differences of two problems, one by one, as every format lists them."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.compare.changes import Change
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.diagnostic import Severity
from plancore.phrases import in_reference
from plancore.report.domain.findings import declaration_message, spot_of
from plancore.report.domain.words import change_text
from plancore.report.problem.review import ProblemReview
from plancore.report.review_findings import ReviewFinding
from plancore.syntax.nodes import Place


def differences(review: ProblemReview) -> Iterator[ReviewFinding]:
    """Another domain, objects, then facts, goals, metric and constraints; all are warnings."""
    diff = review.diff
    if diff.is_other_domain:
        ours, theirs = diff.learned.domain_name, diff.reference.domain_name
        said = in_reference(ours or "none", theirs or "none")
        yield _finding(review, "changed", "domain", "domain", (ours, theirs), f"domain {said}")
    for change in diff.objects:
        yield _declared(review, change)
    for part in diff.parts:
        for literal in part.changes:
            yield _literal(review, literal)


def subjects(review: ProblemReview) -> Iterator[str]:
    """All that may differ: the domain's name, the objects, each part that a problem has."""
    yield "domain"
    yield Declared.OBJECT.value
    yield from (part.part.value for part in review.diff.parts if part.n_equal or part.changes)


def _declared(review: ProblemReview, change: DeclarationChange) -> ReviewFinding:
    texts = change.learned_text or None, change.reference_text or None
    what, message = change.what, declaration_message(change)
    places = change.learned_place, change.reference_place
    return _finding(review, change.kind.value, what.value, what.noun, texts, message, *places)


def _literal(review: ProblemReview, change: Change) -> ReviewFinding:
    ours = None if change.learned is None else change.learned.text
    theirs = None if change.reference is None else change.reference.text
    piece, kind = change.part.value, change.kind.value
    message = f"{kind} {piece} {change_text(change)}"
    places = change.learned_place, change.reference_place
    return _finding(review, kind, piece, piece, (ours, theirs), message, *places)


def _finding(
    review: ProblemReview,
    kind: str,
    subject: str,
    part: str,
    texts: tuple[str | None, str | None],
    message: str,
    learned: Place | None = None,
    reference: Place | None = None,
) -> ReviewFinding:
    counterpart = None if reference is None else spot_of(review.reference, reference)
    return ReviewFinding(
        f"{kind}-{part}",
        Severity.WARNING,
        kind,
        subject,
        part,
        *texts,
        message,
        spot_of(review.learned, learned),
        counterpart,
    )
