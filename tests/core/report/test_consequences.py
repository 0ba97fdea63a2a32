"""Where a review shows what its differences do to plans."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.blame.attribution import attribute
from plancore.compare.domains import BY_NAME, CompareOptions
from plancore.correspondence.names import renaming
from plancore.model.problem import Case
from plancore.report.blame.explained import review_plan
from plancore.report.blame.review import BlameReport
from plancore.report.domain.review import DomainReview, review_domains
from plancore.report.domain.rows import DomainRows
from plancore.report.plan.rows import PlanRows
from plancore.simulate.trace import Verdict
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from support.blame_recount import Dice
from support.blamed import case_of


def judged(seed: int, *paired: str) -> tuple[DomainReview, list[Case]]:
    """Plans of two domains. Where predicates are `paired` all have other names in the learned one,
    and those that are not have no counterpart."""
    dice = Dice(seed)
    reference = dice.table()
    learned = dice.damaged(reference)
    walks = [dice.walk(table, dice.problem()) for table in (reference, learned, reference)]
    cases = [Case(f"plan {k}", plan, problem) for k, (plan, problem) in enumerate(walks)]
    text, options = learned.text, BY_NAME
    if paired:
        text = re.sub(r"\((?=[pqrzd]\b)", "(my-", text)
        options = CompareOptions(
            given=renaming({"predicates": {f"my-{name}": name for name in paired}})
        )
    files = FileSnapshot.of(text, "learned"), FileSnapshot.of(reference.text, "reference")
    review = review_domains(*files, options=options)
    return review.with_blame(BlameReport(*files, attribute(review.diff, cases))), cases


@given(st.integers(0, 2**32))
def test_each_difference_stands_in_one_row_that_next_goes_to(seed: int) -> None:
    review, _ = judged(seed)
    assert review.blame is not None
    rows, blame = DomainRows(review), review.blame.blame
    shown = {row: rows.consequences(row) for row in range(rows.count)}
    numbers = [c.difference.number for row in rows.by_consequence for c in shown[row]]
    assert sorted(numbers) == list(range(len(blame.consequences)))
    assert sorted(rows.by_consequence) == list(rows.stops)
    ranks = [c.difference.number for c in blame.by_consequence()]
    first = [
        min(ranks.index(c.difference.number) for c in shown[row]) for row in rows.by_consequence
    ]
    assert first == sorted(first)


@given(st.integers(0, 2**32))
def test_an_action_stops_the_plans_that_its_differences_stop(seed: int) -> None:
    review, _ = judged(seed)
    assert review.blame is not None
    rows, blame = DomainRows(review), review.blame.blame
    for number in range(len(review.diff.actions)):
        stopped = blame.stopped_by(rows.differences(rows.starts[number]))
        assert rows.n_stopped(number) == len(stopped)


@pytest.mark.slow
@given(st.integers(0, 2**32), st.sets(st.sampled_from("pqrzd")))
def test_a_plan_is_shown_as_it_was_judged(seed: int, paired: set[str]) -> None:
    review, cases = judged(seed, *sorted(paired))
    assert review.blame is not None
    blame = review.blame.blame
    stopped = {plan.case: plan.first.step for plan in blame.stopped}
    for number, case in enumerate(cases):
        execution = review_plan(review.blame, case, SourceText("")).execution
        assert execution is not None
        if blame.meant[number] is not None:
            assert (execution.reference.verdict is Verdict.VALID) is blame.meant[number]
        if number in stopped:
            assert execution.learned.verdict is not Verdict.VALID
            assert execution.learned.failing_step == stopped[number]


GROUNDED = """(define (domain d) (:predicates (on) (free))
  (:action stack-a-b :parameters () :precondition (free) :effect (and (on) (not (free)))))"""
LIFTED = """(define (domain d) (:predicates (above ?x ?y) (clear ?x))
  (:action stack :parameters (?x ?y)
    :precondition (clear ?y) :effect (and (above ?x ?y) (not (clear ?y)))))"""


def test_a_reference_that_the_learned_domain_cannot_become_has_its_own_words() -> None:
    """A step beside the one that it has been made of, and how the plan truly ends."""
    names = renaming(
        {"actions": {"stack-a-b": "stack"}, "predicates": {"on": "above", "free": "clear"}}
    )
    files = FileSnapshot.of(GROUNDED, "learned"), FileSnapshot.of(LIFTED, "reference")
    review = review_domains(*files, options=CompareOptions(given=names))
    problem = """(define (problem p) (:objects a b c) (:init (clear b) (clear c))
      (:goal (and (above a b) (above a c))))"""
    case = case_of("p1", "(stack a b)(stack a c)", problem)
    review = review.with_blame(BlameReport(*files, attribute(review.diff, [case])))
    assert review.blame is not None
    shown = review_plan(review.blame, case, SourceText(""))
    assert shown.execution is not None
    assert shown.execution.reference.verdict is Verdict.VALID
    rows = PlanRows(shown)
    assert [[cell and cell.text for cell in rows.row(at).cells] for at in range(rows.count)] == [
        ["(stack-a-b)", "(stack a b)"],
        ["(stack-a-b)", "(stack a c)"],
    ]
    assert [rows.row(at).sign for at in range(rows.count)] == ["~", "✗"]
