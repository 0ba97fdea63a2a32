"""Two models of one kitchen, written independently of each other.

The learned one names the cook, has arguments in another order, says `clean` for not `dirty`, and
`(room ?r)` for the type.
"""

from __future__ import annotations

from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.snapshot import FileSnapshot

REFERENCE = """\
(define (domain kitchen)
  (:types room dish)
  (:predicates (cook-in ?r - room) (dish-in ?d - dish ?r - room) (holding ?d - dish)
    (dirty ?d - dish))
  (:action walk :parameters (?from ?to - room)
    :precondition (cook-in ?from)
    :effect (and (not (cook-in ?from)) (cook-in ?to)))
  (:action take :parameters (?d - dish ?r - room)
    :precondition (and (cook-in ?r) (dish-in ?d ?r))
    :effect (and (holding ?d) (not (dish-in ?d ?r))))
  (:action wash :parameters (?d - dish)
    :precondition (and (holding ?d) (dirty ?d))
    :effect (not (dirty ?d))))
"""
LEARNED = """\
(define (domain cooking)
  (:types cook dish place)
  (:predicates (is-in ?c - cook ?p) (has-dish ?p - place ?d - dish) (is-held ?d - dish)
    (clean ?d - dish) (room ?p))
  (:action go :parameters (?c - cook ?to ?from)
    :precondition (and (is-in ?c ?from) (room ?to) (room ?from))
    :effect (and (not (is-in ?c ?from)) (is-in ?c ?to)))
  (:action pick :parameters (?c - cook ?r - place ?d - dish)
    :precondition (and (is-in ?c ?r) (has-dish ?r ?d) (room ?r))
    :effect (and (is-held ?d) (not (has-dish ?r ?d))))
  (:action rinse :parameters (?c - cook ?d - dish)
    :precondition (and (is-held ?d) (not (clean ?d)))
    :effect (clean ?d)))
"""
UNLIKE = LEARNED.replace("(and (is-held ?d) (not (clean ?d)))", "(not (clean ?d))")
"""As `LEARNED`, but for `rinse`, which is not enough like `wash` to be paired with it."""

MAPPING = """\
{
  "actions": [
    {"learned": "go", "reference": "walk", "parameters": {"?to": "?to", "?from": "?from"}},
    {"learned": "pick", "reference": "take", "parameters": {"?r": "?r", "?d": "?d"}},
    {"learned": "rinse", "reference": "wash", "parameters": {"?d": "?d"}}
  ],
  "predicates": [
    {"learned": "is-in", "reference": "cook-in", "arguments": [null, 0]},
    {"learned": "has-dish", "reference": "dish-in", "arguments": [1, 0]},
    {"learned": "is-held", "reference": "holding", "arguments": [0]}
  ],
  "negated": [{"learned": "clean", "reference": "dirty", "arguments": [0]}],
  "types": [{"learned": "dish", "reference": "dish"}],
  "types_as_predicates": [{"side": "learned", "predicate": "room", "type": "room"}]
}
"""
REFERENCE_PROBLEM = """\
(define (problem dinner) (:domain kitchen)
  (:objects hall kitchen - room plate cup - dish)
  (:init (cook-in hall) (dish-in plate kitchen) (dish-in cup hall) (dirty plate))
  (:goal (and (holding plate) (not (dirty plate)))))
"""
LEARNED_PROBLEM = """\
(define (problem dinner) (:domain cooking)
  (:objects ann - cook hall kitchen - place plate cup - dish)
  (:init (is-in ann hall) (has-dish kitchen plate) (has-dish hall cup) (clean cup)
    (room hall) (room kitchen))
  (:goal (and (is-held plate) (clean plate))))
"""
REFERENCE_PLAN = "(walk hall kitchen)\n(take plate kitchen)\n(wash plate)\n"
LEARNED_PLAN = "(go ann kitchen hall)\n(pick ann kitchen plate)\n(rinse ann plate)\n"


def domain(text: str) -> Domain:
    """The domain of a text."""
    parsed = FileSnapshot.of(text).domain
    assert parsed is not None
    return parsed


def problem(text: str) -> Problem:
    """The problem of a text."""
    parsed = FileSnapshot.of(text).problem
    assert parsed is not None
    return parsed
