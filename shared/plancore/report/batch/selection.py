"""Which rows of a batch are shown, and in what order.

filter = (word | status)*
status = "same" | "doubtful" | "renamed" | "different" | "missing" | "extra" | "failed"
       | "invalid" | "errors" | "below" | "worse" | "domain" | "problem" | "plan"
order  = ["-"] column

A row is shown if its name has every word in it and, where statuses are named, it has one of them:
`rovers invalid failed` are the rovers with a plan that is not valid and those that were not
compared. The names of columns are those of `plancore.report.headline`, and some more.

An earlier run beside a later one: what changed, and what became worse.

A pair is **worse** than before if a figure of `plancore.report.headline` is lower by more than
rounding does, or undefined where it was not; if it cannot be compared any more; or if its files
have more errors. A plan that is no longer valid is the first of these: its figure `valid` is lower.
A pair that was compared and of which a file is gone is worse, too. Pairs are known by their names,
which are those of the learned files: where that is gone the reference may be a pair by another
name. A pair that is new is neither better nor worse.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeAlias

from plancore.phrases import SIDES
from plancore.report.batch.row import (
    COUNTS,
    BatchRow,
    Chosen,
    NameOptions,
    PairStatus,
    count_of_change,
    figure_before,
)
from plancore.report.headline import HEADLINES, headline_names
from plancore.report.limit import Limit
from plancore.spelling import hint


class SelectedRun(Protocol):
    """What is asked of a batch whose rows are selected."""

    @property
    def rows(self) -> tuple[BatchRow, ...]:
        """All pairs."""
        ...

    @property
    def limits(self) -> tuple[Limit, ...]:
        """What figures must keep."""
        ...

    @property
    def baseline(self) -> Baseline | None:
        """The run that this one is held against."""
        ...

    @property
    def before(self) -> str | None:
        """The folder of what the learned files were."""
        ...

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its pairs."""
        ...

    def below(self, row: BatchRow) -> tuple[str, ...]:
        """The limits that a pair does not keep, in words."""
        ...

    def regressions(self, row: BatchRow) -> tuple[str, ...]:
        """What is worse about a pair than in the baseline."""
        ...

    def delta(self, row: BatchRow, figure: str = "") -> float | None:
        """How a figure of a pair has changed since the baseline."""
        ...


_Holds: TypeAlias = "Callable[[SelectedRun, BatchRow], bool]"

_LOWEST: Final = (0.0, "")
_WORST_FIRST: Final = (
    PairStatus.FAILED,
    PairStatus.DOUBTFUL,
    PairStatus.MISSING,
    PairStatus.EXTRA,
    PairStatus.DIFFERENT,
    PairStatus.RENAMED,
    PairStatus.SAME,
)
_COUNTS: Final = ("differences", "errors")


def _has_status(status: PairStatus, _: SelectedRun, row: BatchRow) -> bool:
    return row.status is status


def _is_of_kind(kind: str, _: SelectedRun, row: BatchRow) -> bool:
    return row.kind == kind


STATES: Final[dict[str, _Holds]] = {
    **{status.value: partial(_has_status, status) for status in PairStatus},
    **{kind: partial(_is_of_kind, kind) for kind in HEADLINES},
    "invalid": lambda _, row: row.is_invalid,
    "errors": lambda _, row: row.n_errors > 0,
    "below": lambda batch, row: bool(batch.below(row)),
    "worse": lambda batch, row: bool(batch.regressions(row)),
}
"""The words that say what became of a pair. `below`: some limit; `worse`: than in the
baseline."""
_NO_LIMIT: Final = "{} needs a limit (--fail-under)"
_NO_BEFORE: Final = "{} needs what was before (--before)"
_NO_BASELINE: Final = "{} needs an earlier run (--baseline)"


class Selection(NamedTuple):
    """Which rows are shown, in which order; as it was asked for, and what that means."""

    filter: str = ""
    order: str = ""


ALL: Final = Selection()


class Filter(NamedTuple):
    """Words in the name, and statuses of which a row has one."""

    words: tuple[str, ...]
    statuses: tuple[str, ...]

    def holds(self, batch: SelectedRun, row: BatchRow) -> bool:
        """Whether `row` is shown."""
        name = row.name.lower()
        return all(word in name for word in self.words) and (
            not self.statuses or any(STATES[status](batch, row) for status in self.statuses)
        )


def selected(batch: SelectedRun, selection: Selection) -> list[BatchRow]:
    """The rows that are shown, in order. Raises ValueError, whose text says what is wrong, for a
    filter or an order that cannot be read, or that needs a limit or a baseline where there is
    none."""
    shown = read_filter(selection.filter)
    if "below" in shown.statuses and not batch.limits:
        raise ValueError(_NO_LIMIT.format("below"))
    if "worse" in shown.statuses and batch.baseline is None:
        raise ValueError(_NO_BASELINE.format("worse"))
    rows = [row for row in batch.rows if shown.holds(batch, row)]
    return sort_rows(batch, rows, selection.order)


