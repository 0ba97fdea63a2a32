"""Alignments: as long as a table of all prefixes says, canonical, mirrored, cancellable."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.align import lcs
from plancore.align.lcs import bit_length, bit_pairs, sparse_length, sparse_pairs
from plancore.align.sequences import SequenceAlignment, align, lcs_length
from plancore.stop import NEVER, StoppedError
from support.stop import stop_at_once

WORDS = st.text("abcd", max_size=14)


def table_length(left: Sequence[object], right: Sequence[object]) -> int:
    """The LCS length by the textbook's table: O(n·m), shares no code with the core."""
    row = [0] * (len(right) + 1)
    for a in left:
        below = [0]
        for j, b in enumerate(right):
            below.append(row[j] + 1 if a == b else max(row[j + 1], below[j]))
        row = below
    return row[-1]


def is_alignment(
    alignment: SequenceAlignment, left: Sequence[object], right: Sequence[object]
) -> bool:
    """Whether it pairs equal symbols, in order, and its blocks are as long as they can be."""
    pairs = list(alignment.pairs())
    blocks = alignment.blocks
    return (
        all(left[i] == right[j] for i, j in pairs)
        and all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))
        and len(pairs) == alignment.matched
        and not any(
            first.left + first.length == second.left and first.right + first.length == second.right
            for first, second in pairwise(blocks)
        )
    )


@given(WORDS, WORDS)
def test_matches_as_much_as_possible(left: str, right: str) -> None:
    alignment = align(left, right)
    assert alignment.exact
    assert is_alignment(alignment, left, right)
    assert alignment.matched == table_length(left, right) == lcs_length(left, right)


@pytest.mark.viewer_behaviour(18)
@pytest.mark.parametrize("count", [500, pytest.param(10_000, marks=pytest.mark.long)])
def test_matches_as_much_as_possible_on_random_pairs(count: int) -> None:
    dice = random.Random(20)
    for _ in range(count):
        symbols = "abcdefghijklmnop"[: dice.randint(1, 16)]
        left = dice.choices(symbols, k=dice.randint(0, 16))
        right = dice.choices(symbols, k=dice.randint(0, 16))
        alignment = align(left, right)
        assert is_alignment(alignment, left, right)
        assert alignment.matched == table_length(left, right)
        assert align(right, left) == alignment.mirrored()


@given(WORDS, WORDS)
def test_both_algorithms_agree(left: str, right: str) -> None:
    a, b = list(map(ord, left)), list(map(ord, right))
    length = table_length(left, right)
    for pairs in (sparse_pairs(a, b, NEVER), bit_pairs(a, b, NEVER)):
        assert len(pairs) == length
        assert all(a[i] == b[j] for i, j in pairs)
        assert pairs == sorted(set(pairs))
    assert sparse_length(a, b, NEVER) == bit_length(a, b, NEVER) == length


@given(WORDS, WORDS, st.integers(0, 5))
def test_what_is_far_off_the_diagonal_is_left_out_only_where_it_matters_not(
    left: str, right: str, near: int
) -> None:
    a, b = ([ord(symbol) for symbol in word] for word in (left, right))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lcs, "_REPEATED", len(right) + 1)
        every_match = sparse_pairs(a, b, NEVER)
        patch.setattr(lcs, "_REPEATED", 0)
        patch.setattr(lcs, "_NEAR", near)
        assert sparse_pairs(a, b, NEVER) == every_match
        assert sparse_length(a, b, NEVER) == len(every_match)


@pytest.mark.viewer_behaviour(25, "the first row that differs is where both plans part")
@given(WORDS, WORDS, WORDS)
def test_what_both_begin_with_is_matched(both: str, left: str, right: str) -> None:
    pairs = set(align(both + left, both + right).pairs())
    assert {(at, at) for at in range(len(both))} <= pairs


@given(WORDS, WORDS)
def test_swapping_mirrors(left: str, right: str) -> None:
    assert align(right, left) == align(left, right).mirrored()


@pytest.mark.parametrize(
    ("left", "right", "shown"),
    [
        ("aab", "ab", "=a -a =b"),
        ("abcabc", "abc", "=a =b =c -a -b -c"),
        ("xaby", "xabaaby", "=x =a =b +a +a +b =y"),
        ("zaby", "xabaaby", "-z +x +a +b +a =a =b =y"),
        ("abxab", "ab", "=a =b -x -a -b"),
        ("abab", "baba", "-a =b =a =b +a"),
        ("", "ab", "+a +b"),
        ("abc", "xyz", "-a -b -c +x +y +z"),
        ("abc", "abc", "=a =b =c"),
    ],
)
def test_gaps_stand_at_canonical_places(left: str, right: str, shown: str) -> None:
    assert " ".join(_shown(align(left, right), left, right)) == shown


def test_the_result_does_not_depend_on_the_hash_seed() -> None:
    program = (
        "import random; from plancore.align.sequences import align\n"
        "dice = random.Random(5)\n"
        "for size in (5, 300):\n"
        "    a, b = (['s%d' % dice.randrange(size) for _ in range(400)] for _ in 'ab')\n"
        "    print(align(a, b).blocks)\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outputs) == 1
    assert "Block" in outputs.pop()


@pytest.mark.viewer_behaviour(26)
@given(WORDS, WORDS, st.integers(1, 40))
def test_above_the_cap_the_alignment_is_labelled(left: str, right: str, cap: int) -> None:
    alignment = align(left, right, max_cells=cap)
    assert is_alignment(alignment, left, right)
    assert alignment.matched <= table_length(left, right)
    assert alignment.exact or len(left) * len(right) > cap
    assert align(right, left, max_cells=cap).blocks == alignment.mirrored().blocks


def test_an_approximate_alignment_keeps_the_anchors() -> None:
    dice = random.Random(8)
    left, right = ([dice.choice("ab") for _ in range(900)] for _ in range(2))
    for place in (100, 400, 700):
        left[place] = right[place - 10] = f"anchor{place}"
    alignment = align(left, right, max_cells=200_000)
    assert not alignment.exact
    assert {(100, 90), (400, 390), (700, 690)} <= set(alignment.pairs())
    assert is_alignment(alignment, left, right)


@pytest.mark.viewer_behaviour(26)
@pytest.mark.parametrize("run", [align, lcs_length])
def test_can_be_cancelled(run: Callable[..., object]) -> None:
    for symbols in ("ab", "abcdefghijklmnopqrstuvwxyz"):
        dice = random.Random(1)
        left, right = (dice.choices(symbols, k=500) for _ in range(2))
        with pytest.raises(StoppedError):
            run(left, right, checkpoint=stop_at_once)


def _shown(alignment: SequenceAlignment, left: str, right: str) -> list[str]:
    shown = []
    i = j = 0
    for a, b, length in (*alignment.blocks, (len(left), len(right), 0)):
        shown += [f"-{symbol}" for symbol in left[i:a]]
        shown += [f"+{symbol}" for symbol in right[j:b]]
        shown += [f"={symbol}" for symbol in left[a : a + length]]
        i, j = a + length, b + length
    return shown
