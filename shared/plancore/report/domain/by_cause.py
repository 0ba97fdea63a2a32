"""Differences that have a cause in common, told once below it and not once in each action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from plancore.compare.causes import CommonCause
from plancore.compare.changes import Change
from plancore.compare.parameters import ParameterChange
from plancore.phrases import count_of
from plancore.report.document import Block, Cell, Paragraph, Section, Table, columns
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import MARKS, change_text, parameter_text
from plancore.report.lines import Line, Piece, Tone, line

AnyChange = TypeVar("AnyChange", Change, ParameterChange)


class Grouped:
    """The common causes of a review with their differences; where plans are known there are no
    groups, for there each difference has a consequence of its own."""

    def __init__(self, review: DomainReview) -> None:
        self._causes = review.causes
        self._is_grouped = review.blame is None
        self._cause_of: dict[int, int] = {}
        self._counts: Counter[tuple[str, int]] = Counter()
        if not self._is_grouped:
            return
        for number, cause in enumerate(self._causes, 1):
            for name, change in cause.instances:
                if id(change) not in self._cause_of:
                    self._cause_of[id(change)] = number
                    self._counts[name, number] += 1

    def left(self, changes: Sequence[AnyChange]) -> list[AnyChange]:
        """Those of `changes` that are in no group."""
        return [change for change in changes if id(change) not in self._cause_of]

    def rest(self, action: str) -> list[Line]:
        """How many differences of an action are in which groups."""
        counts = ((k, self._counts[action, k]) for k in range(1, len(self._causes) + 1))
        return [
            line(Piece(f"{count_of(count, 'place')} of cause {number}", Tone.DIM))
            for number, count in counts
            if count
        ]

    def sections(self) -> Iterator[Section]:
        """The causes; below each its differences, action by action."""
        for number, cause in enumerate(self._causes, 1):
            if self._is_grouped:
                block: Block = Table(columns("", ""), list(self._rows(number, cause)), indent=4)
            else:
                block = Paragraph([line(Piece(", ".join(cause.actions), Tone.DIM))], indent=4)
            note = f"in {count_of(cause.count, 'place')}: {cause.text}"
            yield Section(f"Cause {number}", [block], note)

    def _rows(self, number: int, cause: CommonCause) -> Iterator[list[Cell]]:
        for name in cause.actions:
            own = [c for n, c in cause.instances if n == name and self._cause_of[id(c)] == number]
            if own:
                yield [name, tuple(_pieces(own))]


def _pieces(changes: Iterable[Change | ParameterChange]) -> Iterator[Piece]:
    gap = ""
    for change in changes:
        tone, sign = MARKS[change.kind]
        text = change_text(change) if isinstance(change, Change) else parameter_text(change)
        yield Piece(f"{gap}{sign} {text}", tone)
        gap = "  "
