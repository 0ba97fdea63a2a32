"""Reviews side by side, as text for terminals and logs.

The rows are those of the viewer: the reference left of the learned file, equal rows folded. Scores
and notes on whole files are only in the format `text`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from plancore.report import lines
from plancore.report.document import block_lines
from plancore.report.files import note_lines
from plancore.report.limits import limit_lines
from plancore.report.lines import Line, line, visible
from plancore.report.registry import Style, builder, explained, part
from plancore.report.rows.columns import column_lines

if TYPE_CHECKING:
    from plancore.report.review import Review
    from plancore.report.rows.row import Rows


def render(review: Review, style: Style) -> str:
    """Basis and notes, then the rows in columns. Long texts are wrapped, never cut off."""
    return lines.render(
        _lines(review, style), colour=style.colour, width=style.width, link=style.link
    )


def _lines(review: Review, style: Style) -> Iterator[Line]:
    if review.kind == "domain" or review.kind == "threeway" or review.kind == "change":
        yield builder(review).title_line(review)
    if (review.kind == "domain" or review.kind == "threeway") and review.is_aligned:
        from plancore.report.domain.words import basis_text

        yield line(basis_text(review.diff).capitalize())
    if review.kind == "plan":
        yield from builder(review).heading_lines(review)
    else:
        yield from limit_lines(review)
        yield from note_lines(review.notes)
    if review.kind == "text":
        yield line(builder(review).verdict_text(review))
    if review.kind == "threeway" or review.kind == "change":
        from plancore.report.threeway.messages import plan_lines

        yield from plan_lines(review)
    has_places = style.link is not None
    names = map(visible, _names(review))
    yield from column_lines(_rows(review), [*names], style.width, has_places=has_places)
    if review.kind == "domain":
        for section in builder(review).consequence_sections(review):
            # Drop the empty line between the rows and their consequences.
            yield from islice(block_lines(section), 1, None)
    yield from explained(review, style)


def _names(review: Review) -> Iterator[str]:
    yield from (review.learned.name, review.reference.name)
    if review.kind == "threeway" or review.kind == "change":
        yield review.before.learned.name


_ROWS: Final = {
    "domain": "DomainRows",
    "problem": "ProblemRows",
    "plan": "PlanRows",
    "threeway": "ThreeWayRows",
    "change": "ThreeWayRows",
}


def _rows(review: Review) -> Rows:
    """The rows of the review; modules are imported on demand."""
    if review.kind == "text":
        from plancore.report.rows.texts import TextRows

        return TextRows(review.learned, review.reference)
    rows: Rows = getattr(part(review, "rows"), _ROWS[review.kind])(review)
    return rows
