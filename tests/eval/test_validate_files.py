"""The files that `planeval validate` chooses, and what it says of those that it cannot choose."""

from __future__ import annotations

from pathlib import Path

import pytest

from planeval.cli import main
from support.command import in_one_line

DOMAIN = "(define (domain lamps) (:predicates (on)) (:action switch :effect (on)))"
PROBLEM = "(define (problem one) (:domain lamps) (:init) (:goal (on)))"


def run(capsys: pytest.CaptureFixture[str], folder: Path, files: dict[str, str]) -> str:
    """What is said about the plans of a folder."""
    for name, text in files.items():
        (folder / name).write_text(text)
    main(["validate", "."])
    captured = capsys.readouterr()
    return in_one_line(captured.err + captured.out)


@pytest.fixture(autouse=True)
def _inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_domain_chosen_among_namesakes_is_noted_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = DOMAIN.replace(":effect", ":precondition (not (on)) :effect")
    files = {"x.pddl": DOMAIN, "y.pddl": other, "p1.pddl": PROBLEM, "p2.pddl": PROBLEM}
    told = run(capsys, tmp_path, {**files, "p1.plan": "(switch)", "p2.plan": "(switch)"})
    assert told.count("x.pddl is used as the domain, y.pddl also defines one of its name") == 1
    assert "2 plans: 2 valid" in told


def test_problems_that_fit_a_plan_equally_well_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"d.pddl": DOMAIN, "p1.pddl": PROBLEM, "p2.pddl": PROBLEM, "p1.plan": "(switch)"}
    told = run(capsys, tmp_path, {**files, "other.plan": "(switch)"})
    assert "no problem found for ./other.plan, as p1.pddl and p2.pddl fit equally well" in told


def test_plans_without_a_domain_are_one_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {f"p{n}.pddl": PROBLEM for n in range(5)}
    told = run(capsys, tmp_path, {**files, **{f"p{n}.plan": "(switch)" for n in range(5)}})
    assert told.count("planeval: error:") == 1
    assert "no domain found for ./p0.pddl, ./p1.pddl, ./p2.pddl and 2 more" in told


def test_a_trajectory_is_no_plan_and_has_no_step_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trajectory = "(trajectory (:init (on)) (:action (switch)) (:state (on)))"
    files = {"d.pddl": DOMAIN, "p.pddl": PROBLEM, "p.plan": trajectory}
    assert "p.plan: malformed: not a plan but a trajectory" in run(capsys, tmp_path, files)
