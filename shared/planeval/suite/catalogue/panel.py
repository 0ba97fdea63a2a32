"""Switches light lamps, fuses are swapped. No types, negative preconditions, inequality of
arguments."""

from __future__ import annotations

from random import Random
from typing import Final

from planeval.suite.entry import SuiteWorld, named

DOMAIN: Final = """\
(define (domain panel)
  (:requirements :strips :negative-preconditions :equality)
  (:predicates
    (wired ?s ?l)
    (fused ?s)
    (on ?s)
    (lit ?l))
  (:action switch-on
    :parameters (?s ?l)
    :precondition (and (wired ?s ?l) (fused ?s) (not (on ?s)))
    :effect (and (on ?s) (lit ?l)))
  (:action switch-off
    :parameters (?s ?l)
    :precondition (and (wired ?s ?l) (on ?s))
    :effect (and (not (on ?s)) (not (lit ?l))))
  (:action swap-fuse
    :parameters (?from ?to ?l ?m)
    :precondition (and (fused ?from) (wired ?from ?l) (wired ?to ?m) (not (on ?from))
      (not (fused ?to)) (not (= ?from ?to)))
    :effect (and (fused ?to) (not (fused ?from)))))
"""


def world(size: int, dice: Random) -> SuiteWorld:
    """A lamp for each switch; fuses for some of them."""
    switches, lamps = named("switch", 2 + size // 2), named("lamp", 2 + size // 2)
    facts = [f"wired {switch} {lamp}" for switch, lamp in zip(switches, lamps, strict=True)]
    count = 1 + dice.randrange(len(switches) - 1)
    facts += [f"fused {switch}" for switch in dice.sample(switches, count)]
    return SuiteWorld({"": [*switches, *lamps]}, facts)
