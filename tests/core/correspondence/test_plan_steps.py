"""Actions that are applied to the same objects."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from plancore.correspondence.evidence import MOST_STEPS, steps_in_common
from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import NO_TASKS, SharedTasks
from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan
from support.comparison import domain_of, domain_with
from support.disguises import Disguise, disguised
from support.other_names import Names
from support.own_domains import own_domain
from support.pair_scores import scores
from support.shared_tasks import both_plans


def _plan(*steps: str) -> Plan:
    plan, findings = read_plan("\n".join(f"({step})" for step in steps))
    assert not findings
    return plan


def test_the_order_of_parameters_is_found_and_one_that_is_left_out() -> None:
    ours = _plan("carry rob cup hall attic", "carry rob jug hall attic")
    theirs = _plan("bring attic cup hall", "bring attic jug hall")
    ((pair, same),) = steps_in_common([(ours, theirs)]).items()
    assert pair == ("carry", "bring")
    assert same.share == 1.0
    assert same.places == {(1, 1): 1.0, (2, 2): 1.0, (3, 0): 1.0}


def test_of_actions_on_the_same_objects_those_belong_together_that_come_at_the_same_time() -> None:
    ours = _plan("ka door-1", "ku box", "ko door-1")
    theirs = _plan("open door1", "fetch box", "shut door1")
    common = steps_in_common([(ours, theirs)])
    assert common["ka", "open"].share == common["ko", "shut"].share == 1.0
    assert ("ka", "shut") not in common


def test_there_and_back_is_told_apart() -> None:
    ours, theirs = _plan("go a b", "go b a"), _plan("walk b a", "walk a b")
    there, back = steps_in_common([(ours, ours)]), steps_in_common([(ours, theirs)])
    assert there["go", "go"].places == {(0, 0): 1.0, (1, 1): 1.0}
    assert back["go", "walk"].places == {(0, 1): 1.0, (1, 0): 1.0}


def test_without_a_common_object_little_is_known() -> None:
    common = steps_in_common([(_plan("go a", "go b", "ring c"), _plan("g x", "g y", "r z"))])
    assert all(same.share <= 0.4 and not same.places for same in common.values())
    assert common["go", "g"].share > common.get(("go", "r"), common["go", "g"]).share * 0.99


def test_only_plans_of_one_task_are_compared() -> None:
    ours, theirs = _plan("go a", "go b"), _plan("ring c")
    assert ("go", "go") not in steps_in_common([(ours, theirs), (theirs, ours)])


def test_of_long_plans_the_beginning_is_read() -> None:
    long = _plan(*(f"go o{number % 7}" for number in range(3 * MOST_STEPS)))
    assert steps_in_common([(long, long)])["go", "go"].share == pytest.approx(1.0)


MIRROR = """(:action {0} :parameters (?x) :effect ({1} ?x))
    (:action {2} :parameters (?x) :effect ({3} ?x))"""


@pytest.mark.parametrize(("first", "second"), [("ka", "ku"), ("ku", "ka")])
def test_of_two_mappings_that_are_equally_right_plans_choose(first: str, second: str) -> None:
    learned = domain_with(MIRROR.format("ka", "ki", "ku", "ko"), predicates="(ki ?x) (ko ?x)")
    reference = domain_with(MIRROR.format("a", "p", "b", "q"), predicates="(p ?x) (q ?x)")
    plans = (_plan(f"{first} ada", f"{second} bob"), _plan("a ada", "b bob"))
    pairs = find_pairs(learned, reference, tasks=SharedTasks(plans=(plans,)))
    assert {(p.learned, p.reference) for p in pairs.actions} == {(first, "a"), (second, "b")}


def test_the_evidence_says_so() -> None:
    learned = domain_with(
        "(:action zu :parameters (?y ?x) :effect (and (r ?x) (s ?y)))", predicates="(r ?x) (s ?x)"
    )
    reference = domain_with(
        "(:action walk :parameters (?x ?y) :effect (seen ?x))", predicates="(seen ?x)"
    )
    plans = (_plan("zu ada bob", "zu cyd bob"), _plan("walk bob ada", "walk bob cyd"))
    (pair,) = find_pairs(learned, reference, tasks=SharedTasks(plans=(plans,))).actions
    assert pair.parameters == {"?y": "?y", "?x": "?x"}
    assert "plan step similarity 1.00" in pair.evidence


@pytest.mark.slow
def test_more_is_found_with_them() -> None:
    noisy = Disguise(Names.RANDOM, True, True, noise=0.3)
    shares: dict[bool, list[float]] = {True: [], False: []}
    for name in ("dialects/strips", "dialects/typing", "validation/garage"):
        reference = own_domain(name)
        for seed in range(4):
            text, true = disguised(reference, noisy, seed)
            learned, plans = domain_of(text), both_plans(reference, true, Random(seed))
            for is_told in shares:
                tasks = SharedTasks(plans=(plans,)) if is_told else NO_TASKS
                found = find_pairs(learned, reference, tasks=tasks)
                shares[is_told].append(scores(found, true, learned, reference)["parameters"].f1)
    assert fmean(shares[True]) > fmean(shares[False])
