"""In which domain and problem two plans are executed that name none."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.judged import LEARNED, PLANS, PROBLEM, REFERENCE
from support.plandiff_run import plandiff
from support.viewer import viewer

pytestmark = pytest.mark.viewer_behaviour(25)

PLAN = PLANS["evening.plan"]
"""Valid in the reference; in the learned domain its second step fails."""


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def executed(folder: Path, learned: str, reference: str) -> list[str]:
    """The lines that say where plans are executed, and what becomes of them."""
    shown = plandiff(learned, reference, "--width", "9999", folder=folder).out
    verdict, *notes = shown.splitlines()
    return [*verdict.split("; ")[1:], *notes]


def test_beside_a_learned_domain_and_its_reference_it_is_the_reference(tmp_path: Path) -> None:
    models = {"learned.pddl": LEARNED, "reference.pddl": REFERENCE, "p.pddl": PROBLEM}
    write(tmp_path, models | {"l.plan": PLAN, "r.plan": PLAN})
    assert executed(tmp_path, "l.plan", "r.plan") == [
        "valid, cost 4",
        "executed in p.pddl with reference.pddl",
        "note: executed in reference.pddl; use --domain for another, such as learned.pddl",
    ]
    (tmp_path / "p.pddl").write_text(f";;!domain: learned.pddl\n{PROBLEM}")
    assert "executed in p.pddl with learned.pddl" in executed(tmp_path, "l.plan", "r.plan")


def test_it_is_the_references_own_task(tmp_path: Path) -> None:
    write(tmp_path / "new", {"domain.pddl": LEARNED, "p.plan": PLAN})
    write(tmp_path / "ref", {"domain.pddl": REFERENCE, "p.pddl": PROBLEM, "p.plan": PLAN})
    assert executed(tmp_path, "new/p.plan", "ref/p.plan") == [
        "valid, cost 4",
        "executed in ref/p.pddl with ref/domain.pddl",
    ]
    # Where both have one, too: what is learned is held against the reference.
    write(tmp_path / "new", {"p.pddl": PROBLEM})
    assert "executed in ref/p.pddl with ref/domain.pddl" in executed(
        tmp_path, "new/p.plan", "ref/p.plan"
    )
    # But for a plan that says what it is for.
    write(tmp_path / "new", {"p.plan": f";;!domain: domain.pddl\n;;!problem: p.pddl\n{PLAN}"})
    assert "executed in new/p.pddl with new/domain.pddl" in executed(
        tmp_path, "new/p.plan", "ref/p.plan"
    )


def test_what_is_no_problem_is_not_another_one(tmp_path: Path) -> None:
    models = {"domain.pddl": REFERENCE, "task.pddl": PROBLEM, "empty.pddl": "", "x.pddl": "(oops"}
    write(tmp_path, models | {"l.plan": PLAN, "r.plan": PLAN})
    assert "executed in task.pddl with domain.pddl" in executed(tmp_path, "l.plan", "r.plan")


async def test_the_viewer_says_in_what_plans_are_executed(tmp_path: Path) -> None:
    write(tmp_path, {"domain.pddl": REFERENCE, "p.pddl": PROBLEM, "l.plan": PLAN, "r.plan": PLAN})
    async with viewer(tmp_path / "l.plan", tmp_path / "r.plan", size=(120, 40)) as view:
        await view.press("i")
        assert "executed in p.pddl with domain.pddl" in view.text
