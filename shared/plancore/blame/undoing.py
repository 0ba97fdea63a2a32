"""The learned domain with differences undone: any set of them, each set made once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from plancore.blame.expected import Expected, undone_parameters, with_declaration
from plancore.compare.actions import ActionDiff
from plancore.compare.changes import ACTION, Change, ChangeKind, Part
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.difference import Difference
from plancore.compare.differences import single_differences
from plancore.compare.domains import DomainDiff
from plancore.formula.canonical import canonical_action
from plancore.formula.elements import Element
from plancore.model.domain import Action, Domain
from plancore.model.formula import And, Formula

Undone = frozenset[int]
"""The numbers of differences that are undone."""

NONE_UNDONE: Final[Undone] = frozenset()

DECLARED_AND_EXECUTED: Final = frozenset(
    kind.value for kind in (Declared.TYPE, Declared.CONSTANT, Declared.AXIOM, Declared.CONSTRAINTS)
)
"""The sections that execution depends on. What requirements and the declarations of predicates and
functions say, it never asks: undoing those changes nothing."""

_MOST_DOMAINS: Final = 10_000
"""How many domains are kept; they share their actions."""
_UNREADABLE: Final = "what the reference says could not be read"
_IN_THE_WAY: Final = "another difference must be undone with it and cannot be"


class Undoing:
    """Makes the domains in which differences of one comparison are undone."""

    def __init__(self, diff: DomainDiff) -> None:
        self.diff = diff
        listed = single_differences(diff)
        self._wanted = Expected(diff, listed)
        self.closures = _closures([d for d in listed if self._can_be_undone(d)])
        """For each difference that can be undone the least set that it can be undone in."""
        self.everything: Undone = frozenset(self.closures)
        """All differences that can be undone."""
        self.differences = tuple(self._with_obstacle(difference) for difference in listed)
        """All differences, those that cannot be undone included."""
        self._domains: dict[Undone, Domain] = {}
        self._actions: dict[tuple[str, Undone], Action | None] = {}

    def _can_be_undone(self, difference: Difference) -> bool:
        return difference.obstacle is None and self._wanted.is_read(difference)

    def _with_obstacle(self, difference: Difference) -> Difference:
        if difference.number in self.closures or difference.obstacle is not None:
            return difference
        is_read = self._wanted.is_read(difference)
        return replace(difference, obstacle=_IN_THE_WAY if is_read else _UNREADABLE)

    def formulas(self, difference: Difference) -> Iterator[Formula]:
        """The literals that a change of an action is about, in the learned domain's words."""
        change = difference.change
        if isinstance(change, Change):
            if change.learned is not None:
                yield change.learned.formula
            if change.wanted is not None:
                yield self._wanted.formula(difference.number)

    def domain(self, undone: Undone) -> Domain:
        """The learned domain with `undone`, a set that holds what its members require."""
        domain = self._domains.get(undone)
        if domain is None:
            if len(self._domains) >= _MOST_DOMAINS:
                self._domains.clear()
            domain = self._domains[undone] = self._made(undone)
        return domain

    def _made(self, undone: Undone) -> Domain:
        by_action: dict[str, set[int]] = {}
        declarations: list[DeclarationChange] = []
        for number in sorted(undone):
            difference = self.differences[number]
            if difference.action is not None:
                by_action.setdefault(difference.action, set()).add(number)
            elif isinstance(difference.change, DeclarationChange):
                declarations.append(difference.change)
        domain = self.diff.learned
        for change in declarations:
            domain = with_declaration(domain, change, self.diff, self._wanted)
        if not by_action:
            return domain
        revised: dict[int, Action] = {}
        gone: set[str] = set()
        added: list[Action] = []
        for name, numbers in by_action.items():
            diff = self.differences[min(numbers)].diff
            assert diff is not None, "it is a difference of an action"
            action = self._action(name, diff, frozenset(numbers))
            if action is None:
                gone.add(diff.name if diff.learned is None else diff.learned.name)
            elif diff.learned is None:
                added.append(action)
            else:
                revised[id(diff.learned)] = action
        kept = (revised.get(id(a), a) for a in domain.actions if a.name not in gone)
        return replace(domain, actions=(*kept, *added))

    def _action(self, name: str, diff: ActionDiff, undone: Undone) -> Action | None:
        """The learned action with `undone`, all of it its own; None where there is to be none."""
        key = name, undone
        if key not in self._actions:
            self._actions[key] = self._made_action(diff, undone)
        return self._actions[key]

    def _made_action(self, diff: ActionDiff, undone: Undone) -> Action | None:
        differences = [self.differences[number] for number in sorted(undone)]
        learned = diff.learned
        if differences[0].part == ACTION:
            if differences[0].kind is ChangeKind.EXTRA:
                return None
            return replace(
                self._wanted.action(differences[0].number),
                name=diff.name if learned is None else learned.name,
            )
        assert learned is not None, "only a missing action has no learned one"
        changes = [(d.number, d.change) for d in differences if isinstance(d.change, Change)]
        revised: dict[Part, Formula] = {}
        for part in (Part.PRECONDITION, Part.EFFECT, Part.DURATION):
            mine = [(number, change) for number, change in changes if change.part is part]
            if mine:
                revised[part] = self._formula(learned, part, mine)
        return replace(
            learned,
            parameters=undone_parameters(diff, differences),
            precondition=revised.get(Part.PRECONDITION, learned.precondition),
            effect=revised.get(Part.EFFECT, learned.effect),
            duration=revised.get(Part.DURATION, learned.duration),
        )

    def _formula(
        self, learned: Action, part: Part, changes: Sequence[tuple[int, Change]]
    ) -> Formula:
        """A part of an action with changes undone."""
        formula, elements = _part(learned, part)
        gone = {c.learned.formula for _, c in changes if c.learned is not None}
        kept = [formula]
        if gone:
            kept = [e.formula for e in elements if e.formula not in gone for _ in (e, *e.repeats)]
        kept += [self._wanted.formula(n) for n, change in changes if change.wanted is not None]
        return kept[0] if len(kept) == 1 else And(tuple(kept))


def _closures(differences: Iterable[Difference]) -> dict[int, Undone]:
    """For each of these differences all that it requires, where that is among them too."""
    required = {difference.number: difference.requires for difference in differences}
    closures: dict[int, Undone] = {}
    for start in required:
        reached, todo = set[int](), [start]
        while todo:
            number = todo.pop()
            if number not in reached:
                reached.add(number)
                todo.extend(required.get(number, ()))
        if reached <= required.keys():
            closures[start] = frozenset(reached)
    return closures


def _part(action: Action, part: Part) -> tuple[Formula, list[Element]]:
    """The formula of a part, and its elements."""
    canonical = canonical_action(action)
    if part is Part.PRECONDITION:
        return action.precondition, [*canonical.precondition.values()]
    if part is Part.EFFECT:
        return action.effect, [*canonical.effect.values()]
    return action.duration or And(()), [*canonical.duration.values()]
