"""An overview of all rows in a few lines, each with the weightiest mark of its range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol, runtime_checkable

from plancore.report import marks
from plancore.report.marks import Mark
from plancore.report.rows.row import Rows

WEIGHTS: Final = (
    marks.SAME,
    marks.COMMUTES,
    marks.MOVED,
    marks.CHANGED,
    marks.MISSING,
    marks.EXTRA,
    *marks.OUTCOMES,
    marks.FAILING,
    marks.FAILING_NOW,
)
"""The marks of rows in ascending order of weight."""
_WEIGHT_OF: Final = {mark: weight for weight, mark in enumerate(WEIGHTS)}
_LIGHTEST_OF: Final = {mark.tone: weight for mark, weight in reversed(_WEIGHT_OF.items())}
"""By tone, for marks that only one kind of review has."""


class RowOverview:
    """The marks of all rows, a byte for each: its index in `WEIGHTS`.

    Queries only search bytes, so they are fast even for a million rows.
    """

    def __init__(self, weights: bytes) -> None:
        self._weights = weights

    @classmethod
    def of_differing(cls, count: int, differing: Mapping[int, Mark]) -> RowOverview:
        """Of `count` rows, all the same except the `differing` ones."""
        weights = bytearray(count)
        for row, mark in differing.items():
            weights[row] = _weight(mark)
        return cls(bytes(weights))

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self._weights)

    def lines(self, height: int) -> list[Mark]:
        """A mark for each of `height` lines, or for each row if there are fewer."""
        return [
            WEIGHTS[self._heaviest(*self._stretch(at, height))[0]] for at in self._lines(height)
        ]

    def heaviest(self, rows: range) -> tuple[Mark, int]:
        """The weightiest mark in a range of rows, and the first row that has it."""
        weight, row = self._heaviest(rows.start, rows.stop)
        return WEIGHTS[weight], row

    def line_of(self, row: int, height: int) -> int:
        """The line that represents `row`."""
        n_lines = len(self._lines(height))
        # The last line whose range does not begin after the row.
        return min(((row + 1) * n_lines - 1) // max(self.count, 1), max(n_lines - 1, 0))

    def row_at(self, line: int, height: int) -> int:
        """The row that a line represents: the first one that has its mark."""
        return self._heaviest(*self._stretch(line, height))[1]

    def _lines(self, height: int) -> range:
        return range(min(height, self.count))

    def _stretch(self, line: int, height: int) -> tuple[int, int]:
        n_lines = len(self._lines(height))
        return line * self.count // n_lines, (line + 1) * self.count // n_lines

    def _heaviest(self, start: int, end: int) -> tuple[int, int]:
        """The greatest weight in a range of rows, and the first row that has it."""
        for weight in range(len(WEIGHTS) - 1, 0, -1):
            at = self._weights.find(weight, start, end)
            if at >= 0:
                return weight, at
        return 0, start


def weighed(row_marks: Sequence[Mark]) -> RowOverview:
    """The overview of rows with these marks."""
    return RowOverview(bytes([_weight(mark) for mark in row_marks]))


def _weight(mark: Mark) -> int:
    weight = _WEIGHT_OF.get(mark)
    return _LIGHTEST_OF[mark.tone] if weight is None else weight


@runtime_checkable
class Surveyed(Protocol):
    """Rows whose marks are known without making the rows."""

    @property
    def overview(self) -> RowOverview:
        """The marks of all rows."""
        ...


def overview_of(rows: Rows) -> RowOverview:
    """The marks of all rows as far as known without making them; by default stops count as
    changed."""
    if isinstance(rows, Surveyed):
        return rows.overview
    return RowOverview.of_differing(rows.count, dict.fromkeys(rows.stops, marks.CHANGED))
