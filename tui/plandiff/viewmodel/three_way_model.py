"""What the last change of a learned domain did: actions with what became of them, and figures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from plancore.report import marks
from plancore.report.figures import decimal
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.table import table
from plancore.report.threeway.review import ThreeWayReview
from plancore.report.threeway.rows import ThreeWayRows, worst_mark
from plancore.report.threeway.text import figure_rows
from plancore.report.threeway.words import count_pieces, plans_texts
from plandiff.viewmodel.model import Entry, Outline, ReviewModel


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
        """The actions, if there are any."""
        return [self.outline] if self.entries else []

    @cached_property
    def outline(self) -> Outline:
        """The actions."""
        return Outline(self.entries, self.rows.starts)

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """The actions, with how many of their items are wrong, and were."""
        entries = []
        for title, items, _ in self.rows.groups:
            was, now = (
                sum(getattr(item.outcome, side) for item in items)
                for side in ("was_wrong", "is_wrong")
            )
            mark = worst_mark(items) if was or now else marks.SAME
            entries.append(Entry(mark, title, "", f"{was} → {now}", -now))
        return entries

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
