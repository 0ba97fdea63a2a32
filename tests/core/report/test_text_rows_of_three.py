"""The texts of three sides line by line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.report.rows.row import ViewRow
from plancore.report.rows.texts import Text, TextRows
from plancore.source import SourceText

LINES = st.lists(
    st.lists(st.sampled_from(["(", ")", "a", "b", "c", "d", " "]), max_size=5).map(" ".join),
    max_size=6,
).map("\n".join)


def made(learned: str, reference: str, before: str) -> TextRows:
    texts = (learned, reference, before)
    return TextRows(
        *(Text(SourceText(text), name) for text, name in zip(texts, "lrb", strict=True))
    )


def rows_of(learned: str, reference: str, before: str) -> list[ViewRow]:
    rows = made(learned, reference, before)
    return [rows.row(at) for at in range(rows.count)]


def shown(row: ViewRow) -> tuple[str, ...]:
    return tuple("" if cell is None else cell.text for cell in row.cells)


def test_a_row_has_what_stands_for_a_line_on_each_side() -> None:
    rows = rows_of("(a)\n(x p)\n(new)\n(z)", "(a)\n(x q)\n(z)", "(a)\n(x q)\n(old)\n(zz)\n(z)")
    assert [(row.sign, shown(row)) for row in rows] == [
        ("=", ("(a)", "(a)", "(a)")),
        ("~", ("(x p)", "(x q)", "(x q)")),
        ("<", ("", "", "(old)")),
        ("<", ("", "", "(zz)")),
        ("+", ("(new)", "", "")),
        ("=", ("(z)", "(z)", "(z)")),
    ]


def test_what_both_learned_texts_have_of_their_own_is_one_row() -> None:
    rows = rows_of("(a)\n(b one)\n(c)", "(a)\n(c)", "(a)\n(b two)\n(c)")
    assert [(row.sign, shown(row)) for row in rows][1] == ("+", ("(b one)", "", "(b two)"))


def test_each_side_says_for_itself_whether_it_is_the_references() -> None:
    def own_signs(learned: str, reference: str, before: str) -> list[str | None]:
        cells = rows_of(learned, reference, before)[0].cells
        own_marks = [cell.own_mark for cell in cells if cell is not None]
        return [None if mark is None else mark.sign for mark in own_marks]

    assert own_signs("(x p)", "(x q)", "(x q)") == [None, None, "="]
    assert own_signs("(x q)", "(x q)", "(x p)") == ["=", "=", None]
    before = rows_of("(x q)", "(x q)", "(x p)")[0].cells[2]
    assert before is not None
    assert [before.text[slice(*mark)] for mark in before.marks] == ["p"]


def test_blanks_make_no_difference_and_are_told() -> None:
    rows = made("(a  b)", "(a b)", "(a b)")
    assert (rows.row(0).sign, rows.row(0).remark) == ("=", "except for whitespace")
    assert rows.fold_text(0, 1) == "1 equal lines, 1 except for whitespace"


@given(LINES, LINES, LINES)
def test_each_line_of_each_text_is_there_once_and_in_order(
    learned: str, reference: str, before: str
) -> None:
    rows = rows_of(learned, reference, before)
    for side, text in enumerate((learned, reference, before)):
        numbers = [int(cell.number) for row in rows if (cell := row.cells[side]) is not None]
        assert numbers == list(range(1, len(SourceText(text).line_starts) + 1))[: len(numbers)]
        assert len(numbers) >= len(SourceText(text).line_starts) - 1


@given(LINES, LINES)
def test_where_nothing_was_changed_the_rows_are_those_of_two_texts(
    learned: str, reference: str
) -> None:
    two = TextRows(Text(SourceText(learned), "l"), Text(SourceText(reference), "r"))
    three = made(learned, reference, learned)
    assert [(row.sign, shown(row)[:2]) for row in map(three.row, range(three.count))] == [
        (row.sign, shown(row)) for row in map(two.row, range(two.count))
    ]
