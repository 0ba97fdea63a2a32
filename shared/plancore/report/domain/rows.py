"""The actions of two domains as side-by-side rows."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache, partial
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change, ChangeKind, PartDiff, name_place
from plancore.compare.declarations import DeclarationChange
from plancore.compare.difference import RENAMED, Difference, message_of
from plancore.compare.parameters import ParameterChange
from plancore.formula.printing import typed_list
from plancore.memo import lazy
from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.model.domain import Action
from plancore.phrases import count_of
from plancore.report.domain.literal_rows import (
    AlignedLiteral,
    aligned,
    declaration_row,
    literal_row,
)
from plancore.report.domain.review import (
    Consequences,
    DomainReview,
    brief_text,
    consequences_of,
    n_broken,
    n_stopped,
    ranked,
    text_of_several,
)
from plancore.report.domain.words import (
    BY_POSITION,
    IN_ORDER,
    action_mark,
    implicit_arguments,
    mapping_text,
    parameter_text,
    parts_to_show,
    remarks,
    same_mark,
)
from plancore.report.figures import counts_text, decimal, similarity_with_counts
from plancore.report.files import LineColumn, part_place
from plancore.report.lines import Tone, visible
from plancore.report.marks import ALIKE, CHANGED, MOVED, SAME, Mark
from plancore.report.reviewed.marks import mark_text, name_of
from plancore.report.rows.folding import equal_runs, runs_of_blocks
from plancore.report.rows.overview import RowOverview
from plancore.report.rows.row import BOTH, Cell, Cells, Role, ViewRow, marked
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.nodes import Place

AnyChange: TypeAlias = Change | ParameterChange | DeclarationChange

_FRAME = 3
"""The rows of an action besides its parts: name, parameters, a blank."""
_CONTEXT = 2
_LEAST = 3
"""The minimum length of a fold within an action, besides `_CONTEXT` rows next to a difference."""


class DomainRows:
    """Every action of a review with its parameters and literals, then declarations.

    With `has_figures` parts have counts. Without, equal rows within changed actions can be folded.
    """

    sides: Final = BOTH

    def __init__(self, review: DomainReview, *, has_figures: bool = True) -> None:
        self.review = review
        self.has_figures = has_figures
        self._folds_parts = not has_figures
        self._actions = [action.shown for action in review.diff.actions]
        sizes = [_FRAME + sum(map(_part_size, parts_to_show(action))) for action in self._actions]
        renamed = [each for each in review.differences if each.kind == RENAMED]
        self.names = [each for each in renamed if each.diff is None]
        """Declared names that are renamed in the reference."""
        self._renamed_actions = {each.action: each for each in renamed}
        n_declared = len(review.diff.declarations) + len(self.names)
        self.has_declarations = n_declared > 0
        """Whether a group of declarations follows the actions."""
        if n_declared:
            sizes.append(2 + n_declared)
        self.starts = list(accumulate(sizes, initial=0))
        self._block = lru_cache(maxsize=256)(self._make_block)

    def with_figures(self, has_figures: bool) -> DomainRows:
        """The same rows with or without counts."""
        rows = copy(self)
        rows.has_figures = has_figures
        rows._block = lru_cache(maxsize=256)(rows._make_block)
        return rows

    @property
    def count(self) -> int:
        """The number of rows of all actions and declarations."""
        return self.starts[-1]

    @lazy
    def stops(self) -> Sequence[int]:
        """Each changed literal, parameter list and declaration, and each action of one side."""
        return list(self._differing)

    @lazy
    def _firsts(self) -> Mapping[int, int]:
        """For each stop the first one with the same difference. An extra predicate has several: its
        declaration and its uses. Empty if no difference has several stops."""
        firsts: dict[int, int] = {}
        if not any(each.parts and each.action is None for each in self.review.differences):
            return firsts
        found = ((row, self.difference(row)) for row in self.stops)
        return {row: firsts.setdefault(each.number, row) for row, each in found if each is not None}

    def first_of(self, row: int) -> int:
        """The first row with the same difference as `row`."""
        return self._firsts.get(row, row)

    @lazy
    def counted(self) -> Sequence[int]:
        """The first row of each difference."""
        return list(dict.fromkeys(map(self.first_of, self.stops)))

    @lazy
    def stacks(self) -> Sequence[int]:
        """Changed literals, declarations and parameters."""
        return [index for index, mark in self._differing.items() if mark.tone is Tone.CHANGED]

    @lazy
    def overview(self) -> RowOverview:
        """The marks of all rows; an action on one side only has one mark throughout."""
        differing = dict(self._differing)
        for number, action in enumerate(self._actions):
            if action.learned is None or action.reference is None:
                rows = range(self.starts[number], self.starts[number + 1] - 1)
                differing |= dict.fromkeys(rows, action_mark(action))
        return RowOverview.of_differing(self.count, differing)

    @lazy
    def _differing(self) -> dict[int, Mark]:
        differing: dict[int, Mark] = {}
        for number, action in enumerate(self._actions):
            start = self.starts[number]
            if action.learned is None or action.reference is None:
                differing[start] = action_mark(action)
            elif not action.is_same:
                shown = enumerate(self._marks(action), start)
                differing |= {at: mark for at, mark in shown if mark and _is_stop(mark)}
        first = self.starts[len(self._actions)] + 1
        for at in range(first, first + len(self.review.diff.declarations)):
            row = self.row(at)
            differing[at] = Mark(row.tone, row.sign)
        return differing

    def _marks(self, action: ActionDiff) -> Iterator[Mark | None]:
        """The marks of an action's rows, None for its title and other rows without one. The rows
        themselves are not made, as a large domain has many that are never shown."""
        yield None
        yield _parameters_mark(action)
        for part in parts_to_show(action):
            yield None
            yield from (_literal_mark(action, literal) for literal in aligned(self.review, part))
        yield None

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Runs of identical actions, and equal rows within others."""
        whole = runs_of_blocks((action.is_same for action in self._actions), self.starts)
        if not self._folds_parts:
            return whole
        numbered = enumerate(self._actions)
        return sorted(
            [
                *whole,
                *(run for number, each in numbered for run in self._equal_within(number, each)),
            ]
        )

    def _equal_within(self, number: int, action: ActionDiff) -> Iterator[tuple[int, int]]:
        """The equal parameters of a changed action, and its literals away from differences."""
        if action.is_same or action.learned is None or action.reference is None:
            return
        start = self.starts[number]
        heads = {typed_list(side.parameters) for side in (action.learned, action.reference)}
        if _parameters_mark(action) is SAME and len(heads) == 1:
            yield start + 1, start + 2
        start += 2
        for part in parts_to_show(action):
            first, start = start + 1, start + _part_size(part)
            equal = [at not in self._differing for at in range(first, start)]
            for run in equal_runs(equal, _CONTEXT, _LEAST):
                yield first + run[0], first + run[1]

    def row(self, index: int) -> ViewRow:
        """The row at `index`."""
        number = self.action_at(index)
        return self._block(number)[index - self.starts[number]].row

    def consequences(self, index: int) -> Consequences:
        """The effects on plans of the differences in a row; none without differences."""
        number = self.action_at(index)
        shown = self._block(number)[index - self.starts[number]]
        return consequences_of(self.review.blame, shown.singles)

    def difference(self, index: int) -> Difference | None:
        """The difference in a row; None without one."""
        number = self.action_at(index)
        return self._block(number)[index - self.starts[number]].difference

    def changes(self, index: int) -> Sequence[AnyChange]:
        """The changes of literals, parameters or declarations in a row."""
        number = self.action_at(index)
        return self._block(number)[index - self.starts[number]].changes

    @lazy
    def stop_of(self) -> Mapping[int, int]:
        """The row of each change, by `id`."""
        return {id(change): row for row in self.stops for change in self.changes(row)}

    def differences(self, index: int) -> frozenset[int]:
        """The numbers of the differences in a row, if plans were executed; in an action's title
        those of all its differences."""
        number = self.action_at(index)
        if index == self.starts[number] and number < len(self._actions):
            return self._numbers(number)
        return frozenset(c.difference.number for c in self.consequences(index))

    def _numbers(self, number: int) -> frozenset[int]:
        """The numbers of an action's differences, if plans were executed."""
        if self.review.blame is None:
            return frozenset()
        return self.review.index.numbers_of(self._actions[number])

    def n_stopped(self, number: int) -> int:
        """The number of plans that the differences of an action stop."""
        return n_stopped(self.review.blame, self._numbers(number))

    @lazy
    def by_consequence(self) -> Sequence[int]:
        """The `stops` in descending order of effect on plans; in file order without plans."""
        return ranked(self.stops, self.consequences, self.review.blame)

    def action_at(self, index: int) -> int:
        """The index of the action of row `index`; for declarations one more than the last."""
        return min(bisect_right(self.starts, index) - 1, len(self.starts) - 2)

    def fold_text(self, start: int, end: int) -> str:
        """The number of identical actions and first names; within one that of equal rows."""
        number = self.action_at(start)
        if start == self.starts[number] + 1:
            action = self._actions[number].learned
            return count_of(0 if action is None else len(action.parameters), "parameter")
        if start > self.starts[number]:
            return f"{end - start} equal"
        first = bisect_left(self.starts, start)
        last = bisect_left(self.starts, end)
        names = [visible(action.name) for action in self._actions[first : min(last, first + 4)]]
        count = last - first
        rest = ", …" if count > len(names) else ""
        return f"{count_of(count, 'action')} the same: {', '.join(names)}{rest}"

    def matching(self, text: str, checkpoint: Checkpoint = NEVER) -> list[int]:
        """The rows that contain `text`."""
        needle = text.casefold()
        found: list[int] = []
        for number, start in enumerate(self.starts[:-1]):
            checkpoint(start)
            block = enumerate(self._make_block(number), start)
            found += (at for at, shown in block if needle in shown.row.text.casefold())
        return found

    def _make_block(self, number: int) -> tuple[_Shown, ...]:
        return tuple(map(self._remarked, self._rows_of(number)))

    def _remarked(self, shown: _Shown) -> _Shown:
        """A row with its effect on plans and its review mark."""
        said = brief_text(self.review.blame, shown.singles)
        if self.review.reviewed is not None and shown.difference is not None:
            said = _joined(mark_text(self.review.reviewed.mark(name_of(shown.difference))), said)
        broken = n_broken(consequences_of(self.review.blame, shown.singles))
        return shown._replace(row=_with_remark(shown.row, said)._replace(n_broken=broken))

    def _rows_of(self, number: int) -> Iterator[_Shown]:
        """The rows of an action, with the differences in each."""
        if number == len(self._actions):
            yield from self._declarations()
            return
        action, index = self._actions[number], self.review.index
        is_alone = action.learned is None or action.reference is None
        whole, head = index.of_action(action), index.of_parameters(action)
        if action.is_other_kind:
            whole, head = None, whole
        of_title = whole or self._renamed_actions.get(action.name)
        yield _Shown(self._title(number), _singles(whole), (), of_title)
        yield _Shown(self._parameters(action), _singles(head), action.parameters, head)
        for part in parts_to_show(action):
            yield _Shown(self._heading(action, part))
            for literal in aligned(self.review, part):
                change = literal.change
                gap = None if change is None else _absence(self.review, action, change)
                row = literal_row(self.review, literal, gap, _literal_mark(action, literal))
                changes = () if change is None else (change,)
                found = None if is_alone else index.of_change(change)
                yield _Shown(row, index.single_of(change), changes, found)
        yield _Shown(ViewRow(Role.BLANK, Tone.SAME if action.is_same else Tone.PLAIN))

    def _title(self, number: int) -> ViewRow:
        action = self._actions[number]
        is_alone = action.learned is None or action.reference is None
        blame, numbers = self.review.blame, self._numbers(number)
        return ViewRow(
            Role.TITLE,
            *action_mark(action),
            _cells(action, lambda side: side.name),
            self.review.where_in(action, name_place),
            _joined(
                text_of_several(blame, numbers, is_brief=True)
                if self.has_figures and not is_alone
                else "",
                self._similarity(number),
            ),
        )

    def _similarity(self, number: int) -> str:
        similarity = self.review.similarity.actions[number]
        own = similarity_with_counts(similarity) if self.has_figures else decimal(similarity.value)
        if similarity.action.reordered is None:
            return own if self.has_figures else ""
        in_order = decimal(OneActionSimilarity(similarity.action.reordered).value)
        return f"{own} {BY_POSITION} · {in_order} {IN_ORDER}"

    def _declarations(self) -> Iterator[_Shown]:
        said = "not scored" if self.has_figures else ""
        title, mark = Cell("declarations"), CHANGED if self.review.diff.declarations else MOVED
        yield _Shown(ViewRow(Role.TITLE, *mark, (title, title), remark=said))
        for change in self.review.diff.declarations:
            row = declaration_row(self.review, change)
            index = self.review.index
            yield _Shown(row, index.single_of(change), (change,), index.of_change(change))
        for name in self.names:
            yield _Shown(self._name(name), difference=name)
        yield _Shown(ViewRow(Role.BLANK, Tone.PLAIN))

    def _name(self, name: Difference) -> ViewRow:
        """The row of a renamed name, which does not count as a difference."""
        sides = (Cell(visible(f":{name.part} {text}")) for text in (name.learned, name.reference))
        places = self.review.where(name.learned_place, name.reference_place)
        plain = message_of(RENAMED, name.part, name.learned, name.reference)
        remark = name.message.removeprefix(plain).removeprefix(", ")
        return ViewRow(Role.ITEM, *MOVED, tuple(sides), places, remark)

    def _parameters(self, action: ActionDiff) -> ViewRow:
        return ViewRow(
            Role.HEADING,
            *_parameters_mark(action),
            _marked_parameters(
                action, _cells(action, lambda side: f":parameters ({typed_list(side.parameters)})")
            ),
            self.review.where_in(action, _parameter_place),
            "; ".join(_about_parameters(action, has_lists=self.has_figures)),
        )

    def _heading(self, action: ActionDiff, part: PartDiff) -> ViewRow:
        confusion = self.review.confusion_of(action, part.part) if self.has_figures else None
        return ViewRow(
            Role.HEADING,
            Tone.SAME if action.is_same else Tone.PLAIN,
            "",
            _cells(action, lambda _: f":{part.part.value}"),
            self.review.where_in(action, partial(part_place, part=part.part)),
            "" if confusion is None else counts_text(confusion),
        )


