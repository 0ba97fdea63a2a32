"""What the last change of a learned problem or plan did."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial

from plancore.report.change.document import figure_table, verdicts_text
from plancore.report.change.review import ChangeReview
from plancore.report.change.rows import ChangeRows
from plancore.report.change.state_lines import ChangeStateLines
from plancore.report.layout import block_lines
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.marks import FAILING_NOW
from plancore.report.plan.review import PlanReview
from plancore.report.plan.state_lines import MOST_OF_PAGE
from plancore.report.plan.summary import PlanSummary, summary_of
from plancore.report.rows.row import Rows
from plancore.report.rows.texts import Text
from plancore.report.threeway.rows import worst_mark
from plancore.report.threeway.texts import ThreeTextRows
from plancore.report.threeway.words import count_pieces
from plandiff.viewmodel.model import ReviewModel, SidePanel
from plandiff.viewmodel.outline import Entry, Order, Outlines
from plandiff.viewmodel.outlines_by_change import first_order, outline_by_change
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
        """The parts, and the states of executed plans."""
        return self.outlines, self.states

    @cached_property
    def states(self) -> SidePanel | None:
        """States and outcomes, if the plan was executed now and then."""
        now, before = self.review.now, self.review.before
        if not isinstance(now, PlanReview) or not isinstance(before, PlanReview):
            return None
        if now.execution is None or before.execution is None:
            return None
        whole = ChangeStateLines(self.rows, now, before, MOST_OF_PAGE, has_shared=True)
        return SidePanel(ChangeStateLines(self.rows, now, before).lines, whole.lines)

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
        others = {Order.CHANGE: partial(outline_by_change, rows, self._name_at)}
        return outlines_of_parts(entries, rows.part_at, others, first_order(self.review.outcomes))

    def _name_at(self, row: int) -> str:
        """The part that a row is of, where there are several."""
        titles = self.rows.titles
        return titles[self.rows.part_at(row)] if len(titles) > 1 else ""

    @property
    def failures(self) -> Sequence[int] | None:
        """Those of the learned plan as it is."""
        now = self.review.now
        is_executed = isinstance(now, PlanReview) and now.execution is not None
        return self.rows.failures if is_executed else None

    def summary(self, width: int, /) -> Line:
        """Of plans first divergence, first failure and goals, as they are now."""
        return () if self._summary is None else self._summary.line(width)

    @cached_property
    def _summary(self) -> PlanSummary | None:
        now = self.review.now
        return summary_of(now, FAILING_NOW) if isinstance(now, PlanReview) else None

    def panel(self, _row: int, /) -> Sequence[Line]:
        """What became of a plan."""
        verdicts = verdicts_text(self.review)
        return [line(Piece("change ", Tone.DIM), verdicts)] if verdicts else []

    def figures(self, _row: int, /) -> Sequence[Line]:
        """The figures before and now."""
        return list(block_lines(figure_table(self.review)))
