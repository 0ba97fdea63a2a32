"""What happens when a plan file is executed: the failing step, why it fails, and the goal."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import Severity
from plancore.notation.plans.reader import read_plan
from plancore.project import PlanSnapshot
from plancore.rules.plans.registry import check_plan
from plancore.simulate.execute import execute
from plancore.simulate.trace import FailureKind
from plancore.stop import StoppedError
from plancore.workspace import Workspace, diagnostics
from support.examples import DELIVERY
from support.examples_tried import for_each_of_many
from support.oracle_tasks import TASKS
from support.plan_findings import delivery, plan_findings, plan_project, told
from support.random_plans import Line, Walker, mutated, text_of
from support.tasks import task_of

pytestmark = pytest.mark.server_behaviour(13)

LEARNED = ";;!domain: learned.pddl\n"


def test_the_example_shows_what_its_comment_says() -> None:
    text = (DELIVERY / "learned.plan").read_text("utf-8")
    (finding,) = plan_findings(text)
    assert (finding.code, finding.severity) == ("inapplicable-step", Severity.ERROR)
    assert text[slice(*finding.span)] == "(drop-off ann parcel square)"
    assert finding.message == "inapplicable step 3: `(requested parcel square)` was never true"
    (place,) = finding.related
    assert place.file == "reference.pddl"
    assert delivery()["reference.pddl"][slice(*place.span)] == "(requested ?p ?l)"


def test_under_its_own_domain_the_reference_is_only_mentioned() -> None:
    text = LEARNED + (DELIVERY / "learned.plan").read_text("utf-8")
    (finding,) = plan_findings(text)
    assert (finding.code, finding.severity) == ("fails-under-reference", Severity.INFORMATION)
    assert finding.message == (
        "in reference `reference.pddl`: inapplicable step 3: "
        "`(requested parcel square)` was never true"
    )


def test_who_deleted_what_is_missing() -> None:
    text = "(move ann depot square)\n(move ann square harbour)\n(pick-up ann parcel depot)\n"
    (finding,) = plan_findings(text)
    assert finding.message == ("inapplicable step 3: `(at ann depot)` was deleted by step 1")
    assert [(place.message, place.file) for place in finding.related] == [
        ("step 1 deletes `(at ann depot)`", None),
        ("`move` deletes `(at ann depot)`", "reference.pddl"),
        ("`pick-up` requires `(at ann depot)`", "reference.pddl"),
    ]
    assert text[slice(*finding.related[0].span)] == "(move ann depot square)"
    assert delivery()["reference.pddl"][slice(*finding.related[1].span)] == "(not (at ?a ?from))"


def test_a_later_step_that_would_help_is_named() -> None:
    assert told("(move ann square harbour)\n(move ann depot square)\n") == [
        "inapplicable-step: inapplicable step 1: `(at ann square)` was never true; "
        "step 2 would add it"
    ]


def test_the_goal_is_missed_at_the_last_step() -> None:
    text = "(pick-up ann parcel depot)\n(pick-up ann letter depot)\n"
    (finding,) = plan_findings(text)
    assert text[slice(*finding.span)] == "(pick-up ann letter depot)"
    assert finding.message == (
        "goal not reached: `(delivered parcel)` was never true; `(delivered letter)` was never true"
    )
    assert {place.file for place in finding.related} == {"p01.pddl"}


def test_what_follows_a_step_that_is_none_is_not_judged() -> None:
    codes = [
        line.partition(":")[0]
        for line in told("(move ann depot square)\n(mov ann)\n(move ann depot square)\n")
    ]
    assert codes == ["unknown-action"]
    codes = [line.partition(":")[0] for line in told("(move ann square depot)\n(mov ann)\n")]
    assert codes == ["inapplicable-step", "unknown-action"]


def test_errors_in_the_domain_are_told_once() -> None:
    models = delivery()
    models["reference.pddl"] = models["reference.pddl"].replace("(at ?a ?l)", "(att ?a ?l)")
    (finding,) = plan_findings("(move ann square depot)\n(pick-up ann parcel depot)\n", models)
    assert (finding.code, finding.severity) == ("not-executed", Severity.INFORMATION)
    assert finding.message == "plan not executed: `reference.pddl` has errors"
    assert [place.file for place in finding.related] == ["reference.pddl"]


def test_objects_that_only_the_problem_declares_are_no_obstacle() -> None:
    models = delivery()
    text = models["reference.pddl"].replace("(at ?a ?l)", "(at ann ?l)")
    models["reference.pddl"] = text
    plan = "(move ann square depot)\n"
    assert [finding.code for finding in plan_findings(plan, models)] == ["inapplicable-step"]
    models["reference.pddl"] = text.replace("(at ann ?l)", "(at anne ?l)")
    assert [finding.code for finding in plan_findings(plan, models)] == ["not-executed"]


def test_an_edit_of_the_domain_changes_the_findings_of_the_plan() -> None:
    workspace = Workspace()
    for name, text in {**delivery(), "a.plan": "(move ann depot square)\n"}.items():
        workspace.set_text(name, text)
    before = diagnostics(workspace.snapshot, "a.plan")
    text = delivery()["reference.pddl"]
    moved = text.replace("(connected ?from ?to)\n", "(connected ?to ?to)\n")
    workspace.set_text("reference.pddl", moved)
    after = diagnostics(workspace.snapshot, "a.plan")
    assert [f.code for f in before] == ["unreached-goal"]
    assert [f.code for f in after] == ["inapplicable-step"]


def test_an_execution_that_nobody_wants_any_more_ends() -> None:
    calls = 0

    def checkpoint(*_: object) -> None:
        nonlocal calls
        calls += 1
        if calls > 20:
            raise StoppedError

    text = "(move ann depot square)\n(move ann square depot)\n" * 3000
    project = plan_project(text)
    plan = project.files["a.plan"]
    assert isinstance(plan, PlanSnapshot)
    with pytest.raises(StoppedError):
        check_plan(project, plan, checkpoint=checkpoint)
    assert [finding.code for finding in check_plan(project, plan)] == ["unreached-goal"]


@pytest.mark.parametrize("name", sorted(TASKS))
@for_each_of_many
@given(seed=st.integers(0, 10_000))
def test_the_first_failing_step_is_that_of_the_simulator(name: str, seed: int) -> None:
    domain, problem = TASKS[name]
    task = task_of(domain, problem)
    dice = random.Random(seed)
    lines, _ = Walker(task, dice).walk(dice.randint(0, 6))
    if dice.random() < 0.6:
        lines = mutated(lines, task, dice)
    check_against_simulator(lines, name)


def check_against_simulator(lines: list[Line], name: str) -> None:
    domain, problem = TASKS[name]
    text = text_of(lines)
    found = plan_findings(text, {"d.pddl": domain, "p.pddl": problem})
    errors = [finding for finding in found if finding.severity is Severity.ERROR]
    plan, unread = read_plan(text)
    assert not [f for f in unread if f.severity is Severity.ERROR]
    trace = execute(task_of(domain, problem), plan)
    if trace.malformed:
        codes = {"unknown-action", "unknown-object", "step-arity", "step-type", "missing-time"}
        first = plan.steps[trace.malformed[0].step - 1]
        assert min(f.span for f in errors if f.code in codes).start >= first.at
    elif trace.failure is not None:
        (failing,) = [f for f in errors if f.code == "inapplicable-step"]
        if trace.failure.action is not None:
            assert failing.span == trace.failure.action.span
        if trace.failure.kind is FailureKind.PRECONDITION:
            literals = {part.replace("(not ", "").strip("()") for part in trace.failure.unsatisfied}
            assert [part for part in literals if part.split(" ")[0] not in failing.message] == []
    else:
        assert [f.code for f in errors] == (["unreached-goal"] if trace.unreached else [])


OVEN = {
    "d.pddl": """(define (domain kitchen) (:requirements :durative-actions)
      (:predicates (hot) (open) (done))
      (:durative-action heat :parameters () :duration (= ?duration 4)
        :condition (over all (open)) :effect (at end (hot)))
      (:durative-action bake :parameters () :duration (= ?duration 2)
        :condition (at start (hot)) :effect (at end (done))))""",
    "p.pddl": "(define (problem p) (:domain kitchen) (:init (open)) (:goal (done)))",
}


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("0: (bake) [2]\n1: (toast) [1]", ["inapplicable-step", "unknown-action"]),
        ("0: (heat) [3]\n2: (toast) [1]", ["inapplicable-step", "unknown-action"]),
        # What the unknown action does could change what happens when it starts, and later.
        ("1: (bake) [2]\n1: (toast) [1]", ["unknown-action"]),
        ("0: (heat) [4]\n1: (toast) [1]\n2: (bake) [2]", ["unknown-action"]),
        ("1: (toast) [1]\n0: (bake) [2]", ["step-order", "unknown-action"]),
    ],
)
def test_a_timed_plan_fails_before_a_step_that_is_none(lines: str, codes: list[str]) -> None:
    found = plan_findings(lines, OVEN)
    assert sorted(f.code for f in found if f.severity <= Severity.WARNING) == codes


@pytest.mark.parametrize("name", sorted(TASKS))
@for_each_of_many
@given(seed=st.integers(0, 10_000))
def test_a_valid_plan_has_no_findings(name: str, seed: int) -> None:
    domain, problem = TASKS[name]
    dice = random.Random(seed)
    lines, _ = Walker(task_of(domain, problem), dice).walk(dice.randint(1, 6))
    found = plan_findings(text_of(lines), {"d.pddl": domain, "p.pddl": problem})
    # A walk need not reach the goal, nor does a temporal one avoid what overlaps.
    assert {f.code for f in found} <= {"unreached-goal", "self-overlap", "step-order"}
