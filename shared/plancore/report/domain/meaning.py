"""The meaning of differences for planning with the learned domain, in words.

These are possibilities; the module `blame` determines the effects on given plans.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.changes import ACTION, PARAMETERS, Aspect, Change, ChangeKind, Part
from plancore.compare.declarations import DeclarationChange
from plancore.compare.parameters import ParameterChange
from plancore.phrases import SIDES
from plancore.report.document import Code, Section
from plancore.report.domain.review import DomainReview, by_consequence
from plancore.report.domain.words import (
    MARKS,
    action_mark,
    action_title,
    change_text,
    declaration_text,
    parameter_text,
)
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.marks import Mark

if TYPE_CHECKING:
    from plancore.report.blame.review import BlameReport


_TOO_EARLY: Final = "less restrictive: invalid plans may be accepted"
_TOO_STRICT: Final = "more restrictive: valid plans may be rejected"
_ASPECTS: Final = {
    Aspect.ARGUMENTS: "it has other arguments than in {0.the_reference}",
    Aspect.POSSIBLE: "the {0.learned} action has it among what is possible",
    Aspect.TIME: "it holds or happens at another time than in {0.the_reference}",
    Aspect.POLARITY: "it says the opposite of {0.the_reference}",
}
_OTHER_STATES: Final = "the {0.learned} action can be used in other states than {0.the_reference}'s"
_VALUES: Final = {
    Part.PRECONDITION: _OTHER_STATES,
    Part.EFFECT: "a number may become another one than in {0.the_reference}",
}
_OTHER_DURATION: Final = "steps may take another time than in {0.the_reference}"
_BY_PLACE: Final = {
    (ChangeKind.MISSING, Part.PRECONDITION): _TOO_EARLY,
    (ChangeKind.EXTRA, Part.PRECONDITION): _TOO_STRICT,
}
_WHOLE: Final = {
    Presence.MISSING: "plans that use it are rejected",
    Presence.EXTRA: "plans that use it are invalid in {0.the_reference}",
}
_PARAMETERS: Final = {
    ChangeKind.MISSING: "steps of {0.the_reference} have an argument more: its plans cannot be "
    "read as they are",
    ChangeKind.EXTRA: "steps have an argument that {0.the_reference} does not know",
    ChangeKind.CHANGED: "other objects fit than in {0.the_reference}",
}
_DECLARATIONS: Final = {
    ChangeKind.MISSING: "problems of {0.the_reference} may use what the {0.learned} domain does "
    "not declare",
    ChangeKind.EXTRA: "problems of {0.the_reference} do not use it",
    ChangeKind.CHANGED: "problems of {0.the_reference} may not fit",
}
"""`{0}` stands for `SIDES`, in all of these tables."""


class Meaning(NamedTuple):
    """A difference, by its part and text, with its meaning."""

    mark: Mark
    part: str
    difference: str
    words: str


def meanings(action: ActionDiff) -> Iterator[Meaning]:
    """The meanings of an action's differences: of the whole, its parameters, its literals."""
    whole = meaning_of_action(action)
    if whole:
        part = ACTION if action.status in _WHOLE else PARAMETERS
        yield Meaning(action_mark(action), part, "", whole)
    for parameter in action.parameters:
        words = meaning_of_parameter(parameter)
        yield Meaning(MARKS[parameter.kind], "", parameter_text(parameter), words)
    for change in action.changes:
        words = meaning(action, change)
        if words:
            yield Meaning(MARKS[change.kind], change.part.value, change_text(change), words)


def meanings_of_declarations(changes: Iterable[DeclarationChange]) -> Iterator[Meaning]:
    """The meanings of changed declarations."""
    for change in changes:
        words = meaning_of_declaration(change)
        yield Meaning(MARKS[change.kind], "", declaration_text(change), words)


