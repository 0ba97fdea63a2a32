"""What text says of differences and states where somebody asks for it."""

from __future__ import annotations

import pytest

from core.report.test_reviews import problems
from plancore.blame.attribution import attribute
from plancore.model.problem import Case
from plancore.report.blame.review import BlameReport
from plancore.report.domain.review import DomainReview, review_domains
from plancore.report.plan.review import review_plans
from plancore.report.registry import Report, Style, render
from plancore.report.threeway.review import change_review, three_way
from plancore.snapshot import FileSnapshot
from support.parcels import DOMAIN, PLAN, PROBLEM, parcel_review, plan_side

LEARNED = DOMAIN.replace(":precondition (at ?t ?a)", "").replace(
    "(and (in ?x ?t) (not (lies ?x ?p)))", "(in ?x ?t)"
)
WORSE = LEARNED.replace("(:types", "(:constants c9 - place)\n  (:types").replace(
    "(and (at ?t ?p) (in ?x ?t))", "(and (at ?t ?p) (in ?x ?t) (lies ?x ?p))"
)


def domains(learned: str, reference: str = DOMAIN) -> DomainReview:
    return review_domains(
        FileSnapshot.of(learned, "learned.pddl"), FileSnapshot.of(reference, "reference.pddl")
    )


def explained(report: Report, name: str = "text") -> str:
    """What is said besides."""
    told = render(report, name, Style(explains=True))
    plain = render(report, name, Style())
    assert told.startswith(plain)
    return told.removeprefix(plain).removeprefix("\n")


@pytest.mark.parametrize("name", ["text", "side-by-side"])
def test_each_difference_has_below_it_what_may_follow(name: str) -> None:
    assert explained(domains(LEARNED), name) == (
        "Possible consequences  use --plans to check them\n"
        "  drive\n"
        "    - precondition (at ?t ?a)\n"
        "        less restrictive: invalid plans may be accepted\n"
        "  load\n"
        "    - effect (not (lies ?x ?p))\n"
        "        (lies ?x ?p) stays true: invalid plans may be accepted\n"
    )


def test_of_what_a_change_did_it_is_what_is_wrong_now() -> None:
    review = three_way(domains(WORSE), domains(LEARNED))
    assert explained(review) == (
        "Possible consequences  use --plans to check them\n"
        "  drive\n"
        "    ! precondition (at ?t ?a)\n"
        "        less restrictive: invalid plans may be accepted\n"
        "  load\n"
        "    ! effect (not (lies ?x ?p))\n"
        "        (lies ?x ?p) stays true: invalid plans may be accepted\n"
        "  drop\n"
        "    ✗ precondition (lies ?x ?p)\n"
        "        more restrictive: valid plans may be rejected\n"
        "  Declarations\n"
        "    ✗ constants c9 - place\n"
        "        problems of the reference do not use it\n"
    )
    assert explained(three_way(domains(DOMAIN), domains(WORSE))) == ""


def test_plans_that_go_wrong_are_told_of_at_their_step() -> None:
    review = domains(WORSE)
    problem = FileSnapshot.of(PROBLEM).problem
    assert problem is not None
    cases = tuple(Case(f"{k}.plan", plan_side("", PLAN).plan, problem) for k in range(22))
    blame = attribute(review.diff, cases)
    report = BlameReport(review.learned, review.reference, blame, cases=cases)
    told = explained(review.with_blame(report))
    states = told[told.index("\nStates") :]
    assert states.startswith(
        "\nStates  at the failing step of each plan that is not as expected\n"
        "  0.plan step 5\n"
        "    learned, step 5 fails because\n"
        "      (drop ?x ?t ?p)  learned.pddl:12\n"
        "      ✗ (lies x b)  never true\n"
        "      ✓ (at t1 b)  since step 4 (drive t1 a b)\n"
        "      ✓ (in x t1)  since step 1 (load x t1 a)\n"
        "    state before: learned step 5, reference step 5\n"
        "      = 5 facts on both sides\n"
        "      + (lies x a)\n"
        "      + (lies y a)\n"
        "      + (lies z b)\n"
    )
    assert states.endswith("  · 2 plans more, not listed here: --plans can name a single one\n")
    # Who keeps no plans can execute none.
    assert "States" not in explained(review.with_blame(BlameReport(*review.files, blame)))


def test_states_stand_below_the_steps_that_are_listed() -> None:
    told = explained(parcel_review(["load y t1 a", *PLAN[2:]], PLAN))
    assert told.startswith(
        "States  before each step that is listed, and what it does\n"
        "  - (load x t1 a)\n"
        "    state before: learned step 1, reference step 1\n"
        "      = 5 facts on both sides\n"
        "    effects of reference step 1\n"
        "      adds (in x t1)\n"
        "      deletes (lies x a)\n"
        "  = (load y t1 a)\n"
        "    state before: learned step 1, reference step 2\n"
        "      = 4 facts on both sides\n"
        "      + (lies x a)\n"
        "      - (in x t1)\n"
        "    effects of learned step 1, reference step 2\n"
        "      adds (in y t1)\n"
        "      deletes (lies y a)\n"
    )
    assert (
        "    learned, step 4 fails because\n      (drop ?x ?t ?p)\n      ✗ (in x t1)  never true\n"
        in told
    )
    assert told.endswith(
        "  at the end\n"
        "    learned  fails at step 4\n"
        "    reference  valid, cost 9\n"
        "      3 of 3 goals reached\n"
        "  · 2 rows more: planeval validate --trace shows what each step does\n"
    )


