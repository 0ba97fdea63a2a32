"""What the differences of two domains do to plans, and what mends it, as part of an evaluation."""

from __future__ import annotations

from collections.abc import Sequence

from plancore.blame.attribution import attribute
from plancore.repair.result import SMALLEST
from plancore.report.blame.review import BlameReport
from plancore.report.domain.review import DomainReview
from plancore.report.repair.review import RepairReport
from plancore.simulate.cases import Case
from plancore.stop import Checkpoint, staged
from planeval.consequences.repair import repair_of


def judged(review: DomainReview, cases: Sequence[Case], checkpoint: Checkpoint) -> DomainReview:
    """`review` with what its differences do to `cases`."""
    blame = attribute(review.diff, cases, checkpoint=staged("plans judged", checkpoint))
    return review.with_blame(BlameReport(review.learned, review.reference, blame))


def mended(review: DomainReview, cases: Sequence[Case], checkpoint: Checkpoint) -> RepairReport:
    """The smallest repairs of the learned domain after which `cases` are as they must be."""
    checkpoint = staged("repair", checkpoint)
    result = repair_of(review.diff.learned, review.diff, cases, SMALLEST, checkpoint)
    return RepairReport(review.learned, review.reference, result)
