"""An evaluation as text; the review in it is the one that plandiff shows."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.compare.alignment import alignment_of
from plancore.report.domain import text as domain
from plancore.report.domain.basis import basis
from plancore.report.evaluation.review import Evaluation
from plancore.report.lines import Line
from plancore.report.passages import measured_lines


def lines(evaluation: Evaluation) -> Iterator[Line]:
    """The review, then what each further metric says."""
    yield from domain.lines(evaluation.review)
    yield from measured_lines(evaluation.measured, basis(alignment_of(evaluation.review.diff)))
