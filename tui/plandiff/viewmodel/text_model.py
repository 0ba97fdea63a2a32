"""The lines of two files that are neither PDDL nor plans."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.rows.row import Rows
from plancore.report.text.review import TextReview
from plancore.report.text.text import verdict_text
from plandiff.viewmodel.model import ReviewModel


class TextModel(ReviewModel[TextReview]):
    """Nothing is known of the files but their lines."""

    @cached_property
    def heading(self) -> Line:
        """Files, and how many lines differ."""
        tone = Tone.PLAIN if self.review.is_same else Tone.CHANGED
        return line(*self._files, "   ", Piece(verdict_text(self.review), tone))

    @property
    def rows(self) -> Rows:
        """The lines."""
        return self.text_rows

    def panel(self, _row: int, /) -> Sequence[Line]:
        """Nothing: no more is known of a line than what it says."""
        return ()
