"""What must not matter changes no figure: on domains with random faults."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from plancore.compare.domains import compare_domains
from plancore.metrics.action_similarity import action_similarity
from plancore.metrics.edit_distance import name_aligned_distance
from plancore.metrics.predictive_power import predictive_power
from plancore.metrics.syntactic import syntactic_similarity
from plancore.model.domain import ActionKind, Domain
from plancore.model.formula import TypedName
from plancore.model.plan import StateAtoms
from plancore.semantics.actions import compare_semantics
from plancore.vectors.sample import StateSample
from support.comparison import domain_of
from support.corpus import LARGE_CORPORA, corpus_index, corpus_snapshot
from support.mutations import mutated
from support.renamed_domains import written_again

FAULTS = 4
LARGEST = 6_000


@cache
def cases(corpus: Path) -> list[tuple[str, Domain, Domain]]:
    """Path, domain, and the domain with faults, of each smaller domain of the corpus."""
    found = []
    for row in corpus_index(corpus):
        if row["kind"] != "domain" or "invalid" in row["path"]:
            continue
        file = corpus_snapshot(corpus, row["path"])
        if len(file.text) > LARGEST:
            continue
        domain = file.domain
        if domain is None or file.tree.problems or not domain.actions or not domain.predicates:
            continue
        if len({action.name for action in domain.actions}) == len(domain.actions):
            learned = mutated(domain, FAULTS, random.Random(row["path"]))
            found.append((row["path"], domain, learned))
    return found


def figures(learned: Domain, reference: Domain) -> dict[str, object]:
    """Every number about two domains; nothing that shows how a literal is written."""
    diff = compare_domains(learned, reference)
    similarity, syntactic = action_similarity(diff), syntactic_similarity(diff)
    distance = name_aligned_distance(diff)
    return {
        "similarity": {row.action.name: row.value for row in similarity.actions},
        "means": (similarity.mean_over_reference, similarity.mean_over_union),
        "macro": syntactic.macro,
        "micro": syntactic.micro,
        "exact": (diff.constructs, syntactic.n_exact_matches),
        "distance": (distance.edits, distance.type_edits, distance.other_edits),
        "actions": {each.action.name: dict(each.rows) for each in syntactic.actions},
    }


def rewritten(domain: Domain, dice: random.Random) -> Domain:
    """Other parameter names, another order of literals and actions, capitals, comments, no `and`
    around a single literal."""
    return domain_of(written_again(domain, None, dice))


@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_no_metric_sees_how_a_domain_is_written(corpus: Path) -> None:
    dice = random.Random(11)
    for path, reference, learned in cases(corpus):
        # Written once, so that requirements and types are put down alike on all sides.
        plain, reference = domain_of(written_again(learned)), domain_of(written_again(reference))
        before = figures(plain, reference)
        assert figures(rewritten(learned, dice), reference) == before, path
        assert figures(plain, rewritten(reference, dice)) == before, path
    assert len(cases(corpus)) > 10


@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_meaning_does_not_depend_on_how_an_action_is_written(corpus: Path) -> None:
    dice = random.Random(12)
    compared = 0
    for path, reference, learned in cases(corpus):
        if not compare_domains(learned, reference).exact:
            continue
        again = rewritten(learned, dice)
        for action in reference.actions:
            ours, theirs = learned.action(action.name), again.action(action.name)
            if ours is None or theirs is None or action.kind is not ActionKind.ACTION:
                continue
            if len(action.parameters) > 3:
                continue
            one, two = (
                compare_semantics(each, (action, reference))
                for each in ((ours, learned), (theirs, again))
            )
            assert (one.precondition, one.effects_agree, one.proved) == (
                two.precondition,
                two.effects_agree,
                two.proved,
            ), (path, action.name)
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_predictions_do_not_depend_on_how_a_domain_is_written(corpus: Path) -> None:
    pytest.importorskip("numpy")
    dice = random.Random(13)
    compared = 0
    for path, reference, learned in cases(corpus):
        sample = made_up_states(reference, dice)
        if sample is None:
            continue
        again = rewritten(learned, dice)
        before = predictive_power(learned, reference, [sample]).to_dict()
        assert predictive_power(again, reference, [sample]).to_dict() == before, path
        compared += 1
    assert compared > 10


def made_up_states(domain: Domain, dice: random.Random) -> StateSample | None:
    """Random states over two objects of each type; None where there would be too many atoms."""
    types = [each.name for each in domain.types] or ["object"]
    objects = tuple(TypedName(f"o{n}-{name}", (name,)) for name in types for n in range(2))
    if len(objects) > 12 or any(len(p.parameters) > 3 for p in domain.predicates):
        return None
    if any(len(action.parameters) > 4 for action in domain.actions):
        return None
    names = [each.name for each in (*domain.constants, *objects)]
    states: list[StateAtoms] = [
        frozenset(
            (predicate.name, *(dice.choice(names) for _ in predicate.parameters))
            for predicate in domain.predicates
            for _ in range(6)
        )
        for _ in range(5)
    ]
    return StateSample((*domain.constants, *objects), states)
