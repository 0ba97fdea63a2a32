"""The comparison of two problems as text: the verdict, what differs, then the figures."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.phrases import in_reference
from plancore.report.domain.words import change_cells, declaration_cells
from plancore.report.figures import ratio_with_counts
from plancore.report.heading import heading, remark_lines
from plancore.report.kept import limit_lines
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.problem.review import ProblemReview
from plancore.report.table import Cell, head, table
from plancore.report.torn import torn_lines


def lines(review: ProblemReview) -> Iterator[Line]:
    """The whole report."""
    tone = Tone.PLAIN if review.is_same else Tone.CHANGED
    verdict = line(Piece(verdict_text(review), tone))
    yield from heading(review.learned.name, review.reference.name, review.notes, verdict)
    yield from limit_lines(review)
    yield from remark_lines(review.notes)
    yield from _differences(review)
    yield from torn_lines(*review.files, review.notes, is_torn=review.is_torn)
    yield ()
    yield from table(count_rows(review))


def _differences(review: ProblemReview) -> Iterator[Line]:
    diff = review.diff
    if diff.is_other_domain:
        ours, theirs = diff.learned.domain_name, diff.reference.domain_name
        text = visible(f"~ :domain {in_reference(ours or 'none', theirs or 'none')}")
        yield ()
        yield line(Piece(text, Tone.CHANGED))
    if diff.objects:
        yield ()
        yield line(Piece("objects", Tone.TITLE))
        yield from table([declaration_cells(review, change, indent=2) for change in diff.objects])
    for part in diff.parts:
        if part.changes:
            yield ()
            yield line(Piece(part.part.value, Tone.TITLE))
            yield from table([change_cells(review, change, indent=2) for change in part.changes])


def headline(review: ProblemReview) -> str:
    """The verdict."""
    return verdict_text(review)


def verdict_text(review: ProblemReview) -> str:
    """The strongest thing that can be said."""
    if review.is_same:
        return "the same problem"
    equivalence = review.equivalence
    if equivalence.holds:
        renamed = [f"{ours} for {theirs}" for ours, theirs in (equivalence.objects or {}).items()]
        rest = f" and {len(renamed) - 5} more" if len(renamed) > 5 else ""
        return visible(f"the same but for names of objects: {', '.join(renamed[:5])}{rest}")
    if equivalence.holds is None:
        return "different; not known whether only in names of objects"
    return "different"


def count_rows(review: ProblemReview) -> list[list[Cell]]:
    """A row for each part that either problem has."""
    rows: list[list[Cell]] = [head("part", "TP", "FP", "FN", "P", "R", "F1")]
    for part, counts in review.counts.items():
        if counts.tp or counts.fp or counts.fn:
            numbers = [str(number) for number in (counts.tp, counts.fp, counts.fn)]
            ratios = [ratio_with_counts(counts, name) for name in ("precision", "recall", "f1")]
            rows.append([part.value, *numbers, *ratios])
    return rows
