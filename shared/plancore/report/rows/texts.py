"""The two texts line by line, as `diff` has it; lines that became others beside those."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, NamedTuple

from plancore.align.sequences import align
from plancore.memo import lazy
from plancore.report.lines import visible
from plancore.report.marks import CHANGED, EXTRA, MISSING, SAME, Mark
from plancore.report.places import Where
from plancore.report.rows.folding import equal_runs
from plancore.report.rows.overview import Overview, weighed
from plancore.report.rows.row import BOTH, Cell, Cells, Role, ViewRow
from plancore.report.rows.similar_lines import (
    differ_in_blanks_only,
    similar_pairs,
    with_words_marked,
)
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint, watched

_CONTEXT: Final = 3
"""So many equal lines stay before and after a difference."""
_LEAST: Final = 3
"""Fewer equal lines than this are not worth a fold."""


class Text(NamedTuple):
    """A text, and what its file is called."""

    source: SourceText
    name: str


class LineRows(ABC):
    """The lines of texts, a text for each side: a row has the number of a line on some of them."""

    def __init__(self, *texts: Text) -> None:
        self._names = tuple(text.name for text in texts)
        sides = [_lines(text.source) for text in texts]
        self._rows = self._joined(*sides)
        self._columns = [
            [None if number is None else lines[number] for number in numbers]
            for lines, numbers in zip(sides, zip(*self._rows, strict=True), strict=False)
        ]
        """For each side what it has in each row; nothing where there are no rows."""

    @abstractmethod
    def _joined(self, *lines: Sequence[str]) -> list[tuple[int | None, ...]]:
        """The rows, given the lines of each side."""

    @abstractmethod
    def _mark(self, *said: str | None) -> Mark:
        """How the sides of a row differ; blanks make no difference."""

    @abstractmethod
    def _with_words(self, mark: Mark, cells: Cells) -> Cells:
        """The cells of a row with that mark, their words marked."""

    @property
    def count(self) -> int:
        """Lines of all texts; those in one row once."""
        return len(self._rows)

    @lazy
    def stops(self) -> Sequence[int]:
        """The first line of each group that differs."""
        different = [mark is not SAME for mark in self._marks]
        return [
            at for at, differs in enumerate(different) if differs and not (at and different[at - 1])
        ]

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Equal lines away from differences."""
        return equal_runs([mark is SAME for mark in self._marks], _CONTEXT, _LEAST)

    @lazy
    def overview(self) -> Overview:
        """The marks of all rows."""
        return weighed(self._marks)

    def row(self, index: int) -> ViewRow:
        """A line of one side, or of several."""
        mark, said, numbers = self._marks[index], self._said(index), self._rows[index]
        cells = tuple(
            None if text is None or at is None else Cell(text, str(at + 1))
            for text, at in zip(said, numbers, strict=True)
        )
        is_same = len({text for text in said if text is not None}) == 1
        return ViewRow(
            Role.ITEM,
            *mark,
            self._with_words(mark, cells),
            tuple(
                None if at is None else Where(name, at + 1, 1)
                for name, at in zip(self._names, numbers, strict=True)
            ),
            "" if mark is not SAME or is_same else "but for blanks",
        )

    def fold_text(self, start: int, end: int) -> str:
        """How many lines, and how many of them differ in blanks."""
        n_blanks = sum(len({*self._said(at)}) > 1 for at in range(start, end))
        return f"{end - start} equal lines" + (f", {n_blanks} but for blanks" if n_blanks else "")

    def matching(self, text: str, checkpoint: Checkpoint = NEVER) -> list[int]:
        """The rows with `text` on any side."""
        needle = text.casefold()
        return sorted(
            {
                at
                for column in self._columns
                for at, line in enumerate(watched(column, checkpoint))
                if line is not None and needle in line.casefold()
            }
        )

    @lazy
    def _marks(self) -> list[Mark]:
        return list(map(self._mark, *self._columns)) if self._rows else []

    def _said(self, index: int) -> tuple[str | None, ...]:
        """The lines in a row, side by side."""
        return tuple([column[index] for column in self._columns])


class TextRows(LineRows):
    """The lines of two texts, side by side those that are the same or became one another."""

    sides: Final = BOTH

    def __init__(
        self, learned: SourceText, reference: SourceText, learned_name: str, reference_name: str
    ) -> None:
        super().__init__(Text(learned, learned_name), Text(reference, reference_name))

    @lazy
    def stacks(self) -> Sequence[int]:
        """The lines that became others."""
        return [at for at, mark in enumerate(self._marks) if mark is CHANGED]

    def _joined(self, *lines: Sequence[str]) -> list[tuple[int | None, ...]]:
        learned, reference = lines
        return [(ours, theirs) for theirs, ours in paired_lines(reference, learned)]

    def _mark(self, *said: str | None) -> Mark:
        return mark_of_lines(*said)

    def _with_words(self, mark: Mark, cells: Cells) -> Cells:
        learned, reference = cells
        if mark is CHANGED and learned is not None and reference is not None:
            return with_words_marked(learned, reference)
        return cells


def paired_lines(
    reference: Sequence[str], learned: Sequence[str]
) -> list[tuple[int | None, int | None]]:
    """The lines of both texts by number, ascending on both sides: in one row those that are the
    same, as many as may be, or became one another; None for nothing on that side."""
    rows: list[tuple[int | None, int | None]] = []
    left = right = 0
    pairs = align(reference, learned).pairs()
    for i, j in (*pairs, (len(reference), len(learned))):
        similar = similar_pairs(reference[left:i], learned[right:j])
        start, begin = left, right
        for one, other in (*((start + at, begin + to) for at, to in similar), (i, j)):
            rows += ((at, None) for at in range(left, one))
            rows += ((None, at) for at in range(right, other))
            if one < len(reference):
                rows.append((one, other))
            left, right = one + 1, other + 1
    return rows


def mark_of_lines(learned: str | None, reference: str | None) -> Mark:
    """How a line of the learned text differs from the reference's; blanks make no difference."""
    if learned == reference:
        return SAME
    if learned is None or reference is None:
        return MISSING if learned is None else EXTRA
    return SAME if differ_in_blanks_only(learned, reference) else CHANGED


def _lines(source: SourceText) -> list[str]:
    """The lines, tabs as blanks up to the next multiple of 8, nothing a terminal would obey."""
    lines = [source.line_text(line) for line in range(len(source.line_starts))]
    if lines and not lines[-1]:
        lines.pop()
    return [visible(line.expandtabs(8)) for line in lines]
