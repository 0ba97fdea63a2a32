"""Plans held against two domains, in one language and through codecs."""

from __future__ import annotations

import random

import pytest

from core.codec.test_codecs import BLOCKS, OBJECTS, RENAMED, RENAMING, domain
from plancore.codec.base import Codec
from plancore.codec.written import Proxies, Proxy
from plancore.compare.domains import compare_domains
from plancore.metrics.base import DomainCase, PlanCase
from plancore.metrics.plan_acceptance import PlanVerdicts, plan_acceptance
from plancore.model.plan import Plan
from plancore.model.problem import Problem
from plancore.simulate.trace import Verdict
from plancore.snapshot import FileSnapshot
from support.plans import plan_of

GOOD, BAD = plan_of("grab a", "put a b"), plan_of("grab a", "put b a")
TYPED = """(define (problem p) (:domain blocks) (:objects a b c - block)
  (:init (empty) (table a) (table b) (table c) (free a) (free b) (free c)) (:goal (on a b)))"""


def problem() -> Problem:
    found = FileSnapshot.of(TYPED).problem
    assert found is not None
    return found


def verdicts(learned: str, *plans: Plan, codec: Codec | None = None) -> list[PlanVerdicts]:
    case = DomainCase(
        diff=compare_domains(domain(learned), domain(BLOCKS)),
        plans=[PlanCase("plan", problem(), plan) for plan in plans],
        codec=codec,
    )
    return list(plan_acceptance(case).plans)


def test_ratios_count_what_the_reference_accepts_and_rejects() -> None:
    strict = BLOCKS.replace("(held ?x) (free ?y)", "(held ?x) (free ?y) (table ?x)")
    case = DomainCase(
        diff=compare_domains(domain(strict), domain(BLOCKS)),
        plans=[PlanCase("plan", problem(), plan) for plan in (GOOD, BAD)],
    )
    found = plan_acceptance(case)
    assert tuple(found.acceptance) == (0, 0, 1)
    assert tuple(found.rejection) == (1, 1, 1)
    assert [plan.failing_step for plan in found.plans] == [2, 2]


def test_a_renamed_domain_accepts_the_same_plans_through_its_codec() -> None:
    assert [each.learned for each in verdicts(RENAMED, GOOD)] == [Verdict.MALFORMED]
    found = verdicts(RENAMED, GOOD, BAD, codec=RENAMING)
    assert [each.learned for each in found] == [Verdict.VALID, Verdict.INVALID]


@pytest.mark.slow
def test_random_plans_have_the_verdict_of_the_reference_through_the_codec() -> None:
    rng = random.Random(11)
    names = [each.name for each in OBJECTS]
    actions = [f"grab {x}" for x in names] + [f"put {x} {y}" for x in names for y in names]
    plans = [plan_of(*rng.choices(actions, k=rng.randrange(1, 3))) for _ in range(400)]
    plans.append(GOOD)
    found = verdicts(RENAMED, *plans, codec=RENAMING)
    assert all(each.learned is each.reference for each in found)
    assert {each.reference for each in found} == {Verdict.VALID, Verdict.INVALID}


PROXIES = BLOCKS.replace(
    "(:action grab :parameters (?x - block)",
    "(:action raise :parameters (?x - block) :precondition (held ?x) :effect (empty))\n"
    "  (:action pinch :parameters (?x - block)",
)


@pytest.mark.parametrize("order", [("raise", "pinch"), ("pinch", "raise")])
def test_of_several_encodings_the_one_that_applies_is_taken(order: tuple[str, ...]) -> None:
    codec = Proxies(Proxy(name, "grab", (0,)) for name in order)
    (found,) = verdicts(PROXIES, GOOD, codec=codec)
    assert found.learned is Verdict.VALID


def test_an_action_without_an_encoding_is_told() -> None:
    codec = Proxies([Proxy("grab", "take", (0,))])
    (found,) = verdicts(BLOCKS, GOOD, codec=codec)
    assert found.learned is Verdict.MALFORMED
    assert found.reason == "no encoding for (grab a)"
