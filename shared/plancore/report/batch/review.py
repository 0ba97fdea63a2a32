"""Many pairs of files compared: what all reports of a batch show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import ClassVar, Final, NamedTuple

from plancore.memo import lazy
from plancore.phrases import SIDES
from plancore.report.batch.row import PLAIN_NAMES, BatchRow, Chosen, NameOptions, PairStatus
from plancore.report.batch.selection import ALL, Baseline, Selection, selected
from plancore.report.headline import HEADLINES
from plancore.report.limit import Limit
from plancore.report.limits import missed


class Average(NamedTuple):
    """The mean of a score over the `n_defined` compared pairs that have it, and the mean with 0 for
    each learned file that is missing."""

    mean: float
    n_defined: int
    with_missing: float


@dataclass(frozen=True)
class Batch:
    """Every pair in order. `learned` and `reference` are the folders as they were named;
    `reference` is None where the pairs stand side by side in one. `n_passed_over` are references
    of kinds that the learned folder has nothing of, `n_others` the files of two versions of a tree
    that are no planning files. `before` is the folder with the learned files
    as they were, where they are held against that, too. `names` says how names were taken, and
    `chosen` what else the rows rest on; None for a run that was saved without that."""

    kind: ClassVar[str] = "batch"

    learned: str
    reference: str | None
    rows: tuple[BatchRow, ...]
    n_passed_over: int = 0
    baseline: Baseline | None = None
    limits: tuple[Limit, ...] = ()
    selection: Selection = ALL
    before: str | None = None
    names: NameOptions | None = PLAIN_NAMES
    chosen: Chosen | None = field(default_factory=dict)
    n_others: int = 0

    @lazy
    def shown(self) -> Sequence[BatchRow]:
        """The rows that are asked for, in the order that is asked for."""
        return selected(self, self.selection)

    @property
    def is_filtered(self) -> bool:
        """Whether some rows are not shown. What is said of many rows together, means above all, is
        then about those that are."""
        return len(self.shown) < len(self.rows)

    def count(self, status: PairStatus) -> int:
        """How many pairs ended so."""
        return sum(row.status is status for row in self.rows)

    @property
    def has_errors(self) -> bool:
        """Whether a file has errors, or a pair could not be compared."""
        return any(row.n_errors or row.status is PairStatus.FAILED for row in self.rows)

    @property
    def is_trouble(self) -> bool:
        """Whether of some pair neither sameness nor difference can be vouched for."""
        return any(row.is_trouble for row in self.rows)

    @lazy
    def kinds(self) -> tuple[str, ...]:
        """The kinds of review that there are rows of."""
        kinds = {row.kind for row in self.rows}
        return tuple(kind for kind in HEADLINES if kind in kinds)

    @property
    def gone(self) -> tuple[str, ...]:
        """The pairs of the baseline that there are no more."""
        if self.baseline is None:
            return ()
        names = {row.name for row in self.rows}
        return tuple(name for name in self.baseline.rows if name not in names)

    @lazy
    def worse(self) -> tuple[BatchRow, ...]:
        """The rows that are worse than in the baseline."""
        return tuple(row for row in self.rows if self.regressions(row))

    @lazy
    def lost(self) -> tuple[BatchRow, ...]:
        """The rows of the baseline whose pairs were compared there and are gone: worse, too."""
        if self.baseline is None:
            return ()
        return self.baseline.lost({row.name for row in self.rows})

    @property
    def n_worse(self) -> int:
        """How many pairs are worse than in the baseline, with those that are gone."""
        return len(self.worse) + len(self.lost)

    def regressions(self, row: BatchRow) -> tuple[str, ...]:
        """What is worse with a row than in the baseline."""
        return () if self.baseline is None else self.baseline.regressions(row)

    def below(self, row: BatchRow) -> tuple[str, ...]:
        """The limits that a row does not keep, in words. One that was not compared has none."""
        return tuple(text for _, text in missed(self.limits, row.kind, row.figures))

    def failures(self, row: BatchRow) -> tuple[str, ...]:
        """Why a row makes the run fail: with limits or a baseline what is below or worse, without
        them that anything differs."""
        if self.limits or self.baseline is not None:
            return (*self.below(row), *self.regressions(row))
        return () if row.status is PairStatus.SAME else (row.note or SIDES.of_kind(row.status),)

    @property
    def fails(self) -> bool:
        """Whether any row makes the run fail, or one that is gone."""
        return bool(self.lost) or any(map(self.failures, self.rows))

    def delta(self, row: BatchRow, figure: str = "") -> float | None:
        """By how much a figure is higher than in the baseline; by default the first of its kind."""
        if self.baseline is None or row.kind not in HEADLINES:
            return None
        return self.baseline.delta(row, figure or HEADLINES[row.kind][0].name)


def averages(rows: Iterable[BatchRow], kind: str) -> dict[str, Average]:
    """The mean of each score of a kind over the compared pairs where it is defined, by name."""
    of_kind = [row for row in rows if row.kind == kind]
    n_missing = sum(row.status is PairStatus.MISSING for row in of_kind)
    means: dict[str, Average] = {}
    for headline in HEADLINES[kind]:
        values = [row.figures.get(headline.name) for row in of_kind if row.is_compared]
        defined = [value for value in values if value is not None]
        if defined:
            # Whatever order the rows are in, the sum is the same.
            whole, count = fsum(defined), len(defined)
            means[headline.name] = Average(whole / count, count, whole / (count + n_missing))
    return means


BRIEF: Final = {
    "domain": (
        *("f1", "precision", "recall", "similarity", "pre_f1", "eff_f1"),
        *("applicable", "solved"),
    ),
    "problem": ("f1", "precision", "recall"),
    "plan": ("lcs", "jaccard", "valid", "goals"),
}
"""The scores that tables for people show of each kind; CSV and JSON have all."""
FEWEST: Final = {
    "domain": ("f1", "precision", "recall", "similarity", "solved"),
    "problem": BRIEF["problem"],
    "plan": ("lcs", "valid", "goals"),
}
"""Those that a text has by default."""
