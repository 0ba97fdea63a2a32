"""The page of a learned problem or plan beside what it was."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.report.test_pages import HOSTILE, page_of
from core.report.test_reviews import side
from plancore.compare.three_way.items import Outcome
from plancore.report.plan.review import review_plans
from plancore.report.registry import render
from plancore.report.threeway.review import ChangeReview, change_review
from support.page import Page
from support.parcels import PLAN, parcel_review

STEPS = st.lists(st.sampled_from(["(a)", "(b)", "(c d)"]), min_size=1, max_size=8)


def change(ours: list[str], theirs: list[str], was: list[str], name: str = "p") -> ChangeReview:
    learned, reference, before = (
        side(called, "\n".join(steps))
        for called, steps in (("l", ours), ("r", theirs), (name, was))
    )
    return change_review(review_plans(learned, reference), review_plans(before, reference))


def spoken(page: Page) -> Counter[str]:
    """How many rows side by side say what."""
    heads = (element.attributes for element in page.elements if element.name == "th")
    return Counter(said for head in heads if (said := head.get("aria-label")))


@pytest.mark.viewer_behaviour(40)
def test_the_three_files_stand_side_by_side_as_they_came_to_be() -> None:
    page = page_of(change(["(a)", "(x)"], ["(a)", "(b)"], ["(b)"]))
    heads = [said for said in page.texts if said in ("< before", "- reference", "+ learned")]
    assert heads == ["< before", "- reference", "+ learned"]
    sides, figures = [said for level, said in page.headings if level == 2][-2:]
    assert sides.startswith("Side by side")
    assert figures.startswith("Scores before and now")


def test_a_blank_parts_a_heading_from_its_remark() -> None:
    """Within the box of the remark it would not be shown."""
    page = render(change(["(a)"], ["(b)"], ["(c)"]), "html")
    assert "Side by side <small>before, the reference, learned</small></h2>" in page


@given(STEPS, STEPS, STEPS)
def test_each_row_says_what_became_of_it(
    ours: list[str], theirs: list[str], was: list[str]
) -> None:
    review = change(ours, theirs, was)
    rows = spoken(page_of(review))
    for outcome in Outcome:
        if outcome is not Outcome.UNCHANGED:
            assert rows[outcome.value] == review.outcomes[outcome]


@pytest.mark.slow
@given(st.sampled_from(HOSTILE) | st.text(min_size=1, max_size=40))
@example("?0")
def test_nothing_of_a_name_is_markup(name: str) -> None:
    harmless = page_of(change(["(a)"], ["(b)"], ["(c)"]))
    page = page_of(change(["(a)"], ["(b)"], ["(c)"], name))
    # Words such as `?x` are variables, also in a name; no other name has one.
    assert page.names - ({"var"} if "?" in name else set()) == harmless.names


def test_executed_plans_have_their_states() -> None:
    review = change_review(parcel_review(PLAN[1:], PLAN), parcel_review(PLAN[:2], PLAN))
    page = page_of(review)
    assert "States before each step that is listed, and what it does" in page.text
    assert "state before: learned step 1, reference step 1" in page.text
