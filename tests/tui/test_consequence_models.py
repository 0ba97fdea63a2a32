"""What the viewer says of differences and plans, without the viewer."""

from __future__ import annotations

from collections.abc import Iterable

from plancore.blame.attribution import attribute
from plancore.compare.domains import CompareOptions
from plancore.model.problem import Case
from plancore.report.blame.explained import review_plan
from plancore.report.blame.review import BlameReport
from plancore.report.domain.review import DomainReview, review_domains
from plancore.report.lines import Line
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plandiff.viewmodel.differences import PlanAt, RowConsequences
from plandiff.viewmodel.domain_model import DomainModel
from plandiff.viewmodel.outline import Order
from plandiff.viewmodel.plan_model import JudgedPlanModel
from support.blamed import case_of
from support.judged import LEARNED, PLANS, PROBLEM, REFERENCE

LATE = """(define (domain kitchen) (:predicates (at ?x) (open ?x) (clean ?x) (lit))
  (:action go :parameters (?a ?b) :precondition (at ?a) :effect (and (at ?b) (clean ?a)))
  (:action light :parameters () :effect (lit))
  (:action wash :parameters (?a) :precondition (at ?a) :effect (and)))"""
"""Lacks an action, the delete and a condition of `go`, and what `wash` is for."""


NO_EFFECT = "plans  no effect on 3 of 3 plans"


def judged(learned: str, *plans: str) -> tuple[DomainReview, list[Case]]:
    cases = [case_of(f"p{k}", plan, PROBLEM) for k, plan in enumerate(plans, start=1)]
    files = FileSnapshot.of(learned, "learned.pddl"), FileSnapshot.of(REFERENCE, "reference.pddl")
    review = review_domains(*files)
    return review.with_blame(BlameReport(*files, attribute(review.diff, cases))), cases


def consequences(model: DomainModel) -> RowConsequences:
    assert model.consequences is not None
    return model.consequences


def text(lines: Iterable[Line]) -> list[str]:
    return ["".join(piece.text for piece in line) for line in lines]


def test_plans_that_were_translated_are_called_so_in_the_heading_and_the_panel() -> None:
    learned = REFERENCE.replace("(at ", "(inside ").replace(
        "(and (inside ?a) (lit))", "(inside ?a)"
    )
    files = FileSnapshot.of(learned, "learned.pddl"), FileSnapshot.of(REFERENCE, "reference.pddl")
    review = review_domains(*files, options=CompareOptions(align=True))
    cases = [case_of("p", PLANS["day.plan"], PROBLEM)]
    told = consequences(
        DomainModel(review.with_blame(BlameReport(*files, attribute(review.diff, cases))))
    )
    assert "".join(text([tuple(told.counts)])).endswith(", translated by the name mapping")
    rows = range(DomainModel(review).rows.count)
    said = [line for row in rows for line in text(told.lines(row))]
    assert said
    assert all("(translated by the name mapping)" in line for line in said)


def test_differences_are_ranked_by_the_plans_that_they_stop() -> None:
    review, _ = judged(LATE, PLANS["day.plan"], PLANS["evening.plan"], "(go x y)(wash y)")
    model = DomainModel(review)
    told = consequences(model)
    assert text([tuple(told.counts)]) == ["  2 of 2 valid plans rejected"]
    assert [
        (model.rows.row(row).text, *text(told.lines(row))) for row in model.rows.by_consequence
    ] == [
        (
            "unlock  rejects 2 of 2",
            "plans  rejects 2 of 2 valid plans, first p1 at step 2   Enter opens a plan",
        ),
        (
            "(clean ?a)  rejects 2 of 2 later; missing",
            "plans  rejects 2 of 2 valid plans once others are fixed   Enter opens a plan",
        ),
        ("(open ?b)  missing", NO_EFFECT),
        ("(not (at ?a))  missing", NO_EFFECT),
        ("(clean ?a)  extra", NO_EFFECT),
        ("(lit)  missing", NO_EFFECT),
    ]
    assert model.outlines is not None
    counted = [
        (entry.name, entry.n_stopped, entry.n_stopped_later)
        for entry in model.outlines.of(Order.PLANS).entries
    ]
    assert counted[:3] == [("unlock", 2, 0), ("(clean ?a)", 0, 2), ("(open ?b)", 0, 0)]


