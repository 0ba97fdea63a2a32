"""Prefer the most plausible of several repairs of equal cost."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change, Part
from plancore.compare.domains import DomainDiff
from plancore.model.domain import Action, Domain
from plancore.model.formula import AtomicFormula, Formula, Not, TypedName, conjuncts, walk
from plancore.model.requirements import closure
from plancore.repair.result import NEGATIVE, Alteration, Edit, LiteralEdit, TypeEdit, atom_of

WORST = 14
"""The maximum penalty of an edit."""


class EditPreference:
    """Penalties of edits, from 0 to `WORST`; they only decide between repairs of equal cost.

    An edit in `towards`, towards the reference, has none. Otherwise removing a condition is worse
    than adding the effect that it needs. A literal is worse if neither the action nor an action
    that reverses it uses its predicate, and worse still if the action has its opposite. Deleting
    what no action changes is worst.
    """

    def __init__(self, domain: Domain, towards: Collection[Edit] = ()) -> None:
        self._towards = frozenset(towards)
        self._actions = {action.name: action for action in reversed(domain.actions)}
        self._predicates: dict[str, set[str]] = {}
        self._changing = {
            part.predicate
            for action in domain.actions
            for part in walk(action.effect)
            if isinstance(part, AtomicFormula)
        }
        self._has_negative_conditions = NEGATIVE in closure(domain.requirements)

    def penalty(self, edit: LiteralEdit) -> int:
        """The penalty of an edit."""
        if edit in self._towards:
            return 0
        action = self._actions[edit.action]
        penalty = 4 if self._towards else 0
        if edit.alteration is Alteration.REMOVE:
            return penalty + (2 if edit.part is Part.PRECONDITION else 1)
        if edit.part is Part.PRECONDITION:
            # Many conditions happen to hold, or not to, in a few plans; an action more likely needs
            # what it deletes.
            if Not(edit.formula) not in set(conjuncts(action.effect)):
                penalty += 1
            if isinstance(edit.formula, Not) and not self._has_negative_conditions:
                penalty += 1
        elif isinstance(edit.formula, Not) and _predicate(edit.formula) not in self._changing:
            penalty += 4
        if _opposite(edit.formula) in set(conjuncts(_part(action, edit.part))):
            return penalty + 4
        return penalty + (0 if _predicate(edit.formula) in self._usual(action) else 2)

    def _usual(self, action: Action) -> set[str]:
        """The predicates of an action, and of the actions that reverse it."""
        usual = self._predicates.get(action.name)
        if usual is None:
            changes = _Changes.of(action)
            others = [o for o in self._actions.values() if changes.undo(_Changes.of(o))]
            usual = {name for other in (action, *others) for name in _predicates(other)}
            self._predicates[action.name] = usual
        return usual


class _Changes(NamedTuple):
    """The predicates that an action adds, and those that it deletes."""

    added: frozenset[str]
    deleted: frozenset[str]

    @classmethod
    def of(cls, action: Action) -> _Changes:
        literals = [*conjuncts(action.effect)]
        deleted = {_predicate(literal) for literal in literals if isinstance(literal, Not)}
        added = {_predicate(literal) for literal in literals if not isinstance(literal, Not)}
        return cls(frozenset(added - {""}), frozenset(deleted - {""}))

    def undo(self, other: _Changes) -> bool:
        """Whether each of the two actions adds something that the other deletes."""
        apart = self.added.isdisjoint(other.deleted) or self.deleted.isdisjoint(other.added)
        return not apart


def _part(action: Action, part: Part) -> Formula:
    return action.precondition if part is Part.PRECONDITION else action.effect


def _opposite(formula: Formula) -> Formula:
    return formula.body if isinstance(formula, Not) else Not(formula)


def _predicate(formula: Formula) -> str:
    atom = atom_of(formula)
    return "" if atom is None else atom.predicate


def _predicates(action: Action) -> set[str]:
    return {
        part.predicate
        for formula in (action.precondition, action.effect)
        for part in walk(formula)
        if isinstance(part, AtomicFormula)
    }


def edits_towards(diff: DomainDiff) -> frozenset[Edit]:
    """The edits that bring the learned domain closer to the reference of `diff`. Other differences,
    such as in parameters or conditional effects, are left out, as are those that need a name that
    the learned action does not have."""
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
            expected = naming.typed_name(change.reference)
            yield TypeEdit(name, TypedName(change.learned.name, expected.types))


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
    words = text.replace("(", " ").replace(")", " ").split()
    if words[0] == "not":
        return Not(AtomicFormula(words[1], tuple(words[2:])))
    return AtomicFormula(words[0], tuple(words[1:]))
