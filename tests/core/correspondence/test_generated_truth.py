"""Pairs of models of which one is the other in a disguise, so that the truth is known."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.exact.proof import strong_equivalence
from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import Pairs
from plancore.model.domain import Domain
from plancore.stop import StoppedError
from support.comparison import domain_of
from support.disguises import Argument, Disguise, Types, disguised
from support.domain_texts import domain_texts
from support.other_names import Names
from support.own_domains import DISGUISES, OWN, OWN_DOMAINS, own_domain
from support.pair_scores import KINDS, Score, agreement, facts, scores
from support.renamed_domains import random_names, written_again
from support.stop import stop_at_once

SEEDS: Final = st.integers(0, 1000)


@given(domain_texts(), SEEDS, st.booleans())
def test_models_that_differ_in_names_only_are_paired_exactly(
    text: str, seed: int, permute_parameters: bool
) -> None:
    domain, random = domain_of(text), Random(seed)
    names = random_names(domain, random)
    learned = domain_of(written_again(domain, names, random, permute_parameters=permute_parameters))
    assert strong_equivalence(learned, domain).holds
    pairs = find_pairs(learned, domain)
    assert agreement(pairs, learned, domain) == 1.0
    assert len(pairs.actions) == len(domain.actions)
    assert len(pairs.predicates) == len(domain.predicates)


@given(OWN_DOMAINS, DISGUISES, SEEDS)
def test_the_disguised_text_has_what_its_pairs_name(
    reference: Domain, disguise: Disguise, seed: int
) -> None:
    text, true = disguised(reference, disguise, seed)
    assert text == disguised(reference, disguise, seed).text
    learned = domain_of(text)
    actions = {action.name: {p.name for p in action.parameters} for action in learned.actions}
    assert {p.learned for p in true.actions} == set(actions)
    assert all(set(p.parameters) <= actions[p.learned] for p in true.actions)
    arities = {p.name: len(p.parameters) for p in learned.predicates}
    assert all(len(p.arguments) == arities[p.learned] for p in true.predicates)
    if not disguise.noise and disguise.types is Types.KEPT:
        assert agreement(true, learned, reference) == 1.0


@pytest.mark.slow
@given(OWN_DOMAINS, DISGUISES, SEEDS, st.randoms(use_true_random=False))
def test_refusals_do_not_come_back_and_what_is_stated_stays(
    reference: Domain, disguise: Disguise, seed: int, random: Random
) -> None:
    learned = domain_of(disguised(reference, disguise, seed).text)
    pairs = find_pairs(learned, reference)
    actions = random.choice(pairs.actions) if pairs.actions else None
    predicates = [p for p in pairs.predicates if not p.negated]
    refused = random.choice(predicates) if predicates else None
    stated = Pairs(
        actions=(actions,) if actions else (),
        refusals=(("predicates", refused.learned, refused.reference),) if refused else (),
    )
    again = find_pairs(learned, reference, stated)
    if actions:
        assert (actions.learned, actions.reference) in facts(again)["actions"]
    if refused:
        assert not any(
            (p.learned, p.reference) == (refused.learned, refused.reference) and not p.negated
            for p in again.predicates
        )


@given(OWN_DOMAINS, DISGUISES, SEEDS)
def test_a_checkpoint_ends_the_search_at_once(
    reference: Domain, disguise: Disguise, seed: int
) -> None:
    learned = domain_of(disguised(reference, disguise, seed).text)
    with pytest.raises(StoppedError):
        find_pairs(learned, reference, Pairs(), stop_at_once)
    with pytest.raises(StoppedError):
        find_pairs(learned, reference, Pairs(refusals=(("types", "a", "b"),)), stop_at_once)


FLOORS: Final = (
    # Precision and recall of actions, then of predicates with their whole argument maps.
    (Disguise(Names.SAME, noise=0.3), (1.0, 1.0), (0.98, 0.98)),
    (Disguise(Names.PREFIXED, noise=0.3), (0.98, 0.98), (0.98, 0.97)),
    (Disguise(Names.SYNONYMS, noise=0.3), (0.98, 0.98), (0.98, 0.97)),
    (Disguise(Names.SYNONYMS, True, True, noise=0.3), (0.98, 0.98), (0.95, 0.95)),
    (Disguise(Names.RANDOM), (1.0, 1.0), (1.0, 1.0)),
    (Disguise(Names.RANDOM, noise=0.1), (0.97, 0.97), (0.96, 0.93)),
    (Disguise(Names.RANDOM, noise=0.3), (0.95, 0.93), (0.94, 0.85)),
    (Disguise(Names.RANDOM, True, True), (1.0, 1.0), (1.0, 1.0)),
    (Disguise(Names.RANDOM, True, True, noise=0.1), (0.95, 0.93), (0.93, 0.88)),
    (Disguise(Names.RANDOM, True, True, noise=0.3), (0.93, 0.88), (0.9, 0.83)),
    (Disguise(Names.RANDOM, argument=Argument.DROPPED), (1.0, 1.0), (1.0, 0.92)),
    (Disguise(Names.RANDOM, argument=Argument.ADDED), (0.97, 0.97), (0.95, 0.94)),
    (Disguise(Names.RANDOM, types=Types.TO_PREDICATES), (0.98, 0.98), (0.98, 0.98)),
    (Disguise(Names.RANDOM, types=Types.FROM_PREDICATES), (0.98, 0.98), (0.98, 0.98)),
)


@pytest.mark.long
@pytest.mark.parametrize(
    ("disguise", "actions", "predicates"), FLOORS, ids=[str(disguise) for disguise, *_ in FLOORS]
)
def test_precision_and_recall_by_disguise_and_noise(
    disguise: Disguise, actions: tuple[float, float], predicates: tuple[float, float]
) -> None:
    totals = dict.fromkeys(KINDS, Score())
    for name in OWN:
        for seed in range(5):
            reference = own_domain(name)
            text, true = disguised(reference, disguise, seed)
            learned = domain_of(text)
            found = find_pairs(learned, reference)
            for kind, score in scores(found, true, learned, reference).items():
                totals[kind] += score
    for kind, floors in (("actions", actions), ("predicates", predicates)):
        assert (totals[kind].precision, totals[kind].recall) >= floors
        assert totals[kind].recall >= floors[1]
