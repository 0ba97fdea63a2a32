"""Look-arounds: how often a model asked for the state, and how often after a mistake.

**Input**: the runs of an experiment, incremental ones.

**Formula**: *n_look_arounds* counts the outputs that ask for the state;
*n_look_arounds_after_mistakes* counts those that directly follow an inapplicable action or a wrong
claim to have finished. Both are sums over all runs.

**Range**: counts from 0.

**Edge cases**: undefined for complete plans (`NA` in a results file), which get no answers. An
action or object whose name contains these words is not counted.

**Source**: AutoPlanBench's description of its evaluation; both its programs always report 0 for the
second count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from plancore.metrics.base import Figure, Metric, RunSet


@dataclass(frozen=True, slots=True)
class LookArounds:
    """The number of look-arounds, and of those after a mistake."""

    all: int
    after_mistakes: int


def measure(case: RunSet) -> LookArounds | None:
    """Count look-arounds; None if all runs are of complete plans."""
    looks = [run.n_look_arounds for run in case.runs if run.n_look_arounds is not None]
    if not looks:
        return None
    return LookArounds(sum(looks), sum(run.n_look_arounds_after_mistakes or 0 for run in case.runs))


METRIC: Final = Metric(
    "look-arounds",
    __doc__,
    measure,
    (
        Figure("n_look_arounds", "look-arounds", lambda looks: looks.all),
        Figure(
            "n_look_arounds_after_mistakes",
            "look-arounds after mistakes",
            lambda looks: looks.after_mistakes,
        ),
    ),
)
