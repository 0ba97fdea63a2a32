"""Pages of many pairs: plots, tables, and what is worse than before."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.report.batch.review import Baseline, Batch
from plancore.report.batch.row import BatchRow, PairStatus
from plancore.report.lines import visible
from plancore.report.registry import render
from support.page import ATTRIBUTES, ELEMENTS, Page

SHARES = st.none() | st.floats(0, 1)
NAMES = st.text(st.characters(), min_size=1)


def row(name: str, f1: float | None = 0.5, status: PairStatus = PairStatus.DIFFERENT) -> BatchRow:
    figures = {"f1": f1, "precision": f1, "recall": 1.0, "similarity": f1}
    return BatchRow(name, "l", "r", status, "domain", figures, 1, 2, 3, spread={"pre": (1.0, f1)})


def page_of(batch: Batch) -> Page:
    page = Page(render(batch, "html"))
    assert page.names <= ELEMENTS
    assert page.attributes <= ATTRIBUTES
    return page


def plots_of(batch: Batch) -> dict[str, str]:
    """The plots of the page by their titles, each with what is said of it."""
    return dict(re.findall(r"<title>([^<]*)</title><desc>([^<]*)</desc>", render(batch, "html")))


@given(st.lists(st.tuples(NAMES, SHARES), max_size=6))
def test_each_pair_is_a_row_with_its_name_and_figures(
    pairs: list[tuple[str, float | None]],
) -> None:
    page = page_of(Batch("learned", "reference", tuple(row(*pair) for pair in pairs)))
    for name, f1 in pairs:
        assert " ".join(visible(name).split()) in page.text
        assert f1 is None or f"{f1:.3f}" in page.texts
    dots = [element for element in page.elements if element.name == "circle"]
    assert len(dots) == len({f1 for _, f1 in pairs if f1 is not None})


def test_what_is_undefined_is_counted_beside_the_plot() -> None:
    rows = (row("a"), row("b", 1.0), row("c", None), row("d", None))
    assert plots_of(Batch("l", "r", rows)) == {
        "R against P": "R against P: 2 dots; 2 undefined",
    }
    seen = re.findall(r">(\d+ undefined)</text>", render(Batch("l", "r", rows), "html"))
    assert seen == ["2 undefined"]


def test_dots_at_one_place_are_one_with_their_number() -> None:
    names = ("a", "b", "c", "d", "e", "f")
    rows = (*(row(name) for name in names), row("h", 1.0, PairStatus.SAME), row("i", 1.0))
    page = render(Batch("l", "r", rows), "html")
    plot = page[page.index("<title>R against P</title>") :].partition("</svg>")[0]
    assert "R against P: 8 dots at 2 places" in plot
    assert "<title>~ a, b, c, d, and 2 more: 0.500, 1.000</title>" in plot
    assert "<title>= h: 1.000, 1.000</title>" in plot
    assert "<title>~ i: 1.000, 1.000</title>" in plot
    # Of two colours at one place both are seen, and one number is for both.
    radii = re.findall(r'r="([\d.]+)"', plot)
    assert len(radii) == 3
    assert len(set(radii[1:])) == 2
    numbers = re.findall(r'<text x="[\d.]+" y="[\d.]+" class="time">(\d+)</text>', plot)
    assert numbers == ["6", "2"]


def test_what_is_worse_comes_first() -> None:
    before = Baseline("before.json", {"a": row("a", 0.9), "b": row("b"), "c": row("c")})
    page = page_of(Batch("l", "r", (row("a"), row("b")), baseline=before))
    assert "f1 0.900 → 0.500" in page.text
    assert "-0.400" in page.texts
    assert "c: gone" in page.text
    titles = [title for _, title in page.headings]
    assert titles.index("Worse than in before.json") < titles.index("Domains 2")


def test_a_pair_that_failed_says_why() -> None:
    failed = BatchRow("x", "l", None, PairStatus.FAILED, note="<no> file")
    assert "x: <no> file" in page_of(Batch("l", "r", (failed,))).text


@pytest.mark.slow
@pytest.mark.parametrize("count", [2_500])
def test_many_pairs_are_counted(count: int) -> None:
    rows = (row(str(number), number / count) for number in range(count))
    batch = Batch("l", "r", tuple(rows))
    page = page_of(batch)
    assert "500 more not shown" in page.text
    # The table leaves them out, the plot does not.
    assert f"{count} dots; nearby dots are merged into a larger one" in render(batch, "html")


def test_the_colours_of_dots_are_explained_where_they_are_used() -> None:
    rows = (row("a"), row("b", 1.0, PairStatus.SAME))
    page = page_of(Batch("l", "r", rows))
    assert "● = identical; ● ~ different" in page.text
    assert "not valid" not in page.text
    assert "●" not in page_of(Batch("l", "r", (row("a", None),))).text
