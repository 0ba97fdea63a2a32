"""A change of a learned file as side-by-side rows: learned, reference, before."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from plancore.compare.changes import ACTION, PARAMETERS
from plancore.compare.difference import Difference
from plancore.compare.three_way.items import DECLARATIONS, Group, Item, Outcome, SideText
from plancore.memo import lazy
from plancore.model.domain import Action
from plancore.phrases import count_of
from plancore.report.domain.review import Consequences, consequences_of, n_broken, n_stopped, ranked
from plancore.report.lines import Tone, visible
from plancore.report.marks import SAME
from plancore.report.rows.folding import equal_runs, runs_of_blocks
from plancore.report.rows.overview import RowOverview, weighed
from plancore.report.rows.row import THREE, Cell, Cells, Role, ViewRow, marked
from plancore.report.threeway.messages import (
    MARKS,
    comments_on,
    counts,
    mark_of,
    numbered,
    remark_on,
    worst_mark,
)
from plancore.report.threeway.review import AnyReview
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint, watched

_NOWHERE: Final = (None, None, None)
_CONTEXT: Final = 2
"""The number of correct items shown before and after one that is or was wrong."""
_LEAST: Final = 3
"""The minimum length of a fold."""


class _Row(NamedTuple):
    """A row of a group: an item, the heading of an action's part, or the title."""

    group: int
    role: Role
    item: Item | None = None
    heading: str = ""


