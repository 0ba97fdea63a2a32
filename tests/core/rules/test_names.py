"""Undeclared and duplicate names, numbers and types of arguments."""

from __future__ import annotations

import pytest

from plancore.diagnostic import Severity, apply_edits
from support.findings import expect, findings, fixed

DELIVERY = """\
(define (domain delivery)
  (:requirements :adl :numeric-fluents)
  (:types place - object
          truck package - thing)
  (:constants hq - place)
  (:predicates
    (at ?x - thing ?p - place)
    (in ?k - package ?t - truck))
  (:functions (fuel ?t - truck) - number)
"""


@pytest.mark.server_behaviour(4)
def test_undeclared_names_of_every_kind() -> None:
    expect(
        DELIVERY
        + """\
  (:action load
    :parameters (?k - package ?t - truck ?p - plase)
    ;                                         ^^^^^ undeclared-type
    :precondition (and (att ?k ?p) (at ?t home) (at ?tt hq))
    ;                   ^^^ undeclared-predicate
    ;                                     ^^^^ undeclared-object
    ;                                               ^^^ undeclared-variable
    :effect (and (in ?k ?t) (increase (feul ?t) 1))))
    ;                                  ^^^^ undeclared-function
"""
    )


def test_names_do_not_care_about_case() -> None:
    expect("(DEFINE (DOMAIN d) (:PREDICATES (P ?X)) (:action a :parameters (?x) :effect (p ?X)))")


def test_equality_and_built_in_functions_need_no_declaration() -> None:
    expect(
        """
        (define (domain d)
          (:predicates (p ?x))
          (:process grow :parameters (?x) :precondition (p ?x)
            :effect (increase (reward) (* #t 2)))
          (:action a :parameters (?x ?y) :precondition (= ?x ?y) :effect (increase (reward) 1)))
        """
    )


def test_the_wrong_number_of_arguments() -> None:
    expect(
        DELIVERY
        + """\
  (:action load
    :parameters (?k - package ?t - truck)
    :precondition (at ?k)
    ;             ^^^^^^^ wrong-arity
    :effect (and (in ?k ?t ?t) (increase (fuel) 1))))
    ;            ^^^^^^^^^^^^^           ^^^^^^ wrong-arity wrong-arity
"""
    )


@pytest.mark.server_behaviour(4)
def test_types_that_exclude_each_other() -> None:
    expect(
        DELIVERY
        + """\
  (:action load
    :parameters (?k - package ?t - truck)
    :effect (and (in ?t ?k) (at hq hq))))
    ;                ^^ ^^      ^^ type-mismatch type-mismatch type-mismatch
"""
    )


def test_a_supertype_is_a_warning_and_either_fits_when_each_type_does() -> None:
    text = (
        DELIVERY
        + """\
  (:action load
    :parameters (?x - thing ?y - (either truck package) ?z - (either truck place) ?p - place)
    :effect (and (in ?x ?y) (at ?y ?p) (at ?z ?p))))
"""
    )
    found = [(d.severity.label, d.message) for d in findings(text) if d.code == "type-mismatch"]
    assert found == [
        ("warning", "type mismatch: `in` expects `package` here, `?x` is `thing`"),
        ("warning", "type mismatch: `in` expects `truck` here, `?y` is `(either truck package)`"),
        ("warning", "type mismatch: `at` expects `thing` here, `?z` is `(either truck place)`"),
    ]


def test_quantified_variables_have_types_too() -> None:
    expect(
        DELIVERY
        + """\
  (:action load
    :parameters (?k - package)
    :precondition (forall (?q - place) (not (in ?k ?q)))
    ;                                              ^^ type-mismatch
    :effect (at ?k ?q)))
    ;              ^^ undeclared-variable
"""
    )


def test_duplicates_of_every_kind() -> None:
    expect(
        """
        (define (domain d)
          (:requirements :typing :Typing :hierarchy :numeric-fluents :durative-actions)
          ;                      ^^^^^^^ duplicate-declaration
          (:types a b - object A - object)
          ;                    ^ duplicate-declaration
          (:constants k - a K - b)
          ;                 ^ duplicate-declaration
          (:predicates (p ?x) (P ?x ?y))
          ;                    ^ duplicate-declaration
          (:functions (f) (F))
          ;                ^ duplicate-declaration
          (:task t :parameters ())
          (:task t :parameters ())
          ;      ^ duplicate-declaration
          (:action go :parameters (?x - a ?X - b) :effect (p ?x))
          ;                               ^^ duplicate-parameter
          (:durative-action GO :duration (= ?duration 1)))
          ;                 ^^ duplicate-declaration
        """
    )


