"""Beds are sown, watered while a pump runs, and harvested. Negative preconditions, actions and a
predicate without arguments."""

from __future__ import annotations

from random import Random
from typing import Final

from planeval.suite.entry import SuiteWorld, named

DOMAIN: Final = """\
(define (domain greenhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types plant bed)
  (:predicates
    (pumping)
    (seed ?p - plant)
    (grows ?p - plant ?b - bed)
    (taken ?b - bed)
    (watered ?b - bed))
  (:action start-pump
    :parameters ()
    :precondition (and (not (pumping)))
    :effect (and (pumping)))
  (:action stop-pump
    :parameters ()
    :precondition (and (pumping))
    :effect (and (not (pumping))))
  (:action sow
    :parameters (?p - plant ?b - bed)
    :precondition (and (seed ?p) (not (taken ?b)))
    :effect (and (grows ?p ?b) (taken ?b) (not (seed ?p))))
  (:action water
    :parameters (?b - bed)
    :precondition (and (pumping) (taken ?b) (not (watered ?b)))
    :effect (and (watered ?b)))
  (:action harvest
    :parameters (?p - plant ?b - bed)
    :precondition (and (grows ?p ?b) (watered ?b) (not (pumping)))
    :effect (and (seed ?p) (not (grows ?p ?b)) (not (taken ?b)) (not (watered ?b)))))
"""


def world(size: int, dice: Random) -> SuiteWorld:
    """More plants than beds; some grow already."""
    plants, beds = named("plant", 2 + size), named("bed", 1 + size // 2)
    facts = []
    seeds = list(plants)
    for bed in beds:
        if dice.random() < 0.4:
            plant = seeds.pop(dice.randrange(len(seeds)))
            facts += [f"grows {plant} {bed}", f"taken {bed}"]
    facts += [f"seed {plant}" for plant in seeds]
    if dice.random() < 0.5:
        facts.append("pumping")
    return SuiteWorld({"plant": plants, "bed": beds}, facts)
