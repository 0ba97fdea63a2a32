"""A problem beside its reference as a page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from plancore.report.formats.html.elements import Html, element, joined
from plancore.report.formats.html.inline import block
from plancore.report.formats.html.rows import RowTables
from plancore.report.formats.html.sections import (
    Page,
    Section,
    compared,
    error_list,
    notes_section,
    verdict,
)
from plancore.report.problem.review import ProblemReview
from plancore.report.problem.rows import ProblemRows
from plancore.report.problem.text import count_rows, verdict_text
from plancore.report.table import table


def page(review: ProblemReview) -> Page:
    """The page."""
    title, headline = compared(review.learned.name, review.reference.name)
    said = verdict(verdict_text(review), is_doubtful=review.is_same and review.has_errors)
    summary = joined((error_list(review.notes), said))
    sections = [
        Section("figures", "Figures", block(table(count_rows(review)), "Figures")),
        Section("side-by-side", "Side by side", _sides(review), "the reference on the left"),
        *notes_section(review.notes),
    ]
    return Page(title, headline, summary, sections)


def _sides(review: ProblemReview) -> Html:
    rows = ProblemRows(review)
    return joined(_parts(rows, RowTables(rows)))


def _parts(rows: ProblemRows, tables: RowTables) -> Iterator[Html]:
    """Each part under its name."""
    ranges = pairwise((*rows.starts, rows.count))
    for title, (start, end) in zip(rows.titles, ranges, strict=True):
        yield element("h3", title)
        yield tables.rows(start + 1, end, title)
