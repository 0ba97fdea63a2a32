"""Where a review shows what its differences do to plans."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.blame.attribution import attribute
from plancore.report.blame.plan import review_plan
from plancore.report.blame.review import BlameReport
from plancore.report.domain.review import DomainReview, review_domains
from plancore.report.domain.rows import DomainRows
from plancore.simulate.cases import Case
from plancore.simulate.trace import Verdict
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from support.blame_recount import Dice


def judged(seed: int) -> tuple[DomainReview, list[Case]]:
    dice = Dice(seed)
    reference = dice.table()
    learned = dice.damaged(reference)
    walks = [dice.walk(table, dice.problem()) for table in (reference, learned, reference)]
    cases = [Case(f"plan {k}", plan, problem) for k, (plan, problem) in enumerate(walks)]
    files = FileSnapshot.of(learned.text, "learned"), FileSnapshot.of(reference.text, "reference")
    review = review_domains(*files)
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


@given(st.integers(0, 2**32))
def test_a_plan_is_shown_as_it_was_judged(seed: int) -> None:
    review, cases = judged(seed)
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
