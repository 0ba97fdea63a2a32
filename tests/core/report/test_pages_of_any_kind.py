"""Blocks of documents as HTML: tables are tables, lines are paragraphs, tones are classes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.report.document import Code, Paragraph, Table, columns
from plancore.report.lines import Piece, Tone
from plancore.report.lines import line as line_of
from plancore.report.render.html.blocks import block_html
from support.page import Page

TEXTS = st.text(st.characters(), max_size=12)


@given(st.lists(st.lists(TEXTS, min_size=1, max_size=4), min_size=1, max_size=4))
def test_tables_are_tables(rows: list[list[str]]) -> None:
    n_columns = max(map(len, rows))
    page = Page(block_html(Table(columns(*[""] * n_columns), rows), "rows"))
    assert page.names <= {"div", "table", "thead", "tbody", "tr", "th", "td", "var"}
    assert sum(element.name == "td" for element in page.elements) <= len(rows) * n_columns


def test_columns_have_names_and_numbers_are_flush() -> None:
    page = Page(block_html(Table(columns("a", "b", numbers=[1]), [["1", "2"]]), "rows"))
    names = [element.attributes for element in page.elements if element.name == "th"]
    assert [name["scope"] for name in names] == ["col", "col", "row"]
    assert [name.get("class") for name in names] == [None, "number", None]


def test_blanks_make_no_layout_but_in_code() -> None:
    lines = line_of("run   1.plan"), line_of("  c    d")
    assert Page(block_html(Paragraph(lines), "")).names == {"p"}
    assert Page(block_html(Code(lines), "")).names == {"pre"}
    assert Page(block_html(Code(lines), "")).texts == ["run   1.plan\n  c    d"]


def test_tones_are_classes() -> None:
    page = Page(block_html(Paragraph([line_of(Piece("<x>", Tone.MISSING))]), ""))
    assert [element.attributes for element in page.elements if element.name == "span"] == [
        {"class": "missing"}
    ]
    assert page.texts == ["<x>"]
