"""The review of two problems: what differs in each part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from plancore.compare.changes import ChangeKind
from plancore.compare.other_objects import OtherObject, other_objects
from plancore.metrics.support.confusion import Confusion, total
from plancore.phrases import count_of
from plancore.report import marks
from plancore.report.differences import differences_of
from plancore.report.domain.literal_rows import RATIOS
from plancore.report.figures import decimal
from plancore.report.layout import block_lines
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.problem.document import count_table, verdict_text
from plancore.report.problem.review import ProblemReview
from plancore.report.problem.rows import ProblemRows
from plancore.report.tallies import MARKS
from plandiff.viewmodel.model import ReviewModel, tallied
from plandiff.viewmodel.outline import (
    Order,
    Outline,
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
        others = {Order.CAUSES: lambda: self._by_cause(entries)} if self._causes else {}
        return outlines_of_parts(entries, rows.part_at, others)

    @cached_property
    def _causes(self) -> Sequence[OtherObject]:
        return other_objects(self.review.diff)

    def _by_cause(self, parts: Sequence[OutlineEntry]) -> Outline:
        """What stands for something else, with its differences; then the other differences."""
        entries, left = [], dict.fromkeys(self.rows.stops)
        for cause in self._causes:
            rows = sorted(self.rows.row_of[id(change)] for change in cause.changes)
            count = count_of(len(rows), "difference")
            name = visible(f"{cause.learned} for {cause.reference}")
            entries.append(OutlineEntry(marks.MOVED, name, count, rows[0], rows))
            for row in rows:
                del left[row]
        for part in parts:
            rest = [row for row in part.rows if row in left]
            if rest:
                other = count_of(len(rest), "other")
                entries.append(part._replace(problem=other, start=rest[0], rows=rest))
        places = {row: place for place, entry in enumerate(entries) for row in entry.rows}
        return Outline(Order.CAUSES, entries, places.get)

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
