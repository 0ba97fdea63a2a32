"""The words and signs for differences between domains, the same in every report."""

from __future__ import annotations

from typing import Final

from plancore.compare.changes import Aspect, Change, ChangeKind, Part, PartDiff
from plancore.compare.declarations import DeclarationChange
from plancore.compare.domains import ActionDiff, ParameterChange, Status
from plancore.formula.printing import type_text, typed_list
from plancore.model.formula import TypedName
from plancore.report.domain.review import DomainReview
from plancore.report.lines import Piece, Tone, visible
from plancore.report.places import Where, part_place, places_text, where
from plancore.report.table import Cell
from plancore.report.words import in_reference
from plancore.snapshot import FileSnapshot

SIGNS: Final = {ChangeKind.MISSING: "-", ChangeKind.EXTRA: "+", ChangeKind.CHANGED: "~"}
TONES: Final = {
    ChangeKind.MISSING: Tone.MISSING,
    ChangeKind.EXTRA: Tone.EXTRA,
    ChangeKind.CHANGED: Tone.CHANGED,
}
ASPECTS: Final = {
    Aspect.POLARITY: "polarity",
    Aspect.ARGUMENTS: "arguments",
    Aspect.TIME: "time",
    Aspect.VALUE: "value",
}
_COUNTED: Final = {
    ChangeKind.MISSING: "FN",
    ChangeKind.EXTRA: "FP",
    ChangeKind.CHANGED: "FN, FP",
}


def label(change: Change) -> str:
    """What kind of difference it is, with the count that it goes into; durations have none."""
    kind = ASPECTS[change.aspect] if change.aspect else change.kind.value
    return kind if change.part is Part.DURATION else f"{kind} ({_COUNTED[change.kind]})"


def changed_text(change: Change) -> str:
    """Both sides; in the learned action's names where the two would read alike."""
    if reads_alike(change):
        return f"{change.learned_text}, which is {change.wanted} in the reference"
    return f"{change.learned_text}, in the reference {change.reference_text}"


def reads_alike(change: Change) -> bool:
    """Whether both sides read alike although their variables stand for different parameters."""
    return change.kind is ChangeKind.CHANGED and change.learned_text == change.reference_text


def parts_to_show(action: ActionDiff) -> tuple[PartDiff, ...]:
    """Precondition and effect, and the duration where there is one."""
    return tuple(
        part
        for part in action.parts
        if part.part is not Part.DURATION or part.equal or part.changes
    )


def remarks(action: ActionDiff) -> list[str]:
    """Remarks on an action as a whole."""
    sentences = []
    if action.status is Status.MISSING:
        sentences.append("the whole action is missing: similarity 0, counted in the mean")
    if action.status is Status.EXTRA:
        sentences.append("the reference has no such action: similarity 0, not counted in the mean")
    if action.is_other_kind and action.learned and action.reference:
        sentences.append(
            f"{action.learned.kind.value}, in the reference {action.reference.kind.value}"
        )
    if action.order is not None:
        sentences.append(visible(action.order_text))
    return sentences


def change_text(change: Change) -> str:
    """The formula of the side that has it; of both sides where it was changed."""
    match change.kind:
        case ChangeKind.MISSING:
            return visible(change.reference_text)
        case ChangeKind.EXTRA:
            return visible(change.learned_text)
        case ChangeKind.CHANGED:
            return visible(changed_text(change))


def change_cells(change: Change, indent: int) -> list[Cell]:
    """Sign and formula, and what kind of difference it is."""
    text = f"{' ' * indent}{SIGNS[change.kind]} {change_text(change)}"
    return [Piece(text, TONES[change.kind]), label(change)]


def declaration_cells(
    learned: FileSnapshot, reference: FileSnapshot, change: DeclarationChange, indent: int
) -> list[Cell]:
    """Sign and declaration, what kind of difference it is, and its places."""
    declaration = declaration_text(change).removeprefix(":objects ")
    text = f"{' ' * indent}{SIGNS[change.kind]} {declaration}"
    places = where(learned, change.learned_place), where(reference, change.reference_place)
    return [
        Piece(text, TONES[change.kind]),
        change.kind.value,
        Piece(places_text(*places), Tone.DIM),
    ]


def declaration_text(change: DeclarationChange) -> str:
    """`:types  truck - vehicle, in the reference truck - object`."""
    keyword = f":{change.what.value}"
    text = change.learned_text or change.reference_text
    if change.kind is ChangeKind.CHANGED:
        text = in_reference(change.learned_text, change.reference_text)
    return visible(f"{keyword} {text or change.name}")


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
            return f"{number} is missing: {_typed_name(change.reference)}"
        case ChangeKind.EXTRA if change.learned is not None:
            return f"{number} is extra: {_typed_name(change.learned)}"
        case _ if change.learned is not None and change.reference is not None:
            theirs = visible(type_text(change.reference.types))
            return f"{number}: {_typed_name(change.learned)}, in the reference of type {theirs}"
        case _:
            return number


def _typed_name(name: TypedName) -> str:
    return visible(typed_list((name,)))
