"""Two actions side by side: their corresponding parameters and literals.

Parameters correspond by position, or by an order that `better_order` finds. Under a renaming two
literals correspond if their keys are equal. A name mapping may be more: an implicit argument, a
one-to-many match, a predicate that plays a type. Then the learned action's literals get the keys of
their counterparts, and literals that only express a type are dropped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from plancore.align.assignment import assign
from plancore.compare.changes import ChangeKind, Part
from plancore.correspondence.names import Correspondence
from plancore.correspondence.pairs import Side, SymbolPair
from plancore.correspondence.stated.applied import arities_of, changed_shape
from plancore.formula.canonical import CanonicalAction, canonical_action
from plancore.formula.elements import Element, Elements
from plancore.formula.printing import AS_WRITTEN, BLANK, Naming, Shape
from plancore.model.domain import Action, Domain
from plancore.model.formula import TypedName
from plancore.model.record import record

Order = tuple[int, ...] | None


@record
class Reconciled:
    """Two actions whose literals correspond if their keys are equal.

    The numbers are positions of parameters in the reference's order. `implicit` parameters do not
    occur in the other action, neither as a parameter nor in a literal; they are reported once and
    are not a difference. For `typed` parameters a predicate replaces a type of the other side.
    """

    ours: CanonicalAction
    theirs: CanonicalAction
    implicit: frozenset[int] = frozenset()
    typed: frozenset[int] = frozenset()


class Reconciler:
    """Reconciles actions of two domains under one correspondence."""

    def __init__(self, learned: Domain, reference: Domain, correspondence: Correspondence) -> None:
        self.learned = learned
        self.correspondence = correspondence
        self.to_reference, self.to_learned = correspondence.to_reference, correspondence.to_learned
        self.is_needed = not correspondence.is_renaming
        self._hierarchies = {Side.LEARNED: learned.hierarchy, Side.REFERENCE: reference.hierarchy}
        self._namings: list[Naming] = []
        if correspondence.one_to_many:
            arities = arities_of(learned), arities_of(reference)
            self._namings = [
                _under(cover, self.to_reference, *arities) for cover in correspondence.one_to_many
            ]

    def reconcile(self, ours: CanonicalAction, theirs: CanonicalAction, order: Order) -> Reconciled:
        """Reconcile two actions; the learned parameters correspond to the positions in `order`."""
        if not self.is_needed:
            return Reconciled(ours, theirs)
        others = [canonical_action(ours.action, naming, order) for naming in self._namings]
        filling = _Filling()
        ours = replace(
            ours,
            precondition=_together(
                filling, ours.precondition, theirs.precondition, [o.precondition for o in others]
            ),
            effect=_together(filling, ours.effect, theirs.effect, [o.effect for o in others]),
        )
        numbers = order if order is not None else tuple(range(len(ours.action.parameters)))
        implicit = frozenset(
            [*_implicit_here(ours, theirs, numbers), *filling.implicit_there(theirs, numbers)]
        )
        ours, theirs, typed = self._without_types(ours, theirs, numbers)
        return Reconciled(ours, theirs, implicit, typed)

    def _without_types(
        self, ours: CanonicalAction, theirs: CanonicalAction, numbers: tuple[int, ...]
    ) -> tuple[CanonicalAction, CanonicalAction, frozenset[int]]:
        """Both actions without preconditions that a type of the other side expresses."""
        mine, yours = dict(ours.precondition), dict(theirs.precondition)
        our_types = {n: p.types for n, p in zip(numbers, ours.action.parameters, strict=True)}
        their_types = {n: p.types for n, p in enumerate(theirs.action.parameters)}
        typed: set[int] = set()
        for played in self.correspondence.type_predicates:
            is_ours = played.side is Side.LEARNED
            elements, other = (mine, yours) if is_ours else (yours, mine)
            types = their_types if is_ours else our_types
            hierarchy = self._hierarchies[Side.REFERENCE if is_ours else Side.LEARNED]
            for key, number in _required(elements, played.predicate):
                own = types.get(number, ())
                is_typed = own and all(hierarchy.is_subtype(name, played.type) for name in own)
                if is_typed and key not in other:
                    del elements[key]
                    typed.add(number)
        return (
            replace(ours, precondition=mine),
            replace(theirs, precondition=yours),
            frozenset(typed),
        )


def _under(
    cover: SymbolPair, naming: Naming, ours: Mapping[str, int], theirs: Mapping[str, int]
) -> Naming:
    """The naming in which a learned name has the counterpart of `cover`."""
    shape = changed_shape(cover, ours.get(cover.learned, 0), theirs.get(cover.reference, 0))
    shapes = {name: own for name, own in naming.shapes.items() if name != cover.learned}
    if shape is not None:
        shapes[cover.learned] = shape
    predicates = {**naming.predicates, cover.learned: cover.reference}
    return replace(naming, predicates=predicates, shapes=shapes)


def _together(
    filling: _Filling, ours: Elements, theirs: Elements, others: Iterable[Elements]
) -> Elements:
    """Our elements under the keys of their counterparts. `others` are our elements under
    one-to-many matches. A literal with several counterparts appears once for each."""
    elements = filling.fill(ours, theirs)
    together = dict(elements)
    for other in others:
        for key, element in filling.fill(other, theirs).items():
            if key in theirs and key not in together:
                together[key] = element
                for own_key, own in elements.items():
                    if own.formula == element.formula and own_key not in theirs:
                        together.pop(own_key, None)
    return together


class _Filling:
    """Fills implicit arguments with those of the other side, and records where."""

    def __init__(self) -> None:
        self._blanks: dict[str, set[int]] = {}

    def fill(self, ours: Elements, theirs: Elements) -> Elements:
        """Our elements, under the keys of theirs that differ only in implicit arguments."""
        filled: Elements = {}
        for key, element in ours.items():
            counterpart = None
            if BLANK in element.args:
                counterpart = next(
                    (
                        candidate
                        for candidate in theirs.values()
                        if candidate.key not in ours
                        and candidate.key not in filled
                        and _fits(element, candidate)
                    ),
                    None,
                )
            if counterpart is None:
                filled.setdefault(key, element)
                continue
            blanks = {k for k, arg in enumerate(element.args) if arg == BLANK}
            self._blanks.setdefault(counterpart.key, set()).update(blanks)
            filled[counterpart.key] = replace(element, key=counterpart.key, args=counterpart.args)
        return filled

    def implicit_there(self, theirs: CanonicalAction, numbers: tuple[int, ...]) -> Iterator[int]:
        """Yield the reference's parameters that occur only where ours are implicit."""
        for number in range(len(theirs.action.parameters)):
            if number in numbers:
                continue
            name = f"?{number}"
            uses = [e for e in _elements(theirs) if name in _words(e.key)]
            if uses and all(self._is_blank(element, name) for element in uses):
                yield number

    def _is_blank(self, element: Element, name: str) -> bool:
        places = {k for k, arg in enumerate(element.args) if arg == name}
        return bool(places) and places <= self._blanks.get(element.key, set())