@pytest.mark.server_behaviour(4)
def test_a_duplicate_points_at_the_first() -> None:
    text = "(define (problem p) (:domain d) (:objects a b A) (:init) (:goal (and)))"
    (found,) = [d for d in findings(text) if d.code == "duplicate-declaration"]
    assert [related.message for related in found.related] == ["first declared here"]
    assert text[slice(*found.related[0].span)] == "a"


def test_missing_parameters_are_one_finding() -> None:
    text = (
        DELIVERY
        + """\
  (:action load
    ;      ^^^^ missing-parameters
    :precondition (and (at ?k ?p) (at ?t ?p))
    :effect (in ?k ?t)))
"""
    )
    expect(text)
    assert ":parameters (?k - package ?p - place ?t - truck)" in fixed(text, "Add `:parameters`")


def test_a_declared_predicate_gets_the_types_of_its_uses() -> None:
    text = (
        DELIVERY
        + """\
  (:action load
    :parameters (?k - package ?t - truck)
    :precondition (and (near ?k ?t) (near ?t hq))
    :effect (in ?k ?t)))
"""
    )
    assert """\
    (in ?k - package ?t - truck)
    (near ?k - thing ?t - object))
""" in fixed(text, "Declare predicate `near`")


def test_an_object_is_declared_with_the_type_it_is_used_as() -> None:
    domain = DELIVERY + ")"
    problem = "(define (problem p) (:domain delivery) (:init (at t1 hq)) (:goal (in k1 t1)))"
    changed = fixed(problem, "Declare object `t1`", domain)
    assert "(:domain delivery)\n  (:objects t1 - truck)" in changed
    assert "(:objects t1 - truck k1 - package)" in fixed(changed, "Declare object `k1`", domain)


def test_exchanged_arguments_are_put_right() -> None:
    text = (
        DELIVERY
        + """\
  (:action load
    :parameters (?k - package ?t - truck)
    :effect (in ?t ?k)))
"""
    )
    assert ":effect (in ?k ?t)" in fixed(text, "Swap `?t` and `?k`")


def test_numbers_in_names_are_not_misspellings() -> None:
    domain = DELIVERY + ")"
    problem = """
        (define (problem p) (:domain delivery)
          (:objects truck1 - truck)
          (:init (at truck2 hq))
          (:goal (at truck1 hq)))
        """
    assert [d.message for d in findings(problem, domain) if d.code == "undeclared-object"] == [
        "undeclared object `truck2`"
    ]


def test_objects_of_a_problem_that_its_domain_uses() -> None:
    domain = """\
(define (domain house)
  (:requirements :typing)
  (:types room)
  (:predicates (in ?r - room))
  (:action leave :parameters (?r - room) :precondition (in hall) :effect (in ?r))
  (:action enter :effect (in hall)))
"""
    problem = """\
(define (problem visit)
  (:domain house)
  (:objects hall attic - room)
  ;         ^^^^ undeclared-object
  (:init (in hall) (in attic))
  (:goal (in attic)))
"""
    expect(problem, domain)
    (found,) = findings(problem.replace("  ;         ^^^^ undeclared-object\n", ""), domain)
    assert (found.severity, found.message) == (
        Severity.WARNING,
        "object `hall` is used in the domain; declare it as a constant there",
    )
    assert [(place.file, place.message) for place in found.related] == [("domain", "used here")]
    (fix,) = found.fixes
    assert (fix.title, fix.file) == ("Declare constant `hall`", "domain")
    declared = apply_edits(domain, fix.edits)
    assert "(:constants hall - room)" in declared
    assert findings(declared) == ()


def test_an_object_called_undefined_hides_the_value_of_fluents_without_one() -> None:
    domain = """
        (define (domain d)
          (:requirements :typing :object-fluents)
          (:types place truck)
          (:constants Undefined - place)
        ;             ^^^^^^^^^ redeclared-constant
          (:functions (at ?t - truck) - {value})
          (:action go :parameters (?t - truck ?p - place) :effect (assign (at ?t) {effect})))
        """
    expect(domain.format(value="place", effect="?p"))
    problem = "(define (problem p) (:domain d) (:objects undefined - place) (:init) (:goal (and)))"
    for value, effect, count in (("place", "?p", 2), ("number", "1", 0)):
        found = findings(domain.format(value=value, effect=effect) + problem)
        assert sum("value of a function" in each.message for each in found) == count
