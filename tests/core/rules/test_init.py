"""Facts, goals and metrics of a problem, element by element, each beside facts that are right."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import Severity, apply_edits
from support.findings import findings, snapshot

DOMAIN: Final = """\
(define (domain yard)
  (:requirements :typing :numeric-fluents :timed-initial-literals :durative-actions :preferences
    :object-fluents)
  (:types t)
  (:predicates (p ?x - t) (q))
  (:functions (f ?x - t) (g) - number (at-home ?x - t) - t)
  (:action a :parameters (?x - t)
    :precondition (and (q) (> (f ?x) (g)) (= (at-home ?x) ?x)) :effect (p ?x)))
"""
PROBLEM: Final = """\
(define (problem one)
  (:domain yard)
  (:objects a b - t)
  (:init (q) (= (g) 5) (= (f a) 1) (= (f b) 2) (= (at-home a) a){})
  (:goal (and (p a) (preference likes (p b))))
  (:metric {}))
"""
FACTS: Final = {
    "(and (p a) (p b))": "`and` is not allowed in `:init`; list the facts one after another",
    "(imply (q) (p a))": "`imply` is not allowed in `:init`",
    "(exists (?x - t) (p ?x))": "`exists` is not allowed in `:init`",
    "(forall (?x - t) (p ?x))": "`forall` is not allowed in `:init`",
    "(when (q) (p a))": "`when` is not allowed in `:init`",
    "(> (g) 1)": "`>` is not allowed in `:init`; write `(= …)` for a value",
    "(increase (g) 1)": "`increase` is not allowed in `:init`; write `(= …)` for a value",
    "(assign (g) 1)": "`assign` is not allowed in `:init`; write `(= …)` for a value",
    "p": "expected a formula in parentheses, found `p`",
    "(g 5)": "`g` is a function, not a predicate; write `(= (g) 5)`",
    "(f a 5)": "`f` is a function, not a predicate; write `(= (f a) 5)`",
    "(f a)": "`f` is a function, not a predicate",
    "(= (f a) b)": "type mismatch: `f` expects `number` here, `b` is `t`",
    "(= (f a) (g))": "expected a number or an object as value, found an expression",
    "(= (g) (+ 1 2))": "expected a number or an object as value, found an expression",
    "(= 1 (f a))": "expected the function before its value; write `(= (f a) 1)`",
    "(g = 5)": "expected the operator first; write `(= (g) 5)`",
    "((f a) = 1)": "expected the operator first; write `(= (f a) 1)`",
    "(= (g) 5,0)": "decimal comma; write `.` in a number",
    "(= (g) true)": "expected a number as value of `g`, found `true`",
    "(= a b)": "`=` between objects is not a fact",
    "(not (= (g) 3))": "expected one atom after `not` in `:init`; write `(not (p …))`",
    "(not (not (q)))": "expected one atom after `not` in `:init`; write `(not (p …))`",
    "(at 5 (and (p a) (q)))": "`and` is not allowed in `:init`; write one `(at …)` for each fact",
    "(= (total-cost) 0)": "undeclared function `total-cost`",
    "(= (total-cost zz) 0)": "undeclared function `total-cost`",
    "(p zz)": "undeclared object `zz`",
    "(== (g) 1)": "`==` is not allowed in `:init`; write `(= …)` for a value",
    "(set (g) 1)": "`set` is not allowed in `:init`; write `(= …)` for a value",
    "(:= (g) 1)": "`:=` is not allowed in `:init`; write `(= …)` for a value",
    "(+ (g) 1)": "`+` is not allowed in `:init`",
    "(! (q))": "`!` is not allowed in `:init`",
    "(minimize (g))": "`minimize` is not allowed in `:init`",
    "(= 3 4)": "`=` takes a fluent and a value, found 2 parts",
    "(= (g))": "`=` takes a fluent and a value, found 1 part",
    "(= (g) 1 2)": "`=` takes a fluent and a value, found 3 parts",
    "(= total-time-left 0)": "undeclared function `total-time-left`",
    "(= (g) 5s)": "expected a number as value of `g`, found `5s`",
    "(= (g) five)": "expected a number as value of `g`, found `five`",
    "(= (at-home a) 5)": "expected `t` as value of `at-home`, found a number",
    "(not q)": "expected one atom after `not` in `:init`; write `(not (p …))`",
    "(not (q) (p a))": "expected one atom after `not` in `:init`; write `(not (p …))`",
    "(at (q))": "`at` takes a time and one fact; write `(at 5 (p …))`",
    "(at start (q))": "`at` takes a time and one fact; write `(at 5 (p …))`",
    "(at 5 (q) (p a))": "`at` takes a time and one fact; write `(at 5 (p …))`",
    "(at -5 (q))": "expected a time of at least 0, found `-5`",
    "(f zz 1)": "`f` is a function, not a predicate; write `(= (f zz) 1)`",
    "(block a)": "undeclared predicate `block`",
    "(t a)": "`t` is a type, not a predicate; declare `a - t`",
}
WITH_OTHERS: Final = {"(= (total-cost zz) 0)", "(f zz 1)"}
METRICS: Final = {
    "minimise (g)": "unknown word `minimise`; did you mean `minimize`?",
    "min (g)": "unknown word `min`; did you mean `minimize`?",
    "minimize (total-cost)": "undeclared function `total-cost`",
    "minimize (total-time) (g)": "expected one expression; write `(+ …)` for a sum",
    "minimize (is-violated like)": "undeclared preference `like`; did you mean `likes`?",
    "minimize (is-violated never)": "undeclared preference `never`",
    "minimize": "missing expression",
    "(g)": "expected `minimize` or `maximize` before `(g)`",
    "minimize (q)": "`q` is a predicate, not a function",
    "minimize nothing-at-all": "undeclared function `nothing-at-all`",
    "minimize (> (g) 5)": "expected a number, found the condition `(> (g) 5)`",
}
GOALS: Final = {
    "(at end (q))": "`at end` is only allowed in a `:durative-action`",
    "(and (q) (over all (p a)))": "`over all` is only allowed in a `:durative-action`",
    "(> ?duration 5)": "`?duration` is only allowed in a durative action",
    "(or (q) (> #t 5))": "`#t` is only allowed in a durative action or process",
}


def told(facts: str, metric: str = "minimize (is-violated likes)") -> list[str]:
    found = findings(PROBLEM.format(facts and f" {facts}", metric), DOMAIN)
    return [d.message for d in found if d.severity is Severity.ERROR]


def test_what_is_right_has_no_finding() -> None:
    assert told("") == []
    assert told("(at 5 (p a)) (not (p b)) (at 7 (= (g) 3)) (at 9 (not (q)))") == []


@pytest.mark.parametrize("fact", FACTS)
def test_each_wrong_fact_is_told_alone(fact: str) -> None:
    found = told(fact)
    assert found[:1] == [FACTS[fact]]
    assert len(found) == 1 or fact in WITH_OTHERS


@given(st.lists(st.sampled_from(sorted(FACTS)), max_size=4, unique=True))
def test_no_finding_depends_on_another(facts: list[str]) -> None:
    expected = {message for fact in facts for message in told(fact)}
    assert set(told(" ".join(facts))) == expected


@pytest.mark.parametrize("metric", METRICS)
def test_each_wrong_metric_is_told(metric: str) -> None:
    assert told("", metric) == [METRICS[metric]]


@pytest.mark.parametrize("goal", GOALS)
def test_each_wrong_goal_is_told(goal: str) -> None:
    text = PROBLEM.format("", "minimize g").replace("(p a) (preference", f"{goal} (preference")
    found = [d.message for d in findings(text, DOMAIN) if d.severity <= Severity.WARNING]
    assert [message for message in found if "requirement" not in message] == [GOALS[goal]]


def test_a_value_that_is_written_as_a_predicate_is_fixed() -> None:
    text = PROBLEM.format(" (g 5)", "minimize (g)").replace("(= (g) 5)", "")
    (found,) = findings(text, DOMAIN)
    assert apply_edits(text, found.fixes[0].edits) == text.replace("(g 5)", "(= (g) 5)")


def test_a_problem_without_its_initial_state() -> None:
    (found,) = findings("(define (problem p) (:domain yard) (:goal (q)))", DOMAIN)
    assert found.message == "missing `(:init …)` in problem `p`"


@pytest.mark.parametrize("value", ["(g = 5)", "(= (g) 5,0)", "(= (g) true)", "(g 5)"])
def test_a_value_that_is_badly_written_is_not_missing_too(value: str) -> None:
    text = PROBLEM.format("", "minimize (g)").replace("(= (g) 5)", value)
    found = [d for d in findings(text, DOMAIN) if d.severity <= Severity.WARNING]
    assert [d.message for d in found] == [FACTS[value]]


def test_facts_without_parentheses_before_others_on_their_own_lines() -> None:
    text = PROBLEM.format("\n  p a\n  p b\n  (q)", "minimize (g)").replace("(:init (q)", "(:init")
    right = text.replace("p a\n  p b\n", "(p a)\n  (p b)\n")
    while text != right:
        (found,) = findings(text, DOMAIN)
        assert found.message == "expected a formula in parentheses, found `p`"
        text = apply_edits(text, found.fixes[0].edits)


def test_a_question_mark_before_a_blank_among_objects_belongs_to_a_form() -> None:
    tree = snapshot("(define (problem z) (:objects a ? x b) (:init (p ? x)))").tree
    assert "? x b" in "".join(form.text for form in tree.forms)
    assert [place.start for place, _ in tree.foreign_signs] == [3]


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("p a (q)", "(p a) (q)"),
        ("p a p b (q)", "(p a) (p b) (q)"),
        ("(p b) p a (q)", "(p b) (p a) (q)"),
        ("q p (a)", "(q) (p a)"),
        ("p a p(b) (q)", "(p a) (p b) (q)"),
    ],
)
def test_facts_without_parentheses_before_others_on_a_line(written: str, right: str) -> None:
    text = PROBLEM.format(f"\n  {written}", "minimize (g)").replace("(:init (q)", "(:init")
    for _ in range(3):
        wrong = [d for d in findings(text, DOMAIN) if d.severity is Severity.ERROR]
        assert len({d.span.start for d in wrong}) == len(wrong) <= 2
        if wrong:
            text = apply_edits(text, wrong[0].fixes[0].edits)
    assert f"\n  {right}" in text
