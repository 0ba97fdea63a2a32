"""What the last change of a learned problem or plan did, as rows: learned, reference, before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from plancore.compare.three_way.items import Item, Outcome, Said
from plancore.memo import lazy
from plancore.phrases import count_of
from plancore.report.change.review import ChangeReview, Entry
from plancore.report.change.words import numbered, remark_on, title_of
from plancore.report.lines import visible
from plancore.report.marks import FAILING_NOW, SAME, Mark
from plancore.report.rows.folding import equal_runs
from plancore.report.rows.overview import Overview, weighed
from plancore.report.rows.row import LEARNED, REFERENCE, Cell, Cells, Role, ViewRow, marked
from plancore.report.threeway.rows import BEFORE, worst_mark
from plancore.report.threeway.words import MARKS, counts
from plancore.stop import NEVER, Checkpoint, watched

_CONTEXT: Final = 2
"""So many right things stay before and after one that is wrong or was."""
_LEAST: Final = 3
"""Fewer of them than this are not worth a fold."""


class ChangeRows:
    """Every part with its items: those of problems as the reference has them, then what only others
    say; steps in the order of `step_items`, with their numbers."""

    sides: Final = (LEARNED, REFERENCE, BEFORE)

    def __init__(self, review: ChangeReview) -> None:
        self.starts: list[int] = []
        """The row of each part's title."""
        self.titles: list[str] = []
        self.groups: list[Sequence[Entry]] = []
        self._rows: list[Entry | int] = []
        """An item, or the number of the part that begins there."""
        by_part = groupby(review.entries, lambda entry: entry.item.part)
        for number, (part, of_part) in enumerate(by_part):
            entries = [*of_part]
            self.starts.append(len(self._rows))
            self.titles.append(title_of(part))
            self.groups.append(entries)
            self._rows += [number, *entries]

    @property
    def count(self) -> int:
        """The items and the titles of their parts."""
        return len(self._rows)

    @lazy
    def stops(self) -> Sequence[int]:
        """Everything that is wrong or was."""
        return [
            at
            for at, row in enumerate(self._rows)
            if not isinstance(row, int) and row.item.outcome is not Outcome.UNCHANGED
        ]

    @lazy
    def failures(self) -> Sequence[int]:
        """The rows with a step that the learned plan cannot execute now, ascending."""
        return [at for at, row in enumerate(self._rows) if not isinstance(row, int) and row.fails]

    @lazy
    def overview(self) -> Overview:
        """The marks of all rows."""
        return weighed([SAME if isinstance(row, int) else mark_of(row) for row in self._rows])

    @lazy
    def stacks(self) -> Sequence[int]:
        """The rows of which not all sides that say something say the same."""
        return [at for at in self.stops if len({c.text for c in self.row(at).cells if c}) > 1]

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Neighbours in a part that are right and were."""
        return equal_runs([self._is_unchanged(row) for row in self._rows], _CONTEXT, _LEAST)

    def row(self, index: int) -> ViewRow:
        """A title, or an item."""
        row = self._rows[index]
        if isinstance(row, int):
            items = [entry.item for entry in self.groups[row]]
            cells = (Cell(self.titles[row]),) * len(self.sides)
            return ViewRow(Role.TITLE, *worst_mark(items), cells, (None, None, None), counts(items))
        item, spots = row.item, row.spots
        said: Cells = tuple(map(_cell, (item.learned, item.reference, item.before), row.steps))
        if row.fails:
            # Only the learned plan is what fails now.
            mark = MARKS[item.outcome]
            said = (said[0], *(cell and cell._replace(own_mark=mark) for cell in said[1:]))
        return ViewRow(
            Role.ITEM,
            *mark_of(row),
            marked(*said) if item.outcome is not Outcome.UNCHANGED else said,
            tuple(None if spot is None else spot.where for spot in spots),
            remark_on(row),
        )

    def entry(self, index: int) -> Entry | None:
        """What a row is about, and where that stands; None for a title."""
        row = self._rows[index]
        return None if isinstance(row, int) else row

    def item(self, index: int) -> Item | None:
        """What a row is about; None for a title."""
        entry = self.entry(index)
        return None if entry is None else entry.item

    def part_at(self, index: int) -> int:
        """The number of the part that row `index` belongs to."""
        return max(sum(start <= index for start in self.starts) - 1, 0)

    def fold_text(self, start: int, end: int) -> str:
        """How many things are right and were."""
        return f"{count_of(end - start, 'thing')} right then and now"

    def matching(self, text: str, checkpoint: Checkpoint = NEVER) -> list[int]:
        """The rows that contain `text`."""
        needle = text.casefold()
        rows = watched(range(self.count), checkpoint)
        return [at for at in rows if needle in self.row(at).text.casefold()]

    @staticmethod
    def _is_unchanged(row: Entry | int) -> bool:
        """Whether a row may be folded."""
        if isinstance(row, int) or row.fails:
            return False
        return row.item.outcome is Outcome.UNCHANGED


def mark_of(entry: Entry) -> Mark:
    """The mark of what became of an item; that of a step that fails before all others."""
    return FAILING_NOW if entry.fails else MARKS[entry.item.outcome]


def _cell(said: Said | None, step: int | None) -> Cell | None:
    return None if said is None else Cell(visible(said.text), numbered(step))
