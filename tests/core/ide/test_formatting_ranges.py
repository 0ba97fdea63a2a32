"""A range that is formatted has what the whole file has there, and costs what it holds."""

from __future__ import annotations

from random import Random
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.snapshot import FileSnapshot
from plancore.source import Span


def test_a_range_is_formatted_alone() -> None:
    text = dedent(
        """\
        (define (domain d)
        (:predicates   (p))
        (:action a   :effect (p))
        (:action b   :effect (p)))
        """
    )
    start = text.index("(:action a")
    edits = format_edits(FileSnapshot.of(text), Span(start, start + 5))
    assert apply_edits(text, edits) == dedent(
        """\
        (define (domain d)
        (:predicates   (p))

          (:action a
            :effect (p))
        (:action b   :effect (p)))
        """
    )


def _with_facts(count: int) -> str:
    lines = (
        f"(p o{number})" if number % 7 else f"  ( p   o{number} ) ; {number}\n;; above\n\n"
        for number in range(count)
    )
    facts = "\n".join(lines)
    return f"(define (problem e) (:domain d)\n(:init {facts}\n)\n (:goal (p o1)))\n"


def test_a_range_of_many_facts_is_what_the_whole_has_there() -> None:
    text = _with_facts(6_000)
    file = FileSnapshot.of(text)
    whole = format_edits(file)
    for at in (0, 20, len(text) // 3, len(text) // 2, len(text) - 40):
        start = text.rfind("\n", 0, at + 1) + 1
        end = text.index("\n", min(start + 300, len(text) - 1))
        span = Span(start, end)
        lines = [edit for edit in whole if span.start <= edit.span.start and edit.span.end <= end]
        assert list(format_edits(file, span)) == lines


OBJECTS = (
    "a{n} - t", "  a{n}   b{n} - t ; why", "a{n}\n b{n}  - t", "; - t", "", "a{n} - (either t",
    " u)", "a{n} -", "t", "  a{n} - t;", "( :private p{n} - t", ")", "a{n}\t- t  ", "; ( x - t",
)  # fmt: skip


@pytest.mark.slow
@given(st.lists(st.sampled_from(OBJECTS), max_size=9), st.integers(0, 9), st.randoms())
def test_a_range_of_many_objects_is_what_the_whole_has_there(
    odd: list[str], at: int, random: Random
) -> None:
    lines = ["a - t", "  b{n} c{n}   - t", "d{n} - (either t u)"] * 500
    where = random.choice((3, 700, 1490))
    lines[where : where + at] = odd
    text = "\n".join(line.replace("{n}", str(number)) for number, line in enumerate(lines))
    text = f"(define (problem e) (:domain d)\n(:objects {text}\n)\n (:goal (p o1)))\n"
    file = FileSnapshot.of(text)
    assert file.source.text == text
    whole = format_edits(file)
    for _ in range(6):
        line = min(max(where + random.randint(-4, 14), 0), text.count("\n") - 2)
        start = file.source.line_starts[line]
        end = text.index("\n", min(start + random.randint(0, 60), len(text) - 1))
        lies = [edit for edit in whole if start <= edit.span.start and edit.span.end <= end]
        assert list(format_edits(file, Span(start, end))) == lies


@pytest.mark.parametrize("comment", ["", " ; why", "\n\n ; above"])
@pytest.mark.parametrize("count", [3, 400])
def test_a_range_behind_many_objects_is_what_the_whole_has_there(count: int, comment: str) -> None:
    names = "".join(f" o{number}   - t" for number in range(count))
    text = f"(define (problem e)\n (:domain d) (:objects{names}){comment}\n(:init  (p o1)) ; x\n)"
    file = FileSnapshot.of(text)
    start = text.index("(:init")
    end = text.index("\n", start)
    expected = [edit for edit in format_edits(file) if start <= edit.span.start < end]
    assert list(format_edits(file, Span(start, end))) == expected


def test_a_range_costs_as_much_as_it_has() -> None:
    def tokens(count: int) -> int:
        text = _with_facts(count)
        calls = 0

        def count_calls(*_: object) -> None:
            nonlocal calls
            calls += 1

        middle = text.index("\n", len(text) // 2)
        format_edits(FileSnapshot.of(text), Span(middle, middle + 200), checkpoint=count_calls)
        return calls

    assert tokens(40_000) <= tokens(10_000) + 2
