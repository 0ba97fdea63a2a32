"""What must not make a difference does not, and what is renamed is found: on whole files."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from plancore.compare.domains import ALIGNED, CompareOptions, compare_domains
from plancore.compare.edit_script import edit_script
from plancore.compare.problems import compare_problems
from plancore.correspondence.exact.proof import strong_equivalence
from plancore.correspondence.names import names_of
from plancore.diagnostic import apply_edits
from plancore.metrics.edit_distance import name_aligned_distance
from plancore.model.domain import Domain, UnparsedKind
from plancore.patch.edits import edits_for_domain, file_edits
from plancore.snapshot import FileSnapshot
from support.apply_script import apply_script
from support.corpus import LARGE_CORPORA, corpus_texts
from support.mutations import mutated
from support.rename_edits import rename_edits
from support.renamed_domains import random_names, written_again

LARGEST = 60_000
"""Larger files, in bytes, are left to the benchmark."""


pytestmark = pytest.mark.parametrize("corpus", LARGE_CORPORA)


@cache
def _files(corpus: Path) -> list[tuple[str, FileSnapshot]]:
    return [
        (path, snapshot)
        for path, text in corpus_texts(corpus, max_bytes=LARGEST)
        if "invalid" not in Path(path).parts
        and not (snapshot := FileSnapshot.of(text)).tree.problems
    ]


@cache
def _domains(corpus: Path) -> list[tuple[str, FileSnapshot, Domain]]:
    return [
        (path, snapshot, snapshot.domain)
        for path, snapshot in _files(corpus)
        if snapshot.domain is not None
        and snapshot.domain.actions
        and len(names_of(snapshot.domain, "actions")) == len(snapshot.domain.actions)
        # No edit reaches slots that no model has.
        and all(kept.kind is not UnparsedKind.SLOT for kept in snapshot.domain.kept)
    ]


def _again(text: str) -> Domain:
    domain = FileSnapshot.of(text).domain
    assert domain is not None
    return domain


@pytest.mark.viewer_behaviour(11, "each domain of the corpus, written down again")
def test_another_way_of_writing_is_no_difference(corpus: Path) -> None:
    random = Random(1)
    domains = _domains(corpus)
    for path, _, domain in domains:
        learned = _again(written_again(domain, None, random))
        assert compare_domains(learned, domain).is_same, path
    assert len(domains) > 10


def test_new_names_are_found_as_a_strong_equivalence(corpus: Path) -> None:
    random = Random(2)
    for path, _, domain in _domains(corpus):
        names = random_names(domain, random)
        learned = _again(written_again(domain, names, random, permute_parameters=True))
        result = strong_equivalence(learned, domain)
        if domain.kept:
            # What is compared as it is written does not say which renaming fits it.
            assert result.holds is not False, path
            continue
        assert result.correspondence is not None, path
        diff = compare_domains(learned, domain, CompareOptions(given=result.correspondence))
        assert not diff.declarations, path
        assert all(not a.changes and not a.parameters for a in diff.actions), path


def test_one_new_name_is_the_witness(corpus: Path) -> None:
    random = Random(3)
    for path, _, domain in _domains(corpus):
        for kind in ("actions", "predicates"):
            names = random_names(domain, random, (kind,), share=1 / len(domain.actions))
            learned = _again(written_again(domain, names, random))
            result = strong_equivalence(learned, domain)
            if domain.kept:
                assert result.holds is not False, path
                continue
            assert result.correspondence is not None, path
            found = {theirs: ours for _, ours, theirs in result.correspondence.renamings()}
            if len(found) == 1:
                assert found == dict(names.of(kind)), path


def test_literal_edits_are_counted_and_taken_back(corpus: Path) -> None:
    random = Random(4)
    for path, _, domain in _domains(corpus):
        if not domain.predicates:
            continue
        k = random.randint(1, 8)
        learned = mutated(domain, k, random)
        distance = name_aligned_distance(compare_domains(learned, domain))
        assert distance.edits <= k, path
        assert compare_domains(apply_script(learned, distance.script), domain).is_same, path


def test_any_domain_can_be_made_any_other(corpus: Path) -> None:
    random = Random(5)
    domains = _domains(corpus)
    for _ in range(150):
        (path, ours, learned), (other, _, reference) = random.sample(domains, 2)
        diff = compare_domains(learned, reference)
        text = apply_edits(ours.text, file_edits(edits_for_domain(diff, ours.tree), ours.tree))
        after = FileSnapshot.of(text)
        assert after.tree.problems == [], (path, other)
        assert after.domain is not None, (path, other)
        assert compare_domains(after.domain, reference).is_same, (path, other)


def test_aligned_differences_are_taken_back_under_the_learned_names(corpus: Path) -> None:
    random = Random(7)
    for path, _, domain in _domains(corpus)[::3]:
        if not domain.predicates or len(domain.constants) + len(domain.actions) > 50:
            continue
        if domain.kept:
            continue  # names in methods are no part of what is aligned
        names = random_names(domain, random, share=0.4)
        text = written_again(mutated(domain, 4, random), names, random, permute_parameters=True)
        ours = FileSnapshot.of(text)
        assert ours.domain is not None, path
        diff = compare_domains(ours.domain, domain, ALIGNED)
        after = apply_edits(text, file_edits(edits_for_domain(diff, ours.tree), ours.tree))
        if not diff.correspondence.is_renaming:
            continue
        # The edits put parameters into the order of the reference, too.
        names = replace(diff.correspondence, parameters={})
        left = compare_domains(_again(after), domain, CompareOptions(given=names))
        assert not left.declarations, path
        assert all(not a.changes and not a.parameters for a in left.actions), path
        snapshot = FileSnapshot.of(after)
        assert snapshot.domain is not None, path
        renames = rename_edits(diff.correspondence, snapshot.domain)
        renamed = _again(apply_edits(after, file_edits(renames, snapshot.tree)))
        assert compare_domains(renamed, domain).is_same, path


@pytest.mark.long
def test_scripts_between_any_two_domains(corpus: Path) -> None:
    random = Random(6)
    domains = _domains(corpus)
    for _ in range(150):
        (path, _, learned), (other, _, reference) = random.sample(domains, 2)
        after = apply_script(learned, edit_script(compare_domains(learned, reference)))
        assert compare_domains(after, reference).is_same, (path, other)


def test_a_problem_is_the_same_as_itself(corpus: Path) -> None:
    for path, snapshot in _files(corpus):
        problem = snapshot.problem
        again = FileSnapshot.of(snapshot.text).problem
        if problem is not None and again is not None:
            assert compare_problems(problem, again).is_same, path
