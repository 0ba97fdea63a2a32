"""Exhibits are put up in closed rooms, and cleaned in the store. Actions on a type and on its
subtypes."""

from __future__ import annotations

from random import Random
from typing import Final

from planeval.suite.entry import SuiteWorld, named

DOMAIN: Final = """\
(define (domain museum)
  (:requirements :strips :typing)
  (:types painting sculpture - exhibit room)
  (:predicates
    (stored ?e - exhibit)
    (shown ?e - exhibit ?r - room)
    (dusty ?e - exhibit)
    (clean ?e - exhibit)
    (has-hooks ?r - room)
    (open ?r - room)
    (closed ?r - room))
  (:action open-room
    :parameters (?r - room)
    :precondition (and (closed ?r))
    :effect (and (open ?r) (not (closed ?r))))
  (:action close-room
    :parameters (?r - room)
    :precondition (and (open ?r))
    :effect (and (closed ?r) (not (open ?r))))
  (:action hang
    :parameters (?p - painting ?r - room)
    :precondition (and (stored ?p) (clean ?p) (closed ?r) (has-hooks ?r))
    :effect (and (shown ?p ?r) (not (stored ?p))))
  (:action set-up
    :parameters (?s - sculpture ?r - room)
    :precondition (and (stored ?s) (clean ?s) (closed ?r))
    :effect (and (shown ?s ?r) (not (stored ?s))))
  (:action take-in
    :parameters (?e - exhibit ?r - room)
    :precondition (and (shown ?e ?r) (closed ?r))
    :effect (and (stored ?e) (dusty ?e) (not (shown ?e ?r)) (not (clean ?e))))
  (:action dust
    :parameters (?e - exhibit)
    :precondition (and (stored ?e) (dusty ?e))
    :effect (and (clean ?e) (not (dusty ?e)))))
"""


def world(size: int, dice: Random) -> SuiteWorld:
    """Everything in the store, some of it dusty; at least one room has hooks."""
    paintings, sculptures = named("painting", 1 + size // 2), named("sculpture", 1 + size // 2)
    rooms = named("room", 2 + size // 3)
    facts = [f"stored {exhibit}" for exhibit in (*paintings, *sculptures)]
    facts += [f"{dice.choice(('dusty', 'clean'))} {one}" for one in (*paintings, *sculptures)]
    facts += [f"{dice.choice(('open', 'closed'))} {room}" for room in rooms]
    facts += [f"has-hooks {room}" for room in rooms[: 1 + dice.randrange(len(rooms))]]
    return SuiteWorld({"painting": paintings, "sculpture": sculptures, "room": rooms}, facts)
