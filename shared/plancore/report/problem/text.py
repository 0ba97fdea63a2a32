"""The comparison of two problems as text."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.compare.changes import Change, ChangeKind
from plancore.compare.declarations import DeclarationChange
from plancore.report.domain.words import SIGNS, TONES, declaration_text, label
from plancore.report.figures import ratio_with_counts
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.places import where
from plancore.report.problem.review import ProblemReview
from plancore.report.table import Cell, table


def problem_lines(review: ProblemReview) -> Iterator[Line]:
    """The whole report."""
    yield line(
        Piece(visible(review.learned.name), Tone.TITLE),
        "  compared with the reference  ",
        Piece(visible(review.reference.name), Tone.TITLE),
    )
    for note in review.notes:
        yield line(Piece(f"note: {visible(str(note))}", Tone.NOTE))
    yield line(f"verdict: {verdict_text(review)}")
    yield ()
    yield from table(count_rows(review))
    diff = review.diff
    if diff.is_other_domain:
        ours, theirs = diff.learned.domain_name, diff.reference.domain_name
        text = visible(f"~ :domain {ours or 'none'}, in the reference {theirs or 'none'}")
        yield ()
        yield line(Piece(text, Tone.CHANGED))
    if diff.objects:
        yield ()
        yield line(Piece("objects", Tone.TITLE))
        yield from table([_object(review, change) for change in diff.objects])
    for part in diff.parts:
        if part.changes:
            yield ()
            yield line(Piece(part.part.value, Tone.TITLE))
            yield from table([_change(review, change) for change in part.changes])


def verdict_text(review: ProblemReview) -> str:
    """The strongest thing that can be said."""
    if review.is_same:
        return "the same problem"
    found = review.equivalence
    if found.holds:
        renamed = [f"{ours} for {theirs}" for ours, theirs in (found.objects or {}).items()]
        rest = f" and {len(renamed) - 5} more" if len(renamed) > 5 else ""
        return visible(f"the same but for names of objects: {', '.join(renamed[:5])}{rest}")
    if found.holds is None:
        return "different; too large to tell whether only in names of objects"
    return "different"


def count_rows(review: ProblemReview) -> list[list[Cell]]:
    """A row for each part that either problem has."""
    rows: list[list[Cell]] = [
        [Piece(cell, Tone.DIM) for cell in ("part", "TP", "FP", "FN", "P", "R", "F1")]
    ]
    for part, counts in review.counts.items():
        if counts.tp or counts.fp or counts.fn:
            numbers = [str(number) for number in (counts.tp, counts.fp, counts.fn)]
            ratios = [ratio_with_counts(counts, name) for name in ("precision", "recall", "f1")]
            rows.append([part.value, *numbers, *ratios])
    return rows


def _object(review: ProblemReview, change: DeclarationChange) -> list[Cell]:
    places = [
        str(place)
        for place in (
            where(review.learned, change.learned_place),
            where(review.reference, change.reference_place),
        )
        if place is not None
    ]
    text = declaration_text(change).removeprefix(":objects ")
    return [
        Piece(f"  {SIGNS[change.kind]} {text}", TONES[change.kind]),
        change.kind.value,
        Piece(visible(", ".join(places)), Tone.DIM),
    ]


def _change(review: ProblemReview, change: Change) -> list[Cell]:
    text = change.reference_text if change.kind is ChangeKind.MISSING else change.learned_text
    if change.kind is ChangeKind.CHANGED:
        text = f"{change.learned_text}, in the reference {change.reference_text}"
    places = [
        str(place)
        for place in (
            where(review.learned, change.learned_place),
            where(review.reference, change.reference_place),
        )
        if place is not None
    ]
    return [
        Piece(f"  {SIGNS[change.kind]} {visible(text)}", TONES[change.kind]),
        label(change),
        Piece(visible(", ".join(places)), Tone.DIM),
    ]