def test_what_is_no_neighbour_is_told_what_led_there() -> None:
    steps = ["load x t1 a", "drive t1 a b", *["drive t1 b a", "drive t1 a b"] * 6, "drop x t1 b"]
    told = explained(parcel_review([*steps, "drive t2 b c"], ["drive t2 b a", *steps]))
    assert "    effects of learned step 13, reference step 14\n" in told
    assert "11 rows more: planeval validate --trace shows what each step does\n" in told


@pytest.mark.parametrize("name", ["text", "side-by-side", "markdown"])
def test_plans_that_were_not_executed_have_none(name: str) -> None:
    review = review_plans(plan_side("learned.plan", PLAN[1:]), plan_side("reference.plan", PLAN))
    told = explained(review, name)
    assert told.strip().endswith("States: none, --domain and --problem execute the plans")


def test_of_problems_there_is_nothing_to_say() -> None:
    review = problems(PROBLEM, PROBLEM.replace("(lies x a)", ""))
    assert explained(review) == ""
    assert explained(change_review(review, review)) == ""


MACHINE = """(define (domain d) (:requirements :durative-actions :numeric-fluents :adl)
  (:predicates (on) (ok)) (:functions (fuel) (heat))
  (:action go :parameters () :precondition (and (>= (fuel) 2) (ok)) :effect (increase (fuel) 1))
  (:durative-action run :parameters () :duration (= ?duration 3)
    :condition (at start (on)) :effect (at end (ok))))"""


@pytest.mark.parametrize(
    ("reference", "learned", "words"),
    [
        ("(>= (fuel) 2)", "(> (fuel) 2)", "used in other states than the reference's"),
        ("(>= (fuel) 2)", "(>= (heat) 2)", "used in other states than the reference's"),
        ("(ok)) :effect (inc", "(or (ok) (on))) :effect (inc", "in other states than the"),
        ("(increase (fuel) 1)", "(increase (fuel) 2)", "a number may become another one"),
        ("(= ?duration 3)", "(= ?duration 4)", "steps may take another time"),
        ("(= ?duration 3)", "(>= ?duration 3)", "steps may take another time"),
        ("(= ?duration 3)", "(and)", "steps may take another time"),
        ("(at end (ok))", "(at start (ok))", "at another time than in the reference"),
    ],
)
def test_a_meaning_claims_no_more_than_the_difference_shows(
    reference: str, learned: str, words: str
) -> None:
    text = MACHINE.replace(reference, learned, 1)
    assert text != MACHINE
    assert words in explained(domains(text, MACHINE))


def test_a_row_has_the_step_of_either_side_the_learned_one_first() -> None:
    told = explained(parcel_review(["load x t2 a", *PLAN[1:]], PLAN))
    assert (
        "  ✗ (load x t2 a) / (load x t1 a)\n"
        "    learned, step 1 fails because\n"
        "      (load ?x ?t ?p)\n"
        "      ✗ (at t2 a)  never true\n"
    ) in told


def test_an_action_is_named_where_the_domain_defines_it_that_the_plan_fails_in() -> None:
    review = domains(LEARNED)
    problem = FileSnapshot.of(PROBLEM).problem
    assert problem is not None
    cases = (Case("a.plan", plan_side("", ["drive t1 b c", *PLAN]).plan, problem, meant=False),)
    blame = attribute(review.diff, cases)
    told = explained(review.with_blame(BlameReport(*review.files, blame, cases=cases)))
    line = 1 + DOMAIN[: DOMAIN.index("drive")].count("\n")
    assert (
        "    reference, step 1 fails because\n"
        f"      (drive ?t ?a ?b)  reference.pddl:{line}\n"
        "      ✗ (at t1 b)  never true; step 5 (drive t1 a b) would add it\n"
    ) in told


def test_why_a_step_fails_stands_below_the_item_that_has_it() -> None:
    reference = ["load x t1 a", "drive t1 a b", "drop x t1 b"]
    now = parcel_review([*reference[:2], "drop x t2 b"], reference)
    before = parcel_review(["drop x t2 b", *reference[:2]], reference)
    told = explained(change_review(now, before))
    missing, extra = told[: told.index("  at the end")].split("  ⊗ ")
    assert missing.startswith("States")
    assert "  ! (drop x t1 b)\n" in missing
    assert "fails because" not in missing
    assert extra.startswith("(drop x t2 b)\n    learned, step 3 fails because\n")
    assert extra.count("    before the change, step 1 fails because\n") == 1
