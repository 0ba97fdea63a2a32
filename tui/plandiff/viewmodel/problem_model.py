"""The review of two problems: what differs in each part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from plancore.compare.changes import ChangeKind
from plancore.metrics.support.confusion import Confusion, total
from plancore.report import marks
from plancore.report.differences import differences_of
from plancore.report.domain.literal_rows import RATIOS
from plancore.report.figures import decimal
from plancore.report.layout import block_lines
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.problem.document import count_table, verdict_text
from plancore.report.problem.review import ProblemReview
from plancore.report.problem.rows import ProblemRows
from plancore.report.tallies import MARKS
from plandiff.viewmodel.model import ReviewModel, tallied
from plandiff.viewmodel.outline import (
    OutlineEntry,
    Outlines,
    outlines_of_parts,
    rows_within,
)


class ProblemModel(ReviewModel[ProblemReview]):
    """The comparison of two problems."""

    @cached_property
    def heading(self) -> Line:
        """Files, overall score, how many differences there are of each kind, and the strongest
        thing that can be said."""
        counts = total(self.review.counts.values(), Confusion(0, 0, 0))
        ratios = (("F1", counts.f1), ("P", counts.precision), ("R", counts.recall))
        kinds = Counter(each.kind for each in differences_of(self.review))
        return line(
            *self._files,
            f"  {''.join(f' {name} {decimal(value)}' for name, value in ratios)}  ",
            *tallied((kinds[kind], MARKS[kind.value]) for kind in ChangeKind),
            f"   {verdict_text(self.review)}",
        )

    @cached_property
    def rows(self) -> ProblemRows:
        """All parts."""
        return ProblemRows(self.review)

    @property
    def offers(self) -> Sequence[object]:
        """The parts."""
        return (self.outlines,)

    @cached_property
    def outlines(self) -> Outlines | None:
        """The parts, with how many of their formulas are the same."""
        rows = self.rows
        stops = rows_within(rows.stops, rows.starts, rows.count)
        parts = zip(rows.titles, rows.counts, rows.starts, stops, strict=True)
        entries = [_entry(*part) for part in parts]
        return outlines_of_parts(entries, rows.part_at, {})

    def panel(self, _row: int, /) -> Sequence[Line]:
        """Nothing but the row."""
        return ()

    def figures(self, _row: int, /) -> Sequence[Line]:
        """The counts of each part."""
        return [*block_lines(count_table(self.review)), (), line(Piece(RATIOS, Tone.DIM))]


def _entry(
    title: str, kinds: Counter[ChangeKind | None], start: int, stops: Sequence[int]
) -> OutlineEntry:
    """A part, with how many of its formulas are the same."""
    total = kinds.total()
    problem = f"{kinds[None]}/{total}" if total else ""
    return OutlineEntry(marks.CHANGED if stops else marks.SAME, title, problem, start, stops)
