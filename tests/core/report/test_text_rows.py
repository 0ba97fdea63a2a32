"""Texts line by line: which lines became others, and which words of them differ."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from plancore.report.lines import Tone
from plancore.report.rows.row import Cell, ViewRow
from plancore.report.rows.texts import Text, TextRows, similar_pairs, with_words_marked
from plancore.source import SourceText

LINES = st.lists(
    st.lists(st.sampled_from(["(", ")", "a", "b", "c", "d", " "]), max_size=5).map(" ".join),
    max_size=6,
)


def rows_of(learned: str, reference: str) -> list[ViewRow]:
    rows = TextRows(Text(SourceText(learned), "learned"), Text(SourceText(reference), "reference"))
    return [rows.row(at) for at in range(rows.count)]


def marked_words(cell: Cell | None) -> list[str]:
    return [] if cell is None else [cell.text[slice(*span)] for span in cell.marks]


def test_lines_that_became_others_stand_beside_them_with_their_words_marked() -> None:
    rows = rows_of("(at ?x ?y)\n(new)\n(on ?a ?b) ; here", "(at ?x ?z)\n(on ?b)")
    assert [row.sign for row in rows] == ["~", "+", "~"]
    assert [marked_words(cell) for cell in rows[0].cells] == [["?y"], ["?z"]]
    assert [marked_words(cell) for cell in rows[2].cells] == [["?a", ";", "here"], []]


def test_blanks_make_no_difference_and_are_told() -> None:
    rows = TextRows(
        Text(SourceText("  (a\tb)\n(c)\n(d)\n"), "l"), Text(SourceText("(a  b)\n(c)\n(d)"), "r")
    )
    row = rows.row(0)
    assert (row.sign, row.tone, row.remark) == ("=", Tone.SAME, "except for whitespace")
    assert rows.stops == []
    assert rows.fold_text(0, 3) == "3 equal lines, 1 except for whitespace"
    assert rows_of("(p", "(p)")[0].sign == "~"


def test_lines_that_have_little_in_common_are_missing_and_extra() -> None:
    assert [row.sign for row in rows_of("(a b c)", "(a d e f)")] == ["-", "+"]


@given(LINES, LINES)
def test_each_line_is_there_once_and_in_order(learned: list[str], reference: list[str]) -> None:
    rows = rows_of("\n".join(learned), "\n".join(reference))
    for side in range(2):
        numbers = [int(cell.number) for row in rows if (cell := row.cells[side]) is not None]
        assert numbers == list(range(1, len(numbers) + 1))
    for row in rows:
        has_both = None not in row.cells
        assert has_both == (row.sign in "=~")


@given(LINES, LINES)
def test_no_other_pairs_are_more_alike(ours: list[str], theirs: list[str]) -> None:
    def likeness(one: str, other: str) -> float:
        left = [word for word in one.split() if word not in "()"]
        right = [word for word in other.split() if word not in "()"]
        both = sum(min(left.count(word), right.count(word)) for word in set(left))
        alike = 2 * both / (len(left) + len(right)) if left or right else 0.0
        return alike if alike >= 0.5 else 0.0

    best = max(
        sum(likeness(ours[i], theirs[j]) for i, j in zip(left, right, strict=True))
        for size in range(min(len(ours), len(theirs)) + 1)
        for left in combinations(range(len(ours)), size)
        for right in combinations(range(len(theirs)), size)
    )
    pairs = similar_pairs(ours, theirs)
    assert pairs == sorted(pairs)
    assert abs(sum(likeness(ours[i], theirs[j]) for i, j in pairs) - best) < 1e-9


@given(LINES, LINES)
def test_what_is_not_marked_is_the_same_on_both_sides(one: list[str], other: list[str]) -> None:
    cells = with_words_marked(Cell(" ".join(one)), Cell(" ".join(other)))
    rests = []
    for cell in cells:
        text = list(cell.text)
        for start, end in cell.marks:
            text[start:end] = " " * (end - start)
        rests.append("".join(text).split())
    assert rests[0] == rests[1]
