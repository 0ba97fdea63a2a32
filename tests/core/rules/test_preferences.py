"""Preferences and constraints of PDDL 3, where they are allowed and where they are not."""

from __future__ import annotations

from typing import Final

import pytest

from plancore.diagnostic import Severity, apply_edits
from support.findings import expect, findings

DOMAIN: Final = """\
(define (domain d)
  (:requirements :strips :typing)
  (:predicates (p) (q) (r ?x))
  (:constants c)
  {}
  (:action b :parameters (?x) :precondition (and (p) (r ?x)) :effect (q)))
"""
PROBLEM: Final = """\
(define (problem x)
  (:domain d)
  (:init (p))
{})
"""
ALLOWED: Final = "`preference` is only allowed inside `and` and `forall`, not inside `{}`"
IN_CONSTRAINTS: Final = "`{}` is only allowed in `:constraints`"


def told(text: str, domain: str | None = None) -> list[str]:
    """The errors and warnings."""
    return [d.message for d in findings(text, domain) if d.severity <= Severity.WARNING]


@pytest.mark.parametrize(
    ("condition", "around"),
    [
        ("(or (preference g (q)) (r c))", "or"),
        ("(not (preference g (q)))", "not"),
        ("(imply (p) (preference (q)))", "imply"),
        ("(exists (?k) (preference g (r ?k)))", "exists"),
        ("(exists (?k) (and (p) (preference g (r ?k))))", "exists"),
    ],
)
def test_a_preference_under_another_operator_is_told_once(condition: str, around: str) -> None:
    assert told(PROBLEM.format(f"(:goal (and (p) {condition}))"), DOMAIN.format("")) == [
        ALLOWED.format(around)
    ]
    action = f"(:action a :parameters () :precondition {condition} :effect (q))"
    assert told(DOMAIN.format(action)) == [ALLOWED.format(around)]


def test_each_misplaced_preference_is_told_at_its_place() -> None:
    domain = DOMAIN.replace(":strips", ":adl :preferences :constraints :durative-actions")
    action = """
  (:action a
    :parameters ()
    :precondition (and
      (preference g (and (q) (preference h (p))))
;                             ^^^^^^^^^^ misplaced-operator
      (forall (?x) (preference (r ?x)))
      (or (preference k (q)) (preference l (p))))
;          ^^^^^^^^^^         ^^^^^^^^^^ misplaced-operator, misplaced-operator
    :effect (when (and (preference m (q)) (p))
;                       ^^^^^^^^^^ misplaced-operator
      (q)))
  (:durative-action e
    :parameters ()
    :duration (= ?duration 1)
    :condition (and (preference g (at start (q)))
      (at end (preference h (p))))
;              ^^^^^^^^^^ misplaced-operator
    :effect (at end (q)))
  (:constraints (and (preference g (always (q)))
    (always (preference h (q)))
;            ^^^^^^^^^^ misplaced-operator
    (at end (preference k (q)))))
;            ^^^^^^^^^^ misplaced-operator
"""
    expect(domain.format(action))


def test_a_derived_predicate_has_no_preferences() -> None:
    domain = DOMAIN.replace(":strips", ":adl :derived-predicates")
    text = domain.format("(:derived (p) (and (q) (preference g (q))))")
    message = "`preference` is only allowed in preconditions, goals and constraints"
    assert told(text.replace("(:predicates (p)", "(:predicates (p) (o)")) == [message]


@pytest.mark.parametrize(
    "constraint",
    [
        "(always (q))",
        "(sometime (q))",
        "(at-most-once (q))",
        "(within 5 (q))",
        "(sometime-after (p) (q))",
        "(sometime-before (p) (q))",
        "(always-within 5 (p) (q))",
        "(hold-during 1 5 (q))",
        "(hold-after 5 (q))",
    ],
)
def test_a_constraint_elsewhere_is_told_once(constraint: str) -> None:
    operator = constraint[1 : constraint.index(" ")]
    message, domain = IN_CONSTRAINTS.format(operator), DOMAIN.format("")
    for condition in (constraint, f"(and (p) {constraint})", f"(not {constraint})"):
        assert told(PROBLEM.format(f"(:goal {condition})"), domain) == [message]
        action = f"(:action a :parameters () :precondition {condition} :effect (q))"
        assert told(DOMAIN.format(action)) == [message]
    full = DOMAIN.replace(":strips", ":constraints :preferences :universal-preconditions")
    right = f"(and {constraint} (forall (?x) (preference g (and (at end (r ?x)) {constraint}))))"
    section = "(:goal (p)) (:constraints {})"
    assert told(PROBLEM.format(section.format(right)), full.format("")) == []
    assert told(PROBLEM.format(section.format(constraint)), full.format("")) == []
    for around in ("or", "not", "imply (p)", "exists (?x)", "sometime", "within 5", "at end"):
        wrong = section.format(f"({around} {constraint})")
        name = around if around == "at end" else around.partition(" ")[0]
        message = f"`{operator}` is only allowed inside `and`, `forall` and `preference`"
        assert told(PROBLEM.format(wrong), full.format("")) == [f"{message}, not inside `{name}`"]


