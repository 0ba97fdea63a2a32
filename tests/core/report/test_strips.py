"""How counts are spread in several groups, drawn."""

from __future__ import annotations

import re
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from plancore.report.formats.html.strips import MOST_DOTS, MOST_GROUPS, Group, spread_text, strips


def places(svg: str) -> list[float]:
    return [float(place) for place in re.findall(r'<circle cx="([\d.]+)"', svg)]


def test_dots_stand_where_their_values_are() -> None:
    svg = strips("length", [Group("a", [0, 5, 10]), Group("b", [Fraction(5, 2)])])
    zero, middle, most, quarter = places(svg)
    assert middle - zero == most - middle == 120
    assert quarter - zero == 60
    assert 'aria-label="length: a 0 to 10, mean 5 (3 values); b 2.5 (1 value)"' in svg
    assert svg.count("<title>") == 2


def test_nothing_is_drawn_of_nothing() -> None:
    assert strips("length", [Group("a", [])]) == ""
    assert "<text" in strips("length", [Group("a", []), Group("b", [0])])


def test_no_name_is_markup() -> None:
    assert "<b>" not in strips("<b>", [Group("<b>", [1])])


def test_more_than_fits_is_counted() -> None:
    svg = strips("length", [Group(str(k), range(1000)) for k in range(MOST_GROUPS + 2)])
    assert "2 groups of length left out here" in svg
    assert len(places(svg)) == MOST_GROUPS * MOST_DOTS


@given(st.lists(st.lists(st.floats(0, 1e9), min_size=1), min_size=1, max_size=5))
def test_every_dot_is_on_the_scale_and_the_ends_are_there(values: list[list[float]]) -> None:
    groups = [Group(str(number), group) for number, group in enumerate(values)]
    svg = strips("x", groups)
    left = float(re.findall(r'<text x="([\d.]+)" y="16.0" class="name"', svg)[0])
    found = places(svg)
    assert all(left - 0.1 <= place <= left + 240.1 for place in found)
    assert len(found) == sum(min(len(set(group)), MOST_DOTS) for group in values)
    assert all(spread_text(group) in svg for group in groups)
