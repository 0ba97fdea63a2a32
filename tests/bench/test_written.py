"""The tables of benchmarks as pages have them."""

from __future__ import annotations

import io

import pytest

from bench.written import Written, missing_program


@pytest.mark.parametrize(
    ("line", "program"),
    [
        ("| corpus | 0.2 | VAL | not installed | | |\n", "VAL"),
        ("| VAL | not installed |\n", "VAL"),
        ("| a.pddl | not installed | 3.1 |\n", None),
        ("| VAL | 3.1 |\n", None),
        ("VAL is not installed\n", None),
        ("| not installed |\n", None),
    ],
)
def test_a_row_of_a_program_that_is_not_here(line: str, program: str | None) -> None:
    assert missing_program(line) == program


def test_such_rows_are_left_out_and_the_programs_named_once() -> None:
    shown = io.StringIO()
    written = Written(shown)
    written.write("| file | program | ms |\n|---|---|--:|\n| a | VAL | not in")
    written.write("stalled |\n| a | ours | 1 |\n| b | VAL | not installed |\n| b | ours | 2 |")
    written.finish()
    table = "| file | program | ms |\n|---|---|--:|\n| a | ours | 1 |\n| b | ours | 2 |\n"
    assert written.text == shown.getvalue() == f"{table}\nNot installed here: VAL.\n"
