"""An earlier run beside a later one: what changed, and what became worse.

A pair is **worse** than before if a figure of `plancore.report.headline` is lower by more than
rounding does, or undefined where it was not; if it cannot be compared any more; or if its files
have more errors. A plan that is no longer valid is the first of these: its figure `valid` is lower.
A pair that was compared and of which a file is gone is worse, too. Pairs are known by their names,
which are those of the learned files: where that is gone the reference may be a pair by another
name. A pair that is new is neither better nor worse.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from plancore.report.batch.chosen import Chosen, Names
from plancore.report.batch.row import PairRow, Status
from plancore.report.headline import HEADLINES

_ROUNDING: Final = 1e-9
_GONE: Final = {
    Status.MISSING: "the learned file is gone",
    Status.EXTRA: "the reference is gone",
}


@dataclass(frozen=True, slots=True)
class Baseline:
    """The rows of an earlier run by name; `name` is that of its file. `names` says how names were
    taken in it, `chosen` what else was chosen; None where that is not known."""

    name: str
    rows: Mapping[str, PairRow]
    names: Names | None = None
    chosen: Chosen | None = None

    def delta(self, row: PairRow, figure: str) -> float | None:
        """By how much a figure is higher than it was; None where either is undefined."""
        before = self.rows.get(row.name)
        now, then = row.figures.get(figure), None if before is None else before.figures.get(figure)
        return None if now is None or then is None else _rounded(now - then)

    def lost(self, names: Collection[str]) -> tuple[PairRow, ...]:
        """The rows of pairs that were compared and are not among `names`."""
        return tuple(row for row in self.rows.values() if row.is_compared and row.name not in names)

    def regressions(self, row: PairRow) -> tuple[str, ...]:
        """What is worse, a few words for each thing."""
        before = self.rows.get(row.name)
        return () if before is None else tuple(_worse(before, row))


def _worse(before: PairRow, now: PairRow) -> list[str]:
    if now.status is Status.FAILED:
        return [] if before.status is Status.FAILED else ["cannot be compared any more"]
    worse = []
    if before.is_compared and now.status in _GONE:
        worse.append(_GONE[now.status])
    if now.n_errors > before.n_errors:
        worse.append(f"errors {before.n_errors} → {now.n_errors}")
    for headline in HEADLINES.get(before.kind, ()):
        then, value = before.figures.get(headline.name), now.figures.get(headline.name)
        if then is None:
            continue
        if value is None:
            worse.append(f"{headline.name} {then:.3f} → undefined")
        elif _rounded(value - then) < 0:
            worse.append(f"{headline.name} {then:.3f} → {value:.3f}")
    return worse


def _rounded(difference: float) -> float:
    return 0.0 if abs(difference) <= _ROUNDING else difference
