"""The actions of two domains as rows: all of them, one below the other."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final

from plancore.compare.changes import ChangeKind, Part, PartDiff
from plancore.compare.domains import ActionDiff
from plancore.formula.printing import typed_list
from plancore.ide.places import name_place
from plancore.metrics.syntactic import Row
from plancore.model.domain import Action
from plancore.report.domain.literal_rows import Files, aligned, declaration_row, literal_row
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import (
    absence,
    action_sign,
    action_tone,
    parameter_text,
    parts_to_show,
    remarks,
)
from plancore.report.figures import similarity_with_counts
from plancore.report.lines import Tone, visible
from plancore.report.places import part_place, where
from plancore.report.rows.row import BOTH, Cell, Cells, Places, Role, Side, ViewRow
from plancore.syntax.nodes import Place

_FRAME = 3
"""Rows of an action besides its parts: name, parameters, a blank."""

_ROWS: Final = {Part.PRECONDITION: Row.PRE, Part.EFFECT: Row.EFF}


class DomainRows:
    """Every action of a review with its parameters and literals."""

    def __init__(self, review: DomainReview) -> None:
        self.review = review
        self._files = Files(review.learned, review.reference)
        self._actions = [action.shown for action in review.diff.actions]
        sizes = [_FRAME + sum(map(_part_size, parts_to_show(action))) for action in self._actions]
        if review.diff.declarations:
            sizes.append(2 + len(review.diff.declarations))
        self.starts = list(accumulate(sizes, initial=0))
        self._block = lru_cache(maxsize=256)(self._make_block)

    @property
    def sides(self) -> Sequence[Side]:
        """The learned domain and the reference."""
        return BOTH

    @property
    def count(self) -> int:
        """All rows of all actions."""
        return self.starts[-1]

    @cached_property
    def stops(self) -> Sequence[int]:
        """Each differing literal, differing parameters, and each action on one side only."""
        stops = []
        for number, action in enumerate(self._actions):
            start = self.starts[number]
            if action.learned is None or action.reference is None:
                stops.append(start)
            elif not action.is_same:
                stops += [start + at for at, row in enumerate(self._block(number)) if _stop(row)]
        first = self.starts[len(self._actions)] + 1
        return [*stops, *range(first, first + len(self.review.diff.declarations))]

    @cached_property
    def stacks(self) -> Sequence[int]:
        """Changed literals, and parameters that are written differently."""
        stacked = []
        for number, action in enumerate(self._actions):
            if not _needs_two_lines(action):
                continue
            start = self.starts[number]
            block = self._block(number)
            stacked += [start + at for at, row in enumerate(block) if row.tone is Tone.CHANGED]
        first = self.starts[len(self._actions)] + 1
        stacked += [
            first + at
            for at, change in enumerate(self.review.diff.declarations)
            if change.kind is ChangeKind.CHANGED
        ]
        return [index for index in stacked if self.row(index).role is not Role.TITLE]

    @cached_property
    def runs(self) -> Sequence[tuple[int, int]]:
        """Neighbouring actions that are the same."""
        runs: list[tuple[int, int]] = []
        for number, action in enumerate(self._actions):
            if not action.is_same:
                continue
            start, end = self.starts[number], self.starts[number + 1]
            if runs and runs[-1][1] == start:
                runs[-1] = (runs[-1][0], end)
            else:
                runs.append((start, end))
        return runs

    def row(self, index: int) -> ViewRow:
        """A row of some action."""
        number = self.action_at(index)
        return self._block(number)[index - self.starts[number]]

    def action_at(self, index: int) -> int:
        """The number of the action that row `index` belongs to; of declarations, one more."""
        return min(bisect_right(self.starts, index) - 1, len(self.starts) - 2)

    def fold_text(self, start: int, end: int) -> str:
        """How many actions are the same, and the first of them."""
        first = bisect_left(self.starts, start)
        last = bisect_left(self.starts, end)
        names = [visible(action.name) for action in self._actions[first : min(last, first + 4)]]
        count = last - first
        rest = ", …" if count > len(names) else ""
        return f"{count} action{'' if count == 1 else 's'} the same: {', '.join(names)}{rest}"

    def matching(self, text: str) -> list[int]:
        """The rows that contain `text`."""
        needle = text.casefold()
        return [
            self.starts[number] + at
            for number in range(len(self.starts) - 1)
            for at, row in enumerate(self._make_block(number))
            if needle in row.text.casefold()
        ]

    def _make_block(self, number: int) -> tuple[ViewRow, ...]:
        return tuple(self._rows_of(number))

    def _rows_of(self, number: int) -> Iterator[ViewRow]:
        if number == len(self._actions):
            yield from self._declarations()
            return
        action = self._actions[number]
        yield self._title(number)
        yield self._parameters(action)
        for part in parts_to_show(action):
            yield self._heading(action, part)
            for literal in aligned(self._files, part):
                change = literal.change
                gap = None if change is None else absence(self.review, action, change)
                yield literal_row(self._files, literal, gap)
        yield ViewRow(Role.BLANK, Tone.SAME if action.is_same else Tone.PLAIN)

    def _title(self, number: int) -> ViewRow:
        action = self._actions[number]
        return ViewRow(
            Role.TITLE,
            action_tone(action),
            action_sign(action),
            _cells(action, lambda side: side.name),
            self._places(action, name_place),
            similarity_with_counts(self.review.similarity.actions[number]),
        )

    def _declarations(self) -> Iterator[ViewRow]:
        title = Cell("declarations")
        yield ViewRow(Role.TITLE, Tone.CHANGED, "~", (title, title), remark="in no score")
        for change in self.review.diff.declarations:
            yield declaration_row(self._files, change)
        yield ViewRow(Role.BLANK, Tone.PLAIN)

    def _parameters(self, action: ActionDiff) -> ViewRow:
        tone, sign = Tone.SAME, "="
        if action.parameters or action.order is not None or action.is_other_kind:
            tone, sign = Tone.CHANGED, "~"
        elif action.learned is None or action.reference is None:
            tone, sign = action_tone(action), action_sign(action)
        return ViewRow(
            Role.HEADING,
            tone,
            sign,
            _cells(action, lambda side: f":parameters ({typed_list(side.parameters)})"),
            self._places(action, _parameter_place),
            "; ".join((*map(parameter_text, action.parameters), *remarks(action))),
        )

    def _heading(self, action: ActionDiff, part: PartDiff) -> ViewRow:
        counts = self.review.counts_of(action)
        remark = ""
        if counts is not None and part.part in _ROWS:
            confusion = counts.rows[_ROWS[part.part]].confusion
            remark = f"TP {confusion.tp}  FP {confusion.fp}  FN {confusion.fn}"
        return ViewRow(
            Role.HEADING,
            Tone.SAME if action.is_same else Tone.PLAIN,
            "",
            _cells(action, lambda _: f":{part.part.value}"),
            self._places(action, lambda side: part_place(side, part.part)),
            remark,
        )

    def _places(
        self, action: ActionDiff, place_of: Callable[[Action | None], Place | None]
    ) -> Places:
        """A place of both sides of an action."""
        return (
            where(self.review.learned, place_of(action.learned)),
            where(self.review.reference, place_of(action.reference)),
        )


def _cells(action: ActionDiff, text_of: Callable[[Action], str]) -> Cells:
    """The cells of an action: `text_of` each side, None for a side that lacks the action."""
    sides = action.learned, action.reference
    return tuple(None if side is None else Cell(visible(text_of(side))) for side in sides)


def _part_size(part: PartDiff) -> int:
    return 1 + len(part.equal) + len(part.changes)


def _needs_two_lines(action: ActionDiff) -> bool:
    if action.learned is None or action.reference is None:
        return False
    if action.parameters or action.order is not None or action.is_other_kind:
        return True
    return any(change.kind is ChangeKind.CHANGED for change in action.changes)


def _stop(row: ViewRow) -> bool:
    return row.sign not in ("", "=") and row.role is not Role.TITLE


def _parameter_place(action: Action | None) -> Place | None:
    if action is None:
        return None
    node = action.parameters_node
    return name_place(action) if node is None else node.place
