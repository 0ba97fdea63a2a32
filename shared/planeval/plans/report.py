"""Reports of a set of plans: text for people, versioned JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from plancore.metrics.plan_batches import BatchScore
from plancore.metrics.plan_matrices import PlanMatrix
from plancore.report.figures import decimal
from plancore.report.lines import visible
from plancore.report.table import table
from planeval.plans.measuring import Measured, Pairs

VERSION: Final = 1
"""Raised when a field changes its meaning or goes; new fields may come without."""

_MOST_COLUMNS: Final = 16
"""Matrices of more plans are no reading matter; JSON has them."""


def json_report(measured: Measured) -> str:
    """A JSON document; `docs/plans.md` says what each field means."""
    pairs = measured.pairs
    data = {
        "format": "planeval plans",
        "version": VERSION,
        "counts": {"plans": len(measured.files), "errors": len(measured.problems)},
        "plans": [
            {
                "plan": file.name,
                "format": file.plan.format.value,
                "steps": len(file.plan),
                "verdict": None if measured.verdicts is None else measured.verdicts[index].value,
            }
            for index, file in enumerate(measured.files)
        ],
        "matrices": [matrix.to_dict() for matrix in measured.matrices],
        "pairs": None if pairs is None else _pairs_data(pairs),
        "errors": list(measured.problems),
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def text_report(measured: Measured) -> str:
    """The plans by number; then pairs and their scores, or the diversity and the matrices."""
    blocks = [_plans(measured)]
    if measured.pairs is not None:
        blocks += [_pairs(measured, measured.pairs), _summary(measured.pairs.scores)]
    elif measured.matrices:
        blocks.append(_diversity(measured.matrices))
        if 2 <= len(measured.files) <= _MOST_COLUMNS:
            blocks += [_matrix(matrix) for matrix in measured.matrices]
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks if block)


def _pairs_data(pairs: Pairs) -> dict[str, object]:
    return {
        "references": list(pairs.references),
        "splitting": pairs.splitting.value,
        "scores": [score.to_dict() for score in pairs.scores],
    }


def _plans(measured: Measured) -> list[str]:
    rows = []
    for index, file in enumerate(measured.files):
        verdict = "" if measured.verdicts is None else measured.verdicts[index].value
        rows.append([f"{index + 1}", visible(file.name), f"{len(file.plan)} steps", verdict])
    return _aligned(rows, (0, 2))


def _pairs(measured: Measured, pairs: Pairs) -> list[str]:
    rows = [["", *(score.metric for score in pairs.scores), "reference"]]
    for index in range(len(measured.files)):
        cells = [
            f"{decimal(score.values[index])} {'pass' if score.passed[index] else 'FAIL'}"
            for score in pairs.scores
        ]
        rows.append([f"{index + 1}", *cells, visible(pairs.references[index])])
    return _aligned(rows, (0,))


def _summary(scores: Sequence[BatchScore]) -> list[str]:
    return [
        f"{score.metric}: {sum(score.passed)} of {len(score.values)} reach"
        f" {decimal(score.threshold)}, mean {decimal(score.mean)}"
        for score in scores
    ]


def _diversity(matrices: Sequence[PlanMatrix]) -> list[str]:
    rows = [["diversity", "pairs", "undefined", "mean", "min"]]
    for matrix in matrices:
        found = matrix.diversity
        name = f"1 - {matrix.metric}" if matrix.is_similarity else matrix.metric
        counts = [str(found.pairs), str(found.n_undefined)]
        rows.append([name, *counts, decimal(found.mean), decimal(found.minimum)])
    return _aligned(rows, (1, 2, 3, 4))


def _matrix(matrix: PlanMatrix) -> list[str]:
    numbers = [str(index + 1) for index in range(len(matrix.values))]
    rows = [[matrix.metric, *numbers]]
    rows += [
        [number, *map(decimal, row)] for number, row in zip(numbers, matrix.values, strict=True)
    ]
    return _aligned(rows, range(1, len(numbers) + 1))


def _aligned(rows: Sequence[Sequence[str]], right: Sequence[int]) -> list[str]:
    lines = table(rows, right=right)
    return ["".join(piece.text for piece in pieces).rstrip() for pieces in lines]
