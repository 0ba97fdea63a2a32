"""Side-by-side rows as blocks of a page, with runs of equal rows folded.

Pages have a maximum number of rows and report how many they leave out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, Protocol

from plancore.phrases import SIDES, count_of
from plancore.report import document as doc
from plancore.report.lines import Line, Tone, line
from plancore.report.rows.row import BOTH, Rows

MOST_ROWS: Final = 3_000
"""The maximum number of unfolded rows."""
MOST_FOLDED: Final = 2_000
"""The maximum number of rows in folds, in addition."""


class PartedRows(Rows, Protocol):
    """Rows in parts, each of which begins with a title row."""

    @property
    def starts(self) -> Sequence[int]:
        """The title row of each part."""
        ...


class Part(NamedTuple):
    """A part of rows, such as an action: the name that links use, its title and a note. Parts that
    are the same are folded."""

    name: str
    title: Line
    note: str = ""
    is_same: bool = False


def by_part(rows: PartedRows, titles: Sequence[str]) -> doc.Section:
    """All parts, each under its title."""
    return side_by_side(rows, Parts(rows, [Part(title, doc.as_line(title)) for title in titles]))


def side_by_side(rows: Rows, blocks: Iterable[doc.Block]) -> doc.Section:
    """A section of side-by-side blocks; its note gives the order of the sides."""
    order = f"{SIDES.the_reference} on the left"
    if len(rows.sides) != len(BOTH):
        order = f"before, {SIDES.the_reference}, {SIDES.learned}"
    return doc.Section("Side by side", list(blocks), order)


class Parts:
    """The blocks of all `parts` of some rows: first the parts that differ, then the others in a
    fold, which is labelled with their count and `same`. `below` maps the index of a part to blocks
    below its rows."""

    def __init__(
        self,
        rows: PartedRows,
        parts: Sequence[Part],
        same: str = "",
        below: Callable[[int], Iterable[doc.Block]] = lambda _: (),
        is_accepted: Callable[[int], bool] = lambda _: False,
        name_of: Callable[[int], str] = lambda _: "",
    ) -> None:
        self._parts = parts
        self._below = below
        self._ranges = [*pairwise((*rows.starts, rows.count))]
        self._rows = RowBlocks(rows, is_accepted, name_of)
        self.anchors: dict[str, str] = {}
        """The anchors of the parts on the page, by name."""
        self._blocks = [*self._differing(), *self._folded(same)]

    def __iter__(self) -> Iterator[doc.Block]:
        return iter(self._blocks)

    def _differing(self) -> Iterator[doc.Block]:
        numbers = [number for number, part in enumerate(self._parts) if not part.is_same]
        for n_before, number in enumerate(numbers):
            start, end = self._ranges[number]
            if self._rows.is_full:
                yield doc.left_out(len(numbers) - n_before)
                break
            rows = self._rows.blocks(start + 1, end, self._label(number))
            yield self._section(number, rows)

    def _folded(self, same: str) -> Iterator[doc.Block]:
        numbers = [number for number, part in enumerate(self._parts) if part.is_same]
        blocks: list[doc.Block] = []
        for number in numbers:
            start, end = self._ranges[number]
            rows = self._rows.folded(start + 1, end, self._label(number))
            if rows is None:
                blocks.append(doc.left_out(len(numbers) - len(blocks)))
                break
            blocks.append(self._section(number, [rows]))
        if blocks:
            yield doc.Details(line(f"· {count_of(len(numbers), 'action')} {same}"), blocks)

    def _section(self, number: int, rows: Iterable[doc.Block]) -> doc.Section:
        name, title, note, _ = self._parts[number]
        anchor = self.anchors[name] = f"part-{number + 1}"
        return doc.Section(title, [*rows, *self._below(number)], note, anchor)

    def _label(self, number: int) -> str:
        return "".join(piece.text for piece in self._parts[number].title)


class RowBlocks:
    """Ranges of `rows` as blocks, up to the maximum of a page."""

    def __init__(
        self,
        rows: Rows,
        is_accepted: Callable[[int], bool] = lambda _: False,
        name_of: Callable[[int], str] = lambda _: "",
    ) -> None:
        self._rows, self._name_of = rows, name_of
        self._is_accepted = is_accepted
        self._room = MOST_ROWS
        self._room_folded = MOST_FOLDED
        self._taken: list[doc.SideBySide] = []

    @property
    def is_full(self) -> bool:
        """Whether there is no room for more unfolded rows."""
        return not self._room

    def target(self, index: int) -> str:
        """The anchor of a row that differs; empty if it is not on the page (yet)."""
        is_here = any(block.start <= index < block.end for block in self._taken)
        return doc.row_anchor(index) if is_here else ""

    def blocks(self, start: int, end: int, label: str) -> Iterator[doc.Block]:
        """The rows from `start` to `end` with their folds; `label` describes them."""
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
                yield doc.Paragraph([doc.as_line(f"{text} (not shown)", Tone.DIM)])
            else:
                yield doc.Details(line(text), [fold])
            at = last
        yield from self._shown(at, end, label)

    def folded(self, start: int, end: int, label: str) -> doc.SideBySide | None:
        """The rows of a fold; None if there is no room for them."""
        if end - start > self._room_folded:
            return None
        self._room_folded -= end - start
        return self._take(start, end, label)

    def _shown(self, start: int, end: int, label: str) -> Iterator[doc.Block]:
        stop = min(end, start + self._room)
        self._room -= stop - start
        if start < stop:
            yield self._take(start, stop, label)
        if stop < end:
            yield self._left_out(stop, end)

    def _take(self, start: int, end: int, label: str) -> doc.SideBySide:
        block = doc.SideBySide(self._rows, start, end, label, self._is_accepted, self._name_of)
        self._taken.append(block)
        return self._taken[-1]

    def _left_out(self, start: int, end: int) -> doc.Block:
        """A note on rows that the page leaves out."""
        stops = self._rows.stops
        n_stops = bisect_left(stops, end) - bisect_left(stops, start)
        text = f"{count_of(end - start, 'row')} with {count_of(n_stops, 'change')} not shown"
        return doc.Paragraph(
            [doc.as_line(f"{text}: the viewer and other formats have them", Tone.DIM)]
        )