def test_without_plans_nothing_is_said_of_them() -> None:
    files = FileSnapshot.of(LEARNED, "learned.pddl"), FileSnapshot.of(REFERENCE, "reference.pddl")
    model = DomainModel(review_domains(*files))
    assert model.consequences is None
    assert model.outlines is not None
    assert model.outlines.orders == [Order.FILE, Order.WORST, Order.ALL]
    assert all(entry.n_stopped is None for entry in model.outlines.of(Order.PLANS).entries)
    assert model.rows.by_consequence == model.rows.stops


def test_the_list_knows_what_each_action_stops() -> None:
    review, _ = judged(LEARNED, *PLANS.values())
    outlines = DomainModel(review).outlines
    assert outlines is not None
    entries = outlines.of(Order.FILE).entries
    assert [(entry.name, entry.problem, entry.n_stopped) for entry in entries] == [
        ("go", "1+", 2),
        ("unlock", "1+", 0),
        ("wash", "1-", 0),
    ]
    entries = outlines.of(Order.PLANS).entries
    assert [(entry.mark.sign, entry.name, entry.problem, entry.n_stopped) for entry in entries] == [
        ("+", "(lit)", "go", 2),
        ("+", "(not (clean ?a))", "unlock", 0),
        ("-", "(lit)", "wash", 0),
    ]


def test_the_title_of_an_action_leads_to_the_plans_of_all_its_differences() -> None:
    review, _ = judged(LEARNED, *PLANS.values())
    model = DomainModel(review)
    title = model.rows.starts[0]
    told = consequences(model)
    assert told.plans(title) == told.plans(title + 5) == [PlanAt(1, "p2", 2), PlanAt(2, "p3", 3)]
    assert text(told.lines(title)) == ["plans  rejects 2 of 4 valid plans   Enter opens a plan"]
    assert told.plans(title + 1) == []


def test_a_plan_is_told_with_its_reason_and_who_is_to_blame() -> None:
    review, cases = judged(LEARNED, *PLANS.values())
    assert review.blame is not None
    plans = consequences(DomainModel(review)).plans(5)
    source = SourceText(PLANS["evening.plan"])
    model = JudgedPlanModel(
        review_plan(review.blame, cases[1], source), review.blame.blame, plans, 0
    )
    heading = "p2   learned: fails at step 2   reference: valid, cost 4"
    assert text([model.heading]) == [heading]
    reason = "unsatisfied precondition of (go x y): (lit), never true; step 3 (light) would add it"
    assert text(model.panel(0)) == ["cause  extra precondition (lit) of go", f"why  {reason}"]
    start = model.rows.row(model.start)
    assert (start.sign, start.text) == (
        "✗",
        "(go x y)  learned fails: (lit) never true; the reference adds it at step 3",
    )


def test_a_plan_that_fails_at_its_end_opens_there() -> None:
    review, cases = judged(LEARNED.replace("(clean ?a)))\n", "(open ?a)))\n"), PLANS["day.plan"])
    assert review.blame is not None
    model = DomainModel(review)
    told = consequences(model)
    plans = told.plans(model.rows.by_consequence[0])
    assert [plan.step for plan in plans] == [None]
    source = SourceText(PLANS["day.plan"])
    shown = JudgedPlanModel(
        review_plan(review.blame, cases[0], source), review.blame.blame, plans, 0
    )
    assert shown.rows.row(shown.start).text == "(wash y)"
    assert text(shown.panel(0)) == [
        "cause  missing effect (clean ?a) of wash",
        "why  goal not reached: (clean y)",
    ]
