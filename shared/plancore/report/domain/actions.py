"""The actions of two domains in a document: their scores and differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, TypeVar

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.causes import CommonCause
from plancore.compare.changes import PARAMETERS, Change, PartDiff, name_place
from plancore.compare.declarations import DeclarationChange
from plancore.compare.parameters import ParameterChange
from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import SIDES, count_of, some_of
from plancore.report import marks
from plancore.report.document import (
    Block,
    Cell,
    ListItem,
    Paragraph,
    Section,
    Table,
    cell_line,
    columns,
)
from plancore.report.domain.review import DomainReview, by_consequence, text_of_several
from plancore.report.domain.words import (
    BY_POSITION,
    IN_ORDER,
    MARKS,
    action_mark,
    action_title,
    change_cells,
    change_text,
    parameter_text,
    parameters_text,
    parts_to_show,
    remarks,
)
from plancore.report.figures import (
    UNDEFINED,
    counts_text,
    decimal,
    ratio_with_counts,
    shown,
    similarity_with_counts,
)
from plancore.report.files import LineColumn, place_piece
from plancore.report.lines import Line, Piece, Tone, line, line_width

_MOST_SAME: Final = 20
"""The maximum number of identical actions with a row of scores each; one row counts the others."""

_INDENT: Final = 4
_WIDEST: Final = 44
"""The maximum width of the column of formulas; wider formulas push the columns after them."""
_MOST_CAUSES: Final = 3
_MOST_LINES: Final = 8
"""By default up to `_MOST_CAUSES` common causes are listed with their places; of more, this many
get a line each."""
_ALONE: Final = (Presence.MISSING, Presence.EXTRA)

_RATIOS: Final = {"precision": "P", "recall": "R", "f1": "F1", "accuracy": "accuracy"}


def overview(
    review: DomainReview, anchors: Mapping[str, str] = {}, *, has_plans: bool = False
) -> Table:
    """A row of scores for each action. `anchors` are the anchors of actions by name. With
    `has_plans` a column has the effect of each action's differences on plans, if known."""
    blame = review.blame if has_plans else None
    rows: list[list[Cell]] = []
    n_same = 0
    for row in review.similarity.actions:
        action = row.action
        n_same += action.is_same
        if action.is_same and n_same > _MOST_SAME:
            continue
        tone, sign = action_mark(action)
        cells: list[Cell] = [
            Piece(sign, tone),
            Piece(action_title(action), tone, target=anchors.get(action.name, "")),
            similarity_with_counts(row),
        ]
        counts = review.counts_of(action)
        for part in (CountedPart.PRE, CountedPart.EFF):
            for ratio in ("precision", "recall"):
                confusion = counts.rows[part] if counts else None
                cells.append(ratio_with_counts(confusion, ratio) if confusion else UNDEFINED)
        cells.append(text_of_several(blame, review.index.numbers_of(action.shown)))
        rows.append(cells)
    if n_same > _MOST_SAME:
        tone, sign = marks.SAME
        more = f"and {n_same - _MOST_SAME} more"
        rows.append([Piece(sign, tone), Piece(more, tone), decimal(Fraction(1))])
    macro = review.syntactic.macro
    mean: list[Cell] = ["", "mean", shown(review.similarity.mean_over_reference)]
    for part in (CountedPart.PRE, CountedPart.EFF):
        mean += [shown(macro[part][ratio]) for ratio in ("precision", "recall")]
    rows.append(mean)
    names = ["", "action", "similarity", "pre P", "pre R", "eff P", "eff R"]
    names += ["plans"] if has_plans and review.blame is not None else [""]
    return Table(columns(*names), rows)


