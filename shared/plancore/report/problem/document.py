"""The comparison of two problems: the verdict, what differs, then the figures."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.phrases import in_reference
from plancore.report.document import (
    Block,
    Cell,
    Detail,
    Document,
    Paragraph,
    Section,
    Table,
    columns,
)
from plancore.report.domain.words import change_cells, declaration_cells
from plancore.report.figures import ratio_with_counts
from plancore.report.heading import names_line, remark_lines, verdict_lines
from plancore.report.kept import limit_lines
from plancore.report.lines import Piece, Tone, line, visible
from plancore.report.problem.review import ProblemReview
from plancore.report.two_files import torn_sections


def document(review: ProblemReview, detail: Detail) -> Document:
    """The whole report."""
    title = names_line(review.learned.name, review.reference.name)
    return Document("Problem", title, _blocks(review, detail))


def _blocks(review: ProblemReview, detail: Detail) -> Iterator[Block]:
    tone = Tone.PLAIN if review.is_same else Tone.CHANGED
    verdict = line(Piece(verdict_text(review), tone))
    said = [*verdict_lines(review.notes, verdict), *limit_lines(review)]
    yield Paragraph([*said, *remark_lines(review.notes)])
    if detail is Detail.FULL:
        # Imported by what has room for all rows.
        from plancore.report.problem.rows import ProblemRows
        from plancore.report.rows.blocks import by_part

        yield Section("Figures", [count_table(review)])
        rows = ProblemRows(review)
        yield by_part(rows, rows.titles)
    else:
        yield from _differences(review)
    yield from torn_sections(*review.files, review.notes, is_torn=review.is_torn)
    if detail is not Detail.FULL:
        yield Section("", [count_table(review)])


def _differences(review: ProblemReview) -> Iterator[Section]:
    diff = review.diff
    if diff.is_other_domain:
        ours, theirs = diff.learned.domain_name, diff.reference.domain_name
        text = f"~ :domain {in_reference(ours or 'none', theirs or 'none')}"
        yield Section("", [Paragraph([line(Piece(text, Tone.CHANGED))])])
    if diff.objects:
        rows = [declaration_cells(review, change) for change in diff.objects]
        yield Section("objects", [Table(columns("", "", ""), rows, indent=2)])
    for part in diff.parts:
        if part.changes:
            rows = [change_cells(review, change) for change in part.changes]
            yield Section(part.part.value, [Table(columns("", "", ""), rows, indent=2)])


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


def worst(review: ProblemReview) -> list[str]:
    """The part that is farthest from the reference; none where all is the same."""
    differing = [(part, counts) for part, counts in review.counts.items() if counts.fp or counts.fn]
    if review.is_same or not differing:
        return []
    name, counts = min(differing, key=lambda entry: entry[1].f1 or 0)
    return [f"worst {name.value} F1 {ratio_with_counts(counts, 'f1')}"]


def count_table(review: ProblemReview) -> Table:
    """A row for each part that either problem has."""
    rows: list[list[Cell]] = []
    for part, counts in review.counts.items():
        if counts.tp or counts.fp or counts.fn:
            numbers = [str(number) for number in (counts.tp, counts.fp, counts.fn)]
            ratios = [ratio_with_counts(counts, name) for name in ("precision", "recall", "f1")]
            rows.append([part.value, *numbers, *ratios])
    return Table(columns("part", "TP", "FP", "FN", "P", "R", "F1"), rows)