class ThreeWayRows:
    """Every action of any side, then the declarations that are or were wrong; or every part of a
    problem; or the steps of plans with their numbers."""

    sides: Final = THREE

    def __init__(self, review: AnyReview) -> None:
        self.review = review
        self.groups: Sequence[Group] = review.result.groups
        self.titles = [visible(group.name) for group in self.groups]
        self.starts: list[int] = []
        """The title row of each group."""
        self._rows: list[_Row] = []
        for number in range(len(self.groups)):
            self.starts.append(len(self._rows))
            self._rows += self._rows_of(number)
        self._made = lru_cache(maxsize=4096)(self._make)

    def _rows_of(self, number: int) -> Iterator[_Row]:
        """Title, headings of the parts of an action, and items; for domains also a final blank."""
        group = self.groups[number]
        yield _Row(number, Role.TITLE)
        if self.review.kind == "change":
            yield from (_Row(number, Role.ITEM, item) for item in group.items)
            return
        for part, of_part in groupby(group.items, lambda item: item.part):
            if group.is_action and part not in (ACTION, PARAMETERS):
                yield _Row(number, Role.HEADING, heading=f":{part}")
            in_order = sorted(of_part, key=self._position)
            yield from (_Row(number, Role.ITEM, item) for item in in_order)
        yield _Row(number, Role.BLANK)

    def _position(self, item: Item) -> tuple[bool, int]:
        """The sort key of an item: its position in the reference; items not in it come last."""
        said, file = item.reference, self.review.reference
        if said is None or said.place is None or not isinstance(file, FileSnapshot):
            return True, 0
        return False, file.span(said.place).start

    @property
    def count(self) -> int:
        """The number of rows of all groups."""
        return len(self._rows)

    @lazy
    def stops(self) -> Sequence[int]:
        """The rows of items that are or were wrong."""
        return [
            at
            for at, row in enumerate(self._rows)
            if row.item is not None and row.item.outcome is not Outcome.UNCHANGED
        ]

    @lazy
    def failures(self) -> Sequence[int]:
        """The rows with a step that is inapplicable in the current learned plan, ascending."""
        return [at for at, row in enumerate(self._rows) if self._fails(row)]

    def _fails(self, row: _Row) -> bool:
        return row.item is not None and bool(self.review.fails(row.item))

    @lazy
    def overview(self) -> RowOverview:
        """The marks of all rows: the outcomes of the change."""
        items = (row.item for row in self._rows)
        return weighed([SAME if item is None else mark_of(self.review, item) for item in items])

    @lazy
    def by_consequence(self) -> Sequence[int]:
        """The `stops` wrong now, by descending effect on plans; in file order without plans."""
        items = ((at, self.item(at)) for at in self.stops)
        wrong = (at for at, item in items if item is not None and item.outcome.is_wrong)
        return ranked(wrong, self.consequences, self.review.blame)

    @lazy
    def stacks(self) -> Sequence[int]:
        """The rows whose sides have different texts."""
        return [at for at in self.stops if len({c.text for c in self.row(at).cells if c}) > 1]

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Runs of actions, or of items in a part, that were and are correct."""
        if self.review.kind == "threeway":
            unchanged = (group.is_unchanged for group in self.groups)
            return runs_of_blocks(unchanged, [*self.starts, self.count])
        is_right = [
            row.item is not None
            and row.item.outcome is Outcome.UNCHANGED
            and not self.review.fails(row.item)
            for row in self._rows
        ]
        return equal_runs(is_right, _CONTEXT, _LEAST)

    def row(self, index: int) -> ViewRow:
        """The row at `index`."""
        return self._made(index)

    def group_at(self, index: int) -> int:
        """The index of the group that contains row `index`."""
        return max(bisect_right(self.starts, index) - 1, 0)

    def item(self, index: int) -> Item | None:
        """The item of a row; None for other rows, and beyond the last row."""
        return self._rows[index].item if index < self.count else None

    def difference_at(self, index: int) -> Difference | None:
        """The difference in a row; None without one."""
        item = self.item(index)
        return None if item is None else self.review.difference_of(item)

    def difference(self, index: int) -> Difference | None:
        """The current difference in a row, which review marks refer to; None without one."""
        found = self.difference_at(index)
        return None if found is None else found.now

    def consequences(self, index: int) -> Consequences:
        """The effects on plans of the difference in a row; none without one."""
        item = self.item(index)
        return () if item is None else self._consequences(item)

    def _consequences(self, item: Item) -> Consequences:
        found = self.review.difference_of(item)
        return () if found is None else consequences_of(self.review.blame, found.judged_singles)

    def differences(self, index: int) -> frozenset[int]:
        """The numbers of the current differences in a row, if plans were executed; in an action's
        title those of all its differences."""
        if self._rows[index].role is Role.TITLE:
            return self._numbers(self.group_at(index))
        return frozenset(c.difference.number for c in self.consequences(index))

    def n_stopped(self, number: int) -> int:
        """The number of plans that the differences of an action stop."""
        return n_stopped(self.review.blame, self._numbers(number))

    def _numbers(self, number: int) -> frozenset[int]:
        now = self.groups[number].now
        if self.review.blame is None or self.review.kind == "change" or now is None:
            return frozenset()
        return self.review.now.index.numbers_of(now)

    def fold_text(self, start: int, end: int) -> str:
        """The number of actions or items correct then and now, with first names of actions."""
        if self.review.kind == "change":
            return f"{count_of(end - start, 'item')} correct before and now"
        first, last = bisect_left(self.starts, start), bisect_left(self.starts, end)
        names = self.titles[first : min(last, first + 4)]
        rest = ", …" if last - first > len(names) else ""
        return (
            f"{count_of(last - first, 'action')} correct before and now: {', '.join(names)}{rest}"
        )

    def matching(self, text: str, checkpoint: Checkpoint = NEVER) -> list[int]:
        """The rows that contain `text`."""
        needle = text.casefold()
        rows = watched(range(self.count), checkpoint)
        return [at for at in rows if needle in self._make(at).text.casefold()]

    def _make(self, index: int) -> ViewRow:
        number, role, item, heading = self._rows[index]
        if item is not None:
            return self._item(self.groups[number], item)
        if role is Role.TITLE:
            return self._title(number)
        if role is Role.BLANK:
            return ViewRow(role, Tone.PLAIN)
        return ViewRow(role, Tone.DIM, "", (Cell(heading),) * len(self.sides), _NOWHERE)

    def _title(self, number: int) -> ViewRow:
        group = self.groups[number]
        cells: Cells = (Cell(self.titles[number]),) * len(self.sides)
        if group.is_action:
            cells = tuple(map(_name, (group.learned, group.reference, group.was)))
        return ViewRow(Role.TITLE, *worst_mark(group), cells, _NOWHERE, counts(group.items))

    def _item(self, group: Group, item: Item) -> ViewRow:
        keyword = f":{item.part} " if group.name == DECLARATIONS else ""
        if item.part == PARAMETERS:
            keyword = ":parameters "
        cells: Cells = tuple(_cell(said, keyword) for said in item.sides)
        if self.review.fails(item):
            # Only the current learned plan fails.
            mark = MARKS[item.outcome]
            cells = (cells[0], *(cell and cell._replace(own_mark=mark) for cell in cells[1:]))
        said = comments_on(self.review, item, is_brief=True)
        return ViewRow(
            Role.ITEM,
            *mark_of(self.review, item),
            marked(*cells) if item.outcome is not Outcome.UNCHANGED else cells,
            self.review.places(item),
            "; ".join(filter(None, (remark_on(self.review, item), *said))),
            told_by_sign=f"{item.outcome.value}: ",
            n_broken=n_broken(self._consequences(item)),
        )


def _name(action: Action | None) -> Cell | None:
    return None if action is None else Cell(visible(action.name))


def _cell(said: SideText | None, keyword: str) -> Cell | None:
    return None if said is None else Cell(visible(f"{keyword}{said.text}"), numbered(said))