def test_an_end_inside_a_constraint_is_told() -> None:
    domain = DOMAIN.replace(":strips", ":constraints").format("")
    expect(
        PROBLEM.format(
            """
  (:goal (p))
  (:constraints (and (at end (p))
    (always (at end (q)))
;            ^^ misplaced-operator
    (at start (q))
;    ^^ misplaced-operator
    (not (at end (q)))))
;         ^^ misplaced-operator
"""
        ),
        domain,
    )


def test_other_mistakes_in_a_misplaced_preference_are_told() -> None:
    domain = DOMAIN.format("")
    goal = "(:goal (or (preference g (and (zzz) (not (q)))) (p)))"
    assert told(PROBLEM.format(goal), domain) == [
        ALLOWED.format("or"),
        "undeclared predicate `zzz`",
        "missing requirement `:negative-preconditions` (`not` in conditions)",
    ]


@pytest.mark.parametrize(
    "name",
    ["always", "sometime", "within", "at-most-once", "sometime-after", "hold-during", "hold-after"],
)
def test_a_predicate_with_the_name_of_a_constraint_is_a_predicate(name: str) -> None:
    domain = DOMAIN.replace(":strips", ":adl").replace("(r ?x)", f"(r ?x) ({name} ?x)", 1)
    action = f"""(:action a :parameters (?x)
      :precondition (and (not ({name} ?x)) (or ({name} c) (exists (?y) ({name} ?y))))
      :effect (and ({name} ?x) (when ({name} c) (not ({name} c)))))"""
    assert told(domain.format(action)) == []
    assert told(PROBLEM.format(f"(:goal (not ({name} c)))"), domain.format("")) == []


@pytest.mark.parametrize(
    ("metric", "fixed"),
    [
        ("(is-violated (g))", "(is-violated g)"),
        ("(+ 1 (* 2 (is-violated (g))))", "(+ 1 (* 2 (is-violated g)))"),
        ("(+ (total-time) is-violated g)", "(+ (total-time) (is-violated g))"),
        ("(+ is-violated(g) (total-time))", "(+ (is-violated g) (total-time))"),
        ("is-violated g", "(is-violated g)"),
        ("is-violated (g)", "(is-violated g)"),
    ],
)
def test_a_violation_without_its_parentheses_is_told_once(metric: str, fixed: str) -> None:
    domain = DOMAIN.replace(":strips", ":preferences").format("")
    text = PROBLEM.format("(:goal (preference g (p))) (:metric minimize {})").format(metric)
    (found,) = [d for d in findings(text, domain) if d.severity <= Severity.WARNING]
    assert found.message.endswith("; write `(is-violated g)`")
    text = apply_edits(text, found.fixes[0].edits)
    assert f"(:metric minimize {fixed})" in text
    assert told(text, domain) == []


@pytest.mark.parametrize("parts", [" g g", " g 2", ""])
def test_a_violation_is_that_of_one_preference(parts: str) -> None:
    domain = DOMAIN.replace(":strips", ":preferences").format("")
    text = PROBLEM.format("(:goal (preference g (p))) (:metric minimize (+ 1 (is-violated{})))")
    found = f"{len(parts.split())} parts" if parts else "nothing"
    message = f"`is-violated` takes one preference, found {found}"
    assert told(text.format(parts), domain) == [message]


@pytest.mark.parametrize(
    ("written", "fixed"),
    [
        ("(always r c)", "(always (r c))"),
        ("(at-most-once r c)", "(at-most-once (r c))"),
        ("(within 5 r c)", "(within 5 (r c))"),
        ("(hold-during 1 5 r c)", "(hold-during 1 5 (r c))"),
        ("(sometime-after p r c)", "(sometime-after (p) (r c))"),
        ("(always-within 3 r c q)", "(always-within 3 (r c) (q))"),
        ("(forall (?x) (always r ?x))", "(forall (?x) (always (r ?x)))"),
        ("(preference g r c)", "(preference g (r c))"),
    ],
)
def test_an_atom_in_a_constraint_without_its_parentheses(written: str, fixed: str) -> None:
    domain = DOMAIN.replace(":strips", ":adl :preferences :constraints").format("")
    text = PROBLEM.format(f"(:goal (p)) (:constraints {written})")
    (found,) = [d for d in findings(text, domain) if d.severity <= Severity.WARNING]
    text = apply_edits(text, found.fixes[0].edits)
    assert f"(:constraints {fixed})" in text
    if "preference" not in written:
        assert told(text, domain) == []


@pytest.mark.parametrize("written", ["(always r)", "(sometime-after p)", "(within p 5)"])
def test_other_words_in_a_constraint_are_told_once(written: str) -> None:
    domain = DOMAIN.replace(":strips", ":preferences :constraints").format("")
    (message,) = told(PROBLEM.format(f"(:goal (p)) (:constraints {written})"), domain)
    assert not message.startswith("undeclared")


def test_a_constraint_of_words_in_a_goal_is_told_once() -> None:
    text = PROBLEM.format("(:goal (and (p) (always r c)))")
    assert told(text, DOMAIN.format("")) == ["`always` is only allowed in `:constraints`"]