def _implicit_here(
    ours: CanonicalAction, theirs: CanonicalAction, numbers: tuple[int, ...]
) -> Iterator[int]:
    """Yield our parameters without a counterpart that occur only in what the name mapping drops."""
    said = {word for element in _elements(ours) for word in _words(element.key)}
    written = {
        word for element in _elements(canonical_action(ours.action)) for word in _words(element.key)
    }
    for place, number in enumerate(numbers):
        is_extra = number >= len(theirs.action.parameters)
        if is_extra and f"?{number}" not in said and f"?{place}" in written:
            yield number


def _fits(element: Element, candidate: Element) -> bool:
    """Whether two literals agree in all known arguments."""
    return (
        element.predicate == candidate.predicate
        and element.positive is candidate.positive
        and element.time == candidate.time
        and element.context == candidate.context
        and len(element.args) == len(candidate.args)
        and all(a in (BLANK, b) for a, b in zip(element.args, candidate.args, strict=True))
    )


def _required(elements: Elements, predicate: str) -> list[tuple[str, int]]:
    """The keys of positive literals of a unary predicate, with the numbers of their parameters."""
    return [
        (key, int(element.args[0][1:]))
        for key, element in elements.items()
        if element.positive
        and element.predicate == predicate
        and len(element.args) == 1
        and element.args[0][:1] == "?"
        and element.args[0][1:].isdigit()
    ]


def _elements(action: CanonicalAction) -> Iterator[Element]:
    for part in (action.precondition, action.effect, action.duration):
        yield from part.values()


def _words(key: str) -> set[str]:
    return {*re.findall(r"[^\s()]+", key)}


@record
class ParameterChange:
    """A parameter that one side lacks, or with different types. `position` counts from 0, in the
    reference; for an extra parameter, in the learned action."""

    kind: ChangeKind
    position: int
    learned: TypedName | None
    reference: TypedName | None


