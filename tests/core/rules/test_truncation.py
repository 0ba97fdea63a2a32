"""Files that end inside a list: only the missing parenthesis is reported."""

from __future__ import annotations

import pytest

from support.findings import findings

DOMAIN = """\
(define (domain d)
  (:requirements :typing :negative-preconditions)
  (:types block robot)
  (:predicates (p ?x - block) (q) (clear ?x - block))
  (:action a
    :parameters (?x ?y - block)
    :precondition (and (q) (clear ?x) (not (clear ?y)))
    :effect (and (p ?x) (not (q)))))
"""
PROBLEM = """\
(define (problem one)
  (:domain d)
  (:objects k h - block)
  (:init (q) (clear k))
  (:goal (and (q) (not (p k)))))
"""


@pytest.mark.parametrize("end", range(PROBLEM.index("(:domain") + 10, len(PROBLEM) - 6))
def test_a_problem_that_is_cut_off(end: int) -> None:
    text = PROBLEM[:end].rstrip()
    found = findings(text, DOMAIN)
    depth = text.count("(") - text.count(")")
    if depth > 1:
        assert [each.code for each in found] == ["missing-parenthesis"], text
    else:
        assert "missing-parenthesis" in {each.code for each in found}


@pytest.mark.parametrize("end", range(DOMAIN.index("(:types"), len(DOMAIN) - 3))
def test_a_domain_that_is_cut_off(end: int) -> None:
    text = DOMAIN[:end].rstrip()
    if text.count("(") - text.count(")") > 1:
        assert [each.code for each in findings(text)] == ["missing-parenthesis"], text


def test_mistakes_before_the_end_are_reported() -> None:
    text = DOMAIN[: DOMAIN.index(" (not (clear ?y)")].replace("and (q)", "and (r)") + " (not"
    assert {each.code for each in findings(text)} == {"undeclared-predicate", "missing-parenthesis"}
    text = PROBLEM[: PROBLEM.index(" (not")].replace("(q) (clear", "(r) (clear")
    assert [each.code for each in findings(text, DOMAIN)] == [
        "undeclared-predicate",
        "missing-parenthesis",
    ]


def test_a_missing_goal_is_reported_where_only_the_definition_is_not_closed() -> None:
    text = PROBLEM[: PROBLEM.index("  (:goal")]
    assert "missing-goal" in {each.code for each in findings(text, DOMAIN)}
