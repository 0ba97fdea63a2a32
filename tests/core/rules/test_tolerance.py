"""Odd but real ways to write PDDL, of which each has been seen in benchmarks: no errors."""

from __future__ import annotations

from typing import Final

import pytest

from support.findings import errors, findings

ODDITIES: Final = {
    "upper case": """(DEFINE (DOMAIN D) (:REQUIREMENTS :STRIPS) (:PREDICATES (P ?X))
        (:ACTION A :PARAMETERS (?X) :PRECONDITION (P ?x) :EFFECT (NOT (p ?X))))""",
    "no requirements, no parameters, no precondition": """(define (domain d) (:predicates (p))
        (:action a :effect (p)) (:action b :parameters () :precondition () :effect (not (p)))
        (:action c :precondition (p) :effect ()) (:action e))""",
    "no predicates": "(define (domain d) (:action a :parameters (?x ?y) :precondition (= ?x ?y)))",
    "carriage returns, tabs, no line break at the end": (
        "(define (domain d)\r\n\t(:predicates (p))\r\t(:action a :effect (p)))"
    ),
    "a byte order mark": "\ufeff(define (domain d) (:predicates (p)) (:action a :effect (p)))",
    "non-ASCII comments": "; Grüße — 計画 🤖\n(define (domain d) ; ẞ\n (:predicates (p)))",
    "names that look strange": """(define (domain d) (:predicates (_p ?x) (q.r ?x-) (1/2) (a-))
        (:action a :parameters (?x-) :precondition (and (_p ?x-) (q.r ?x-)) :effect (1/2)))""",
    "no blank around the dash": """(define (domain d) (:types t u) (:predicates (p ?x -t ?y- u))
        (:action a :parameters (?x -t ?y- u) :effect (p ?x ?y)))""",
    "a supertype that is declared nowhere else": """(define (domain d)
        (:types truck - vehicle) (:predicates (p ?v - vehicle))
        (:action a :parameters (?t - truck) :effect (p ?t)))""",
    "a type with two parents, and object declared": """(define (domain d)
        (:types object a - object b - object c - a c - b) (:predicates (p ?x - a ?y - b))
        (:action z :parameters (?c - c) :effect (p ?c ?c)))""",
    "a predicate, a type and an action of one name": """(define (domain d) (:types clear)
        (:predicates (clear ?x - clear)) (:action clear :parameters (?x - clear)
        :effect (clear ?x)))""",
    "words of PDDL as names": """(define (domain d) (:predicates (at ?x ?y) (over ?x) (within ?x))
        (:action start :parameters (?x ?end) :precondition (and (at ?x ?end) (over ?x))
        :effect (and (not (at ?x ?end)) (within ?x))))""",
    "sections out of order": """(define (domain d) (:action a :parameters (?x - t) :effect (p ?x))
        (:predicates (p ?x - t)) (:types t) (:requirements :typing))""",
    "the variables of UCPOP": """(define (domain d) (:predicates (p ?x) (q ?x))
        (:action a :parameters (?x) :vars (?y) :precondition (p ?y) :effect (q ?x)))""",
    "an old axiom": """(define (domain d) (:predicates (p ?x) (q ?x))
        (:axiom :vars (?x) :context (p ?x) :implies (q ?x)))""",
    "powers and continuous effects": """(define (domain d) (:requirements :time :fluents)
        (:functions (v) (x)) (:process move :parameters () :precondition (> (v) 0)
        :effect (increase (x) (* #t (^ (v) 2)))))""",
    "functions without parentheses": """(define (domain d) (:requirements :fluents)
        (:functions v - number (w)) (:action a :precondition (> v 1) :effect (assign w 5.)))""",
    "private predicates": """(define (domain d) (:requirements :unfactored-privacy)
        (:predicates (p ?x) (:private ?a (q ?x)))
        (:action a :agent ?a :parameters (?a ?x) :precondition (p ?x) :effect (p ?a)))""",
    "a goal before the initial state": """(define (domain d) (:predicates (p)))
        (define (problem x) (:domain d) (:goal (p)) (:init (p)))""",
    "two metrics' worth of numbers": """(define (domain d) (:requirements :action-costs)
        (:functions (total-cost) (f))) (define (problem x) (:domain d)
        (:init (= (f) -3.5) (= (total-cost) 0)) (:goal ()) (:metric minimize (total-cost)))""",
    "a length section": """(define (domain d) (:predicates (p))) (define (problem x) (:domain d)
        (:init (p)) (:goal (p)) (:length (:serial 3) (:parallel 2)))""",
    "a timed literal beside a predicate `at`": """(define (domain d) (:predicates (at ?x ?y)))
        (define (problem x) (:domain d) (:objects a 5)
        (:init (at a 5) (at 5 (at 5 a))) (:goal ()))""",
    "a timed fluent": """(define (domain d) (:requirements :fluents) (:functions (f)))
        (define (problem x) (:domain d) (:init (at 5 (= (f) 3))) (:goal ()))""",
    "an unknown initial state": """(define (domain d) (:predicates (p) (q)))
        (define (problem x) (:domain d) (:init (and (p) (oneof (p) (q)) (or (p) (not (q)))
        (unknown (q)))) (:goal (p)))""",
    "one plain proposition of PPDDL": """(define (domain d) (:requirements :probabilistic-effects)
        (:predicates (a) (b)) (:action x :effect (probabilistic 0.3 a 0.7 (and b (not (a))))))""",
    "an empty file": "",
    "nothing but a comment": "; to be written\n",
}


@pytest.mark.parametrize("name", sorted(ODDITIES))
def test_no_error(name: str) -> None:
    assert [(d.code, d.message) for d in errors(ODDITIES[name])] == []


@pytest.mark.parametrize(
    "plan",
    ["(move a b)\n(load c)\n; cost = 2 (unit cost)\n", "0.000: (move a b) [5.000]\n", "MOVE A B\n"],
)
def test_a_plan_is_no_broken_domain(plan: str) -> None:
    assert findings(plan) == ()


def test_places_in_another_file_name_it() -> None:
    domain = "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x)))"
    problem = "(define (problem x) (:domain d) (:objects o) (:init (p o o) (r o)) (:goal (p o)))"
    arity, predicate = errors(problem, domain)
    assert [(r.file, domain[slice(*r.span)]) for r in arity.related] == [("domain", "p")]
    assert [(fix.title, fix.file) for fix in predicate.fixes] == [
        ("Declare predicate `r`", "domain"),
    ]


def test_a_problem_without_its_domain_is_not_checked_against_it() -> None:
    problem = "(define (problem x) (:domain d) (:objects o O) (:init (p o)) (:goal (q z)))"
    found = {d.code: d.severity.label for d in findings(problem)}
    assert found == {"unknown-domain": "information", "duplicate-declaration": "error"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("((", ["parentheses outside all definitions"]),
        ("))", ["unmatched `)`"]),
        ("((define (domain d))", ["parentheses outside all definitions"]),
        ("(define (domain d)))", ["unmatched `)`"]),
    ],
)
def test_parentheses_outside_of_all_definitions(text: str, found: list[str]) -> None:
    messages = [d.message for d in errors(text)]
    assert messages == found
