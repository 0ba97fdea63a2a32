"""The review of two domains : the verdict, what differs, then the figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from typing import Final

from plancore.compare.actions import ActionDiff, Status
from plancore.compare.alignment import alignment_of
from plancore.compare.changes import Change, PartDiff
from plancore.compare.declarations import DeclarationChange
from plancore.compare.places import name_place
from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import count_of
from plancore.report import marks
from plancore.report.document import (
    Block,
    Cell,
    Detail,
    Document,
    Item,
    List,
    Paragraph,
    Section,
    Table,
    columns,
)
from plancore.report.domain.basis import basis, basis_text
from plancore.report.domain.by_cause import Grouped
from plancore.report.domain.consequences import by_consequence, text_of_several
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import (
    MARKS,
    action_mark,
    action_title,
    change_cells,
    declaration_cells,
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
from plancore.report.heading import names_line, remark_lines, verdict_lines
from plancore.report.kept import limit_lines
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.passages import measured_sections
from plancore.report.places import line_places
from plancore.report.torn import torn_sections

_MOST_SAME: Final = 20
"""So many actions that are the same have a row of figures each; one row is for all others."""

_RATIOS: Final = {"precision": "P", "recall": "R", "f1": "F1", "accuracy": "accuracy"}


def document(review: DomainReview, detail: Detail) -> Document:
    """The whole report: what a reader has to know, what differs, then the figures."""
    measured = measured_sections(review.measured, basis(alignment_of(review.diff)), detail)
    blocks: Iterable[Block] = chain(beginning(review, detail), details(review, detail), measured)
    if detail is Detail.EXPLAINED:
        from plancore.report.domain.meaning import sections

        blocks = chain(blocks, sections(review))
    return Document("Domain", names_line(review.learned.name, review.reference.name), blocks)


def details(review: DomainReview, detail: Detail) -> Iterator[Section]:
    """What stands below the heading, without the metrics."""
    if detail is Detail.FULL:
        # Imported by what has room for all rows.
        from plancore.report.domain.page import sections

        yield from sections(review)
        yield from _torn(review)
    else:
        yield from _details(review)


def _details(review: DomainReview) -> Iterator[Section]:
    if alignment_of(review.diff) is not None:
        # The table of pairs is imported by who has some.
        from plancore.report.alignment.pair_table import stands_for_sections

        yield from stands_for_sections(review.diff)
    grouped = Grouped(review)
    yield from grouped.sections()
    for row in by_consequence(review):
        if not row.action.is_same:
            yield _action(review, row, grouped)
    if review.diff.declarations:
        rows = [
            [*declaration_cells(review, change), *_consequence(review, change)]
            for change in review.diff.declarations
        ]
        table = Table(columns("", "", "", ""), rows, indent=4)
        yield Section("Declarations", [table], "in no score")
    yield from consequence_sections(review)
    yield from _torn(review)
    if review.reviewed is not None:
        # Imported by who has marks.
        from plancore.report.reviewed.text import reviewed_sections

        yield from reviewed_sections(review.reviewed)
    yield Section("", [overview(review)])
    differing = [row for row in review.similarity.actions if not row.action.is_same]
    if differing:
        counts = [counts_item(review, row) for row in differing]
        yield Section("Counts of the actions that differ", [List(counts)])


def _torn(review: DomainReview) -> Iterator[Section]:
    return torn_sections(*review.files, review.notes, is_torn=review.is_torn)


def consequence_sections(review: DomainReview) -> Iterator[Section]:
    """What the differences do to plans; nothing without plans."""
    if review.blame is not None:
        # Imported by who has plans.
        from plancore.report.blame.document import section

        yield section(review.blame, Detail.DEFAULT, {})


def beginning(review: DomainReview, detail: Detail) -> Iterator[Block]:
    """The heading; on a page also the figures that everybody looks for."""
    yield heading(review, detail)
    if detail is Detail.FULL:
        from plancore.report.domain.page import facts

        yield facts(review)


def heading(review: DomainReview, detail: Detail = Detail.DEFAULT) -> Paragraph:
    """The verdict, and what has to be known to read on; pages have names in a table."""
    renamings = () if detail is Detail.FULL else _renamings(review)
    return Paragraph([*_heading(review), *renamings])


def _heading(review: DomainReview) -> Iterator[Line]:
    tone = Tone.PLAIN if review.is_same else Tone.CHANGED
    verdict = line(Piece(verdict_text(review), tone))
    yield from verdict_lines(review.notes, verdict)
    yield from limit_lines(review)
    yield line(_counts_text(review))
    yield line(basis_text(review.diff))
    yield from remark_lines(review.notes)
    if not review.diff.exact:
        names = ", ".join(sorted(review.diff.constructs))
        yield line(Piece(f"note: compared as written, not taken apart: {names}", Tone.NOTE))


def _renamings(review: DomainReview) -> Iterator[Line]:
    if alignment_of(review.diff) is None:
        for kind, ours, theirs in review.diff.correspondence.renamings():
            yield line(Piece(f"renamed {kind}: {ours} for {theirs}", Tone.MOVED))


def verdict_text(review: DomainReview) -> str:
    """Whether the domains are the same, and if not, how far they are from it."""
    if review.is_same:
        return "the same domain"
    parts = [differences_text(review)]
    if review.blame is not None:
        # Imported by who has plans.
        from plancore.blame.messages import wrong_plans_text

        parts.append(wrong_plans_text(review.blame.blame))
    return "; ".join(filter(None, parts))


def differences_text(review: DomainReview) -> str:
    """`8 differences in 4 of 6 actions`; `6 differences: 5 in 3 of 3 actions, 1 in the
    declarations`."""
    found = [each for each in review.differences if each.is_counted]
    n_names = len(review.differences) - len(found)
    if not found:
        return f"the same but for {count_of(n_names, 'name')}"
    of_actions = [{single.action for single in each.singles} - {None} for each in found]
    differing = set[str | None]().union(*of_actions)
    in_actions = f"in {len(differing)} of {count_of(len(review.diff.actions), 'action')}"
    if review.counts.extra:  # F1, which stands beside this, does not count them
        in_actions += f" ({review.counts.extra} extra)"
    counts = {
        in_actions: sum(map(bool, of_actions)),
        "in the declarations": sum(not actions for actions in of_actions),
    }
    said = {where: count for where, count in counts.items() if count}
    whole = count_of(len(found), "difference")
    text = f"{whole} {''.join(said)}"
    if len(said) > 1:
        text = f"{whole}: {', '.join(f'{count} {where}' for where, count in said.items())}"
    extra = [each for each in found if each.parts and each.action is None]
    if extra:
        # Rows are of single literals, and there are more of these.
        n_uses = sum(len(each.parts) - 1 for each in extra)
        predicates = count_of(len(extra), "extra predicate")
        once = "counts once" if len(extra) == 1 else "count once each"
        text += f" ({predicates}, with {count_of(n_uses, 'use')}, {once})"
    if not n_names:
        return text
    return f"{text}; {count_of(n_names, 'name')} {'differs' if n_names == 1 else 'differ'}"


def _counts_text(review: DomainReview) -> str:
    counts = review.counts
    kinds = (
        f"{counts.same} same",
        f"{counts.changed} changed",
        *([f"{counts.renamed} renamed"] if counts.renamed else []),
        f"{counts.missing} missing",
        f"{counts.extra} extra",
    )
    return f"{count_of(len(review.diff.actions), 'action')}: {', '.join(kinds)}"


def worst(review: DomainReview) -> list[str]:
    """The action that is farthest from the reference; none where all is the same."""
    rows = [row for row in review.similarity.actions if row.value is not None]
    row = min(rows, key=lambda row: row.value or 0, default=None)
    if review.is_same or row is None or row.value == 1:
        return []  # nothing is bad about a perfect one
    return [visible(f"worst {row.action.name} {similarity_with_counts(row)}")]


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


def _action(
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
        yield List(list(map(Item, parameters)), indent=4)
    is_counted = matched.reference is not None
    for part in parts_to_show(matched):
        changes = grouped.left(part.changes)
        if changes:
            yield Paragraph([line(part.part.value)], indent=2)
            rows = [
                [
                    *change_cells(review, change, is_counted=is_counted),
                    *_consequence(review, change),
                ]
                for change in changes
            ]
            yield Table(columns("", "", "", ""), rows, indent=4)
    rest = grouped.rest(name)
    if rest:
        yield Paragraph(rest, indent=2)


def _consequence(review: DomainReview, change: Change | DeclarationChange) -> Iterator[str]:
    """What a single difference does to plans as a cell of a table; none without plans."""
    yield from (single.consequence for single in review.index.single_of(change) if review.blame)


def counts_item(review: DomainReview, row: OneActionSimilarity) -> Item:
    """How the figures of an action come about."""
    parts = [
        Item(line(part.part.value, Piece(ratios, Tone.DIM)))
        for part in parts_to_show(row.action.shown)
        if (ratios := _ratios(review, row.action, part))
    ]
    return Item(line(f"{action_title(row.action)}{_similarity(row)}"), parts)


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
    if row.action.status in (Status.MISSING, Status.EXTRA) or not row.n_union:
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
