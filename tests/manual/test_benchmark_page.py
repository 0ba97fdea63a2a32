"""What docs/benchmark.py makes of a benchmark, and that the page has a place for all of it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from plancore.report.benchmark.review import Benchmark, BenchmarkAttempt, LearnerInfo, Tried, Value
from planeval.learners.naming import LEARNERS
from support.docs import docs_script
from support.examples import ROOT

SCRIPT = docs_script("benchmark")
PAGE = (ROOT / "docs" / "development" / "benchmark-results.md").read_text(encoding="utf-8")
SESSIONS = [
    {
        "started": "2030-01-02T03:04:05+00:00",
        "machine": {"system": "Linux-6", "processor": "x86", "processors": 4, "python": "3.12.1"},
    },
    {
        "started": "2030-01-03T03:04:05+00:00",
        "machine": {"system": "Linux-6", "processor": "x86", "processors": 4, "python": "3.12.1"},
    },
]


def attempt(learner: str, domain: str, fold: int, similarity: float | None) -> BenchmarkAttempt:
    if similarity is None:
        return BenchmarkAttempt(learner, domain, 0.0, fold, "failed", "KeyError: a|b", {})
    values = {"similarity": Value(similarity), "solving_ratio": Value(similarity / 2)}
    tried = (Tried("p1", "solved"),)
    return BenchmarkAttempt(learner, domain, 0.0, fold, "learned", None, values, tried=tried)


def benchmark() -> Benchmark:
    """A learner that learns, and one that fails in one domain."""
    attempts = [
        *(attempt("sam", "tram", fold, similarity) for fold, similarity in ((1, 0.5), (2, 1.0))),
        attempt("sam", "relay", 1, 0.25),
        attempt("amlgym-sam", "tram", 1, None),
        attempt("amlgym-sam", "relay", 1, 0.75),
    ]
    learners = (
        LearnerInfo("sam", "planlsp 0.1.0"),
        LearnerInfo("amlgym-sam", "amlgym 1.0.13, Python 3.11.7"),
    )
    settings: dict[str, object] = {
        "trajectories": 10,
        "length": {"tram": 15, "relay": 15},
        "seed": 0,
        "folds": 2,
        "planner": "kairos 1.0.6",
    }
    limits: dict[str, object] = {"time": 300.0, "memory": 4000 * 2**20, "planner_time": 10.0}
    domains = ("tram", "relay")
    return Benchmark(learners, domains, (0.0,), tuple(attempts), settings, limits=limits)


@pytest.fixture(scope="module")
def parts() -> Any:
    return SCRIPT.made(benchmark(), SESSIONS)


def test_what_was_run_is_said(parts: dict[str, str]) -> None:
    rows = dict(re.findall(r"^\| (.+?) \| (.+) \|$", parts["conditions"], re.MULTILINE))
    assert re.fullmatch(
        r"planlsp 0\.1\.0; amlgym 1\.0\.13 with n-sam \S+, offlam .+", rows["learners"]
    )
    assert rows["trajectories of a domain"] == "10 walks of 15 actions, seed 0"
    assert rows["folds"] == "5, 2 of each domain, learner and rate"
    assert rows["limits of a fold"] == "300 s, 4,000 MiB"
    assert rows["planner"] == "kairos 1.0.6, 10 s for a problem"
    assert rows["machine"] == "Linux, x86, 4 processors, Python 3.12.1"
    assert rows["begun"] == "2030-01-02"


def test_figures_stand_in_tables(parts: dict[str, str]) -> None:
    assert "| sam | 3/3 | 0.583 ±.38 |" in parts["table 1"]
    assert r"| amlgym-sam | 1/2 | 0.750\* |" in parts["table 1"]
    assert "| sam | 3/3 | 0.292 ±.19 | – |" in parts["solving 1"]
    assert "0.292" not in parts["table 1"]
    assert parts["domains"].strip() == (
        "| without noise | tram | relay |\n| --- | --: | --: |\n"
        "| sam | 0.75 / – / – / – | 0.25 / – / – / – |\n"
        "| amlgym-sam | – / – / – / – | 0.75 / – / – / – |"
    )
    assert r"| amlgym-sam | tram | 0 | 1 | failed | KeyError: a\|b |" in parts["not learned"]


def test_the_page_has_a_place_for_each(parts: dict[str, str]) -> None:
    assert set(parts) <= set(docs_script("made").places(PAGE))


def test_the_command_on_the_page_can_be_given_and_has_every_learner() -> None:
    given = SCRIPT.given_of(SCRIPT.command_of(PAGE))
    assert sorted(given["learner"]) == sorted(learner.name for learner in LEARNERS)
    assert given["noise"] == (0.0, 0.05)
    assert given["planner"] == "kairos"
    assert given["run"] is given["save_learned"] is None


def test_only_tables_are_taken_of_what_stands_beside_amlgym() -> None:
    said = "| a | b |\n|---|--:|\n| sam | 1 |\n\n| c |\n|---|\n\n- sam/fold1: 0.1, ours 0.2\n"
    assert SCRIPT.tables_of(said).strip() == said.partition("- sam/")[0].strip()


def test_without_a_planner_there_is_no_table_of_problem_solving() -> None:
    whole = benchmark()
    attempts = tuple(replace(each, tried=()) for each in whole.attempts)
    alone = replace(whole, attempts=attempts, settings={**whole.settings, "planner": None})
    parts = SCRIPT.made(alone, SESSIONS)
    assert "solving 1" not in parts
    assert "planner" not in parts["conditions"]
