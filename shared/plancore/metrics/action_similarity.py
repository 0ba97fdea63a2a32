"""Action similarity: how much of an action's precondition and effect two domains share.

**Input**: a learned domain and its reference.

**Formula**: `sim(a) = 1 - (|pre Δ pre'| + |eff Δ eff'|) / (|pre ∪ pre'| + |eff ∪ eff'|)` over sets
of signed literals, `(not (p ?x))` being one. It equals TP / (TP + FP + FN) with precondition and
effect pooled.

**Averages**: the unweighted mean over the reference's actions; also over those of both domains.

**Range**: [0, 1], higher is better; symmetric except for the choice of the mean.

**Edge cases**: two empty actions: 1. A missing action: 0. An extra action: 0 in the mean over the
union, left out of the mean over the reference. The mean is undefined without actions. The share of
identical actions is 1 if neither domain has any action, and undefined if only the learned domain
has some.

**Source**: NL2PDDL reports the numerator as its action reconstruction error. Scores are exact
fractions and are rounded only for display.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.domains import DomainDiff
from plancore.jsonable import Json
from plancore.metrics.base import DomainCase, Figure, Group, Metric, Passage
from plancore.metrics.support.confusion import (
    Counted,
    Mean,
    Ratio,
    as_float,
    as_text,
    counted,
    fraction,
    mean,
)
from plancore.model.record import record
from plancore.phrases import SIDES

_ALL: Final = Fraction(1)


@record
class OneActionSimilarity:
    """The similarity of one action, and the literals counted in each part."""

    action: ActionDiff

    @property
    def precondition(self) -> Counted:
        """The elements of the precondition."""
        return counted(self.action.precondition)

    @property
    def effect(self) -> Counted:
        """The elements of the effect."""
        return counted(self.action.effect)

    @property
    def n_different(self) -> int:
        """The sum of the sizes of the two symmetric differences."""
        return self.action.precondition.n_different + self.action.effect.n_different

    @property
    def n_union(self) -> int:
        """The sum of the sizes of the two unions."""
        return self.n_different + self._n_equal

    @property
    def _n_equal(self) -> int:
        return self.action.precondition.n_equal + self.action.effect.n_equal

    @property
    def value(self) -> Fraction:
        """The similarity, exactly."""
        if self.action.is_same:
            return _ALL
        if self.action.status in (Presence.MISSING, Presence.EXTRA):
            return Fraction(0)
        n_equal = self._n_equal
        union = self.n_different + n_equal
        return fraction(n_equal, union) if union else _ALL

    def to_dict(self) -> dict[str, object]:
        """Counts, the value as float and as fraction, and the literals."""
        names = self.action.to_reference
        return {
            "status": self.action.status.value,
            "n_different": self.n_different,
            "n_union": self.n_union,
            "similarity": as_float(self.value),
            "similarity_exact": as_text(self.value),
            "precondition": self.precondition.to_dict(names),
            "effect": self.effect.to_dict(names),
        }


@dataclass(frozen=True, slots=True)
class ActionSimilarity:
    """The similarities of all actions: those of the reference in its order, then the extra ones."""

    actions: tuple[OneActionSimilarity, ...]
    mean_over_reference: Mean
    mean_over_union: Mean
    constructs: frozenset[str]

    @property
    def exact(self) -> bool:
        """Whether all conditions and effects are sets of literals."""
        return not self.constructs

    def of(self, name: str) -> OneActionSimilarity | None:
        """The similarity of the action called `name`."""
        return next(
            (similarity for similarity in self.actions if similarity.action.name == name), None
        )

    def to_dict(self) -> dict[str, object]:
        """The means, then the actions by name."""
        reference, union = self.mean_over_reference, self.mean_over_union
        return {
            "exact": self.exact,
            "constructs": sorted(self.constructs),
            "mean_over_reference": reference.to_dict() | {"exact": as_text(reference.value)},
            "mean_over_union": union.to_dict() | {"exact": as_text(union.value)},
            "actions": {
                similarity.action.name: similarity.to_dict() for similarity in self.actions
            },
        }

    def count(self, status: Presence) -> int:
        """The number of actions with this status."""
        return sum(row.action.status is status for row in self.actions)

    @property
    def matches(self) -> Ratio:
        """The share of the reference's actions that are identical in the learned domain, under the
        compared names. 1 if there are no actions; undefined if only the learned domain has some."""
        matches = [
            row.action.is_identical for row in self.actions if row.action.reference is not None
        ]
        if not self.actions:
            return Ratio(_ALL, 0, 0)
        return Ratio.of(sum(matches), len(matches))


def action_similarity(diff: DomainDiff) -> ActionSimilarity:
    """The similarity of each action of `diff`, and their means."""
    rows = tuple(map(OneActionSimilarity, diff.actions))
    values = [row.value for row in rows]
    return ActionSimilarity(
        rows,
        mean(v for v, row in zip(values, rows, strict=True) if row.action.reference is not None),
        mean(values),
        diff.constructs,
    )


def _of_case(case: DomainCase) -> ActionSimilarity:
    return action_similarity(case.diff)


def _data(similarity: ActionSimilarity) -> Json:
    return {name: value for name, value in similarity.to_dict().items() if name != "actions"}


def _passages(similarity: ActionSimilarity) -> Iterator[Passage]:
    yield Passage(
        "Action similarity",
        (
            (f"mean of {SIDES.the_reference}'s actions", similarity.mean_over_reference),
            (f"mean with {SIDES.extra} actions as 0", similarity.mean_over_union),
            ("identical actions", similarity.matches),
        ),
    )


_F = Figure[ActionSimilarity]

METRIC: Final = Metric(
    "action-similarity",
    __doc__,
    _of_case,
    (
        _F("actions", "actions", lambda similarity: similarity.matches.denominator),
        _F("missing", "missing", lambda similarity: similarity.count(Presence.MISSING)),
        _F("extra", "extra", lambda similarity: similarity.count(Presence.EXTRA)),
        _F("exact_match_rate", "exact", lambda similarity: similarity.matches),
        _F(
            "similarity",
            "sim",
            lambda similarity: similarity.mean_over_reference,
            brief="similarity",
        ),
    ),
    field="similarity",
    group=Group.LITERALS,
    data=_data,
    summary=lambda similarity: similarity.mean_over_reference.to_dict(),
    passages=_passages,
    of_differences=True,
)
