"""The orders in which a file has its declarations and actions, which must not tell anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from plancore.correspondence.names import KINDS, names_of
from plancore.correspondence.pairs import ActionPair, NamePair, Pairs, SymbolPair
from plancore.model.domain import Domain

P = TypeVar("P", bound=NamePair)


def by_name(domain: Domain) -> Domain:
    """`domain` with all that it declares in alphabetical order; of one name the first stays so."""
    declared: dict[str, Any] = {
        kind: tuple(sorted(getattr(domain, kind), key=lambda declaration: declaration.name))
        for kind in KINDS
    }
    axioms = tuple(sorted(domain.axioms, key=lambda axiom: axiom.predicate))
    return replace(domain, **declared, axioms=axioms)


def as_in_file(pairs: Pairs, learned: Domain, reference: Domain) -> Pairs:
    """`pairs` in the order in which the learned file declares their names, then the reference."""
    ordered: dict[str, Any] = {
        kind: _as_in_file(getattr(pairs, kind), names_of(learned, kind), names_of(reference, kind))
        for kind in KINDS
    }
    return replace(pairs, **ordered)


def _as_in_file(pairs: Iterable[P], ours: Iterable[str], theirs: Iterable[str]) -> tuple[P, ...]:
    mine, yours = ({name: number for number, name in enumerate(names)} for names in (ours, theirs))

    def place(pair: P) -> tuple[bool, bool, int, int]:
        return (
            isinstance(pair, SymbolPair) and pair.negated,
            isinstance(pair, SymbolPair | ActionPair) and pair.is_cover,
            mine.get(pair.learned, len(mine)),
            yours.get(pair.reference, len(yours)),
        )

    return tuple(sorted(pairs, key=place))
