"""What a row of a review of two domains is about, and what it is called.

A name is in the reference's words as far as there are some: it stays the same when the learned file
is laid out otherwise, when its variables are called otherwise, and when other things in it change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from plancore.compare.actions import ActionDiff, Status
from plancore.compare.changes import ACTION, PARAMETERS, Change, ChangeKind
from plancore.compare.declarations import DeclarationChange
from plancore.compare.domains import DomainDiff
from plancore.formula.printing import formula_text, type_text

if TYPE_CHECKING:
    from plancore.diagnostic import Fix
    from plancore.ide.review.taking import Taking


class DifferenceName(NamedTuple):
    """What a difference is called. `action` is empty for what is declared; `part` is a part of an
    action, `action`, `parameters`, or the section of a declaration; the texts are empty for a side
    that says nothing."""

    action: str
    part: str
    kind: str
    reference: str = ""
    learned: str = ""


class Subject(NamedTuple):
    """One difference: a literal, all parameters, an action as a whole, a declaration."""

    action: ActionDiff | None
    part: str
    change: Change | DeclarationChange | None = None

    @property
    def name(self) -> DifferenceName:
        """What it is called."""
        change, action = self.change, self.action
        if isinstance(change, DeclarationChange):
            sides = change.reference_text, change.learned_text
            if not any(sides):  # a requirement is nothing but its name
                sides = (change.name, change.name)
            return DifferenceName("", self.part, change.kind.value, *sides)
        assert action is not None, "only what is declared is of no action"
        if change is not None:
            return DifferenceName(
                action.name, self.part, change.kind.value, *_sides(action, change)
            )
        if self.part == ACTION:
            kind = ChangeKind.MISSING if action.learned is None else ChangeKind.EXTRA
            return DifferenceName(action.name, ACTION, kind.value)
        return DifferenceName(
            action.name, PARAMETERS, ChangeKind.CHANGED.value, *_signatures(action)
        )

    def fix(self, taking: Taking) -> Fix | None:
        """The edits after which it is as in the reference."""
        change, action = self.change, self.action
        if isinstance(change, DeclarationChange):
            return taking.declaration(change)
        assert action is not None, "only what is declared is of no action"
        if change is not None:
            return taking.change(action, change)
        if self.part == PARAMETERS and not action.is_other_kind:
            return taking.parameters(action)
        return taking.action(action)


def subjects(diff: DomainDiff) -> Iterator[Subject]:
    """Every difference, in the order of the comparison; an action that one side lacks is one."""
    for action in diff.actions:
        yield from subjects_of(action.shown)
    for change in diff.declarations:
        yield Subject(None, change.what.value, change)


def subjects_of(action: ActionDiff) -> Iterator[Subject]:
    """Those of an action, as it is shown."""
    if action.status in (Status.MISSING, Status.EXTRA):
        yield Subject(action, ACTION)
        return
    if has_other_parameters(action):
        yield Subject(action, PARAMETERS)
    for change in action.changes:
        yield Subject(action, change.part.value, change)


def has_other_parameters(action: ActionDiff) -> bool:
    """Whether the heads of two actions differ: parameters, their order, or the kind of action."""
    return bool(action.parameters) or action.is_reordered or action.is_other_kind


def _sides(action: ActionDiff, change: Change) -> tuple[str, str]:
    theirs = "" if change.reference is None else change.reference.text
    ours = change.learned
    return theirs, "" if ours is None else formula_text(ours.formula, action.to_reference)


def _signatures(action: ActionDiff) -> tuple[str, str]:
    """The types of the parameters, and the order of the learned ones."""
    learned, reference = action.learned, action.reference
    assert learned is not None, "an action on both sides"
    assert reference is not None, "an action on both sides"
    naming, order = action.to_reference, action.order or range(len(learned.parameters))
    ours = [
        f"{n}: {type_text(naming.type_names(p.types))}"
        for n, p in zip(order, learned.parameters, strict=True)
    ]
    theirs = [f"{n}: {type_text(p.types)}" for n, p in enumerate(reference.parameters)]
    return (
        f"{reference.kind.value} {', '.join(theirs)}",
        f"{learned.kind.value} {', '.join(ours)}",
    )
