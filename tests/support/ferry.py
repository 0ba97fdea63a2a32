"""A small domain that uses most of what has a name, and a problem for it."""

from __future__ import annotations

DOMAIN = """\
(define (domain ferry)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents
    :existential-preconditions)
  (:types car - vehicle vehicle port)
  (:constants main - port)
  (:predicates
    ; Where a car stands.
    (at ?c - car ?p - port) ; when it is not aboard
    (aboard ?c - car)
    (full))
  (:functions (fuel ?p - port) - number)
  ;; Drive it on.
  (:action board
    :parameters (?c - car ?p - port)
    :precondition (and (at ?c ?p) (not (full)))
    :effect (and (aboard ?c) (full) (not (at ?c ?p))))
  (:action leave
    :parameters (?c - car ?p - port)
    :precondition (and (aboard ?c) (exists (?q - port) (at ?c ?q)))
    :effect (and (at ?c main) (not (full)) (increase (fuel ?p) 1))))
"""
PROBLEM = """\
(define (problem two)
  (:domain ferry)
  (:objects red - car south - port)
  (:init (at red south))
  (:goal (aboard red)))
"""


def crowded_problem(number: int, cars: int, port: str) -> str:
    """Problem `p` with that number, in which so many cars stand at the `port`."""
    names = [f"car-{car}" for car in range(cars)]
    facts = "\n".join(f"    (at {name} {port})" for name in names)
    return (
        f"(define (problem p{number}) (:domain ferry)\n (:objects {' '.join(names)} - car)\n"
        f" (:init (= (fuel main) 0)\n{facts}) (:goal (at car-1 main)))"
    )


DURATIVE = """\
(define (domain tide)
  (:requirements :strips :typing :durative-actions :numeric-fluents)
  (:types boat)
  (:predicates (afloat ?b - boat))
  (:functions (depth) (draught ?b - boat))
  (:durative-action float
    :parameters (?b - boat)
    :duration (= ?duration (draught ?b))
    :condition (and (at start (afloat ?b)))
    :effect (and (at end (afloat ?b)))))
"""
