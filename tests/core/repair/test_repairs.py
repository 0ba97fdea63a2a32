"""What is repaired, how, and what is said where nothing can be."""

from __future__ import annotations

import pytest

from plancore.compare.domains import compare_domains
from plancore.diagnostic import apply_edits
from plancore.model.problem import Case
from plancore.notation.plans.reader import read_plan
from plancore.repair.preference import edits_towards
from plancore.repair.result import SMALLEST, Costs, RepairOptions, RepairResult, text_edits
from plancore.repair.search import repaired
from plancore.snapshot import FileSnapshot

HEAD = """(define (domain kitchen) (:types food pan) (:constants stove - pan)
 (:predicates (raw ?f - food) (fried ?f - food) (in ?f - food ?p - pan) (hot ?p - pan) (clean))
"""
HEAT = "(:action heat :parameters (?p - pan) :effect (hot ?p))"
FRY = "(:action fry :parameters (?f - food ?p - pan) :precondition {} :effect {})"
GOOD = FRY.format("(and (raw ?f) (hot ?p))", "(and (fried ?f) (not (raw ?f)))")
PROBLEM = """(define (problem supper) (:domain kitchen)
 (:objects egg fish - food steel - pan) (:init (raw egg) (raw fish) (clean)) (:goal {}))"""
FRIED = "(and (fried egg) (fried fish))"
PLAN = "(heat steel) (fry egg steel) (fry fish steel)"


def domain(*actions: str) -> FileSnapshot:
    return FileSnapshot.of(HEAD + "\n".join(actions) + ")")


def case(plan: str, goal: str = FRIED, meant: bool | None = True, name: str = "a plan") -> Case:
    problem = FileSnapshot.of(PROBLEM.format(goal)).problem
    assert problem is not None
    return Case(name, read_plan(plan)[0], problem, meant)


def repair(file: FileSnapshot, *cases: Case, options: RepairOptions = SMALLEST) -> RepairResult:
    assert file.domain is not None
    return repaired(file.domain, cases, options)


def edits(result: RepairResult) -> list[list[str]]:
    return [[str(edit) for edit in answer.edits] for answer in result.repairs]


@pytest.mark.parametrize(
    ("fry", "expected"),
    [
        (GOOD, []),
        (
            FRY.format("(and (raw ?f) (hot ?p) (fried ?f))", "(and (fried ?f) (not (raw ?f)))"),
            ["remove (fried ?f) from the precondition of fry"],
        ),
        (
            FRY.format("(and (raw ?f) (hot ?p))", "(and (fried ?f) (not (hot ?p)))"),
            ["remove (not (hot ?p)) from the effect of fry"],
        ),
        (
            FRY.format("(and (raw ?f) (hot ?p))", "(not (raw ?f))"),
            ["add (fried ?f) to the effect of fry"],
        ),
        (
            FRY.format("(and (raw ?f) (not (clean)))", "(and (fried ?f) (not (raw ?f)))"),
            ["remove (not (clean)) from the precondition of fry"],
        ),
        (
            FRY.format("(and (raw ?f) (hot stove))", "(and (fried ?f) (not (raw ?f)))"),
            ["remove (hot stove) from the precondition of fry"],
        ),
        (
            FRY.format("(or (fried ?f) (hot stove))", "(and (fried ?f) (not (raw ?f)))"),
            ["remove (or (fried ?f) (hot stove)) from the precondition of fry"],
        ),
    ],
)
def test_one_edit_suffices(fry: str, expected: list[str]) -> None:
    result = repair(domain(HEAT, fry), case(PLAN))
    assert result.proved
    assert result.lower_bound == len(expected)
    assert result.after.as_meant
    assert expected in edits(result)


def test_equal_arguments_offer_each_parameter() -> None:
    both = "(:action lay :parameters (?f ?g - food) :effect (clean))"
    result = repair(domain(both), case("(lay egg egg)", goal="(fried egg)"))
    added = {"add (fried ?f) to the effect of lay", "add (fried ?g) to the effect of lay"}
    assert result.is_complete
    assert {answer[0] for answer in edits(result)} == added


def test_a_plan_that_must_fail_asks_for_a_condition() -> None:
    fry = FRY.format("(hot ?p)", "(and (fried ?f) (not (raw ?f)))")
    twice = case(f"{PLAN} (fry egg steel)", meant=False)
    result = repair(domain(HEAT, fry), case(PLAN), twice, options=RepairOptions(answers=20))
    assert result.proved
    assert (result.before.not_valid, result.after.not_valid) == (0, 1)
    assert result.repairs[0].cost == 1
    assert ["add (raw ?f) to the precondition of fry"] in edits(result)


