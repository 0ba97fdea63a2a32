"""Action distance: how different the actions of two plans are, whatever their order.

**Input**: two plans.

**Formula**: three readings are in use.

- `set` (δa): `1 - |A ∩ B| / |A ∪ B|` over the sets of ground actions, the complement of
  PlanningJaccard.
- `multiset`: the same over multisets, so that repetitions count.
- `dice`: `(|A - B| + |B - A|) / (|A| + |B|)` over multisets.

**Range**: [0, 1], lower is more alike; symmetric.

**Edge cases**: both plans empty: 0. One empty: 1. A text without a step counts as one action that
matches no other. Never undefined.

**Source**: `set` is δa of B. Srivastava et al., Domain independent approaches for finding diverse
plans, IJCAI 2007, and the complement of "stability" in M. Katz and S. Sohrabi, Reshaping diverse
planning, AAAI 2020; `dice` is the form of LPG-d.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final, TypeAlias

from plancore.bridge.pddl_package import PlanLike, as_plan
from plancore.metrics.base import Figure, Metric, PlanPair
from plancore.metrics.support.confusion import Ratio, as_float, as_text


class Reading(StrEnum):
    """One of the three formulas."""

    SET = "set"
    MULTISET = "multiset"
    DICE = "dice"


@dataclass(frozen=True, slots=True)
class ActionDistance:
    """The number of actions in both plans and in only one of them, as the reading counts them."""

    reading: Reading
    shared: int
    learned_only: int
    reference_only: int

    @property
    def value(self) -> Fraction:
        """The distance, in [0, 1]."""
        return self.ratio.value or Fraction(0)

    @property
    def ratio(self) -> Ratio:
        """The distance with its counts."""
        unshared = self.learned_only + self.reference_only
        weight = 2 if self.reading is Reading.DICE else 1
        total = unshared + weight * self.shared
        return Ratio(Fraction(unshared, total) if total else Fraction(0), unshared, total)

    def to_dict(self) -> dict[str, object]:
        """The counts, then the value as a float and exactly."""
        return {
            "shared": self.shared,
            "learned_only": self.learned_only,
            "reference_only": self.reference_only,
            "value": as_float(self.value),
            "value_exact": as_text(self.value),
        }


def measure(
    learned: PlanLike, reference: PlanLike, reading: Reading = Reading.SET
) -> ActionDistance:
    """Measure two plans."""
    return _measure(PlanPair(learned=as_plan(learned), reference=as_plan(reference)), reading)


def _measure(pair: PlanPair, reading: Reading) -> ActionDistance:
    our_actions, their_actions = pair.learned.action_counts, pair.reference.action_counts
    if reading is Reading.SET:
        shared = pair.n_shared
        ours, theirs = len(our_actions), len(their_actions)
    else:
        shared = pair.n_shared_occurrences
        ours, theirs = our_actions.total(), their_actions.total()
    return ActionDistance(
        reading,
        shared,
        ours - shared + pair.learned.is_missing,
        theirs - shared + pair.reference.is_missing,
    )


Readings: TypeAlias = Mapping[Reading, ActionDistance]


def _of_pair(pair: PlanPair) -> Readings:
    multiset = _measure(pair, Reading.MULTISET)
    return {
        Reading.SET: _measure(pair, Reading.SET),
        Reading.MULTISET: multiset,
        Reading.DICE: replace(multiset, reading=Reading.DICE),
    }


def _figure(reading: Reading) -> Figure[Readings]:
    return Figure(
        f"action-distance-{reading.value}",
        f"action distance, {reading.value}",
        lambda readings: readings[reading].ratio,
    )


METRIC: Final = Metric(
    "action-distance",
    __doc__,
    _of_pair,
    tuple(_figure(reading) for reading in Reading),
    data=lambda readings: {
        reading.value: distance.to_dict() for reading, distance in readings.items()
    },
)
