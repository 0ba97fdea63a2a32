"""Derived predicates."""

from __future__ import annotations

from itertools import pairwise

from support.tasks import run, task_of, verdict

DOMAIN = """
(:requirements :adl :derived-predicates)
(:predicates (edge ?x ?y) (closed ?x) (path ?x ?y) (open ?x) (stuck ?x) (even ?x) (odd ?x)
             (step ?x ?y) (zero ?x) (all-open))
(:derived (path ?x ?y) (and (edge ?x ?y) (open ?y)))
(:derived (path ?x ?y) (exists (?z) (and (edge ?x ?z) (open ?z) (path ?z ?y))))
(:derived (open ?x) (not (closed ?x)))
(:derived (stuck ?x) (forall (?y) (not (path ?x ?y))))
(:derived (even ?x) (or (zero ?x) (exists (?y) (and (step ?y ?x) (odd ?y)))))
(:derived (odd ?x) (exists (?y) (and (step ?y ?x) (even ?y))))
(:derived (all-open) (forall (?x) (open ?x)))
(:action walk :parameters (?x ?y) :precondition (path ?x ?y) :effect (and))
(:action sit :parameters (?x) :precondition (stuck ?x) :effect (and))
(:action close :parameters (?x) :precondition (open ?x) :effect (closed ?x))
(:action unlock :parameters (?x) :precondition (closed ?x) :effect (not (closed ?x)))
(:action count :parameters (?x) :precondition (and (even ?x) (not (odd ?x))) :effect (and))
(:action cheer :parameters () :precondition (all-open) :effect (and))
"""
PROBLEM = """
(:objects a b c d)
(:init (edge a b) (edge b c) (edge c d) (closed c) (zero a) (step a b) (step b c) (step c d))
(:goal (path a d))
"""
TASK = task_of(DOMAIN, PROBLEM)


def test_a_recursive_axiom_follows_the_state() -> None:
    assert verdict(TASK, "(walk a b)") == "invalid"
    assert verdict(TASK, "(walk a d)") == "invalid@1"
    assert verdict(TASK, "(unlock c) (walk a d)") == "valid"
    assert verdict(TASK, "(unlock c) (walk a d) (close b) (walk a d)") == "invalid@4"
    assert run(TASK, "(walk a b)").unreached == ("(path a d)",)


def test_negation_of_a_lower_stratum() -> None:
    assert verdict(TASK, "(sit a)") == "invalid@1"
    assert verdict(TASK, "(sit b)") == "invalid"
    assert verdict(TASK, "(sit d) (unlock c)") == "valid"


def test_mutual_recursion() -> None:
    assert verdict(TASK, "(count a) (count c) (unlock c)") == "valid"
    assert verdict(TASK, "(count b)") == "invalid@1"
    assert verdict(TASK, "(count d)") == "invalid@1"


def test_an_axiom_without_parameters() -> None:
    assert verdict(TASK, "(cheer)") == "invalid@1"
    assert verdict(TASK, "(unlock c) (cheer)") == "valid"


def test_an_unstratified_axiom_is_undecided() -> None:
    domain = """(:predicates (p) (q)) (:derived (p) (not (q))) (:derived (q) (not (p)))
                (:action a :parameters () :precondition (p) :effect (and))"""
    trace = run(task_of(domain, "(:goal (and))"), "(a)")
    assert trace.verdict == "undecided"
    assert "not stratified" in (trace.reason or "")


def test_a_recursion_below_a_quantifier() -> None:
    # A node is safe when all its successors are: recursion inside `forall`.
    domain = """(:predicates (edge ?x ?y) (safe ?x))
                (:derived (safe ?x) (forall (?y) (imply (edge ?x ?y) (safe ?y))))
                (:action rest :parameters (?x) :precondition (safe ?x) :effect (and))"""
    problem = "(:objects a b c d) (:init (edge a b) (edge b c) (edge d d)) (:goal (and))"
    task = task_of(domain, problem)
    assert verdict(task, "(rest c) (rest b) (rest a)") == "valid"
    assert verdict(task, "(rest d)") == "invalid@1"


def test_typed_axioms_derive_for_objects_of_the_type() -> None:
    domain = """(:types t u) (:predicates (p ?x) (d ?x))
                (:derived (d ?x - t) (p ?x))
                (:action use :parameters (?x) :precondition (d ?x) :effect (and))"""
    task = task_of(domain, "(:objects a - t b - u) (:init (p a) (p b)) (:goal (and))")
    assert verdict(task, "(use a)") == "valid"
    assert verdict(task, "(use b)") == "invalid@1"


def test_a_long_chain_is_derived_in_time() -> None:
    names = [f"n{index}" for index in range(300)]
    edges = " ".join(f"(edge {a} {b})" for a, b in pairwise(names))
    domain = """(:predicates (edge ?x ?y) (reached ?x))
                (:derived (reached ?x) (exists (?y) (and (edge ?y ?x) (reached ?y))))
                (:derived (reached ?x) (= ?x n0))
                (:action arrive :parameters (?x) :precondition (reached ?x) :effect (and))"""
    task = task_of(domain, f"(:objects {' '.join(names)}) (:init {edges}) (:goal (and))")
    assert verdict(task, "(arrive n299)") == "valid"
