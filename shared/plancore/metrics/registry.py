"""Every metric: one line each."""

from __future__ import annotations

from typing import Final, Protocol

from plancore.metrics import (
    action_distance,
    action_sequence_diff,
    action_similarity,
    causal_link_distance,
    coded_power,
    edit_distance,
    plan_stability,
    planning_jaccard,
    planning_lcs,
    predictive_power,
    state_distance,
    syntactic,
    trace_consistency,
    uniqueness,
)


class Metric(Protocol):
    """A module that measures one thing; its docstring says how, in labelled paragraphs.

    A module of this folder without a `NAME` is no metric: it holds what metrics share, or what
    other tools make of them.
    """

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of the module
        """What reports call it."""
        ...


DOMAIN_METRICS: Final[tuple[Metric, ...]] = (
    action_similarity,
    syntactic,
    edit_distance,
    predictive_power,
    coded_power,
    trace_consistency,
)
"""What is measured of domains."""

PLAN_METRICS: Final[tuple[Metric, ...]] = (
    planning_lcs,
    planning_jaccard,
    action_sequence_diff,
    action_distance,
    state_distance,
    causal_link_distance,
    uniqueness,
    plan_stability,
)
"""What is measured of plans."""

ALL: Final[tuple[Metric, ...]] = (*DOMAIN_METRICS, *PLAN_METRICS)
