"""Rows of a side-by-side view, made on demand."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import compress
from typing import Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from plancore.phrases import SIDES
from plancore.report.files import LineColumn
from plancore.report.lines import Line, Piece, Tone
from plancore.report.marks import Mark
from plancore.stop import NEVER, Checkpoint


class Side(NamedTuple):
    """One of the compared files. `sign` marks rows that only this side has."""

    name: str
    sign: str
    tone: Tone

    @property
    def title(self) -> str:
        """The head of its column: `- reference`."""
        return f"{self.sign} {SIDES.of_side(self.name)}"


LEARNED: Final = Side("learned", "+", Tone.EXTRA)
REFERENCE: Final = Side("reference", "-", Tone.MISSING)
BEFORE: Final = Side("before", "<", Tone.DIM)
BOTH: Final = (LEARNED, REFERENCE)
"""The sides of reviews of two files, in the order of cells."""
THREE: Final = (*BOTH, BEFORE)
"""The same with the learned file before."""


class Role(StrEnum):
    """The function of a row."""

    TITLE = "title"
    HEADING = "heading"
    ITEM = "item"
    BLANK = "blank"

    @property
    def indent(self) -> int:
        """The distance of its text from the sign, if it has no line number."""
        return _INDENTS.get(self, 0)


_INDENTS: Final = {Role.HEADING: 1, Role.ITEM: 2}

Marks: TypeAlias = tuple[tuple[int, int], ...]


class Cell(NamedTuple):
    """The text of a side in a row; it may have several lines.

    `marks` are the spans of `text` that differ from another side, ascending and disjoint.
    """

    text: str
    number: str = ""
    marks: Marks = ()
    own_mark: Mark | None = None
    """The mark of this side, shown instead of the sign and tone of the row."""

    def lines(self, tone: Tone, marked: Tone) -> list[Line]:
        """The lines of the text, with marked spans in the tone `marked`."""
        if not self.marks:
            return [(Piece(text, tone),) for text in self.text.split("\n")]
        lines: list[Line] = []
        start = 0
        for text in self.text.split("\n"):
            lines.append(self._line(start, start + len(text), tone, marked))
            start += len(text) + 1
        return lines

    def _line(self, start: int, end: int, tone: Tone, marked: Tone) -> Line:
        pieces: list[Piece] = []
        marked_to = start
        for mark in self.marks:
            first, last = max(mark[0], start), min(mark[1], end)
            if first < last:
                pieces.append(Piece(self.text[marked_to:first], tone))
                pieces.append(Piece(self.text[first:last], marked))
                marked_to = last
        return *(piece for piece in pieces if piece.text), Piece(self.text[marked_to:end], tone)


Cells: TypeAlias = tuple[Cell | None, ...]
Places: TypeAlias = tuple[LineColumn | None, ...]


class ViewRow(NamedTuple):
    """One row. `cells` has one for each of the `sides` of its `Rows`, None for an absent one.

    `places` are the positions on each side, of the text or where it would be. `sign` has the
    meaning of `tone`: `=` same, `~` changed, `»` moved or renamed, or the sign of the only side
    with text.
    """

    role: Role
    tone: Tone
    sign: str = ""
    cells: Cells = ()
    places: Places = ()
    remark: str = ""
    is_stacked: bool = False
    """Whether the other sides have lines of their own."""
    told_by_sign: str = ""
    """The start or end of `remark`, or all of it, that says no more than `sign` does."""
    n_broken: int | None = None
    """The number of plans that the differences in the row break alone; None if unknown."""

    @property
    def text(self) -> str:
        """The text to search and to copy."""
        texts = dict.fromkeys(cell.text for cell in self.cells if cell is not None)
        return "  ".join((*texts, self.remark)).strip()

    @property
    def short_remark(self) -> str:
        """`remark` for where there is no room for what the sign says, too."""
        said = self.remark.removesuffix(self.told_by_sign).removesuffix("; ")
        return said.removeprefix(self.told_by_sign)


class Rows(Protocol):
    """A sequence of rows, of any length."""

    @property
    def sides(self) -> Sequence[Side]:
        """The sides, in the order of cells."""
        ...

    @property
    def count(self) -> int:
        """The number of rows."""
        ...

    @property
    def stops(self) -> Sequence[int]:
        """The rows for next and previous change, ascending."""
        ...

    @property
    def stacks(self) -> Sequence[int]:
        """The rows that take a line for each side in a one-column view, ascending."""
        ...

    @property
    def runs(self) -> Sequence[tuple[int, int]]:
        """Ranges of equal rows that can be folded, ascending and disjoint."""
        ...

    def row(self, index: int) -> ViewRow:
        """The row at `index`."""
        ...

    def fold_text(self, start: int, end: int) -> str:
        """A description of the rows that a fold hides."""
        ...

    def matching(self, text: str, checkpoint: Checkpoint = NEVER, /) -> list[int]:
        """The rows that contain `text`, ignoring case, ascending. `checkpoint` may raise."""
        ...


@runtime_checkable
class Prepared(Protocol):
    """Rows that may be slow to lay out, as there can be very many."""

    def prepare(self, checkpoint: Checkpoint) -> None:
        """Compute the properties of all rows; `checkpoint` may raise."""
        ...


@runtime_checkable
class Counted(Protocol):
    """Rows whose stops are not one per difference: a difference may have several rows, or a stop
    several differences."""

    @property
    def counted(self) -> Sequence[int]:
        """The first row of each difference, ascending."""
        ...


def counted_in(rows: Rows) -> Sequence[int]:
    """The first row of each difference, ascending; by default all that differ."""
    return rows.counted if isinstance(rows, Counted) else rows.stops


def place_near(rows: Rows, index: int, side: int) -> LineColumn | None:
    """The position of row `index` on a side (by number), or of the nearest row above that has
    one."""
    for at in range(index, -1, -1):
        row = rows.row(at)
        place = row.places[side] if row.places else None
        if place is not None and (row.cells[side] is not None or row.role is Role.ITEM):
            return place
    return None


def marked(*cells: Cell | None) -> Cells:
    """The cells with the words marked that differ by position.

    Unchanged if fewer than two cells have text, or their numbers of words differ.
    """
    words = [_words(cell.text) for cell in cells if cell is not None]
    if len(words) < 2 or len({len(spans) for spans in words}) > 1:
        return cells
    texts = [cell.text for cell in cells if cell is not None]
    differs = [
        len({text[slice(*span)] for text, span in zip(texts, spans, strict=True)}) > 1
        for spans in zip(*words, strict=True)
    ]
    return tuple(
        cell and cell._replace(marks=tuple(compress(_words(cell.text), differs))) for cell in cells
    )


def _words(text: str) -> list[tuple[int, int]]:
    words = []
    start: int | None = None
    for index, character in enumerate(f"{text} "):
        if character in " ()\n":
            if start is not None:
                words.append((start, index))
            start = None
        elif start is None:
            start = index
    return words
