"""The review of two problems: what differs in each part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from plancore.report.lines import Line, line
from plancore.report.problem.review import ProblemReview
from plancore.report.problem.rows import ProblemRows
from plancore.report.problem.text import count_rows, verdict_text
from plancore.report.table import table
from plandiff.viewmodel.model import ReviewModel


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

    def panel(self, _row: int, /) -> Sequence[Line]:
        """The counts of each part."""
        return self._counts

    @cached_property
    def _counts(self) -> Sequence[Line]:
        return table(count_rows(self.review))
