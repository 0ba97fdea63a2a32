"""The words for the scores and differences of domains, the same in every report: the basis of the
scores (by name, or a name mapping), terms and signs, and one remark for each argument that one
domain leaves implicit, in however many actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.causes import same_but_for_names
from plancore.compare.changes import Change, ChangeKind, Part, PartDiff
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.domains import (
    Alignment,
    DomainDiff,
    alignment_of,
    are_names_apart,
    shares_no_literal,
)
from plancore.compare.parameters import ParameterChange
from plancore.correspondence.names import KINDS, Correspondence, names_of
from plancore.correspondence.pairs import Side
from plancore.formula.elements import Element
from plancore.formula.printing import Naming, formula_text, type_text, typed_list
from plancore.model.domain import Action
from plancore.model.formula import TypedName
from plancore.phrases import SIDES, count_of, in_reference
from plancore.report import marks
from plancore.report.document import Cell
from plancore.report.files import TwoFiles, line_places
from plancore.report.lines import Piece, Tone, visible
from plancore.report.marks import Mark
from plancore.report.rows import row
from plancore.report.rows.row import marked

if TYPE_CHECKING:
    from plancore.jsonable import Json

BY_NAME: Final = "by name"
ALIGNED: Final = "aligned"
BY_POSITION: Final = "by position"
IN_ORDER: Final = "in this order"
"""Labels of the scores of actions with swapped parameters: as defined by the metrics, and in the
order shown."""
ALIGN: Final = "use --align to match names"
NAMES_APART: Final = (
    "the domains share almost no names, so the scores by name mean little; use --align to match "
    "names"
)
NO_LITERAL: Final = (
    "the domains share no literal, so the scores by name mean little; use --align to match names"
)

ALIGNED_FIRST: Final = (
    "the domains share almost no names: matched by structure (--no-align: by name)"
)

_MOST: Final = 3
"""The maximum number of names listed; the rest is counted."""


def renamed_text(diff: DomainDiff) -> str:
    """`grab-it is pick-up under another name`, for actions that a comparison by name counts as
    extra and missing; empty if there are none."""
    found = same_but_for_names(diff)
    if not found:
        return ""
    named = [f"{pair.learned} is {pair.reference}" for pair in found[:_MOST]]
    rest = len(found) - len(named)
    named += [f"{rest} more are others"] if rest else []
    names = "another name" if len(found) == 1 else "other names"
    return visible(f"{', '.join(named)} under {names}")


def spelt_text(diff: DomainDiff) -> str:
    """`have_soil is have-soil, 2 more: only hyphens and underscores differ`: names of either domain
    that the other has in another spelling; empty if there are none. Case is not significant in
    PDDL."""
    found = []
    for kind in KINDS:
        ours, theirs = names_of(diff.learned, kind), names_of(diff.reference, kind)
        wanted = {_bare(name): name for name in theirs if name not in ours}
        apart = ((name, wanted.get(_bare(name))) for name in ours if name not in theirs)
        found += [f"{name} is {other}" for name, other in apart if other is not None]
    if not found:
        return ""
    rest = len(found) - 1
    more = f", {rest} more" if rest else ""
    return visible(f"{found[0]}{more}: only hyphens and underscores differ")


def _bare(name: str) -> str:
    return name.casefold().replace("-", "").replace("_", "")


def advice_text(diff: DomainDiff) -> str:
    """Advice to align if names keep actions from their counterparts; otherwise empty."""
    if are_names_apart(diff):
        return NAMES_APART
    return NO_LITERAL if shares_no_literal(diff) else with_advice(renamed_text(diff), ALIGN)


def with_advice(text: str, advice: str) -> str:
    """`text` followed by advice; empty without a text."""
    return f"{text}; {advice}" if text else ""


def basis(alignment: Alignment | None) -> str:
    """The basis of all scores of a comparison: `by name` or `aligned`."""
    return BY_NAME if alignment is None else ALIGNED


def basis_text(diff: DomainDiff) -> str:
    """`by name`; `aligned: 14 matches, 3 uncertain, 41 of 48 literals of the reference covered`."""
    alignment = alignment_of(diff)
    return BY_NAME if alignment is None else f"{ALIGNED}: {reach_text(alignment)}"


def reach_text(alignment: Alignment) -> str:
    """`14 matches, 3 uncertain, 41 of 48 literals of the reference covered`."""
    return (
        f"{pairs_text(alignment)}, "
        f"{alignment.n_covered} of {count_of(alignment.n_literals, 'literal')} of "
        f"{SIDES.the_reference} covered"
    )


def pairs_text(alignment: Alignment) -> str:
    """`14 matches, 3 uncertain`."""
    matches = "1 match" if alignment.n_pairs == 1 else f"{alignment.n_pairs} matches"
    return f"{matches}, {alignment.n_uncertain} uncertain"


def scored_by(names: Correspondence) -> str:
    """The basis of the scores of domains that are the same under `names`."""
    return BY_NAME if any(True for _ in names.renamings()) else BY_POSITION


def equivalent_text(names: Correspondence, diff: DomainDiff) -> str:
    """`equivalent up to renaming (parcel → box)`, for domains that are the same under `names` and
    orders of parameters."""
    renamed = [f"{ours} → {theirs}" for _, ours, theirs in names.renamings()]
    by_name = {action.name: action for action in diff.learned.actions}
    ours = {names.actions.get(name, name): action for name, action in by_name.items()}
    orders = [_order_text(ours[name], order) for name, order in names.parameters.items()]
    what = [*(["renaming"] if renamed else []), *(["parameter order"] if orders else [])]
    said = [*renamed, *orders]
    more = [f"and {len(said) - _MOST} more"] if len(said) > _MOST + 1 else []
    listed = ", ".join((*said[: _MOST if more else None], *more))
    return visible(f"equivalent up to {' and '.join(what)} ({listed})" if what else "equivalent")


def _order_text(action: Action, order: Sequence[int]) -> str:
    """`turn (?a ?old ?new) → (?a ?new ?old)`; `order` maps positions to those in the reference."""
    names = [parameter.name for parameter in action.parameters]
    theirs = sorted(zip(order, names, strict=True))
    return f"{action.name} ({' '.join(names)}) → ({' '.join(name for _, name in theirs)})"


def basis_data(diff: DomainDiff) -> Json:
    """The members for JSON."""
    alignment = alignment_of(diff)
    return {
        "basis": basis(alignment),
        "names_apart": are_names_apart(diff),
        "alignment": None if alignment is None else alignment.to_dict(),
    }


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


class ImplicitArgument(NamedTuple):
    """A parameter that the domain on `side` leaves implicit in some actions."""

    side: Side
    parameter: str
    actions: tuple[str, ...]

    @property
    def text(self) -> str:
        """`?r - robot is implicit in the reference`."""
        whose = (
            SIDES.the_reference if self.side is Side.REFERENCE else f"the {SIDES.learned} domain"
        )
        return visible(f"{self.parameter} is implicit in {whose}")

    def __str__(self) -> str:
        return f"{self.text}: in {count_of(len(self.actions), 'action')}"


def implicit_arguments(actions: Iterable[ActionDiff]) -> Iterator[ImplicitArgument]:
    """The implicit arguments, one for each type, whatever their names, with their actions."""
    names: dict[tuple[Side, str], list[str]] = {}
    texts: dict[tuple[Side, str], str] = {}
    for action in actions:
        for change in action.implicit:
            side = Side.LEARNED if change.kind is ChangeKind.MISSING else Side.REFERENCE
            parameter = change.reference or change.learned
            assert parameter is not None, "one side has it"
            argument = side, " ".join(parameter.types) or parameter.name
            texts.setdefault(argument, typed_list((parameter,)))
            names.setdefault(argument, []).append(action.name)
    for argument, of_actions in names.items():
        # One action may have two of them.
        yield ImplicitArgument(argument[0], texts[argument], tuple(dict.fromkeys(of_actions)))
