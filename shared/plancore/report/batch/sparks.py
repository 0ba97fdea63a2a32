"""Sparklines: a few values as bars."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_BARS: Final = "▁▂▃▄▅▆▇█"


def spark(values: Iterable[float | None]) -> str:
    """A bar for each value in [0, 1], `·` for one that is undefined: `█▆▁·`."""
    return "".join(map(_bar, values))


def _bar(value: float | None) -> str:
    return "·" if value is None else _BARS[min(int(value * len(_BARS)), len(_BARS) - 1)]


def histogram(values: Iterable[float], bins: int = 8) -> str:
    """How many of the values in [0, 1] are in each of `bins` equal ranges, low ones first; the
    highest bar is the most frequent. Nothing for no values."""
    counts = [0] * bins
    for value in values:
        counts[min(int(value * bins), bins - 1)] += 1
    most = max(counts)
    return spark(None if not count else count / most for count in counts) if most else ""