class _Shown(NamedTuple):
    """A row, the single differences in it, their changes, and the difference that contains them."""

    row: ViewRow
    singles: Sequence[Difference] = ()
    changes: Sequence[AnyChange] = ()
    difference: Difference | None = None


def _singles(difference: Difference | None) -> Sequence[Difference]:
    return () if difference is None else difference.singles


def _with_remark(row: ViewRow, remark: str) -> ViewRow:
    return row._replace(remark=_joined(remark, row.remark)) if remark else row


def _joined(*remarks: str) -> str:
    return "; ".join(filter(None, remarks))


def _cells(action: ActionDiff, text_of: Callable[[Action], str]) -> Cells:
    """The cells of an action: `text_of` each side, None if the side lacks the action."""
    sides = action.learned, action.reference
    return tuple(None if side is None else Cell(visible(text_of(side))) for side in sides)


def _about_parameters(action: ActionDiff, *, has_lists: bool) -> Iterator[str]:
    """Remarks on parameters; without lists what both heads do not show."""
    if has_lists:
        yield from map(parameter_text, action.parameters)
    yield from filter(None, (mapping_text(action),))
    yield from (argument.text for argument in implicit_arguments([action]))
    yield from remarks(action, has_lists=True, has_figures=has_lists)


def _part_size(part: PartDiff) -> int:
    return 1 + part.n_equal + len(part.changes)


