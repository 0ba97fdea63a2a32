"""The JSON of reviews is as their records say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plancore.compare.domains import ALIGNED
from plancore.notation.plans.reader import read_plan
from plancore.report.domain.review import review_domains
from plancore.report.plan.execution import Setting
from plancore.report.plan.review import PlanSide, review_plans
from plancore.report.problem.review import review_problems
from plancore.report.registry import render
from plancore.simulate.task import Task
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from support import kitchen
from support.documents import violations_of
from support.examples import DELIVERY

DURATIVE = """(define (domain d) (:requirements :durative-actions :typing) (:types t)
 (:predicates (p ?x - t) (q)) (:functions (f))
 (:durative-action go :parameters (?x - t) :duration (= ?duration 3)
  :condition (and (at start (p ?x)) (over all (q)))
  :effect (and (at end (q)) (at end (increase (f) 2))))
 (:action rest :parameters () :precondition (or (q) (not (q))) :effect (when (q) (not (q)))))"""


def example(name: str) -> FileSnapshot:
    return FileSnapshot.of((DELIVERY / name).read_text(), name)


def check(text: str) -> Any:
    assert violations_of(text) == []
    return json.loads(text)


@pytest.mark.parametrize(
    ("learned", "reference"),
    [
        ((DELIVERY / "learned.pddl").read_text(), (DELIVERY / "reference.pddl").read_text()),
        (DURATIVE, DURATIVE.replace("3)", "4)").replace("end (q)", "start (q)")),
        (DURATIVE, "(define (domain e) (:action go :parameters (?y ?z)))"),
        (kitchen.LEARNED, kitchen.REFERENCE),
        ("", DURATIVE),
        (DURATIVE, ""),
        (DURATIVE[:-1], DURATIVE.replace(" go ", " walk ").replace("(p ?x)", "(not (p ?x))")),
    ],
)
@pytest.mark.viewer_behaviour(9)
def test_domains(learned: str, reference: str) -> None:
    sides = FileSnapshot.of(learned, "learned"), FileSnapshot.of(reference, "reference")
    check(render(review_domains(*sides), "json"))
    check(render(review_domains(*sides, options=ALIGNED), "json"))


@pytest.mark.parametrize(
    ("learned", "reference"),
    [
        ("(a)\n(b x)\n(c)\n", "(c)\n(a)\n(b y)\n"),
        ("0: (a) [1]\n2: (b) [2]", "0: (a) [1]\n1: (b)"),
        ("{a, b}, c", "a, {c}"),
        ("", "(a)"),
        ("(a b\n(c)", "(c)\n; cost = 7/2"),
    ],
)
def test_plans(learned: str, reference: str) -> None:
    sides = []
    for name, text in (("learned", learned), ("reference", reference)):
        plan, findings = read_plan(text)
        sides.append(PlanSide(name, SourceText(text), plan, findings))
    check(render(review_plans(*sides), "json"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("letter", "note"),
        ("(requested letter square)", "(= (load ann) 3)"),
        ("(:goal", "(:metric minimize (total-cost)) (:goal"),
        ("(:domain delivery)", "(:domain other)"),
        ("(delivered letter)", "(not (delivered letter))"),
        ("(define", "(defin"),
    ],
)
def test_problems(old: str, new: str) -> None:
    text = (DELIVERY / "p01.pddl").read_text()
    changed = FileSnapshot.of(text.replace(old, new), "learned")
    for sides in ((changed, example("p01.pddl")), (example("p01.pddl"), changed)):
        check(render(review_problems(*sides), "json"))


@pytest.mark.parametrize("domain", ["learned.pddl", "reference.pddl"])
def test_executed_plans(domain: str) -> None:
    task = Task(example(domain).domain, example("p01.pddl").problem)  # type: ignore[arg-type]  # both are there
    plans = [
        read_plan((DELIVERY / f"{name}.plan").read_text()) for name in ("learned", "reference")
    ]
    for first, second in ((0, 1), (1, 0), (0, 0)):
        sides = [PlanSide("plan", SourceText(""), *plans[index]) for index in (first, second)]
        review = review_plans(*sides, setting=Setting(task, domain, "p01.pddl"))
        assert check(render(review, "json"))["execution"]["domain"] == domain


def test_the_records_can_say_no() -> None:
    data = json.loads(
        render(review_domains(example("learned.pddl"), example("learned.pddl")), "json")
    )
    assert check(json.dumps(data, indent=2))
    data["actions"]["move"]["similarity"]["n_union"] = "5"
    assert violations_of(json.dumps(data, indent=2)) == [
        "Expected `int`, got `str` - at `$.actions[...].similarity.n_union`"
    ]
    del data["similarity"]
    data["actions"] = {}
    assert violations_of(json.dumps(data, indent=2)) == [
        "Object missing required field `similarity`"
    ]
