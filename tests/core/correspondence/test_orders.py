"""What must not matter to the pairs: orders in a file, files that tell nothing, and which model is
asked about."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import Pairs, SharedTasks
from plancore.model.domain import Domain
from plancore.model.plan import Plan
from plancore.model.problem import Problem
from plancore.notation.plans.reader import read_plan
from plancore.snapshot import FileSnapshot
from support.comparison import domain_of, domain_with
from support.disguises import Argument, Disguise, disguised
from support.other_names import Names
from support.own_domains import DISGUISES, OWN_DOMAINS
from support.pair_scores import facts
from support.renamed_domains import written_again

T = TypeVar("T")

SEEDS = st.integers(0, 1000)


def _reordered(domain: Domain, random: Random) -> Domain:
    """`domain` from a text with its sections, declarations and actions in another order."""

    def shuffled(items: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(random.sample(items, len(items)))

    other = replace(
        domain,
        types=shuffled(domain.types),
        constants=shuffled(domain.constants),
        predicates=shuffled(domain.predicates),
        functions=shuffled(domain.functions),
        actions=shuffled(domain.actions),
    )
    head, *sections = written_again(other).removesuffix(")").split("\n")
    return domain_of("\n".join((head, *random.sample(sections, len(sections)))) + ")")


@pytest.mark.slow
@given(OWN_DOMAINS, DISGUISES, SEEDS)
def test_what_tells_nothing_changes_nothing(
    reference: Domain, disguise: Disguise, seed: int
) -> None:
    text, random = disguised(reference, disguise, seed).text, Random(seed)
    learned = domain_of(text)
    pairs = find_pairs(learned, reference)
    assert find_pairs(domain_of(text), reference) == pairs
    reordered = find_pairs(_reordered(learned, random), _reordered(reference, random))
    assert facts(reordered) == facts(pairs), "orders in a file"
    other_plans = SharedTasks(plans=((_plan("(nothing-here a b)"), _plan("(nor-there b a)")),))
    told_plans = find_pairs(learned, reference, tasks=other_plans)
    assert facts(told_plans) == facts(pairs), "plans of other actions"
    other_problems = SharedTasks(((_problem("ada"), _problem("dan")),))
    told_problems = find_pairs(learned, reference, tasks=other_problems)
    assert facts(told_problems) == facts(pairs), "problems without a common object"


def _plan(text: str) -> Plan:
    plan, findings = read_plan(text)
    assert not findings
    return plan


def _problem(name: str) -> Problem:
    text = f"(define (problem p) (:domain d) (:objects {name}) (:init (p {name})) (:goal (and)))"
    problem = FileSnapshot.of(text).problem
    assert problem is not None
    return problem


def test_pairs_stand_in_the_order_of_the_learned_file() -> None:
    learned = domain_with(
        "(:action stop :effect (not (on))) (:action go :effect (on))", predicates="(on) (idle)"
    )
    reference = domain_with(
        "(:action begin :effect (active)) (:action end :effect (not (active)))",
        predicates="(active) (idle)",
    )
    pairs = find_pairs(learned, reference)
    assert [pair.learned for pair in pairs.actions] == ["stop", "go"]
    assert [pair.learned for pair in pairs.predicates] == ["on", "idle"]


@pytest.mark.slow
@given(
    OWN_DOMAINS,
    st.builds(
        Disguise,
        st.sampled_from([names for names in Names if names is not Names.RANDOM]),
        st.booleans(),
        st.booleans(),
        st.sampled_from(Argument),
        noise=st.sampled_from((0.0, 0.1, 0.3)),
    ),
    SEEDS,
)
def test_asked_the_other_way_round_the_same_names_are_paired(
    reference: Domain, disguise: Disguise, seed: int
) -> None:
    learned = domain_of(disguised(reference, disguise, seed).text)
    there, back = find_pairs(learned, reference), find_pairs(reference, learned)
    assert _names(there) == {(kind, a, b) for kind, b, a in _names(back)}


def _names(pairs: Pairs) -> set[tuple[str, str, str]]:
    """The names that are paired one to one. What covers another one beside its partner is looked
    for from one side, with the arguments that are left over there."""
    symbols = [
        (kind, pair)
        for kind, paired in (("action", pairs.actions), ("predicate", pairs.predicates))
        for pair in paired
        if not pair.is_one_to_many
    ]
    named = [*symbols, *(("type", pair) for pair in pairs.types)]
    return {(kind, pair.learned, pair.reference) for kind, pair in named}
