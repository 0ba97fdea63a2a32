"""Cooks fill jugs, pour them into pots on stoves, and serve. Subtypes; five parameters."""

from __future__ import annotations

from random import Random
from typing import Final

from planeval.suite.entry import SuiteWorld, named

DOMAIN: Final = """\
(define (domain soup)
  (:requirements :strips :typing)
  (:types jug pot - vessel cook stove liquid)
  (:predicates
    (shelved ?v - vessel)
    (holds ?c - cook ?v - vessel)
    (idle ?c - cook)
    (blank ?v - vessel)
    (contains ?v - vessel ?l - liquid)
    (stands-on ?p - pot ?s - stove)
    (cold ?s - stove)
    (cooked ?p - pot))
  (:action grasp
    :parameters (?c - cook ?v - vessel)
    :precondition (and (idle ?c) (shelved ?v))
    :effect (and (holds ?c ?v) (not (idle ?c)) (not (shelved ?v))))
  (:action put-away
    :parameters (?c - cook ?v - vessel)
    :precondition (and (holds ?c ?v))
    :effect (and (idle ?c) (shelved ?v) (not (holds ?c ?v))))
  (:action fill
    :parameters (?c - cook ?j - jug ?l - liquid)
    :precondition (and (holds ?c ?j) (blank ?j))
    :effect (and (contains ?j ?l) (not (blank ?j))))
  (:action put-on
    :parameters (?c - cook ?p - pot ?s - stove)
    :precondition (and (holds ?c ?p) (cold ?s))
    :effect (and (stands-on ?p ?s) (idle ?c) (not (holds ?c ?p)) (not (cold ?s))))
  (:action pour
    :parameters (?c - cook ?j - jug ?p - pot ?s - stove ?l - liquid)
    :precondition (and (holds ?c ?j) (contains ?j ?l) (stands-on ?p ?s) (blank ?p))
    :effect (and (contains ?p ?l) (blank ?j) (not (contains ?j ?l)) (not (blank ?p))))
  (:action boil
    :parameters (?p - pot ?s - stove ?l - liquid)
    :precondition (and (stands-on ?p ?s) (contains ?p ?l))
    :effect (and (cooked ?p)))
  (:action serve
    :parameters (?c - cook ?p - pot ?s - stove ?l - liquid)
    :precondition (and (idle ?c) (stands-on ?p ?s) (contains ?p ?l) (cooked ?p))
    :effect (and (holds ?c ?p) (blank ?p) (cold ?s) (not (idle ?c)) (not (stands-on ?p ?s))
      (not (contains ?p ?l)) (not (cooked ?p)))))
"""


def world(size: int, dice: Random) -> SuiteWorld:
    """All vessels on the shelf, some jugs full."""
    cooks, stoves = named("cook", 1 + size // 4), named("stove", 1 + size // 3)
    jugs, pots = named("jug", 1 + size // 3), named("pot", 1 + size // 2)
    liquids = named("broth", 2)
    facts = [f"idle {cook}" for cook in cooks] + [f"cold {stove}" for stove in stoves]
    for vessel in (*jugs, *pots):
        facts.append(f"shelved {vessel}")
        is_full = vessel in jugs and dice.random() < 0.5
        facts.append(f"contains {vessel} {dice.choice(liquids)}" if is_full else f"blank {vessel}")
    kinds = {"cook": cooks, "stove": stoves, "jug": jugs, "pot": pots, "liquid": liquids}
    return SuiteWorld(kinds, facts)
