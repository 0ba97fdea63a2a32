"""Moved blocks are one line; steps that commute say so; plans modulo commuting keep their order."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.plans import RowKind
from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan
from plancore.report.plan.document import verdict_text
from plancore.report.plan.review import PlanReview, PlanSide, review_plans
from plancore.report.plan.rows import PlanRows
from plancore.report.registry import render
from plancore.report.rows.folding import Folding, RowFold
from plancore.report.rows.landmark import found_again
from plancore.report.rows.row import BOTH, LEARNED, REFERENCE
from plancore.source import SourceText
from support.parcels import PLAN, parcel_review, plan_side

STEPS = st.lists(
    st.sampled_from([*PLAN, "drive t2 b a", "drop x t2 c", "load x t2 b", "drive t1 c a"]),
    max_size=14,
)


def plans(learned: list[str], reference: list[str]) -> PlanReview:
    return review_plans(plan_side("l", learned), plan_side("r", reference))


def shown(review: PlanReview) -> list[str]:
    """The lines of the viewer, folds by their texts."""
    rows = PlanRows(review)
    folding = Folding.all_folded(rows)
    items = map(folding.item, range(folding.count))
    return [
        rows.fold_text(*item)
        if isinstance(item, RowFold)
        else f"{rows.row(item).sign} {rows.row(item).text}"
        for item in items
    ]


@pytest.mark.viewer_behaviour(21)
def test_a_moved_block_is_one_line_at_each_end_with_a_way_between_them() -> None:
    steps = [f"go {letter}" for letter in "abcdefghijk"]
    review = plans([*steps[4:], *steps[:4]], steps)
    assert shown(review) == [
        "» (go a)  moved +7: 4 steps, in the learned plan 8–11",
        "3 more of this block: go ×3",
        "= (go e)",
        "= (go f)",
        "3 equal: go ×3",
        "= (go j)",
        "= (go k)",
        "» (go a)  moved +7: 4 steps, in the reference 1–4",
        "3 more of this block: go ×3",
    ]
    lines = [" ".join(line.split()) for line in render(review).splitlines()]
    assert "1–4 » (go a) … (go d) moved +7: 4 steps, in the learned plan 8–11" in lines
    assert "8–11 » (go a) … (go d) moved +7: 4 steps, in the reference 1–4" in lines


@given(STEPS, STEPS)
def test_what_a_moved_block_hides_is_that_block(learned: list[str], reference: list[str]) -> None:
    review = parcel_review(learned, reference)
    rows = PlanRows(review)
    for start, end in rows.runs:
        block = review.diff.rows[start - 1 : end] if start else review.diff.rows[:end]
        moves = {row.move for row in block[1:]}
        if moves != {None} and block[-1].kind is RowKind.MOVED:
            assert {row.move for row in block} == moves
            assert "moved" in rows.row(start - 1).remark or "commutes" in rows.row(start - 1).remark
    in_blocks = sum(len(move.learned) for move in review.diff.moves)
    signs = [rows.row(index).sign for index in range(rows.count)]
    failing = sum(review.diff.rows[at].kind is RowKind.MOVED for at in rows.failures)
    assert signs.count("»") + signs.count("↕") + failing == 2 * in_blocks


@pytest.mark.viewer_behaviour(20)
def test_steps_that_commute_say_so_and_others_do_not() -> None:
    swapped = [*PLAN[1:3], PLAN[0], *PLAN[3:]]
    rows = PlanRows(parcel_review(swapped))
    signs = [(row.sign, row.remark) for row in map(rows.row, range(rows.count)) if row.sign != "="]
    assert signs == [
        ("↕", "commutes to step 3"),
        ("↕", "commutes: step 1 in the reference"),
    ]
    broken = [PLAN[0], PLAN[1], PLAN[2], PLAN[4], PLAN[3], *PLAN[5:]]
    rows = PlanRows(parcel_review(broken))
    assert "↕" not in {rows.row(index).sign for index in range(rows.count)}


@pytest.mark.viewer_behaviour(20)
@given(STEPS, st.randoms(use_true_random=False))
def test_modulo_commuting_the_rows_are_those_of_the_reference(
    learned: list[str], dice: random.Random
) -> None:
    reference = [step for step in PLAN if dice.random() < 0.9]
    review = parcel_review(learned, reference, modulo=True)
    rows = PlanRows(review)
    cells = [rows.row(index).cells for index in range(rows.count)]
    its = [cell.text for row in cells if (cell := row[BOTH.index(REFERENCE)])]
    ours = [cell.text for row in cells if (cell := row[BOTH.index(LEARNED)])]
    assert its == [f"({step})" for step in reference]
    assert sorted(ours) == sorted(f"({step})" for step in learned)
    assert review.execution is not None
    plain = parcel_review(learned, reference)
    assert review.diff.counts.equal >= plain.diff.counts.equal
    assert review.is_same is (review.execution.same_partial_order is True)
    run = review.reordered_run
    assert run is not None
    assert [f"{step}" for step in run.plan.steps] == ours
    if review.execution.learned.executable:
        assert run.states.final.facts == review.execution.learned.states.final.facts


@given(st.randoms(use_true_random=False))
def test_where_only_steps_that_commute_have_moved_all_that_moved_say_so(
    dice: random.Random,
) -> None:
    swapped = list(PLAN)
    for _ in range(6):
        at = dice.randrange(len(PLAN) - 1)
        pair = swapped[at : at + 2]
        if not {*pair[0].split()[1:]} & {*pair[1].split()[1:]}:
            swapped[at : at + 2] = pair[::-1]
    review = parcel_review(swapped)
    assert review.execution is not None
    assert review.execution.same_partial_order
    rows = PlanRows(review)
    signs = {rows.row(index).sign for index in range(rows.count)}
    assert signs == ({"=", "↕"} if swapped != list(PLAN) else {"="})
    assert review.is_same is (swapped == list(PLAN))
    if not review.is_same:
        assert verdict_text(review) == "same steps, only independent steps in a different order"


@pytest.mark.viewer_behaviour(22)
def test_a_plan_with_times_beside_one_without_says_which_has_some() -> None:
    timed, plain = "0: (MOVE A B) [1]\n1: (move b c) [1]\n", "(move a b)\n(move b c)\n"
    sides = [PlanSide(name, *_read(text)) for name, text in (("l", timed), ("r", plain))]
    review = review_plans(*sides)
    assert {row.kind for row in review.diff.rows} == {RowKind.EQUAL}
    assert not review.is_same
    assert verdict_text(review) == (
        "same steps in the same order, but only the learned plan has times"
    )
    assert verdict_text(review_plans(*sides[::-1])).endswith("but only the reference has times")


@pytest.mark.viewer_behaviour(22)
def test_a_step_at_another_time_says_by_how_much() -> None:
    texts = "0: (move a b) [1]\n", "0.5: (move a b) [3]\n"
    sides = [PlanSide(name, *_read(text)) for name, text in zip("lr", texts, strict=True)]
    row = PlanRows(review_plans(*sides)).row(0)
    assert (row.sign, row.remark) == ("~", "starts 0.5 earlier, takes 2 less")


def _read(text: str) -> tuple[SourceText, Plan]:
    return SourceText(text), read_plan(text)[0]


@given(STEPS, st.lists(st.sampled_from(PLAN), max_size=14))
def test_each_row_is_found_again_modulo_commuting(learned: list[str], reference: list[str]) -> None:
    plain = PlanRows(parcel_review(learned, reference))
    modulo = PlanRows(parcel_review(learned, reference, modulo=True))
    for here, there in ((plain, modulo), (modulo, plain)):
        for index in range(here.count):
            row = here.review.diff.rows[index]
            other = there.review.diff.rows[found_again(there, here, index)]
            if row.reference is not None:
                assert other.reference == row.reference
            else:
                assert other.learned == row.learned
