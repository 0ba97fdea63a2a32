"""AMLGym scores: syntactic precision and recall by AMLGym's conventions, for published numbers.

**Input**: a learned domain and its reference.

**Formula**: that of [syntactic-similarity](syntactic-similarity.md), with every 0/0 set to 1.
`mean` is the macro average of precondition and effect pooled per action. All scores are rounded to
two decimals.

**Range**: [0, 1], higher is better.

**Edge cases**: an empty learned model has a precision of 1; prefer syntactic similarity. Undefined
without any action.

**Source**: AMLGym 1.0.13 (Lamanna et al.) prints these scores.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from plancore.compare.domains import DomainDiff
from plancore.metrics.base import Metric, Need, Passage
from plancore.metrics.cases import DomainCase
from plancore.metrics.support.literal_universe import UniverseScope
from plancore.metrics.syntactic import CountedPart, syntactic_similarity

AmlgymRatios: TypeAlias = dict[str, dict[str, float | None]]

_NAMES: Final = {
    CountedPart.PRE_POSITIVE: "precs_pos",
    CountedPart.PRE_NEGATIVE: "precs_neg",
    CountedPart.ADD: "eff_pos",
    CountedPart.DELETE: "eff_neg",
    CountedPart.ALL: "mean",
}


def amlgym_view(diff: DomainDiff) -> AmlgymRatios:
    """`precision` and `recall`, each with AMLGym's five keys; None without any action."""
    result = syntactic_similarity(diff, zero_division=1, scope=UniverseScope.REFERENCE)
    view: AmlgymRatios = {}
    for ratio in ("precision", "recall"):
        view[ratio] = {}
        for row, name in _NAMES.items():
            value = result.macro[row][ratio].value
            view[ratio][name] = None if value is None else round(float(value), 2)
    return view


def _of_case(case: DomainCase) -> AmlgymRatios:
    return amlgym_view(case.diff)


def _passages(view: AmlgymRatios) -> Iterator[Passage]:
    rows = [(ratio, *map(printed, view[ratio].values())) for ratio in view]
    yield Passage("AMLGym", rows, ("", *_NAMES.values()))


def printed(value: float | None) -> str | None:
    """A figure with two decimals; None where it is undefined."""
    return None if value is None else f"{value:.2f}"


METRIC: Final = Metric(
    "amlgym",
    __doc__,
    _of_case,
    (),
    frozenset((Need.AMLGYM,)),
    data=lambda view: dict(view),
    passages=_passages,
    of_differences=True,
)
