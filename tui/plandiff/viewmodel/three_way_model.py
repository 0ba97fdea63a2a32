"""What the last change of a learned domain did: actions with what became of them, and figures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from plancore.report.figures import decimal
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.table import table
from plancore.report.threeway.review import ThreeWayReview
from plancore.report.threeway.rows import ThreeWayRows, worst_mark
from plancore.report.threeway.text import figure_rows
from plancore.report.threeway.words import count_pieces, plans_texts
from plandiff.viewmodel.model import ReviewModel
from plandiff.viewmodel.outline import Entry, Outlines
from plandiff.viewmodel.part_outlines import outlines_of_parts, rows_within


class ThreeWayModel(ReviewModel[ThreeWayReview]):
    """A learned domain, its reference, and the learned domain before its last change."""

    @cached_property
    def heading(self) -> Line:
        """Files, the score then and now, and how many items there are of each outcome."""
        then, now = (decimal(counts.f1) for counts in self.review.literals)
        return line(
            *self._files,
            f"   F1 {then} → {now}   ",
            *count_pieces(self.review),
            "   same" if self.review.is_same else "",
        )

    @cached_property
    def rows(self) -> ThreeWayRows:
        """All actions."""
        return ThreeWayRows(self.review)

    @property
    def offers(self) -> Sequence[object]:
        """The actions."""
        return (self.outlines,)

    @cached_property
    def outlines(self) -> Outlines | None:
        """The actions, with how many things are wrong in each, and were."""
        rows = self.rows
        starts = rows.starts[:-1]
        stops = rows_within(rows.stops, starts, rows.count)
        entries = []
        for (title, items, _), start, of_action in zip(rows.groups, starts, stops, strict=True):
            was = sum(item.outcome.was_wrong for item in items)
            now = sum(item.outcome.is_wrong for item in items)
            problem = f"{was} → {now}" if was or now else ""
            entries.append(Entry(worst_mark(items), title, problem, start, of_action))
        return outlines_of_parts(entries, rows.group_at)

    def panel(self, _row: int, /) -> Sequence[Line]:
        """The figures before and now, and what became of plans."""
        return self._figures

    @cached_property
    def _figures(self) -> Sequence[Line]:
        plans = [] if self.review.plans is None else plans_texts(self.review.plans)
        return [
            *(line(Piece("plans  ", Tone.DIM), text) for text in plans),
            *table(figure_rows(self.review)),
        ]