def test_what_a_reference_says_comes_first() -> None:
    fry = FRY.format("(hot ?p)", "(and (fried ?f) (not (raw ?f)))")
    reference = domain(HEAT, GOOD)
    learned = domain(HEAT, fry)
    assert learned.domain is not None
    assert reference.domain is not None
    towards = edits_towards(compare_domains(learned.domain, reference.domain))
    twice = case(f"{PLAN} (fry egg steel)", meant=False)
    result = repair(learned, case(PLAN), twice, options=RepairOptions(towards=towards))
    assert edits(result)[0] == ["add (raw ?f) to the precondition of fry"]


def test_effects_on_conditions_are_seen_through() -> None:
    heat = "(:action heat :parameters (?p - pan) :effect (when (fried egg) (hot ?p)))"
    result = repair(domain(heat, GOOD), case(PLAN))
    assert result.proved
    assert edits(result)
    assert all(len(answer) == 1 for answer in edits(result))


def test_an_edit_that_makes_an_effect_undefined_is_none_to_take() -> None:
    file = FileSnapshot.of(
        """(define (domain kitchen) (:types food pan) (:predicates (lit)) (:functions (gas))
        (:action clear :parameters () :effect ())
        (:action start :parameters () :effect (when (lit) (decrease (gas) 1)))
        (:action roast :parameters () :precondition (lit) :effect ()))"""
    )
    result = repair(file, case("(clear) (start) (roast)", goal="(and)"))
    assert result.proved
    assert result.is_complete
    assert sorted(edits(result)) == [
        ["add (lit) to the effect of start"],
        ["remove (lit) from the precondition of roast"],
    ]


def test_what_a_constraint_says_of_states_can_stop_a_plan_too() -> None:
    file = FileSnapshot.of(
        "(define (domain kitchen) (:types food pan) (:predicates (lit) (dark))"
        "(:constraints (always (not (lit)))) (:action start :parameters () :effect (dark)))"
    )
    result = repair(file, case("(start)", goal="(and)", meant=False))
    assert result.proved
    assert ["add (lit) to the effect of start"] in edits(result)


def test_costs_decide_what_is_smallest() -> None:
    fry = FRY.format("(and (raw ?f) (hot ?p))", "(not (raw ?f))")
    more = case("(fry egg steel)", goal="(fried egg)", name="cold")
    cheap = RepairOptions(costs=Costs(remove_precondition=5))
    result = repair(domain(HEAT, fry), case(PLAN), more, options=cheap)
    assert result.proved
    assert result.repairs[0].cost == result.lower_bound
    dear = ["add (fried ?f) to the effect of fry", "remove (hot ?p) from the precondition of fry"]
    assert sorted(edits(result)[0]) == dear
    assert result.repairs[0].cost == 6


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ("(boil egg)", "step 1: unknown action boil"),
        ("(heat egg)", "step 1: egg is of type food, but ?p must be of type pan"),
        ("0: (heat steel) [1]\n1: (fry egg steel) [1]", "temporal plans are not supported"),
    ],
)
def test_a_plan_that_no_literal_mends_is_left_out(plan: str, reason: str) -> None:
    result = repair(domain(HEAT, GOOD), case(plan), case(PLAN))
    assert [plan.reason for plan in result.left_out] == [reason]
    assert result.considered == 1
    assert result.repairs[0].edits == ()


def test_a_domain_that_is_not_supported() -> None:
    file = domain(HEAT, GOOD, "(:process cool :parameters (?p - pan) :effect (not (hot ?p)))")
    result = repair(file, case(PLAN))
    assert [plan.reason for plan in result.left_out] == ["the process cool needs a plan with times"]
    assert result.repairs[0].edits == ()


def test_types_are_widened_where_that_is_asked_for() -> None:
    heat = HEAT.replace("- pan", "- lid")
    head = HEAD.replace("food pan)", "food pan lid - thing thing)")
    file = FileSnapshot.of(f"{head}{heat}{GOOD})")
    assert repair(file, case(PLAN)).left_out
    result = repair(file, case(PLAN), options=RepairOptions(types=True))
    assert edits(result) == [["change the parameter to ?p - thing in heat"]]
    assert (result.proved, result.lower_bound) == (True, 1)
    assert (result.before.valid, result.after.valid) == (0, 1)
    assert result.considered == 1
    text = apply_edits(file.text, text_edits(file, result.repairs[0].edits))
    assert text == file.text.replace("(?p - lid)", "(?p - thing)")


