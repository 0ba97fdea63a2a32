"""How values are spread on several lines, drawn."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from plancore.report.formats.html.strips import MOST_IN_PLOT, MOST_STRIPS, Strip, strips
from support.page import Page


def row(name: str, values: Iterable[float | Fraction | None]) -> Strip:
    return Strip.of(name, ((f"{name}{k}", value) for k, value in enumerate(values)))


def places(page: Page) -> list[float]:
    circles = (e.attributes for e in page.elements if e.name == "circle")
    return [float(circle["cx"] or 0) for circle in circles]


def test_dots_stand_where_their_values_are() -> None:
    svg = strips("length", [row("a", [0, 5, 10]), row("b", [None, Fraction(5, 2)])])
    zero, middle, most, quarter = places(Page(svg))
    assert middle - zero == most - middle == 120
    assert quarter - zero == 60
    said = "length: a 0 to 10, mean 5 (3 values); b 2.5 (1 value), 1 undefined"
    assert f"<title>length</title><desc>{said}</desc>" in svg
    # Of the plot, two names, four dots, and three marks of each.
    assert svg.count("<title>") == 1 + 2 + 4 + 6


def test_what_is_said_stands_beside_each_line() -> None:
    texts = Page(strips("length", [row("a", [2, 4, None, None]), row("b", [1])])).texts
    assert {"2 to 4, mean 3 (2 values)", "2 undefined", "1 (1 value)"} <= {*texts}


def test_each_line_may_have_its_own_scale() -> None:
    rows = [row("share", [0.5]), row("count", [7, 20])]
    half, seven, end = places(Page(strips("t", rows, is_one_scale=False)))
    assert (half - (end - 240), end - seven) == (120, 156)
    assert {"1", "20"} <= {*Page(strips("t", rows, is_one_scale=False)).texts}


def test_nothing_is_drawn_of_nothing() -> None:
    assert strips("length", [row("a", [])]) == ""
    assert strips("length", [row("a", [None])]) == ""
    assert "<text" in strips("length", [row("a", []), row("b", [0])])


def test_no_name_is_markup() -> None:
    assert "<b>" not in strips("<b>", [row("<b>", [1])])


def test_more_than_fits_is_counted() -> None:
    rows = [row(str(k), range(1000)) for k in range(MOST_STRIPS + 2)]
    page = Page(strips("length", rows))
    assert "2 lines of length left out here" in page.text
    assert f"{MOST_STRIPS * 1000 - MOST_IN_PLOT:,} points of length left out here" in page.text
    assert len(places(page)) == MOST_IN_PLOT
    assert round(max(places(page)) - min(places(page)), 1) == 239.8


@given(st.lists(st.lists(st.floats(0, 1e9), min_size=1), min_size=1, max_size=5), st.booleans())
def test_every_dot_is_on_the_scale_and_the_ends_are_there(
    values: list[list[float]], is_one_scale: bool
) -> None:
    rows = [row(str(number), group) for number, group in enumerate(values)]
    page = Page(strips("x", rows, is_one_scale=is_one_scale))
    lines = [e.attributes for e in page.elements if e.attributes.get("class") == "grid"]
    left = min(float(line["x1"] or 0) for line in lines)
    found = places(page)
    assert all(left - 0.1 <= place <= left + 240.1 for place in found)
    assert len(found) == sum(map(len, values))
    assert {each.text for each in rows} <= {*page.texts}
