"""The edits that a reference asks for, as far as they are literals."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change, Part
from plancore.compare.domains import DomainDiff
from plancore.model.formula import AtomicFormula, Formula, Not, TypedName
from plancore.repair.edits import Alteration, Edit, LiteralEdit, TypeEdit


def edits_towards(diff: DomainDiff) -> frozenset[Edit]:
    """The edits of the learned domain that bring it nearer to the reference of `diff`.

    Differences of another kind, such as parameters or conditional effects, are left out, and so is
    what needs a name that the learned action does not have.
    """
    towards: set[Edit] = set()
    for action in diff.actions:
        if action.learned is not None:
            towards |= {*_of_parameters(action, action.learned.name)}
            towards |= {*_of_changes(action, action.learned.name)}
    return frozenset(towards)


def _of_parameters(action: ActionDiff, name: str) -> Iterator[TypeEdit]:
    naming = action.to_learned
    for change in action.parameters:
        if change.learned is not None and change.reference is not None:
            types = tuple(naming.types.get(t, t) for t in change.reference.types)
            yield TypeEdit(name, TypedName(change.learned.name, types))


def _of_changes(action: ActionDiff, name: str) -> Iterator[LiteralEdit]:
    for change in action.changes:
        if change.part in (Part.PRECONDITION, Part.EFFECT):
            yield from _edits(name, change)


def _edits(action: str, change: Change) -> Iterator[LiteralEdit]:
    learned, wanted = change.learned, change.wanted
    if learned is not None and learned.is_plain:
        yield LiteralEdit(action, change.part, Alteration.REMOVE, _literal(learned.text))
    if wanted is not None and change.reference is not None and change.reference.is_plain:
        yield LiteralEdit(action, change.part, Alteration.ADD, _literal(wanted))


def _literal(text: str) -> Formula:
    """The literal that is written so."""
    words = text.replace("(", " ").replace(")", " ").split()
    if words[0] == "not":
        return Not(AtomicFormula(words[1], tuple(words[2:])))
    return AtomicFormula(words[0], tuple(words[1:]))
