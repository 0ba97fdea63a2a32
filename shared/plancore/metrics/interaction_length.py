"""Interaction length: how often a model was queried until a run ended.

**Input**: the runs of an experiment.

**Formula**: the length of an incremental run is the number of the model's outputs, including
look-arounds and the claim to have finished. The length of a run with complete plans is the number
of plans.
*avg_interaction_length* is the mean over all runs, *avg_length_successful_interactions* and
*avg_length_unsuccessful_interactions* over those that succeeded and those that did not.

*sum_time* and *sum_tokens* add the seconds and tokens that the logs state.

**Range**: from 0, lower is better.

**Edge cases**: a mean over no runs is undefined; AutoPlanBench's programs report 0. Sums are
undefined unless each log states its own.

**Source**: AutoPlanBench's description of its evaluation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Final, TypeVar

from plancore.metrics.base import Figure, Metric, RunSet, mean_of
from plancore.metrics.support.confusion import Mean

_Number = TypeVar("_Number", int, Fraction)


@dataclass(frozen=True, slots=True)
class InteractionLength:
    """The mean lengths, and total time and tokens."""

    all: Mean
    successful: Mean
    unsuccessful: Mean
    time: Fraction | None
    tokens: int | None


def measure(case: RunSet) -> InteractionLength:
    """Average the lengths."""
    return InteractionLength(
        mean_of([run.interaction_length for run in case.runs]),
        mean_of([run.interaction_length for run in case.runs if run.is_success]),
        mean_of([run.interaction_length for run in case.runs if not run.is_success]),
        _sum([_exact(run.effort.total_time) for run in case.runs]),
        _sum([run.effort.total_tokens for run in case.runs]),
    )


def _exact(seconds: float | None) -> Fraction | None:
    return None if seconds is None or not isfinite(seconds) else Fraction(str(seconds))


def _sum(numbers: Sequence[_Number | None]) -> _Number | None:
    """The sum; undefined if one number is, or without any."""
    known = [number for number in numbers if number is not None]
    if not known or len(known) < len(numbers):
        return None
    return sum(known[1:], known[0])


METRIC: Final = Metric(
    "interaction-length",
    __doc__,
    measure,
    (
        Figure("avg_interaction_length", "interaction length", lambda length: length.all),
        Figure(
            "avg_length_successful_interactions",
            "interaction length, solved",
            lambda length: length.successful,
        ),
        Figure(
            "avg_length_unsuccessful_interactions",
            "interaction length, not solved",
            lambda length: length.unsuccessful,
        ),
        Figure("sum_time", "seconds in all", lambda length: length.time),
        Figure("sum_tokens", "tokens in all", lambda length: length.tokens),
    ),
)
