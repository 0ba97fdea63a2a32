"""A learned domain measured by every metric whose needs are met."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from plancore.jsonable import Json
from plancore.metrics.base import Measurements, Value, measure_all
from plancore.metrics.cases import DomainCase
from plancore.metrics.registry import domains
from plancore.report.domain.review import DomainReview
from plancore.report.repair.document import RepairReport
from plancore.report.solve.review import SolveReport
from plancore.rules.errors import errors_in


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The comparison, literal by literal, the further measurements, and what plans tell."""

    kind: ClassVar[str] = "evaluation"

    review: DomainReview
    measured: Measurements
    repair: RepairReport | None = None
    """The least change after which the plans that were given are as they must be."""
    solving: SolveReport | None = None
    """What planners made of problems with the learned domain."""

    def by_place(self) -> Json:
        """The further measurements for JSON; None for a metric whose needs were not met."""
        data: Json = {metric.place: None for metric in domains.METRICS}
        return data | {metric.place: metric.to_data(result) for metric, result in self.measured}

    def figures(self) -> dict[str, Value]:
        """Every figure by its name."""
        return {
            name: value
            for metric, result in (*self.review.measured, *self.measured)
            for name, value in metric.values(result).items()
        }


def evaluate(
    review: DomainReview, case: DomainCase, repair: RepairReport | None = None
) -> Evaluation:
    """Measure `case` by the metrics that `review` does not show; both have the same two domains.
    `repair` is one of the learned domain for the plans of the case.

    Raises ImportError for states where numpy is not installed.
    """
    case = replace(
        case,
        texts=(review.learned.source.text, review.reference.source.text),
        is_executable=not (review.has_errors and errors_in(review.learned)),
    )
    return Evaluation(review, measure_all(domains.METRICS, case), repair)
