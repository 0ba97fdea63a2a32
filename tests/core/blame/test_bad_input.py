"""Bad input is normal: each plan is judged, or it is said why not."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.blame.attribution import attribute
from plancore.blame.report import consequence_text, short_text
from plancore.compare.domains import compare_domains
from plancore.model.domain import Domain
from plancore.model.problem import Case, Problem
from plancore.notation.plans.reader import read_plan
from plancore.report.blame.review import BlameReport
from plancore.report.registry import render
from plancore.snapshot import FileSnapshot
from plancore.stop import SpentError, StoppedError
from support.blamed import blamed, case_of
from support.domain_texts import domain_texts
from support.token_damage import mutation

SHOP = """(define (domain shop) (:predicates (rich) (fed ?x))
  (:action earn :effect (rich))
  (:action buy :parameters (?x) :precondition (rich) :effect (fed ?x)))"""
PROBLEM = "(define (problem p) (:domain shop) (:objects me) (:init) (:goal (fed me)))"


def test_a_plan_whose_text_is_broken_is_not_executed() -> None:
    diff = blamed(SHOP, SHOP, PROBLEM).diff
    assert diff is not None
    case = case_of("p", "(earn)", PROBLEM)
    broken = Case("broken", case.plan, case.problem, fault="2:1: a step is not closed")
    blame = attribute(diff, [broken, case])
    assert [(note.plan, note.text) for note in blame.undecided] == [
        ("broken", "2:1: a step is not closed")
    ]
    assert blame.n_agreeing == 1


def test_what_is_no_step_of_either_model_is_told() -> None:
    blame = blamed(SHOP, SHOP, PROBLEM, "(earn me)(buy)", "(fly)", "(buy you)", "")
    assert blame.n_agreeing == 4
    assert [note.text for note in blame.notes] == [
        "not valid in the reference at step 1: earn takes 0 arguments, got 1",
        "not valid in the reference at step 1: unknown action fly",
        "not valid in the reference at step 1: unknown object you",
        "not valid in the reference: goal not reached: (fed me)",
    ]


def test_a_problem_of_another_domain_is_told() -> None:
    problem = "(define (problem p) (:domain bank) (:objects me) (:init) (:goal (fed me)))"
    blame = blamed(SHOP, SHOP, problem, "(earn)(buy me)")
    (note,) = blame.notes
    assert note.text == "the problem is one of the domain `bank`"
    assert blame.n_agreeing == 1


def test_what_cannot_be_executed_is_undecided() -> None:
    uncertain = SHOP.replace("(fed ?x)))", "(oneof (fed ?x) (rich))))")
    blame = blamed(uncertain, SHOP, PROBLEM, "(earn)(buy me)")
    (note,) = blame.undecided
    assert note.text.startswith("in the learned domain: ")
    blame = blamed(SHOP, uncertain, PROBLEM, "(earn)(buy me)")
    (note,) = blame.undecided
    assert note.text.startswith("in the reference: ")


def test_nothing_to_judge() -> None:
    blame = blamed(SHOP, SHOP, PROBLEM)
    assert (blame.n_plans, blame.consequences, blame.coverage.n_exercised) == (0, (), 0)


def test_whoever_gives_the_checkpoint_can_end_it() -> None:
    def stop(*_: object) -> None:
        raise StoppedError

    diff = blamed(SHOP, SHOP, PROBLEM).diff
    assert diff is not None
    with pytest.raises(StoppedError):
        attribute(diff, [case_of("p", "(earn)", PROBLEM)], checkpoint=stop)


def test_what_there_is_no_time_for_is_undecided() -> None:
    diff = blamed(SHOP.replace("(rich) :effect", "(fed ?x) :effect"), SHOP, PROBLEM).diff
    assert diff is not None
    cases = [case_of(str(k), "(earn)(buy me)", PROBLEM) for k in range(5)]

    def three(done: int = 0, stage: str = "", /) -> None:
        if stage == "plan" and done == 3:
            raise SpentError

    blame = attribute(diff, cases, checkpoint=three)
    assert (len(blame.stopped), blame.n_meant, blame.n_agreeing) == (3, 3, 0)
    assert [(note.plan, note.text) for note in blame.undecided] == [
        ("3", "not executed: limit reached"),
        ("4", "not executed: limit reached"),
    ]


PLANS = st.lists(
    st.sampled_from(
        ["(a c)", "(b c c)", "(c)", "(a o1 o2)", "(b)", "(a", "x y", "(c c c c)", "0: (a c) [1]"]
    ),
    max_size=4,
).map("\n".join)


GOAL = """(define (problem x) (:domain d) (:objects o1 - sub o2 - other)
  (:init (p) (q o1) (r c o1)) (:goal (and (p) (not (q o1)))))"""


@given(domain_texts(rich=True), domain_texts(rich=True), PLANS, st.integers(0, 2**32))
def test_nothing_is_raised_and_every_plan_is_accounted_for(
    ours: str, theirs: str, plan: str, seed: int
) -> None:
    dice = random.Random(seed)
    if dice.random() < 0.5:
        theirs = ours
    learned, reference, task = (_damaged(text, dice) for text in (ours, theirs, GOAL))
    problem = task.problem
    cases = [
        Case(f"{k}", read_plan(plan)[0], problem or Problem("none"), meant)
        for k, meant in enumerate((None, True, False))
    ]
    diff = compare_domains(learned.domain or Domain(""), reference.domain or Domain(""))
    blame = attribute(diff, cases, effort=20)
    judged = blame.n_agreeing + len(blame.stopped) + len(blame.let_through)
    assert judged + len(blame.undecided) == len(cases)
    report = BlameReport(learned, reference, blame)
    assert render(report)
    assert render(report, "json")
    assert attribute(diff.learned, cases).n_plans == len(cases)


def _damaged(text: str, dice: random.Random) -> FileSnapshot:
    """The text after up to three mutations."""
    file = FileSnapshot.of(text, "text.pddl")
    for _ in range(dice.randint(0, 3)):
        edit = mutation(dice, file.text)
        file = file.edited(edit.span, edit.text)
    return file


def test_what_plans_that_cannot_be_executed_do_is_not_known() -> None:
    damaged = SHOP.replace("(rich) :effect (fed ?x)", "() :effect (and (fed ?x) (not (a) (b)))")
    blame = blamed(damaged, SHOP, PROBLEM, "(earn)(buy me)")
    assert len(blame.undecided) == 1
    texts = {consequence_text(each, blame) for each in blame.consequences}
    assert texts == {"not known for 1 of 1 plan"}
    numbers = [each.difference.number for each in blame.consequences]
    assert short_text(blame, numbers) == "not known for 1 of 1 plan"
