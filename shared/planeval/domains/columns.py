"""The columns of the table: where each figure stands in a result, and how it is called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from planeval.domains.measuring import Result
from planfiles.trouble import Trouble

Value: TypeAlias = str | bool | int | float | None


class Group(StrEnum):
    """The tables that the text output has, as one would be too wide."""

    LITERALS = "Literals"
    MEANING = "Distance and meaning"
    STATES = "On the states of the trajectories"


class Column(NamedTuple):
    """A figure: `name` for files and sorting, `title` for people, `path` into the figures."""

    name: str
    title: str
    group: Group
    path: tuple[str, ...]

    def of(self, result: Result) -> Value:
        """The figure; None where it is undefined or was not measured."""
        value: Any = result.figures
        for step in self.path:
            if value is None:
                return None
            value = value[step]
        found: Value = value
        return found


def _literal_columns() -> Iterator[Column]:
    group = Group.LITERALS
    yield Column("actions", "actions", group, ("counts", "reference"))
    yield Column("missing", "missing", group, ("counts", "missing"))
    yield Column("extra", "extra", group, ("counts", "extra"))
    yield Column("exact_match_rate", "exact", group, ("syntactic", "exact_match_rate"))
    yield Column("similarity", "sim", group, ("similarity", "mean"))
    for average, tail in (("macro", ("mean",)), ("micro", ())):
        for part in ("pre", "eff"):
            for ratio, short in (("precision", "P"), ("recall", "R"), ("f1", "F1")):
                title = f"{part} {short}" if average == "macro" else f"µ {part} {short}"
                path = ("syntactic", average, part, ratio, *tail)
                yield Column(f"{part}_{ratio}_{average}", title, group, path)


def _meaning_columns() -> Iterator[Column]:
    group = Group.MEANING
    distance = ("edit_distance", "name_aligned")
    optimal = ("edit_distance", "optimal")
    yield Column("edits", "edits", group, (*distance, "edits"))
    yield Column("type_edits", "types", group, (*distance, "type_edits"))
    yield Column("other_edits", "other", group, (*distance, "other_edits"))
    yield Column("optimal_edits", "least", group, (*optimal, "edits"))
    yield Column("optimal_type_edits", "types", group, (*optimal, "type_edits"))
    yield Column("optimal_lower_bound", "bound", group, (*optimal, "lower_bound"))
    yield Column("proved_optimal", "proved", group, (*optimal, "proved_optimal"))
    yield Column("strongly_equivalent", "equivalent", group, ("strong_equivalence", "holds"))
    for relation, title in (
        ("equivalent", "pre ="),
        ("stricter", "pre <"),
        ("looser", "pre >"),
        ("incomparable", "pre <>"),
        ("undecided", "pre ?"),
    ):
        path = ("semantics", "precondition", relation)
        yield Column(f"pre_{relation}", title, group, path)
    for answer, title in (("agree", "eff ="), ("differ", "eff ≠"), ("undecided", "eff ?")):
        yield Column(f"effects_{answer}", title, group, ("semantics", "effects", answer))


def _state_columns() -> Iterator[Column]:
    group = Group.STATES
    yield Column("states", "states", group, ("predictive", "states"))
    yield Column("pairs", "pairs", group, ("predictive", "pairs"))
    for average, tail in (("macro", ("mean",)), ("micro", ())):
        for part, short in (("applicability", "app"), ("effects", "eff")):
            for ratio, letter in (("precision", "P"), ("recall", "R")):
                title = f"{short} {letter}" if average == "macro" else f"µ {short} {letter}"
                path = ("predictive", average, part, ratio, *tail)
                yield Column(f"{part}_{ratio}_{average}", title, group, path)
    yield Column("transitions", "steps", group, ("trace_consistency", "transitions"))
    yield Column("trace_consistency", "consistent", group, ("trace_consistency", "value"))


COLUMNS: Final = (*_literal_columns(), *_meaning_columns(), *_state_columns())


def sorted_by(results: Sequence[Result], name: str) -> list[Result]:
    """Sorted by a column, from low to high, or with `-` before its name from high to low.

    What has no figure comes last. Raises Trouble for a name that no column has.
    """
    descending = name.startswith("-")
    wanted = name.removeprefix("-")
    if wanted == "pair":
        return sorted(results, key=lambda each: each.pair.name, reverse=descending)
    column = next((each for each in COLUMNS if each.name == wanted), None)
    if column is None:
        names = ", ".join(each.name for each in COLUMNS)
        raise Trouble(f"no column is called {wanted!r}; there are pair, {names}")
    known = [each for each in results if column.of(each) is not None]
    known.sort(key=lambda each: _number(column.of(each)), reverse=descending)
    return known + [each for each in results if column.of(each) is None]


def _number(value: Value) -> float:
    assert isinstance(value, int | float)
    return float(value)
