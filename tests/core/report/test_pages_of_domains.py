"""Pages of many pairs of domains: how their figures are spread, and the table."""

from __future__ import annotations

from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.report.test_pages import HOSTILE, page_of
from plancore.report.domains.data import records as rows_of
from plancore.report.domains.document import (
    Cell,
    DomainTable,
    MeasuredPair,
    PairFigures,
    figure_columns,
)
from plancore.report.lines import visible

TITLES = {figure.name: figure.title for figure in figure_columns() if figure.in_tables}
CELLS = st.none() | st.booleans() | st.floats(0, 1) | st.integers(0, 30)

Cells: TypeAlias = dict[str, Cell]


def pair(name: str, cells: Cells | None) -> MeasuredPair:
    figures = None if cells is None else PairFigures(False, {}, cells)
    return MeasuredPair(name, "l", "r", (), figures, None if figures else "no such file")


@given(st.lists(st.none() | st.dictionaries(st.sampled_from([*TITLES]), CELLS), max_size=6))
def test_figures_are_spread_as_in_the_table(cells: list[Cells | None]) -> None:
    table = DomainTable(tuple(pair(f"p{k}", each) for k, each in enumerate(cells)))
    names, *rows = rows_of(table)
    text = page_of(table).text
    for at, name in enumerate(names):
        values = [
            float(value)
            for row in rows
            if isinstance(value := row[at], int | float) and not isinstance(value, bool)
        ]
        if name not in TITLES or not values:
            continue
        n_undefined = sum(
            figures is not None and figures.get(str(name)) is None for figures in cells
        )
        spread = min(values), sum(values) / len(values), max(values)
        said = " ".join(f"{value:.3f}" for value in spread)
        assert f"{TITLES[str(name)]} {len(values)} {n_undefined} {said}" in text


def test_what_is_undefined_is_counted() -> None:
    cells: tuple[Cells | None, ...] = (
        {"similarity": 0.25},
        {"similarity": 0.75},
        {"similarity": None},
        None,
    )
    page = page_of(DomainTable(tuple(pair(f"p{k}", each) for k, each in enumerate(cells))))
    assert "0.500" in page.texts
    assert "sim 2 1 0.250 0.500 0.750" in page.text
    assert "p3: no such file" in page.text


@pytest.mark.parametrize("cells", [None, {}, {"similarity": None}])
def test_nothing_is_spread_without_values(
    cells: Cells | None,
) -> None:
    assert "How figures are spread" not in page_of(DomainTable((pair("p", cells),))).text
    assert "How figures are spread" not in page_of(DomainTable(())).text


def test_one_value_is_least_mean_and_greatest() -> None:
    page = page_of(DomainTable((pair("p", {"similarity": 0.1}),)))
    assert "sim 1 0 0.100 0.100 0.100" in page.text


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_never_markup(name: str) -> None:
    assert visible(name) in page_of(DomainTable((pair(name, {"similarity": 1.0}),))).texts
