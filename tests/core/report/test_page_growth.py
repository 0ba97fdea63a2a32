"""A page stays of a size that a browser shows at once, and says what it leaves out."""

from __future__ import annotations

import random

import pytest

from plancore.metrics.base import DomainCase
from plancore.notation.plans.reader import read_plan
from plancore.report.domain.review import DomainReview, review_domains
from plancore.report.evaluation.review import evaluate
from plancore.report.plan.review import PlanReview, PlanSide, review_plans
from plancore.report.problem.review import review_problems
from plancore.report.registry import Report, render
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from support.cpu import takes_linear_time
from support.page import Page

_MOST: int = 2_500_000
"""Characters of a page of comparisons as they are in these tests."""


def plans(count: int) -> PlanReview:
    dice = random.Random(1)
    steps = [f"(go t{dice.randrange(100)} p{dice.randrange(1000)})" for _ in range(count)]
    mine = [dice.choice(steps) if dice.random() < 0.2 else step for step in steps]
    texts = ["\n".join(plan) for plan in (mine, steps)]
    return review_plans(*(PlanSide("plan", SourceText(text), *read_plan(text)) for text in texts))


def domains(count: int, every: int) -> DomainReview:
    """Of `count` actions every so-manyth differs."""

    def text(extra: str) -> str:
        actions = (
            f"(:action go{n} :parameters (?x) :precondition (and (p ?x) "
            f"{extra if n % every == 0 else ''}) :effect (q ?x))"
            for n in range(count)
        )
        return f"(define (domain d) (:predicates (p ?x) (q ?x) (r ?x)) {' '.join(actions)})"

    return review_domains(FileSnapshot.of(text("(r ?x)"), "l"), FileSnapshot.of(text(""), "r"))


def problem(count: int, name: str) -> FileSnapshot:
    """A problem with so many facts of one predicate between two others."""
    facts = " ".join(f"(p o{number})" for number in range(count))
    text = f"(define (problem x) (:init (q a) {facts} (r {name})) (:goal (p o1)))"
    return FileSnapshot.of(text, name)


def page_of(report: Report) -> str:
    """The page, once it is sure that its links lead somewhere."""
    text = render(report, "html")
    page = Page(text)
    assert {link.removeprefix("#") for link in page.values("href")} <= {*page.values("id")}
    assert len(text) < _MOST
    return text


@pytest.mark.slow
@pytest.mark.parametrize("count", [20, 20_000])
def test_pages_of_plans(count: int) -> None:
    assert ("not shown" in page_of(plans(count))) is (count > 20)


@pytest.mark.slow
@pytest.mark.parametrize("every", [1, 50])
def test_pages_of_domains(every: int) -> None:
    assert "not shown" in page_of(domains(3_000, every))


def test_many_facts_that_are_the_same_leave_room_for_those_that_differ() -> None:
    page = Page(page_of(review_problems(problem(4_000, "a"), problem(4_000, "b"))))
    assert {"init q", "init p", "init r", "goal"} <= {title for _, title in page.headings}
    assert "(r a)" in page.text


@pytest.mark.slow
def test_a_page_takes_time_in_proportion_to_its_files() -> None:
    assert takes_linear_time(lambda count: render(plans(count), "html"), 1_000)


@pytest.mark.slow
def test_what_is_left_out_is_counted() -> None:
    page = page_of(domains(2_200, 1))
    assert "201 more not shown" in page  # of 2,200 actions and their mean
    n_written = page.count("<h3 id=")
    assert f"{2_200 - n_written:,} more not shown" in page


@pytest.mark.slow
def test_rows_of_a_metric_that_are_left_out_are_counted() -> None:
    review = domains(1_100, 1)
    evaluation = evaluate(review, DomainCase(diff=review.diff))
    counts = [
        len(passage.rows)
        for metric, result in evaluation.measured
        for passage in metric.told(result)
        if len(passage.rows) > 2_000
    ]
    page = page_of(evaluation)
    assert counts
    for count in counts:
        assert f"{count - 2_000} more not shown" in page
