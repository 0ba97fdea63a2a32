"""A learned kitchen with its reference, problem and plans, as files."""

from __future__ import annotations

from pathlib import Path

REFERENCE = """\
(define (domain kitchen)
  (:predicates (at ?x) (open ?x) (clean ?x) (lit))
  (:action go
    :parameters (?a ?b)
    :precondition (and (at ?a) (open ?b))
    :effect (and (at ?b) (not (at ?a))))
  (:action light
    :parameters ()
    :effect (lit))
  (:action unlock
    :parameters (?a)
    :effect (open ?a))
  (:action wash
    :parameters (?a)
    :precondition (and (at ?a) (lit))
    :effect (clean ?a)))
"""
LEARNED = """\
; what was learned
(define (domain kitchen)
  (:predicates (at ?x) (open ?x) (clean ?x) (lit))
  (:action go
    :parameters (?a ?b)
    :precondition (and (at ?a) (open ?b)
      (lit)) ; a cook is afraid in the dark
    :effect (and (at ?b) (not (at ?a))))
  (:action light
    :parameters ()
    :effect (lit))
  (:action unlock
    :parameters (?a)
    :effect (and (open ?a) (not (clean ?a))))
  (:action wash
    :parameters (?a)
    :precondition (at ?a) ; needs no light
    :effect (clean ?a)))
"""
PROBLEM = """\
(define (problem p) (:domain kitchen) (:objects x y)
  (:init (at x)) (:goal (clean y)))
"""
PLANS = {
    "day.plan": "(light)\n(unlock y)\n(go x y)\n(wash y)\n",
    "evening.plan": "(unlock y)\n(go x y)\n(light)\n(wash y)\n",
    "night.plan": "(unlock y)\n(unlock x)\n(go x y)\n(light)\n(wash y)\n",
    "dark.plan": "(light)\n(unlock x)\n(unlock y)\n(go x y)\n(wash y)\n",
}


def write_kitchen(folder: Path, learned: str = LEARNED, where: str = "plans") -> tuple[Path, Path]:
    """The files of the learned domain and of the reference; problem and plans are below, `where`
    says."""
    files = folder / "learned.pddl", folder / "reference.pddl"
    for file, text in zip(files, (learned, REFERENCE), strict=True):
        file.write_text(text)
    plans = folder / where
    plans.mkdir(exist_ok=True)
    (plans / "p.pddl").write_text(PROBLEM)
    for name, text in PLANS.items():
        (plans / name).write_text(text)
    return files


def write_slow_pair(folder: Path) -> None:
    """The two domains with 200 plans of 2,000 steps beside them, for some six seconds of work."""
    folder.mkdir(parents=True)
    write_kitchen(folder, where=".")
    for number in range(200 - len(PLANS)):
        (folder / f"p{number}.plan").write_text("(unlock y)\n" * 2_000 + PLANS["evening.plan"])
