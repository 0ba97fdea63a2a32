"""Two problems as side-by-side rows: domain, renamings and objects, then the other parts."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from plancore.compare.changes import ChangeKind, Part
from plancore.compare.declarations import DeclarationChange
from plancore.memo import lazy
from plancore.phrases import SIDES
from plancore.report.domain.literal_rows import (
    AlignedLiteral,
    aligned,
    declaration_row,
    literal_row,
)
from plancore.report.lines import Tone, visible
from plancore.report.marks import CHANGED, MOVED, Mark
from plancore.report.problem.review import ProblemReview
from plancore.report.rows.folding import equal_runs
from plancore.report.rows.overview import RowOverview
from plancore.report.rows.row import BOTH, Cell, Role, ViewRow
from plancore.stop import NEVER, Checkpoint, watched

_CONTEXT = 2
_LEAST = 3

Item = ViewRow | AlignedLiteral | DeclarationChange


class ProblemRows:
    """The rows of a review. Rows of facts are made on demand."""

    sides: Final = BOTH

    def __init__(self, review: ProblemReview) -> None:
        self.review = review
        self._items: list[Item] = []
        self.starts: list[int] = []
        """The first row of each part."""
        self.titles: list[str] = []
        self.counts: list[Counter[ChangeKind | None]] = []
        """The number of formulas of each kind in each part; None is the key of equal ones."""
        diff = review.diff
        if diff.is_other_domain:
            ours, theirs = diff.learned.domain_name, diff.reference.domain_name
            self._begin("domain")
            cells = Cell(f":domain {ours}"), Cell(f":domain {theirs}")
            self._items.append(ViewRow(Role.ITEM, *CHANGED, cells, remark="another domain"))
        for kind, names in review.renamings.items():
            self._begin(f"renamed {kind}")
            self._items += [_renamed(ours, theirs) for ours, theirs in names.items()]
        if diff.objects:
            self._begin("objects", diff.objects)
            self._items += diff.objects
        for part in diff.parts:
            for title, literals in _groups(part.part, aligned(self.review, part)):
                self._begin(title, literals)
                self._items += literals

    @property
    def count(self) -> int:
        """The number of titles, names and formulas."""
        return len(self._items)

    @lazy
    def stops(self) -> Sequence[int]:
        """Each row that differs."""
        return [index for index, item in enumerate(self._items) if _differs(item)]

    @lazy
    def stacks(self) -> Sequence[int]:
        """The rows that differ and are on both sides."""
        return [index for index, mark in self._differing.items() if mark.tone is Tone.CHANGED]

    @lazy
    def overview(self) -> RowOverview:
        """The marks of all rows."""
        return RowOverview.of_differing(self.count, self._differing)

    @lazy
    def _differing(self) -> dict[int, Mark]:
        rows = ((index, self.row(index)) for index in self.stops)
        return {index: Mark(row.tone, row.sign) for index, row in rows}

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Equal formulas away from differences and titles."""
        equal = [isinstance(item, AlignedLiteral) and item.change is None for item in self._items]
        return equal_runs(equal, _CONTEXT, _LEAST)

    def row(self, index: int) -> ViewRow:
        """The row at `index`."""
        item = self._items[index]
        if isinstance(item, ViewRow):
            return item
        if isinstance(item, AlignedLiteral):
            return literal_row(self.review, item, None, item.mark)
        return declaration_row(self.review, item)

    @lazy
    def row_of(self) -> Mapping[int, int]:
        """The row of each change, by `id`."""
        items = ((index, self._items[index]) for index in self.stops)
        return {
            id(item.change if isinstance(item, AlignedLiteral) else item): index
            for index, item in items
        }

    def part_at(self, index: int) -> int:
        """The index of the part that contains row `index`."""
        return max(bisect_right(self.starts, index) - 1, 0)

    def fold_text(self, start: int, end: int) -> str:
        """The number of equal formulas."""
        return f"{end - start} the same in {self.titles[self.part_at(start)]}"

    def matching(self, text: str, checkpoint: Checkpoint = NEVER) -> list[int]:
        """The rows that contain `text`."""
        needle = text.casefold()
        rows = watched(range(self.count), checkpoint)
        return [index for index in rows if needle in self.row(index).text.casefold()]

    def _begin(self, title: str, items: Sequence[AlignedLiteral | DeclarationChange] = ()) -> None:
        self.starts.append(len(self._items))
        self.titles.append(title)
        self.counts.append(Counter(map(_kind, items)))
        cell = Cell(title)
        row = ViewRow(Role.TITLE, Tone.PLAIN, "", (cell, cell), remark=_counts(self.counts[-1]))
        self._items.append(row)


def _groups(
    part: Part, literals: Sequence[AlignedLiteral]
) -> Iterator[tuple[str, Sequence[AlignedLiteral]]]:
    """The literals of a part, titled; initial facts by predicate, as they first occur."""
    groups: dict[str, list[AlignedLiteral]] = {}
    for literal in literals:
        name = _predicate(literal) if part is Part.INIT else ""
        groups.setdefault(name, []).append(literal)
    for name, group in groups.items():
        yield visible(f"{part.value} {name}".strip()), group


def _predicate(literal: AlignedLiteral) -> str:
    """The predicate of a fact, in the reference if it is there; for a numeric fact the function."""
    element = literal.reference or literal.learned
    assert element is not None, "one of the problems has it"
    if element.positive is not None:
        return element.predicate
    # `= (distance a b)`, for facts about numbers.
    words = element.predicate.replace("(", " ").replace(")", " ").split()
    return words[1] if len(words) > 1 else ""


def _kind(item: AlignedLiteral | DeclarationChange) -> ChangeKind | None:
    """The kind of a difference; None if there is none."""
    if isinstance(item, AlignedLiteral):
        return None if item.change is None else item.change.kind
    return item.kind


def _counts(kinds: Counter[ChangeKind | None]) -> str:
    """`12 same, 1 changed`."""
    named = (
        (kinds[kind], "same" if kind is None else SIDES.of_kind(kind))
        for kind in (None, *ChangeKind)
    )
    return ", ".join(f"{number} {name}" for number, name in named if number)


def _renamed(ours: str, theirs: str) -> ViewRow:
    """The row of a renaming, which is not a difference, as others are listed under these names."""
    return ViewRow(Role.ITEM, *MOVED, (Cell(visible(ours)), Cell(visible(theirs))), (None, None))


def _differs(item: Item) -> bool:
    if isinstance(item, AlignedLiteral):
        return item.change is not None
    if isinstance(item, ViewRow):
        return item.sign not in ("", "=", MOVED.sign)
    return item.kind in ChangeKind
