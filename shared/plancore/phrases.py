"""Phrases that reports, editors and viewer share: counts with their noun, times, rates."""

from __future__ import annotations

from collections.abc import Sequence


def count_of(number: int, noun: str) -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def in_reference(learned: str, reference: str) -> str:
    """What the learned side has, and what the reference has instead."""
    return f"{learned}, in the reference {reference}"


def time_in_words(seconds: float) -> str:
    """`12 s`, `3 min`, `2 h 5 min`, `3 d 4 h`: two units at most."""
    whole = round(seconds)
    if whole < 100:
        return f"{whole} s"
    minutes = round(seconds / 60)
    if minutes < 100:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min"
    days, hours = divmod(round(seconds / 3600), 24)
    return f"{days} d {hours} h"


def rate_in_words(per_second: float) -> str:
    """`25/s`, `1.5/s`, `12/min`, `3/h`: of the first unit of time in which it is one at least."""
    rate, name = per_second, "s"
    for seconds, unit in ((60, "min"), (3600, "h")):
        if rate < 1:
            rate, name = per_second * seconds, unit
    return f"{rate:.2g}/{name}" if rate < 100 else f"{rate:,.0f}/{name}"
