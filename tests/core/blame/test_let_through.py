"""Plans that should fail and do not, plans without a reference, and searches that are given up."""

from __future__ import annotations

from plancore.blame.attribution import attribute
from support.blamed import blamed, case_of, counts
from support.comparison import domain_of

SHOP = """(define (domain shop) (:predicates (rich) (open) (fed) (tired))
  (:action earn :effect (and (rich) (tired)))
  (:action buy :precondition (and (rich) (open)) :effect (and (fed) (not (rich)))))"""
PROBLEM = "(define (problem p) (:domain shop) (:init (open)) (:goal (fed)))"


def test_a_missing_precondition_lets_a_plan_through() -> None:
    learned = SHOP.replace("(and (rich) (open))", "(open)")
    blame = blamed(learned, SHOP, PROBLEM, "(buy)", "(earn)(buy)")
    assert counts(blame) == {"buy missing precondition (rich)": "lets 1"}
    (plan,) = blame.let_through
    assert (plan.plan, plan.step, plan.sets) == ("p1", 1, ((0,),))
    assert plan.reason == "unsatisfied precondition of (buy): (rich), never true"
    assert (blame.n_meant, blame.n_agreeing) == (1, 1)


def test_an_extra_add_and_a_missing_precondition_do_it_together() -> None:
    """Either alone keeps the second plan valid: nothing asks for `rich`, or it is there."""
    learned = SHOP.replace("(fed) (not (rich))", "(fed)").replace("(and (rich) (open))", "(open)")
    blame = blamed(learned, SHOP, PROBLEM, "(earn)(buy)(buy)")
    assert counts(blame) == {
        "buy missing precondition (rich)": "lets together 1",
        "buy missing effect (not (rich))": "lets together 1",
    }


def test_a_plan_that_is_stated_to_be_none() -> None:
    blame = blamed(SHOP, SHOP, PROBLEM, not_plans=("(earn)(buy)", "(buy)"))
    assert [(plan.plan, plan.sets, plan.reason) for plan in blame.let_through] == [("n1", (), None)]
    (note,) = blame.notes
    assert note.text == "valid in the reference, although expected to be invalid"
    assert (blame.n_meant, blame.n_agreeing) == (0, 1)


def test_a_plan_that_is_meant_to_be_valid_and_is_not_in_the_reference() -> None:
    learned = SHOP.replace("(and (rich) (open))", "(and (rich) (open) (tired))")
    diff = blamed(learned, SHOP, PROBLEM).diff
    assert diff is not None
    blame = attribute(diff, [case_of("p", "(buy)", PROBLEM, meant=True)])
    (plan,) = blame.stopped
    assert not plan.is_repaired
    assert plan.first.sets == ()
    assert plan.first.is_smallest
    assert plan.remark is not None
    assert plan.remark.startswith("not valid in the reference at step 1: ")


def test_without_a_reference_failures_name_the_literal_and_the_step() -> None:
    learned = SHOP.replace("(not (rich))", "(not (open))")
    cases = [
        case_of("p", "(earn)(buy)(earn)(buy)", PROBLEM),
        case_of("n", "(buy)", PROBLEM, False),
        case_of("m", "(earn)(buy)", PROBLEM, False),
    ]
    blame = attribute(domain_of(learned), cases)
    assert blame.consequences == ()
    (plan,) = blame.stopped
    assert (plan.first.step, plan.first.sets, plan.is_repaired) == (4, (), False)
    (condition,) = plan.first.conditions
    assert (condition.text, condition.written, condition.step) == ("(open)", "(open)", 2)
    assert condition.cause == "`(open)` was deleted by step 2"
    assert [(plan.plan, plan.sets) for plan in blame.let_through] == [("m", ())]
    assert blame.coverage.n_elements == 6


LADDER = "".join(
    f"(:action a{k} :precondition (p{k}) :effect (and (p{k + 1}) (q{k})))" for k in range(8)
)


def test_a_search_that_is_given_up_leaves_nothing_out_that_it_needs_and_says_so() -> None:
    names = " ".join(f"(q{k})" for k in range(8))
    end = f"(:action end :precondition (and {names}) :effect (done))"
    reference = f"(define (domain d) {LADDER} {end})"
    learned = reference
    for k in range(8):
        learned = learned.replace(f"(and (p{k + 1}) (q{k}))", f"(and (p{k + 1}) (r{k}))")
    problem = "(define (problem p) (:domain d) (:init (p0)) (:goal (done)))"
    plan = "".join(f"(a{k})" for k in range(8)) + "(end)"
    blame = blamed(learned, reference, problem, plan, effort=3)
    (stopped,) = blame.stopped
    (failure,) = stopped.failures
    assert not failure.is_smallest
    (numbers,) = failure.sets
    assert [blame.consequences[n].difference.literal for n in numbers] == [
        f"(q{k})" for k in range(8)
    ]
    assert {c.is_proved for c in blame.consequences} == {False}
    proved = blamed(learned, reference, problem, plan)
    assert proved.stopped[0].first.sets == failure.sets
    assert proved.stopped[0].first.is_smallest
