"""Lines of reports: colours, widths, and text that must not be obeyed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancore.report.lines import (
    Piece,
    Tone,
    cell_width,
    folded,
    line,
    padded,
    render,
    table,
    visible,
)


def test_colours_change_nothing_but_colour() -> None:
    lines = [line(Piece("- gone", Tone.MISSING), " and ", Piece("+ here", Tone.EXTRA))]
    assert render(lines) == "- gone and + here\n"
    assert render(lines, colour=True) == (
        "\x1b[38;5;208m- gone\x1b[0m and \x1b[38;5;39m+ here\x1b[0m\n"
    )


def test_no_blanks_at_the_end_of_a_line() -> None:
    assert render([line("a ", Piece("  ", Tone.DIM)), ()]) == "a\n\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(move ?a)", "(move ?a)"),
        ("a\tb\nc", "a b␊c"),
        ("\x1b[2J\x7f", "␛[2J␡"),
        ("\u202eabc\u200b", "⟨U+202E⟩abc⟨U+200B⟩"),
        ("a\u00a0b", "a b"),
        ("é中", "é中"),
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.slow
@given(st.text())
def test_what_is_visible_is_printable(text: str) -> None:
    assert visible(text).isprintable()


WORDS = st.lists(st.text("ab(?中", min_size=1, max_size=30), max_size=12)


@given(WORDS, st.integers(20, 60), st.integers(0, 6))
def test_folded_lines_fit_and_lose_no_character(words: list[str], width: int, indent: int) -> None:
    text = " " * indent + " ".join(words)
    made = render([line(text)], width=width)
    assert all(cell_width(row) <= width for row in made.splitlines())
    assert "".join(made.split()) == "".join(words)


@given(WORDS, st.integers(20, 40), st.integers(0, 6), st.integers(0, 30))
def test_a_word_that_is_not_broken_is_a_line_of_its_own(
    words: list[str], width: int, indent: int, hanging: int
) -> None:
    whole = line(" " * indent + " ".join(words))
    parts = list(folded(whole, width, hanging, breaks_words=False))
    rows = ["".join(piece.text for piece in part).rstrip() for part in parts]
    assert [word for row in rows for word in row.split()] == words
    assert all(cell_width(row) <= width or len(row.split()) == 1 for row in rows)


@example([["aaa"]] * 5 + [["aaa", "bbb"]], 24, True)
@example([["aaa"]] * 5 + [["aaa", "bbb"]], 24, False)
@given(
    st.lists(
        st.lists(st.text("ab(中", min_size=1, max_size=3), min_size=1, max_size=2), max_size=12
    ),
    st.integers(24, 40),
    st.booleans(),
)
def test_a_word_of_several_pieces_is_folded_as_one(
    words: list[list[str]], width: int, breaks_words: bool
) -> None:
    pieces = [
        Piece(part + " " * (at == len(word) - 1)) for word in words for at, part in enumerate(word)
    ]
    texts = [
        [
            "".join(piece.text for piece in part).rstrip()
            for part in folded(whole, width, breaks_words=breaks_words)
        ]
        for whole in (tuple(pieces), line("".join(piece.text for piece in pieces)))
    ]
    assert texts[0] == texts[1]


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    rows = [["a", "1"], ["中", "20"], ["abc"]]
    assert render(table(rows, right=(1,))) == "a     1\n中   20\nabc\n"


_CELLS = st.one_of(st.text(max_size=4), st.builds(Piece, st.text(max_size=4)))


@given(st.lists(st.lists(_CELLS, max_size=4), max_size=5), st.sets(st.integers(0, 3)))
def test_columns_begin_or_end_in_the_same_place(
    rows: list[list[str | Piece]], right: set[int]
) -> None:
    lines = table(rows, tuple(right))
    widths = [max(map(_cell_width, column)) for column in zip_longest(*rows, fillvalue="")]
    for row, made in zip(rows, lines, strict=True):
        cells = [
            " " * fill + _text(cell) if column in right else _text(cell) + " " * fill
            for column, cell in enumerate(row)
            for fill in [widths[column] - _cell_width(cell)]
        ]
        assert "".join(piece.text for piece in made).rstrip() == "  ".join(cells).rstrip()


@given(st.lists(st.text(max_size=4)), st.integers(0, 6))
@pytest.mark.parametrize(("pad", "keeps"), [(str.ljust, str.startswith), (str.rjust, str.endswith)])
def test_a_column_is_padded_to_its_widest_text(
    pad: Callable[[str, int], str],
    keeps: Callable[[str, str], bool],
    column: list[str],
    least: int,
) -> None:
    texts = padded(column, least, pad)
    assert set(map(cell_width, texts)) <= {max([least, *map(cell_width, column)])}
    assert all(map(keeps, texts, column))


def _text(cell: str | Piece) -> str:
    return cell.text if isinstance(cell, Piece) else cell


def _cell_width(cell: str | Piece) -> int:
    return cell_width(_text(cell))
