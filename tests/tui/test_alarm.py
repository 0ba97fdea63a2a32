"""What is wrong with the files stands above all else, whatever room there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancore.report.lines import Line, line
from plandiff.viewmodel.heading import alarming
from support.viewer import viewer

DOMAIN = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"


def texts(said: list[Line]) -> list[str]:
    return ["".join(piece.text for piece in one) for one in said]


def test_one_thing_goes_on_below_and_ends_in_dots() -> None:
    said = [line("one two three four five six")]
    assert texts(alarming(said, 40, 2)) == ["one two three four five six"]
    assert texts(alarming(said, 20, 2)) == ["one two three four ", "    five six"]
    assert texts(alarming(said, 16, 2)) == ["one two three ", "    four five  …"]
    assert texts(alarming(said, 10, 2)) == ["one two ", "    three…"]


def test_of_several_things_each_has_a_line() -> None:
    said = [line("first is long"), line("second"), line("third")]
    assert texts(alarming(said, 9, 3)) == ["first is…", "second", "third"]
    assert texts(alarming(said, 9, 2)) == ["first is…", "second…"]


@pytest.mark.parametrize("size", [(60, 15), pytest.param((120, 40), marks=pytest.mark.slow)])
async def test_the_errors_of_both_files_are_on_the_screen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    learned, reference = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    learned.write_text(
        DOMAIN.replace(":effect (p)", ":effect (p) :effect (p) :unheard-of-slot (p)")
    )
    reference.write_text(DOMAIN[:-1])
    async with viewer(learned, reference, size=size) as view:
        first, second, third = view.lines()[:3]
        assert "error" in first
        assert "learned.pddl:1:" in first
        assert "error: reference.pddl:1:" in second
        assert "reference.pddl ▸ learned.pddl" in third
