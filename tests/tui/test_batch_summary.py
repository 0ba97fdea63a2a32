"""What stands below a table of pairs, without a screen."""

from __future__ import annotations

import pytest

from plancore.report.lines import cell_width
from plandiff.viewmodel.batch import summary_lines
from support.batches import batch, row

_ROWS = (
    row("a/d.pddl", f1=0.5, precision=1.0, recall=0.25, similarity=0.75, pre_f1=0.5, eff_f1=0.5),
    row("a/p.pddl", kind="problem", f1=1.0, precision=1.0, recall=1.0),
    row("a/p.plan", kind="plan", lcs=0.5, jaccard=0.75, valid=0.0, goals=0.5),
)


def shown(width: int, height: int) -> list[str]:
    lines = summary_lines(batch(*_ROWS), len(_ROWS), width, height)
    return ["".join(piece.text for piece in line) for line in lines]


def test_a_plan_that_is_missing_is_not_among_those_of_which_some_are_invalid() -> None:
    rows = *_ROWS, row("a/q.plan", "missing", kind="plan", lcs=0.0, jaccard=0.0, valid=0.0)
    said = "".join(piece.text for piece in summary_lines(batch(*rows), len(rows), 400, 10)[0])
    assert said.startswith("invalid plans 1/1 · ")


def test_means_stand_in_one_line_where_there_is_room() -> None:
    (said,) = shown(400, 10)
    assert said.startswith("invalid plans 1/1 · domains mean F1 0.500")
    for text in ("problems mean F1 1.000", "plans mean LCS 0.500", "Jaccard 0.750"):
        assert f" · {text}" in said


@pytest.mark.parametrize("width", [46, 58, 78, 98])
def test_without_room_kinds_begin_lines_and_go_on_below(width: int) -> None:
    said = shown(width, 50)
    assert all(cell_width(text) <= width for text in said)
    assert " · ".join(said) == shown(400, 10)[0], "nothing is left out"
    for text in ("domains mean", "problems mean", "plans mean"):
        assert sum(text in line for line in said) == 1
    assert sum(line.startswith(("problems mean", "plans mean")) for line in said) == 2


@pytest.mark.parametrize("height", [5, 10, 15, 24, 40])
def test_the_rows_keep_their_room_and_first_figures_come_first(height: int) -> None:
    said, whole = shown(58, height), shown(58, 50)
    assert len(said) <= max(height // 6, 1)
    assert set(said) <= set(whole)
    if height >= 24:
        for text in ("domains mean F1", "problems mean F1", "plans mean LCS"):
            assert any(text in line for line in said)
