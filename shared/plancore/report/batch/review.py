"""The review of a batch, the common source of all its reports; the selection of its rows, and its
baseline.

    filter = (word | status)*
    status = "same" | "doubtful" | "renamed" | "different" | "missing" | "extra" | "failed"
           | "invalid" | "errors" | "below" | "worse" | "domain" | "problem" | "plan"
    order  = ["-"] column

A row is shown if its name contains every word and, if statuses are given, it has at least one of
them: `rovers invalid failed` selects the rovers with an invalid plan and those that were not
compared. Columns are the scores of `plancore.report.headline` and a few others.

A pair is **worse** than in the baseline if a score of `plancore.report.headline` is lower (beyond
rounding) or no longer defined, if it can no longer be compared, or if its files have more errors. A
plan that is no longer valid is worse by its score `valid`. A pair that was compared and of which a
file is gone is also worse. Pairs are identified by name, which is that of the learned file; if that
file is gone, the reference may be in a pair of another name. A new pair is neither better nor
worse.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import fsum
from typing import ClassVar, Final, Literal, NamedTuple, TypeAlias

from plancore.memo import lazy
from plancore.phrases import SIDES, count_of
from plancore.report.batch.row import (
    ALIGNED_APART,
    COUNTS,
    PLAIN_NAMES,
    BatchRow,
    Chosen,
    NameOptions,
    PairStatus,
    chosen_text,
    count_of_change,
    figure_before,
    that_matters,
)
from plancore.report.headline import HEADLINES, headline_names
from plancore.report.limit import Limit
from plancore.report.limits import missed
from plancore.spelling import hint


class Average(NamedTuple):
    """The mean of a score over the `n_defined` compared pairs that have it, and the mean with 0 for
    each missing learned file."""

    mean: float
    n_defined: int
    with_missing: float


class Selection(NamedTuple):
    """The filter and order of rows, as given."""

    filter: str = ""
    order: str = ""


ALL: Final = Selection()


_ROUNDING: Final = 1e-9
_GONE: Final = {
    PairStatus.MISSING: "the {0.learned} file is gone",
    PairStatus.EXTRA: "{0.the_reference} is gone",
}
"""`{0}` stands for `SIDES`."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The rows of an earlier run by name; `name` is the name of its file. `names` records how names
    were matched, `chosen` the other options; None if unknown."""

    name: str
    rows: Mapping[str, BatchRow]
    names: NameOptions | None = None
    chosen: Chosen | None = None

    def delta(self, row: BatchRow, figure: str) -> float | None:
        """The increase of a score; None if either value is undefined."""
        before = self.rows.get(row.name)
        now, then = row.figures.get(figure), None if before is None else before.figures.get(figure)
        return None if now is None or then is None else _rounded(now - then)

    def lost(self, names: Collection[str]) -> tuple[BatchRow, ...]:
        """The rows of compared pairs that are not among `names`."""
        return tuple(row for row in self.rows.values() if row.is_compared and row.name not in names)

    def regressions(self, row: BatchRow) -> tuple[str, ...]:
        """How a row is worse, as short texts."""
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
        """Whether some rows are not shown. Aggregates, such as means, leave these out."""
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
        """The rows of the baseline, compared there, whose pairs are gone: they count as worse."""
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


# Selecting and sorting rows.

_Holds: TypeAlias = "Callable[[Batch, BatchRow], bool]"

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


def _has_status(status: PairStatus, _: Batch, row: BatchRow) -> bool:
    return row.status is status


def _is_of_kind(kind: str, _: Batch, row: BatchRow) -> bool:
    return row.kind == kind


STATES: Final[dict[str, _Holds]] = {
    **{status.value: partial(_has_status, status) for status in PairStatus},
    **{kind: partial(_is_of_kind, kind) for kind in HEADLINES},
    "invalid": lambda _, row: row.is_invalid,
    "errors": lambda _, row: row.n_errors > 0,
    "below": lambda batch, row: bool(batch.below(row)),
    "worse": lambda batch, row: bool(batch.regressions(row)),
}
"""The words of filters that select by status. `below` means any limit, `worse` than in the
baseline."""
_NO_LIMIT: Final = "{} needs a limit (--fail-under)"
_NO_BEFORE: Final = "{} needs what was before (--before)"
_NO_BASELINE: Final = "{} needs an earlier run (--baseline)"


class Filter(NamedTuple):
    """Words in the name, and statuses of which a row must have one."""

    words: tuple[str, ...]
    statuses: tuple[str, ...]

    def holds(self, batch: Batch, row: BatchRow) -> bool:
        """Whether `row` is shown."""
        name = row.name.lower()
        return all(word in name for word in self.words) and (
            not self.statuses or any(STATES[status](batch, row) for status in self.statuses)
        )


def selected(batch: Batch, selection: Selection) -> list[BatchRow]:
    """The selected rows, in order. Raises ValueError, with a message for users, for a filter or
    order that is malformed, or needs a limit or baseline that is not given."""
    shown = read_filter(selection.filter)
    if "below" in shown.statuses and not batch.limits:
        raise ValueError(_NO_LIMIT.format("below"))
    if "worse" in shown.statuses and batch.baseline is None:
        raise ValueError(_NO_BASELINE.format("worse"))
    rows = [row for row in batch.rows if shown.holds(batch, row)]
    return sort_rows(batch, rows, selection.order)


def read_filter(text: str) -> Filter:
    """The filter that `text` denotes. Raises ValueError as `selected` does."""
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
    """Whether rows of this kind have the score `name`; any score if the kind is unknown."""
    return name in headline_names(row.kind) if row.kind else name in headline_names()


def value_of(row: BatchRow, name: str) -> float | None:
    """A score or count of a row; None if undefined."""
    match name:
        case "differences":
            return row.n_differences if row.kind else None
        case "errors":
            return row.n_errors
        case _ if name in COUNTS:
            return count_of_change(row, name)
        case _:
            return row.figures.get(name)


def columns(batch: Batch) -> tuple[str, ...]:
    """The columns to sort rows by."""
    change: tuple[str, ...] = ("delta",) if batch.baseline is not None else ()
    change += ("then", *COUNTS) if batch.before is not None else ()
    return ("pair", "status", "kind", *headline_names(), *_COUNTS, *change, "note")


def sort_rows(batch: Batch, rows: Sequence[BatchRow], order: str) -> list[BatchRow]:
    """The rows in ascending order of a column, or descending with `-` before its name. The sort is
    stable, undefined values come last. Raises ValueError as `selected` does."""
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
    # Stable also in descending order.
    ranked.sort(key=lambda number: keys[number] or _LOWEST, reverse=order.startswith("-"))
    unranked = [number for number, key in enumerate(keys) if key is None]
    return [rows[number] for number in (*ranked, *unranked)]


def _key(batch: Batch, row: BatchRow, name: str) -> tuple[float, str] | None:
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


_ALIGNED_KIND: Final = "domain"
_MAPPED_KINDS: Final = ("domain", "problem")
"""Kinds that name mappings apply to; plans are compared as written."""


def names_text(batch: Batch) -> str:
    """How names were matched: `by name; 2 pairs aligned: almost no names in common`. Empty if no
    kind of pair depends on it, and for runs that do not record it."""
    if batch.names is None or not _matter(batch.kinds):
        return ""
    n_apart = sum(row.note.startswith(ALIGNED_APART) for row in batch.shown)
    apart = f"; {count_of(n_apart, 'pair')} {ALIGNED_APART}" if n_apart else ""
    return f"{batch.names.text}{apart}"


def names_remark(batch: Batch) -> str:
    """A warning if the baseline's names were matched differently, or if that is unknown; empty if
    it makes no difference."""
    baseline = batch.baseline
    if baseline is None or batch.names is None or not _matter(batch.kinds):
        return ""
    if baseline.names is None:
        return f"{baseline.name} does not record how names were matched; here: {batch.names.text}"
    if not _differ(batch.names, baseline.names, batch.kinds):
        return ""
    return (
        f"compared {batch.names.text}, but {baseline.name} {baseline.names.text}: scores may be "
        "lower or higher for that alone"
    )


def made_otherwise(batch: Batch) -> Iterator[str]:
    """Warnings on a baseline made with other settings: how names were matched, and other options.
    Nothing about options if either run does not record them."""
    remark = names_remark(batch)
    if remark:
        yield remark
    baseline = batch.baseline
    if baseline is None or baseline.chosen is None or batch.chosen is None:
        return
    now, then = (that_matters(each, batch.kinds) for each in (batch.chosen, baseline.chosen))
    if now != then:
        yield (
            f"compared {chosen_text(now)}, but {baseline.name} {chosen_text(then)}: scores may be "
            "lower or higher for that alone"
        )


def _matter(kinds: Collection[str]) -> bool:
    return any(kind in kinds for kind in _MAPPED_KINDS)


def _differ(one: NameOptions, other: NameOptions, kinds: Collection[str]) -> bool:
    """Whether the settings make a difference for pairs of these kinds."""
    return one.mapping != other.mapping or (
        one.is_aligned is not other.is_aligned and _ALIGNED_KIND in kinds
    )