def _marked_parameters(action: ActionDiff, cells: Cells) -> Cells:
    """The cells with differing words marked; variables only if their order differs."""
    if not _has_other_parameters(action):
        return cells

    def matters(text: str, word: tuple[int, int]) -> bool:
        return action.is_reordered or text[word[0]] != "?"

    return tuple(
        cell and cell._replace(marks=tuple(m for m in cell.marks if matters(cell.text, m)))
        for cell in marked(*cells)
    )


def _has_other_parameters(action: ActionDiff) -> bool:
    """Whether parameters, their order or the kind of action differ."""
    return bool(action.parameters) or action.is_reordered or action.is_other_kind


def _parameters_mark(action: ActionDiff) -> Mark:
    if _has_other_parameters(action):
        return CHANGED
    if action.learned is None or action.reference is None:
        return action_mark(action)
    return ALIKE if action.implicit else SAME


def _literal_mark(action: ActionDiff, literal: AlignedLiteral) -> Mark:
    if literal.change is not None or literal.learned is None or literal.reference is None:
        return literal.mark
    return same_mark(action, literal.learned, literal.reference)


def _is_stop(mark: Mark) -> bool:
    return bool(mark.sign) and mark.tone is not Tone.SAME


def _parameter_place(action: Action | None) -> Place | None:
    if action is None:
        return None
    node = action.parameters_node
    return name_place(action) if node is None else node.place


def _absence(review: DomainReview, action: ActionDiff, change: Change) -> LineColumn | None:
    """The place of the part in the action that lacks the literal; None if both have it."""
    learned, reference = review.where_in(action, partial(part_place, part=change.part))
    match change.kind:
        case ChangeKind.MISSING:
            return learned
        case ChangeKind.EXTRA:
            return reference
        case ChangeKind.CHANGED:
            return None
