"""Offsets and positions: what ends a line, and what a column counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.source import Encoding, Position, SourceText, Span

texts = st.text(alphabet="a\n\r\f\u2028é𝄞(")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("a\nb", ["a", "b"]),
        ("a\r\nb\rc", ["a", "b", "c"]),
        ("a\n", ["a", ""]),
        ("a\fb\u2028c\vd\x85e", ["a\fb\u2028c\vd\x85e"]),
    ],
)
def test_only_lf_crlf_and_cr_end_a_line(text: str, lines: list[str]) -> None:
    source = SourceText(text)
    assert [source.line_text(i) for i in range(len(source.line_starts))] == lines


@pytest.mark.parametrize(
    ("encoding", "column"), [(Encoding.UTF8, 6), (Encoding.UTF16, 3), (Encoding.UTF32, 2)]
)
def test_a_column_counts_the_units_of_its_encoding(encoding: Encoding, column: int) -> None:
    assert SourceText("x\né𝄞!").position(4, encoding) == Position(1, column)


@given(texts, st.integers(0, 30), st.sampled_from(Encoding))
def test_offset_and_position_are_inverse(text: str, offset: int, encoding: Encoding) -> None:
    source = SourceText(text)
    offset = min(offset, len(text))
    line, column = source.position(offset, encoding)
    back = source.offset(Position(line, column), encoding)
    # Inside a line break is the one place that no position names; the end of the line stands in.
    start, end = source.line_span(line)
    assert back == min(offset, end)
    assert start <= back <= end


@given(texts, st.integers(-5, 50), st.integers(-5, 50), st.sampled_from(Encoding))
def test_any_position_has_an_offset_in_the_text(
    text: str, line: int, column: int, encoding: Encoding
) -> None:
    assert 0 <= SourceText(text).offset(Position(line, column), encoding) <= len(text)


def test_a_column_inside_a_character_means_its_start() -> None:
    source = SourceText("𝄞x")
    assert source.offset(Position(0, 1), Encoding.UTF16) == 0
    assert source.offset(Position(0, 3), Encoding.UTF8) == 0
    assert source.offset(Position(0, 4), Encoding.UTF8) == 1


def test_a_lone_surrogate_does_no_harm() -> None:
    source = SourceText("a\ud800b")
    assert source.position(3, Encoding.UTF8).column == 5


def test_labels_count_from_one() -> None:
    assert SourceText("a\nbc").label(3) == "2:2"


def naive_offset(text: str, column: int, encoding: Encoding) -> int:
    """Counted character by character."""
    codec, width = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[
        encoding
    ]
    used = 0
    for count, character in enumerate(text):
        used += len(character.encode(codec, "surrogatepass")) // width
        if used > column:
            return count
    return len(text)


@given(st.text(alphabet="aé€𝄞\ud834\udd1e"), st.integers(0, 40), st.sampled_from(Encoding))
def test_columns_are_as_counted_character_by_character(
    text: str, column: int, encoding: Encoding
) -> None:
    # Two halves of a character that stand side by side are one, to whoever sends them.
    text = text.replace("\ud834\udd1e", "a")
    offset = SourceText(text).offset(Position(0, column), encoding)
    assert offset == naive_offset(text, column, encoding)


@pytest.mark.slow
@pytest.mark.timeout(30)
def test_columns_in_a_line_of_a_megabyte_are_counted_as_a_whole() -> None:
    source = SourceText("é𝄞" * 500_000)
    for encoding in Encoding:
        column = source.position(999_999, encoding).column
        # Counting one character after the other would take minutes for all of these.
        for _ in range(20):
            assert source.offset(Position(0, column), encoding) == 999_999


@given(
    st.text("ab\r\n", max_size=12),
    st.integers(0, 12),
    st.integers(0, 12),
    st.text("a\r\n", max_size=4),
)
def test_an_edit_carries_the_line_index_over(
    text: str, one: int, other: int, replacement: str
) -> None:
    span = Span(*sorted((min(one, len(text)), min(other, len(text)))))
    source = SourceText(text)
    edited = source.edited(span, replacement)
    assert edited.text == text[: span.start] + replacement + text[span.end :]
    assert edited.line_starts == SourceText(edited.text).line_starts
