"""What the short cut says of a piece of `:init` is what lowering it says."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.occurrences.forms import occurrences_of
from plancore.occurrences.plain_facts import plain_facts
from plancore.snapshot import FileSnapshot
from support.corpus import CORPORA, corpus_texts
from support.token_damage import mutation

FACTS = "(define (problem p) (:init (At a B) ; here\n (p) (= (f a) -1.5) (at 5 (p)) (q 3 ?x)))"


def pieces_alike(text: str) -> int:
    """The number of pieces that the short cut can read."""
    count = 0
    for definition in FileSnapshot.of(text).definitions:
        for section, model in definition.sections:
            for form in section.item_forms if section.keyword == ":init" else ():
                table = plain_facts(form)
                if table is not None:
                    count += 1
                    assert table == occurrences_of(section, model, form), form.text
    return count


def test_a_regular_piece() -> None:
    assert pieces_alike(FACTS.replace("(at 5 (p)) (q 3 ?x)", "(at 5 a) (q 3)")) == 1
    assert pieces_alike(FACTS) == 0


@pytest.mark.parametrize("root", CORPORA, ids=lambda root: root.name)
def test_the_corpus(root: Path) -> None:
    counts = [pieces_alike(text) for _, text in corpus_texts(root, max_bytes=60_000)]
    assert sum(counts) > len(counts) / 5


@given(st.integers())
def test_damaged_facts(seed: int) -> None:
    rng = random.Random(seed)
    text = FACTS.replace("(at 5 (p)) (q 3 ?x)", "")
    for _ in range(3):
        span, new = mutation(rng, text)
        text = text[: span.start] + new + text[span.end :]
        pieces_alike(text)
