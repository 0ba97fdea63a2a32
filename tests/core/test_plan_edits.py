"""A plan that is edited says and does what one that is read and executed afresh does."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import pytest

from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.simulate import execute as module
from plancore.simulate.happen import advance
from plancore.simulate.runs import PlanRun, run_of
from plancore.source import Span
from plancore.workspace import Workspace, diagnostics

DOMAIN = """\
(define (domain road)
  (:requirements :typing :derived-predicates :numeric-fluents :conditional-effects)
  (:types place)
  (:predicates (at ?p - place) (road ?p ?q - place) (seen ?p - place) (far ?p - place))
  (:functions (fuel))
  (:derived (far ?p - place) (and (seen ?p) (not (at ?p))))
  (:action move :parameters (?p ?q - place)
    :precondition (and (at ?p) (road ?p ?q) (> (fuel) 0))
    :effect (and (at ?q) (not (at ?p)) (decrease (fuel) 1) (when (far ?q) (not (seen ?q)))))
  (:action look :parameters (?p - place) :precondition (at ?p) :effect (seen ?p))
  (:action fill :parameters () :precondition (exists (?p - place) (far ?p))
    :effect (increase (fuel) 5)))
"""
PROBLEM = """\
(define (problem ring) (:domain road)
  (:objects a b c d - place)
  (:init (at a) (= (fuel) 30) (road a b) (road b c) (road c d) (road d a))
  (:goal (and (at a) (seen c))))
"""
UNDECIDED = PROBLEM.replace("(at a) (seen c)", "(at (seen c))")
LAP = "(look a)\n(move a b)\n(move b c)\n(look c)\n(move c d)\n(fill)\n(move d a)\n"
TYPED = (
    *("(look a)\n", "(move a b)\n", " ", "\n", "; a remark\n", "; cost = 7\n", ")", "(", "a"),
    *(
        "0.5: (look a) [1]\n",
        "(look A)\n",
        "(nothing x)\n",
        "; Plan 2\n",
        "\r\n",
        "#",
        ";;!plan: 1\n",
    ),
)


def _around(text: str, problem: str = PROBLEM) -> Workspace:
    workspace = Workspace()
    workspace.set_text("domain.pddl", DOMAIN)
    workspace.set_text("p.pddl", problem)
    workspace.set_text("p.plan", text)
    return workspace


def _run(project: ProjectSnapshot) -> PlanRun:
    file = project.files["p.plan"]
    assert isinstance(file, PlanSnapshot)
    domain, problem = project.setting_of(file)
    assert domain is not None
    assert problem is not None
    return run_of(file, domain, problem)


def _said(workspace: Workspace) -> object:
    project = workspace.snapshot
    file = project.files["p.plan"]
    assert isinstance(file, PlanSnapshot)
    run = _run(project)
    trace = {each.name: getattr(run.trace, each.name) for each in fields(run.trace)}
    for name in ("task", "marks", "left", "states"):  # what is compared below, or kept for speed
        del trace[name]
    places = [(step.span, [action.span for action in step.actions]) for step in file.plan.steps]
    final = run.trace.states.final
    return (
        *(file.plan, places, file.findings, trace, run.complete, run.trace.states.deltas),
        *(final.dynamic, final.values, diagnostics(project, "p.plan")),
    )


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))]
)
def test_edits_anywhere(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MARKED", 3)
    monkeypatch.setattr(module, "_CHECK_EVERY", 1)
    chance = random.Random(seed)
    problem = UNDECIDED if seed % 3 == 0 else PROBLEM
    workspace = _around(LAP * 6, problem)
    for _ in range(60):
        text = workspace.snapshot.files["p.plan"].text
        start = len(text) if chance.random() < 0.1 else chance.randrange(len(text) + 1)
        if chance.random() < 0.7:
            start = text.rfind("\n", 0, start) + 1
        removed = 0 if chance.random() < 0.6 else chance.randrange(12)
        end = min(start + removed, len(text))
        typed = chance.choice(TYPED) if chance.random() < 0.8 else ""
        workspace.edit("p.plan", Span(start, end), typed)
        if chance.random() < 0.7:  # who types fast is not told of each text
            fresh = _around(workspace.snapshot.files["p.plan"].text, problem)
            assert _said(workspace) == _said(fresh)
        if chance.random() < 0.2:
            workspace.set_text("p.plan", LAP * 6)


def test_what_was_typed_near_the_end_costs_what_is_behind_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    executed = 0

    def counted(*arguments: Any) -> Any:
        nonlocal executed
        executed += 1
        return advance(*arguments)

    monkeypatch.setattr("plancore.simulate.execute.advance", counted)
    workspace = _around(LAP * 200)
    _said(workspace)
    assert executed >= 1_400
    executed = 0
    at = len(workspace.snapshot.files["p.plan"].text) - 40
    at = workspace.snapshot.files["p.plan"].text.index("\n", at) + 1
    workspace.edit("p.plan", Span(at, at), "(look a)\n")
    _run(workspace.snapshot)
    # From the last mark on: there is one every 500 steps.
    assert 0 < executed <= 501
