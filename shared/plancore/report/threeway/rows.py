"""What the last change of a learned domain did, as rows: learned, reference, learned before."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, groupby
from typing import Final, NamedTuple

from plancore.compare.changes import ACTION, PARAMETERS
from plancore.compare.difference import Difference
from plancore.compare.three_way.domains import ThreeWayAction
from plancore.compare.three_way.items import Item, Outcome, Said
from plancore.memo import lazy
from plancore.model.domain import Action
from plancore.phrases import count_of
from plancore.report.domain.consequences import Consequences, ranked
from plancore.report.lines import Tone, visible
from plancore.report.marks import SAME, Mark
from plancore.report.places import Where
from plancore.report.rows.folding import runs_of_blocks
from plancore.report.rows.overview import Overview, weighed
from plancore.report.rows.row import LEARNED, REFERENCE, Cell, Cells, Role, Side, ViewRow, marked
from plancore.report.threeway.review import ThreeWayReview
from plancore.report.threeway.subjects import Told, difference_of
from plancore.report.threeway.words import MARKS, WORST_FIRST, counts, remark
from plancore.stop import NEVER, Checkpoint

BEFORE: Final = Side("before", "<", Tone.DIM)


class ThreeWayRows:
    """Every action that any side has, then the declarations that are wrong or were."""

    sides: Final = (LEARNED, REFERENCE, BEFORE)

    def __init__(self, review: ThreeWayReview) -> None:
        self.review = review
        self.told = Told(review, brief=True)
        self.groups: list[tuple[str, Sequence[Item], ThreeWayAction | None]] = [
            (visible(action.name), action.items, action) for action in review.result.actions
        ]
        """A title, its items, and the action that they are of."""
        if review.result.declarations:
            self.groups.append(("declarations", review.result.declarations, None))
        self.starts = list(accumulate(map(_size, self.groups), initial=0))
        self._block = lru_cache(maxsize=256)(self._make_block)

    @property
    def count(self) -> int:
        """All rows of all actions."""
        return self.starts[-1]

    @lazy
    def stops(self) -> Sequence[int]:
        """Everything that is wrong or was."""
        return [
            start + at
            for number, start in enumerate(self.starts[:-1])
            if not is_unchanged(self.groups[number][1])
            for at, (row, _) in enumerate(self._block(number))
            if row.role is Role.ITEM and row.sign != SAME.sign
        ]

    @lazy
    def overview(self) -> Overview:
        """The marks of all rows: what the change did."""
        row_marks = [SAME] * self.count
        for at in self.stops:
            item = self.item(at)
            row_marks[at] = SAME if item is None else MARKS[item.outcome]
        return weighed(row_marks)

    @lazy
    def by_consequence(self) -> Sequence[int]:
        """Those of the `stops` that are wrong now, those first that do most to plans; as in the
        file without plans."""
        wrong = (row for row in self.stops if self._is_wrong(row))
        return ranked(wrong, self.consequences, self.review.now.blame)

    @lazy
    def stacks(self) -> Sequence[int]:
        """The rows of which not all sides that say something say the same."""
        return [index for index in self.stops if _says_more(self.row(index))]

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Neighbouring actions that are right and were."""
        return runs_of_blocks((is_unchanged(items) for _, items, _ in self.groups), self.starts)

    def row(self, index: int) -> ViewRow:
        """A row of some action."""
        number = self.group_at(index)
        return self._block(number)[index - self.starts[number]].row

    def group_at(self, index: int) -> int:
        """The number of the action that row `index` belongs to; of declarations, one more."""
        return max(min(bisect_right(self.starts, index) - 1, len(self.groups) - 1), 0)

    def action_of(self, index: int) -> ThreeWayAction | None:
        """The action that a row belongs to; None for declarations."""
        return self.groups[self.group_at(index)][2]

    def difference(self, index: int) -> Difference | None:
        """The difference of now in a row; None where there is none."""
        item = self.item(index)
        return None if item is None else difference_of(self.told.index, self.action_of(index), item)

    def consequences(self, index: int) -> Consequences:
        """What the difference in a row does to plans; nothing where there is none."""
        item = self.item(index)
        return () if item is None else self.told.consequences(self.action_of(index), item)

    def differences(self, index: int) -> frozenset[int]:
        """The numbers of the differences in a row that plans were judged by; in the title of an
        action those of all its differences."""
        number = self.group_at(index)
        if index == self.starts[number]:
            return self.told.numbers(self.groups[number][2])
        return frozenset(c.difference.number for c in self.consequences(index))

    def n_stopped(self, number: int) -> int:
        """How many plans the differences of an action stop."""
        return self.told.n_stopped(self.groups[number][2])

    def item(self, index: int) -> Item | None:
        """What a row is about; None for titles and headings."""
        number = self.group_at(index)
        return self._block(number)[index - self.starts[number]].item

    def fold_text(self, start: int, end: int) -> str:
        """How many actions are right and were, and the first of them."""
        first, last = bisect_left(self.starts, start), bisect_left(self.starts, end)
        names = [name for name, _, _ in self.groups[first : min(last, first + 4)]]
        rest = ", …" if last - first > len(names) else ""
        return f"{count_of(last - first, 'action')} right then and now: {', '.join(names)}{rest}"

    def matching(self, text: str, checkpoint: Checkpoint = NEVER) -> list[int]:
        """The rows that contain `text`."""
        needle = text.casefold()
        found: list[int] = []
        for number, start in enumerate(self.starts[:-1]):
            checkpoint(start)
            block = enumerate(self._make_block(number), start)
            found += (at for at, (row, _) in block if needle in row.text.casefold())
        return found

    def _is_wrong(self, index: int) -> bool:
        item = self.item(index)
        return item is not None and item.outcome.is_wrong

    def _make_block(self, number: int) -> tuple[_Shown, ...]:
        return tuple(self._rows_of(number))

    def _rows_of(self, number: int) -> Iterator[_Shown]:
        """The rows of an action, each with the item that it is of."""
        title, items, action = self.groups[number]
        yield _Shown(self._title(title, items, action))
        for part, of_part in groupby(items, lambda item: item.part):
            if action is not None and part not in (ACTION, PARAMETERS):
                cell = Cell(f":{part}")
                head = ViewRow(Role.HEADING, Tone.DIM, "", (cell, cell, cell), (None, None, None))
                yield _Shown(head)
            rows = [_Shown(self._item(item, action), item) for item in of_part]
            yield from sorted(rows, key=lambda shown: _line_in_reference(shown.row))
        yield _Shown(ViewRow(Role.BLANK, Tone.PLAIN))

    def _title(self, title: str, items: Sequence[Item], action: ThreeWayAction | None) -> ViewRow:
        cells: Cells = (Cell(title),) * len(self.sides)
        if action is not None:
            cells = tuple(map(_name, _sides(action)))
        return ViewRow(Role.TITLE, *worst_mark(items), cells, (None, None, None), counts(items))

    def _item(self, item: Item, action: ThreeWayAction | None) -> ViewRow:
        sides = item.learned, item.reference, item.before
        keyword = "" if action is not None else f":{item.part} "
        if item.part == PARAMETERS:
            keyword = ":parameters "
        cells = tuple(_cell(said, keyword) for said in sides)
        return ViewRow(
            Role.ITEM,
            *MARKS[item.outcome],
            marked(*cells) if item.outcome is not Outcome.UNCHANGED else cells,
            self.review.places(*sides),
            "; ".join(filter(None, (remark(item), *self.told.texts(action, item)))),
        )


