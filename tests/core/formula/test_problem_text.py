"""Problems written and read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancore.formula.printing import problem_text
from plancore.model.problem import Problem
from plancore.snapshot import FileSnapshot
from support.corpus import CORPORA, corpus_index, corpus_snapshot

WHOLE = """(define (problem p) (:domain d) (:requirements :typing :fluents)
  (:objects a b - t c - (either t u))
  (:init (p a) (not (q)) (= (f a) 2.5) (at 3 (p b)))
  (:goal (and (p a) (or (q) (> (f a) 1)) (forall (?x - t) (p ?x)) (preference g (q))))
  (:constraints (always (p a)))
  (:metric minimize (+ (total-time) (* 2 (is-violated g)))))
"""


def problem_in(text: str) -> Problem:
    problem = FileSnapshot.of(text).problem
    assert problem is not None
    return problem


def test_everything_of_a_problem_comes_back() -> None:
    problem = problem_in(WHOLE)
    written = problem_text(problem)
    assert "(= (f a) 2.5)" in written
    assert problem_in(written) == problem


def test_a_problem_may_have_next_to_nothing() -> None:
    problem = problem_in("(define (problem p) (:domain d) (:init) (:goal (and)))")
    assert problem_in(problem_text(problem)) == problem


@pytest.mark.parametrize("root", CORPORA)
def test_problems_of_a_corpus_come_back(root: Path) -> None:
    n_compared = 0
    for row in corpus_index(root, 30_000):
        if row["kind"] == "domain":
            continue
        file = corpus_snapshot(root, row["path"])
        problem = file.problem
        if problem is None or problem.tasks or file.tree.problems:
            continue
        again = FileSnapshot.of(problem_text(problem)).problem
        assert again is not None
        for part in ("name", "domain_name", "objects", "goal", "metric", "constraints"):
            assert getattr(again, part) == getattr(problem, part), (row["path"], part)
        n_compared += again.init == problem.init
    assert n_compared > 5
