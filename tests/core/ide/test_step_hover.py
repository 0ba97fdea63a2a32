"""What is said of a step of a plan: the ground action, what it needs and what it changes."""

from __future__ import annotations

import pytest

from plancore.ide.information.hover import hover
from plancore.source import Span
from plancore.workspace import Workspace
from support.plan_findings import plan_project

pytestmark = pytest.mark.server_behaviour(17)

PLAN = """\
(pick-up ann parcel depot)
(move ann depot square)
(drop-off ann parcel square)
(pick-up ann letter depot)
"""
OVEN = {
    "oven.pddl": """\
(define (domain oven)
  (:requirements :durative-actions :numeric-fluents)
  (:predicates (hot) (on))
  (:functions (baked))
  (:action switch :parameters () :precondition (>= (baked) 2)
    :effect (and (not (on)) (increase (baked) 3)))
  (:durative-action bake :parameters () :duration (= ?duration 5)
    :condition (at start (on)) :effect (and (at start (hot)) (at end (not (hot))))))
""",
    "bread.pddl": """\
(define (problem bread) (:domain oven) (:init (on) (= (baked) 2)) (:goal (on)))
""",
}


def said(plan: str, at: str, models: dict[str, str] | None = None) -> list[str]:
    """The signature and the sentences for the name that begins behind `at`."""
    project = plan_project(plan, models)
    answer = hover(project, project.files["a.plan"], plan.index(at) + len(at))
    return [answer.signature, *answer.facts] if answer else []


def test_a_step_that_was_executed() -> None:
    assert said(PLAN, "square)\n(") == [
        "(drop-off ann parcel square)",
        "step 3 of 4",
        "action `(drop-off ?a - courier ?p - package ?l - place)`",
        "requires `(requested parcel square)`, which was never true",
        "requires `(has ann parcel)`, true since step 1",
        "requires `(at ann square)`, true since step 2",
        "when applicable: makes true `(delivered parcel)`, `(in parcel square)`",
        "when applicable: makes false `(has ann parcel)`",
        "state before: 10 facts; about its objects: `(at ann square)`, `(has ann parcel)`",
    ]


def test_what_holds_since_the_problem_made_it_so() -> None:
    bread = "(define (problem bread) (:domain oven) (:init (= (baked) 2) (at 3 (on))) (:goal (on)))"
    facts = said("4: (bake) [5]\n", ": (", {**OVEN, "bread.pddl": bread})
    assert "requires `(on)`, true since a timed fact" in facts


def test_a_step_behind_the_one_that_fails() -> None:
    facts = said(PLAN, "parcel square)\n(")
    assert facts[3:5] == [
        "not reached: step 3 fails; the state shown is before step 3",
        "requires `(at ann depot)`, which was deleted by step 2",
    ]


def test_numbers_and_negative_conditions() -> None:
    facts = said("(switch)\n", "(", OVEN)
    assert "requires `(>= (baked) 2)`, true: (baked) = 2" in facts
    assert "sets `(baked)` to 5" in facts
    assert "makes false `(on)`" in facts


def test_a_step_that_takes_time() -> None:
    assert said("0: (bake) [5]\n", "(", OVEN)[3:] == [
        "requires `(on)`, true initially",
        "at start: makes true `(hot)`",
        "at end: makes false `(hot)`",
    ]


def test_a_step_that_takes_time_changes_numbers() -> None:
    """What happened is told with its values; beside other steps, what is certain."""
    models = {
        "oven.pddl": OVEN["oven.pddl"].replace(
            "(at end (not (hot)))", "(at end (increase (baked) 4)) (at end (not (hot)))"
        ),
        "bread.pddl": OVEN["bread.pddl"],
    }
    assert said("0: (bake) [5]\n", "(", models)[-2:] == [
        "at end: makes false `(hot)`",
        "at end: sets `(baked)` to 6",
    ]
    assert said("0: (bake) [5]\n5: (switch)\n", "0: (", models)[-2:] == [
        "at end: makes false `(hot)`",
        "at end: changes `(baked)`",
    ]


