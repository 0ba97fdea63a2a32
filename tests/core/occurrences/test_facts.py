"""Names found in the text of a piece of facts, beside those that lowering it notes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.lower.facts import lower_facts
from plancore.occurrences.facts import names_of_facts
from plancore.occurrences.forms import _table
from plancore.occurrences.used import used
from plancore.snapshot import FileSnapshot
from support.corpus import LARGE_CORPORA, corpus_texts

FACTS = """(p a)|(P  A ?b)|(= (f a) 3)|( = ( f ) -2.5 )|(at 5 (p))|(at 5 p)|(at a b)|; (a comment)
|(not (p))|(p 7 1e3)|(= total 0)|(|)|word|"s"|(p a;here
b)|(= (f a) (g b))|()|(-1 a)|(p \ufeff a)|(p\u200ba)"""
parts = st.sampled_from(FACTS.split("|"))


def assert_found(text: str) -> int:
    """How many pieces of `text` are read the fast way; they say what the slow one says."""
    n_fast = 0
    for definition in FileSnapshot.of(text).definitions:
        for form in definition.fact_forms:
            names = names_of_facts(form)
            if names is not None:
                n_fast += 1
                assert names == _table(used(lower_facts(form).uses))
    return n_fast


@given(st.lists(parts, max_size=6))
def test_facts_have_the_names_that_lowering_notes(facts: list[str]) -> None:
    assert_found(f"(define (problem p) (:domain d) (:init {' '.join(facts)}) (:goal (p)))")


@pytest.mark.parametrize("root", LARGE_CORPORA)
def test_facts_of_the_corpus_have_the_names_that_lowering_notes(root: Path) -> None:
    assert sum(assert_found(text) for _, text in corpus_texts(root, max_bytes=400_000)) > 1
