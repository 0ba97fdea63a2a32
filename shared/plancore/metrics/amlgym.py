"""AMLGym scores: syntactic precision and recall by AMLGym's conventions, for published numbers.

**Input**: a learned domain and its reference.

**Formula**: that of [syntactic-similarity](syntactic-similarity.md), with every 0/0 set to 1.
`mean` is the macro average of precondition and effect pooled per action. All scores are rounded to
two decimals. On states, the ratios of [predictive power](predictive-power.md) have 0/0 set to 1 as
well; their means are over the reference's actions that are applicable in some state, in one of the
domains or, for effects, in both. With a codec they are undefined.

**Range**: [0, 1], higher is better.

**Edge cases**: an empty learned model has a precision of 1; prefer syntactic similarity. Undefined
without any action.

**Source**: AMLGym 1.0.13 (Lamanna et al.) prints these scores.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from plancore.compare.domains import DomainDiff
from plancore.metrics.base import DomainCase, Figure, Metric, Need, Passage
from plancore.metrics.support.confusion import UniverseScope, as_float, mean
from plancore.metrics.syntactic import CountedPart, syntactic_similarity

if TYPE_CHECKING:
    from plancore.metrics.support.confusion import Confusion
    from plancore.metrics.support.predictions import ActionPrediction, PredictivePower

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


@dataclass(frozen=True, slots=True)
class AmlgymScores:
    """The view, and the same means over the counts of predictive power, if there are states."""

    view: AmlgymRatios
    syntactic: dict[str, Fraction | None]
    power: PredictivePower | None = None

    def mean(self, part: str, ratio: str) -> Fraction | None:
        """The mean ratio of a `part` of predictive power over counted actions; None without any."""
        if self.power is None:
            return None
        counts: list[Confusion] = [
            getattr(action, part) for action in self.power.actions if _is_counted(action, part)
        ]
        return mean(replace(each, when_empty=1, undefined=1).ratio(ratio) for each in counts).value


def _is_counted(action: ActionPrediction, part: str) -> bool:
    """Whether AMLGym counts it: applicable in a state in one domain, for effects in both."""
    counts = action.applicability
    return bool(action.both if part == "effects" else counts.tp + counts.fp + counts.fn)


def _of_case(case: DomainCase) -> AmlgymScores:
    macro = syntactic_similarity(case.diff, zero_division=1, scope=UniverseScope.REFERENCE).macro[
        CountedPart.ALL
    ]
    power = None
    if case.samples and case.codec is None:
        # Imported late: it needs numpy, and few cases have states.
        from plancore.metrics.predictive_power import predictive_power

        power = predictive_power(case.learned, case.reference, case.samples, case.checkpoint)
    syntactic = {ratio: macro[ratio].value for ratio in ("precision", "recall")}
    return AmlgymScores(amlgym_view(case.diff), syntactic, power)


def _passages(scores: AmlgymScores) -> Iterator[Passage]:
    rows = [(ratio, *map(printed, values.values())) for ratio, values in scores.view.items()]
    yield Passage("AMLGym", rows, ("", *_NAMES.values()))
    if scores.power is not None:
        yield Passage(
            "AMLGym, predictive power",
            [
                (ratio, *(printed(as_float(scores.mean(part, ratio))) for part in _PARTS))
                for ratio in scores.view
            ],
            ("", *_PARTS),
        )


_PARTS: Final = ("applicability", "effects")


def _figures() -> Iterator[Figure[AmlgymScores]]:
    for ratio, letter in {"precision": "P", "recall": "R"}.items():
        yield Figure(f"amlgym_{ratio}", f"AMLGym {letter}", partial(_syntactic, ratio))
    for part, title in {"applicability": "app", "effects": "eff"}.items():
        for ratio, letter in {"precision": "P", "recall": "R"}.items():
            yield Figure(
                f"amlgym_{part}_{ratio}",
                f"AMLGym {title} {letter}",
                partial(_predictive, part, ratio),
            )


def _syntactic(ratio: str, scores: AmlgymScores) -> Fraction | None:
    return scores.syntactic[ratio]


def _predictive(part: str, ratio: str, scores: AmlgymScores) -> Fraction | None:
    return scores.mean(part, ratio)


def printed(value: float | None) -> str | None:
    """A score with two decimals; None if it is undefined."""
    return None if value is None else f"{value:.2f}"


METRIC: Final = Metric(
    "amlgym",
    __doc__,
    _of_case,
    tuple(_figures()),
    frozenset((Need.AMLGYM,)),
    data=lambda scores: dict(scores.view),
    passages=_passages,
    of_differences=True,
)