def meaning(action: ActionDiff, change: Change) -> str:
    """The meaning of a change in `action`; empty if there is no general one."""
    if change.part is Part.EFFECT and change.aspect is None:
        return _of_effect(action, change)
    return _general(change).format(SIDES)


def _general(change: Change) -> str:
    """The meaning that all such changes share."""
    if change.aspect in _ASPECTS:
        return _ASPECTS[change.aspect]
    if change.part is Part.DURATION:
        return _OTHER_DURATION
    if change.aspect is Aspect.VALUE:
        return _VALUES.get(change.part, "")
    element = change.reference if change.learned is None else change.learned
    if element is not None and element.positive is None:
        # A compound formula may imply less than the literals it replaces.
        return _OTHER_STATES
    return _BY_PLACE.get((change.kind, change.part), "")


def meaning_of_parameter(change: ParameterChange) -> str:
    """The meaning of a changed parameter."""
    return _PARAMETERS[change.kind].format(SIDES)


def meaning_of_action(action: ActionDiff) -> str:
    """The meaning of an action on one side only, or with swapped parameters; otherwise empty."""
    if action.status in _WHOLE:
        return _WHOLE[action.status].format(SIDES)
    if action.shown.is_reordered:
        return "a step of one domain reads as another step in the other"
    return ""


def meaning_of_declaration(change: DeclarationChange) -> str:
    """The meaning of a changed declaration."""
    return _DECLARATIONS[change.kind].format(SIDES)


def _of_effect(action: ActionDiff, change: Change) -> str:
    """The meaning of a changed effect: an atom that is added or deleted, or any other effect."""
    element = change.reference if change.learned is None else change.learned
    if element is None or not element.is_plain:
        return f"the states after the step are others than in {SIDES.the_reference}"
    learned = [*action.effect.learned_equal, *action.effect.extra]
    if change.learned is not None and any(map(element.negates, learned)):
        return "added and deleted at once: in PDDL the addition wins"
    text = change.learned_text
    atom = visible(text if element.positive else text.removeprefix("(not ").removesuffix(")"))
    unlike = f"unlike in {SIDES.the_reference}"
    match change.kind, element.positive:
        case ChangeKind.MISSING, True:
            return f"{atom} does not become true: later steps that need it may fail"
        case ChangeKind.MISSING, _:
            return f"{atom} stays true: invalid plans may be accepted"
        case _, True:
            return f"{atom} is added, {unlike}: invalid plans may be accepted"
        case _:
            return f"{atom} is deleted, {unlike}: steps that need it may fail"


# The meanings of the differences of two domains, and the states in which plans fail.


def sections(review: DomainReview) -> Iterator[Section]:
    """The meanings of differences, those with the greatest effect first, then the plans."""
    yield from meanings_and_plans(_meanings(review), review.blame)


def meanings_and_plans(told: Iterable[Line], blame: BlameReport | None) -> Iterator[Section]:
    """A section of meanings, if there are any, then those on plans."""
    meanings = [*told]
    if meanings:
        note = "use --plans to check them"
        yield Section("Possible consequences", [Code(meanings, is_difference=True)], note)
    if blame is not None:
        # Imported late: only where there are plans.
        from plancore.report.blame.explained import sections as of_plans

        yield from of_plans(blame)


def meaning_lines(said: Iterable[Meaning]) -> Iterator[Line]:
    """Each difference with its meaning below it."""
    for mark, part, difference, words in said:
        yield line(Piece(f"    {mark.sign} {f'{part} {difference}'.strip()}", mark.tone))
        yield line(f"        {words}")


def _meanings(review: DomainReview) -> Iterator[Line]:
    for row in by_consequence(review):
        told = [*meaning_lines(meanings(row.action.shown))]
        if told:
            yield line(Piece(f"  {action_title(row.action)}", action_mark(row.action).tone))
            yield from told
    if review.diff.declarations:
        yield line(Piece("  Declarations", Tone.TITLE))
        yield from meaning_lines(meanings_of_declarations(review.diff.declarations))
