"""Two problems as rows: what differs in objects, then init, goal, metric and constraints."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from plancore.compare.changes import ChangeKind
from plancore.compare.declarations import DeclarationChange
from plancore.memo import lazy
from plancore.report.domain.literal_rows import (
    AlignedLiteral,
    aligned,
    declaration_row,
    literal_row,
)
from plancore.report.lines import Tone
from plancore.report.marks import CHANGED
from plancore.report.problem.review import ProblemReview
from plancore.report.rows.folding import equal_runs
from plancore.report.rows.row import BOTH, Cell, Role, ViewRow

_CONTEXT = 2
_LEAST = 3

Item = ViewRow | AlignedLiteral | DeclarationChange


class ProblemRows:
    """The rows of a review. Rows of facts are made when they are looked at."""

    sides: Final = BOTH

    def __init__(self, review: ProblemReview) -> None:
        self.review = review
        self._items: list[Item] = []
        self.starts: list[int] = []
        """Where each part begins."""
        self.titles: list[str] = []
        diff = review.diff
        if diff.is_other_domain:
            ours, theirs = diff.learned.domain_name, diff.reference.domain_name
            self._begin("domain")
            cells = Cell(f":domain {ours}"), Cell(f":domain {theirs}")
            self._items.append(ViewRow(Role.ITEM, *CHANGED, cells, remark="another domain"))
        if diff.objects:
            self._begin("objects")
            self._items += diff.objects
        for part in diff.parts:
            if part.equal or part.changes:
                self._begin(part.part.value)
                self._items += aligned(self.review, part)

    @property
    def count(self) -> int:
        """Titles, objects that differ, and formulas."""
        return len(self._items)

    @lazy
    def stops(self) -> Sequence[int]:
        """Everything that differs."""
        return [index for index, item in enumerate(self._items) if _differs(item)]

    @lazy
    def stacks(self) -> Sequence[int]:
        """The rows of what is on both sides and differs."""
        return [index for index in self.stops if self.row(index).tone is Tone.CHANGED]

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Equal formulas away from differences and titles."""
        equal = [isinstance(item, AlignedLiteral) and item.change is None for item in self._items]
        return equal_runs(equal, _CONTEXT, _LEAST)

    def row(self, index: int) -> ViewRow:
        """A row of some part."""
        item = self._items[index]
        if isinstance(item, ViewRow):
            return item
        if isinstance(item, AlignedLiteral):
            return literal_row(self.review, item, None)
        return declaration_row(self.review, item)

    def part_at(self, index: int) -> int:
        """The number of the part that row `index` belongs to."""
        return max(bisect_right(self.starts, index) - 1, 0)

    def fold_text(self, start: int, end: int) -> str:
        """How many formulas are the same."""
        return f"{end - start} the same in {self.titles[self.part_at(start)]}"

    def matching(self, text: str) -> list[int]:
        """The rows that contain `text`."""
        needle = text.casefold()
        rows = range(self.count)
        return [index for index in rows if needle in self.row(index).text.casefold()]

    def _begin(self, title: str) -> None:
        self.starts.append(len(self._items))
        self.titles.append(title)
        cell = Cell(title)
        self._items.append(ViewRow(Role.TITLE, Tone.PLAIN, "", (cell, cell)))


def _differs(item: Item) -> bool:
    if isinstance(item, AlignedLiteral):
        return item.change is not None
    if isinstance(item, ViewRow):
        return item.sign not in ("", "=")
    return item.kind in ChangeKind
