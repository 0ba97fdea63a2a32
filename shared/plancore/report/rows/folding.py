"""Folding: runs of equal rows are shown as one line each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from plancore.report.rows.row import Rows


class RowFold(NamedTuple):
    """A line that hides the rows from `start` to `end`."""

    start: int
    end: int


class Folding:
    """The lines of a view: rows and folds. `folded` has the starts of folded runs."""

    def __init__(self, rows: Rows, folded: frozenset[int]) -> None:
        self.rows = rows
        self.folded = folded
        self._folds = [RowFold(*run) for run in rows.runs if run[0] in folded]
        self._starts = [fold.start for fold in self._folds]
        self._lines: list[int] = []
        hidden = 0
        for fold in self._folds:
            self._lines.append(fold.start - hidden)
            hidden += fold.end - fold.start - 1
        self._hidden = hidden

    @classmethod
    def all_folded(cls, rows: Rows) -> Folding:
        """Every run folded."""
        return cls(rows, frozenset(start for start, _ in rows.runs))

    @classmethod
    def all_but(cls, rows: Rows, unfolded: Iterable[int]) -> Folding:
        """Every run folded except those that contain the rows `unfolded`."""
        whole = cls.all_folded(rows)
        runs = map(whole.run_at, unfolded)
        return cls(rows, whole.folded - {run[0] for run in runs if run is not None})

    @property
    def count(self) -> int:
        """The number of lines."""
        return self.rows.count - self._hidden

    def item(self, line: int) -> int | RowFold:
        """The row or fold at a line."""
        index = bisect_right(self._lines, line) - 1
        if index < 0:
            return line
        fold = self._folds[index]
        at = self._lines[index]
        return fold if line == at else fold.end + line - at - 1

    def line(self, row: int) -> int:
        """The line of a row, or of the fold that hides it."""
        index = bisect_right(self._starts, row) - 1
        if index < 0:
            return row
        fold = self._folds[index]
        at = self._lines[index]
        return at if row < fold.end else at + 1 + row - fold.end

    def run_at(self, row: int) -> tuple[int, int] | None:
        """The run that contains a row, folded or not."""
        runs = self.rows.runs
        index = bisect_right(runs, (row, self.rows.count + 1)) - 1
        if index >= 0 and runs[index][0] <= row < runs[index][1]:
            return runs[index]
        return None

    def toggled(self, row: int) -> Folding:
        """With the run at `row` folded or unfolded; unchanged without one."""
        run = self.run_at(row)
        return self if run is None else Folding(self.rows, self.folded ^ {run[0]})

    def revealing(self, row: int) -> Folding:
        """With `row` visible."""
        run = self.run_at(row)
        if run is None or run[0] not in self.folded:
            return self
        return Folding(self.rows, self.folded - {run[0]})


def runs_of_blocks(is_equal: Iterable[bool], starts: Sequence[int]) -> list[tuple[int, int]]:
    """Maximal ranges of rows made of consecutive equal blocks. Block `n` is the rows from
    `starts[n]` to `starts[n + 1]`; there may be more starts than values in `is_equal`."""
    runs: list[tuple[int, int]] = []
    for equal, start, end in zip(is_equal, starts, starts[1:], strict=False):
        if not equal:
            continue
        if runs and runs[-1][1] == start:
            runs[-1] = runs[-1][0], end
        else:
            runs.append((start, end))
    return runs


def equal_runs(equal: Sequence[bool], context: int, least: int) -> list[tuple[int, int]]:
    """The ranges of equal rows at least `context` rows away from a difference.

    No context is kept at the ends of the file. Ranges of fewer than `least` rows are left out.
    """
    runs = []
    start = 0
    count = len(equal)
    while start < count:
        if not equal[start]:
            start += 1
            continue
        end = start
        while end < count and equal[end]:
            end += 1
        first = start + context if start else start
        last = end - context if end < count else end
        if last - first >= least:
            runs.append((first, last))
        start = end
    return runs
