"""The two texts line by line, as `diff` would have it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plancore.align.sequences import align
from plancore.memo import lazy
from plancore.report.lines import Tone, visible
from plancore.report.places import Where
from plancore.report.rows.folding import equal_runs
from plancore.report.rows.row import BOTH, LEARNED, REFERENCE, Cell, Role, ViewRow
from plancore.source import SourceText

_CONTEXT = 3
_LEAST = 3
"""Fewer equal lines than this are not worth a fold."""


class TextRows:
    """The lines of two texts, equal ones side by side; none is changed, so nothing is stacked."""

    sides: Final = BOTH
    stacks: Final = ()

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
            self._rows += ((at, None) for at in range(left, i))
            self._rows += ((None, at) for at in range(right, j))
            if i < len(self._reference):
                self._rows.append((i, j))
            left, right = i + 1, j + 1

    @property
    def count(self) -> int:
        """Lines of both texts; equal ones once."""
        return len(self._rows)

    @lazy
    def stops(self) -> Sequence[int]:
        """The first line of each group that differs."""
        different = [None in row for row in self._rows]
        return [
            at for at, differs in enumerate(different) if differs and not (at and different[at - 1])
        ]

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Equal lines away from differences."""
        return equal_runs([None not in row for row in self._rows], _CONTEXT, _LEAST)

    def row(self, index: int) -> ViewRow:
        """A line, on one side or both."""
        left, right = self._rows[index]
        reference = None if left is None else Cell(self._reference[left], str(left + 1))
        learned = None if right is None else Cell(self._learned[right], str(right + 1))
        tone, sign = Tone.SAME, "="
        if learned is None:
            tone, sign = REFERENCE.tone, REFERENCE.sign
        elif reference is None:
            tone, sign = LEARNED.tone, LEARNED.sign
        return ViewRow(
            Role.ITEM,
            tone,
            sign,
            (learned, reference),
            (
                None if right is None else Where(self._names[0], right + 1, 1),
                None if left is None else Where(self._names[1], left + 1, 1),
            ),
        )

    def fold_text(self, start: int, end: int) -> str:
        """How many lines."""
        return f"{end - start} equal lines"

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
