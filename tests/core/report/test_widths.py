"""Widths of columns, texts broken, names cut in the middle, signs in ASCII."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.report.lines import cell_width, cut_in_the_middle
from plancore.report.marks import in_ascii
from plancore.report.rows.columns import broken, column_widths

TEXTS = st.text(alphabet="ab ?-()\n中é…", max_size=80)
WIDTHS = st.integers(min_value=2, max_value=40)


@given(st.lists(st.integers(0, 200), min_size=1, max_size=4), st.integers(10, 200))
def test_columns_and_rules_fill_the_width(desired: list[int], width: int) -> None:
    assert sum(column_widths(desired, width)) + len(desired) - 1 == width


def test_a_column_gets_what_another_does_not_need() -> None:
    assert column_widths([30, 40], 101) == [50, 50]
    assert column_widths([30, 90], 101) == [30, 70]
    assert column_widths([90, 10], 101) == [76, 24]
    assert column_widths([90, 80], 101) == [50, 50]


@given(TEXTS, WIDTHS)
def test_a_broken_text_fits_and_is_all_there(text: str, width: int) -> None:
    spans = list(broken(text, width))
    assert spans
    assert all(cell_width(text[start:end]) <= width for start, end in spans)
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(text)]
    between = [text[end:start] for end, start in zip(ends, starts, strict=True)]
    assert set(between) <= {"", " ", "\n"}


def test_words_are_broken_only_where_they_do_not_fit() -> None:
    text = "(connected ?from ?to) abcdefghijklmnop"
    assert [text[slice(*span)] for span in broken(text, 12)] == [
        "(connected",
        "?from ?to)",
        "abcdefghijkl",
        "mnop",
    ]


@given(TEXTS, st.integers(0, 40))
def test_a_name_that_is_cut_keeps_both_ends(text: str, width: int) -> None:
    cut = cut_in_the_middle(text, width)
    assert cell_width(cut) <= width
    if cell_width(text) <= width:
        assert cut == text
    elif width:
        head, _, tail = cut.partition("…") if "…" not in text else ("", "", "")
        assert text.startswith(head)
        assert text.endswith(tail)


def test_a_name_is_cut_in_the_middle() -> None:
    assert cut_in_the_middle("satellite-learned-from-40-traces.pddl", 20) == "satellite-…aces.pddl"


@given(st.text(max_size=60))
def test_ascii_is_ascii_and_as_wide(text: str) -> None:
    assert in_ascii(text).isascii()
    assert cell_width(in_ascii(text)) == cell_width(text)


def test_the_signs_stay_apart_in_ascii() -> None:
    signs = "=≈~»↕-+✗·"
    assert len(set(in_ascii(signs))) == len(signs)
    assert in_ascii("▸ ▆ ╱ 中") == "> 5 / ??"


def test_no_sign_of_the_viewer_is_a_question_mark_in_ascii() -> None:
    assert in_ascii("∗ ┊▐▌█") == "* :||7"


def test_the_box_of_a_search_is_one_in_ascii() -> None:
    assert in_ascii(f"{'▔' * 30}\n🔎 search\n{'▁' * 30}") == f"{'-' * 30}\n/  search\n{'-' * 30}"
    assert in_ascii("▁▁▁▁ ▁█") == "0000 07", "shares are digits still"
