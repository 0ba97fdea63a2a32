"""Rows that next and previous go to: changes, or matches of a search."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple


class RowTargets(NamedTuple):
    """Rows, ascending, and what one of them is called."""

    rows: Sequence[int]
    what: str

    def beyond(self, row: int, direction: int) -> int | None:
        """The mark after `row`, or before it with a negative direction; None beyond the ends."""
        at = bisect_right(self.rows, row) if direction > 0 else bisect_left(self.rows, row) - 1
        return self.rows[at] if 0 <= at < len(self.rows) else None

    def from_here(self, row: int) -> int | None:
        """The first mark at or after `row`, going round; None if there are no marks."""
        if not self.rows:
            return None
        return self.rows[bisect_left(self.rows, row) % len(self.rows)]

    def position(self, row: int) -> str:
        """How many marks lie at or before `row`, of how many in all."""
        if not self.rows:
            return f"no {self.what}s"
        return f"{self.what} {bisect_right(self.rows, row)}/{len(self.rows)}"