def read_filter(text: str) -> Filter:
    """The filter that `text` says. Raises ValueError as `selected` does."""
    terms = text.lower().split()
    for term in terms:
        if "<" in term or ">" in term:
            raise ValueError(
                f"{term!r} is neither a word nor one of {', '.join(STATES)}; "
                "to see the lowest scores first, sort by them"
            )
    words = tuple(term for term in terms if term not in STATES)
    return Filter(words, tuple(term for term in terms if term in STATES))


def has_figure(row: BatchRow, name: str) -> bool:
    """Whether `row` should have the figure `name`: its kind has, or its kind is not known."""
    return name in headline_names(row.kind) if row.kind else name in headline_names()


def value_of(row: BatchRow, name: str) -> float | None:
    """A figure or count of a row; None where it is undefined."""
    match name:
        case "differences":
            return row.n_differences if row.kind else None
        case "errors":
            return row.n_errors
        case _ if name in COUNTS:
            return count_of_change(row, name)
        case _:
            return row.figures.get(name)


def columns(batch: SelectedRun) -> tuple[str, ...]:
    """The columns that rows can be sorted by."""
    change: tuple[str, ...] = ("delta",) if batch.baseline is not None else ()
    change += ("then", *COUNTS) if batch.before is not None else ()
    return ("pair", "status", "kind", *headline_names(), *_COUNTS, *change, "note")


def sort_rows(batch: SelectedRun, rows: Sequence[BatchRow], order: str) -> list[BatchRow]:
    """The rows from low to high by a column, or with `-` before its name from high to low; where
    both are equal as they were, and what is undefined last. Raises ValueError as `selected`
    does."""
    name = order.removeprefix("-")
    if not name:
        return list(rows)
    if name == "delta" and batch.baseline is None:
        raise ValueError(_NO_BASELINE.format(name))
    if name in ("then", *COUNTS) and batch.before is None:
        raise ValueError(_NO_BEFORE.format(name))
    available = columns(batch)
    if name not in available:
        raise ValueError(f"unknown score `{name}`; {hint(name, available)}")
    keys = [_key(batch, row, name) for row in rows]
    ranked = [number for number, key in enumerate(keys) if key is not None]
    # Also from high to low, what is equal stays in its order.
    ranked.sort(key=lambda number: keys[number] or _LOWEST, reverse=order.startswith("-"))
    unranked = [number for number, key in enumerate(keys) if key is None]
    return [rows[number] for number in (*ranked, *unranked)]


def _key(batch: SelectedRun, row: BatchRow, name: str) -> tuple[float, str] | None:
    match name:
        case "pair":
            return 0.0, row.name
        case "status":
            return float(_WORST_FIRST.index(row.status)), ""
        case "kind":
            return 0.0, row.kind
        case "note":
            return (0.0, row.note) if row.note else None
        case "delta":
            value = batch.delta(row)
        case "then":
            value = figure_before(row)
        case _:
            value = value_of(row, name)
    return None if value is None else (float(value), "")


_ROUNDING: Final = 1e-9
_GONE: Final = {
    PairStatus.MISSING: "the {0.learned} file is gone",
    PairStatus.EXTRA: "{0.the_reference} is gone",
}
"""`0` are the names of the sides."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The rows of an earlier run by name; `name` is that of its file. `names` says how names were
    taken in it, `chosen` what else was chosen; None where that is not known."""

    name: str
    rows: Mapping[str, BatchRow]
    names: NameOptions | None = None
    chosen: Chosen | None = None

    def delta(self, row: BatchRow, figure: str) -> float | None:
        """By how much a figure is higher than it was; None where either is undefined."""
        before = self.rows.get(row.name)
        now, then = row.figures.get(figure), None if before is None else before.figures.get(figure)
        return None if now is None or then is None else _rounded(now - then)

    def lost(self, names: Collection[str]) -> tuple[BatchRow, ...]:
        """The rows of pairs that were compared and are not among `names`."""
        return tuple(row for row in self.rows.values() if row.is_compared and row.name not in names)

    def regressions(self, row: BatchRow) -> tuple[str, ...]:
        """What is worse, a few words for each thing."""
        before = self.rows.get(row.name)
        return () if before is None else tuple(_worse(before, row))


def _worse(before: BatchRow, now: BatchRow) -> list[str]:
    if now.status is PairStatus.FAILED:
        return [] if before.status is PairStatus.FAILED else ["cannot be compared any more"]
    worse = []
    if before.is_compared and now.status in _GONE:
        worse.append(_GONE[now.status].format(SIDES))
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
