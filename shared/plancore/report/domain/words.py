"""The terms and signs for differences of domains, the same in every report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.changes import Change, ChangeKind, Part, PartDiff
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.parameters import ParameterChange
from plancore.formula.elements import Element
from plancore.formula.naming import Naming
from plancore.formula.printing import formula_text, type_text, typed_list
from plancore.model.formula import TypedName
from plancore.phrases import SIDES, in_reference
from plancore.report import marks
from plancore.report.document import Cell
from plancore.report.domain.review import DomainReview
from plancore.report.lines import Piece, Tone, visible
from plancore.report.marks import Mark
from plancore.report.places import LineColumn, line_places, part_place
from plancore.report.rows import row
from plancore.report.rows.row import marked
from plancore.report.two_files import TwoFiles

MARKS: Final[Mapping[str, Mark]] = {
    ChangeKind.MISSING: marks.MISSING,
    ChangeKind.EXTRA: marks.EXTRA,
    ChangeKind.CHANGED: marks.CHANGED,
}


def label(change: Change) -> str:
    """The kind of a change: `missing`, `extra`."""
    return change.aspect.value if change.aspect else SIDES.of_kind(change.kind)


def changed_text(change: Change) -> str:
    """Both sides; if they read alike, with the reference's in the learned action's names."""
    if reads_alike(change):
        return f"{change.learned_text}, which is {change.wanted} in {SIDES.the_reference}"
    return in_reference(change.learned_text, change.reference_text)


def reads_alike(change: Change) -> bool:
    """Whether both sides have the same text although their variables are different parameters."""
    return change.kind is ChangeKind.CHANGED and change.learned_text == change.reference_text


def parts_to_show(action: ActionDiff) -> tuple[PartDiff, ...]:
    """Precondition, effect and, if there is one, duration."""
    return tuple(
        part
        for part in action.parts
        if part.part is not Part.DURATION or part.n_equal or part.changes
    )


def remarks(action: ActionDiff, *, has_lists: bool = False, has_figures: bool = True) -> list[str]:
    """Remarks on an action as a whole. With `has_lists` the order of parameters is brief, as their
    lists are shown next to it; without `has_figures` an action on one side only has none on its
    score."""
    sentences = []
    if action.status is Presence.MISSING:
        what = _covers(action, SIDES.missing + "; covered by {0}, the match of {1}")
        score = (
            f"{what or f'the whole action is {SIDES.missing}'}: similarity 0, counted in the mean"
        )
        sentences.append(score if has_figures else what)
    if action.status is Presence.EXTRA:
        what = _covers(action, SIDES.extra + "; part of {0}, the match of {1}")
        alone = f"{SIDES.the_reference} has no such action"
        score = f"{what or alone}: similarity 0, not counted in the mean"
        sentences.append(score if has_figures else what)
    if action.is_other_kind and action.learned and action.reference:
        sentences.append(in_reference(action.learned.kind.value, action.reference.kind.value))
    if action.is_reordered:
        sentences.append(visible(action.order_in_short if has_lists else action.order_text))
    elif action.is_scored_by_position and action.parameters:
        sentences.append("scored by position")
    return [*filter(None, sentences)]


def _covers(action: ActionDiff, sentence: str) -> str:
    """`sentence` for each action that also covers this one, with that action's own counterpart."""
    names = ((cover.name, cover.counterpart) for cover in action.one_to_many)
    return visible(", ".join(sentence.format(*both) for both in names))


def change_text(change: Change) -> str:
    """The formula of the side that has it; both formulas if it was changed."""
    match change.kind:
        case ChangeKind.MISSING:
            return visible(change.reference_text)
        case ChangeKind.EXTRA:
            return visible(change.learned_text)
        case ChangeKind.CHANGED:
            return visible(changed_text(change))


def change_cells(files: TwoFiles, change: Change) -> list[Cell]:
    """Signed formula, kind of difference, and places."""
    text: Cell = _marked(change.kind, change_text(change))
    if change.kind is ChangeKind.CHANGED and not reads_alike(change):
        text = _both(change.learned_text, change.reference_text)
    return [text, label(change), line_places(*files.where_of(change))]


def declaration_cells(files: TwoFiles, change: DeclarationChange) -> list[Cell]:
    """Signed declaration, kind of difference, and places."""
    places = line_places(*files.where_of(change))
    declaration = declaration_text(change).removeprefix(":objects ")
    text: Cell = _marked(change.kind, declaration)
    if change.kind is ChangeKind.CHANGED and change.learned_text and change.reference_text:
        keyword = "" if change.what is Declared.OBJECT else f"{change.what.keyword} ".lstrip()
        text = _both(change.learned_text, change.reference_text, keyword)
    return [text, SIDES.of_kind(change.kind), places]


