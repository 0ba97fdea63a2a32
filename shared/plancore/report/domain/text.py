"""The review of two domains as text: scores, then each differing literal with its places."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.compare.changes import Change, Part, PartDiff
from plancore.compare.domains import ActionDiff, Status
from plancore.ide.places import name_place
from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.metrics.syntactic import Row
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import (
    SIGNS,
    TONES,
    absence,
    action_sign,
    action_title,
    action_tone,
    change_cells,
    declaration_cells,
    parameter_text,
    parts_to_show,
    remarks,
)
from plancore.report.figures import (
    UNDEFINED,
    ratio_with_counts,
    shown,
    similarity_with_counts,
)
from plancore.report.heading import heading
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.passages import measured_lines
from plancore.report.places import places_text, where
from plancore.report.table import Cell, table
from plancore.report.words import count_of

_MOST_NAMES = 6
_ROWS = {Part.PRECONDITION: Row.PRE, Part.EFFECT: Row.EFF}
_RATIOS = ("precision", "recall", "f1", "accuracy")


def lines(review: DomainReview) -> Iterator[Line]:
    """The whole report."""
    yield from _heading(review)
    yield from _overview(review)
    yield from _causes(review)
    for row in review.similarity.actions:
        if not row.action.is_same:
            yield ()
            yield from _action(review, row)
    if review.diff.declarations:
        yield ()
        yield from _declarations(review)
    yield from measured_lines(review.measured)


def _heading(review: DomainReview) -> Iterator[Line]:
    yield from heading(review.learned.name, review.reference.name, review.notes)
    if not review.diff.exact:
        names = ", ".join(sorted(review.diff.constructs))
        yield line(Piece(f"note: compared as written, not taken apart: {names}", Tone.NOTE))
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
    yield line(f"{count_of(len(review.diff.actions), 'action')}: {', '.join(kinds)}")
    yield ()


def _overview(review: DomainReview) -> Iterator[Line]:
    title = ("", "action", "similarity", "pre P", "pre R", "eff P", "eff R")
    rows: list[list[Cell]] = [[Piece(cell, Tone.DIM) for cell in title]]
    for row in review.similarity.actions:
        action = row.action
        tone = action_tone(action)
        cells: list[Cell] = [
            Piece(action_sign(action), tone),
            Piece(action_title(action), tone),
            similarity_with_counts(row),
        ]
        counts = review.counts_of(action)
        for part in (Row.PRE, Row.EFF):
            for ratio in ("precision", "recall"):
                confusion = counts.rows[part].confusion if counts else None
                cells.append(ratio_with_counts(confusion, ratio) if confusion else UNDEFINED)
        rows.append(cells)
    macro = review.syntactic.macro
    mean: list[Cell] = ["", "mean", shown(review.similarity.mean_over_reference)]
    for part in (Row.PRE, Row.EFF):
        mean += [shown(macro[part][ratio]) for ratio in ("precision", "recall")]
    rows.append(mean)
    yield from table(rows)


def _causes(review: DomainReview) -> Iterator[Line]:
    if review.causes:
        yield ()
        yield line(Piece("Common causes", Tone.TITLE))
    for cause in review.causes:
        names = ", ".join(cause.actions[:_MOST_NAMES])
        rest = ", …" if len(cause.actions) > _MOST_NAMES else ""
        text = f"  {cause.count} differences: {cause.text}"
        yield line(visible(text), "  ", Piece(visible(f"{names}{rest}"), Tone.DIM))


def _action(review: DomainReview, row: OneActionSimilarity) -> Iterator[Line]:
    action = row.action
    tone = action_tone(action)
    places = (
        where(review.learned, name_place(action.learned)),
        where(review.reference, name_place(action.reference)),
    )
    yield line(
        Piece(f"{action_sign(action)} {action_title(action)}", tone),
        "  ",
        Piece(places_text(*places, gap="  "), Tone.DIM),
    )
    matched = action.shown
    for remark in remarks(matched):
        yield line(f"  {remark}")
    yield line(
        f"  similarity {similarity_with_counts(row)}{_formula(row)}{_position_remark(action)}"
    )
    for change in matched.parameters:
        yield line(
            "    ", Piece(f"{SIGNS[change.kind]} {parameter_text(change)}", TONES[change.kind])
        )
    for part in parts_to_show(matched):
        yield line(f"  {part.part.value}", Piece(_ratios(review, action, part), Tone.DIM))
        yield from table([_change(review, matched, change) for change in part.changes])


def _position_remark(action: ActionDiff) -> str:
    """The remark that scores compare parameters by position although their order differs."""
    return "" if action.reordered is None else "  (scores by position)"


def action_summary(review: DomainReview, number: int) -> list[Line]:
    """The numbers of one action, with the counts behind them, in three lines."""
    row = review.similarity.actions[number]
    action = row.action
    title = Piece(f"{action_sign(action)} {action_title(action)}", action_tone(action))
    return [
        line(title, f"  similarity {similarity_with_counts(row)}{_formula(row)}"),
        *(
            line(Piece(f"  {name}", Tone.DIM), _ratios(review, action, part) or "  none to compare")
            for name, part in (("pre", action.precondition), ("eff", action.effect))
        ),
    ]


def _formula(row: OneActionSimilarity) -> str:
    if row.action.status in (Status.MISSING, Status.EXTRA) or not row.n_union:
        return ""
    pre, eff = row.precondition, row.effect
    different = [len(part.fp) + len(part.fn) for part in (pre, eff)]
    union = [count + len(part.tp) for count, part in zip(different, (pre, eff), strict=True)]
    return f" = 1 - ({different[0]} + {different[1]})/({union[0]} + {union[1]})"


def _ratios(review: DomainReview, action: ActionDiff, part: PartDiff) -> str:
    counts = review.counts_of(action)
    if counts is None or part.part not in _ROWS:
        return ""
    confusion = counts.rows[_ROWS[part.part]].confusion
    parts = [f"TP {confusion.tp}", f"FP {confusion.fp}", f"FN {confusion.fn}"]
    if confusion.tn is not None:
        parts.append(f"TN {confusion.tn}")
    parts += [f"{_SHORT[name]} {ratio_with_counts(confusion, name)}" for name in _RATIOS]
    return "  " + "  ".join(parts)


_SHORT = {"precision": "P", "recall": "R", "f1": "F1", "accuracy": "accuracy"}


def _change(review: DomainReview, action: ActionDiff, change: Change) -> list[Cell]:
    gap = absence(review, action, change)
    places = places_text(
        where(review.learned, change.learned_place),
        where(review.reference, change.reference_place),
        absent=gap,
    )
    return [*change_cells(change, indent=4), Piece(places, Tone.DIM)]


def _declarations(review: DomainReview) -> Iterator[Line]:
    yield line(Piece("Declarations", Tone.TITLE), "  in no score")
    yield from table(
        [
            declaration_cells(review.learned, review.reference, change, indent=4)
            for change in review.diff.declarations
        ]
    )
