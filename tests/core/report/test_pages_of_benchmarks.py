"""Pages of benchmarks: dots stand for all folds at their place, deviations are told from means."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.report.benchmark.review import Benchmark, BenchmarkAttempt, LearnerInfo, Value
from plancore.report.registry import render

PRECISION, RECALL = "applicability_precision_macro", "applicability_recall_macro"
RATES = st.sampled_from([0.0, 0.25, 1.0])
DOMAINS = ("tram", "relay")


def learned(domain: str, fold: int, values: Mapping[str, float | None]) -> BenchmarkAttempt:
    figures = {name: Value(value) for name, value in values.items()}
    return BenchmarkAttempt("sam", domain, 0.0, fold, "learned", None, figures)


def page_of(*attempts: BenchmarkAttempt) -> str:
    learners = (LearnerInfo("sam", "planlsp 0.1.0"),)
    page = render(Benchmark(learners, DOMAINS, (0.0,), attempts), "html")
    # What means look like is tested with learning curves.
    return re.sub(r"<svg[^>]*><title>Mean precision and recall<.*?</svg>", "", page)


def test_folds_at_one_place_are_one_dot_with_their_number() -> None:
    whole = {PRECISION: 1.0, RECALL: 1.0}
    page = page_of(
        learned("tram", 1, whole),
        learned("tram", 3, whole),
        learned("relay", 1, whole),
        learned("relay", 2, {PRECISION: 1.0, RECALL: 0.5}),
        learned("relay", 3, {PRECISION: None, RECALL: 1.0}),
    )
    assert "<title>= tram, folds 1 3; relay, fold 1: 1.000, 1.000</title>" in page
    assert "<title>~ relay, fold 2: 1.000, 0.500</title>" in page
    assert page.count("<circle") == 2
    assert re.findall(r"<circle[^>]*></circle><text[^>]*>(\d+)<", page) == ["3"]


@given(st.lists(st.tuples(st.sampled_from(DOMAINS), RATES, RATES), min_size=1, max_size=12))
def test_every_fold_is_at_a_dot(places: list[tuple[str, float, float]]) -> None:
    attempts = [
        learned(domain, fold, {PRECISION: across, RECALL: up})
        for fold, (domain, across, up) in enumerate(places, 1)
    ]
    page = page_of(*attempts)
    told = {
        (domain, int(fold), across, up)
        for names, across, up in re.findall(
            r"<title>[=~] ([^<]*, folds? [^<]*): ([\d.]+), ([\d.]+)</title>", page
        )
        for name in names.split("; ")
        for domain, folds in [re.split(r", folds? ", name)]
        for fold in folds.split()
    }
    assert told == {
        (domain, fold, f"{across:.3f}", f"{up:.3f}")
        for fold, (domain, across, up) in enumerate(places, 1)
    }
    assert page.count("<circle") == len({(across, up) for _, across, up in places})


def test_a_deviation_is_told_from_its_mean_and_no_cost_is_nothing() -> None:
    page = page_of(
        learned("tram", 0, {"similarity": 0.5, "learn_cpu": 0.004}),
        learned("tram", 1, {"similarity": 1.0, "learn_cpu": 0.006}),
    )
    assert '0.750 <span class="dim">±.35</span></td>' in page
    assert ">0.005</td>" in page


@pytest.mark.slow
def test_very_many_places_are_all_drawn_near_ones_as_one() -> None:
    """Nothing is left out, and the page stays small."""
    n = 6_000
    attempts = [
        learned("tram", k, {PRECISION: 1 - k / n, RECALL: (k * 7919 % n) / n}) for k in range(n)
    ]
    page = page_of(*attempts, learned("tram", n, {PRECISION: 1.0, RECALL: 1.0}))
    told = re.findall(r"<title>([=~]) tram, fold \d+(?:, and (\d+) dots? more)?: ", page)
    assert sum(1 + int(more or 0) for _, more in told) == n + 1
    # What is perfect is not taken together with what is nearly so.
    assert told.count(("=", "")) == 1
    assert page.count("<circle") == len(told) <= 1_601
    assert f"sam: R against P: {n + 1} dots; nearby dots are merged into a larger one" in page


def test_colours_and_axes_of_dots_say_what_they_are() -> None:
    page = page_of(learned("tram", 1, {PRECISION: 1.0, RECALL: 0.5}))
    key = '<span class="same">●</span> = both are 1; <span class="changed">●</span> ~ one is lower'
    assert key in page
    (plot,) = re.findall(r"<svg(?:(?!<svg).)*R against P.*?</svg>", page)
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", plot)
    assert sorted(texts) == ["0", "0", "0.5", "0.5", "1", "1", "P", "sam: R against P"]


def test_problem_solving_has_columns_and_maps_of_its_own() -> None:
    page = page_of(
        learned("tram", 1, {"similarity": 0.5, "solving_ratio": 0.25, "plan_recall": 0.75}),
        learned("relay", 1, {"similarity": 0.5, "solving_ratio": 0.75, "plan_recall": None}),
    )
    first = re.findall(r"<table.*?</table>", page, re.DOTALL)[0]
    assert "plan R" in first
    assert "similarity" in first
    assert "0.500 <" in first
    assert page.count('class="plot heat"') == 5
    assert page_of(learned("tram", 1, {"similarity": 0.5})).count('class="plot heat"') == 3
