"""State distance δs: how different the states along two plans are.

**Input**: two plans and the domain and problem that they are executed in.

**Formula**: for the states `s0 … sk` and `s'0 … s'k'` with `k' ≤ k`,
`1 - (1/k) · Σ_{i=1..k'} |s_i ∩ s'_i| / |s_i ∪ s'_i|`. The extra states of the longer plan count
as entirely different; the common state `s0` does not count. With `include_initial` the sum starts
at 0 and is divided by `k + 1`, as in plandiversity.

**Range**: [0, 1], lower is more alike; symmetric.

**Edge cases**: both plans empty: 0. Undefined for a plan that cannot be executed, even
compared with itself. Two empty states are equal.

**Source**: T. A. Nguyen et al., Generating diverse plans to handle unknown and partially known user
preferences, Artificial Intelligence 190, 2012, in the form of M. Katz and S. Sohrabi, AAAI 2020.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple, TypeAlias, overload

from plancore.metrics.base import Figure, Metric, Need, PlanPair
from plancore.metrics.support.confusion import as_float, as_text
from plancore.simulate.trace import Trace

States: TypeAlias = Sequence[AbstractSet[Hashable]]
"""The true facts before the first step and after each step."""


@dataclass(frozen=True, slots=True)
class StateDistance:
    """The sum of the similarities of `compared` pairs of states (`likeness`), and the number of
    states of the longer plan."""

    compared: int
    longer: int
    likeness: Fraction

    @property
    def value(self) -> Fraction:
        """`1 - likeness / longer`, in [0, 1]."""
        return 1 - self.likeness / self.longer if self.longer else Fraction(0)

    def __add__(self, other: StateDistance) -> StateDistance:
        return StateDistance(
            self.compared + other.compared,
            self.longer + other.longer,
            self.likeness + other.likeness,
        )

    def to_dict(self) -> dict[str, object]:
        """The counts, then the value as a float and exactly."""
        return {
            "compared": self.compared,
            "longer": self.longer,
            "likeness": float(self.likeness),
            "value": as_float(self.value),
            "value_exact": as_text(self.value),
        }


def measure(
    learned: States | None, reference: States | None, *, include_initial: bool = False
) -> StateDistance | None:
    """Measure two sequences of states; None, for a plan that cannot be executed, gives None."""
    if learned is None or reference is None:
        return None
    return _distance(learned, reference, 0 if include_initial else 1)


def _distance(learned: States, reference: States, first: int) -> StateDistance:
    """The distance of the states from index `first` on."""
    # Sum per denominator: adding fractions one by one is much slower.
    sums: dict[int, int] = {}
    for ours, theirs in zip(
        islice(learned, first, None), islice(reference, first, None), strict=False
    ):
        shared = len(ours & theirs)
        union = len(ours) + len(theirs) - shared
        if union:
            sums[union] = sums.get(union, 0) + shared
        else:
            sums[1] = sums.get(1, 0) + 1
    likeness = sum((Fraction(n, d) for d, n in sums.items()), Fraction(0))
    lengths = [max(len(states) - first, 0) for states in (learned, reference)]
    return StateDistance(min(lengths), max(lengths), likeness)


class _Run(Sequence[AbstractSet[Hashable]]):
    """The states of an execution, computed on access: all at once would need much memory."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def __len__(self) -> int:
        return (len(self._trace.happenings) or len(self._trace.plan)) + 1

    @overload
    def __getitem__(self, index: int) -> AbstractSet[Hashable]: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[AbstractSet[Hashable]]: ...

    def __getitem__(
        self, index: int | slice
    ) -> AbstractSet[Hashable] | Sequence[AbstractSet[Hashable]]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self._trace.state(index).facts


class _Both(NamedTuple):
    """The distance without the initial state, which both plans share, and with it."""

    after: StateDistance
    whole: StateDistance


def _of_pair(pair: PlanPair) -> _Both | None:
    assert pair.runs is not None
    if not all(run.trace.executable for run in pair.runs):
        return None
    learned, reference = (_Run(run.trace) for run in pair.runs)
    after = _distance(learned, reference, 1)
    # Iterating over all states again would recompute each.
    return _Both(after, after + _distance(learned[:1], reference[:1], 0))


METRIC: Final = Metric(
    "state-distance",
    __doc__,
    _of_pair,
    (
        Figure[_Both]("state-distance", "state distance", lambda both: both.after.value),
        Figure[_Both](
            "state-distance-with-initial",
            "state distance, with the initial state",
            lambda both: both.whole.value,
        ),
    ),
    frozenset((Need.RUNS,)),
    data=lambda both: both.after.to_dict(),
)
