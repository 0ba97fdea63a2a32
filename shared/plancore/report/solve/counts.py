"""Attempts counted by what came of them, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from plancore.metrics.attempts import AttemptClass
from plancore.phrases import count_of

WORDS: Final = {each: each.value.replace("_", " ") for each in AttemptClass}
"""What the classes are called."""
_THINGS: Final = (
    AttemptClass.FALSE_PLAN,
    AttemptClass.TIMEOUT,
    AttemptClass.MEMOUT,
    AttemptClass.PARSE_ERROR,
    AttemptClass.PLANNER_ERROR,
)
"""Classes that have a plural."""


def counts_text(classes: Iterable[AttemptClass]) -> str:
    """`7 of 12 solved, 2 false plans, 3 timeouts`: every attempt that came to a result, by what
    came of it; nothing where there is none."""
    counts = Counter(each for each in classes if each is not AttemptClass.NO_RESULT)
    if not counts:
        return ""
    total, n_solved = counts.total(), counts.pop(AttemptClass.SOLVED, 0)
    others = (_counted(each, count) for each, count in sorted(counts.items()))
    return ", ".join((f"{n_solved} of {total} solved", *others))


def _counted(of: AttemptClass, count: int) -> str:
    return count_of(count, WORDS[of]) if of in _THINGS else f"{count} {WORDS[of]}"
