"""What of a reference can be taken over into a learned file under pairs of names.

What an edit writes has to be what the pairs take for the reference's.
"""

from __future__ import annotations

import re
from typing import Final

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change, ChangeKind
from plancore.compare.declarations import KEPT, DeclarationChange, Declared
from plancore.compare.domains import DomainDiff
from plancore.correspondence.search.reasons import STATED
from plancore.model.requirements import MEANING

_VARIABLE: Final = re.compile(r"\?[^\s()]+")


def can_be_said(change: Change, action: ActionDiff, diff: DomainDiff) -> bool:
    """Whether the learned action can say what is wanted with the parameters that count, and so that
    nothing else of the reference can be meant.

    Where a person states which parameters belong together, a new one belongs to none.
    """
    if not _is_told_apart(change, action):
        return False
    if not _are_parameters_stated(action, diff):
        return True
    terms = action.to_learned.terms
    lacking = {terms.get(parameter.name) for parameter in action.lacking_parameters}
    return lacking.isdisjoint(_VARIABLE.findall(change.wanted or ""))


def can_take_all(action: ActionDiff, diff: DomainDiff) -> bool:
    """Whether all of an action can be taken over, parameters included."""
    if action.learned is None or action.reference is None:
        return True
    return not (action.lacking_parameters and _are_parameters_stated(action, diff))


def can_take(change: DeclarationChange, diff: DomainDiff) -> bool:
    """Whether a declaration can be taken over. Where names stand for more than other names, those
    that are written as they are have the learned file's own arguments and types. A requirement that
    nobody knows is misspelt, and of tasks and methods one needs the other."""
    if change.what is Declared.REQUIREMENT:
        return change.kind is ChangeKind.EXTRA or change.name in MEANING
    if change.what in KEPT:
        return False
    if diff.correspondence.is_renaming:
        return True
    if change.kind is ChangeKind.MISSING:
        return True
    return change.kind is ChangeKind.EXTRA and change.what is Declared.PREDICATE


def _is_told_apart(change: Change, action: ActionDiff) -> bool:
    """Whether the reference has no second literal that differs only in what the learned name leaves
    out."""
    wanted = change.reference
    if wanted is None or wanted.positive is None:
        return True
    shape = action.to_learned.shapes.get(wanted.predicate)
    if shape is None or len({*shape.places} - {None}) == shape.n_before:
        return True
    part = next(part for part in action.parts if part.part is change.part)
    literals = [*part.reference_equal, *part.missing]
    kind = wanted.predicate, wanted.positive
    return sum((literal.predicate, literal.positive) == kind for literal in literals) == 1


def _are_parameters_stated(action: ActionDiff, diff: DomainDiff) -> bool:
    if action.learned is None or action.reference is None:
        return False
    names = action.learned.name, action.reference.name
    return any(
        STATED in pair.evidence and pair.parameters
        for pair in diff.pairs.actions
        if (pair.learned, pair.reference) == names
    )
