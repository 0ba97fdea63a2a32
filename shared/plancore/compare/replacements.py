"""Pairs of a missing step and the extra step that replaces it."""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq

from plancore.align.sequences import heaviest_pairs
from plancore.model.plan import Step, StepKey

_SMALL_GAP = 64
"""Gaps with at most this many pairs are always paired optimally."""

_WINDOW = 8
"""The number of steps of the other side that a step is compared with in a large gap."""

_SCALE = 5040


def similarity(left: Step, right: Step) -> int:
    """The similarity of two steps in 0..5040; 0 if they share too little. The share of equal words,
    name included, at equal positions; of equal actions for concurrent steps. At least half must be
    equal, and more than half if the names differ, so that unrelated steps are not paired."""
    if left.concurrent != right.concurrent:
        return 0
    if left.concurrent:
        a, b = set(left.actions), set(right.actions)
        share = _SCALE * 2 * len(a & b) // max(len(a) + len(b), 1)
        return share if 2 * share >= _SCALE else 0
    return _shared_words(left.actions[0].key, right.actions[0].key)


def _shared_words(first: StepKey, second: StepKey) -> int:
    """The similarity of two actions."""
    equal = sum(map(eq, first, second))
    if not equal:
        return 0
    size = max(len(first), len(second))
    needed = size if first[0] == second[0] else size + 1
    return _SCALE * equal // size if 2 * equal >= needed else 0


class StepPairing:
    """Pairs the missing and the extra steps of each gap in turn. An optimal pairing takes time
    quadratic in the gap. Large gaps are paired optimally while the budget lasts, which grows with
    the plans, and greedily after that."""

    def __init__(self, budget: int) -> None:
        self._budget = budget

    def pairs(
        self, left: Sequence[tuple[int, Step]], right: Sequence[tuple[int, Step]]
    ) -> list[tuple[int, int]]:
        """The index pairs of steps that replace each other, ascending on both sides."""
        if not left or not right:
            return []
        cells = len(left) * len(right)
        best = cells <= _SMALL_GAP or cells <= self._budget
        if best and cells > _SMALL_GAP:
            self._budget -= cells
        choose = _best if best else _greedy
        chosen = choose([step for _, step in left], [step for _, step in right])
        return [(left[i][0], right[j][0]) for i, j in chosen]


def _best(left: Sequence[Step], right: Sequence[Step]) -> list[tuple[int, int]]:
    if len(left) == len(right) == 1:
        return [(0, 0)] if similarity(left[0], right[0]) else []
    if any(step.concurrent for step in (*left, *right)):
        scores = [[similarity(step, other) for other in right] for step in left]
    else:
        keys = [step.key for step in right]
        scores = [[_shared_words(step.key, key) for key in keys] for step in left]
    return heaviest_pairs(scores) if any(map(any, scores)) else []


def _greedy(left: Sequence[Step], right: Sequence[Step]) -> list[tuple[int, int]]:
    chosen = []
    keys = [step.key for step in right]
    j = 0
    for i, step in enumerate(left):
        if not step.concurrent:
            # A cheap test first: in a large gap most steps are similar to none of the others.
            words = step.actions[0].key
            name, size = words[0], len(words)
            equal = [
                2 * sum(map(eq, words, key)) + (key[0] == name) for key in keys[j : j + _WINDOW]
            ]
            if max(equal, default=0) <= size:
                continue
        scores = [similarity(step, other) for other in right[j : j + _WINDOW]]
        best = max(scores, default=0)
        if best:
            j += scores.index(best)
            chosen.append((i, j))
            j += 1
    return chosen
