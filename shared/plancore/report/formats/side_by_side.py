"""Reviews of two files side by side, as text for terminals and logs.

The rows are those of the viewer: the reference on the left, equal rows folded. Scores and what
is said of a whole file are in the format `text`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from plancore.report import lines
from plancore.report.domain.basis import basis_text
from plancore.report.domain.document import consequence_sections
from plancore.report.domain.review import DomainReview
from plancore.report.domain.rows import DomainRows
from plancore.report.heading import note_lines
from plancore.report.kept import limit_lines
from plancore.report.layout import block_lines
from plancore.report.lines import Line, line, visible
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plancore.report.plan.summary import summary_of
from plancore.report.problem.review import ProblemReview
from plancore.report.problem.rows import ProblemRows
from plancore.report.registry import Style, explained
from plancore.report.review import Review
from plancore.report.rows.columns import column_lines
from plancore.report.rows.row import Rows
from plancore.report.rows.texts import TextRows
from plancore.report.text.document import verdict_text
from plancore.report.text.review import TextReview
from plancore.report.threeway.review import ChangeReview, ThreeWayReview
from plancore.report.threeway.rows import ThreeWayRows
from plancore.report.threeway.words import summary_lines


def render(review: Review, style: Style) -> str:
    """Basis and notes, then the rows in columns. Longer texts go on below; nothing is cut off."""
    return lines.render(
        _lines(review, style), colour=style.colour, width=style.width, link=style.link
    )


def rows_of(review: Review) -> Rows:
    """What the files have, row by row."""
    match review:
        case DomainReview():
            return DomainRows(review)
        case ProblemReview():
            return ProblemRows(review)
        case PlanReview():
            return PlanRows(review)
        case ThreeWayReview() | ChangeReview():
            return ThreeWayRows(review)
        case TextReview():
            return TextRows(review.learned, review.reference)


def _lines(review: Review, style: Style) -> Iterator[Line]:
    if isinstance(review, (DomainReview, ThreeWayReview)):
        yield line(basis_text(review.diff))
    yield from limit_lines(review)
    yield from note_lines(review.notes)
    if isinstance(review, PlanReview):
        yield summary_of(review).line(style.width)
    if isinstance(review, TextReview):
        yield line(verdict_text(review))
    names = [visible(review.learned.name), visible(review.reference.name)]
    if isinstance(review, ThreeWayReview | ChangeReview):
        yield from summary_lines(review)
        names.append(visible(review.before.learned.name))
    has_places = style.link is not None
    yield from column_lines(rows_of(review), names, style.width, has_places=has_places)
    if isinstance(review, DomainReview):
        for section in consequence_sections(review):
            # No empty line stands between the rows and what follows from them.
            yield from islice(block_lines(section), 1, None)
    yield from explained(review, style)
