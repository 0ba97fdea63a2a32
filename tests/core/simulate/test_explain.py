"""Why a step fails, told from the state before it."""

from __future__ import annotations

import pytest

from plancore.simulate.explain import explain_goal, explain_step, reason_text, why
from support.tasks import run, task_of

TASK = task_of(
    """(:requirements :adl :derived-predicates :numeric-fluents)
    (:predicates (at ?x) (road ?x ?y) (wet ?x) (near ?x ?y)) (:functions (fuel))
    (:derived (near ?x ?y) (or (road ?x ?y) (road ?y ?x)))
    (:action move :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y) (not (wet ?y)))
      :effect (and (not (at ?x)) (at ?y)))
    (:action rain :parameters (?x) :effect (wet ?x))
    (:action dry :parameters (?x) :effect (not (wet ?x)))
    (:action jump :parameters (?x ?y) :precondition (and (near ?x ?y) (>= (fuel) 2)
      (or (at ?x) (wet ?x))) :effect (decrease (fuel) 2))""",
    """(:objects a b c) (:init (at a) (road a b) (road b c) (wet c) (= (fuel) 3))
    (:goal (and (at c) (not (wet b))))""",
)


def report(plan: str, step: int) -> list[str]:
    trace = run(TASK, plan)
    return [
        f"{'✓' if condition.holds else '✗'} {condition.text}: {condition.cause}"
        for action in explain_step(trace, step)
        for condition in action.conditions
    ]


def test_each_condition_is_told_with_its_cause() -> None:
    plan = "(move a b) (move b c)"
    assert report(plan, 1) == [
        "✓ (at a): true initially",
        "✓ (road a b): true initially",
        "✓ (not (wet b)): true initially",
    ]
    assert report(plan, 2) == [
        "✓ (at b): since step 1 (move a b)",
        "✓ (road b c): true initially",
        "✗ (not (wet c)): true from the beginning",
    ]


def test_what_was_undone_names_the_step_that_did_it() -> None:
    plan = "(rain b) (dry b) (move a b) (rain b) (move a b) (dry b) (move b a)"
    assert report(plan, 5) == [
        "✗ (at a): deleted by step 3 (move a b); step 7 (move b a) would add it",
        "✓ (road a b): true initially",
        "✗ (not (wet b)): added by step 4 (rain b); step 6 (dry b) would delete it",
    ]


def test_what_was_never_true_names_the_step_that_would_help() -> None:
    assert report("(move b c) (move a b) (move a b)", 1)[0] == (
        "✗ (at b): never true; step 2 (move a b) would add it"
    )
    assert report("(move c a)", 1)[:2] == ["✗ (at c): never true", "✗ (road c a): never true"]


def test_larger_conditions_are_told_whole() -> None:
    plan = "(jump a b) (jump a c)"
    assert report(plan, 1) == [
        "✓ (near a b): derived",
        "✓ (>= (fuel) 2): (fuel) = 3",
        "✓ (or (at a) (wet a)): ",
    ]
    assert report(plan, 2)[:2] == [
        "✗ (near a c): derived",
        "✗ (>= (fuel) 2): (fuel) = 1 since step 1",
    ]


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ("(move a b)", "goal not reached: (at c)"),
        ("(move a b) (dry c) (move b c)", None),
        ("(move a b) (move b c)",
         "unsatisfied precondition of (move b c): (not (wet c)), (wet c) true from the beginning"),
        ("(move a b) (move a b) (move b a)",
         "unsatisfied precondition of (move a b): (at a), deleted by step 1 (move a b);"
         " step 3 (move b a) would add it"),
        ("(move a)", "move takes 2 arguments, got 1"),
    ],
)  # fmt: skip
def test_the_reason_is_one_line(plan: str, reason: str | None) -> None:
    assert why(run(TASK, plan)) == reason


def test_goals_about_numbers_have_the_values_of_their_fluents() -> None:
    task = task_of(
        """(:requirements :numeric-fluents) (:predicates (p)) (:functions (x) (y))
        (:action add :parameters () :effect (increase (x) 2))""",
        "(:init (= (x) 1) (= (y) 0)) (:goal (and (p) (>= (+ (x) (y)) 4) (< (y) 0)))",
    )
    assert why(run(task, "(add)")) == (
        "goal not reached: (p); (>= (+ (x) (y)) 4), (x) = 3 since step 1, (y) = 0; "
        "(< (y) 0), (y) = 0"
    )


def test_a_malformed_step_is_told_as_such() -> None:
    trace = run(TASK, "(fly a)")
    (step,) = explain_step(trace, 1)
    assert step.misuse is not None
    assert (step.misuse.message, step.conditions) == ("unknown action fly", ())
    assert not step.applicable


def test_steps_behind_the_failure_see_the_last_state() -> None:
    trace = run(TASK, "(move b c) (move a b)")
    assert trace.failing_step == 1
    assert [step.applicable for step in explain_step(trace, 2)] == [True]
    with pytest.raises(IndexError, match="no step 3"):
        explain_step(trace, 3)


