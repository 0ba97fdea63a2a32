"""The review of two domains as text: scores, then each differing literal with its places."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.compare.changes import Aspect, Change, ChangeKind, Part
from plancore.compare.domains import ActionDiff, ParameterChange, Status
from plancore.compare.printing import type_text, typed_list
from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.metrics.confusion import Confusion, Mean
from plancore.metrics.syntactic import Row
from plancore.model.formula import TypedName
from plancore.report.domain_review import DomainReview
from plancore.report.figures import (
    UNDEFINED,
    decimal,
    ratio_with_counts,
    similarity_with_counts,
    with_fraction,
)
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.places import Where, name_place, part_place, where
from plancore.report.table import Cell, table

SIGNS = {ChangeKind.MISSING: "-", ChangeKind.EXTRA: "+", ChangeKind.CHANGED: "~"}
TONES = {
    ChangeKind.MISSING: Tone.MISSING,
    ChangeKind.EXTRA: Tone.EXTRA,
    ChangeKind.CHANGED: Tone.CHANGED,
}
ASPECTS = {
    Aspect.POLARITY: "polarity",
    Aspect.ARGUMENTS: "arguments",
    Aspect.TIME: "time",
    Aspect.VALUE: "value",
}
_ROWS = {Part.PRECONDITION: Row.PRE, Part.EFFECT: Row.EFF}
_RATIOS = ("precision", "recall", "f1", "accuracy")


def domain_lines(review: DomainReview) -> Iterator[Line]:
    """The whole report."""
    yield from _heading(review)
    yield from _overview(review)
    for row in review.similarity.actions:
        if not row.action.is_same:
            yield ()
            yield from _action(review, row)
    yield ()
    yield from _averages(review)


def label(change: Change) -> str:
    """What kind of difference it is, with the count that it goes into."""
    match change.kind:
        case ChangeKind.MISSING:
            return "missing (FN)"
        case ChangeKind.EXTRA:
            return "extra (FP)"
        case ChangeKind.CHANGED:
            what = ASPECTS[change.aspect] if change.aspect else "changed"
            return f"{what} (FN, FP)"


def absence(review: DomainReview, action: ActionDiff, change: Change) -> Where | None:
    """The part of the action that lacks the literal; None where both have it or no action is."""
    match change.kind:
        case ChangeKind.MISSING:
            return where(review.learned, part_place(action.learned, change.part))
        case ChangeKind.EXTRA:
            return where(review.reference, part_place(action.reference, change.part))
        case ChangeKind.CHANGED:
            return None


def action_sign(action: ActionDiff) -> str:
    """The sign of an action: `= ~ » - +`."""
    if action.status is Status.MATCHED:
        return "=" if action.is_same else "~"
    return {Status.RENAMED: "»", Status.MISSING: "-", Status.EXTRA: "+"}[action.status]


def action_tone(action: ActionDiff) -> Tone:
    """The tone of an action, after its sign."""
    tones = {"=": Tone.SAME, "~": Tone.CHANGED, "»": Tone.MOVED, "-": Tone.MISSING}
    return tones.get(action_sign(action), Tone.EXTRA)


def action_title(action: ActionDiff) -> str:
    """Its name; both where it was renamed."""
    if action.status is Status.RENAMED and action.learned and action.reference:
        return visible(f"{action.learned.name} ⇐ {action.reference.name}")
    return visible(action.name)


def parameter_text(change: ParameterChange) -> str:
    """`parameter 2: ?l - place, in the reference - city`."""
    number = f"parameter {change.position + 1}"
    match change.kind:
        case ChangeKind.MISSING if change.reference is not None:
            return f"{number} is missing: {_typed(change.reference)}"
        case ChangeKind.EXTRA if change.learned is not None:
            return f"{number} is extra: {_typed(change.learned)}"
        case _ if change.learned is not None and change.reference is not None:
            theirs = visible(type_text(change.reference.types))
            return f"{number}: {_typed(change.learned)}, in the reference of type {theirs}"
        case _:
            return number


def _typed(name: TypedName) -> str:
    return visible(typed_list((name,)))


def _heading(review: DomainReview) -> Iterator[Line]:
    yield line(
        Piece(visible(review.learned.name), Tone.TITLE),
        "  compared with the reference  ",
        Piece(visible(review.reference.name), Tone.TITLE),
    )
    for note in review.notes:
        yield line(Piece(f"note: {visible(str(note))}", Tone.NOTE))
    if not review.diff.exact:
        names = ", ".join(sorted(review.diff.constructs))
        message = f"note: conditions and effects with {names} are compared as they are written"
        yield line(Piece(f"{message}, not taken apart", Tone.NOTE))
    counts = review.counts
    kinds = (
        f"{counts.same} same",
        f"{counts.changed} changed",
        *([f"{counts.renamed} renamed"] if counts.renamed else []),
        f"{counts.missing} missing",
        f"{counts.extra} extra",
    )
    total = len(review.diff.actions)
    yield line(f"{total} action{'' if total == 1 else 's'}: {', '.join(kinds)}")
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
        counts = review.syntactic.of(action.name) if action.reference is not None else None
        for part in (Row.PRE, Row.EFF):
            for ratio in ("precision", "recall"):
                confusion = counts.rows[part].confusion if counts else None
                cells.append(ratio_with_counts(confusion, ratio) if confusion else UNDEFINED)
        rows.append(cells)
    macro = review.syntactic.macro
    mean: list[Cell] = ["", "mean", with_fraction(review.similarity.mean_over_reference.value)]
    for part in (Row.PRE, Row.EFF):
        mean += [with_fraction(macro[part][ratio].value) for ratio in ("precision", "recall")]
    rows.append(mean)
    yield from table(rows)


def _action(review: DomainReview, row: OneActionSimilarity) -> Iterator[Line]:
    action = row.action
    tone = action_tone(action)
    places = [
        str(place)
        for place in (
            where(review.learned, name_place(action.learned)),
            where(review.reference, name_place(action.reference)),
        )
        if place is not None
    ]
    yield line(
        Piece(f"{action_sign(action)} {action_title(action)}", tone),
        "  ",
        Piece(visible("  ".join(places)), Tone.DIM),
    )
    if action.status is Status.MISSING:
        yield line("  the whole action is missing: similarity 0, counted in the mean")
    if action.status is Status.EXTRA:
        yield line("  the reference has no such action: similarity 0, not counted in the mean")
    yield line(f"  similarity {similarity_with_counts(row)}{_formula(row)}")
    for change in action.parameters:
        yield line(
            "    ", Piece(f"{SIGNS[change.kind]} {parameter_text(change)}", TONES[change.kind])
        )
    counts = review.syntactic.of(action.name) if action.reference is not None else None
    for part in action.parts:
        confusion = counts.rows[_ROWS[part.part]].confusion if counts else None
        yield line(f"  {part.part.value}", Piece(_ratios(confusion), Tone.DIM))
        yield from table([_change(review, action, change) for change in part.changes])


def _formula(row: OneActionSimilarity) -> str:
    if row.action.status in (Status.MISSING, Status.EXTRA) or not row.n_union:
        return ""
    pre, eff = row.precondition, row.effect
    different = [len(part.fp) + len(part.fn) for part in (pre, eff)]
    union = [count + len(part.tp) for count, part in zip(different, (pre, eff), strict=True)]
    return f" = 1 - ({different[0]} + {different[1]})/({union[0]} + {union[1]})"


def _ratios(confusion: Confusion | None) -> str:
    if confusion is None:
        return ""
    parts = [f"TP {confusion.tp}", f"FP {confusion.fp}", f"FN {confusion.fn}"]
    if confusion.tn is not None:
        parts.append(f"TN {confusion.tn}")
    parts += [f"{_SHORT[name]} {ratio_with_counts(confusion, name)}" for name in _RATIOS]
    return "  " + "  ".join(parts)


_SHORT = {"precision": "P", "recall": "R", "f1": "F1", "accuracy": "accuracy"}


def _change(review: DomainReview, action: ActionDiff, change: Change) -> list[Cell]:
    tone = TONES[change.kind]
    ours = where(review.learned, change.learned_place)
    theirs = where(review.reference, change.reference_place)
    text = change.reference_text if change.kind is ChangeKind.MISSING else change.learned_text
    if change.kind is ChangeKind.CHANGED:
        text = f"{change.learned_text}, in the reference {change.reference_text}"
    places = [str(place) for place in (ours, theirs) if place is not None]
    gap = absence(review, action, change)
    if gap is not None:
        places.append(f"not in {gap}")
    return [
        Piece(f"    {SIGNS[change.kind]} {visible(text)}", tone),
        label(change),
        Piece(visible(", ".join(places)), Tone.DIM),
    ]


def _averages(review: DomainReview) -> Iterator[Line]:
    syntactic = review.syntactic
    title = ["literals", "TP", "FP", "FN", "TN", "P", "R", "F1", "accuracy"]
    rows: list[list[Cell]] = [[Piece(cell, Tone.DIM) for cell in title]]
    for row in Row:
        confusion = syntactic.micro[row]
        numbers = (confusion.tp, confusion.fp, confusion.fn, confusion.tn)
        rows.append(
            [
                row.value,
                *(UNDEFINED if number is None else str(number) for number in numbers),
                *(ratio_with_counts(confusion, name) for name in _RATIOS),
            ]
        )
    yield line(Piece("All literals together (micro)", Tone.TITLE))
    yield from table(rows, right=(1, 2, 3, 4))
    yield ()
    yield line(Piece("Mean over the reference's actions (macro)", Tone.TITLE))
    rows = [[Piece(cell, Tone.DIM) for cell in ("literals", "P", "R", "F1", "accuracy")]]
    rows += [[row.value, *(_mean(syntactic.macro[row][name]) for name in _RATIOS)] for row in Row]
    yield from table(rows)
    yield ()
    similarity = review.similarity
    names = syntactic.action_names
    yield from table(
        [
            ["similarity, mean over the reference", _mean(similarity.mean_over_reference)],
            ["similarity, mean over all actions", _mean(similarity.mean_over_union)],
            ["actions by name, precision", ratio_with_counts(names, "precision")],
            ["actions by name, recall", ratio_with_counts(names, "recall")],
            [
                "actions that are the same",
                f"{decimal(syntactic.exact_match_rate)} = "
                f"{syntactic.n_exact_matches}/{len(syntactic.actions)}",
            ],
        ]
    )


def _mean(value: Mean) -> str:
    """`0.917 = 11/12`, and over how many values if some are undefined."""
    if not value.n_undefined:
        return with_fraction(value.value)
    total = value.n_defined + value.n_undefined
    return f"{with_fraction(value.value)} ({value.n_defined} of {total} defined)"
