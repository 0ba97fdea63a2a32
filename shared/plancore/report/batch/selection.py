"""Which rows of a batch are shown, and in what order.

filter      = term*
term        = word | alternative
alternative = condition ("and" condition)*
condition   = (figure | count) ("<" | "<=" | ">" | ">=" | "=") number | status
status      = "same" | "different" | "missing" | "extra" | "failed"
            | "invalid" | "errors" | "below" | "worse" | "domain" | "problem" | "plan"
count       = "differences" | "errors" | "repaired" | "broken" | "left"
order       = ["-"] column

A row is shown if its name has every word in it and, where there are alternatives, one of them
holds: `rovers f1<0.8 invalid` are the rovers with a low F1 or a plan that is not valid. `or`
between alternatives may be written. A figure that a row should have and that is undefined is below
every number. The names of figures are those of `plancore.report.headline`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import eq, ge, gt, le, lt
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from plancore.report.batch.earlier import COUNTS, count_of_change, figure_before
from plancore.report.batch.row import PairRow, Status
from plancore.report.headline import HEADLINES, headline_names
from plancore.report.limits import finite

if TYPE_CHECKING:
    from plancore.report.batch.review import Batch

_Holds: TypeAlias = "Callable[[Batch, PairRow], bool]"

_CONDITION: Final = re.compile(r"([a-z_][a-z0-9_]*)(<=|>=|<|>|=)(.*)")
_AROUND: Final = re.compile(r"\s*(<=|>=|<|>|=)\s*")
_COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "=": eq,
}
_JOINTS: Final = ("and", "or")
_LOOSE: Final = "{0!r} stands between two conditions, as in f1<0.8 {0} invalid"
_LOWEST: Final = (0.0, "")
_WORST_FIRST: Final = (
    Status.FAILED,
    Status.DOUBTFUL,
    Status.MISSING,
    Status.EXTRA,
    Status.DIFFERENT,
    Status.SAME,
)
_COUNTS: Final = ("differences", "errors")


def _has_status(status: Status, _: Batch, row: PairRow) -> bool:
    return row.status is status


def _is_of_kind(kind: str, _: Batch, row: PairRow) -> bool:
    return row.kind == kind


STATES: Final[dict[str, _Holds]] = {
    **{status.value: partial(_has_status, status) for status in Status},
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


@dataclass(frozen=True, slots=True)
class Filter:
    """What a filter asks for: words in the name, and conditions of which one must hold. `states`
    are the words among these that say what became of a pair, and the names of counts of what a
    change did."""

    words: tuple[str, ...]
    alternatives: tuple[tuple[_Holds, ...], ...]
    states: frozenset[str]

    def holds(self, batch: Batch, row: PairRow) -> bool:
        """Whether `row` is shown."""
        name = row.name.lower()
        return all(word in name for word in self.words) and (
            not self.alternatives
            or any(
                all(condition(batch, row) for condition in conditions)
                for conditions in self.alternatives
            )
        )


def selected(batch: Batch, selection: Selection) -> list[PairRow]:
    """The rows that are shown, in order. Raises ValueError, whose text says what is wrong, for a
    filter or an order that cannot be read, or that needs a limit or a baseline where there is
    none."""
    shown = read_filter(selection.filter)
    if "below" in shown.states and not batch.limits:
        raise ValueError(_NO_LIMIT.format("below"))
    if "worse" in shown.states and batch.baseline is None:
        raise ValueError(_NO_BASELINE.format("worse"))
    for name in COUNTS:
        if name in shown.states and batch.before is None:
            raise ValueError(_NO_BEFORE.format(name))
    rows = [row for row in batch.rows if shown.holds(batch, row)]
    return sort_rows(batch, rows, selection.order)


def read_filter(text: str) -> Filter:
    """The filter that `text` says. Raises ValueError as `selected` does."""
    words: list[str] = []
    alternatives: list[list[_Holds]] = []
    states: set[str] = set()
    is_condition, joint = False, ""
    for term in _AROUND.sub(r"\1", text.lower()).split():
        if term in _JOINTS:
            if joint or not is_condition:
                raise ValueError(_LOOSE.format(term))
            joint = term
            continue
        condition = _condition(term)
        if condition is None and joint:
            break
        if condition is None:
            words.append(term)
        elif joint == "and":
            alternatives[-1].append(condition)
        else:
            alternatives.append([condition])
        is_condition, joint = condition is not None, ""
        states.update({term} & STATES.keys(), {_name(term)} & COUNTS.keys())
    if joint:
        raise ValueError(_LOOSE.format(joint))
    return Filter(tuple(words), tuple(map(tuple, alternatives)), frozenset(states))


def _name(term: str) -> str:
    """What a condition is about."""
    match = _CONDITION.fullmatch(term)
    return match[1] if match else ""


def _condition(term: str) -> _Holds | None:
    if term in STATES:
        return STATES[term]
    match = _CONDITION.fullmatch(term)
    if match is None:
        return None
    name, sign, limit = match.groups()
    check_column(name, (*headline_names(), *_COUNTS, *COUNTS))
    number = finite(limit, "a condition is written like f1<0.8")
    compare = _COMPARE[sign]

    def holds(_: Batch, row: PairRow) -> bool:
        value = value_of(row, name)
        if value is not None:
            return compare(value, number)
        return sign in ("<", "<=") and has_figure(row, name)

    return holds


def has_figure(row: PairRow, name: str) -> bool:
    """Whether `row` should have the figure `name`: its kind has, or its kind is not known."""
    return name in headline_names(row.kind) if row.kind else name in headline_names()


def value_of(row: PairRow, name: str) -> float | None:
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


def columns(batch: Batch) -> tuple[str, ...]:
    """The columns that rows can be sorted by."""
    change: tuple[str, ...] = ("delta",) if batch.baseline is not None else ()
    change += ("then", *COUNTS) if batch.before is not None else ()
    return ("pair", "status", "kind", *headline_names(), *_COUNTS, *change, "note")


def check_column(name: str, names: Iterable[str]) -> None:
    """Raises ValueError where `name` is none of `names`."""
    available = tuple(names)
    if name not in available:
        raise ValueError(f"no figure is called {name!r}; there are {', '.join(available)}")


def sort_rows(batch: Batch, rows: Sequence[PairRow], order: str) -> list[PairRow]:
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
    check_column(name, columns(batch))
    keys = [_key(batch, row, name) for row in rows]
    ranked = [number for number, key in enumerate(keys) if key is not None]
    # Also from high to low, what is equal stays in its order.
    ranked.sort(key=lambda number: keys[number] or _LOWEST, reverse=order.startswith("-"))
    unranked = [number for number, key in enumerate(keys) if key is None]
    return [rows[number] for number in (*ranked, *unranked)]


def _key(batch: Batch, row: PairRow, name: str) -> tuple[float, str] | None:
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
