"""Reconciles the literals of two actions whose models differ in more than names.

Under a renaming two literals correspond if their keys are equal. A name mapping may be more: an
implicit argument, a one-to-many match, a predicate that plays a type. Here the learned action's
literals get the keys of their counterparts, and literals that only express a type are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from plancore.correspondence.names import Correspondence
from plancore.correspondence.pairs import Side, SymbolPair
from plancore.correspondence.stated.applied import arities_of, changed_shape
from plancore.formula.canonical import CanonicalAction, canonical_action
from plancore.formula.elements import Element, Elements
from plancore.formula.naming import BLANK, Naming
from plancore.model.domain import Domain
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
