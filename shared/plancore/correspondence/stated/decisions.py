"""Decisions about single pairs, added to stated pairs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plancore.correspondence.names import KINDS
from plancore.correspondence.pairs import NamePair, Pairs, is_one_to_many, key_of


def confirmed(stated: Pairs, kind: str, pair: NamePair) -> Pairs:
    """`stated` with this pair in place of other pairs of its names. One-to-many pairs do not
    replace others and are not replaced."""
    pairs: tuple[NamePair, ...] = getattr(stated, kind)
    others = [
        other
        for other in pairs
        if (other.learned != pair.learned and other.reference != pair.reference)
        or ((is_one_to_many(other) or is_one_to_many(pair)) and key_of(other) != key_of(pair))
    ]
    changed: dict[str, Any] = {kind: (*others, replace(pair, confidence=1.0, evidence=()))}
    refusal = (kind, pair.learned, pair.reference)
    return replace(stated, **changed, refusals=_without(stated.refusals, refusal))


def refused(stated: Pairs, kind: str, learned: str, reference: str) -> Pairs:
    """`stated` without the pair of these names, which is added to the refusals."""
    pairs: tuple[NamePair, ...] = getattr(stated, kind)
    others = tuple(p for p in pairs if (p.learned, p.reference) != (learned, reference))
    refusal = (kind, learned, reference)
    changed: dict[str, Any] = {kind: others}
    return replace(stated, **changed, refusals=(*_without(stated.refusals, refusal), refusal))


def with_decisions(stated: Pairs, decided: Pairs) -> Pairs:
    """`stated` with later decisions, which take precedence."""
    for refusal in decided.refusals:
        stated = refused(stated, *refusal)
    for kind in KINDS:
        for pair in getattr(decided, kind):
            stated = confirmed(stated, kind, pair)
    return stated


def _without(
    refusals: tuple[tuple[str, str, str], ...], refusal: tuple[str, str, str]
) -> tuple[tuple[str, str, str], ...]:
    return tuple(other for other in refusals if other != refusal)
