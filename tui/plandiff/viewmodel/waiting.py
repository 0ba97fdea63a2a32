"""What a screen shows while there is no review yet."""

from __future__ import annotations

from collections.abc import Sequence

from plancore.report.file_names import short_names
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.rows.row import Rows
from plancore.report.rows.texts import TextRows
from plancore.source import SourceText
from plandiff.viewmodel.model import Model


class WaitingModel(Model):
    """No rows, and the names of the files that are compared: learned, reference, others; or that
    nobody compares them any more."""

    is_ready = False

    def __init__(self, learned: str, reference: str, *_: str, is_stopped: bool = False) -> None:
        names = Piece(" ▸ ".join(short_names(learned, reference)), Tone.TITLE)
        before, after = "comparing ", " …"
        if is_stopped:
            before, after = "not compared: ", "   R compares"
        self._heading = line(before, names, after)
        self._rows = TextRows(SourceText(""), SourceText(""), learned, reference)

    @property
    def heading(self) -> Line:
        """Which files are compared."""
        return self._heading

    @property
    def rows(self) -> Rows:
        """None."""
        return self._rows

    @property
    def text_rows(self) -> Rows:
        """None."""
        return self._rows

    def panel(self, _row: int, /) -> Sequence[Line]:
        """Nothing."""
        return ()
