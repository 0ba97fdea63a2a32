"""Pairs are found between any two texts that hold a domain, however damaged."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.finding import find_pairs
from plancore.diagnostic import apply_edits
from plancore.snapshot import FileSnapshot
from support.ferry import DOMAIN
from support.kitchen import LEARNED, REFERENCE
from support.token_damage import mutation

TEXTS = (DOMAIN, LEARNED, REFERENCE)


def damaged(text: str, seed: int, times: int) -> FileSnapshot:
    rng = random.Random(seed)
    for _ in range(times):
        text = apply_edits(text, (mutation(rng, text),))
    return FileSnapshot.of(text)


@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS), st.integers(0, 10_000), st.integers(0, 40))
def test_damaged_domains(learned: str, reference: str, seed: int, times: int) -> None:
    ours, theirs = damaged(learned, seed, times).domain, damaged(reference, seed + 1, times).domain
    if ours is not None and theirs is not None:
        pairs = find_pairs(ours, theirs)
        assert {pair.learned for pair in pairs.actions} <= {action.name for action in ours.actions}
