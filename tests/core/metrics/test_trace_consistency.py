"""Trace consistency where types and axioms matter."""

from __future__ import annotations

import pytest

from plancore.metrics.trace_consistency import TraceConsistency, trace_consistency
from plancore.model.domain import Domain
from plancore.notation.trajectories.reader import read_trajectories
from support.comparison import domain_of

TRAJECTORY = """((:objects t1 - t u1 - u) (:init (p t1) (p u1){before})
  (operator: (go u1)) (:state (p t1) (p u1) (r u1){after}))"""


def domain(kind: str, rule: str = "(p ?d)") -> Domain:
    return domain_of(
        "(define (domain d) (:types t u - v) (:predicates (p ?x) (s ?x) (q ?x) (r ?x) (e ?x))"
        f" (:derived (q ?d) {rule}) (:derived (e ?d) (r ?d))"
        f" (:action go :parameters (?x - {kind}) :precondition (q ?x) :effect (r ?x)))"
    )


def measured(model: Domain, before: str, after: str) -> TraceConsistency:
    trajectories, findings = read_trajectories(TRAJECTORY.format(before=before, after=after))
    assert not findings
    return trace_consistency(model, trajectories)


@pytest.mark.parametrize(
    ("before", "after"), [("", ""), (" (q t1) (q u1)", " (q t1) (q u1) (e u1)"), ("", " (e u1)")]
)
def test_derived_atoms_count_in_no_state(before: str, after: str) -> None:
    assert measured(domain("v"), before, after).value == 1
    assert measured(domain("v", "(s ?d)"), before, after).applicable == 0
    assert measured(domain("t"), before, after).applicable == 0
