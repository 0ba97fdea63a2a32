"""What the short cut says of a piece of `:init` is what lowering it says."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.lower.facts import lower_facts
from plancore.occurrences import _table, plain_facts, used
from plancore.snapshot import FileSnapshot
from support.corpus import CORPORA, corpus_texts, up_to
from support.findings import findings
from support.token_damage import mutation

FACTS = "(define (problem p) (:init (At a B) ; here\n (p) (= (f a) -1.5) (at 5 (p)) (q 3 ?x)))"


def pieces_alike(text: str) -> int:
    """The number of pieces that the short cut can read."""
    count = 0
    for definition in FileSnapshot.of(text).definitions:
        for form in definition.fact_forms:
            table = plain_facts(form)
            if table is not None:
                count += 1
                assert table == _table(used(lower_facts(form).uses)), form.text
    return count


def test_a_regular_piece() -> None:
    assert pieces_alike(FACTS.replace("(at 5 (p)) (q 3 ?x)", "(at 5 a) (q 3)")) == 1
    assert pieces_alike(FACTS) == 0


@pytest.mark.parametrize("fact", ["((= (f a) 3) p)", "(p (= (f a) 3) b)", "(p (= (f a) 3))"])
def test_no_atom_holds_the_value_of_a_function(fact: str) -> None:
    problem = f"(define (problem p) (:domain d) (:objects a b) (:init {fact}) (:goal (p a)))"
    assert pieces_alike(problem) == 0
    domain = "(define (domain d) (:predicates (p ?x)) (:functions (f ?x)))"
    assert {"missing-parenthesis", "missing-and"} & {f.code for f in findings(problem, domain)}


@up_to(10_000)
@pytest.mark.parametrize("corpus", CORPORA)
def test_the_corpus(corpus: Path, max_bytes: int) -> None:
    counts = [pieces_alike(text) for _, text in corpus_texts(corpus, max_bytes=max_bytes)]
    assert sum(counts) > len(counts) / 5


FACT = """(p a)|(P  A ?b)|(= (f a) 3)|( = ( f ) -2.5 )|(at 5 (p))|(at 5 p)|(at a b)|; (a comment)
|(not (p))|(p 7 1e3)|(= total 0)|(|)|word|"s"|(p a;here
b)|(= (f a) (g b))|()|(-1 a)|(p \ufeff a)|(p\u200ba)"""


@given(st.lists(st.sampled_from(FACT.split("|")), max_size=6))
def test_any_facts(facts: list[str]) -> None:
    pieces_alike(f"(define (problem p) (:domain d) (:init {' '.join(facts)}) (:goal (p)))")


@given(st.integers())
def test_damaged_facts(seed: int) -> None:
    rng = random.Random(seed)
    text = FACTS.replace("(at 5 (p)) (q 3 ?x)", "")
    for _ in range(3):
        span, new = mutation(rng, text)
        text = text[: span.start] + new + text[span.end :]
        pieces_alike(text)
