"""The lines of a table of pairs, without a screen."""

from __future__ import annotations

from typing import Any

import pytest

from plancore.report.lines import line_width
from plandiff.viewmodel.batch import BatchTable
from support.batches import batch, row


@pytest.mark.parametrize("work", ["comparing", "plans executed, of 200: 31, 12 s", "x" * 150])
@pytest.mark.parametrize("figures", [{}, {"f1": 0.5}, {"f1": 0.5, "precision": 1.0, "recall": 0.1}])
def test_rows_of_pairs_at_work_are_as_wide_as_others(work: str, figures: dict[str, Any]) -> None:
    rows = [row("a/d.pddl", note="why", **figures)] if figures else []
    for width in (48, 60, 80, 99, 100, 120, 200):
        table = BatchTable(batch(*rows), rows, width, ["long-" * 9 + "/d.pddl"])
        lines = [table.line(known, is_marked=False) for known in rows]
        lines += [table.line(known, is_marked=True, work=work) for known in rows]
        lines.append(table.work_line("long-" * 9 + "/d.pddl", work, is_marked=False))
        assert {line_width(line) for line in lines} <= {width - 1, width, line_width(lines[0])}
        assert line_width(lines[-1]) == line_width(lines[0])
        said = "".join(piece.text for piece in lines[-1])
        assert said.startswith("  ○ ")
        assert work in said or "…" in said


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["a/learned.pddl", "b/learned.pddl"], ["a", "b"]),
        (["a/x/learned.pddl", "b/x/learned.pddl"], ["a", "b"]),
        # One file of another name does not bring the ending back to all others.
        (["a/d.pddl", "b/d.pddl", "b/e.pddl"], ["a", "b", "b/e.pddl"]),
        (["a/d.pddl", "b/e.pddl"], ["a/d.pddl", "b/e.pddl"]),
        (["a/d.pddl", "b/d.pddl", "a"], ["a/d.pddl", "b/d.pddl", "a"]),
        (["a/d.pddl"], ["a/d.pddl"]),
        (["d.pddl", "d.pddl"], ["d.pddl", "d.pddl"]),
    ],
)
def test_what_most_names_end_in_stands_above_them(names: list[str], shown: list[str]) -> None:
    rows = [row(name, f1=0.5) for name in names]
    table = BatchTable(batch(*rows), rows, 80)
    lines = ("".join(piece.text for piece in table.line(known, is_marked=False)) for known in rows)
    assert [line.split()[3] for line in lines] == shown
