"""What is made of macq's models, without macq: ground actions and machines as texts of domains."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from plancore.diagnostic import Severity
from plancore.rules.check import errors_in
from plancore.snapshot import FileSnapshot
from planeval.learners.adapters.lifting import LiftedAction, actions, domain_text
from planeval.learners.adapters.macq_models import ground, of_locm
from planeval.learners.adapters.pddl_lists import constants, nested, objects, parameters, typed

FERRY = """
(define (domain ferry)
 (:types car - object place - object)
 (:constants home - place)
 (:predicates (at ?c - car ?p - (either place car)) (day))
 (:action board :parameters (?c - car ?p - place) :precondition (and ) :effect (and ))
 (:action swap :parameters (?a ?b - car) :precondition (and ) :effect (and ))
 (:action wait :parameters () :precondition (and ) :effect (and )))
"""


def told(name: str, args: str, needs: str = "", adds: str = "", deletes: str = "") -> Any:
    """An action of a model of macq, with its atoms as a text each."""
    parts = {
        key: set(text.split(", ")) if text else set()
        for key, text in (("precond", needs), ("add", adds), ("delete", deletes))
    }
    return SimpleNamespace(name=name, obj_params=args.split(", ") if args else [], **parts)


def put_together(model: list[Any]) -> str:
    """The actions of the domain of a model of ground actions."""
    domain = nested(FERRY)
    learned = [LiftedAction(*ground(each)) for each in model]
    own = [name for name, _ in constants(domain)]
    text = domain_text(domain, actions(parameters(domain), own, learned))
    assert not no_errors(text)
    return "\n".join(line for line in text.splitlines() if line.startswith("(:action"))


def no_errors(text: str) -> list[Any]:
    return [each for each in errors_in(FileSnapshot.of(text)) if each.severity is Severity.ERROR]


def test_ground_actions_of_one_name_become_one_action() -> None:
    model = [
        told(
            "board", "car c1, place p1", "(at car c1 place p1), (day)", "", "(at car c1 place p1)"
        ),
        told(
            "board",
            "car c2, place p2",
            "(at car c2 place p2), (at car c1 place home)",
            "(at car c2 place home)",
        ),
    ]
    assert put_together(model) == (
        "(:action board :parameters (?c - car ?p - place) :precondition (and (at ?c ?p))"
        " :effect (and (at ?c home) (not (at ?c ?p))))"
    )


def test_actions_without_arguments_and_such_as_were_never_done() -> None:
    assert put_together([told("wait", "", "(day)", "", "(day)")]) == (
        "(:action wait :parameters () :precondition (and (day)) :effect (and (not (day))))"
    )
    assert put_together([]) == ""


def test_an_action_on_an_object_twice_teaches_nothing() -> None:
    twice = told("swap", "car c1, car c1", "(day)", "(at car c1 car c1)")
    assert put_together([twice]) == ""
    once = told("swap", "car c1, car c2", "", "(at car c1 car c2)")
    assert put_together([twice, once]) == (
        "(:action swap :parameters (?a ?b - car) :precondition (and ) :effect (and (at ?a ?b)))"
    )


def test_objects_are_texts_or_things_with_a_name() -> None:
    things = told("board", "", "(at car c1 place p1)")
    things.obj_params = [SimpleNamespace(name="c1"), SimpleNamespace(name="p1")]
    texts = told("board", "car c1, place p1", "(at car c1 place p1)")
    assert ground(things) == ground(texts)
    assert ground(texts)[1:3] == (("c1", "p1"), frozenset({("at", "c1", "p1")}))


def test_lists_and_types() -> None:
    assert typed(["a", "b", "-", "car", "c"]) == [("a", "car"), ("b", "car"), ("c", "object")]
    assert typed(nested("(x - (either car place) y - car)")) == [
        ("x", "car-or-place"),
        ("y", "car"),
    ]
    assert objects(nested("(define (problem p) (:objects a - car) (:init (on)))")) == [("a", "car")]
    assert constants(nested("(define (domain d))")) == []


def atom(name: str, *places: int) -> Any:
    return SimpleNamespace(name=name, param_act_inds=list(places))


def machine(name: str, sorts: list[str], before: list[Any], after: list[Any]) -> Any:
    """An action of a model of macq's LOCM that takes its objects from one state to the next."""
    return SimpleNamespace(
        name=name, param_sorts=sorts, precond=before, add=after, delete=list(before)
    )


def test_states_of_machines_are_predicates() -> None:
    up = machine(
        "up",
        ["sort1", "sort2"],
        [atom("sort1_state0", 0), atom("sort2_state0", 1)],
        [atom("sort1_state1", 0, 1), atom("sort2_state0", 1)],
    )
    text = of_locm(SimpleNamespace(actions=[up]))
    assert not no_errors(text)
    assert text == (
        "(define (domain learned) (:requirements :strips :typing)\n"
        "(:types sort1 sort2)\n"
        "(:predicates (sort1_state0__1 ?v0 - sort1) (sort1_state1__2 ?v0 - sort1 ?v1 - sort2)"
        " (sort2_state0__1 ?v0 - sort2))\n"
        "(:action up :parameters (?x0 - sort1 ?x1 - sort2)"
        " :precondition (and (sort1_state0__1 ?x0) (sort2_state0__1 ?x1))"
        " :effect (and (sort1_state1__2 ?x0 ?x1) (sort2_state0__1 ?x1)"
        " (not (sort1_state0__1 ?x0)))))\n"
    )


@pytest.mark.parametrize("sorts", [["sort1"], []])
def test_the_machine_of_the_whole_trace_is_about_no_object(sorts: list[str]) -> None:
    """Its sort stands behind the others, and its argument is the place before the first."""
    up = machine("up", [*sorts, "sort0"], [atom("sort0_state0", -1)], [atom("sort0_state1", -1)])
    text = of_locm(SimpleNamespace(actions=[up]))
    assert not no_errors(text)
    assert "(:predicates (sort0_state0__0) (sort0_state1__0))" in text
    assert f":parameters ({' '.join(f'?x0 - {sort}' for sort in sorts)})" in text
    assert ":effect (and (sort0_state1__0) (not (sort0_state0__0)))" in text
    assert "- sort0" not in text
