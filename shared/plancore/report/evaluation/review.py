"""The evaluation of a learned domain by all applicable metrics."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from plancore.jsonable import Json
from plancore.metrics.base import DomainCase, Measurements, Value, measure_all
from plancore.metrics.registry import domains
from plancore.report.domain.review import DomainReview
from plancore.report.repair.document import RepairReport
from plancore.report.solve.review import SolveReport
from plancore.rules.check import errors_in


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The literal-by-literal comparison, further measurements, and results on plans."""

    kind: ClassVar[Literal["evaluation"]] = "evaluation"

    review: DomainReview
    measured: Measurements
    repair: RepairReport | None = None
    """The minimum repair after which the given plans behave as expected."""
    solving: SolveReport | None = None
    """The results of planners with the learned domain."""

    def by_place(self) -> Json:
        """The further measurements for JSON; None for a metric whose needs are not met."""
        data: Json = {metric.place: None for metric in domains.METRICS}
        return data | {metric.place: metric.to_data(result) for metric, result in self.measured}

    def figures(self) -> dict[str, Value]:
        """All scores by name."""
        return {
            name: value
            for metric, result in (*self.review.measured, *self.measured)
            for name, value in metric.values(result).items()
        }


def evaluate(
    review: DomainReview, case: DomainCase, repair: RepairReport | None = None
) -> Evaluation:
    """Measure `case` by the metrics that `review` does not have; both are about the same two
    domains.

    `repair` is a repair of the learned domain for the plans of the case. Raises ImportError for
    states if numpy is not installed.
    """
    case = replace(
        case,
        texts=(review.learned.source.text, review.reference.source.text),
        is_executable=not (review.has_errors and errors_in(review.learned)),
    )
    return Evaluation(review, measure_all(domains.METRICS, case), repair)
