"""The report on two problems: the verdict, the differences, then the scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from plancore.metrics.support.confusion import Confusion, total
from plancore.phrases import count_of, in_reference, listed, some_of
from plancore.report import document as doc
from plancore.report.domain.words import change_cells, declaration_cells
from plancore.report.figures import decimal, ratio_with_counts
from plancore.report.files import (
    NONE_READ,
    doubt,
    error_lines,
    names_line,
    remark_lines,
)
from plancore.report.limits import limit_lines
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.problem.review import ProblemReview, counts_of


def document(review: ProblemReview, detail: doc.Detail) -> doc.Document:
    """The whole report."""
    return doc.Document("Problem", _title(review), _blocks(review, detail))


def _title(review: ProblemReview) -> Line:
    """The files and the verdict."""
    ours, theirs = names_line(review.learned.name, review.reference.name)[::2]
    partial = doubt(review.notes)
    if review.is_same and not review.has_errors:
        return line(ours, " and ", theirs, " define the same problem")
    return line(ours, " vs. ", theirs, ": ", Piece(verdict_text(review), Tone.CHANGED), partial)


def _blocks(review: ProblemReview, detail: doc.Detail) -> Iterator[doc.Block]:
    said = [*error_lines(review.notes), *limit_lines(review)]
    if not review.is_same:
        pooled = total(review.counts.values(), Confusion(0, 0, 0))
        f1, precision, recall = map(decimal, (pooled.f1, pooled.precision, pooled.recall))
        named = ""
        if review.renamings:
            by_name = total(counts_of(review.by_name).values(), Confusion(0, 0, 0))
            named = f" with this renaming, {decimal(by_name.f1)} by name"
        said.append(line(f"F1 {f1} (precision {precision}, recall {recall}){named}"))
    if not review.equivalence.holds:
        for kind, names in review.renamings.items():
            said.append(line(f"renamed {kind}: ", visible(", ".join(arrows(names)))))
    yield doc.Paragraph([*said, *remark_lines(review.notes)])
    if detail is doc.Detail.FULL:
        # Imported late: only pages show all rows.
        from plancore.report.problem.rows import ProblemRows
        from plancore.report.rows.blocks import by_part

        yield doc.Section("Scores", [count_table(review)])
        rows = ProblemRows(review)
        yield by_part(rows, rows.titles)
    elif doc.Detail.METRICS in detail or not review.equivalence.holds or review.goals_agree:
        more = "" if detail else "--metrics"
        yield from (each._replace(more=more) for each in _differences(review))
    if review.is_torn:
        # Imported late: most files have no syntax errors.
        from plancore.report.line_diff import torn_sections

        yield from torn_sections(review)
    if doc.Detail.METRICS in detail and detail is not doc.Detail.FULL:
        yield doc.Section("", [count_table(review)])
    elif not review.equivalence.holds:
        yield doc.Section("", [_score_table(review)])


def _differences(review: ProblemReview) -> Iterator[doc.Section]:
    diff = review.diff
    if diff.is_other_domain:
        ours, theirs = diff.learned.domain_name, diff.reference.domain_name
        text = f"~ :domain {in_reference(ours or 'none', theirs or 'none')}"
        yield doc.Section("", [doc.Paragraph([line(Piece(text, Tone.CHANGED))])])
    if diff.objects:
        rows = [declaration_cells(review, change) for change in diff.objects]
        yield doc.Section("objects", [doc.Table(doc.columns("", "", ""), rows, indent=2)])
    for part in diff.parts:
        if part.changes:
            rows = [change_cells(review, change) for change in part.changes]
            yield doc.Section(part.part.value, [doc.Table(doc.columns("", "", ""), rows, indent=2)])


def headline(review: ProblemReview) -> str:
    """The verdict."""
    return verdict_text(review)


def verdict_text(review: ProblemReview) -> str:
    """The strongest relation that holds between the problems, or the number of differences."""
    if review.is_same:
        return NONE_READ if review.has_errors else "the same problem"
    equivalence = review.equivalence
    if equivalence.holds:
        return f"equivalent{_under(review)}{_SAME_STATES if review.goals_agree else ''}"
    diff = review.diff
    sections = {
        "domain": int(diff.is_other_domain),
        "objects": len(diff.objects),
        **{part.part.value: len(part.changes) for part in diff.parts},
    }
    where = ", ".join(f"{number} in {name}" for name, number in sections.items() if number)
    told = f"{count_of(sum(sections.values()), 'difference')}: {where}"
    if review.renamings:
        told += f"; {renamed_text(review)}"
    elif equivalence.holds is None:
        told += "; not known whether equivalent up to renaming of objects"
    return told


_SAME_STATES: Final = "; the goals hold in the same reachable states"


def _under(review: ProblemReview) -> str:
    """The renaming under which two problems are equivalent; empty without one."""
    renamed = [each for names in review.renamings.values() for each in arrows(names)]
    if not renamed:
        return ""
    of = " of objects" if review.names.is_identity else ""
    return f" up to renaming{of} ({visible(some_of(renamed, 5))})"


def renamed_text(review: ProblemReview) -> str:
    """`1 predicate and 5 objects renamed`."""
    counts = [count_of(len(names), kind[:-1]) for kind, names in review.renamings.items()]
    return f"{listed(counts)} renamed"


def arrows(names: Mapping[str, str]) -> list[str]:
    """`at → in`, for each pair of names."""
    return [f"{ours} → {theirs}" for ours, theirs in names.items()]


def worst(review: ProblemReview) -> list[str]:
    """The part with the lowest F1; none if the problems are the same."""
    differing = [(part, counts) for part, counts in review.counts.items() if counts.fp or counts.fn]
    if review.is_same or not differing:
        return []
    name, counts = min(differing, key=lambda entry: entry[1].f1 or 0)
    return [f"worst {name.value} F1 {ratio_with_counts(counts, 'f1')}"]


def count_table(review: ProblemReview) -> doc.Table:
    """A row for each part that either problem has."""
    rows: list[list[doc.Cell]] = []
    for part, counts in review.counts.items():
        if counts.tp or counts.fp or counts.fn:
            numbers = [str(number) for number in (counts.tp, counts.fp, counts.fn)]
            ratios = [ratio_with_counts(counts, name) for name in ("precision", "recall", "f1")]
            rows.append([part.value, *numbers, *ratios])
    return doc.Table(doc.columns("part", "TP", "FP", "FN", "P", "R", "F1"), rows)


def _score_table(review: ProblemReview) -> doc.Table:
    """A row for each part that differs, with the scores as fractions."""
    rows: list[list[doc.Cell]] = []
    for part, counts in review.counts.items():
        if counts.fp or counts.fn:
            tp, wrong = counts.tp, counts.fp + counts.fn
            shares = [
                f"{tp}/{tp + counts.fp}",
                f"{tp}/{tp + counts.fn}",
                f"{2 * tp}/{2 * tp + wrong}",
            ]
            rows.append([part.value, *shares])
    return doc.Table(
        doc.columns("section", "precision", "recall", "F1", numbers=(1, 2, 3)), rows, indent=2
    )
