"""The review of a batch: the common source of all its reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import ClassVar, Final, Literal, NamedTuple

from plancore.memo import lazy
from plancore.phrases import SIDES
from plancore.report.batch.row import PLAIN_NAMES, BatchRow, Chosen, NameOptions, PairStatus
from plancore.report.batch.selection import ALL, Baseline, Selection, selected
from plancore.report.headline import HEADLINES
from plancore.report.limit import Limit
from plancore.report.limits import missed


class Average(NamedTuple):
    """The mean of a score over the `n_defined` compared pairs that have it, and the mean with 0 for
    each missing learned file."""

    mean: float
    n_defined: int
    with_missing: float


@dataclass(frozen=True)
class Batch:
    """All pairs in order.

    `learned` and `reference` are the directories as given; `reference` is None if pairs are in one
    directory. `n_passed_over` counts references of kinds that the learned directory lacks,
    `n_others` the files of two versions of a tree that are not planning files. `before` is the
    directory of earlier learned files, if given. `names` records how names were matched, `chosen`
    the other options that rows depend on; None for saved runs that lack them.
    """

    kind: ClassVar[Literal["batch"]] = "batch"

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
        """The selected rows, in the selected order."""
        return selected(self, self.selection)

    @property
    def is_filtered(self) -> bool:
        """Whether some rows are not shown. Aggregates, such as means, then cover only the shown
        rows."""
        return len(self.shown) < len(self.rows)

    def count(self, status: PairStatus) -> int:
        """The number of pairs with a status."""
        return sum(row.status is status for row in self.rows)

    @property
    def has_errors(self) -> bool:
        """Whether a file has errors, or a pair could not be compared."""
        return any(row.n_errors or row.status is PairStatus.FAILED for row in self.rows)

    @property
    def is_trouble(self) -> bool:
        """Whether any pair is inconclusive."""
        return any(row.is_trouble for row in self.rows)

    @lazy
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the rows."""
        kinds = {row.kind for row in self.rows}
        return tuple(kind for kind in HEADLINES if kind in kinds)

    @property
    def gone(self) -> tuple[str, ...]:
        """The names of the baseline's pairs that no longer exist."""
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
        """The rows of the baseline whose pairs were compared there and are gone. They count as
        worse."""
        if self.baseline is None:
            return ()
        return self.baseline.lost({row.name for row in self.rows})

    @property
    def n_worse(self) -> int:
        """The number of pairs worse than in the baseline, including those that are gone."""
        return len(self.worse) + len(self.lost)

    def regressions(self, row: BatchRow) -> tuple[str, ...]:
        """How a row is worse than in the baseline, as texts."""
        return () if self.baseline is None else self.baseline.regressions(row)

    def below(self, row: BatchRow) -> tuple[str, ...]:
        """The limits that a row does not keep, as texts; none for a row that was not compared."""
        return tuple(text for _, text in missed(self.limits, row.kind, row.figures))

    def failures(self, row: BatchRow) -> tuple[str, ...]:
        """Why a row makes the run fail: with limits or a baseline because it is below or worse,
        otherwise because the files are not the same."""
        if self.limits or self.baseline is not None:
            return (*self.below(row), *self.regressions(row))
        return () if row.status is PairStatus.SAME else (row.note or SIDES.of_kind(row.status),)

    @property
    def fails(self) -> bool:
        """Whether any row makes the run fail, or a pair is gone."""
        return bool(self.lost) or any(map(self.failures, self.rows))

    def delta(self, row: BatchRow, figure: str = "") -> float | None:
        """The increase of a score since the baseline; by default of the first score of the kind."""
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
            # `fsum` does not depend on the order of rows.
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
"""The scores of each kind in tables of texts and pages; CSV and JSON have all."""
FEWEST: Final = {
    "domain": ("f1", "precision", "recall", "similarity", "solved"),
    "problem": BRIEF["problem"],
    "plan": ("lcs", "valid", "goals"),
}
"""The scores of a text by default."""
