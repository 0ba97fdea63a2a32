"""Trams carry passengers along tracks and spend the night in the depot. A constant, a static
relation, a limited number of seats."""

from __future__ import annotations

from random import Random
from typing import Final

from planeval.suite.entry import SuiteWorld, both_ways, named

DOMAIN: Final = """\
(define (domain tram)
  (:requirements :strips :typing)
  (:types tram stop passenger)
  (:constants depot - stop)
  (:predicates
    (track ?a - stop ?b - stop)
    (tram-at ?t - tram ?s - stop)
    (waits ?p - passenger ?s - stop)
    (rides ?p - passenger ?t - tram)
    (empty ?t - tram)
    (parked ?t - tram))
  (:action drive
    :parameters (?t - tram ?a - stop ?b - stop)
    :precondition (and (tram-at ?t ?a) (track ?a ?b))
    :effect (and (tram-at ?t ?b) (not (tram-at ?t ?a))))
  (:action board
    :parameters (?p - passenger ?t - tram ?s - stop)
    :precondition (and (tram-at ?t ?s) (waits ?p ?s) (empty ?t))
    :effect (and (rides ?p ?t) (not (waits ?p ?s)) (not (empty ?t))))
  (:action alight
    :parameters (?p - passenger ?t - tram ?s - stop)
    :precondition (and (tram-at ?t ?s) (rides ?p ?t))
    :effect (and (waits ?p ?s) (empty ?t) (not (rides ?p ?t))))
  (:action park
    :parameters (?t - tram)
    :precondition (and (tram-at ?t depot) (empty ?t))
    :effect (and (parked ?t) (not (tram-at ?t depot))))
  (:action start
    :parameters (?t - tram)
    :precondition (and (parked ?t))
    :effect (and (tram-at ?t depot) (not (parked ?t)))))
"""


def world(size: int, dice: Random) -> SuiteWorld:
    """A tree of tracks with the depot at its root; each tram has one seat."""
    stops, trams = named("stop", 2 + size // 2), named("tram", 1 + size // 3)
    passengers = named("person", 1 + size)
    reached, tracks = ["depot"], list[tuple[str, str]]()
    for stop in stops:
        tracks.append((dice.choice(reached), stop))
        reached.append(stop)
    facts = both_ways("track", tracks)
    for tram in trams:
        facts += [f"tram-at {tram} {dice.choice(reached)}", f"empty {tram}"]
    facts += [f"waits {person} {dice.choice(reached)}" for person in passengers]
    return SuiteWorld({"stop": stops, "tram": trams, "passenger": passengers}, facts)
