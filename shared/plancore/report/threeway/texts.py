"""The texts of three sides line by line: the learned file, its reference, and what it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from plancore.compare.three_way.items import Outcome
from plancore.memo import lazy
from plancore.report.marks import CHANGED, SAME, Mark
from plancore.report.rows.row import LEARNED, REFERENCE, Cells
from plancore.report.rows.similar_lines import with_words_marked
from plancore.report.rows.texts import LineRows, Text, mark_of_lines, paired_lines
from plancore.report.threeway.rows import BEFORE
from plancore.report.threeway.words import MARKS

_CHANGED_BACK: Final = Mark(MARKS[Outcome.REPAIRED].tone, BEFORE.sign)
"""Only the text before differs. Whether that repaired anything is not for lines to say."""


class ThreeTextRows(LineRows):
    """The lines of three texts. A row has a line of the reference and what stands for it on the
    other sides, or lines that only these have, side by side if they are the same or became one
    another."""

    sides: Final = (LEARNED, REFERENCE, BEFORE)

    def __init__(self, learned: Text, reference: Text, before: Text) -> None:
        super().__init__(learned, reference, before)

    @lazy
    def stacks(self) -> Sequence[int]:
        """The rows of which not all sides that have a line have the same."""
        return [
            at
            for at, mark in enumerate(self._marks)
            if mark is not SAME and len({text for text in self._said(at) if text is not None}) > 1
        ]

    def _joined(self, *lines: Sequence[str]) -> list[tuple[int | None, ...]]:
        ours, theirs, old = lines
        return [*_joined(paired_lines(theirs, ours), paired_lines(theirs, old), ours, old)]

    def _mark(self, *said: str | None) -> Mark:
        """How the learned text differs from the reference, and else how it did."""
        learned, reference, before = said
        now = mark_of_lines(learned, reference)
        if now is not SAME:
            return now
        return SAME if mark_of_lines(before, reference) is SAME else _CHANGED_BACK

    def _with_words(self, mark: Mark, cells: Cells) -> Cells:
        learned, reference, before = cells
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
        return learned, reference, before


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
