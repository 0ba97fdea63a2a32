"""What changed between two texts, found by comparing slices."""

from __future__ import annotations

from plancore.source import Span


def changed_span(old: str, new: str) -> tuple[Span, str]:
    """The shortest single replacement that makes `new` from `old`."""
    prefix = _common_length(old, new, min(len(old), len(new)), from_end=False)
    rest = min(len(old), len(new)) - prefix
    suffix = _common_length(old, new, rest, from_end=True)
    return Span(prefix, len(old) - suffix), new[prefix : len(new) - suffix]


def _common_length(old: str, new: str, limit: int, *, from_end: bool) -> int:
    """How many characters the two share at one end, at most `limit`.

    Halves the question each time: comparing slices runs at the speed of memory, while a loop
    over the characters of a large text would take a second.
    """
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if from_end:
            ends = len(old) - low, len(new) - low
            same = old[len(old) - middle : ends[0]] == new[len(new) - middle : ends[1]]
        else:
            same = old[low:middle] == new[low:middle]
        if same:
            low = middle
        else:
            high = middle - 1
    return low
