"""Models that differ in names and orders only are paired exactly, whatever they are called.

Where a model has a symmetry several mappings are equally right: exact means that under the pairs
found nothing differs.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.exact import proof
from plancore.correspondence.exact.proof import can_be_matched
from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import (
    NOTHING_STATED,
    ActionPair,
    NamePair,
    Pairs,
    SymbolPair,
)
from plancore.correspondence.stated.mapping import pairs_under
from plancore.model.domain import Domain
from plancore.snapshot import FileSnapshot
from support.comparison import domain_of, domain_with
from support.corpus import LARGE_CORPORA, corpus_texts
from support.disguises import Disguise, disguised
from support.domain_texts import domain_texts
from support.other_names import Names
from support.pair_scores import is_exact

PERMUTED = Disguise(Names.RANDOM, permute_arguments=True, permute_parameters=True)


@given(domain_texts(rich=True), st.integers())
def test_other_names_and_orders_everywhere(text: str, seed: int) -> None:
    reference = domain_of(text)
    learned = domain_of(disguised(reference, PERMUTED, seed).text)
    pairs = find_pairs(learned, reference)
    assert {*pairs.confidences} <= {1.0}
    assert len(pairs.predicates) == len(reference.predicates)
    assert is_exact(pairs, learned, reference)


@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_domains_of_the_corpus_under_other_names_and_orders(corpus: Path) -> None:
    n_domains = 0
    for path, text in corpus_texts(corpus, max_bytes=60_000):
        snapshot = FileSnapshot.of(text)
        is_valid = not snapshot.tree.problems and "invalid" not in Path(path).parts
        reference = snapshot.domain if is_valid else None
        if reference is None or not can_be_matched(reference) or _repeats_parameters(reference):
            continue
        # Pairs are names of what models have: what is compared as it is written has none.
        reference = replace(reference, kept=())
        learned = domain_of(disguised(reference, PERMUTED, 1).text)
        assert is_exact(find_pairs(learned, reference), learned, reference), path
        n_domains += 1
    assert n_domains


def _repeats_parameters(domain: Domain) -> bool:
    names = [[p.name for p in action.parameters] for action in domain.actions]
    return any(len({*own}) < len(own) for own in names)


MIRROR = domain_with(
    """(:action raise-left :parameters (?x ?y) :precondition (left ?x ?y) :effect (p ?x))
    (:action raise-right :parameters (?x ?y) :precondition (right ?x ?y) :effect (p ?x))""",
    predicates="(left ?x ?y) (right ?x ?y) (p ?x)",
)


def test_of_two_mappings_that_are_equally_right_names_choose() -> None:
    learned = domain_with(
        """(:action lift-on-the-right :parameters (?x ?y) :precondition (b ?y ?x) :effect (q ?x))
        (:action lift-on-the-left :parameters (?x ?y) :precondition (a ?y ?x) :effect (q ?x))""",
        predicates="(a ?y ?x) (b ?y ?x) (q ?x)",
    )
    pairs = find_pairs(learned, MIRROR)
    assert {(pair.learned, pair.reference) for pair in pairs.actions} == {
        ("lift-on-the-left", "raise-left"),
        ("lift-on-the-right", "raise-right"),
    }
    assert {(pair.learned, pair.arguments) for pair in pairs.predicates} == {
        ("a", (1, 0)),
        ("b", (1, 0)),
        ("q", (0,)),
    }
    assert {pair.evidence for pair in pairs.predicates} == {proof.PERMUTED}


@pytest.mark.parametrize(
    "stated",
    [
        Pairs(actions=(ActionPair("raise-left", "raise-right"),)),
        Pairs(predicates=(SymbolPair("right", "left"),)),
    ],
    ids=["action", "predicate"],
)
def test_what_is_stated_chooses_first(stated: Pairs) -> None:
    pairs = find_pairs(MIRROR, MIRROR, stated)
    assert ("left", "right") in {(pair.learned, pair.reference) for pair in pairs.predicates}
    assert {*pairs.confidences} == {1.0}
    assert is_exact(pairs, MIRROR, MIRROR)


@pytest.mark.parametrize(
    "stated",
    [
        Pairs(refusals=(("predicates", "p", "p"),)),
        Pairs(predicates=(SymbolPair("left", "left", arguments=(1, 0)),)),
        Pairs(predicates=(SymbolPair("p", "p", negated=True),)),
        Pairs(actions=(ActionPair("raise-left", "raise-left", parameters={"?x": "?y"}),)),
        Pairs(types=(NamePair("a", "b"), NamePair("a", "c"))),
    ],
    ids=["refusal", "arguments", "negation", "parameters", "one for two"],
)
def test_what_is_stated_is_not_overruled_by_a_proof(stated: Pairs) -> None:
    pairs = find_pairs(MIRROR, MIRROR, stated)
    assert proof.PROVED not in {pair.evidence for _, pair in pairs.named()}


def test_a_search_that_was_ended_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "BUDGET", 10)
    mapped = pairs_under(NOTHING_STATED, MIRROR, MIRROR)
    assert mapped.remarks == (proof.UNDECIDED,)
    assert is_exact(mapped.pairs, MIRROR, MIRROR)
