"""Which of several repairs of one cost is likely the one that is meant."""

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
"""The greatest penalty that an edit may have."""


class EditPreference:
    """Penalties of edits, from 0 to `WORST`; they decide only between repairs of one cost.

    Best is what brings an action nearer to the reference, `towards`. Else a removed condition is
    worse than the effect that it waits for, a literal with a predicate that the action does not
    use, nor any action that takes back what it does, is worse than one that they use, and one whose
    opposite the action has is worse still. Worst is to delete what no action changes.
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
        """How little the edit is to be expected."""
        if edit in self._towards:
            return 0
        action = self._actions[edit.action]
        penalty = 4 if self._towards else 0
        if edit.alteration is Alteration.REMOVE:
            return penalty + (2 if edit.part is Part.PRECONDITION else 1)
        if edit.part is Part.PRECONDITION:
            # There are many conditions that happen to hold, or not to, in a few plans; what an
            # action takes away it is likely to need.
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
        """The predicates of an action, and of those that take back what it does."""
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
        """The changes that are no conditional ones."""
        literals = [*conjuncts(action.effect)]
        deleted = {_predicate(literal) for literal in literals if isinstance(literal, Not)}
        added = {_predicate(literal) for literal in literals if not isinstance(literal, Not)}
        return cls(frozenset(added - {""}), frozenset(deleted - {""}))

    def undo(self, other: _Changes) -> bool:
        """Whether each adds something that the other one deletes."""
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
    """The literal that is written so."""
    words = text.replace("(", " ").replace(")", " ").split()
    if words[0] == "not":
        return Not(AtomicFormula(words[1], tuple(words[2:])))
    return AtomicFormula(words[0], tuple(words[1:]))
