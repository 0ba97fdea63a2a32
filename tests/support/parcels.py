"""Trucks that carry parcels: a task, a plan of it, and reviews of plans beside that one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from plancore.notation.plans.reader import read_plan
from plancore.report.plan.execution import Setting
from plancore.report.plan.review import PlanReview, PlanSide, review_plans
from plancore.source import SourceText
from support.plans import write_plans
from support.tasks import task_of

DOMAIN: Final = """(define (domain parcels)
  (:requirements :strips :typing)
  (:types truck parcel place)
  (:predicates
    (at ?t - truck ?p - place) (lies ?x - parcel ?p - place) (in ?x - parcel ?t - truck))
  (:action drive :parameters (?t - truck ?a ?b - place)
    :precondition (at ?t ?a) :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action load :parameters (?x - parcel ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (lies ?x ?p))
    :effect (and (in ?x ?t) (not (lies ?x ?p))))
  (:action drop :parameters (?x - parcel ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (in ?x ?t))
    :effect (and (lies ?x ?p) (not (in ?x ?t)))))
"""
PROBLEM: Final = """(define (problem two-trucks) (:domain parcels)
  (:objects t1 t2 - truck x y z - parcel a b c - place)
  (:init (at t1 a) (at t2 b) (lies x a) (lies y a) (lies z b))
  (:goal (and (lies x b) (lies y c) (lies z c))))
"""
PLAN: Final = (
    "load x t1 a",
    "load y t1 a",
    "load z t2 b",
    "drive t1 a b",
    "drop x t1 b",
    "drive t2 b c",
    "drive t1 b c",
    "drop z t2 c",
    "drop y t1 c",
)
"""Reaches the goal."""


def setting() -> Setting:
    """The task."""
    return Setting(task_of(DOMAIN, PROBLEM), "domain.pddl", "problem.pddl")


def plan_side(name: str, steps: tuple[str, ...] | list[str]) -> PlanSide:
    """A plan of these steps, one a line."""
    text = "".join(f"({step})\n" for step in steps)
    plan, findings = read_plan(text)
    return PlanSide(name, SourceText(text), plan, findings)


def write_parcel_plans(
    folder: Path, learned: Sequence[str], reference: Sequence[str] = PLAN
) -> tuple[Path, Path]:
    """Two plans as files, with the domain and the problem beside them."""
    (folder / "domain.pddl").write_text(DOMAIN)
    (folder / "problem.pddl").write_text(PROBLEM)
    return write_plans(folder, learned, reference)


def parcel_review(
    learned: tuple[str, ...] | list[str],
    reference: tuple[str, ...] | list[str] = PLAN,
    *,
    modulo: bool = False,
) -> PlanReview:
    """Two plans of the task, compared and executed."""
    sides = plan_side("learned.plan", learned), plan_side("reference.plan", reference)
    return review_plans(*sides, setting=setting(), modulo=modulo)
