"""Conditional effects of durative actions, whose conditions are about other times."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.simulate.causal_links import causal_links
from plancore.simulate.task import Task
from support.tasks import facts, run, task_of

BAKE = """(:requirements :durative-actions :adl :fluents)
(:constants a b) (:predicates (hot ?x) (ripe ?x) (sold ?x) (done ?x) (open))
(:functions (baked) (weight ?x))
(:durative-action bake :parameters () :duration (= ?duration 4) :condition (and)
  :effect (and (at start (open))
    (forall (?x) (when (and (at start (ripe ?x)) (over all (hot ?x)) (at end (not (sold ?x))))
                       (at end (and (done ?x) (increase (baked) (weight ?x))))))))
(:action heat :parameters (?x) :effect (hot ?x))
(:action cool :parameters (?x) :effect (not (hot ?x)))
(:action grow :parameters (?x) :effect (ripe ?x))
(:action sell :parameters (?x) :effect (and (sold ?x) (not (ripe ?x))))"""
# The same, as PDDL 2.1 translates it: an action for each state between, and a fact as memory.
SPLIT = """(:requirements :adl :fluents)
(:constants a b) (:predicates (hot ?x) (ripe ?x) (sold ?x) (done ?x) (open) (kept ?x))
(:functions (baked) (weight ?x))
(:action begin :parameters ()
  :effect (and (open) (forall (?x) (when (ripe ?x) (kept ?x)))))
(:action look :parameters () :effect (forall (?x) (when (not (hot ?x)) (not (kept ?x)))))
(:action finish :parameters ()
  :effect (forall (?x) (when (and (kept ?x) (not (sold ?x)))
                             (and (done ?x) (increase (baked) (weight ?x))))))
(:action heat :parameters (?x) :effect (hot ?x))
(:action cool :parameters (?x) :effect (not (hot ?x)))
(:action grow :parameters (?x) :effect (ripe ?x))
(:action sell :parameters (?x) :effect (and (sold ?x) (not (ripe ?x))))"""
INIT = "(:init (= (baked) 0) (= (weight a) 1) (= (weight b) 10)) (:goal (and))"


@given(
    st.lists(
        st.tuples(
            st.sampled_from((1, 3, 5, 7, 9, 11)),
            st.sampled_from(("heat", "cool", "grow", "sell")),
            st.sampled_from("ab"),
        ),
        max_size=9,
        unique_by=lambda step: (step[0], step[2]),
    ),
    st.sampled_from((0, 2, 4, 6)),
)
def test_a_spanning_effect_is_that_of_its_translation(
    steps: list[tuple[int, str, str]], start: int
) -> None:
    others = [(time, f"({name} {x})") for time, name, x in steps]
    timed = [f"{start}: (bake) [4]", *(f"{time}: {action}" for time, action in others)]
    trace = run(task_of(BAKE, INIT), "\n".join(timed))
    looks = [(time + 0.5, "(look)") for time in range(start, start + 4)]
    plain = sorted([*others, (start, "(begin)"), *looks, (start + 4, "(finish)")])
    split = run(task_of(SPLIT, INIT), "\n".join(action for _, action in plain))
    assert trace.verdict == split.verdict == "valid"
    ours, theirs = trace.states.final, split.states.final
    assert ours.facts == {fact for fact in theirs.facts if fact[0] != "kept"}
    assert ours.values == theirs.values


def crossing(condition: str, effect: str = "(at end (done))", more: str = "") -> Task:
    return task_of(
        f"""(:requirements :durative-actions :adl) (:predicates (p) (q) (done))
        (:durative-action a :parameters () :duration (= ?duration 2) :condition (and)
          :effect (when {condition} {effect}))
        (:action p- :effect (not (p))) (:action p+ :effect (p)) {more}""",
        "(:init (p)) (:goal (done))",
    )


@pytest.mark.parametrize(
    ("condition", "plan", "verdict"),
    [
        ("(at start (p))", "0: (a) [2]\n1: (p-)", "valid"),
        ("(at start (p))", "1: (a) [2]\n0: (p-)", "invalid"),
        ("(over all (p))", "0: (a) [2]\n1: (p-)", "invalid"),
        ("(over all (p))", "0: (a) [2]\n1: (p-)\n1.5: (p+)", "invalid"),
        ("(over all (p))", "0: (a) [2]\n3: (p-)", "valid"),
        ("(and (at start (p)) (at end (p)))", "0: (a) [2]\n1: (p-)\n1.5: (p+)", "valid"),
        ("(and (at start (p)) (at end (not (p))))", "0: (a) [2]\n1: (p-)", "valid"),
        # The start reads what another action changes at the same time.
        ("(at start (p))", "0: (a) [2]\n0: (p-)", "invalid"),
    ],
)
def test_an_effect_at_the_end_under_a_condition_at_other_times(
    condition: str, plan: str, verdict: str
) -> None:
    assert run(crossing(condition), plan).verdict == verdict


def test_what_a_spanning_effect_makes_true_has_its_step_as_cause() -> None:
    trace = run(crossing("(at start (p))"), "0: (a) [2]")
    assert facts(trace, 2) == {"p", "done"}
    (link,) = causal_links(trace)
    assert (link.producer, str(link.literal)) == (1, "(done)")


@pytest.mark.parametrize(
    ("condition", "effect", "reason"),
    [
        ("(at end (p))", "(at start (done))", "a condition at a later time"),
        ("(or (at start (p)) (at end (q)))", "(at end (done))", "not supported as a condition"),
        ("(and (at start (p)) (q))", "(at end (done))", "(q …) in a durative action has no time"),
    ],
)
def test_times_without_a_meaning_are_undecided(condition: str, effect: str, reason: str) -> None:
    trace = run(crossing(condition, effect), "0: (a) [2]")
    assert trace.verdict == "undecided"
    assert reason in (trace.reason or "")


def test_an_effect_over_all_beside_continuous_change_is_undecided() -> None:
    task = task_of(
        """(:requirements :durative-actions :adl) (:predicates (p) (done)) (:functions (level))
        (:durative-action fill :parameters () :duration (= ?duration 5) :condition (and)
          :effect (increase (level) (* #t 1)))
        (:durative-action a :parameters () :duration (= ?duration 2) :condition (and)
          :effect (when (over all (p)) (at end (done))))""",
        "(:init (p) (= (level) 0)) (:goal (done))",
    )
    assert run(task, "0: (a) [2]").verdict == "valid"
    assert run(task, "0: (a) [2]\n1: (fill) [5]").verdict == "undecided"
