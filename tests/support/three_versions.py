"""Random triples of a domain or problem, with what their merge has to say.

Every literal has a predicate of its own, so what becomes of it on either side is beyond doubt: it
stays, goes, is negated, or gets another argument; some are new on a side. The expected result is
worked out from these fates alone.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

Literal = tuple[bool, str, tuple[str, ...]]
"""Sign, predicate, arguments."""
Place = str
"""Where it stands: `go :precondition`, `:init` …"""

TERMS = ("x", "y", "z")


class Fate(NamedTuple):
    """A literal on both sides: as it was, ours, theirs; None where it is not."""

    place: Place
    base: Literal | None
    ours: Literal | None
    theirs: Literal | None

    @property
    def is_conflict(self) -> bool:
        """Whether both sides changed it, in different ways."""
        if self.base is None and self.ours and self.theirs and self.ours[2] != self.theirs[2]:
            return False  # two new literals
        return self.ours != self.theirs and self.base not in (self.ours, self.theirs)

    @property
    def merged(self) -> set[Literal]:
        """What the result has of it."""
        if self.base is None:
            return {literal for literal in (self.ours, self.theirs) if literal}
        chosen = self.theirs if self.ours == self.base else self.ours
        return {chosen} if chosen else set()


class Triple(NamedTuple):
    """The fates of all literals, and how each version is written."""

    fates: tuple[Fate, ...]
    seed: int
    is_problem: bool

    def text(self, version: int, mark: str = "") -> str:
        """Version 0 is the base, 1 ours, 2 theirs; `mark` goes into comments."""
        dice = random.Random(self.seed)
        lines: dict[Place, list[str]] = {place: [] for place in self.places}
        for fate in self.fates:
            literal = (fate.base, fate.ours, fate.theirs)[version]
            comment = f" ; {fate.place} {mark}" if dice.random() < 0.2 else ""
            if literal is not None:
                lines[fate.place].append(f"{self.written(literal)}{comment}")
        template = PROBLEM if self.is_problem else DOMAIN
        said = {
            key: "".join(f"\n      {line}" for line in lines[place]) + "\n    "
            for key, place in zip(("a", "b", "c"), self.places, strict=True)
        }
        predicates = sorted({literal[1] for fate in self.fates for literal in fate[1:] if literal})
        declared = " ".join(f"({name} ?u ?v - t)" for name in predicates)
        return template.format(**said, predicates=declared, mark=mark)

    @property
    def places(self) -> tuple[Place, Place, Place]:
        """The three places where literals stand."""
        return PROBLEM_PLACES if self.is_problem else DOMAIN_PLACES

    def written(self, literal: Literal) -> str:
        """A literal as PDDL."""
        sign, predicate, terms = literal
        words = (predicate, *(terms if self.is_problem else (f"?{term}" for term in terms)))
        atom = f"({' '.join(words)})"
        return atom if sign else f"(not {atom})"

    @property
    def has_conflict(self) -> bool:
        """Whether any literal is in conflict."""
        return any(fate.is_conflict for fate in self.fates)

    @property
    def expected(self) -> Mapping[Place, set[Literal]]:
        """What the result says at each place."""
        said: dict[Place, set[Literal]] = {place: set() for place in self.places}
        for fate in self.fates:
            said[fate.place] |= fate.merged
        return said


DOMAIN_PLACES = ("go :precondition", "go :effect", "stop :effect")
DOMAIN = """\
; a domain {mark}
(define (domain d)
  (:requirements :typing :negative-preconditions)
  (:types t)
  (:predicates {predicates})
  (:action go
    :parameters (?x ?y ?z - t)
    :precondition (and{a})
    :effect (and{b}))

  ; what ends it
  (:action stop
    :parameters (?x ?y ?z - t)
    :effect (and{c})))
"""
PROBLEM_PLACES = (":init", ":goal", ":goal")
PROBLEM = """\
; a problem {mark}
(define (problem p)
  (:domain d)
  (:objects x y z - t)
  (:init{a}) ; {predicates}
  (:goal (and{b})))
"""


def triples(seed: int, *, is_problem: bool = False, may_clash: bool = True) -> Triple:
    """A random triple; without `may_clash` no literal is changed by both sides."""
    dice = random.Random(seed)
    places = (PROBLEM_PLACES if is_problem else DOMAIN_PLACES)[: 2 if is_problem else 3]
    fates = []
    for number in range(dice.randint(2, 9)):
        place = dice.choice(places)
        base = (dice.random() < 0.7, f"p{number}", tuple(dice.choices(TERMS, k=2)))
        changed = dice.choice(("ours", "theirs", "none", "none", "both" if may_clash else "none"))
        ours = _changed(base, dice) if changed in ("ours", "both") else base
        theirs = _changed(base, dice) if changed in ("theirs", "both") else base
        fates.append(Fate(place, base, ours, theirs))
    for number in range(dice.randint(0, 4)):
        new = (dice.random() < 0.7, f"q{number}", tuple(dice.choices(TERMS, k=2)))
        other = dice.choice((None, new, _changed(new, dice) if may_clash else None))
        sides = (new, other) if dice.random() < 0.5 else (other, new)
        fates.append(Fate(dice.choice(places), None, *sides))
    dice.shuffle(fates)
    return Triple(tuple(fates), seed, is_problem)


def _changed(literal: Literal, dice: random.Random) -> Literal | None:
    sign, predicate, terms = literal
    match dice.randrange(3):
        case 0:
            return None
        case 1:
            return not sign, predicate, terms
        case _:
            at = dice.randrange(2)
            other = dice.choice([term for term in TERMS if term != terms[at]])
            return sign, predicate, (*terms[:at], other, *terms[at + 1 :])
