"""Actions that happen at once: interference as PDDL 2.1 defines it."""

from __future__ import annotations

import pytest

from support.tasks import facts, run, task_of

TASK = task_of(
    """(:requirements :adl :numeric-fluents)
    (:predicates (p) (q) (r) (s ?x) (t ?x)) (:functions (f) (g))
    (:action add-p :parameters () :effect (p))
    (:action add-p-too :parameters () :effect (and (p) (r)))
    (:action del-p :parameters () :effect (not (p)))
    (:action need-q :parameters () :precondition (q) :effect (r))
    (:action lack-p :parameters () :precondition (not (p)) :effect (r))
    (:action add-q :parameters () :effect (q))
    (:action if-p :parameters () :effect (when (p) (r)))
    (:action up :parameters () :effect (increase (f) 1))
    (:action down :parameters () :effect (decrease (f) 3))
    (:action set :parameters () :effect (assign (f) 9))
    (:action read :parameters () :precondition (>= (f) 0) :effect (q))
    (:action copy :parameters () :effect (assign (g) (f)))
    (:action all :parameters () :precondition (forall (?x) (s ?x)) :effect (r))
    (:action one :parameters (?x) :effect (s ?x))
    (:action move :parameters (?x) :effect (forall (?y) (when (s ?y) (t ?x))))""",
    "(:objects a b) (:init (q) (s a) (s b) (= (f) 5) (= (g) 0)) (:goal (and))",
)


@pytest.mark.parametrize(
    ("step", "interferes"),
    [
        ("{(add-p), (add-p-too)}", None),
        ("{(add-p), (del-p)}", "(p)"),
        ("{(need-q), (add-p)}", None),
        ("{(need-q), (add-q)}", "(q)"),
        ("{(lack-p), (del-p)}", "(p)"),
        ("{(lack-p), (need-q)}", None),
        ("{(if-p), (add-p)}", "(p)"),
        ("{(up), (down)}", None),
        ("{(up), (set)}", "(f)"),
        ("{(set), (read)}", "(f)"),
        ("{(up), (read)}", "(f)"),
        ("{(copy), (read)}", None),
        ("{(copy), (up)}", "(f)"),
        ("{(all), (one a)}", "(s a)"),
        ("{(one a), (one b)}", None),
        ("{(move a), (one b)}", "(s b)"),
        ("{(move a), (move b)}", None),
    ],
)
def test_what_interferes(step: str, interferes: str | None) -> None:
    trace = run(TASK, step)
    if interferes is None:
        assert trace.verdict == "valid", trace.reason
    else:
        assert trace.verdict == "invalid"
        assert trace.failing_step == 1
        assert (trace.reason or "").endswith(f"interfere at the same time: both use {interferes}")


def test_concurrent_effects_are_united() -> None:
    trace = run(TASK, "{(up), (down), (need-q), (add-p)}")
    assert trace.verdict == "valid"
    assert trace.states.final.values["f",] == 3
    assert facts(trace, 1) >= {"p", "r"}


def test_all_conditions_are_those_of_the_state_before() -> None:
    trace = run(TASK, "{(add-p), (need-q)}, {(lack-p), (up)}")
    assert (trace.failing_step, trace.unsatisfied) == (2, ("(not (p))",))


READING = task_of(
    """(:requirements :adl :fluents :object-fluents :derived-predicates :durative-actions)
    (:predicates (few) (far ?x) (some) (taken ?x) (q))
    (:functions (f) (h ?x) (k ?x) - number (seat) - object)
    (:derived (far ?x) (> (h ?x) 3))
    (:derived (some) (exists (?x) (far ?x)))
    (:derived (few) (not (= (f) 3)))
    (:derived (taken ?x) (= (seat) ?x))
    (:action up :parameters () :effect (increase (f) 1))
    (:action climb :parameters (?x) :effect (increase (h ?x) 1))
    (:action count :parameters (?x) :effect (increase (k ?x) 1))
    (:action sit :parameters (?x) :effect (assign (seat) ?x))
    (:action if-few :parameters () :precondition (few) :effect (q))
    (:action if-far :parameters (?x) :precondition (far ?x) :effect (q))
    (:action if-some :parameters () :effect (when (some) (q)))
    (:action if-taken :parameters (?x) :precondition (taken ?x) :effect (q))
    (:durative-action lift :parameters (?x) :duration (= ?duration 2)
      :condition (and) :effect (at end (increase (h ?x) 1)))
    (:durative-action wait :parameters (?x) :duration (= ?duration (k ?x))
      :condition (and) :effect (at end (q)))
    (:durative-action hold :parameters () :duration (at end (<= ?duration (f)))
      :condition (and) :effect (at end (q)))
    (:durative-action rest :parameters () :duration (= ?duration 1)
      :condition (at end (some)) :effect (at end (q)))""",
    """(:objects a b) (:init (= (f) 5) (= (h a) 5) (= (h b) 5) (= (k a) 0) (= (k b) 2) (= (seat) a)
    (at 1 (= (h b) 4))) (:goal (and))""",
)


@pytest.mark.parametrize(
    ("plan", "fluent"),
    [
        ("0.5: (if-few)\n0.5: (up)", "(f)"),
        ("0.5: (climb b)\n0.5: (if-far b)", "(h b)"),
        ("0.5: (if-some)\n0.5: (climb a)", "(h a)"),
        ("0.5: (if-taken a)\n0.5: (sit b)", "(seat)"),
        ("0.5: (lift a) [2]\n1.5: (rest) [1]", "(h a)"),
        ("0.5: (if-some)\n0.5: (count a)", None),
        ("0.5: (lift a) [2]\n1.4: (rest) [1]", None),
        ("1: (if-some)", "(h b)"),
        ("0.5: (wait b) [2]\n0.5: (count b)", "(k b)"),
        ("0.5: (wait b) [2]\n0.5: (count a)", None),
        ("0.5: (wait b) [2]\n2.5: (count b)", None),
        ("0.5: (hold) [2]\n0.5: (up)", None),
        ("0.5: (hold) [2]\n2.5: (up)", "(f)"),
    ],
)
def test_axioms_and_durations_read_numbers(plan: str, fluent: str | None) -> None:
    trace = run(READING, plan)
    if fluent is None:
        assert trace.verdict == "valid", trace.reason
    else:
        assert trace.verdict == "invalid"
        assert trace.failure is not None
        assert trace.failure.kind == "interference"
        assert fluent in (trace.reason or "")
