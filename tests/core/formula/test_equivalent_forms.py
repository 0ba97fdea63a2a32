"""Formulas written in another way compare as the same, and only formulas that mean the same do."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.domains import compare_domains
from plancore.correspondence.exact.proof import strong_equivalence
from plancore.formula.canonical import canonical_action
from plancore.model.domain import Domain
from plancore.model.formula import AtomicFormula, Formula, Not, Timed
from plancore.snapshot import FileSnapshot
from support.comparison import domain_with
from support.examples_tried import for_each_of_many
from support.random_formulas import (
    changed,
    condition,
    effect,
    holds,
    negated,
    rewritten,
    scopes,
    states,
    text,
)

STATES, SCOPES = states(), scopes()


def _domain(precondition: str, effect: str = "()") -> Domain:
    action = f"(:action a :parameters (?x ?y) :precondition {precondition} :effect {effect})"
    return domain_with(action, predicates="(p ?x) (q ?x ?y)")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(forall (?a ?b) (q ?a ?b))", "(forall (?b ?a) (q ?a ?b))"),
        ("(forall (?a ?b) (q ?a ?b))", "(forall (?a) (forall (?b) (q ?b ?a)))"),
        ("(exists (?a - t ?b) (q ?a ?b))", "(not (forall (?b) (forall (?a - t) (not (q ?a ?b)))))"),
        ("(exists (?a) (exists () (q ?a ?x)))", "(exists (?b) (q ?b ?x))"),
        ("(forall (?a ?b ?c) (or (q ?a ?b) (q ?b ?c)))",
         "(forall (?c ?a ?b) (or (q ?b ?c) (q ?a ?b)))"),
        ("(not (or))", "()"),
        ("(not (and))", "(or)"),
        ("(or (p ?x) (and))", "(and)"),
        ("(or (p ?x) (or) (q ?x ?y))", "(or (q ?x ?y) (p ?x) (not (and)))"),
    ],
)  # fmt: skip
def test_conditions_in_other_forms_are_the_same(one: str, other: str) -> None:
    assert compare_domains(_domain(one), _domain(other)).is_same
    assert strong_equivalence(_domain(one), _domain(other)).holds


SUMS = "(define (domain d) (:functions (f ?x) (g)) (:action a :parameters (?x ?y) {}))"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("(>= (+ (f ?x) (g)) 1)", "(<= 1 (+ (g) (f ?x)))", True),
        ("(< (* 2 (f ?x)) (g))", "(< (* (f ?x) 2) (g))", True),
        ("(= (+ (f ?x) (+ (g) 1)) 0)", "(= (+ 1 (f ?x) (g)) 0)", True),
        ("(> (- (* (g) 2) (f ?x)) 0)", "(> (- (* 2 (g)) (f ?x)) 0)", True),
        ("(> (- (f ?x) (g)) 0)", "(> (- (g) (f ?x)) 0)", False),
        ("(> (/ (f ?x) (g)) 0)", "(> (/ (g) (f ?x)) 0)", False),
        ("(> (+ (f ?x) (* (g) 2)) 0)", "(> (* (+ (f ?x) (g)) 2) 0)", False),
        ("(> (+ (f ?x) (f ?x)) 0)", "(> (+ (f ?x)) 0)", False),
    ],
)
def test_sums_and_products_in_any_order(one: str, other: str, same: bool) -> None:
    for slot in (":precondition {}", ":effect (when {} (increase (g) 1))"):
        domains = [
            FileSnapshot.of(SUMS.format(slot.format(condition))).domain
            for condition in (one, other)
        ]
        assert domains[0] is not None
        assert domains[1] is not None
        assert compare_domains(domains[0], domains[1]).is_same is same


def test_values_in_any_order() -> None:
    effect = ":effect (increase (g) (+ {} {}))"
    one, other = (
        FileSnapshot.of(SUMS.format(effect.format(*parts))).domain
        for parts in (("(f ?x)", "1"), ("1", "(f ?x)"))
    )
    assert one is not None
    assert other is not None
    assert compare_domains(one, other).is_same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(forall (?a ?b) (q ?a ?b))", "(forall (?a) (q ?a ?a))"),
        ("(forall (?a - t ?b) (q ?a ?b))", "(forall (?a ?b - t) (q ?a ?b))"),
        ("(forall (?a) (exists (?b) (q ?a ?b)))", "(exists (?b) (forall (?a) (q ?a ?b)))"),
        ("(forall (?a) (exists (?a) (forall (?b) (q ?a ?b))))",
         "(forall (?a) (exists (?a) (forall (?b) (q ?b ?b))))"),
        ("(or (forall (?a) (p ?a)) (forall (?a) (p ?x)))", "(forall (?a) (p ?a))"),
        ("(not (or))", "(or)"),
    ],
)  # fmt: skip
def test_other_conditions_are_not(one: str, other: str) -> None:
    assert not compare_domains(_domain(one), _domain(other)).is_same
    assert not strong_equivalence(_domain(one), _domain(other)).holds


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(when (and) (p ?x))", "(p ?x)"),
        ("(when (not (or)) (forall () (p ?x)))", "(p ?x)"),
        ("(when (p ?x) (when (p ?y) (q ?x ?y)))", "(when (and (p ?y) (p ?x)) (q ?x ?y))"),
        ("(forall (?a ?b) (q ?a ?b))", "(forall (?b) (forall (?a) (q ?a ?b)))"),
        ("(forall (?a) (when (p ?a) (forall (?b) (when (p ?b) (q ?a ?b)))))",
         "(forall (?b ?a) (when (and (p ?a) (p ?b)) (q ?a ?b)))"),
        ("(when (p ?x) (forall (?x) (p ?x)))", "(forall (?a) (when (p ?x) (p ?a)))"),
        ("(when (not (or (p ?x) (p ?y))) (q ?x ?y))",
         "(when (and (not (p ?x)) (not (p ?y))) (q ?x ?y))"),
    ],
)  # fmt: skip
def test_effects_in_other_forms_are_the_same(one: str, other: str) -> None:
    assert compare_domains(_domain("()", one), _domain("()", other)).is_same
    assert strong_equivalence(_domain("()", one), _domain("()", other)).holds


def test_a_guard_that_always_holds_is_none() -> None:
    (action,) = _domain("()", "(when (and) (p ?x))").actions
    (element,) = canonical_action(action).effect.values()
    assert element.is_plain
    assert element.text == "(p ?x)"
    assert canonical_action(action).exact


def test_a_guard_has_the_time_of_what_stands_around_it() -> None:
    def effects(effect: str) -> set[str]:
        action = f"""(:durative-action a :parameters (?x ?y) :duration (= ?duration 1)
          :condition () :effect {effect})"""
        return set(canonical_action(domain_with(action).actions[0]).effect)

    inner = effects("(when (at end (p ?x)) (at end (p ?y)))")
    assert effects("(at end (when (p ?x) (p ?y)))") == inner
    assert effects("(when (at start (p ?x)) (at end (p ?y)))") != inner


def test_not_over_all_is_not_over_all_not() -> None:
    text = "(:durative-action a :parameters (?x ?y) :duration (= ?duration 1) :effect ())"
    action, holds = domain_with(text).actions[0], AtomicFormula("p", ("?x",))

    def conditions(condition: Formula) -> set[str]:
        return set(canonical_action(replace(action, precondition=condition)).precondition)

    assert conditions(Not(Timed("all", holds))) != conditions(Timed("all", Not(holds)))
    assert conditions(Not(Timed("start", holds))) == conditions(Timed("start", Not(holds)))


@given(st.integers())
def test_a_condition_written_in_another_way_is_the_same(seed: int) -> None:
    random = Random(seed)
    tree = condition(random, 4)
    other = rewritten(tree, random)
    if random.random() < 0.5:
        other = negated(other, random)
    assert compare_domains(_domain(text(tree)), _domain(text(other))).is_same
    for state in random.sample(STATES, 8):
        for scope in SCOPES:
            assert holds(tree, state, scope) == holds(other, state, scope)


@given(st.integers())
def test_an_effect_written_in_another_way_is_the_same(seed: int) -> None:
    random = Random(seed)
    tree = effect(random, 4)
    other = rewritten(tree, random)
    one, two = _domain("()", text(tree)), _domain("()", text(other))
    assert compare_domains(one, two).is_same
    assert strong_equivalence(one, two).holds


@for_each_of_many
@given(st.integers())
def test_what_compares_as_the_same_has_the_same_truth_table(seed: int) -> None:
    random = Random(seed)
    trees = [condition(random, 2) for _ in range(12)]
    by_key: dict[frozenset[str], list[object]] = {}
    for tree in trees:
        (action,) = _domain(text(tree)).actions
        table = [holds(tree, state, scope) for state in STATES for scope in SCOPES]
        by_key.setdefault(frozenset(canonical_action(action).precondition), []).append(table)
    assert all(table == tables[0] for tables in by_key.values() for table in tables)


@for_each_of_many
@given(st.integers())
def test_effects_that_compare_as_the_same_do_the_same(seed: int) -> None:
    random = Random(seed)
    trees = [effect(random, 2) for _ in range(12)]
    by_key: dict[frozenset[str], list[object]] = {}
    for tree in trees:
        (action,) = _domain("()", text(tree)).actions
        table = [changed(tree, state, scope) for state in STATES for scope in SCOPES]
        by_key.setdefault(frozenset(canonical_action(action).effect), []).append(table)
    assert all(table == tables[0] for tables in by_key.values() for table in tables)
