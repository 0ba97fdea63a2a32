"""Undo sets of differences in the learned domain.

The reference's formulas are printed under the learned names, as an editor's fix would write them,
and parsed again; parameters and declarations are renamed directly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import ACTION, PARAMETERS, Change, ChangeKind, Part
from plancore.compare.declarations import DeclarationChange, Declared, axiom_text
from plancore.compare.difference import Difference
from plancore.compare.differences import single_differences
from plancore.compare.domains import DomainDiff
from plancore.compare.parameters import ParameterChange
from plancore.correspondence.names import names_of
from plancore.formula.canonical import canonical_action
from plancore.formula.elements import Element
from plancore.formula.printing import Naming, formula_text, typed_list
from plancore.model.domain import Action, ActionKind, Axiom, Domain
from plancore.model.formula import TRUE, And, Formula, TypedName
from plancore.phrases import SIDES
from plancore.snapshot import FileSnapshot

Undone = frozenset[int]
"""The numbers of undone differences."""

NONE_UNDONE: Final[Undone] = frozenset()

DECLARED_AND_EXECUTED: Final = frozenset(
    kind.value for kind in (Declared.TYPE, Declared.CONSTANT, Declared.AXIOM, Declared.CONSTRAINTS)
)
"""The sections that execution depends on. It does not depend on requirements and declarations of
predicates and functions, so undoing those has no effect."""

_MOST_DOMAINS: Final = 10_000
"""Maximum number of cached domains; they share their actions."""
_IN_THE_WAY: Final = "it depends on another difference that cannot be undone"


class Undoing:
    """Builds copies of the learned domain with differences of one comparison undone."""

    def __init__(self, diff: DomainDiff) -> None:
        self.diff = diff
        listed = single_differences(diff)
        self._wanted = ExpectedParts(diff, listed)
        self.closures = _closures(
            [d for d in listed if d.obstacle is None and self._wanted.is_read(d)]
        )
        """Maps each difference that can be undone to the smallest set that it can be undone in."""
        self.everything: Undone = frozenset(self.closures)
        """All differences that can be undone."""
        self.differences = tuple(self._with_obstacle(difference) for difference in listed)
        """All differences, including those that cannot be undone."""
        self._domains: dict[Undone, Domain] = {}
        self._actions: dict[tuple[str, Undone], Action | None] = {}

    def _with_obstacle(self, difference: Difference) -> Difference:
        if difference.number in self.closures or difference.obstacle is not None:
            return difference
        is_read = self._wanted.is_read(difference)
        unreadable = f"{SIDES.the_reference} has syntax errors there"
        return replace(difference, obstacle=_IN_THE_WAY if is_read else unreadable)

    def formulas(self, difference: Difference) -> Iterator[Formula]:
        """The literals of a change of an action, in the learned domain's names."""
        change = difference.change
        if isinstance(change, Change):
            if change.learned is not None:
                yield change.learned.formula
            if change.wanted is not None:
                yield self._wanted.formula(difference.number)

    def domain(self, undone: Undone) -> Domain:
        """The learned domain with `undone`, a set that includes what its members require."""
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
        """The learned action with `undone`, all of which are its own; None if it is removed."""
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
        formula, elements = _part(learned, part)
        gone = {c.learned.formula for _, c in changes if c.learned is not None}
        kept = [formula]
        if gone:
            kept = [e.formula for e in elements if e.formula not in gone for _ in (e, *e.repeats)]
        kept += [self._wanted.formula(n) for n, change in changes if change.wanted is not None]
        return kept[0] if len(kept) == 1 else And(tuple(kept))


def _closures(differences: Iterable[Difference]) -> dict[int, Undone]:
    """Maps each difference to the set of all that it requires, if these can all be undone."""
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
    canonical = canonical_action(action)
    if part is Part.PRECONDITION:
        return action.precondition, [*canonical.precondition.values()]
    if part is Part.EFFECT:
        return action.effect, [*canonical.effect.values()]
    return action.duration or And(()), [*canonical.duration.values()]


class ExpectedParts:
    """The formulas and actions that undoing differences inserts into the learned domain."""

    def __init__(self, diff: DomainDiff, differences: Iterable[Difference]) -> None:
        self._differences = {d.number: d for d in differences if d.obstacle is None}
        texts = [text for d in self._differences.values() for text in _texts(d, diff)]
        domain = FileSnapshot.of(f"(define (domain wanted) {' '.join(texts)})").domain
        self._domain = domain or Domain("wanted")
        self._actions = {action.name: action for action in self._domain.actions}

    def is_read(self, difference: Difference) -> bool:
        """Whether the reference's version of a difference could be printed and parsed again."""
        is_action = difference.part == ACTION and difference.kind is not ChangeKind.EXTRA
        is_literal = isinstance(difference.change, Change) and difference.wanted is not None
        return not (is_action or is_literal) or _name(difference.number) in self._actions

    def formula(self, number: int) -> Formula:
        """The reference's formula for a change."""
        change = self._differences[number].change
        action = self._actions[_name(number)]
        assert isinstance(change, Change), "it is asked for changes only"
        if change.part is Part.PRECONDITION:
            return action.precondition
        return action.effect if change.part is Part.EFFECT else action.duration or TRUE

    def action(self, number: int) -> Action:
        """The reference's action, with an arbitrary name."""
        return self._actions[_name(number)]

    def axioms(self, predicate: str) -> tuple[Axiom, ...]:
        """The reference's axioms of a derived predicate."""
        return tuple(axiom for axiom in self._domain.axioms if axiom.predicate == predicate)

    @property
    def constraints(self) -> Formula | None:
        """The reference's constraints on every plan."""
        return self._domain.constraints


