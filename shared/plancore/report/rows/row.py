"""Rows of a side-by-side view, made when they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeAlias

from plancore.report.lines import Tone
from plancore.report.places import Where


class Role(StrEnum):
    """What a row is to the reader."""

    TITLE = "title"
    HEADING = "heading"
    ITEM = "item"
    BLANK = "blank"


Marks: TypeAlias = tuple[tuple[int, int], ...]


class Cell(NamedTuple):
    """One side of a row. `marks` are the stretches of `text` that differ from the other side."""

    text: str
    number: str = ""
    marks: Marks = ()


class ViewRow(NamedTuple):
    """One row. A side that has nothing here is None.

    `sign` says what `tone` colours: `=` same, `-` only in the reference, `+` only in the
    learned file, `~` changed, `»` moved or renamed.
    """

    role: Role
    tone: Tone
    sign: str = ""
    reference: Cell | None = None
    learned: Cell | None = None
    remark: str = ""
    reference_place: Where | None = None
    learned_place: Where | None = None
    is_half: bool = False
    """Whether the other side is on a line of its own."""

    @property
    def text(self) -> str:
        """What a search looks through and what is copied."""
        sides = [cell.text for cell in (self.learned, self.reference) if cell is not None]
        if len(sides) == 2 and sides[0] == sides[1]:
            sides.pop()
        return "  ".join((*sides, self.remark)).strip()


class Rows(Protocol):
    """A sequence of rows, of any length."""

    @property
    def count(self) -> int:
        """How many rows there are."""
        ...

    @property
    def stops(self) -> Sequence[int]:
        """The rows that next and previous change go to, ascending."""
        ...

    @property
    def pairs(self) -> Sequence[int]:
        """The rows whose two sides differ, ascending: two lines where there is one column."""
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

    def matching(self, text: str) -> list[int]:
        """The rows that contain `text`, in any case."""
        ...


def place_near(rows: Rows, index: int, *, learned: bool) -> Where | None:
    """Where a side has row `index`, or else the nearest row above that it has."""
    for at in range(index, -1, -1):
        row = rows.row(at)
        cell, place = (
            (row.learned, row.learned_place) if learned else (row.reference, row.reference_place)
        )
        if place is not None and (cell is not None or row.role is Role.ITEM):
            return place
    return None


def marked(reference: Cell, learned: Cell) -> tuple[Cell, Cell]:
    """Both with the words marked that differ by position; as they are if the counts differ."""
    one, other = reference.text, learned.text
    pairs = list(zip(_words(one), _words(other), strict=False))
    if len(_words(one)) != len(_words(other)):
        return reference, learned
    different = [(a, b) for a, b in pairs if one[slice(*a)] != other[slice(*b)]]
    return (
        reference._replace(marks=tuple(a for a, _ in different)),
        learned._replace(marks=tuple(b for _, b in different)),
    )


def _words(text: str) -> list[tuple[int, int]]:
    words = []
    start: int | None = None
    for index, character in enumerate(f"{text} "):
        if character in " ()":
            if start is not None:
                words.append((start, index))
            start = None
        elif start is None:
            start = index
    return words
