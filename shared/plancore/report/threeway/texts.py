"""The texts of three sides line by line: the learned file, its reference, and what it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from plancore.compare.three_way.items import Outcome
from plancore.memo import lazy
from plancore.report.marks import CHANGED, SAME, Mark
from plancore.report.places import Where
from plancore.report.rows.folding import equal_runs
from plancore.report.rows.row import LEARNED, REFERENCE, Cell, Role, ViewRow
from plancore.report.rows.similar_lines import with_words_marked
from plancore.report.rows.texts import (
    CONTEXT,
    LEAST_FOLD,
    mark_of_lines,
    paired_lines,
    text_lines,
)
from plancore.report.threeway.rows import BEFORE
from plancore.report.threeway.words import MARKS
from plancore.source import SourceText

_CHANGED_BACK: Final = Mark(MARKS[Outcome.REPAIRED].tone, BEFORE.sign)
"""Only the text before differs. Whether that repaired anything is not for lines to say."""


class Text(NamedTuple):
    """A text, and what its file is called."""

    source: SourceText
    name: str


class ThreeTextRows:
    """The lines of three texts. A row has a line of the reference and what stands for it on the
    other sides, or lines that only these have, side by side if they are the same or became one
    another."""

    sides: Final = (LEARNED, REFERENCE, BEFORE)

    def __init__(self, learned: Text, reference: Text, before: Text) -> None:
        self._texts = learned, reference, before
        self._lines = tuple(text_lines(text.source) for text in self._texts)
        ours, theirs, old = self._lines
        self._rows = list(_joined(paired_lines(theirs, ours), paired_lines(theirs, old), ours, old))

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
    def stacks(self) -> Sequence[int]:
        """The rows of which not all sides that have a line have the same."""
        return [
            at
            for at, mark in enumerate(self._marks)
            if mark is not SAME and len({text for text in self._said(at) if text is not None}) > 1
        ]

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Equal lines away from differences."""
        return equal_runs([mark is SAME for mark in self._marks], CONTEXT, LEAST_FOLD)

    def row(self, index: int) -> ViewRow:
        """A line of one side, or of several."""
        mark = self._marks[index]
        learned, reference, before = (
            None if text is None or at is None else Cell(text, str(at + 1))
            for text, at in zip(self._said(index), self._rows[index], strict=True)
        )
        if mark is CHANGED and learned is not None and reference is not None:
            learned, reference = with_words_marked(learned, reference)
        if before is not None:
            now = reference or learned
            if now is not None:
                before = with_words_marked(before, now)[0]
            if mark_of_lines(before.text, None if reference is None else reference.text) is SAME:
                before = before._replace(own_mark=SAME)
        if mark is _CHANGED_BACK:
            learned = learned and learned._replace(own_mark=SAME)
            reference = reference and reference._replace(own_mark=SAME)
        cells = learned, reference, before
        is_same = len({cell.text for cell in cells if cell is not None}) == 1
        return ViewRow(
            Role.ITEM,
            *mark,
            cells,
            tuple(
                None if at is None else Where(text.name, at + 1, 1)
                for text, at in zip(self._texts, self._rows[index], strict=True)
            ),
            "" if mark is not SAME or is_same else "but for blanks",
        )

    def fold_text(self, start: int, end: int) -> str:
        """How many lines, and how many of them differ in blanks."""
        n_blanks = sum(len({*self._said(at)}) > 1 for at in range(start, end))
        return f"{end - start} equal lines" + (f", {n_blanks} but for blanks" if n_blanks else "")

    def matching(self, text: str) -> list[int]:
        """The rows with `text` on any side."""
        needle = text.casefold()
        return [
            at
            for at in range(self.count)
            if any(said is not None and needle in said.casefold() for said in self._said(at))
        ]

    def _said(self, index: int) -> tuple[str | None, ...]:
        """The lines in a row, side by side."""
        return tuple(
            None if at is None else lines[at]
            for lines, at in zip(self._lines, self._rows[index], strict=True)
        )

    @lazy
    def _marks(self) -> list[Mark]:
        """How the learned text differs from the reference, and else how it did."""
        return [self._mark(*self._said(index)) for index in range(self.count)]

    def _mark(self, learned: str | None, reference: str | None, before: str | None) -> Mark:
        now = mark_of_lines(learned, reference)
        if now is not SAME:
            return now
        return SAME if mark_of_lines(before, reference) is SAME else _CHANGED_BACK


_Pairs: TypeAlias = list[tuple[int | None, int | None]]
_Row: TypeAlias = tuple[int | None, int | None, int | None]
"""The numbers of a line in the learned text, the reference, and the text before."""


def _joined(
    learned: _Pairs, before: _Pairs, ours: Sequence[str], old: Sequence[str]
) -> Iterator[_Row]:
    """Two pairings with the same reference as one: before each line of the reference what only
    the other sides have there, paired with each other."""
    for (line, now), (_, then) in zip(_by_reference(learned), _by_reference(before), strict=True):
        pairs = paired_lines([old[at] for at in then.own], [ours[at] for at in now.own])
        for i, j in pairs:
            yield (
                None if j is None else now.own[j],
                None,
                None if i is None else then.own[i],
            )
        if line is not None:
            yield now.partner, line, then.partner


class _Gap(NamedTuple):
    """The lines that a side has of its own before a line of the reference, and what stands for
    that line."""

    own: list[int]
    partner: int | None


def _by_reference(pairs: _Pairs) -> Iterator[tuple[int | None, _Gap]]:
    """Each line of the reference, and at last None for its end, with what the other side has."""
    own: list[int] = []
    for line, other in pairs:
        if line is None:
            own += () if other is None else (other,)
        else:
            yield line, _Gap(own, other)
            own = []
    yield None, _Gap(own, None)
