"""Pages of many pairs of domains: every point has the figure of its pair."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.report.test_pages import HOSTILE, page_of
from plancore.report.domains.data import rows as rows_of
from plancore.report.domains.review import Cell, DomainTable, MeasuredPair, PairFigures, columns
from plancore.report.formats.html.strips import Point, Strip, strips
from plancore.report.lines import visible
from support.page import Page

FIGURES = sorted(figure.name for figure in columns())
CELLS = st.none() | st.booleans() | st.floats(0, 1) | st.integers(0, 30)

Cells: TypeAlias = dict[str, Cell]


def pair(name: str, cells: Cells | None) -> MeasuredPair:
    figures = None if cells is None else PairFigures(False, {}, cells)
    return MeasuredPair(name, "l", "r", (), figures, None if figures else "no such file")


def points(page: Page) -> Counter[tuple[str, str, float]]:
    return Counter(
        (str(e["data-strip"]), str(e["data-name"]), float(e["data-value"] or 0))
        for e in (element.attributes for element in page.elements)
        if "data-strip" in e and "data-name" in e
    )


def marks(page: Page) -> dict[tuple[str | None, str | None], float]:
    return {
        (e["data-strip"], e["data-mark"]): float(e["data-value"] or 0)
        for e in (element.attributes for element in page.elements)
        if "data-mark" in e
    }


@given(st.lists(st.none() | st.dictionaries(st.sampled_from(FIGURES), CELLS), max_size=6))
def test_points_have_the_figures_of_the_table(
    cells: list[Cells | None],
) -> None:
    table = DomainTable(tuple(pair(f"p{k}", each) for k, each in enumerate(cells)))
    names, *rows = rows_of(table)
    expected = Counter(
        (str(name), str(row[0]), float(value))
        for row in rows
        for name, value in zip(names, row, strict=True)
        if name in FIGURES and isinstance(value, int | float) and not isinstance(value, bool)
    )
    page = page_of(table)
    assert points(page) == expected
    by_name: dict[str, list[float]] = {}
    for name, _, value in expected.elements():
        by_name.setdefault(name, []).append(value)
    assert marks(page) == {
        (name, mark): pytest.approx(value)
        for name, values in by_name.items()
        for mark, value in (
            ("least", min(values)),
            ("mean", sum(values) / len(values)),
            ("greatest", max(values)),
        )
    }


def test_what_is_undefined_is_counted() -> None:
    cells: tuple[Cells | None, ...] = (
        {"similarity": 0.25},
        {"similarity": 0.75},
        {"similarity": None},
        None,
    )
    page = page_of(DomainTable(tuple(pair(f"p{k}", each) for k, each in enumerate(cells))))
    assert {"1 undefined", "0.500"} <= {*page.texts}
    assert "sim 2 1 0.250 0.500 0.750" in page.text
    assert "p3: no such file" in page.text


@pytest.mark.parametrize("cells", [None, {}, {"similarity": None}])
def test_there_are_no_strips_of_nothing(
    cells: Cells | None,
) -> None:
    assert "svg" not in page_of(DomainTable((pair("p", cells),))).names
    assert "svg" not in page_of(DomainTable(())).names


def test_one_point_is_least_mean_and_greatest() -> None:
    page = page_of(DomainTable((pair("p", {"similarity": 0.1}),)))
    assert {*marks(page).values()} == {0.1}


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_never_markup(name: str) -> None:
    page = page_of(DomainTable((pair(name, {"similarity": 1.0}),)))
    assert ("similarity", visible(name), 1.0) in points(page)
    assert visible(name) in page.texts


def test_marks_are_of_all_where_not_every_thing_has_a_point() -> None:
    row = Strip("f1", "F1", [Point(float(k >= 500), f"p{k}") for k in range(1_000)])
    page = Page(strips("t", [row]))
    assert points(page).total() == 500
    assert marks(page) == {("f1", "least"): 0.0, ("f1", "mean"): 0.5, ("f1", "greatest"): 1.0}
