"""Boats climb locks between basins. Four parameters, static neighbours, opposite predicates."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

from planeval.suite.entry import SuiteWorld, named

DOMAIN: Final = """\
(define (domain canal)
  (:requirements :strips :typing)
  (:types boat basin lock)
  (:predicates
    (links ?l - lock ?low - basin ?high - basin)
    (floats ?b - boat ?p - basin)
    (inside ?b - boat ?l - lock)
    (free ?l - lock)
    (drained ?l - lock)
    (flooded ?l - lock))
  (:action flood
    :parameters (?l - lock)
    :precondition (and (drained ?l))
    :effect (and (flooded ?l) (not (drained ?l))))
  (:action drain
    :parameters (?l - lock)
    :precondition (and (flooded ?l))
    :effect (and (drained ?l) (not (flooded ?l))))
  (:action enter-below
    :parameters (?b - boat ?l - lock ?low - basin ?high - basin)
    :precondition (and (links ?l ?low ?high) (floats ?b ?low) (free ?l) (drained ?l))
    :effect (and (inside ?b ?l) (not (floats ?b ?low)) (not (free ?l))))
  (:action enter-above
    :parameters (?b - boat ?l - lock ?low - basin ?high - basin)
    :precondition (and (links ?l ?low ?high) (floats ?b ?high) (free ?l) (flooded ?l))
    :effect (and (inside ?b ?l) (not (floats ?b ?high)) (not (free ?l))))
  (:action leave-below
    :parameters (?b - boat ?l - lock ?low - basin ?high - basin)
    :precondition (and (links ?l ?low ?high) (inside ?b ?l) (drained ?l))
    :effect (and (floats ?b ?low) (free ?l) (not (inside ?b ?l))))
  (:action leave-above
    :parameters (?b - boat ?l - lock ?low - basin ?high - basin)
    :precondition (and (links ?l ?low ?high) (inside ?b ?l) (flooded ?l))
    :effect (and (floats ?b ?high) (free ?l) (not (inside ?b ?l)))))
"""


def world(size: int, dice: Random) -> SuiteWorld:
    """A flight of locks, with boats anywhere."""
    basins, boats = named("basin", 2 + size // 2), named("boat", 1 + size // 2)
    locks = named("lock", len(basins) - 1)
    facts = [
        f"links {lock} {low} {high}"
        for lock, (low, high) in zip(locks, pairwise(basins), strict=True)
    ]
    facts += [f"floats {boat} {dice.choice(basins)}" for boat in boats]
    facts += [f"free {lock}" for lock in locks]
    facts += [f"{dice.choice(('drained', 'flooded'))} {lock}" for lock in locks]
    return SuiteWorld({"basin": basins, "boat": boats, "lock": locks}, facts)