class Differences:
    """The differences of two domains by action, in columns shared by all actions; `more` names the
    option that prints all of them."""

    def __init__(self, review: DomainReview, more: str = "") -> None:
        self._review = review
        self._more = more
        self._grouped = Grouped(review)
        shown = [row.action.shown for row in by_consequence(review) if not row.action.is_same]
        self._alone = [each for each in shown if each.status in _ALONE]
        changed = (each for each in shown if each.status not in _ALONE)
        self._rows = [(action, list(self._rows_of(action))) for action in changed]
        cells = [row for _, rows in self._rows for row in rows]
        self._widths = [
            max((line_width(cell_line(row[at])) for row in cells if at < len(row)), default=0)
            for at in range(4)
        ]
        self._widths[1] = min(self._widths[1], _WIDEST)

    def sections(self) -> Iterator[Section]:
        """The common causes, the changed actions, then those that only one side has."""
        causes = self._grouped.sections(has_all=not self._more)
        yield from (each._replace(more=self._more) for each in causes)
        if self._rows:
            blocks = [block for each in self._rows for block in self._blocks(*each)]
            yield Section("", blocks, more=self._more)
        if self._alone:
            yield Section("", [*self._whole_actions()], more=self._more)

    def _whole_actions(self) -> Iterator[Block]:
        """The actions that only one side has: a row each with plans, otherwise a line per group."""
        groups: dict[object, list[ActionDiff]] = {}
        for action in self._alone:
            is_apart = self._review.blame is not None
            groups.setdefault(action.name if is_apart else self._said(action), []).append(action)
        if all(len(group) == 1 for group in groups.values()):
            yield Table(columns("", "", "", ""), list(map(self._whole, self._alone)))
            return
        for first, *others in groups.values():
            tone, sign = action_mark(first)
            kind = self._said(first).replace("action", "actions" if others else "action")
            pieces = [Piece(f"{sign} {kind}: ", tone)]
            for action in (first, *others):
                gap = "" if action is first else ", "
                pieces += [Piece(f"{gap}{action_title(action)} "), *self._places_of(action)]
            yield Paragraph([line(*pieces)])

    def _said(self, action: ActionDiff) -> str:
        covers = "; ".join(remarks(action)) if action.one_to_many else ""
        return covers or f"{SIDES.of_kind(action.status)} action"

    def _blocks(self, action: ActionDiff, rows: Sequence[Sequence[Cell]]) -> Iterator[Block]:
        tone, sign = action_mark(action)
        column = _INDENT + self._widths[0] + 2 + self._widths[1]
        title = Piece(f"{sign} {action_title(action)}".ljust(column), tone)
        said = [line(" " * _INDENT, remark) for remark in remarks(action)]
        yield Paragraph([line(title, "  ", *self._places_of(action)), *said])
        if rows:
            padded = [[*map(_padded, row, self._widths), *row[4:]] for row in rows]
            # Parameters are long, and their rows have no further columns.
            n_first = next((at for at, row in enumerate(rows) if len(row) > 2), len(rows))
            for some in filter(None, (padded[:n_first], padded[n_first:])):
                yield Table(columns("", "", "", "", ""), some, indent=_INDENT)
        rest = self._grouped.rest(action.name)
        if rest:
            yield Paragraph(rest, indent=_INDENT)

    def _rows_of(self, action: ActionDiff) -> Iterator[Sequence[Cell]]:
        """Rows of part, signed formula, kind of difference, places and effect on plans."""
        part = PARAMETERS
        left = self._grouped.left(action.parameters)
        for kind, several in groupby(left, lambda change: change.kind):
            tone, sign = MARKS[kind]
            yield part, Piece(f"{sign} {parameters_text([*several])}", tone)
            part = ""
        index = self._review.index
        head = index.of_action(action) if action.is_other_kind else index.of_parameters(action)
        if head is not None and head.consequence:
            yield part, head.consequence
        for each in parts_to_show(action):
            part = each.part.value
            for change in self._grouped.left(each.changes):
                formula, kind, _ = change_cells(self._review, change)
                at = places_by_side(*self._review.where_of(change))
                yield part, formula, kind, at, *consequence_cells(self._review, change)
                part = ""

    def _whole(self, action: ActionDiff) -> Sequence[Cell]:
        tone, sign = action_mark(action)
        whole = self._review.index.of_action(action)
        does = "" if whole is None else whole.consequence
        name = Piece(f"{sign} {action_title(action)}", tone)
        return name, self._said(action), self._places_of(action), does

    def _places_of(self, action: ActionDiff) -> Line:
        return places_by_side(*self._review.where_in(action, name_place))


