"""Books go from shelves over the desk to readers and back. Types; a static predicate."""

from __future__ import annotations

from random import Random
from typing import Final

from planeval.suite.entry import SuiteWorld, named

DOMAIN: Final = """\
(define (domain library)
  (:requirements :strips :typing)
  (:types book shelf reader)
  (:predicates
    (stands ?b - book ?s - shelf)
    (at-desk ?b - book)
    (lent ?b - book ?r - reader)
    (member ?r - reader))
  (:action fetch
    :parameters (?b - book ?s - shelf)
    :precondition (and (stands ?b ?s))
    :effect (and (at-desk ?b) (not (stands ?b ?s))))
  (:action shelve
    :parameters (?b - book ?s - shelf)
    :precondition (and (at-desk ?b))
    :effect (and (stands ?b ?s) (not (at-desk ?b))))
  (:action lend
    :parameters (?b - book ?r - reader)
    :precondition (and (at-desk ?b) (member ?r))
    :effect (and (lent ?b ?r) (not (at-desk ?b))))
  (:action take-back
    :parameters (?b - book ?r - reader)
    :precondition (and (lent ?b ?r))
    :effect (and (at-desk ?b) (not (lent ?b ?r)))))
"""


def world(size: int, dice: Random) -> SuiteWorld:
    """`size` + 2 books, fewer shelves and readers; not every reader is a member."""
    books, shelves = named("book", size + 2), named("shelf", 2 + size // 3)
    readers = named("reader", 2 + size // 2)
    facts = [f"stands {book} {dice.choice(shelves)}" for book in books]
    facts += [f"member {reader}" for reader in dice.sample(readers, max(1, len(readers) - 1))]
    return SuiteWorld({"book": books, "shelf": shelves, "reader": readers}, facts)
