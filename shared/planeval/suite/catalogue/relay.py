"""Runners carry a baton along paths and hand it over. Two parameters of one type, a predicate
without arguments, STRIPS only."""

from __future__ import annotations

from random import Random
from typing import Final

from planeval.suite.entry import SuiteWorld, both_ways, named

DOMAIN: Final = """\
(define (domain relay)
  (:requirements :strips :typing)
  (:types runner place)
  (:predicates
    (path ?a - place ?b - place)
    (post ?p - place)
    (at ?r - runner ?p - place)
    (rested ?r - runner)
    (tired ?r - runner)
    (carries ?r - runner)
    (baton-free))
  (:action run
    :parameters (?r - runner ?a - place ?b - place)
    :precondition (and (at ?r ?a) (path ?a ?b) (rested ?r))
    :effect (and (at ?r ?b) (tired ?r) (not (at ?r ?a)) (not (rested ?r))))
  (:action rest
    :parameters (?r - runner)
    :precondition (and (tired ?r))
    :effect (and (rested ?r) (not (tired ?r))))
  (:action pick-up
    :parameters (?r - runner ?p - place)
    :precondition (and (at ?r ?p) (post ?p) (baton-free))
    :effect (and (carries ?r) (not (baton-free))))
  (:action hand-over
    :parameters (?from - runner ?to - runner ?p - place)
    :precondition (and (at ?from ?p) (at ?to ?p) (carries ?from) (tired ?from)
      (rested ?to))
    :effect (and (carries ?to) (not (carries ?from))))
  (:action deliver
    :parameters (?r - runner ?p - place)
    :precondition (and (at ?r ?p) (post ?p) (carries ?r) (tired ?r))
    :effect (and (baton-free) (not (carries ?r)))))
"""


def world(size: int, dice: Random) -> SuiteWorld:
    """Places in a tree with one extra path; some of them are posts."""
    runners, places = named("runner", 2 + size // 2), named("place", 2 + size // 3)
    paths = [(dice.choice(places[:at]), places[at]) for at in range(1, len(places))]
    first, second = dice.sample(places, 2)
    if (first, second) not in paths and (second, first) not in paths:
        paths.append((first, second))
    facts = both_ways("path", paths)
    facts += [f"post {place}" for place in places[: 1 + len(places) // 2]]
    facts += [f"at {runner} {dice.choice(places)}" for runner in runners]
    facts += [f"{dice.choice(('rested', 'tired'))} {runner}" for runner in runners]
    return SuiteWorld({"runner": runners, "place": places}, [*facts, "baton-free"])
