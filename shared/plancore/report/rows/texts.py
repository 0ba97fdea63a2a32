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

CONTEXT: Final = 3
"""So many equal lines stay before and after a difference."""
LEAST_FOLD: Final = 3
"""Fewer equal lines than this are not worth a fold."""


class TextRows:
    """The lines of two texts, side by side those that are the same or became one another."""

    sides: Final = BOTH

    def __init__(
        self, learned: SourceText, reference: SourceText, learned_name: str, reference_name: str
    ) -> None:
        self._learned = text_lines(learned)
        self._reference = text_lines(reference)
        self._names = learned_name, reference_name
        self._rows = paired_lines(self._reference, self._learned)

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
        return equal_runs([mark is SAME for mark in self._marks], CONTEXT, LEAST_FOLD)

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
        return mark_of_lines(
            None if right is None else self._learned[right],
            None if left is None else self._reference[left],
        )

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


def text_lines(source: SourceText) -> list[str]:
    """The lines, tabs as blanks up to the next multiple of 8, nothing a terminal would obey."""
    lines = [source.line_text(line) for line in range(len(source.line_starts))]
    if lines and not lines[-1]:
        lines.pop()
    return [visible(line.expandtabs(8)) for line in lines]
