"""What the last change of a learned problem or plan did."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from plancore.report.change.review import ChangeReview
from plancore.report.change.rows import ChangeRows
from plancore.report.change.text import figure_rows, verdicts_text
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.rows.row import Rows
from plancore.report.rows.texts import Text
from plancore.report.table import table
from plancore.report.threeway.rows import worst_mark
from plancore.report.threeway.texts import ThreeTextRows
from plancore.report.threeway.words import count_pieces
from plandiff.viewmodel.model import ReviewModel
from plandiff.viewmodel.outline import Entry, Outlines
from plandiff.viewmodel.part_outlines import outlines_of_parts, rows_within


class ChangeModel(ReviewModel[ChangeReview]):
    """A learned problem or plan, its reference, and the learned one before its last change."""

    @cached_property
    def heading(self) -> Line:
        """Files, and how many items there are of each outcome."""
        return line(
            *self._files, "   ", *count_pieces(self.review), "   same" * self.review.is_same
        )

    @cached_property
    def rows(self) -> ChangeRows:
        """All parts."""
        return ChangeRows(self.review)

    @cached_property
    def text_rows(self) -> Rows:
        """The lines of all three files."""
        files = self.review.learned, self.review.reference, self.review.before.learned
        return ThreeTextRows(*(Text(file.source, file.name) for file in files))

    @property
    def offers(self) -> Sequence[object]:
        """The parts."""
        return (self.outlines,)

    @cached_property
    def outlines(self) -> Outlines | None:
        """The parts, with how many things are wrong in each, and were."""
        rows = self.rows
        entries = []
        stops = rows_within(rows.stops, rows.starts, rows.count)
        for title, group, start, of_part in zip(
            rows.titles, rows.groups, rows.starts, stops, strict=True
        ):
            items = [entry.item for entry in group]
            was = sum(item.outcome.was_wrong for item in items)
            now = sum(item.outcome.is_wrong for item in items)
            problem = f"{was} → {now}" if was or now else ""
            entries.append(Entry(worst_mark(items), title, problem, start, of_part))
        return outlines_of_parts(entries, rows.part_at)

    def panel(self, _row: int, /) -> Sequence[Line]:
        """What became of a plan, and the figures then and now."""
        verdicts = verdicts_text(self.review)
        said = [line(Piece("change ", Tone.DIM), verdicts)] if verdicts else []
        return [*said, *table(figure_rows(self.review))]