def test_the_goal_is_told_like_a_condition() -> None:
    trace = run(TASK, "(move a b) (rain b)")
    assert [(goal.text, goal.holds, str(goal.cause)) for goal in explain_goal(trace)] == [
        ("(at c)", False, "never true"),
        ("(not (wet b))", False, "added by step 2 (rain b)"),
    ]


def test_timed_plans_name_steps_not_happenings() -> None:
    task = task_of(
        """(:requirements :durative-actions) (:predicates (free) (done) (ready))
        (:durative-action hold :parameters () :duration (= ?duration 4)
          :condition (at start (free)) :effect (and (at start (not (free))) (at end (free))))
        (:durative-action work :parameters () :duration (= ?duration 1)
          :condition (and (at start (free)) (at start (ready))) :effect (at end (done)))
        (:action prepare :parameters () :effect (ready))""",
        "(:init (free)) (:goal (done))",
    )
    trace = run(task, "2: (work) [1]\n0: (prepare)\n1: (hold) [4]")
    assert (trace.failing_step, float(trace.failing_time or 0)) == (1, 2.0)
    (step,) = explain_step(trace, 1)
    assert [f"{c.text}: {c.cause}" for c in step.conditions] == [
        "(free): deleted by step 3 (hold); step 3 (hold) would add it",
        "(ready): since step 2 (prepare)",
    ]


def test_what_the_problem_changes_at_its_time_is_no_step_s() -> None:
    task = task_of(
        """(:requirements :timed-initial-literals :numeric-fluents)
        (:predicates (open) (lit) (done) (idle)) (:functions (price))
        (:action wait :parameters () :effect (idle))
        (:action buy :parameters () :precondition (and (open) (lit) (<= (price) 3))
          :effect (done))""",
        """(:init (open) (= (price) 3)
          (at 4 (lit)) (at 5 (not (open))) (at 5 (= (price) 4))) (:goal (done))""",
    )
    trace = run(task, "5: (wait)\n7: (buy)")
    (step,) = explain_step(trace, 2)
    assert [f"{c.text}: {c.cause}" for c in step.conditions] == [
        "(open): deleted by a timed fact",
        "(lit): since a timed fact",
        "(<= (price) 3): (price) = 4 since a timed fact",
    ]
    assert [reason_text(condition) for condition in step.conditions if not condition.holds] == [
        "`(open)` was deleted by a timed fact",
        "`(<= (price) 3)` does not hold, (price) = 4 since a timed fact",
    ]


def test_what_flows_is_no_timed_fact() -> None:
    task = task_of(
        """(:requirements :durative-actions) (:predicates (p)) (:functions (level))
        (:durative-action burn :parameters () :duration (= ?duration 3)
          :condition (over all (> (level) 1)) :effect (decrease (level) (* #t 2)))""",
        "(:init (= (level) 3)) (:goal (p))",
    )
    trace = run(task, "2: (burn) [3]")
    assert trace.failing_time == 3
    assert why(trace) == (
        "(burn) violates an `over all` condition: (> (level) 1), (level) = 1 since a process, an "
        "event or a continuous effect"
    )


def test_of_several_steps_that_change_a_number_at_one_time_none_is_named() -> None:
    task = task_of(
        """(:requirements :numeric-fluents) (:predicates (done) (one) (two)) (:functions (price))
        (:action rise :parameters () :effect (and (one) (increase (price) 1)))
        (:action climb :parameters () :effect (and (two) (increase (price) 2)))
        (:action buy :parameters () :precondition (<= (price) 3) :effect (done))""",
        "(:init (= (price) 3)) (:goal (done))",
    )
    (step,) = explain_step(run(task, "5: (rise)\n5: (climb)\n7: (buy)"), 3)
    assert [str(condition.cause) for condition in step.conditions] == ["(price) = 6"]


def test_a_durative_action_that_fails_later_is_told_as_it_failed() -> None:
    task = task_of(
        """(:requirements :durative-actions) (:predicates (lit) (open))
        (:durative-action light :parameters () :duration (= ?duration 3) :condition (and)
          :effect (and (at start (lit)) (at end (not (lit)))))
        (:durative-action work :parameters () :duration (= ?duration 2)
          :condition (and (at start (lit)) (over all (lit)) (at end (open))) :effect (and))""",
        "(:goal (and))",
    )
    dark = run(task, "0: (light) [3]\n2: (work) [2]")
    assert why(dark) == (
        "(work) violates an `over all` condition: (lit), deleted by step 1 (light)"
    )
    closed = run(task, "0: (light) [3]\n0.5: (work) [2]")
    assert why(closed) == "unsatisfied precondition of (work): (open), never true"
    (step,) = explain_step(closed, 2)
    assert [(c.text, c.holds) for c in step.conditions] == [("(open)", False)]
    (before,) = explain_step(run(task, "0: (light) [3]\n0.5: (work) [1]"), 2)
    assert [(c.text, c.holds) for c in before.conditions] == [("(lit)", True)]
