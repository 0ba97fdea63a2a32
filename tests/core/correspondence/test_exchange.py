"""What the exchange adds to similarity: the mapping under which more literals agree."""

from __future__ import annotations

from statistics import fmean

import pytest

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.search import exchange
from plancore.stop import StoppedError
from support.comparison import domain_of
from support.disguises import Disguise, disguised
from support.other_names import Names
from support.own_domains import own_domain
from support.pair_scores import agreement
from support.stop import stop_at_once

NOISY = Disguise(Names.RANDOM, permute_arguments=True, permute_parameters=True, noise=0.3)


def _mean_agreement() -> float:
    """The share of literals that agree, over disguises of one domain."""
    reference = own_domain("dialects/typing")
    learned = [domain_of(disguised(reference, NOISY, seed).text) for seed in range(6)]
    return fmean(agreement(find_pairs(one, reference), one, reference) for one in learned)


@pytest.mark.slow
def test_more_literals_agree_than_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = _mean_agreement()
    monkeypatch.setattr(exchange, "BUDGET", 0)
    assert with_it > _mean_agreement()


def test_an_exchange_that_is_ended_leaves_whole_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    reference = own_domain("dialects/costs")
    learned = domain_of(disguised(reference, NOISY, 1).text)
    arities = {p.name: len(p.parameters) for p in learned.predicates}
    for budget in range(0, 200, 20):
        monkeypatch.setattr(exchange, "BUDGET", budget)
        pairs = find_pairs(learned, reference).predicates
        one_to_one = [pair for pair in pairs if not pair.is_one_to_many]
        assert len({pair.reference for pair in one_to_one}) == len(one_to_one)
        for pair in pairs:
            places = [place for place in pair.arguments if place is not None]
            assert len(pair.arguments) == arities[pair.learned]
            assert len({*places}) == len(places)


def test_whoever_waits_no_longer_ends_it() -> None:
    reference = own_domain("dialects/costs")
    learned = domain_of(disguised(reference, NOISY, 1).text)
    with pytest.raises(StoppedError):
        find_pairs(learned, reference, checkpoint=stop_at_once)
