"""Rows side by side as blocks of a page: runs of equal ones are folded.

A page with all rows of very long files would be of no use: it has so many, and says how many it
leaves out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, Protocol

from plancore.phrases import count_of
from plancore.report.document import (
    Block,
    Details,
    Paragraph,
    Section,
    SideBySide,
    as_line,
    row_anchor,
)
from plancore.report.lines import Tone, line
from plancore.report.rows.row import BOTH, Rows

MOST_ROWS: Final = 3_000
"""So many rows are shown."""
MOST_FOLDED: Final = 2_000
"""So many stand in folds besides."""
_ORDER_OF_THREE: Final = "before, the reference, learned"


class PartedRows(Rows, Protocol):
    """Rows in parts, each of which begins with a row for its title."""

    @property
    def starts(self) -> Sequence[int]:
        """The row of each part's title."""
        ...

    @property
    def titles(self) -> Sequence[str]:
        """What each part is called."""
        ...


def by_part(rows: PartedRows) -> Section:
    """The rows of all parts, each under its name."""
    told = RowBlocks(rows)
    ranges = pairwise((*rows.starts, rows.count))
    parts = [
        Section(title, list(told.blocks(start + 1, end, title)))
        for title, (start, end) in zip(rows.titles, ranges, strict=True)
    ]
    return side_by_side(rows, parts)


def side_by_side(rows: Rows, blocks: Sequence[Block]) -> Section:
    """The section that has rows, in blocks, with the order of their sides."""
    order = "the reference on the left" if len(rows.sides) == len(BOTH) else _ORDER_OF_THREE
    return Section("Side by side", blocks, order)


class RowBlocks:
    """Ranges of some `rows`, until as many are taken as a page has room for."""

    def __init__(self, rows: Rows, is_accepted: Callable[[int], bool] = lambda _: False) -> None:
        self._rows = rows
        self._is_accepted = is_accepted
        self._room = MOST_ROWS
        self._room_folded = MOST_FOLDED
        self._taken: list[SideBySide] = []

    def has_room(self, start: int, end: int) -> bool:
        """Whether all rows from `start` to `end` would be shown."""
        return end - start <= self._room

    def target(self, index: int) -> str:
        """The anchor of a row that differs; empty where it is left out, or not taken yet."""
        is_here = any(block.start <= index < block.end for block in self._taken)
        return row_anchor(index) if is_here else ""

    def blocks(self, start: int, end: int, label: str) -> Iterator[Block]:
        """The rows from `start` to `end` with their folds; `label` says what they are."""
        at = start
        runs = self._rows.runs
        for first, last in runs[bisect_left(runs, (start, 0)) : bisect_left(runs, (end, 0))]:
            yield from self._shown(at, first, label)
            if not self._room:
                yield self._left_out(first, end)
                return
            text = f"· {self._rows.fold_text(first, last)}"
            fold = self.folded(first, last, f"{label}, equal")
            if fold is None:
                yield Paragraph([as_line(f"{text} (left out here)", Tone.DIM)])
            else:
                yield Details(line(text), [fold])
            at = last
        yield from self._shown(at, end, label)

    def folded(self, start: int, end: int, label: str) -> SideBySide | None:
        """Rows that stand in a fold; None where there is no more room for that."""
        if end - start > self._room_folded:
            return None
        self._room_folded -= end - start
        return self._take(start, end, label)

    def _shown(self, start: int, end: int, label: str) -> Iterator[Block]:
        stop = min(end, start + self._room)
        self._room -= stop - start
        if start < stop:
            yield self._take(start, stop, label)
        if stop < end:
            yield self._left_out(stop, end)

    def _take(self, start: int, end: int, label: str) -> SideBySide:
        self._taken.append(SideBySide(self._rows, start, end, label, self._is_accepted))
        return self._taken[-1]

    def _left_out(self, start: int, end: int) -> Block:
        """What the page does not have."""
        stops = self._rows.stops
        n_stops = bisect_left(stops, end) - bisect_left(stops, start)
        text = f"{count_of(end - start, 'row')} with {count_of(n_stops, 'change')} left out here"
        return Paragraph([as_line(f"{text}: the viewer and other formats have them", Tone.DIM)])
