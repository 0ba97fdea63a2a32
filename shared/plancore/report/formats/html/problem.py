"""A problem beside its reference as a page."""

from __future__ import annotations

from plancore.report.formats.html.blocks import block_html
from plancore.report.formats.html.elements import joined
from plancore.report.formats.html.rows import by_part
from plancore.report.formats.html.sections import (
    Page,
    Section,
    compared,
    error_list,
    limits_line,
    notes_section,
    verdict,
)
from plancore.report.problem.document import count_table, verdict_text
from plancore.report.problem.review import ProblemReview
from plancore.report.problem.rows import ProblemRows


def page(review: ProblemReview) -> Page:
    """The page."""
    title, headline = compared(review.learned.name, review.reference.name)
    said = verdict(verdict_text(review), is_doubtful=review.is_same and review.has_errors)
    summary = joined((error_list(review.notes), said, limits_line(review)))
    sections = [
        Section("figures", "Figures", block_html(count_table(review), "Figures")),
        Section(
            "side-by-side",
            "Side by side",
            by_part(ProblemRows(review)),
            "the reference on the left",
        ),
        *notes_section(review.notes),
    ]
    return Page(title, headline, summary, sections)
