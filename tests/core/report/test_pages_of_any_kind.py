"""Reports that have no page of their own are laid out as their text says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.report.formats.html.inline import block
from plancore.report.lines import Piece, Tone
from plancore.report.lines import line as line_of
from plancore.report.table import head, table
from support.page import Page

TEXTS = st.text(st.characters(), max_size=12)


@given(st.lists(st.lists(TEXTS, min_size=1, max_size=4), min_size=1, max_size=4))
def test_tables_are_tables(rows: list[list[str]]) -> None:
    page = Page(block(table(rows), "rows"))
    assert page.names <= {"div", "table", "thead", "tbody", "tr", "th", "td"}
    n_columns = max(map(len, rows))
    assert sum(element.name == "td" for element in page.elements) <= len(rows) * n_columns


def test_the_first_row_names_the_columns_where_it_is_dim() -> None:
    page = Page(block(table([head("a", "b"), ["1", "2"]], right=[1]), "rows"))
    columns = [element.attributes for element in page.elements if element.name == "th"]
    assert [column["scope"] for column in columns] == ["col", "col"]
    assert [column.get("class") for column in columns] == [None, "number"]


def test_lines_are_paragraphs_unless_they_need_columns() -> None:
    prose, columns = (line_of("7 plans: 1 valid"),), (line_of("a    b"), line_of("c    d"))
    assert Page(block(prose, "")).names == {"p"}
    assert Page(block(columns, "")).names == {"pre"}
    assert Page(block(columns, "")).texts == ["a    b\nc    d"]


def test_tones_are_classes() -> None:
    page = Page(block([line_of(Piece("<x>", Tone.MISSING))], ""))
    assert [element.attributes for element in page.elements if element.name == "span"] == [
        {"class": "missing"}
    ]
    assert page.texts == ["<x>"]
