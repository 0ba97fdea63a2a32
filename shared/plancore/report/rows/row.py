"""Rows of sides next to each other, made when they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import compress
from typing import Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from plancore.phrases import SIDES
from plancore.report.lines import Line, Piece, Tone
from plancore.report.marks import Mark
from plancore.report.places import LineColumn
from plancore.stop import NEVER, Checkpoint


class Side(NamedTuple):
    """One of the files that rows are about. What no other side has carries its `sign`."""

    name: str
    sign: str
    tone: Tone

    @property
    def title(self) -> str:
        """What stands above its cells: `- reference`."""
        return f"{self.sign} {SIDES.of_side(self.name)}"


LEARNED: Final = Side("learned", "+", Tone.EXTRA)
REFERENCE: Final = Side("reference", "-", Tone.MISSING)
BEFORE: Final = Side("before", "<", Tone.DIM)
BOTH: Final = (LEARNED, REFERENCE)
"""The sides of every review of two files, in the order of its cells."""
THREE: Final = (*BOTH, BEFORE)
"""The same of a learned file, its reference, and the learned file before."""


class Role(StrEnum):
    """What a row is to the reader."""

    TITLE = "title"
    HEADING = "heading"
    ITEM = "item"
    BLANK = "blank"

    @property
    def indent(self) -> int:
        """How far its text is from the sign, where no number stands between them."""
        return _INDENTS.get(self, 0)


_INDENTS: Final = {Role.HEADING: 1, Role.ITEM: 2}

Marks: TypeAlias = tuple[tuple[int, int], ...]


class Cell(NamedTuple):
    """What a side has in a row: one line of text, or several with `\\n` between them.

    `marks` are the stretches of `text` that another side has otherwise, ascending and apart.
    """

    text: str
    number: str = ""
    marks: Marks = ()
    own_mark: Mark | None = None
    """What stands before this side instead of the sign and tone of the row."""

    def lines(self, tone: Tone, marked: Tone) -> list[Line]:
        """The text line by line, what is marked in a tone of its own."""
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
    """One row. `cells` has one for each of the `sides` of its `Rows`; None is for nothing there.

    `places` says where each side has it, or would have it. `sign` says what `tone` colours:
    `=` same, `~` changed, `»` moved or renamed, or the sign of the only side that has it.
    """

    role: Role
    tone: Tone
    sign: str = ""
    cells: Cells = ()
    places: Places = ()
    remark: str = ""
    is_stacked: bool = False
    """Whether the other sides stand on lines of their own."""
    told_by_sign: str = ""
    """The start or end of `remark`, or all of it, that says no more than `sign` does."""
    n_broken: int | None = None
    """How many plans the differences in it break alone; None where that is not known."""

    @property
    def text(self) -> str:
        """What a search looks through and what is copied."""
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
        """Whose cells a row has, in their order."""
        ...

    @property
    def count(self) -> int:
        """How many rows there are."""
        ...

    @property
    def stops(self) -> Sequence[int]:
        """The rows that next and previous change go to, ascending."""
        ...

    @property
    def stacks(self) -> Sequence[int]:
        """The rows that take a line for each side where there is one column, ascending."""
        ...

    @property
    def runs(self) -> Sequence[tuple[int, int]]:
        """Ranges of rows without a difference that can be folded, ascending and apart."""
        ...

    def row(self, index: int) -> ViewRow:
        """The row with `index`."""
        ...

    def fold_text(self, start: int, end: int) -> str:
        """What a fold over a range hides."""
        ...

    def matching(self, text: str, checkpoint: Checkpoint = NEVER, /) -> list[int]:
        """The rows that contain `text`, in any case, ascending. `checkpoint` may end it."""
        ...


@runtime_checkable
class Prepared(Protocol):
    """Rows of which there may be so many that to lay them out takes long."""

    def prepare(self, checkpoint: Checkpoint) -> None:
        """Work out what is asked of all rows; `checkpoint` may end it."""
        ...


@runtime_checkable
class Counted(Protocol):
    """Rows of which several may show one difference, or which stop once at several."""

    @property
    def counted(self) -> Sequence[int]:
        """The first row of each difference, ascending."""
        ...


def counted_in(rows: Rows) -> Sequence[int]:
    """The first row of each difference, ascending; by default all that differ."""
    return rows.counted if isinstance(rows, Counted) else rows.stops


def place_near(rows: Rows, index: int, side: int) -> LineColumn | None:
    """Where a side, by its number, has row `index`, or else the nearest row above that it has."""
    for at in range(index, -1, -1):
        row = rows.row(at)
        place = row.places[side] if row.places else None
        if place is not None and (row.cells[side] is not None or row.role is Role.ITEM):
            return place
    return None


def marked(*cells: Cell | None) -> Cells:
    """The cells with the words marked that differ by position.

    They come back as they are where fewer than two have text or their words differ in number.
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
