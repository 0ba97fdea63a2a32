"""Which differences a failure may depend on: those that can change what failed, in any model that
lies between the learned one and the one with everything undone.

A condition depends on the names that it mentions, on what axioms derive these from, and on what
guards the conditional effects and stands in the numeric effects that write them. Steps before the
failing one change such names through effects only: a precondition that fails there is a failure of
its own, and nothing behind it counts. So two models that have the same differences of the failing
action undone, the same ones of earlier actions' effects on these names, and the same declarations,
fail alike: in that step, for that condition, or before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from plancore.blame.undoing import DECLARED_AND_EXECUTED, Undoing
from plancore.compare.changes import ACTION, PARAMETERS, ChangeKind, Part
from plancore.compare.difference import Difference
from plancore.model.domain import Domain
from plancore.model.formula import (
    And,
    Arithmetic,
    Assign,
    AtomicFormula,
    Comparison,
    Expression,
    Forall,
    Formula,
    FunctionTerm,
    Not,
    Timed,
    When,
    operands,
    walk,
)

Names = frozenset[str]
_NOTHING: Names = frozenset()


class Relevance:
    """Knows of one comparison which differences bear on which names."""

    def __init__(self, undoing: Undoing) -> None:
        self._undoing = undoing
        self._models = (undoing.diff.learned, undoing.domain(undoing.everything))
        self._sources = _sources(self._models)
        self._closed: dict[Names, Names] = {}
        self.of_action: dict[str, list[int]] = {}
        """The differences of each action that can be undone."""
        self._effects: list[tuple[int, str, Names]] = []
        self.declared: list[int] = []
        """The declarations that may bear on anything."""
        self.loosening: set[int] = set()
        """The differences that, undone, ask for less and do the same: no plan fails for that."""
        for difference in undoing.differences:
            number, action = difference.number, difference.action
            if number not in undoing.closures:
                continue
            if action is not None:
                self.of_action.setdefault(action, []).append(number)
                if difference.part == Part.PRECONDITION and difference.kind is ChangeKind.EXTRA:
                    self.loosening.add(number)
                written = self._written(difference)
                if written:
                    self._effects.append((number, action, written))
            elif difference.part in DECLARED_AND_EXECUTED:
                self.declared.append(number)

    def condition_names(self, action: str) -> Names:
        """All names in the preconditions that an action of the learned domain may have."""
        versions = (model.action(action) for model in self._models)
        return frozenset(n for a in versions if a is not None for n in names_in(a.precondition))

    def bearing_on(self, names: Names, before: Iterable[str]) -> Iterator[int]:
        """The differences of the actions `before` whose effects bear on a condition of `names`."""
        closed = self._closure(names)
        earlier = frozenset(before)
        for number, action, written in self._effects:
            if action in earlier and not written.isdisjoint(closed):
                yield number

    def _closure(self, names: Names) -> Names:
        closed = self._closed.get(names)
        if closed is None:
            reached, todo = set(names), list(names)
            while todo:
                for name in self._sources.get(todo.pop(), ()):
                    if name not in reached:
                        reached.add(name)
                        todo.append(name)
            closed = self._closed[names] = frozenset(reached)
        return closed

    def _written(self, difference: Difference) -> Names:
        """The names that the effects of an action write with or without a difference."""
        if difference.part == Part.EFFECT.value:
            formulas = self._undoing.formulas(difference)
            return frozenset(name for f in formulas for name, _ in _writes(f))
        if difference.part not in (ACTION, PARAMETERS):
            return _NOTHING
        diff = difference.diff
        assert diff is not None, "it is a difference of an action"
        name = diff.name if diff.learned is None else diff.learned.name
        versions = (model.action(name) for model in self._models)
        return frozenset(n for a in versions if a is not None for n, _ in _writes(a.effect))


def _sources(models: Iterable[Domain]) -> Mapping[str, set[str]]:
    """For each name the names that what is derived or written of it depends on."""
    sources: dict[str, set[str]] = {}
    for model in models:
        for axiom in model.axioms:
            sources.setdefault(axiom.predicate, set()).update(names_in(axiom.body))
        for action in model.actions:
            for name, reads in _writes(action.effect):
                if reads:
                    sources.setdefault(name, set()).update(reads)
    return sources


def _writes(effect: Formula, reads: Names = _NOTHING) -> Iterator[tuple[str, Names]]:
    """The names that an effect writes, each with those that decide whether and what."""
    match effect:
        case And(parts):
            for part in parts:
                yield from _writes(part, reads)
        case Forall(_, body) | Timed(_, body):
            yield from _writes(body, reads)
        case When(condition, body):
            yield from _writes(body, reads | names_in(condition))
        case AtomicFormula(predicate) | Not(AtomicFormula(predicate)):
            yield predicate, reads
        case Assign(_, target, value):
            yield target.name, reads | names_in_expression(value)
        case _:
            for name in names_in(effect):
                yield name, reads


def names_in(formula: Formula) -> Names:
    """The predicates and functions that a formula mentions."""
    names: set[str] = set()
    for part in walk(formula):
        if isinstance(part, AtomicFormula):
            names.add(part.predicate)
        if isinstance(part, AtomicFormula | Comparison | Assign):
            for operand in operands(part):
                names |= names_in_expression(operand)
    return frozenset(names)


def names_in_expression(expression: Expression) -> Names:
    """The functions that an expression mentions."""
    names: set[str] = set()
    stack: list[Expression] = [expression]
    while stack:
        part = stack.pop()
        if isinstance(part, FunctionTerm):
            names.add(part.name)
        if isinstance(part, FunctionTerm | Arithmetic):
            stack.extend(operands(part))
    return frozenset(names)
