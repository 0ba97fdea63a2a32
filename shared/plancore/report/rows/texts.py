"""The two texts line by line, as `diff` has it; lines that became others beside those."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plancore.align.sequences import align
from plancore.memo import lazy
from plancore.report.lines import visible
from plancore.report.marks import CHANGED, EXTRA, MISSING, SAME, Mark
from plancore.report.places import Where
from plancore.report.rows.folding import equal_runs
from plancore.report.rows.row import BOTH, Cell, Role, ViewRow
from plancore.report.rows.similar_lines import (
    differ_in_blanks_only,
    similar_pairs,
    with_words_marked,
)
from plancore.source import SourceText

_CONTEXT = 3
_LEAST = 3
"""Fewer equal lines than this are not worth a fold."""


class TextRows:
    """The lines of two texts, side by side those that are the same or became one another."""

    sides: Final = BOTH

    def __init__(
        self, learned: SourceText, reference: SourceText, learned_name: str, reference_name: str
    ) -> None:
        self._learned = _lines(learned)
        self._reference = _lines(reference)
        self._names = learned_name, reference_name
        pairs = align(self._reference, self._learned).pairs()
        self._rows: list[tuple[int | None, int | None]] = []
        left = right = 0
        for i, j in (*pairs, (len(self._reference), len(self._learned))):
            self._add_different(range(left, i), range(right, j))
            if i < len(self._reference):
                self._rows.append((i, j))
            left, right = i + 1, j + 1

    def _add_different(self, reference: range, learned: range) -> None:
        """Add two runs of lines, those that became one another in one row."""
        theirs = [self._reference[at] for at in reference]
        ours = [self._learned[at] for at in learned]
        left, right = reference.start, learned.start
        pairs = [(i + left, j + right) for i, j in similar_pairs(theirs, ours)]
        for i, j in (*pairs, (reference.stop, learned.stop)):
            self._rows += ((at, None) for at in range(left, i))
            self._rows += ((None, at) for at in range(right, j))
            if i < reference.stop:
                self._rows.append((i, j))
            left, right = i + 1, j + 1

    @property
    def count(self) -> int:
        """Lines of both texts; those in one row once."""
        return len(self._rows)

    @lazy
    def stops(self) -> Sequence[int]:
        """The first line of each group that differs."""
        different = [mark is not SAME for mark in self._marks]
        return [
            at for at, differs in enumerate(different) if differs and not (at and different[at - 1])
        ]

    @lazy
    def stacks(self) -> Sequence[int]:
        """The lines that became others."""
        return [at for at, mark in enumerate(self._marks) if mark is CHANGED]

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Equal lines away from differences."""
        return equal_runs([mark is SAME for mark in self._marks], _CONTEXT, _LEAST)

    def row(self, index: int) -> ViewRow:
        """A line, on one side or both."""
        left, right = self._rows[index]
        reference = None if left is None else Cell(self._reference[left], str(left + 1))
        learned = None if right is None else Cell(self._learned[right], str(right + 1))
        mark, remark = self._marks[index], ""
        if reference is not None and learned is not None:
            if mark is CHANGED:
                learned, reference = with_words_marked(learned, reference)
            elif learned.text != reference.text:
                remark = "but for blanks"
        return ViewRow(
            Role.ITEM,
            *mark,
            (learned, reference),
            (
                None if right is None else Where(self._names[0], right + 1, 1),
                None if left is None else Where(self._names[1], left + 1, 1),
            ),
            remark,
        )

    @lazy
    def _marks(self) -> list[Mark]:
        """How the sides of each row differ; blanks make no difference."""
        return [self._mark(left, right) for left, right in self._rows]

    def _mark(self, left: int | None, right: int | None) -> Mark:
        if left is None:
            return EXTRA
        if right is None:
            return MISSING
        one, other = self._reference[left], self._learned[right]
        return SAME if one == other or differ_in_blanks_only(one, other) else CHANGED

    def fold_text(self, start: int, end: int) -> str:
        """How many lines, and how many of them differ in blanks."""
        pairs = ((self._reference[i or 0], self._learned[j or 0]) for i, j in self._rows[start:end])
        n_blanks = sum(one != other for one, other in pairs)
        return f"{end - start} equal lines" + (f", {n_blanks} but for blanks" if n_blanks else "")

    def matching(self, text: str) -> list[int]:
        """The rows with `text` on either side."""
        needle = text.casefold()
        return [
            index
            for index, (left, right) in enumerate(self._rows)
            if (left is not None and needle in self._reference[left].casefold())
            or (right is not None and needle in self._learned[right].casefold())
        ]


def _lines(source: SourceText) -> list[str]:
    """The lines, tabs as blanks up to the next multiple of 8, nothing a terminal would obey."""
    lines = [source.line_text(line) for line in range(len(source.line_starts))]
    if lines and not lines[-1]:
        lines.pop()
    return [visible(line.expandtabs(8)) for line in lines]
