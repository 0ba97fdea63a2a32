"""Models of which one never mentions the only thing of a kind."""

from __future__ import annotations

import pytest

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.roles import Roles
from support.comparison import domain_of

LIBRARY = """(define (domain library)
  (:types robot shelf book reader)
  (:predicates (at-shelf ?r - robot ?s - shelf) (on-shelf ?b - book ?s - shelf)
    (holding ?r - robot ?b - book) (hand-free ?r - robot) (lent ?b - book ?p - reader)
    (adjacent ?a ?b - shelf) (member ?p - reader))
  (:action move :parameters (?r - robot ?a ?b - shelf)
    :precondition (and (at-shelf ?r ?a) (adjacent ?a ?b))
    :effect (and (not (at-shelf ?r ?a)) (at-shelf ?r ?b)))
  (:action take :parameters (?r - robot ?b - book ?s - shelf)
    :precondition (and (at-shelf ?r ?s) (on-shelf ?b ?s) (hand-free ?r))
    :effect (and (holding ?r ?b) (not (on-shelf ?b ?s)) (not (hand-free ?r))))
  (:action shelve :parameters (?r - robot ?b - book ?s - shelf)
    :precondition (and (at-shelf ?r ?s) (holding ?r ?b))
    :effect (and (on-shelf ?b ?s) (hand-free ?r) (not (holding ?r ?b))))
  (:action lend :parameters (?r - robot ?b - book ?p - reader)
    :precondition (and (holding ?r ?b) (member ?p))
    :effect (and (lent ?b ?p) (hand-free ?r) (not (holding ?r ?b)))))"""

ASSISTANT = """(define (domain assistant)
  (:types location item person)
  (:predicates (robotAt ?l - location) (itemAt ?i - item ?l - location) (carrying ?i - item)
    (armBusy) (connected ?k ?l - location) (borrowed ?p - person ?i - item)
    (registeredMember ?p - person))
  (:action goTo :parameters (?from ?to - location)
    :precondition (and (robotAt ?from) (connected ?from ?to))
    :effect (and (robotAt ?to) (not (robotAt ?from))))
  (:action pickUpBook :parameters (?i - item ?l - location)
    :precondition (and (robotAt ?l) (itemAt ?i ?l) (not (armBusy)))
    :effect (and (carrying ?i) (armBusy) (not (itemAt ?i ?l))))
  (:action putOnShelf :parameters (?i - item ?l - location)
    :precondition (and (robotAt ?l) (carrying ?i))
    :effect (and (itemAt ?i ?l) (not (carrying ?i)) (not (armBusy))))
  (:action giveBook :parameters (?i - item ?p - person ?l - location)
    :precondition (and (carrying ?i) (robotAt ?l) (registeredMember ?p))
    :effect (and (borrowed ?p ?i) (not (carrying ?i)) (not (armBusy)))))"""


def test_what_moves_like_the_only_robot_is_not_taken_for_it() -> None:
    pairs = find_pairs(domain_of(ASSISTANT), domain_of(LIBRARY))
    assert {(pair.learned, pair.reference) for pair in pairs.types} == {
        ("location", "shelf"),
        ("item", "book"),
        ("person", "reader"),
    }
    assert {(p.learned, p.reference, p.arguments, p.negated) for p in pairs.predicates} == {
        ("robotat", "at-shelf", (1,), False),
        ("itemat", "on-shelf", (0, 1), False),
        ("carrying", "holding", (1,), False),
        ("armbusy", "hand-free", (), True),
        ("connected", "adjacent", (0, 1), False),
        ("borrowed", "lent", (1, 0), False),
        ("registeredmember", "member", (0,), False),
    }


@pytest.mark.parametrize(
    "may_be_left_out", ["(or (busy ?m) (summer ?m))", "(preference p (busy ?m))"]
)
def test_what_may_be_left_out_is_no_type(may_be_left_out: str) -> None:
    reading = f"""(define (domain reading) (:types book month)
      (:predicates (read ?b - book) (before ?a ?b - book) (planned ?b - book ?m - month)
        (busy ?m - month) (summer ?m - month))
      (:action plan :parameters (?b - book ?m - month)
        :precondition (and (summer ?m) {may_be_left_out}
          (forall (?a - book) (or (read ?a) (not (before ?a ?b)))))
        :effect (planned ?b ?m)))"""
    assert Roles(domain_of(reading)).type_predicates == ("summer",)
