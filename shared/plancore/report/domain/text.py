"""The review of two domains as text: scores, then each differing literal with its places."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.compare.actions import ActionDiff, Status
from plancore.compare.alignment import alignment_of
from plancore.compare.changes import PartDiff
from plancore.compare.matters import Differences
from plancore.compare.places import name_place
from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.metrics.syntactic import CountedPart
from plancore.report.domain.basis import basis, basis_text
from plancore.report.domain.consequences import ConsequencesByPlace
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import (
    MARKS,
    absence,
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
    ratio_with_counts,
    shown,
    similarity_with_counts,
)
from plancore.report.heading import heading, note_lines
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.passages import measured_lines
from plancore.report.places import places_text
from plancore.report.table import Cell, head, table
from plancore.report.words import count_of

_MOST_NAMES = 6
_RATIOS = {"precision": "P", "recall": "R", "f1": "F1", "accuracy": "accuracy"}


def lines(review: DomainReview) -> Iterator[Line]:
    """The whole report."""
    yield from _heading(review)
    yield from _overview(review)
    yield from _stands_for(review)
    yield from _causes(review)
    told = ConsequencesByPlace(review.blame)
    for row in review.similarity.actions:
        if not row.action.is_same:
            yield ()
            yield from _action(review, row, told)
    if review.diff.declarations:
        yield ()
        yield from _declarations(review, told)
    if review.blame is not None:
        yield ()
        yield from consequence_lines(review)
    yield from measured_lines(review.measured, basis(alignment_of(review.diff)))


def consequence_lines(review: DomainReview) -> Iterator[Line]:
    """What the differences do to plans; nothing without plans."""
    if review.blame is not None:
        # Imported by who has plans.
        from plancore.report.blame.text import passage

        yield from passage(review.blame)


def _heading(review: DomainReview) -> Iterator[Line]:
    yield from heading(review.learned.name, review.reference.name, ())
    yield line(basis_text(review.diff))
    yield from note_lines(review.notes)
    if not review.diff.exact:
        names = ", ".join(sorted(review.diff.constructs))
        yield line(Piece(f"note: compared as written, not taken apart: {names}", Tone.NOTE))
    if alignment_of(review.diff) is None:
        for kind, ours, theirs in review.diff.correspondence.renamings():
            yield line(Piece(f"renamed {kind}: {visible(ours)} for {visible(theirs)}", Tone.MOVED))
    counts = review.counts
    kinds = (
        f"{counts.same} same",
        f"{counts.changed} changed",
        *([f"{counts.renamed} renamed"] if counts.renamed else []),
        f"{counts.missing} missing",
        f"{counts.extra} extra",
    )
    differences = count_of(Differences(review.diff).count, "difference")
    actions = count_of(len(review.diff.actions), "action")
    yield line(f"{actions}: {', '.join(kinds)}; {differences}")
    yield ()


def _overview(review: DomainReview) -> Iterator[Line]:
    rows = [head("", "action", "similarity", "pre P", "pre R", "eff P", "eff R")]
    for row in review.similarity.actions:
        action = row.action
        tone, sign = action_mark(action)
        cells: list[Cell] = [
            Piece(sign, tone),
            Piece(action_title(action), tone),
            similarity_with_counts(row),
        ]
        counts = review.counts_of(action)
        for part in (CountedPart.PRE, CountedPart.EFF):
            for ratio in ("precision", "recall"):
                confusion = counts.rows[part] if counts else None
                cells.append(ratio_with_counts(confusion, ratio) if confusion else UNDEFINED)
        rows.append(cells)
    macro = review.syntactic.macro
    mean: list[Cell] = ["", "mean", shown(review.similarity.mean_over_reference)]
    for part in (CountedPart.PRE, CountedPart.EFF):
        mean += [shown(macro[part][ratio]) for ratio in ("precision", "recall")]
    rows.append(mean)
    yield from table(rows)


def _stands_for(review: DomainReview) -> Iterator[Line]:
    if alignment_of(review.diff) is None:
        return
    # The table of pairs is imported by who has some.
    from plancore.report.domain.stands_for import stands_for_lines

    lines = list(stands_for_lines(review.diff))
    if lines:
        yield ()
        yield from lines


def _causes(review: DomainReview) -> Iterator[Line]:
    if review.causes:
        yield ()
        yield line(Piece("Common causes", Tone.TITLE))
    for cause in review.causes:
        names = ", ".join(cause.actions[:_MOST_NAMES])
        rest = ", …" if len(cause.actions) > _MOST_NAMES else ""
        text = f"  {cause.count} differences: {cause.text}"
        yield line(visible(text), "  ", Piece(visible(f"{names}{rest}"), Tone.DIM))


def _action(
    review: DomainReview, row: OneActionSimilarity, told: ConsequencesByPlace
) -> Iterator[Line]:
    action, matched = row.action, row.action.shown
    places = places_text(*review.where_in(action, name_place), gap="  ")
    stops = told.text_of_action(matched)
    yield line(_title(action), "  ", Piece(places, Tone.DIM), f"  {stops}" if stops else "")
    for remark in remarks(matched):
        yield line(f"  {remark}")
    # Scores compare parameters by position, although their order may differ.
    by_position = "" if action.reordered is None else "  (scores by position)"
    yield line(f"{_similarity(row)}{by_position}")
    for change in matched.parameters:
        tone, sign = MARKS[change.kind]
        yield line("    ", Piece(f"{sign} {parameter_text(change)}", tone))
    said = told.text(told.of_parameters(matched))
    if said:
        yield line(f"    {said}")
    for part in parts_to_show(matched):
        yield line(f"  {part.part.value}", Piece(_ratios(review, action, part), Tone.DIM))
        yield from table(
            [
                [
                    *change_cells(review, change, indent=4, gap=absence(review, matched, change)),
                    *told.cells(change),
                ]
                for change in part.changes
            ]
        )


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
    if row.action.status in (Status.MISSING, Status.EXTRA) or not row.n_union:
        return text
    pre, eff = row.precondition, row.effect
    different = [len(part.fp) + len(part.fn) for part in (pre, eff)]
    union = [count + len(part.tp) for count, part in zip(different, (pre, eff), strict=True)]
    return f"{text} = 1 - ({different[0]} + {different[1]})/({union[0]} + {union[1]})"


def _ratios(review: DomainReview, action: ActionDiff, part: PartDiff) -> str:
    confusion = review.confusion_of(action, part.part)
    if confusion is None:
        return ""
    parts = [counts_text(confusion)]
    if confusion.tn is not None:
        parts.append(f"TN {confusion.tn}")
    parts += [f"{short} {ratio_with_counts(confusion, name)}" for name, short in _RATIOS.items()]
    return "  " + "  ".join(parts)


def _declarations(review: DomainReview, told: ConsequencesByPlace) -> Iterator[Line]:
    yield line(Piece("Declarations", Tone.TITLE), "  in no score")
    yield from table(
        [
            [
                *declaration_cells(review, change, indent=4),
                *told.cells(change),
            ]
            for change in review.diff.declarations
        ]
    )
