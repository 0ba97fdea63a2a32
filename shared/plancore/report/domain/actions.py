"""The actions of two domains in a document: their figures, and what differs in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeVar

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.causes import CommonCause
from plancore.compare.changes import Change, PartDiff
from plancore.compare.declarations import DeclarationChange
from plancore.compare.parameters import ParameterChange
from plancore.compare.places import name_place
from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import count_of
from plancore.report import marks
from plancore.report.document import Block, Cell, List, ListItem, Paragraph, Section, Table, columns
from plancore.report.domain.review import DomainReview, text_of_several
from plancore.report.domain.words import (
    MARKS,
    action_mark,
    action_title,
    change_cells,
    change_text,
    parameter_text,
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
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.places import line_places

_MOST_SAME: Final = 20
"""So many actions that are the same have a row of figures each; one row is for all others."""

_RATIOS: Final = {"precision": "P", "recall": "R", "f1": "F1", "accuracy": "accuracy"}


def overview(
    review: DomainReview, anchors: Mapping[str, str] = {}, *, has_plans: bool = False
) -> Table:
    """A row of figures for each action; `anchors` are those of actions by their names. Where plans
    are known a column may say what the differences of an action do to them."""
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


def action_section(
    review: DomainReview,
    row: OneActionSimilarity,
    grouped: Grouped,
) -> Section:
    """What differs in an action: its places, then its literals part by part."""
    action, matched = row.action, row.action.shown
    places = line_places(*review.where_in(action, name_place))
    stops = text_of_several(review.blame, review.index.numbers_of(matched))
    title = line(_title(action), f"  {decimal(row.value)}  ", *places, f"  {stops}" * bool(stops))
    return Section(title, list(_differences(review, matched, grouped, action.name)))


def _differences(
    review: DomainReview,
    matched: ActionDiff,
    grouped: Grouped,
    name: str,
) -> Iterator[Block]:
    said = [line(remark) for remark in remarks(matched)]
    if said:
        yield Paragraph(said, indent=2)
    parameters = []
    for change in grouped.left(matched.parameters):
        tone, sign = MARKS[change.kind]
        parameters.append(line(Piece(f"{sign} {parameter_text(change)}", tone)))
    index = review.index
    head = index.of_action(matched) if matched.is_other_kind else index.of_parameters(matched)
    if head is not None and head.consequence:
        parameters.append(line(head.consequence))
    if parameters:
        yield List(list(map(ListItem, parameters)), indent=4)
    is_counted = matched.reference is not None
    for part in parts_to_show(matched):
        changes = grouped.left(part.changes)
        if changes:
            yield Paragraph([line(part.part.value)], indent=2)
            rows = [
                [
                    *change_cells(review, change, is_counted=is_counted),
                    *consequence_cells(review, change),
                ]
                for change in changes
            ]
            yield Table(columns("", "", "", ""), rows, indent=4)
    rest = grouped.rest(name)
    if rest:
        yield Paragraph(rest, indent=2)


def consequence_cells(review: DomainReview, change: Change | DeclarationChange) -> Iterator[str]:
    """What a single difference does to plans as a cell of a table; none without plans."""
    yield from (single.consequence for single in review.index.single_of(change) if review.blame)


def counts_item(review: DomainReview, row: OneActionSimilarity) -> ListItem:
    """How the figures of an action come about."""
    parts = [
        ListItem(line(part.part.value, Piece(ratios, Tone.DIM)))
        for part in parts_to_show(row.action.shown)
        if (ratios := _ratios(review, row.action, part))
    ]
    return ListItem(line(f"{action_title(row.action)}{_similarity(row)}"), parts)


def action_summary(review: DomainReview, number: int) -> list[Line]:
    """The numbers of one action, with the counts behind them, in three lines."""
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
    """The similarity of an action and, if both files have it, how it comes about."""
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


# Differences that have a cause in common, told once below it and not once in each action.

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
