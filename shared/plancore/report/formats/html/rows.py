"""Rows of sides next to each other as tables: the same rows as in the viewer and in text.

A run of equal rows is a fold that opens. A page with all rows of very long files would be of no
use: it has so many, and says how many it leaves out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Protocol

from plancore.phrases import count_of
from plancore.report.formats.html.elements import NOTHING, Html, element, joined, text
from plancore.report.formats.html.inline import pddl
from plancore.report.formats.html.marks import SPOKEN, sign
from plancore.report.formats.html.tables import folded, heading
from plancore.report.lines import Line, Tone
from plancore.report.marks import Mark
from plancore.report.places import Where
from plancore.report.rows.row import BOTH, Cell, Role, Rows

if TYPE_CHECKING:
    from plancore.compare.difference import Difference
    from plancore.report.reviewed.marks import Reviewed

MOST_ROWS: Final = 3_000
"""So many rows are shown."""
MOST_FOLDED: Final = 2_000
"""So many stand in folds besides."""


def accepted_in(
    reviewed: Reviewed | None, difference_in: Callable[[int], Difference | None]
) -> Callable[[int], bool]:
    """Tells of rows, by the differences in them, whether a reviewer accepted them."""
    if reviewed is None:
        return lambda _: False
    # Imported by who has marks.
    from plancore.report.reviewed.marks import name_of

    def is_accepted(row: int) -> bool:
        difference = difference_in(row)
        return difference is not None and reviewed.is_accepted(name_of(difference))

    return is_accepted


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


def by_part(rows: PartedRows, spoken: Mapping[str, str] = SPOKEN) -> Html:
    """The tables of all parts, each under its name."""
    tables = RowTables(rows, spoken)
    ranges = pairwise((*rows.starts, rows.count))
    return joined(
        joined((element("h3", title), tables.rows(start + 1, end, title)))
        for title, (start, end) in zip(rows.titles, ranges, strict=True)
    )


class RowTables:
    """The tables of some `rows`, until as many are written as a page has room for. Signs are
    `spoken` as words. Rows of differences that a reviewer `accepted` recede."""

    def __init__(
        self,
        rows: Rows,
        spoken: Mapping[str, str] = SPOKEN,
        accepted: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self._rows = rows
        self._accepted = accepted
        self._spoken = spoken
        self._room = MOST_ROWS
        self._room_folded = MOST_FOLDED
        self._anchors: set[int] = set()
        sides = (f"{side.sign} {side.name}" for side in reversed(rows.sides))
        self._names = [element("th", name, scope="col") for name in sides]

    def has_room(self, start: int, end: int) -> bool:
        """Whether all rows from `start` to `end` would be shown."""
        return end - start <= self._room

    def link(self, index: int, words: str) -> Html:
        """A way to a row that differs; the words alone where it is left out, or not shown yet."""
        is_here = index in self._anchors
        return element("a", words, href=f"#{_anchor(index)}") if is_here else text(words)

    def rows(self, start: int, end: int, label: str) -> Html:
        """The rows from `start` to `end` with their folds; `label` says what they are."""
        return joined(self._parts(start, end, label))

    def folded_rows(self, start: int, end: int, label: str) -> Html | None:
        """The same for what stands in a fold; None where there is no more room for that."""
        if end - start > self._room_folded:
            return None
        self._room_folded -= end - start
        return self._table(start, end, label)

    def left_out(self, start: int, end: int) -> Html:
        """What the page does not have."""
        stops = self._rows.stops
        n_stops = bisect_left(stops, end) - bisect_left(stops, start)
        text = f"{count_of(end - start, 'row')} with {count_of(n_stops, 'change')} left out here"
        return element("p", f"{text}: the viewer and other formats have them", class_="left-out")

    def _parts(self, start: int, end: int, label: str) -> Iterator[Html]:
        at = start
        for first, last in self._runs(start, end):
            yield from self._shown(at, first, label)
            if not self._room:
                yield self.left_out(first, end)
                return
            yield self._fold(first, last, label)
            at = last
        yield from self._shown(at, end, label)

    def _runs(self, start: int, end: int) -> Sequence[tuple[int, int]]:
        runs = self._rows.runs
        return runs[bisect_left(runs, (start, 0)) : bisect_left(runs, (end, 0))]

    def _shown(self, start: int, end: int, label: str) -> Iterator[Html]:
        stop = min(end, start + self._room)
        self._room -= stop - start
        if start < stop:
            yield self._table(start, stop, label)
        if stop < end:
            yield self.left_out(stop, end)

    def _fold(self, start: int, end: int, label: str) -> Html:
        text = f"· {self._rows.fold_text(start, end)}"
        table = self.folded_rows(start, end, f"{label}, equal")
        if table is None:
            return element("p", f"{text} (left out here)", class_="left-out")
        return folded(text, table)

    def _table(self, start: int, end: int, label: str) -> Html:
        head = element("th", element("span", "sign", class_="unseen"), scope="col")
        remark = element("th", element("span", "remark", class_="unseen"), scope="col")
        names = element("tr", head, *self._names, remark)
        rows = map(self._row, range(start, end))
        return element(
            "table",
            element("caption", label, class_="unseen"),
            element("thead", names),
            element("tbody", *rows),
            class_="rows" if len(self._names) == len(BOTH) else "rows of-three",
        )

    def _row(self, index: int) -> Html:
        row = self._rows.row(index)
        if row.role is Role.BLANK:
            return NOTHING
        cells = zip(row.cells, row.places or (None,) * len(row.cells), strict=True)
        sides = [_side(cell, place) for cell, place in cells]
        has_anchor = row.tone not in (Tone.SAME, Tone.PLAIN)
        is_accepted = has_anchor and self._accepted(index)
        if has_anchor:
            self._anchors.add(index)
        return element(
            "tr",
            heading(row.sign, "row", aria_label=self._spoken.get(row.sign)),
            *reversed(sides),
            element("td", pddl(row.remark), class_="remark"),
            class_=f"{row.role} {row.tone}{' accepted' if is_accepted else ''}",
            id=_anchor(index) if has_anchor else None,
        )


def _anchor(index: int) -> str:
    return f"row-{index + 1}"


def _side(cell: Cell | None, place: Where | None) -> Html:
    if cell is None:
        return element("td", class_="gap", title=None if place is None else f"not in {place}")
    content = joined(map(_marked, cell.lines(Tone.PLAIN, Tone.CHANGED)), Html("<br>"))
    number = cell.number or ("" if place is None else str(place.line))
    gutter = element("i", number) if number else NOTHING
    own, tone = (NOTHING, None) if cell.own_mark is None else _own_mark(cell.own_mark)
    where = None if place is None else str(place)
    return element("td", gutter, own, content, class_=tone, title=where)


def _own_mark(mark: Mark) -> tuple[Html, str]:
    """What a side shows instead of the sign and the tone of its row."""
    return joined((sign(mark.sign), " ")), mark.tone.value


def _marked(line: Line) -> Html:
    """A line of a cell with the words marked that another side has otherwise."""
    return joined(
        element("mark", pddl(piece.text)) if piece.tone is Tone.CHANGED else pddl(piece.text)
        for piece in line
    )