def test_what_a_step_would_change() -> None:
    models = {
        "oven.pddl": OVEN["oven.pddl"].replace("(not (on))", "(when (hot) (not (on)))"),
        "bread.pddl": OVEN["bread.pddl"].replace("(= (baked) 2)", "(= (baked) 1)"),
    }
    assert said("(switch)\n", "(", models)[4:-1] == [
        "when applicable: changes `(baked)`",
        "when applicable: further changes depend on the state",
    ]


def test_an_argument_is_about_the_object_and_the_step() -> None:
    assert said(PLAN, "square)\n(drop-off ann ") == [
        "parcel - package",
        "object",
        "step 3 of 4: `(drop-off ann parcel square)`",
        "parameter `?p - package`",
        "requires `(requested parcel square)`, which was never true",
        "requires `(has ann parcel)`, true since step 1",
        "requires `(at ann square)`, true since step 2",
        "when applicable: makes true `(delivered parcel)`, `(in parcel square)`",
        "when applicable: makes false `(has ann parcel)`",
        "state before: 10 facts; about `parcel`: `(has ann parcel)`",
    ]
    assert said(PLAN, "(move ann depot squar")[:2] == ["square - place", "object"]
    assert said("(move an depot square)\n", "(move an")[:4] == [
        "an",
        "undeclared object",
        "step 1 of 1: `(move an depot square)`",
        "parameter `?a - courier`",
    ]
    assert said("(bake oven)\n", "(bake ov", OVEN)[2:] == [
        "step 1 of 1: `(bake oven)`",
        "not executed: bake takes 0 arguments, got 1",
    ]


def test_a_name_at_its_end_is_the_action() -> None:
    assert said(PLAN, "(pick-up")[0] == "(pick-up ann parcel depot)"


def test_an_action_is_as_it_was_edited_last() -> None:
    workspace = Workspace()
    text = "(define (domain d) (:action go :parameters (?a)))"
    workspace.set_text("d.pddl", text)
    workspace.set_text("a.plan", "(go x)\n")
    assert hover(workspace.snapshot, workspace.snapshot.files["a.plan"], 2) is not None
    workspace.edit("d.pddl", Span(text.index("?a") + 2, text.index("?a") + 2), " ?b")
    for name, place in (("a.plan", 2), ("d.pddl", text.index("go") + 1)):
        answer = hover(workspace.snapshot, workspace.snapshot.files[name], place)
        assert answer is not None
        assert "?a ?b" in "".join((answer.signature, *answer.facts))


def test_below_a_step_that_is_none() -> None:
    facts = said("(fly ann)\n(move ann depot square)\n", ")\n(")
    assert facts[-1] == ("not executed: an earlier step is malformed")
    assert said("(move an depot square)\n", "(")[-1] == "not executed: unknown object an"


def test_without_a_problem_the_action_is_named() -> None:
    models = {"reference.pddl": "(define (domain d) (:action go :parameters (?a ?b)))"}
    assert said("(go x y)\n", "(", models) == ["(go x y)", "step 1 of 1", "action `(go ?a ?b)`"]


def test_what_is_said_is_bounded() -> None:
    objects = " ".join(f"o{number}" for number in range(200))
    facts = " ".join(f"(p o{number} x)" for number in range(200))
    models = {
        "d.pddl": "(define (domain d) (:predicates (p ?a ?b)) (:action a :parameters (?x) "
        ":precondition (forall (?y) (p ?y ?x)) :effect (forall (?y) (not (p ?y ?x)))))",
        "p.pddl": f"(define (problem q) (:domain d) (:objects x {objects}) (:init {facts}) "
        "(:goal (and)))",
    }
    assert sum(map(len, said("(a x)\n", "(", models))) < 1000
