"""Action reconstruction error: the number of literals that differ in an action.

**Input**: a learned domain and its reference.

**Formula**: of an action, the size of the symmetric differences of its preconditions, its add
effects and its delete effects: |pre Δ pre'| + |add Δ add'| + |del Δ del'|, the literals that are
missing and those that are extra. An action with one precondition missing and one effect too many
has 2. *reconstruction_error* is the mean over the reference's actions, *reconstruction_error_sum*
their sum.

**Range**: 0 and more, lower is better.

**Edge cases**: all literals of a missing action count; extra actions do not. The mean is undefined
without actions. Formulas that are not literals, such as disjunctions, count as one each; the
duration of a durative action is not counted.

**Source**: Oswald et al. (2024), Large language models as planning domain generators, ICAPS, where
each action is reconstructed from a description of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.jsonable import Json
from plancore.metrics.base import DomainCase, Figure, Metric
from plancore.metrics.support.confusion import Mean, mean


@dataclass(frozen=True, slots=True)
class ReconstructionError:
    """The error of each action of the reference, by name."""

    actions: dict[str, int]

    @property
    def mean(self) -> Mean:
        """The mean over the actions."""
        return mean(map(Fraction, self.actions.values()))

    @property
    def sum(self) -> int:
        """The sum over the actions."""
        return sum(self.actions.values())


def _of_case(case: DomainCase) -> ReconstructionError:
    return ReconstructionError(
        {
            action.name: sum(
                len(part.missing) + len(part.extra) for part in (action.precondition, action.effect)
            )
            for action in case.diff.actions
            if action.reference is not None
        }
    )


def _data(error: ReconstructionError) -> Json:
    return {"sum": error.sum, **error.mean.to_dict(), "actions": error.actions}


METRIC: Final = Metric(
    "reconstruction-error",
    __doc__,
    _of_case,
    (
        Figure[ReconstructionError](
            "reconstruction_error", "reconstruction error", lambda error: error.mean
        ),
        Figure[ReconstructionError](
            "reconstruction_error_sum", "Σ reconstruction error", lambda error: error.sum
        ),
    ),
    data=_data,
    of_differences=True,
)
