"""What the differences of two domains do to plans, and what mends it, as part of an evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
    """The smallest repairs of the learned domain of a review that was judged by `cases`: after them
    those are valid that the reference accepts, and the others are not. Plans that the reference
    cannot decide are left out."""
    assert review.blame is not None, "the review was judged"
    verdicts = zip(cases, review.blame.blame.meant, strict=True)
    decided = [replace(case, meant=meant) for case, meant in verdicts if meant is not None]
    checkpoint = staged("repair", checkpoint)
    result = repair_of(review.diff.learned, review.diff, decided, SMALLEST, checkpoint)
    return RepairReport(review.learned, review.reference, result)
