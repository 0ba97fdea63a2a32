"""State distance δs: how different the states are that two plans run through.

**Input**: two plans and the domain and problem that they are executed in.

**Formula**: for the states `s0 … sk` and `s'0 … s'k'` with `k' ≤ k`,
`1 - (1/k) · Σ_{i=1..k'} |s_i ∩ s'_i| / |s_i ∪ s'_i|`. The states that the longer plan has more
count as entirely different; `s0`, which the plans share, does not count. With
`include_initial` the sum starts at 0 and is divided by `k + 1`, as plandiversity does.

**Range**: [0, 1], lower is more alike; symmetric.

**Edge cases**: both plans empty: 0. A plan that cannot be executed has no states: undefined, to
itself too. Two empty states are equal.

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

from plancore.metrics.base import Figure, Metric, Need
from plancore.metrics.pairs import PlanPair
from plancore.metrics.support.confusion import as_float, as_text
from plancore.simulate.trace import Trace

States: TypeAlias = Sequence[AbstractSet[Hashable]]
"""The true facts before the first step and after each step."""


@dataclass(frozen=True, slots=True)
class StateDistance:
    """The likenesses of `compared` pairs of states, summed, and the states of the longer plan."""

    compared: int
    longer: int
    likeness: Fraction

    @property
    def value(self) -> Fraction:
        """`1 - likeness / longer`, in [0, 1]."""
        return 1 - self.likeness / self.longer if self.longer else Fraction(0)

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
    """Measure two runs; None for a plan that cannot be executed, then the result is None."""
    if learned is None or reference is None:
        return None
    first = 0 if include_initial else 1
    # Sums by denominator: adding fractions one after the other is much dearer.
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


def of_traces(
    learned: Trace, reference: Trace, *, include_initial: bool = False
) -> StateDistance | None:
    """Measure two executions; None when one of the plans cannot be executed to its end."""
    if not (learned.executable and reference.executable):
        return None
    return measure(_Run(learned), _Run(reference), include_initial=include_initial)


class _Run(Sequence[AbstractSet[Hashable]]):
    """The states of an execution, each made when it is asked for: all at once would be large."""

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
    first, second = (run.trace for run in pair.runs)
    after = of_traces(first, second)
    whole = of_traces(first, second, include_initial=True)
    return None if after is None or whole is None else _Both(after, whole)


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
