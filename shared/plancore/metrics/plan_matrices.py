"""A set of plans under every plan metric: a matrix of all pairs, and how diverse the set is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from plancore.metrics import (
    action_distance,
    causal_link_distance,
    plan_stability,
    planning_jaccard,
    planning_lcs,
    state_distance,
    uniqueness,
)
from plancore.metrics.action_distance import Reading
from plancore.metrics.confusion import as_float
from plancore.metrics.plan_batches import Diversity, Matrix, distance_matrix, diversity
from plancore.model.plan import Plan
from plancore.simulate.causal_links import link_labels
from plancore.simulate.trace import Trace
from plancore.stop import NEVER, Checkpoint


@dataclass(frozen=True, slots=True)
class PlanMatrix:
    """The values of one metric for all pairs of a set of plans.

    `values` has a row and a column for each plan; it is symmetric. `diversity` is about
    distances: of a similarity, about 1 minus its values.
    """

    metric: str
    is_similarity: bool
    values: Matrix
    diversity: Diversity

    def to_dict(self) -> dict[str, object]:
        """The diversity, then the matrix as floats; None for what is undefined."""
        return {
            "metric": self.metric,
            "similarity": self.is_similarity,
            "diversity": self.diversity.to_dict(),
            "matrix": [[as_float(value) for value in row] for row in self.values],
        }


def plan_matrices(
    plans: Sequence[Plan],
    traces: Sequence[Trace] | None = None,
    checkpoint: Checkpoint = NEVER,
) -> tuple[PlanMatrix, ...]:
    """Measure all pairs. With `traces`, one for each plan, also what execution tells apart.

    A plan that cannot be executed to its end has no states and no causal links: its distances in
    these are undefined. `checkpoint` is called for each pair and may raise to cancel.
    """
    measures = [*_of_plans(plans)]
    if traces is not None:
        measures += _of_traces(traces)
    return tuple(_matrix(measure, len(plans), checkpoint) for measure in measures)


class _Measure(NamedTuple):
    """A distance of two plans, given by their places in the set."""

    metric: str
    distance: Callable[[int, int], Fraction | None]
    is_similarity: bool = False


def _matrix(measure: _Measure, count: int, checkpoint: Checkpoint) -> PlanMatrix:
    def distance(left: int, right: int) -> Fraction | None:
        checkpoint()
        return measure.distance(left, right)

    distances = distance_matrix(range(count), distance)
    values = distances
    if measure.is_similarity:
        values = tuple(tuple(None if d is None else 1 - d for d in row) for row in distances)
    return PlanMatrix(measure.metric, measure.is_similarity, values, diversity(distances))


def _of_plans(plans: Sequence[Plan]) -> Iterator[_Measure]:
    def of(measure: Callable[[Plan, Plan], Fraction]) -> Callable[[int, int], Fraction]:
        return lambda left, right: measure(plans[left], plans[right])

    yield _Measure(
        planning_lcs.NAME,
        of(lambda a, b: 1 - planning_lcs.measure(a, b).value),
        is_similarity=True,
    )
    yield _Measure(
        planning_jaccard.NAME,
        of(lambda a, b: 1 - planning_jaccard.measure(a, b).value),
        is_similarity=True,
    )
    for reading in Reading:
        name = f"{action_distance.NAME}-{reading.value}"
        yield _Measure(name, of(partial(_action_distance, reading)))
    yield _Measure(plan_stability.NAME, of(lambda a, b: plan_stability.measure(a, b).value))
    yield _Measure(uniqueness.NAME, of(lambda a, b: uniqueness.measure(a, b).value))
    yield _Measure(
        f"{uniqueness.NAME}-subset", of(lambda a, b: uniqueness.measure(a, b, subset=True).value)
    )


def _action_distance(reading: Reading, left: Plan, right: Plan) -> Fraction:
    return action_distance.measure(left, right, reading).value


def _of_traces(traces: Sequence[Trace]) -> Iterator[_Measure]:
    def states(left: int, right: int, *, include_initial: bool) -> Fraction | None:
        found = state_distance.of_traces(
            traces[left], traces[right], include_initial=include_initial
        )
        return None if found is None else found.value

    yield _Measure(state_distance.NAME, partial(states, include_initial=False))
    yield _Measure(f"{state_distance.NAME}-with-initial", partial(states, include_initial=True))
    labels: list[AbstractSet[Hashable] | None] = [
        link_labels(trace) if trace.executable else None for trace in traces
    ]

    def links(left: int, right: int) -> Fraction | None:
        found = causal_link_distance.measure(labels[left], labels[right])
        return None if found is None else found.value

    yield _Measure(causal_link_distance.NAME, links)
