"""An evaluation as plain data for JSON, and its figures as rows for CSV."""

from __future__ import annotations

from typing import Final

from plancore.report.domain import data as domain
from plancore.report.evaluation.figure_rows import rows as rows
from plancore.report.evaluation.review import Evaluation
from plancore.report.registry import Document
from plancore.report.repair import data as repair
from plancore.report.solve import data as solve

DOCUMENT: Final = Document("planeval domain", 1)


def data(evaluation: Evaluation) -> dict[str, object]:
    """The review, then each further measurement under its field; None for one that was not made."""
    return {
        **domain.data(evaluation.review),
        **evaluation.by_place(),
        "repair": None if evaluation.repair is None else repair.data(evaluation.repair),
        "solving": None if evaluation.solving is None else solve.data(evaluation.solving),
    }
