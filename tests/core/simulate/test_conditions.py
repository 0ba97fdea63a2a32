"""Conditions: what each connective and quantifier means."""

from __future__ import annotations

import pytest

from plancore.simulate.task import Task
from support.tasks import run, task_of, verdict

TYPES = """
(:requirements :adl :typing)
(:types cat dog - animal animal thing - object)
(:constants tom - cat)
(:predicates (p ?x) (q ?x) (near ?x ?y) (raining))
"""
OBJECTS = """
(:objects rex - dog kim - cat box bag - thing)
(:init (p tom) (p kim) (q kim) (near tom rex) (near rex box) (near box bag))
(:goal (and))
"""


def task(condition: str) -> Task:
    action = f"(:action a :parameters (?x) :precondition {condition} :effect (q ?x))"
    return task_of(TYPES + action, OBJECTS)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(and)", True),
        ("()", True),
        ("(or)", False),
        ("(p ?x)", True),
        ("(not (p ?x))", False),
        ("(not (not (p ?x)))", True),
        ("(raining)", False),
        ("(not (raining))", True),
        ("(and (p ?x) (raining))", False),
        ("(or (raining) (p ?x))", True),
        ("(not (and (p ?x) (raining)))", True),
        ("(not (or (p ?x) (raining)))", False),
        ("(imply (raining) (q ?x))", True),
        ("(imply (p ?x) (q ?x))", False),
        ("(not (imply (p ?x) (q ?x)))", True),
        ("(= ?x tom)", True),
        ("(= ?x kim)", False),
        ("(not (= ?x kim))", True),
        ("(exists (?y - dog) (near ?x ?y))", True),
        ("(exists (?y - cat) (near ?x ?y))", False),
        ("(exists (?y - thing) (near ?y ?x))", False),
        ("(exists (?y - object) (and (near ?x ?y) (not (p ?y))))", True),
        ("(forall (?y - cat) (p ?y))", True),
        ("(forall (?y - animal) (p ?y))", False),
        ("(forall (?y - (either cat thing)) (or (p ?y) (not (q ?y))))", True),
        ("(not (forall (?y - animal) (p ?y)))", True),
        ("(forall (?y) (imply (near ?x ?y) (= ?y rex)))", True),
        ("(forall (?y ?z) (imply (and (near ?x ?y) (near ?y ?z)) (= ?z box)))", True),
        ("(exists (?y ?z ?w) (and (near ?y ?z) (near ?x ?y) (near ?z ?w)))", True),
        ("(exists (?y) (near ?y ?y))", False),
        ("(forall (?y - animal) (exists (?z) (or (near ?y ?z) (q ?y))))", True),
        ("(exists (?x - dog) (near tom ?x))", True),
        ("(exists (?y ?z) (and (not (= ?y ?z)) (p ?y) (p ?z)))", True),
        (
            "(exists (?y ?z ?w) (and (p ?y) (p ?z) (p ?w) (not (= ?y ?z)) (not (= ?y ?w))"
            " (not (= ?z ?w))))",
            False,
        ),
    ],
)
def test_a_condition_means_what_pddl_says(condition: str, holds: bool) -> None:
    assert verdict(task(condition), "(a tom)") == ("valid" if holds else "invalid@1")


def test_a_quantifier_over_a_type_without_objects_is_vacuous() -> None:
    domain = """(:types t u) (:predicates (p ?x))
    (:action all :parameters () :precondition (forall (?x - u) (p ?x)) :effect (and))
    (:action some :parameters () :precondition (exists (?x - u) (p ?x)) :effect (and))
    (:action none :parameters () :precondition (not (exists (?x - u) (p ?x))) :effect (and))"""
    empty = task_of(domain, "(:objects a - t) (:init) (:goal (and))")
    assert verdict(empty, "(all)") == "valid"
    assert verdict(empty, "(some)") == "invalid@1"
    assert verdict(empty, "(none)") == "valid"


def test_what_fails_is_named_as_pddl() -> None:
    condition = """(and (q ?x) (not (p ?x)) (p ?x) (or (raining) (near ?x kim))
                        (forall (?y - dog) (imply (near ?x ?y) (p ?y)))
                        (exists (?y - (either cat dog)) (near ?y ?x)))"""
    trace = run(task(condition), "(a tom)")
    assert trace.unsatisfied == (
        "(q tom)",
        "(not (p tom))",
        "(or (raining) (near tom kim))",
        "(forall (?y - dog) (or (not (near tom ?y)) (p ?y)))",
        "(exists (?y - (either cat dog)) (near ?y tom))",
    )


def test_deep_nesting_is_decided_without_recursion() -> None:
    deep = "(p ?x)"
    for _ in range(35):
        deep = f"(and (not (or (raining) (not {deep}))))"
    assert verdict(task(deep), "(a tom)") == "valid"
    assert verdict(task(deep), "(a rex)") == "invalid@1"


def test_nesting_beyond_the_limit_is_undecided() -> None:
    from plancore.model.formula import And, AtomicFormula, Formula, Or
    from plancore.simulate.atoms import UndecidedError
    from plancore.simulate.conditions import AtomTest, Frame, normalise

    formula: Formula = AtomicFormula("p")
    for _ in range(20_000):
        formula = And((formula,))
    frame = Frame()
    assert normalise(formula, frame, frame.scope) == AtomTest(True, "p", ())
    for _ in range(2_000):
        formula = Or((AtomicFormula("q"), And((AtomicFormula("r"), formula))))
    with pytest.raises(UndecidedError, match="nested more than"):
        normalise(formula, frame, frame.scope)
