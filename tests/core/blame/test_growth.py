"""What blame costs: in proportion to the plans, and to their steps."""

from __future__ import annotations

from plancore.blame.attribution import attribute
from plancore.compare.domains import compare_domains
from support.blamed import case_of, problem_of
from support.comparison import domain_of
from support.cpu import takes_linear_time

PLACES = 10
REFERENCE = """(define (domain ring) (:predicates (at ?x) (road ?x ?y) (seen ?x) (rested))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (at ?y) (not (at ?x)) (seen ?y)))
  (:action rest :parameters (?x) :precondition (seen ?x) :effect (rested)))"""
LEARNED = """(define (domain ring) (:predicates (at ?x) (road ?x ?y) (seen ?x) (rested))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (at ?y) (not (at ?x)) (rested)))
  (:action rest :parameters (?x) :precondition (and (seen ?x) (at ?x)) :effect (not (rested))))"""
ROADS = " ".join(f"(road p{k} p{(k + 1) % PLACES})" for k in range(PLACES))
NAMES = " ".join(f"p{k}" for k in range(PLACES))
PROBLEM = problem_of(
    f"(define (problem p) (:domain ring) (:objects {NAMES}) (:init (at p0) {ROADS})"
    " (:goal (rested)))"
)
DIFF = compare_domains(domain_of(LEARNED), domain_of(REFERENCE))


def rounds(count: int) -> str:
    """A plan that goes around and rests where it has been; of its last three steps none runs."""
    steps = "".join(f"(go p{k} p{(k + 1) % PLACES})" for k in range(PLACES))
    return steps * count + "(rest p1)(rest p2)(rest p0)"


def test_time_grows_with_the_number_of_plans() -> None:
    def blame(count: int) -> None:
        cases = [case_of(str(k), rounds(1), PROBLEM) for k in range(count)]
        assert len(attribute(DIFF, cases).stopped) == count

    assert takes_linear_time(blame, 10)


def test_time_grows_with_the_length_of_plans() -> None:
    def blame(count: int) -> None:
        case = case_of("p", rounds(count), PROBLEM)
        (plan,) = attribute(DIFF, [case]).stopped
        assert plan.first.step == PLACES * count + 1
        assert plan.is_repaired

    assert takes_linear_time(blame, 20)
