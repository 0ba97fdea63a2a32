"""Conditions and effects as sets of elements."""

from __future__ import annotations

import pytest

from plancore.formula.canonical import CanonicalAction, canonical_action
from support.comparison import domain_with


def _action(condition: str, effect: str = "()", parameters: str = "?x ?y") -> CanonicalAction:
    text = f"(:action a :parameters ({parameters}) :precondition {condition} :effect {effect})"
    return canonical_action(domain_with(text).actions[0])


def _condition(text: str) -> set[str]:
    return set(_action(text).precondition)


def _effect(text: str) -> set[str]:
    return set(_action("()", text).effect)


@pytest.mark.parametrize(
    "text",
    [
        "(and (p ?x) (not (q ?y ?x)))",
        "(and (not (q ?y ?x)) (p ?x))",
        "(AND (P ?X) (NOT (Q ?y ?X)))",
        "(and (p ?x) (and (not (q ?y ?x)) (p ?x)))",
        "(and (p ?x) (not (q ?y ?x)) (and))",
        "(not (or (q ?y ?x) (not (p ?x))))",
        "(not (imply (p ?x) (q ?y ?x)))",
        "(and (not (not (p ?x))) (or (not (q ?y ?x))))",
    ],
)
def test_what_means_the_same_set_is_the_same_set(text: str) -> None:
    assert _condition(text) == {"(p ?0)", "(not (q ?1 ?0))"}
    assert _action(text).exact


@pytest.mark.parametrize("text", ["()", "(and)", "(and (and) (and))"])
def test_nothing_is_the_empty_set(text: str) -> None:
    assert _condition(text) == set()
    assert _effect(text) == set()


def test_equality_holds_both_ways_round() -> None:
    assert _condition("(not (= ?x ?y))") == _condition("(not (= ?y ?x))") == {"(not (= ?0 ?1))"}


def test_constants_and_undeclared_variables_keep_their_names() -> None:
    assert _condition("(and (p C) (p ?z))") == {"(p c)", "(p ?z)"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(or (p ?x) (q ?x ?y))", "(or (q ?x ?y) (p ?x) (p ?x))"),
        ("(or (p ?x) (or (q ?x ?y) (p ?y)))", "(or (p ?y) (p ?x) (q ?x ?y))"),
        ("(imply (p ?x) (q ?x ?y))", "(or (q ?x ?y) (not (p ?x)))"),
        ("(forall (?a ?b) (q ?a ?b))", "(forall (?c ?d - object) (q ?c ?d))"),
        ("(not (exists (?a) (p ?a)))", "(forall (?a) (not (p ?a)))"),
        ("(not (and (p ?x) (p ?y)))", "(or (not (p ?x)) (not (p ?y)))"),
        ("(< (f ?x) 3)", "(> 3 (f ?x))"),
        ("(not (< (f ?x) 3))", "(>= (f ?x) 3.0)"),
    ],
)
def test_other_conditions_have_a_normal_form(one: str, other: str) -> None:
    assert _condition(one) == _condition(other)
    assert len(_condition(one)) == 1


def test_nothing_is_distributed_or_flattened() -> None:
    assert _condition("(or (p ?x) (q ?x ?y))") != _condition("(and (p ?x) (q ?x ?y))")
    action = _action("(and (p ?x) (or (p ?x) (exists (?z) (q ?z ?z))))")
    assert set(action.precondition) == {"(p ?0)", "(or (exists (?:0-object) (q ?:0 ?:0)) (p ?0))"}
    assert action.constructs == {"or", "exists"}


def test_bound_variables_hide_parameters() -> None:
    assert _condition("(forall (?x) (q ?x ?y))") == {"(forall (?:0-object) (q ?:0 ?1))"}


def test_conditional_effects_are_one_element_per_literal() -> None:
    assert _effect("(when (p ?x) (and (p ?y) (not (p ?x))))") == {
        "when (p ?0) (p ?1)",
        "when (p ?0) (not (p ?0))",
    }
    assert _effect("(forall (?z) (when (q ?z ?x) (p ?z)))") == {
        "forall ?:0-object when (q ?:0 ?0) (p ?:0)"
    }
    action = _action("()", "(forall (?z) (when (q ?z ?x) (p ?z)))")
    assert [element.text for element in action.effect.values()] == [
        "(forall (?z) (when (q ?z ?x) (p ?z)))"
    ]
    assert action.constructs == {"forall", "when"}


def test_numeric_effects_are_elements_of_their_own() -> None:
    action = _action("()", "(and (p ?x) (increase (total-cost) (* 2.50 (f ?x))))")
    assert set(action.effect) == {"(p ?0)", "(increase (total-cost) (* (f ?0) 2.5))"}
    assert action.constructs == {"numeric"}


def test_the_time_belongs_to_the_literal() -> None:
    text = """(:durative-action a :parameters (?x) :duration (= ?duration 1)
      :condition (and (at start (and (p ?x) (p c))) (over all (p ?x)))
      :effect (at end (not (p ?x))))"""
    action = canonical_action(domain_with(text).actions[0])
    assert list(action.precondition) == ["start (p ?0)", "start (p c)", "all (p ?0)"]
    assert [e.text for e in action.precondition.values()] == [
        "(at start (p ?x))",
        "(at start (p c))",
        "(over all (p ?x))",
    ]
    assert list(action.effect) == ["end (not (p ?0))"]
    assert action.constructs == {"durative-action"}


def test_every_element_knows_where_it_is_written() -> None:
    action = _action("(and (p ?x) (not (P ?y)) (p ?x))")
    nodes = [element.node for element in action.precondition.values()]
    assert [node.text for node in nodes if node is not None] == ["(p ?x)", "(not (P ?y))"]
    first = action.precondition["(p ?0)"]
    assert len(first.repeats) == 1


def test_the_order_of_parameters_can_be_another_one() -> None:
    domain = domain_with("(:action a :parameters (?x ?y) :precondition (q ?x ?y))")
    assert set(canonical_action(domain.actions[0], order=(1, 0)).precondition) == {"(q ?1 ?0)"}
