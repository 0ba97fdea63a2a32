"""Three plans on a screen: the learned one, its reference, and what it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancore.report import marks
from plancore.report.rows.row import ViewRow
from plancore.report.threeway.review import ChangeReview, change_review
from plandiff.viewmodel.three_way_model import ChangeModel
from plandiff.widgets.action_list import ActionPane
from plandiff.widgets.minimap import Minimap
from support.parcels import PLAN, parcel_review, write_parcel_plans
from support.viewer import viewer

NOW = [*PLAN[:1], *PLAN[2:]]
"""Parcel y stays where it is."""
BEFORE = [*PLAN[:3], "drive t1 a c", *PLAN[4:]]


def review_of(now: list[str] = NOW, before: list[str] = BEFORE) -> ChangeReview:
    return change_review(parcel_review(now), parcel_review(before))


def panel(review: ChangeReview, row: int) -> list[str]:
    states = ChangeModel(review).states
    assert states is not None
    return ["".join(piece.text for piece in line) for line in states.lines(row)]


def test_the_minimap_has_the_marks_of_what_the_change_did() -> None:
    rows = ChangeModel(review_of()).rows
    shown = rows.overview.lines(rows.count)
    assert [mark.sign for mark in shown] == ["=", "=", "✗", "=", "✓", "=", "=", "=", "=", "⊗"]
    assert shown[2] is marks.BROKEN
    assert shown[9] == marks.FAILING_NOW
    (line,) = rows.overview.lines(1)
    assert line is marks.FAILING_NOW
    worse = ChangeModel(review_of([*PLAN, "drop z t1 c"], list(PLAN))).rows.overview
    assert set(worse.lines(9)) == {marks.SAME, marks.FAILING_NOW}
    assert set(ChangeModel(review_of(list(PLAN), list(PLAN))).rows.overview.lines(9)) == {
        marks.SAME
    }


@pytest.mark.viewer_behaviour(24)
def test_why_it_fails_now_is_told_and_that_there_was_no_state() -> None:
    model = ChangeModel(review_of())
    assert model.failures == [9]
    lines = panel(model.review, 9)
    assert lines[0] == "learned, step 8 fails because"
    assert "✗ (in y t1)  never true" in lines
    assert "state before: learned step 8, reference step 9" in lines
    assert "before the change: no state here, it fails at step 5" in lines
    assert lines[-1] == "before the change  fails at step 5"


def test_why_it_failed_before_is_told_at_its_step() -> None:
    lines = panel(review_of(), 5)
    assert lines[0] == "before the change, step 5 fails because"
    assert "✗ (at t1 b)  never true" in lines
    assert "state before: learned step 4, reference step 5" in lines


@pytest.mark.viewer_behaviour(23)
def test_what_was_true_then_and_is_not_now() -> None:
    lines = panel(review_of(), 5)
    at = lines.index("before the change, step 5")
    assert lines[at + 1 : at + 6] == [
        "= 3 facts before and now",
        "+ (at t1 b)",
        "+ (lies y a)",
        "< (at t1 c)",
        "< (in y t1)",
    ]


def test_a_title_has_what_became_of_the_plans_and_no_state() -> None:
    lines = panel(review_of(), 0)
    assert lines[0] == "learned  fails at step 8"
    assert lines[-1] == "before the change  fails at step 5"


def test_a_step_that_only_the_earlier_plan_had() -> None:
    lines = panel(review_of(list(PLAN), [*PLAN, "drive t1 c a"]), 10)
    assert "before the change, step 10" in lines
    assert "= 5 facts; no state to compare with now" in lines


def test_plans_that_were_not_executed_have_no_states() -> None:
    review = review_of()
    bare = change_review(parcel_review(NOW), parcel_review(BEFORE))
    object.__setattr__(bare.before, "execution", None)
    assert ChangeModel(bare).states is None
    assert ChangeModel(review).states is not None


@pytest.mark.slow
@pytest.mark.viewer_behaviour(25)
@pytest.mark.parametrize("size", [(160, 44), (80, 24), (60, 15)])
async def test_the_screen_has_both(size: tuple[int, int], tmp_path: Path) -> None:
    files = write_parcel_plans(tmp_path, NOW)
    (tmp_path / "before.plan").write_text("".join(f"({step})\n" for step in BEFORE))
    arguments = "--before", str(tmp_path / "before.plan")
    async with viewer(*files, *arguments, size=size) as view:
        minimap = view.screen.query_one(Minimap)
        strips = minimap.render_lines(minimap.size.region)
        assert "✓" in "".join(strip.text for strip in strips)
        await view.press("f")
        assert view.screen.aligned.base_index == 9
        row = view.screen.aligned.current
        assert isinstance(row, ViewRow)
        assert row.sign == "⊗"
        if size[0] > 120:
            assert "learned, step 8 fails because" in view.text
            await view.press("v")
            assert "learned, step 8 fails because" not in view.text
        if size == (80, 24):
            pane = view.screen.query_one(ActionPane)
            assert view.screen.aligned.size.height >= 7, "list and states leave the rows room"
            assert not pane.display
            await view.press("tab")
            assert pane.display
            await view.press("tab")
        await view.press_and_compare("m")
        assert "not executed" not in view.text