def _padded(cell: Cell, width: int) -> Cell:
    pieces = cell_line(cell)
    room = width - line_width(pieces)
    return (*pieces, Piece(" " * room)) if room > 0 else pieces


def places_by_side(learned: LineColumn | None, reference: LineColumn | None) -> Line:
    """`learned:18  reference:17`."""
    sides = ((SIDES.learned, learned), (SIDES.reference, reference))
    known = [place_piece(f"{side}:{at.line}", at) for side, at in sides if at is not None]
    return tuple(piece for each in known for piece in (Piece("  "), each))[1:]


def score_table(review: DomainReview) -> Table | None:
    """The scores of the changed actions, as fractions; None if there are none."""
    rows: list[list[Cell]] = []
    for row in review.similarity.actions:
        action = row.action
        if action.is_same or action.learned is None or action.reference is None:
            continue
        name = action_title(action)
        if action.reordered is None:
            rows.append(_scores(review, row, name))
            continue
        rows.append(_scores(review, row, f"{name}, {BY_POSITION}"))
        in_order = review.in_order
        assert in_order is not None, "an action has another order"
        shown = in_order.similarity.of(action.name)
        assert shown is not None, "both reviews have the same actions"
        rows.append(_scores(in_order, shown, f"{name}, {IN_ORDER}"))
    if not rows:
        return None
    names = ("action", "similarity", "pre P", "pre R", "eff P", "eff R")
    return Table(columns(*names, numbers=range(1, len(names))), rows, indent=2)


def _scores(review: DomainReview, row: OneActionSimilarity, name: str) -> list[Cell]:
    counts = review.counts_of(row.action)
    assert counts is not None, "the reference has the action"
    parts = (counts.rows[part] for part in (CountedPart.PRE, CountedPart.EFF))
    fractions = [(p.tp, p.tp + other) for p in parts for other in (p.fp, p.fn)]
    fractions.insert(0, (row.n_union - row.n_different, row.n_union))
    return [name, *(f"{same}/{whole}" for same, whole in fractions)]


def consequence_cells(review: DomainReview, change: Change | DeclarationChange) -> Iterator[str]:
    """The effect of a single difference on plans, as a cell; none without plans."""
    yield from (single.consequence for single in review.index.single_of(change) if review.blame)


def counts_item(review: DomainReview, row: OneActionSimilarity) -> ListItem:
    """The counts behind the scores of an action."""
    parts = [
        ListItem(line(part.part.value, Piece(ratios, Tone.DIM)))
        for part in parts_to_show(row.action.shown)
        if (ratios := _ratios(review, row.action, part))
    ]
    return ListItem(line(f"{action_title(row.action)}{_similarity(row)}"), parts)


def action_summary(review: DomainReview, number: int) -> list[Line]:
    """The scores of one action with their counts, in three lines."""
    row = review.similarity.actions[number]
    action = row.action
    return [
        line(_title(action), _similarity(row)),
        *(
            line(Piece(f"  {name}", Tone.DIM), _ratios(review, action, part) or "  none to compare")
            for name, part in (("pre", action.precondition), ("eff", action.effect))
        ),
    ]


def _title(action: ActionDiff) -> Piece:
    tone, sign = action_mark(action)
    return Piece(f"{sign} {action_title(action)}", tone)


