"""An evaluation as a page: the review of the two domains, and every further metric."""

from __future__ import annotations

from plancore.report.evaluation.review import Evaluation
from plancore.report.formats.html import domain
from plancore.report.formats.html.sections import Page


def page(evaluation: Evaluation) -> Page:
    """The page."""
    return domain.page(evaluation.review, evaluation.measured)