def parameter_changes(
    learned: Action | None, reference: Action | None, order: tuple[int, ...] | None, naming: Naming
) -> dict[int, ParameterChange]:
    """The differences of parameters, by position in the reference's order."""
    if learned is None or reference is None:
        return {}
    changes: dict[int, ParameterChange] = {}
    for number, ours, theirs in _pairs(learned, reference, order):
        if ours is None:
            changes[number] = ParameterChange(ChangeKind.MISSING, number, None, theirs)
        elif theirs is None:
            position = learned.parameters.index(ours)
            changes[number] = ParameterChange(ChangeKind.EXTRA, position, ours, None)
        elif naming.type_names(ours.types) != AS_WRITTEN.type_names(theirs.types):
            changes[number] = ParameterChange(ChangeKind.CHANGED, number, ours, theirs)
    return changes


def namings(
    learned: Action | None,
    reference: Action | None,
    order: tuple[int, ...] | None,
    reconciler: Reconciler,
) -> tuple[Naming, Naming]:
    """The namings from the reference to the learned action and back."""
    to_learned, to_reference = reconciler.to_learned, reconciler.to_reference
    if learned is None or reference is None:
        return to_learned, to_reference
    pairs = _pairs(learned, reference, order)
    implicit = [ours for _, ours, theirs in pairs if ours is not None and theirs is None]
    to_learned = with_fillers(to_learned, implicit, reconciler.learned)
    return (
        to_learned.with_terms(_counterparts((theirs, ours) for _, ours, theirs in pairs)),
        to_reference.with_terms(_counterparts((ours, theirs) for _, ours, theirs in pairs)),
    )


def _counterparts(pairs: Iterable[tuple[TypedName | None, TypedName | None]]) -> dict[str, str]:
    """For each first name that of its counterpart; without one, its own or the next free name."""
    all_pairs = list(pairs)
    taken = {theirs.name for _, theirs in all_pairs if theirs is not None}
    counterparts: dict[str, str] = {}
    for ours, theirs in all_pairs:
        if ours is None:
            continue
        free = ours.name if theirs is None else theirs.name
        number = 0
        while theirs is None and free in taken:
            number += 1
            free = f"{ours.name}{number}"
        taken.add(free)
        counterparts[ours.name] = free
    return counterparts


def _pairs(
    learned: Action, reference: Action, order: tuple[int, ...] | None
) -> list[tuple[int, TypedName | None, TypedName | None]]:
    """The corresponding parameters with their positions: the reference's in order, then extra ones.
    In each entry the learned parameter precedes the reference's."""
    numbers = order if order is not None else range(len(learned.parameters))
    at = dict(zip(numbers, learned.parameters, strict=True))
    size = len(reference.parameters)
    pairs: list[tuple[int, TypedName | None, TypedName | None]] = [
        (position, at.get(position), parameter)
        for position, parameter in enumerate(reference.parameters)
    ]
    return pairs + [(number, at[number], None) for number in sorted(at) if number >= size]


def with_fillers(naming: Naming, implicit: Sequence[TypedName], learned: Domain) -> Naming:
    """`naming` from the reference to the learned domain, with names for blank arguments.

    `implicit` are the parameters of the learned action that the reference's lacks, such as a robot
    that the reference never mentions. One of them fills a blank if it is the only one with a
    fitting type.
    """
    if not implicit or not naming.shapes:
        return naming
    declared = {predicate.name: predicate for predicate in reversed(learned.predicates)}

    def filled(name: str, shape: Shape) -> Shape:
        predicate = declared.get(naming.predicates.get(name, name))
        types = [p.types for p in predicate.parameters] if predicate is not None else []

        def fitting(place: int) -> list[str]:
            asked = types[place : place + 1]
            accepts = learned.hierarchy.accepts
            return [p.name for p in implicit for of in asked if accepts(of, p.types)]

        return shape.filled(fitting)

    return replace(naming, shapes={n: filled(n, shape) for n, shape in naming.shapes.items()})


# Another order of parameters: the position of the counterpart of each learned parameter.

_Literal = tuple[Part, bool | None, str, str, tuple[str, ...]]


class ParameterOrder(StrEnum):
    """How the parameters of two actions are matched."""

    POSITION = "position"
    """By position, as metrics are defined and plans are printed."""
    CLEARLY_BETTER = "clearly-better"
    """In another order if that at least halves the differences and equals two more literals."""
    BEST = "best"
    """In the order with the most equal literals."""


