"""Both sides in one column: a changed row becomes two lines."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from plancore.report.lines import Tone
from plancore.report.rows.row import Role, Rows, ViewRow


class UnifiedRows:
    """`rows` with the reference's side of each changed row above the learned side."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._pairs = rows.pairs
        # Where the first line of each changed row comes to stand.
        self._firsts = [index + before for before, index in enumerate(self._pairs)]

    @property
    def count(self) -> int:
        """One line more for each changed row."""
        return self._rows.count + len(self._pairs)

    @property
    def stops(self) -> Sequence[int]:
        """As below; a changed row counts once."""
        return [self.moved(index) for index in self._rows.stops]

    @property
    def pairs(self) -> Sequence[int]:
        """None: each line has one side, or the same on both."""
        return ()

    @property
    def runs(self) -> Sequence[tuple[int, int]]:
        """As below; no changed row is in one."""
        return [(self.moved(start), self.moved(end)) for start, end in self._rows.runs]

    def row(self, index: int) -> ViewRow:
        """One side of a changed row, or a row as it is."""
        base, is_second = self.base(index)
        row = self._rows.row(base)
        at = bisect_left(self._pairs, base)
        if at == len(self._pairs) or self._pairs[at] != base:
            return _joined(row)
        if is_second:
            return row._replace(reference=None, sign="+", tone=Tone.EXTRA, is_half=True)
        return row._replace(learned=None, sign="-", tone=Tone.MISSING, is_half=True)

    def fold_text(self, start: int, end: int) -> str:
        """As below."""
        return self._rows.fold_text(self.base(start)[0], self.base(end)[0])

    def matching(self, text: str) -> list[int]:
        """The first line of each row that matches."""
        return [self.moved(index) for index in self._rows.matching(text)]

    def moved(self, index: int) -> int:
        """The line where row `index` of the rows below starts."""
        return index + bisect_left(self._pairs, index)

    def base(self, index: int) -> tuple[int, bool]:
        """The row below that line `index` shows, and whether it is the second line of it."""
        before = bisect_left(self._firsts, index)
        is_second = before > 0 and self._firsts[before - 1] + 1 == index
        return index - before, is_second


def _joined(row: ViewRow) -> ViewRow:
    """A row whose sides are the same thing under two names: both names where they explain."""
    ours, theirs = row.learned, row.reference
    if ours is None or theirs is None or ours.text == theirs.text:
        return row
    is_parameters = ours.text.startswith(":parameters")
    if row.role is not Role.TITLE and not is_parameters:
        return row
    return row._replace(learned=ours._replace(text=f"{ours.text} ⇐ {theirs.text}"))
