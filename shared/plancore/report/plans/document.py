"""A set of plans as a document: its scores and diversity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from plancore.metrics.support.plan_batches import BatchScore, PlanMatrix, StepSplitting
from plancore.model.plan import Plan
from plancore.phrases import count_of
from plancore.report.document import Detail, Document, Paragraph, Section, Table, columns
from plancore.report.figures import decimal
from plancore.report.lines import Line, line
from plancore.simulate.trace import Verdict

_MOST_COLUMNS: Final = 16
"""The maximum number of plans with matrices in text; JSON has all."""


def document(review: PlanSetReview, detail: Detail) -> Document:
    """How many plans pass, the plans by number, then pairs and their scores. Without references the
    diversity of the plans and, with all metrics, the matrices."""
    scores = () if review.scores is None else review.scores.scores
    said = [Paragraph(list(map(_summary, scores)))] if scores else []
    plans = Section("", [_plans(review)])
    return Document("Plans", (), [*said, plans, *_scores(review, detail)])


def _scores(review: PlanSetReview, detail: Detail) -> Iterator[Section]:
    if review.scores is not None:
        yield Section("", [_pairs(review, review.scores)])
    elif review.matrices:
        yield Section("", [_diversity(review.matrices)])
        if Detail.METRICS in detail and 2 <= len(review.files) <= _MOST_COLUMNS:
            yield from (Section("", [_matrix(matrix)]) for matrix in review.matrices)


def headline(review: PlanSetReview) -> str:
    """The number of plans, and of those that reach the thresholds."""
    counts = [count_of(len(review.files), "plan")]
    if review.scores is not None:
        counts += [
            f"{sum(score.passed)} of {len(score.values)} reach {score.metric}"
            f" {decimal(score.threshold)}"
            for score in review.scores.scores
        ]
    return ", ".join(counts)


def _plans(review: PlanSetReview) -> Table:
    rows = []
    for index, file in enumerate(review.files):
        verdict = "" if review.verdicts is None else review.verdicts[index].value
        rows.append([f"{index + 1}", file.name, count_of(len(file.plan), "step"), verdict])
    return Table(columns("", "", "", "", numbers=(0,)), rows)


def _pairs(review: PlanSetReview, scores: Scores) -> Table:
    rows = []
    for index in range(len(review.files)):
        cells = [
            f"{decimal(score.values[index])} {'pass' if score.passed[index] else 'FAIL'}"
            for score in scores.scores
        ]
        rows.append([f"{index + 1}", *cells, scores.references[index]])
    names = columns("", *(score.metric for score in scores.scores), "reference", numbers=(0,))
    return Table(names, rows)


def _summary(score: BatchScore) -> Line:
    return line(
        f"{score.metric}: {sum(score.passed)} of {len(score.values)} reach"
        f" {decimal(score.threshold)}, mean {decimal(score.mean)}"
    )


def _diversity(matrices: Sequence[PlanMatrix]) -> Table:
    rows = []
    for matrix in matrices:
        diversity = matrix.diversity
        name = f"1 - {matrix.metric}" if matrix.is_similarity else matrix.metric
        counts = [str(diversity.pairs), str(diversity.n_undefined)]
        rows.append([name, *counts, decimal(diversity.mean), decimal(diversity.minimum)])
    heads = ("diversity", "pairs", "undefined", "mean", "min")
    return Table(columns(*heads, numbers=(1, 2, 3, 4)), rows)


def _matrix(matrix: PlanMatrix) -> Table:
    numbers = [str(index + 1) for index in range(len(matrix.values))]
    values = zip(numbers, matrix.values, strict=True)
    rows = [[number, *map(decimal, row)] for number, row in values]
    names = columns(matrix.metric, *numbers, numbers=range(1, len(numbers) + 1))
    return Table(names, rows, groups=(1,) * len(numbers))


# A set of plans with its measurements.


@dataclass(frozen=True, slots=True)
class PlanFile:
    """A plan with its source text."""

    name: str
    text: str
    plan: Plan


@dataclass(frozen=True, slots=True)
class Scores:
    """Plans with their references and scores."""

    references: tuple[str, ...]
    splitting: StepSplitting
    scores: tuple[BatchScore, ...]

    @property
    def all_pass(self) -> bool:
        """Whether every pair reaches every threshold."""
        return all(all(score.passed) for score in self.scores)


@dataclass(frozen=True, slots=True)
class PlanSetReview:
    """The plans, a line for each that could not be read, and the measurements. `verdicts` are given
    if the plans were executed."""

    kind: ClassVar[str] = "plans"

    files: tuple[PlanFile, ...]
    problems: tuple[str, ...]
    verdicts: tuple[Verdict, ...] | None = None
    matrices: tuple[PlanMatrix, ...] = ()
    scores: Scores | None = None

    @property
    def status(self) -> int:
        """The exit status: 0 if every pair of plans passes, 1 if some do not, 2 for errors."""
        if self.problems:
            return 2
        return 0 if self.scores is None or self.scores.all_pass else 1