def _both(learned: str, reference: str, before: str = "") -> tuple[Piece, ...]:
    """Both sides in the form of `in_reference`, with only the differing words coloured."""
    tone, sign = marks.CHANGED
    ours, theirs = marked(row.Cell(visible(learned)), row.Cell(visible(reference)))
    assert ours is not None, "both sides have a text"
    assert theirs is not None, "both sides have a text"
    # If the numbers of words differ none is marked, so both are coloured as a whole.
    rest = Tone.PLAIN if ours.marks or theirs.marks else tone
    return (
        Piece(f"{sign} ", tone, is_code=True),
        Piece(before, is_code=True),
        *(piece._replace(is_code=True) for piece in ours.lines(rest, tone)[0]),
        Piece(in_reference("", ""), is_code=True),
        *(piece._replace(is_code=True) for piece in theirs.lines(rest, tone)[0]),
    )


def _marked(kind: ChangeKind, text: str) -> Piece:
    tone, sign = MARKS[kind]
    return Piece(f"{sign} {text}", tone, is_code=True)


def declaration_text(change: DeclarationChange) -> str:
    """`:types truck - vehicle, in the reference truck - object`."""
    keyword = change.what.keyword
    text = change.learned_text or change.reference_text
    if change.kind is ChangeKind.CHANGED:
        text = in_reference(change.learned_text, change.reference_text)
    return visible(f"{keyword} {text or change.name}".lstrip())


def same_mark(action: ActionDiff, learned: Element, reference: Element) -> Mark:
    """The mark of an equal formula: `=`, or `≈` if it is equal only under the name mapping."""
    naming = action.to_reference
    if not (naming.predicates or naming.functions or naming.shapes or naming.function_shapes):
        return marks.SAME
    variables = {ours: its for ours, its in naming.terms.items() if ours.startswith("?")}
    text = formula_text(learned.formula, Naming(variables))
    return marks.SAME if text == reference.text else marks.ALIKE


def absence(review: DomainReview, action: ActionDiff, change: Change) -> LineColumn | None:
    """The place of the part in the action that lacks the literal; None if both have it."""
    learned, reference = review.where_in(action, partial(part_place, part=change.part))
    match change.kind:
        case ChangeKind.MISSING:
            return learned
        case ChangeKind.EXTRA:
            return reference
        case ChangeKind.CHANGED:
            return None


def action_mark(action: ActionDiff) -> Mark:
    """The mark of an action: `= ~ » - +`."""
    match action.status:
        case Presence.MATCHED:
            return marks.SAME if action.is_same else marks.CHANGED
        case Presence.RENAMED:
            return marks.MOVED
        case Presence.MISSING:
            return marks.MISSING
        case Presence.EXTRA:
            return marks.EXTRA


def action_title(action: ActionDiff) -> str:
    """Its name; both names if it was renamed."""
    if action.status is Presence.RENAMED and action.learned and action.reference:
        return visible(f"{action.learned.name} ⇐ {action.reference.name}")
    return visible(action.name)


def parameter_text(change: ParameterChange) -> str:
    """`parameter 2: ?l - place, in the reference of type city`."""
    number = f"parameter {change.position + 1}"
    match change.kind:
        case ChangeKind.MISSING if change.reference is not None:
            return f"{number} is {SIDES.missing}: {_typed_name(change.reference)}"
        case ChangeKind.EXTRA if change.learned is not None:
            return f"{number} is {SIDES.extra}: {_typed_name(change.learned)}"
        case _ if change.learned is not None and change.reference is not None:
            theirs = visible(type_text(change.reference.types))
            ours = _typed_name(change.learned)
            return f"{number}: {ours}, in {SIDES.the_reference} of type {theirs}"
        case _:
            return number


def parameters_text(changes: Sequence[ParameterChange]) -> str:
    """Parameters with the same kind of change: `parameters 2, 3 are extra: ?a - x, ?b - y`."""
    sides = [change.learned or change.reference for change in changes]
    if len(changes) == 1 or changes[0].kind not in (ChangeKind.MISSING, ChangeKind.EXTRA):
        return "; ".join(map(parameter_text, changes))
    numbers = ", ".join(str(change.position + 1) for change in changes)
    names = ", ".join(_typed_name(name) for name in sides if name is not None)
    return f"parameters {numbers} are {SIDES.of_kind(changes[0].kind)}: {names}"


def mapping_text(action: ActionDiff) -> str:
    """`?o→?x ?v→?y`: reference parameters and learned counterparts with other names."""
    names = action.to_learned.terms
    pairs = (f"{theirs}→{ours}" for theirs, ours in names.items() if ours != theirs)
    return visible(" ".join(pairs))


def _typed_name(name: TypedName) -> str:
    return visible(typed_list((name,)))
