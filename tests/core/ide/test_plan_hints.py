"""What may be shown between the words of a plan."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.ide.information.hints import Hint, HintKind
from plancore.ide.information.inlay_hints import plan_hints
from plancore.project import PlanSnapshot
from plancore.source import Span
from plancore.workspace import run_of_plan
from support.examples import DELIVERY
from support.plan_findings import plan_project

pytestmark = pytest.mark.server_behaviour(21)

VALID = (DELIVERY / "reference.plan").read_text("utf-8")
BAKERY = {
    "d.pddl": "(define (domain d) (:requirements :durative-actions :action-costs) "
    "(:predicates (p)) (:functions (total-cost)) "
    "(:action pay :parameters () :effect (and (p) (increase (total-cost) 2.5))) "
    "(:durative-action bake :parameters () :duration (= ?duration 4) :condition (and) "
    ":effect (at end (p))))",
    "q.pddl": "(define (problem q) (:domain d) (:init) (:goal (p)) {metric})",
}


def hints(
    plan: str, *kinds: HintKind, models: dict[str, str] | None = None, span: Span | None = None
) -> list[Hint]:
    project = plan_project(plan, models)
    file = project.files["a.plan"]
    assert isinstance(file, PlanSnapshot)
    span = span or Span(0, len(plan))
    return plan_hints(project, file, run_of_plan(project, file), span, kinds)


def shown(
    plan: str,
    *kinds: HintKind,
    models: dict[str, str] | None = None,
) -> str:
    """The plan with its hints written into it, between « and »."""
    text = plan
    for hint in reversed(hints(plan, *kinds, models=models)):
        text = f"{text[: hint.offset]}«{hint.label}»{text[hint.offset :]}"
    return text


def test_numbers_of_steps() -> None:
    assert shown("(a b)\n; x\n(c)\n", HintKind.STEPS) == "«1:»(a b)\n; x\n«2:»(c)\n"
    assert shown("0: (a b)\n1: (c)\n", HintKind.STEPS) == "0: (a b)\n1: (c)\n"
    assert shown("step 0: a b\n", HintKind.STEPS) == "step 0: a b\n"


def test_parameters() -> None:
    assert shown("(move ann depot square)\n(fly x)\n(move ann)\n", HintKind.PARAMETERS) == (
        "(move «?a:»ann «?from:»depot «?to:»square)\n(fly x)\n(move ann)\n"
    )


@pytest.mark.parametrize(
    ("plan", "result"),
    [
        (VALID, "goal reached, 6 steps"),
        ("(move ann depot square)\n", "goal not reached: 2 conditions, 1 step"),
        ("(move ann depot square)\n" * 2, "fails at step 2"),
        ("(move ann depot square)\n(fly)\n", ""),
        ("; nothing\n", ""),
    ],
)
def test_what_comes_of_a_plan(plan: str, result: str) -> None:
    assert [hint.label for hint in hints(plan, HintKind.RESULT)] == ([result] if result else [])


def test_cost_and_time() -> None:
    metric = {**BAKERY, "q.pddl": BAKERY["q.pddl"].format(metric="(:metric minimize (total-cost))")}
    plain = {**BAKERY, "q.pddl": BAKERY["q.pddl"].format(metric="")}
    assert shown("(pay)", HintKind.RESULT, models=metric) == "(pay)«goal reached, cost 2.5»"
    timed = "1: (bake) [4]"
    assert shown(timed, HintKind.RESULT, models=plain) == f"{timed}«goal reached, ends at 5»"


def test_nothing_is_said_of_a_plan_in_a_domain_with_errors() -> None:
    models = {**BAKERY, "q.pddl": BAKERY["q.pddl"].format(metric="(nonsense)")}
    models["d.pddl"] = models["d.pddl"].replace("(at end (p))", "(at end (q))")
    assert hints("(pay)", HintKind.RESULT, models=models) == []


@given(start=st.integers(0, len(VALID)), length=st.integers(0, len(VALID)))
def test_hints_of_a_range_are_those_of_the_whole_that_lie_in_it(start: int, length: int) -> None:
    span = Span(start, min(start + length, len(VALID)))
    kinds = (HintKind.STEPS, HintKind.RESULT)
    inside = [hint for hint in hints(VALID, *kinds) if span.start <= hint.offset <= span.end]
    assert hints(VALID, *kinds, span=span) == inside
