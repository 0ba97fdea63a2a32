"""The model for each kind of review."""

from __future__ import annotations

from plancore.report.change.review import ChangeReview
from plancore.report.domain.review import DomainReview
from plancore.report.plan.review import PlanReview
from plancore.report.problem.review import ProblemReview
from plancore.report.review import Review
from plancore.report.rows.overview import overview_of
from plancore.report.rows.row import Prepared, Rows
from plancore.report.text.review import TextReview
from plancore.report.threeway.review import ThreeWayReview
from plancore.stop import NEVER, Checkpoint
from plandiff.viewmodel.change_model import ChangeModel
from plandiff.viewmodel.domain_model import DomainModel
from plandiff.viewmodel.model import ReviewModel
from plandiff.viewmodel.outline import Outlines
from plandiff.viewmodel.plan_model import PlanModel
from plandiff.viewmodel.problem_model import ProblemModel
from plandiff.viewmodel.text_model import TextModel
from plandiff.viewmodel.three_way_model import ThreeWayModel


def ready_model_of(review: Review, checkpoint: Checkpoint = NEVER) -> ReviewModel[Review]:
    """The same, with that worked out already which takes long and the first screen needs.
    `checkpoint` may end it."""
    model = model_of(review)
    make_ready(model.rows, checkpoint)
    outlines = model.find(Outlines)
    if outlines is not None:
        outlines.of(outlines.first)
    for panel in model.side_panels:
        checkpoint()
        panel.lines(max(model.rows.count - 1, 0))
    return model


def make_ready(rows: Rows, checkpoint: Checkpoint) -> None:
    """Work out what a screen asks of all rows. `checkpoint` may end it."""
    if isinstance(rows, Prepared):
        rows.prepare(checkpoint)
    for some in (rows.stops, rows.stacks, rows.runs):
        len(some)
        checkpoint()
    overview_of(rows)


def model_of(review: Review) -> ReviewModel[Review]:
    """The model for a review of any kind."""
    match review:
        case DomainReview():
            return DomainModel(review)
        case ProblemReview():
            return ProblemModel(review)
        case PlanReview():
            return PlanModel(review)
        case ThreeWayReview():
            return ThreeWayModel(review)
        case ChangeReview():
            return ChangeModel(review)
        case TextReview():
            return TextModel(review)
