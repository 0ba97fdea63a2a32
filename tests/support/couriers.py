"""A domain in which a parcel is carried along a road, learned in several ways, and its problems."""

from __future__ import annotations

from pathlib import Path

REFERENCE = """(define (domain road)
  (:requirements :strips :typing)
  (:types place parcel)
  (:predicates (at ?p - place) (road ?p ?q - place) (lies ?x - parcel ?p - place)
    (held ?x - parcel) (free))
  (:action go :parameters (?p ?q - place) :precondition (and (at ?p) (road ?p ?q))
    :effect (and (at ?q) (not (at ?p))))
  (:action take :parameters (?x - parcel ?p - place)
    :precondition (and (at ?p) (lies ?x ?p) (free))
    :effect (and (held ?x) (not (lies ?x ?p)) (not (free))))
  (:action put :parameters (?x - parcel ?p - place) :precondition (and (at ?p) (held ?x))
    :effect (and (lies ?x ?p) (free) (not (held ?x)))))
"""

TELEPORTING = REFERENCE.replace("(and (at ?p) (road ?p ?q))", "(at ?p)")
"""Goes without roads: its plans may be false."""

ROOTED = REFERENCE.replace("(and (at ?p) (road ?p ?q))", "(and (at ?p) (road ?p ?p))")
"""Never goes anywhere."""

BROKEN = REFERENCE.replace("(road ?p ?q - place)", "(road ?p ?q - plaec)").replace(
    "(:action put", "(:action put :effect (gone)"
)

RENAMED = (
    REFERENCE.replace("(domain road)", "(domain learned)")
    .replace("take", "grasp")
    .replace("held", "has")
    .replace(":parameters (?p ?q - place)", ":parameters (?q ?p - place)")
)
"""Other names, and another order of parameters."""

MAPPING = """{"actions": {"grasp": "take"}, "predicates": {"has": "held"},
  "parameters": {"go": [1, 0]}}
"""

_PROBLEM = """(define (problem {name}) (:domain road) (:objects a b c - place x - parcel)
  (:init (at a) (road a b) (road b c) (lies x {start}) (free)) (:goal {goal}))
"""

NEAR = _PROBLEM.format(name="near", start="a", goal="(and (lies x b))")
FAR = _PROBLEM.format(name="far", start="a", goal="(and (lies x c) (at c))")
DONE = _PROBLEM.format(name="done", start="b", goal="(and (lies x b))")
BACK = _PROBLEM.format(name="back", start="c", goal="(and (lies x a))")
"""No road leads back: no plan."""


def write_task(folder: Path, learned: str, **problems: str) -> Path:
    """`learned.pddl`, `reference.pddl` and the problems, by their names, in `folder`."""
    folder.mkdir(exist_ok=True)
    (folder / "learned.pddl").write_text(learned, encoding="utf-8")
    (folder / "reference.pddl").write_text(REFERENCE, encoding="utf-8")
    for name, text in problems.items():
        (folder / f"{name}.pddl").write_text(text, encoding="utf-8")
    return folder
