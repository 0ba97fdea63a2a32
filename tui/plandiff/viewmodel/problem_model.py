"""The review of two problems: what differs in each part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from plancore.compare.changes import ChangeKind
from plancore.report import marks
from plancore.report.lines import Line, line
from plancore.report.problem.review import ProblemReview
from plancore.report.problem.rows import ProblemRows
from plancore.report.problem.text import count_rows, verdict_text
from plancore.report.table import table
from plandiff.viewmodel.model import Entry, Outline, ReviewModel


class ProblemModel(ReviewModel[ProblemReview]):
    """The comparison of two problems."""

    @cached_property
    def heading(self) -> Line:
        """Files, and the strongest thing that can be said."""
        return line(*self._files, f"   {verdict_text(self.review)}")

    @cached_property
    def rows(self) -> ProblemRows:
        """All parts."""
        return ProblemRows(self.review)

    @property
    def offers(self) -> Sequence[object]:
        """The parts, if there are any."""
        return [self.outline] if self.rows.starts else []

    @cached_property
    def outline(self) -> Outline:
        """The parts, with how many of their formulas are the same."""
        named = zip(self.rows.titles, self.rows.counts, strict=True)
        return Outline([_entry(title, kinds) for title, kinds in named], self.rows.starts)

    def panel(self, _row: int, /) -> Sequence[Line]:
        """The counts of each part."""
        return self._counts

    @cached_property
    def _counts(self) -> Sequence[Line]:
        return table(count_rows(self.review))


def _entry(title: str, kinds: Counter[ChangeKind | None]) -> Entry:
    """A part; without formulas it lists what there is besides."""
    total, same = kinds.total(), kinds[None]
    mark = marks.SAME if same == total else marks.CHANGED
    return Entry(mark, title, "", f"{same}/{total}" if total else "", same / total if total else 1)
