"""What a person decides of pairs, one at a time, beside what is stated already."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plancore.correspondence.names import KINDS
from plancore.correspondence.pairs import NamePair, Pairs


def confirmed(stated: Pairs, kind: str, pair: NamePair) -> Pairs:
    """`stated` and a pair, in place of what else it says of the two names."""
    pairs: tuple[NamePair, ...] = getattr(stated, kind)
    others = [p for p in pairs if p.learned != pair.learned and p.reference != pair.reference]
    changed: dict[str, Any] = {kind: (*others, replace(pair, confidence=1.0, evidence=()))}
    refusal = (kind, pair.learned, pair.reference)
    return replace(stated, **changed, refusals=_without(stated.refusals, refusal))


def refused(stated: Pairs, kind: str, learned: str, reference: str) -> Pairs:
    """`stated` without the pair of these names, which is refused."""
    pairs: tuple[NamePair, ...] = getattr(stated, kind)
    others = tuple(p for p in pairs if (p.learned, p.reference) != (learned, reference))
    refusal = (kind, learned, reference)
    changed: dict[str, Any] = {kind: others}
    return replace(stated, **changed, refusals=(*_without(stated.refusals, refusal), refusal))


def with_decisions(stated: Pairs, decided: Pairs) -> Pairs:
    """What is stated with what was decided later, which counts where they differ."""
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
