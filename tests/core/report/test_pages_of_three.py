"""The page of a learned domain beside what it was, and what pages say of a review."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.report.test_pages import HOSTILE, domains, literals, names, page_of
from plancore.report.lines import visible
from plancore.report.reviewed.marks import ReviewMark, ReviewState, name_of
from plancore.report.threeway.messages import WORST_FIRST
from plancore.report.threeway.review import ThreeWayReview, three_way
from support.page import Page


def three(ours: list[str], theirs: list[str], was: list[str], name: str = "o") -> ThreeWayReview:
    return three_way(domains("learned.pddl", ours, theirs), domains(name, was, theirs))


def titles(page: Page, level: int) -> list[str]:
    """The headings of a level."""
    return [" ".join(said.split()) for found, said in page.headings if found == level]


@pytest.mark.viewer_behaviour(15)
def test_it_says_what_the_change_did_and_how_far_the_domain_is_now() -> None:
    page = page_of(three(["(a)", "(b)", "(x)"], ["(a)", "(b)", "(c)"], ["(a)", "(y)"]))
    assert titles(page, 1) == [
        "learned.pddl vs. reference.pddl (before: o): "
        "2 repaired, 1 broken, 1 still wrong; wrong 3 → 2 (partial: errors in the files)"
    ]
    assert titles(page, 2)[0] == "Effect of the change 2 repaired, 1 broken, 1 still wrong"
    assert re.search(r"✗ precondition \(x\) [\d:]+ broken: now extra", page.text)
    assert "wrong 3 → 2" in page.text
    assert "F1 0.400 → 0.667" in page.text
    assert all(deeper <= level + 1 for (level, _), (deeper, _) in pairwise(page.headings))


@given(literals, literals, literals, names)
def test_nothing_of_a_file_is_markup_and_every_item_is_counted(
    ours: list[str], theirs: list[str], was: list[str], name: str
) -> None:
    review = three(ours, theirs, was, name)
    counts = review.result.counts
    text = page_of(review).text
    for outcome in WORST_FIRST:
        assert not counts[outcome] or f"{counts[outcome]} {outcome.value}" in text


def test_signs_are_spoken_as_what_became_of_things() -> None:
    page = page_of(three(["(a)", "(x)"], ["(a)", "(b)", "(c)"], ["(a)", "(c)", "(x)"]))
    assert {"broken", "still wrong"} <= {*page.values("aria-label")}
    assert "fails" not in page.values("aria-label")


@pytest.mark.slow
@pytest.mark.viewer_behaviour(34, "a hostile note on a page is text")
@given(st.sampled_from(HOSTILE) | st.text(min_size=1, max_size=40))
def test_the_review_is_a_section_with_every_note(note: str) -> None:
    review = domains("learned.pddl", ["(p)", "(q)"], ["(r)", "(s)", "(t)"])
    present = [*map(name_of, review.differences)]
    states = [ReviewState.ACCEPTED, ReviewState.REPORTED, ReviewState.OPEN]
    said = {name: ReviewMark(state, note) for name, state in zip(present, states, strict=False)}
    said[present[0]._replace(reference="(z)")] = ReviewMark(ReviewState.ACCEPTED)
    for marked in (review.with_marks(said), three_way(review, review).with_marks(said)):
        page = page_of(marked)
        assert any(title.startswith("Review") for title in titles(page, 2))
        assert sum("accepted" in value.split() for value in page.values("class")) == 1
        assert page.text.count(" ".join(visible(note).split())) >= len(states)


def test_it_says_what_differences_of_now_mean() -> None:
    page = page_of(three(["(p)"], ["(q)"], ["(q)"]))
    assert any(title.startswith("Possible consequences") for title in titles(page, 2))
    assert "more restrictive: valid plans" in page.text
