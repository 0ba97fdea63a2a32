"""Interaction length: how often a model was queried until a run ended.

**Input**: the runs of an experiment.

**Formula**: the length of an incremental run is the number of the model's outputs, including
look-arounds and the claim to have finished. The length of a run with complete plans is the number
of plans.
*avg_interaction_length* is the mean over all runs, *avg_length_successful_interactions* and
*avg_length_unsuccessful_interactions* over those that succeeded and those that did not.

**Range**: from 0, lower is better.

**Edge cases**: a mean over no runs is undefined; AutoPlanBench's programs report 0.

**Source**: AutoPlanBench's description of its evaluation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from plancore.metrics.base import Figure, Metric
from plancore.metrics.run_sets import RunSet, mean_of
from plancore.metrics.support.confusion import Mean


@dataclass(frozen=True, slots=True)
class InteractionLength:
    """The means."""

    all: Mean
    successful: Mean
    unsuccessful: Mean


def measure(case: RunSet) -> InteractionLength:
    """Average the lengths."""
    return InteractionLength(
        mean_of([run.interaction_length for run in case.runs]),
        mean_of([run.interaction_length for run in case.runs if run.is_success]),
        mean_of([run.interaction_length for run in case.runs if not run.is_success]),
    )


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
    ),
)