def test_a_goal_out_of_reach_of_every_step() -> None:
    result = repair(domain(HEAT, GOOD), case("(heat steel)"), case(PLAN, name="another"))
    assert result.proved
    assert result.repairs == ()
    assert result.after == result.before
    reasons = [(plan.case, plan.reason) for plan in result.impossible]
    assert reasons == [("a plan", "no step can achieve the goal (fried egg)")]


def test_a_plan_that_must_be_valid_and_must_not_be() -> None:
    result = repair(domain(HEAT, GOOD), case(PLAN), case(PLAN, meant=False, name="wrong"))
    assert (result.proved, result.repairs) == (True, ())
    assert [plan.reason for plan in result.impossible] == [
        "expected to be both valid and invalid (same plan as wrong)"
    ]


def test_a_malformed_plan_is_one_that_is_not_valid() -> None:
    result = repair(domain(HEAT, GOOD), case(PLAN), case("(boil egg)", meant=False))
    assert result.left_out == ()
    assert (result.before.not_valid, result.before.must_not_be_valid) == (1, 1)


DEAR_CONDITIONS = RepairOptions(costs=Costs(remove_precondition=5, add_precondition=5), answers=20)


def test_predicates_that_are_not_declared_are_added_to_effects() -> None:
    salt = "(:action salt :parameters (?f - food) :effect (clean))"
    fry = FRY.format("(or (salted ?f) (peppered ?f))", "(fried ?f)")
    plan = case("(salt egg) (fry egg steel)", goal="(fried egg)")
    result = repair(domain(salt, fry), plan, options=DEAR_CONDITIONS)
    assert result.is_complete
    assert sorted(edits(result)) == [
        ["add (peppered ?f) to the effect of salt"],
        ["add (salted ?f) to the effect of salt"],
    ]


def test_an_effect_on_arguments_of_other_types_is_removed() -> None:
    drop = "(:action drop :parameters (?f - food) :effect (hot ?f))"
    cold = case("(drop egg)", goal="(forall (?f - food) (not (hot ?f)))")
    result = repair(domain(drop), cold)
    assert edits(result) == [["remove (hot ?f) from the effect of drop"]]


def test_more_literals_than_can_be_looked_at() -> None:
    constants = " ".join(f"pan{number}" for number in range(200))
    head = HEAD.replace("stove - pan", f"stove {constants} - pan")
    head = head.replace("(clean))", "(clean) (beside ?p ?q - pan))")
    result = repair(FileSnapshot.of(f"{head}{HEAT}{GOOD})"), case(PLAN, meant=False))
    reasons = [plan.reason for plan in result.left_out]
    assert reasons == ["too many candidate literals for fry"]


def test_a_search_that_is_given_up_says_what_it_knows() -> None:
    fry = FRY.format("(and (raw ?f) (in ?f ?p) (clean) (not (clean)))", "(clean)")
    full = repair(domain(HEAT, fry), case(PLAN))
    short = repair(domain(HEAT, fry), case(PLAN), options=RepairOptions(effort=0))
    assert full.proved
    assert not short.is_complete
    assert short.lower_bound <= full.repairs[0].cost
    assert all(answer.cost >= full.repairs[0].cost for answer in short.repairs)
    assert short.after.as_meant == bool(short.repairs)


def test_nothing_depends_on_the_order_of_sets() -> None:
    fry = FRY.format("(and (fried ?f) (in ?f ?p))", "(clean)")
    answers = [edits(repair(domain(HEAT, fry), case(PLAN))) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]


def test_the_text_keeps_its_layout_and_comments() -> None:
    file = FileSnapshot.of(
        HEAD
        + """  (:action fry   ; over medium heat
    :parameters (?f - food ?p - pan)
    :precondition (and
      (raw ?f)
      (in ?f ?p)   ; who put it there?
      (clean))
    :effect (not (raw ?f))))
"""
    )
    result = repair(file, case("(fry egg steel)", goal="(fried egg)"))
    text = apply_edits(file.text, text_edits(file, result.repairs[0].edits))
    assert text.startswith(HEAD)
    assert text.removeprefix(HEAD) == EXPECTED


EXPECTED = """  (:action fry   ; over medium heat
    :parameters (?f - food ?p - pan)
    :precondition (and
      (raw ?f)
      ; who put it there?
      (clean))
    :effect (and (not (raw ?f)) (fried ?f))))
"""
