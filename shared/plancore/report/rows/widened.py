"""More rows around differences than the rows themselves would leave unfolded."""

from __future__ import annotations

from collections.abc import Sequence

from plancore.report.rows.row import Rows, Side


class Widened:
    """`rows` with `more` equal rows beside each difference that are not folded."""

    def __init__(self, rows: Rows, more: int) -> None:
        self.sides: Sequence[Side] = rows.sides
        self.count = rows.count
        self.stops = rows.stops
        self.stacks = rows.stacks
        # At the ends of the file there is no difference to be near to.
        widened = (
            (start + more if start else start, end - more if end < rows.count else end)
            for start, end in rows.runs
        )
        self.runs: Sequence[tuple[int, int]] = [run for run in widened if run[0] < run[1]]
        self.row = rows.row
        self.fold_text = rows.fold_text
        self.matching = rows.matching