def _texts(difference: Difference, diff: DomainDiff) -> Iterator[str]:
    change = difference.change
    if difference.part == ACTION and difference.kind is not ChangeKind.EXTRA:
        action = difference.diff
        if action is not None and action.reference is not None:
            yield _action_text(_name(difference.number), action.reference, action.to_learned)
    elif isinstance(change, Change) and change.wanted is not None:
        yield _literal_text(_name(difference.number), change, _kind(difference))
    elif isinstance(change, DeclarationChange) and change.kind is not ChangeKind.EXTRA:
        naming = diff.correspondence.to_learned
        if change.what is Declared.AXIOM:
            axioms = (a for a in diff.reference.axioms if a.predicate == change.name)
            yield from (axiom_text(axiom, naming) for axiom in axioms)
        elif change.what is Declared.CONSTRAINTS and diff.reference.constraints is not None:
            yield f"(:constraints {formula_text(diff.reference.constraints, naming)})"


def _kind(difference: Difference) -> ActionKind:
    learned = None if difference.diff is None else difference.diff.learned
    return ActionKind.ACTION if learned is None else learned.kind


def _name(number: int) -> str:
    return f"wanted-{number}"


def _literal_text(name: str, change: Change, kind: ActionKind) -> str:
    slot = f":{change.part.value}"
    if change.part is Part.PRECONDITION and kind is ActionKind.DURATIVE:
        slot = ":condition"
    return f"(:{kind.value} {name} :parameters () {slot} {change.wanted})"


def _action_text(name: str, action: Action, naming: Naming) -> str:
    condition = ":condition" if action.kind is ActionKind.DURATIVE else ":precondition"
    slots = [f":parameters ({typed_list(action.parameters, naming)})"]
    if action.duration is not None:
        slots.append(f":duration {formula_text(action.duration, naming)}")
    slots.append(f"{condition} {formula_text(action.precondition, naming)}")
    slots.append(f":effect {formula_text(action.effect, naming)}")
    return f"(:{action.kind.value} {name} {' '.join(slots)})"


def undone_parameters(diff: ActionDiff, differences: Sequence[Difference]) -> tuple[TypedName, ...]:
    """The learned parameters with differences of them undone."""
    assert diff.learned is not None, "the learned domain has the action"
    mine = [d for d in differences if d.part == PARAMETERS]
    if not mine:
        return diff.learned.parameters
    numbers = diff.order if diff.order is not None else range(len(diff.learned.parameters))
    listed = list(zip(numbers, diff.learned.parameters, strict=True))
    for difference in mine:
        if difference.change is None:
            listed = _in_order(diff, listed)
    for difference in mine:
        change = difference.change
        if not isinstance(change, ParameterChange):
            continue
        if change.reference is None:
            listed = [entry for entry in listed if entry[1] is not change.learned]
            continue
        expected = diff.to_learned.typed_name(change.reference)
        if change.learned is not None:
            listed = [(n, expected if p is change.learned else p) for n, p in listed]
            continue
        later = (k for k, (number, _) in enumerate(listed) if number > change.position)
        listed.insert(next(later, len(listed)), (change.position, expected))
    return tuple(parameter for _, parameter in listed)


def _in_order(diff: ActionDiff, listed: list[tuple[int, TypedName]]) -> list[tuple[int, TypedName]]:
    """The parameters in the reference's order; those of the learned action alone stay in place."""
    count = 0 if diff.reference is None else len(diff.reference.parameters)
    in_order = iter(sorted((entry for entry in listed if entry[0] < count), key=lambda e: e[0]))
    return [next(in_order) if entry[0] < count else entry for entry in listed]


def with_declaration(
    domain: Domain, change: DeclarationChange, diff: DomainDiff, expected: ExpectedParts
) -> Domain:
    """`domain` with the reference's version of one declaration, in the learned domain's names."""
    naming = diff.correspondence.to_learned
    is_expected = change.kind is not ChangeKind.EXTRA
    match change.what:
        case Declared.TYPE:
            above = diff.reference.hierarchy.stated_parents.get(change.name, ())
            of_types = replace(naming, terms=naming.types)
            declared = of_types.typed_name(TypedName(change.name, above))
            types = _replaced(domain.types, declared, is_expected=is_expected)
            return replace(domain, types=types)
        case Declared.CONSTANT:
            theirs = names_of(diff.reference, "constants").get(change.name)
            declared = naming.typed_name(theirs or TypedName(change.name))
            constants = _replaced(domain.constants, declared, is_expected=is_expected)
            return replace(domain, constants=constants)
        case Declared.AXIOM:
            name = naming.predicates.get(change.name, change.name)
            kept = tuple(axiom for axiom in domain.axioms if axiom.predicate != name)
            more = expected.axioms(name) if is_expected else ()
            return replace(domain, axioms=(*kept, *more))
        case Declared.CONSTRAINTS:
            return replace(domain, constraints=expected.constraints if is_expected else None)
    return domain


def _replaced(
    declared: tuple[TypedName, ...], name: TypedName, *, is_expected: bool
) -> tuple[TypedName, ...]:
    """A list of declarations with `name` if `is_expected`, else without it."""
    kept = tuple(entry for entry in declared if entry.name != name.name)
    return (*kept, name) if is_expected else kept