def better_order(
    learned: CanonicalAction, reference: CanonicalAction, how: ParameterOrder
) -> tuple[int, ...] | None:
    """For each learned parameter the position of its counterpart; None: by position. Only
    parameters of the same types are exchanged. The search climbs from the identity, and from the
    assignment in which parameters share most occurrences, by exchanging two at a time."""
    n_ours = len(learned.action.parameters)
    if how is ParameterOrder.POSITION or n_ours < 2:
        return None
    ours, theirs = _literals(learned), _literals(reference)
    if not ours or not theirs or ours == theirs:
        return None
    identity = tuple(range(n_ours))
    best, best_equal = identity, _n_equal(ours, theirs, identity)
    before = best_equal
    gain = 2 if how is ParameterOrder.CLEARLY_BETTER else 1
    if min(len(ours), len(theirs)) - before < gain:
        return None
    fits = _fitting(learned, reference)
    start = _by_occurrence(ours, theirs, fits, n_ours)
    for candidate in (identity, start):
        order, equal = _climb(candidate, ours, theirs, fits)
        if equal > best_equal:
            best, best_equal = order, equal
    if best_equal - before < gain:
        return None
    n_different = len(ours) + len(theirs) - 2 * before
    n_left = len(ours) + len(theirs) - 2 * best_equal
    if how is ParameterOrder.CLEARLY_BETTER and 2 * n_left > n_different:
        return None
    return best


def _literals(action: CanonicalAction) -> set[_Literal]:
    return {
        (part, e.positive, e.predicate, f"{e.time} {e.context}", e.args)
        for part, elements in (
            (Part.PRECONDITION, action.precondition),
            (Part.EFFECT, action.effect),
        )
        for e in elements.values()
        if e.positive is not None
    }


def _fitting(learned: CanonicalAction, reference: CanonicalAction) -> set[tuple[int, int]]:
    """The pairs of parameters with the same types."""
    ours = [learned.naming.type_names(p.types) for p in learned.action.parameters]
    theirs = [reference.naming.type_names(p.types) for p in reference.action.parameters]
    return {
        (i, j)
        for i, our_types in enumerate(ours)
        for j, their_types in enumerate(theirs)
        if our_types == their_types
    }


def _by_occurrence(
    ours: set[_Literal], theirs: set[_Literal], fits: set[tuple[int, int]], n_ours: int
) -> tuple[int, ...]:
    our_profiles, their_profiles = _profiles(ours), _profiles(theirs)
    scores = {}
    for i, j in fits:
        shared = (
            our_profiles.get(f"?{i}", Counter()) & their_profiles.get(f"?{j}", Counter())
        ).total()
        scores[i, j] = shared + (0.5 if i == j else 0.1)
    return _completed(assign(scores), n_ours)


def _profiles(literals: Iterable[_Literal]) -> dict[str, Counter[object]]:
    """The occurrences of each parameter in literals."""
    profiles: dict[str, Counter[object]] = {}
    for part, sign, predicate, context, args in literals:
        for index, arg in enumerate(args):
            if arg[0] == "?":
                profiles.setdefault(arg, Counter())[part, sign, predicate, context, index] += 1
    return profiles


def _completed(matched: dict[int, int], n_ours: int) -> tuple[int, ...]:
    """The order in which parameters without a counterpart get the free positions."""
    taken = set(matched.values())
    free = (position for position in range(n_ours + len(taken)) if position not in taken)
    return tuple(matched[i] if i in matched else next(free) for i in range(n_ours))


def _climb(
    order: tuple[int, ...], ours: set[_Literal], theirs: set[_Literal], fits: set[tuple[int, int]]
) -> tuple[tuple[int, ...], int]:
    """Exchange two positions as long as that makes more literals equal."""
    equal = _n_equal(ours, theirs, order)
    improved = True
    while improved:
        improved = False
        for i in range(len(order)):
            for j in range(i + 1, len(order)):
                if (i, order[j]) not in fits or (j, order[i]) not in fits:
                    continue
                swapped = list(order)
                swapped[i], swapped[j] = order[j], order[i]
                count = _n_equal(ours, theirs, tuple(swapped))
                if count > equal:
                    order, equal, improved = tuple(swapped), count, True
    return order, equal


def _n_equal(ours: set[_Literal], theirs: set[_Literal], order: tuple[int, ...]) -> int:
    names = {f"?{i}": f"?{position}" for i, position in enumerate(order)}
    return sum(
        (part, sign, predicate, context, tuple([names.get(arg, arg) for arg in args])) in theirs
        for part, sign, predicate, context, args in ours
    )
