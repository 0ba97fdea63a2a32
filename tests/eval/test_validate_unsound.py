"""`planeval validate` beside errors in the domain or the problem."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from planeval.cli import main
from support.command import in_one_line


@pytest.mark.parametrize(
    ("effect", "init", "goal", "error"),
    [
        ("(and)", "(mass box 3)", "(light box)", "`mass` is a function, not a predicate"),
        ("(and)", "(= (mass box) 3)", "(mass box)", "`mass` is a function, not a predicate"),
        ("(increase (mass ?x) ?duration)", "(= (mass box) 3)", "(light box)",
         "`?duration` is only allowed in a durative action"),
        ("(and)", "(= (mass box) 3) (at box)", "(light box)", "undeclared predicate `at`"),
    ],
)  # fmt: skip
def test_a_plan_that_fails_beside_an_error_is_undecided(
    effect: str,
    init: str,
    goal: str,
    error: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d.pddl").write_text(
        f"""(define (domain d) (:requirements :fluents) (:predicates (light ?x) (big ?x))
        (:functions (mass ?x)) (:action weigh :parameters (?x)
        :precondition (and (>= (mass ?x) 2) (big ?x)) :effect {effect}))"""
    )
    Path("p.pddl").write_text(
        f"(define (problem p) (:domain d) (:objects box) (:init {init}) (:goal {goal}))"
    )
    Path("p.plan").write_text("(weigh box)\n")
    status = main(["validate", "d.pddl", "p.pddl", "p.plan", "--format", "json"])
    (plan,) = json.loads(capsys.readouterr().out)["plans"]
    assert (status, plan["verdict"], plan["failing_step"]) == (2, "undecided", None)
    assert error in plan["reason"]


def test_an_object_that_the_domain_uses_is_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d.pddl").write_text(
        "(define (domain d) (:predicates (on ?x)) (:action a :effect (on lamp)))"
    )
    Path("p.pddl").write_text(
        "(define (problem p) (:domain d) (:objects lamp) (:init) (:goal (on lamp)))"
    )
    Path("p.plan").write_text("(a)\n")
    assert main(["validate", "d.pddl", "p.pddl", "p.plan"]) == 0
    told = in_one_line(capsys.readouterr().out)
    assert "note: the domain uses `lamp`, an object of the problem" in told
