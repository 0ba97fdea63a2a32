"""Trace consistency where types and axioms matter."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.codec.base import Codec
from plancore.codec.state_predicates import PredicateDefinition, StatePredicates
from plancore.metrics.trace_consistency import TraceConsistency, trace_consistency
from plancore.model.domain import Domain
from plancore.model.formula import AtomicFormula
from plancore.model.trajectory import Observation, Trajectory
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


SWITCHES = domain_of(
    "(define (domain switches) (:predicates (a) (b))"
    " (:action set-a :effect (a)) (:action set-b :effect (b))"
    " (:action both :effect (and (a) (b))) (:action wait))"
)


def carrying(*names: str) -> Codec:
    """A codec that gives only these predicates back."""
    same = [PredicateDefinition(name, (), AtomicFormula(name, ())) for name in names]
    return StatePredicates(SWITCHES, SWITCHES, same, same)


def through(codec: Codec | None, model: Domain, *steps: tuple[str, str]) -> TraceConsistency:
    """What `model` makes of actions, each with the letters that hold after it; none do before."""
    states = [
        Observation(frozenset((letter,) for letter in text)) for _, text in (("", ""), *steps)
    ]
    run = Trajectory(tuple(states), tuple((name,) for name, _ in steps))
    return trace_consistency(model, [run], codec=codec, language=SWITCHES if codec else None)


def test_a_step_of_which_the_codec_carries_nothing_is_not_counted() -> None:
    steps = (("set-a", "a"), ("set-b", "ab"), ("wait", "ab"))
    wrong = domain_of(
        "(define (domain switches) (:predicates (a) (b))"
        " (:action set-a :effect (b)) (:action set-b :effect (a)) (:action wait))"
    )
    for model, all_seen in ((SWITCHES, (3, 3)), (wrong, (1, 3))):
        found = through(None, model, *steps)
        assert (found.consistent, found.seen, found.unseen) == (*all_seen, 0)
    silent = through(carrying(), SWITCHES, *steps)
    assert (silent.transitions, silent.applicable, silent.unseen) == (3, 3, 3)
    assert silent.value is None
    half = through(carrying("a"), SWITCHES, *steps)
    assert (half.consistent, half.seen, half.unseen) == (2, 2, 1)
    half = through(carrying("a"), wrong, *steps)
    assert (half.consistent, half.seen) == (1, 2), "set-a leads to a state without a"


@given(
    st.lists(st.tuples(st.sampled_from(("set-a", "set-b", "both", "wait")), st.text("ab"))),
    st.sets(st.sampled_from("ab")),
)
def test_a_step_is_counted_just_where_something_of_it_comes_back(
    steps: list[tuple[str, str]], carried: set[str]
) -> None:
    found = through(carrying(*carried), SWITCHES, *steps)
    states = [set(text) for text in ("", *(text for _, text in steps))]
    seen = [
        (before & carried != after & carried) if before != after else (after & carried or not after)
        for before, after in pairwise(states)
    ]
    assert found.seen == sum(map(bool, seen))
    everything = through(carrying("a", "b"), SWITCHES, *steps)
    assert everything == through(None, SWITCHES, *steps)
