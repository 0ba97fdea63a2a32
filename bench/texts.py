"""PDDL texts of any size for measurements: our own, so that everybody can repeat them."""

from __future__ import annotations

import random

ACTION = """
  (:action move-{n}
    ; Trucks of fleet {n} have their own roads.
    :parameters (?t - truck ?from ?to - place ?k - parcel)
    :precondition (and
      (at ?t ?from)
      (road-{n} ?from ?to)
      (not (blocked ?to))
      (or (light ?k) (in ?k ?t)))
    :effect (and
      (not (at ?t ?from))
      (at ?t ?to)
      (forall (?x - parcel)
        (when (in ?x ?t) (seen ?x ?to)))
      (increase (total-cost) (distance ?from ?to))))
"""


def domain(actions: int) -> str:
    """A domain with so many actions of 16 lines; some 550 bytes each."""
    roads = "\n".join(f"    (road-{n} ?from ?to - place)" for n in range(actions))
    return f"""(define (domain fleet)
  (:requirements :adl :typing :action-costs)

  (:types
    truck parcel - thing
    thing place - object)

  (:predicates
    (at ?x - thing ?p - place)
    (in ?k - parcel ?t - truck)
    (seen ?k - parcel ?p - place)
    (light ?k - parcel)
    (blocked ?p - place)
{roads})

  (:functions
    (total-cost) - number
    (distance ?from ?to - place) - number)
{"".join(ACTION.format(n=n) for n in range(actions))})
"""


def problem(size: int) -> str:
    """A problem of some `size` bytes for `domain(1)`: objects, facts and distances."""
    dice = random.Random(1)
    places = max(size // 300, 2)
    names = [f"place-{n}" for n in range(places)]
    objects = "\n".join(f"    {name} - place" for name in names)
    facts: list[str] = []
    known: set[tuple[str, str]] = set()
    length = 0
    while length < size - len(objects) and len(known) < places**2:
        one, other = dice.choice(names), dice.choice(names)
        if (one, other) in known:
            continue
        known.add((one, other))
        fact = f"    (road-0 {one} {other})\n    (= (distance {one} {other}) {dice.randint(1, 99)})"
        facts.append(fact)
        length += len(fact) + 1
    return f"""(define (problem delivery)
  (:domain fleet)

  (:objects
    t - truck
    k - parcel
{objects})

  (:init
    (= (total-cost) 0)
    (light k)
    (at t place-0)
{chr(10).join(facts)})

  (:goal (and
    (at t place-1)
    (seen k place-1)))

  (:metric minimize (total-cost)))
"""


PLAIN_ACTION = """
  (:action move-{n}
    :parameters (?t - truck ?from ?to - place)
    :precondition (and
      (at ?t ?from)
      (road-{n} ?from ?to)
      (not (blocked ?to)))
    :effect (and
      (not (at ?t ?from))
      (at ?t ?to)
      (seen ?t ?to)))
"""


def plain_domain(actions: int) -> str:
    """A domain that every parser knows all words of; some 280 bytes for each action."""
    roads = "\n".join(f"    (road-{n} ?from ?to - place)" for n in range(actions))
    return f"""(define (domain fleet)
  (:requirements :strips :typing :negative-preconditions)
  (:types truck place)
  (:predicates
    (at ?t - truck ?p - place)
    (seen ?t - truck ?p - place)
    (blocked ?p - place)
{roads})
{"".join(PLAIN_ACTION.format(n=n) for n in range(actions))})
"""


def plain_problem(size: int) -> str:
    """A problem of some `size` bytes for `plain_domain(1)`: places and the roads between them."""
    dice = random.Random(1)
    names = [f"place-{n}" for n in range(max(size // 300, 2))]
    roads: dict[str, None] = {}
    length = 0
    while length < size - 20 * len(names):
        road = f"    (road-0 {dice.choice(names)} {dice.choice(names)})"
        length += 0 if road in roads else len(road) + 1
        roads[road] = None
    return f"""(define (problem delivery)
  (:domain fleet)
  (:objects
    t - truck
    {" ".join(names)} - place)
  (:init
    (at t place-0)
{chr(10).join(roads)})
  (:goal (and (at t place-1) (seen t place-1))))
"""
