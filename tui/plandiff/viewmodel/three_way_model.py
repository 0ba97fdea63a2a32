"""What the last change of a learned domain did: actions with what became of them, and figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial

from plancore.report.figures import decimal
from plancore.report.layout import block_lines
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.rows.row import Rows
from plancore.report.rows.texts import Text
from plancore.report.threeway.document import figure_table
from plancore.report.threeway.meaning import meaning_of_item
from plancore.report.threeway.review import ThreeWayReview
from plancore.report.threeway.rows import ThreeWayRows, worst_mark
from plancore.report.threeway.texts import ThreeTextRows
from plancore.report.threeway.words import count_pieces, plans_texts
from plandiff.viewmodel.consequences import PlanConsequences
from plandiff.viewmodel.differences import Differences
from plandiff.viewmodel.model import ReviewModel
from plandiff.viewmodel.name_pairs import NamePairs
from plandiff.viewmodel.outline import Entry, Order, Outlines
from plandiff.viewmodel.outlines_by_change import first_order, outline_by_change
from plandiff.viewmodel.outlines_by_plans import outline_by_plans
from plandiff.viewmodel.part_outlines import outlines_of_parts, rows_within


class ThreeWayModel(ReviewModel[ThreeWayReview]):
    """A learned domain, its reference, and the learned domain before its last change."""

    @cached_property
    def heading(self) -> Line:
        """Files, the score then and now, and how many items there are of each outcome."""
        then, now = (decimal(counts.f1) for counts in self.review.literals)
        reviewed = self.review.reviewed
        return line(
            *self._files,
            f"   F1 {then} → {now}   ",
            *count_pieces(self.review),
            "   same" if self.review.is_same else "",
            *(() if self.consequences is None else self.consequences.counts),
            # Last, for a reviewer knows what was marked: it is what gives way.
            "" if reviewed is None or not reviewed.marks else f"   {reviewed.text}",
        )

    @cached_property
    def consequences(self) -> PlanConsequences | None:
        """Those of the differences that there are now."""
        report = self.review.now.blame
        return None if report is None else PlanConsequences(report.blame, self.rows)

    @cached_property
    def rows(self) -> ThreeWayRows:
        """All actions."""
        return ThreeWayRows(self.review)

    @cached_property
    def text_rows(self) -> Rows:
        """The lines of all three files."""
        files = self.review.learned, self.review.reference, self.review.before.learned
        return ThreeTextRows(*(Text(file.source, file.name) for file in files))

    @property
    def offers(self) -> Sequence[object]:
        """The actions, pairs of names, what differences do to plans, and what can be judged."""
        return self.outlines, self.pairs, self.consequences, self.differences

    @cached_property
    def pairs(self) -> NamePairs:
        """The pairs of names that the comparison rests on."""
        return NamePairs(self.review.diff)

    @cached_property
    def differences(self) -> Differences:
        """Those of now, which a reviewer can judge."""
        return Differences(self.review.now, self.rows.difference)

    @cached_property
    def outlines(self) -> Outlines | None:
        """The actions, with how many things are wrong in each, and were."""
        rows = self.rows
        starts = rows.starts[:-1]
        stops = rows_within(rows.stops, starts, rows.count)
        entries: list[Entry] = []
        for (title, items, _), start, of_action in zip(rows.groups, starts, stops, strict=True):
            was = sum(item.outcome.was_wrong for item in items)
            now = sum(item.outcome.is_wrong for item in items)
            problem = f"{was} → {now}" if was or now else ""
            stopped = None if self.consequences is None else rows.n_stopped(len(entries))
            mark = worst_mark(items)
            entries.append(Entry(mark, title, problem, start, of_action, n_stopped=stopped))
        others = {Order.CHANGE: partial(outline_by_change, rows, self._name_at)}
        if self.consequences is not None:
            others[Order.PLANS] = partial(outline_by_plans, rows, self._name_at)
        first = first_order(self.review.outcomes)
        outlines = outlines_of_parts(entries, rows.group_at, others, first)
        return None if outlines is None else outlines.saying(self.differences.said_of)

    def _name_at(self, row: int) -> str:
        """The name of the action that a row is of; nothing for declarations."""
        title, _, action = self.rows.groups[self.rows.group_at(row)]
        return "" if action is None else title

    def context(self, row: int, /) -> str:
        """The action, and the part of it."""
        item = self.rows.item(row)
        name = self._name_at(row) if self.rows.count else ""
        return "" if item is None or not name else f"{name} {item.part}"

    def panel(self, row: int, /) -> Sequence[Line]:
        """What the difference in a row means and does to plans, and what became of plans."""
        return [*self._tell(row)]

    def _tell(self, row: int) -> Iterator[Line]:
        if not self.rows.count:
            yield line("no file has an action")
            return
        item = self.rows.item(row)
        action = self.rows.action_of(row) if item else None
        words = meaning_of_item(self.rows.told.index, action, item) if item else ""
        if words:
            yield line(Piece("means  ", Tone.DIM), words)
        if self.consequences is not None:
            yield from self.consequences.lines(row)
        if self.review.plans is not None:
            for text in plans_texts(self.review.plans):
                yield line(Piece("change ", Tone.DIM), text)

    def figures(self, _row: int, /) -> Sequence[Line]:
        """The figures before and now."""
        return list(block_lines(figure_table(self.review)))
