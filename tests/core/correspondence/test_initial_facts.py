"""Predicates that hold of the same objects at first."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from plancore.correspondence.evidence import SameFacts, facts_in_common
from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import NO_TASKS, SharedTasks
from plancore.model.problem import Problem
from plancore.snapshot import FileSnapshot
from support.comparison import domain_of, domain_with
from support.disguises import Disguise, disguised
from support.other_names import Names
from support.own_domains import own_domain
from support.pair_scores import scores
from support.shared_tasks import both_problems


def _problem(init: str, objects: str = "ada bob cyd") -> Problem:
    text = f"(define (problem p) (:domain d) (:objects {objects}) (:init {init}) (:goal (and)))"
    problem = FileSnapshot.of(text).problem
    assert problem is not None
    return problem


def test_the_order_of_arguments_is_found() -> None:
    ours = _problem("(likes ada bob) (likes ada cyd) (tall ada) (tall cyd)")
    theirs = _problem("(liked-by bob ada) (liked-by cyd ada) (small bob) (big cyd) (big ada)")
    assert facts_in_common([(ours, theirs)]) == {
        ("likes", "liked-by"): SameFacts(1.0, (1, 0)),
        ("tall", "big"): SameFacts(1.0, (0,)),
    }


def test_only_objects_of_both_problems_and_the_same_task_count() -> None:
    ours, theirs = _problem("(p ada) (p bob)"), _problem("(q ada) (q dan)", "ada dan")
    assert facts_in_common([(ours, theirs)]) == {("p", "q"): SameFacts(1.0, (0,))}
    others = _problem("(q ada)"), _problem("(p ada)")
    assert facts_in_common([(_problem("(p ada)"), _problem("(r bob)")), others]) == {
        ("q", "p"): SameFacts(1.0, (0,))
    }


def test_of_two_mappings_that_are_equally_right_facts_choose() -> None:
    actions = """(:action {0} :parameters (?x) :effect ({1} ?x))
        (:action {2} :parameters (?x) :effect ({3} ?x))"""
    learned = domain_with(actions.format("ka", "ki", "ku", "ko"), predicates="(ki ?x) (ko ?x)")
    reference = domain_with(actions.format("a", "p", "b", "q"), predicates="(p ?x) (q ?x)")
    for first, second in (("ki", "ko"), ("ko", "ki")):
        problems = ((_problem(f"({first} ada) ({second} bob)"), _problem("(p ada) (q bob)")),)
        pairs = find_pairs(learned, reference, tasks=SharedTasks(problems))
        assert {(pair.learned, pair.reference) for pair in pairs.predicates} == {
            (first, "p"),
            (second, "q"),
        }


def test_the_evidence_says_so() -> None:
    learned = domain_with(
        "(:action go :parameters (?x ?y) :precondition (s ?y ?x) :effect (and (r ?x) (r ?y)))",
        predicates="(r ?x) (s ?y ?x)",
    )
    reference = domain_with(
        "(:action walk :parameters (?x ?y) :precondition (near ?x ?y) :effect (seen ?x))",
        predicates="(seen ?x) (near ?x ?y)",
    )
    problems = ((_problem("(s ada bob)"), _problem("(near bob ada)")),)
    pairs = find_pairs(learned, reference, tasks=SharedTasks(problems))
    (near,) = (pair for pair in pairs.predicates if pair.reference == "near")
    assert near.arguments == (1, 0)
    assert "initial fact similarity 1.00" in near.evidence


@pytest.mark.slow
def test_more_is_found_with_them() -> None:
    noisy = Disguise(Names.RANDOM, True, True, noise=0.3)
    shares: dict[bool, list[float]] = {True: [], False: []}
    for name in ("dialects/costs", "dialects/typing"):
        reference = own_domain(name)
        for seed in range(4):
            text, true = disguised(reference, noisy, seed)
            learned, problems = domain_of(text), both_problems(reference, true, Random(seed))
            for is_told in shares:
                found = find_pairs(
                    learned, reference, tasks=SharedTasks((problems,)) if is_told else NO_TASKS
                )
                shares[is_told].append(scores(found, true, learned, reference)["predicates"].f1)
    assert fmean(shares[True]) > fmean(shares[False])
    assert all(told >= alone for told, alone in zip(shares[True], shares[False], strict=True))
