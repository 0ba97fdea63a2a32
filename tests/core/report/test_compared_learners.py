"""Intervals and tests between learners, against their definitions; and tables in LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from itertools import product
from operator import mul
from random import Random

import pytest

from plancore.report.benchmark.data import rows as rows_of
from plancore.report.benchmark.review import (
    Benchmark,
    BenchmarkAttempt,
    LearnerInfo,
    Value,
    comparisons,
    interval,
)
from plancore.report.registry import render


def _benchmark(values: Mapping[str, Mapping[str, Sequence[float | None]]]) -> Benchmark:
    attempts = [
        BenchmarkAttempt(
            learner, domain, 0.0, fold, "learned", None, {"similarity": Value(value, {})}
        )
        for learner, by_domain in values.items()
        for domain, folds in by_domain.items()
        for fold, value in enumerate(folds, start=1)
    ]
    domains = tuple(dict.fromkeys(each.domain for each in attempts))
    learners = tuple(LearnerInfo(name, "1") for name in values)
    return Benchmark(learners, domains, (0.0,), tuple(attempts))


@pytest.mark.slow
def test_the_share_of_exchanges_is_that_of_brute_force() -> None:
    dice = Random(1)
    for _ in range(1_000):
        n = dice.randint(2, 6)
        values = {
            name: {f"d{k}": [dice.randint(0, 4) / 4] for k in range(n)} for name in ("a", "b")
        }
        (found,) = comparisons(_benchmark(values), "similarity")
        apart = [4 * (values["a"][d][0] - values["b"][d][0]) for d in values["a"]]
        signs = product((1, -1), repeat=n)
        ways = [sum(map(mul, way, apart)) for way in signs]
        assert found.p == sum(abs(way) >= abs(sum(apart)) for way in ways) / 2**n
        assert found.difference == pytest.approx(sum(apart) / 4 / n)
        assert found.low is not None
        assert found.high is not None
        assert min(apart) / 4 - 1e-9 <= found.low <= found.high <= max(apart) / 4 + 1e-9


def test_only_domains_with_a_value_for_both_are_compared() -> None:
    values: dict[str, dict[str, list[float | None]]] = {
        "a": {"x": [1.0, 0.5], "y": [0.5], "z": [None]},
        "b": {"x": [0.5], "y": [0.5], "z": [0.0]},
    }
    (found,) = comparisons(_benchmark(values), "similarity")
    assert (found.n_domains, found.difference, found.p) == (2, 0.125, 1.0)


def test_an_interval_is_of_domains_and_not_of_folds() -> None:
    same = _benchmark({"a": {"x": [0.0, 1.0], "y": [0.5, 0.5]}})
    assert interval(same.attempts, "similarity") == (0.5, 0.5)
    assert interval(_benchmark({"a": {"x": [0.0, 1.0]}}).attempts, "similarity") is None
    apart = _benchmark({"a": {f"d{k}": [float(k % 2)] for k in range(40)}})
    low, high = interval(apart.attempts, "similarity") or (0, 0)
    # The normal approximation: 0.5 and 1.96 · 0.5 / √40.
    assert low == pytest.approx(0.345, abs=0.03)
    assert high == pytest.approx(0.655, abs=0.03)


def test_rows_that_sum_up_and_the_table_in_latex() -> None:
    benchmark = _benchmark({"a_b": {"x": [1.0, None], "y": [0.5, 0.5]}})
    head, *rows = rows_of(benchmark)
    at = head.index("similarity")
    whole = {row[3]: row[at] for row in rows if row[1] == "all"}
    assert (whole["mean"], whole["at least"], whole["defined"]) == (pytest.approx(2 / 3), 0.5, 3)
    table = render(benchmark, "csv")
    assert len(list(csv.reader(io.StringIO(table)))) == 1 + len(rows)
    latex = render(benchmark, "latex")
    assert r"\begin{tabular}{lr" in latex
    assert "\na\\_b & 0.667* $\\pm$.29 & " in latex
    assert latex.count(r"\toprule") == latex.count(r"\bottomrule") == 4