def _similarity(row: OneActionSimilarity) -> str:
    """The similarity of an action and, if both files have it, its derivation."""
    text = f"  similarity {similarity_with_counts(row)}"
    # Scores compare parameters by position, although their order may differ.
    by_position = "" if row.action.reordered is None else "  (by position)"
    if row.action.status in (Presence.MISSING, Presence.EXTRA) or not row.n_union:
        return f"{text}{by_position}"
    pre, eff = row.precondition, row.effect
    different = [len(part.fp) + len(part.fn) for part in (pre, eff)]
    union = [count + len(part.tp) for count, part in zip(different, (pre, eff), strict=True)]
    return f"{text} = 1 - ({different[0]} + {different[1]})/({union[0]} + {union[1]}){by_position}"


def _ratios(review: DomainReview, action: ActionDiff, part: PartDiff) -> str:
    confusion = review.confusion_of(action, part.part)
    if confusion is None:
        return ""
    parts = [counts_text(confusion)]
    if confusion.tn is not None:
        parts.append(f"TN {confusion.tn}")
    parts += [f"{short} {ratio_with_counts(confusion, name)}" for name, short in _RATIOS.items()]
    return "  " + "  ".join(parts)


# Differences with a common cause, listed once below the cause and not in each action.

AnyChange = TypeVar("AnyChange", Change, ParameterChange)


class Grouped:
    """The common causes of a review with their differences. If plans are known there are no groups,
    as each difference has its own effect."""

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
        """The `changes` that are not in a group."""
        return [change for change in changes if id(change) not in self._cause_of]

    def rest(self, action: str) -> list[Line]:
        """The number of an action's differences in each group, as a line."""
        counts = ((k, self._counts[action, k]) for k in range(1, len(self._causes) + 1))
        said = [f"{count} of cause {number}" for number, count in counts if count]
        if not said:
            return []
        count, _, cause = said[0].partition(" ")
        said[0] = f"{count_of(int(count), 'place')} {cause}"
        return [line(Piece(", ".join(said), Tone.DIM))]

    def sections(self, *, has_all: bool) -> Iterator[Section]:
        """The causes with their differences; many get only a line each, unless `has_all`."""
        said = [f"in {count_of(cause.count, 'place')}: {cause.text}" for cause in self._causes]
        if not has_all and len(said) > _MOST_CAUSES:
            largest = sorted(self._causes, key=lambda cause: -cause.count)[:_MOST_LINES]
            named = [
                line(Piece(f"Cause {number}", Tone.TITLE), f"  {text}")
                for number, (text, cause) in enumerate(zip(said, self._causes, strict=True), 1)
                if cause in largest
            ]
            n_more = len(said) - len(named)
            more = f"and {count_of(n_more, 'more cause')}; " if n_more else ""
            listed = f"{more}--metrics lists the places"
            yield Section("", [Paragraph([*named, line(Piece(listed, Tone.DIM))])])
            return
        for number, cause in enumerate(self._causes, 1):
            if self._is_grouped:
                block: Block = Table(columns("", ""), list(self._rows(number, cause)), indent=4)
            else:
                block = Paragraph([line(Piece(", ".join(cause.actions), Tone.DIM))], indent=4)
            yield Section(f"Cause {number}", [block], said[number - 1])

    def _rows(self, number: int, cause: CommonCause) -> Iterator[list[Cell]]:
        """A row for each set of actions with the same differences."""
        rows: dict[tuple[Piece, ...], list[str]] = {}
        for name in cause.actions:
            own = [c for n, c in cause.instances if n == name and self._cause_of[id(c)] == number]
            if own:
                rows.setdefault(tuple(_pieces(own)), []).append(name)
        for pieces, names in rows.items():
            yield [some_of(names, 1), pieces]


def _pieces(changes: Iterable[Change | ParameterChange]) -> Iterator[Piece]:
    gap = ""
    for change in changes:
        tone, sign = MARKS[change.kind]
        text = change_text(change) if isinstance(change, Change) else parameter_text(change)
        yield Piece(f"{gap}{sign} {text}", tone)
        gap = "  "