class _Shown(NamedTuple):
    """A row, and the item in it."""

    row: ViewRow
    item: Item | None = None


def is_unchanged(items: Sequence[Item]) -> bool:
    """Whether nothing of an action is wrong, and nothing was."""
    return all(item.outcome is Outcome.UNCHANGED for item in items)


def worst_mark(items: Sequence[Item]) -> Mark:
    """The mark of the worst that happened to an action."""
    outcomes = {item.outcome for item in items}
    worst = next((outcome for outcome in WORST_FIRST if outcome in outcomes), Outcome.UNCHANGED)
    return MARKS[worst]


def _size(group: tuple[str, Sequence[Item], ThreeWayAction | None]) -> int:
    """Title, headings of parts, items, a blank."""
    _, items, action = group
    parts = {item.part for item in items} - {ACTION, PARAMETERS} if action is not None else ()
    return 2 + len(parts) + len(items)


def _sides(action: ThreeWayAction) -> Iterator[Action | None]:
    yield None if action.now is None else action.now.learned
    yield next((d.reference for d in (action.now, action.before) if d is not None), None)
    yield None if action.before is None else action.before.learned


def _name(action: Action | None) -> Cell | None:
    return None if action is None else Cell(visible(action.name))


def _cell(said: Said | None, keyword: str) -> Cell | None:
    return None if said is None else Cell(visible(f"{keyword}{said.text}"))


def _says_more(row: ViewRow) -> bool:
    return len({cell.text for cell in row.cells if cell is not None}) > 1


def _line_in_reference(row: ViewRow) -> tuple[bool, int, int]:
    """Where the reference says it; what it does not say comes last."""
    place: Where | None = row.places[1]
    return (True, 0, 0) if place is None else (False, place.line, place.column)
