"""The recorded problem-solving figures of AMLGym, which are right on all but one record.

It stops at a domain that it cannot read, where every problem is a parse error.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from planeval.cli import main
from support.amlgym_records import records
from support.command import run_command
from support.material import material

pytest.importorskip("kairos", reason="kairos-planner has wheels for Linux only")

FIGURES = {
    "solving_ratio": "solving_ratio",
    "false_plans_ratio": "false_plans_ratio",
    "unsolvable_ratio": "unsolvable_ratio",
    "timed_out": "timeout_ratio",
    "syntax_errors": "parse_error_ratio",
}
"""AMLGym's names, and ours."""

STOPS = {name: float(name == "syntax_errors") for name in FIGURES}
"""What it should say of a domain that it cannot read."""


@pytest.mark.slow
@pytest.mark.needs("material:oracles/amlgym.jsonl")
def test_the_figures_of_amlgym(tmp_path: Path) -> None:
    found = records(material("oracles", "amlgym.jsonl"), "problem_solving")
    assert len(found) >= 7
    for record in found:
        folder = tmp_path / record["id"]
        folder.mkdir()
        for side in ("learned", "reference"):
            (folder / f"{side}.pddl").write_text(record[side], encoding="utf-8")
        for number, text in enumerate(record["problems"], start=1):
            (folder / f"p{number}.pddl").write_text(text, encoding="utf-8")
        told = record["amlgym_1_0_13"]
        expected = STOPS if "error" in told else told
        figures = _figures(folder, len(record["problems"]))
        assert {name: figures[ours] for name, ours in FIGURES.items()} == expected, record["id"]


def _figures(folder: Path, n_problems: int) -> dict[str, Any]:
    names = [f"p{number}.pddl" for number in range(1, n_problems + 1)]
    done = run_command(
        main,
        *("solve", "learned.pddl", "reference.pddl", *names),
        *("--only-learned", "--format", "json"),
        cwd=folder,
    )
    metrics: dict[str, Any] = json.loads(done.stdout)["metrics"]
    return metrics
