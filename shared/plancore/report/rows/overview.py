"""All rows at a glance: as many lines as there is room for, each with the weightiest mark of its
stretch."""

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
"""The marks that rows can have, the weightiest last."""
_WEIGHT_OF: Final = {mark: weight for weight, mark in enumerate(WEIGHTS)}
_LIGHTEST_OF: Final = {mark.tone: weight for mark, weight in reversed(_WEIGHT_OF.items())}
"""By tone, for marks that one kind of review alone has."""


class RowOverview:
    """The marks of all rows, a byte for each: its number in `WEIGHTS`.

    What it is asked takes no longer for a million rows than it takes to look for a byte in as many.
    """

    def __init__(self, weights: bytes) -> None:
        self._weights = weights

    @classmethod
    def of_differing(cls, count: int, differing: Mapping[int, Mark]) -> RowOverview:
        """Of `count` rows, all the same but for the `differing` ones."""
        weights = bytearray(count)
        for row, mark in differing.items():
            weights[row] = _weight(mark)
        return cls(bytes(weights))

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._weights)

    def lines(self, height: int) -> list[Mark]:
        """A mark for each of `height` lines, or of as many as there are rows."""
        return [
            WEIGHTS[self._heaviest(*self._stretch(at, height))[0]] for at in self._lines(height)
        ]

    def heaviest(self, rows: range) -> tuple[Mark, int]:
        """The weightiest mark of neighbouring rows, and the first one that has it."""
        weight, row = self._heaviest(rows.start, rows.stop)
        return WEIGHTS[weight], row

    def line_of(self, row: int, height: int) -> int:
        """The line that stands for `row`."""
        n_lines = len(self._lines(height))
        # The last line whose stretch does not begin behind the row.
        return min(((row + 1) * n_lines - 1) // max(self.count, 1), max(n_lines - 1, 0))

    def row_at(self, line: int, height: int) -> int:
        """The row that a line stands for: the first one that has its mark."""
        return self._heaviest(*self._stretch(line, height))[1]

    def _lines(self, height: int) -> range:
        return range(min(height, self.count))

    def _stretch(self, line: int, height: int) -> tuple[int, int]:
        n_lines = len(self._lines(height))
        return line * self.count // n_lines, (line + 1) * self.count // n_lines

    def _heaviest(self, start: int, end: int) -> tuple[int, int]:
        """The greatest weight of these rows, and the first row that has it."""
        for weight in range(len(WEIGHTS) - 1, 0, -1):
            at = self._weights.find(weight, start, end)
            if at >= 0:
                return weight, at
        return 0, start


def weighed(row_marks: Sequence[Mark]) -> RowOverview:
    """Of rows with these marks."""
    return RowOverview(bytes([_weight(mark) for mark in row_marks]))


def _weight(mark: Mark) -> int:
    weight = _WEIGHT_OF.get(mark)
    return _LIGHTEST_OF[mark.tone] if weight is None else weight


@runtime_checkable
class Surveyed(Protocol):
    """Rows that know the mark of each without making it."""

    @property
    def overview(self) -> RowOverview:
        """The marks of all rows."""
        ...


def overview_of(rows: Rows) -> RowOverview:
    """The marks of all rows, as far as they are known without making each."""
    if isinstance(rows, Surveyed):
        return rows.overview
    return RowOverview.of_differing(rows.count, dict.fromkeys(rows.stops, marks.CHANGED))
