"""Attempts counted by what came of them, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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


# What figures hold for, in words: limits, and the machine that they were measured on.

_MIB: Final = 1024 * 1024


def limits_text(time: float, memory: int | None) -> str:
    """`60 s on the clock, 2,048 MiB`; `memory` is in bytes."""
    bounded = "no limit of memory" if memory is None else f"{memory / _MIB:,.0f} MiB"
    return f"{time:g} s on the clock, {bounded}"


def enforced_rows(enforced: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """How surely limits hold, each fact with what it is: `leaves nothing`, `yes`."""
    for name, value in enforced.items():
        said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        yield name.replace("_", " "), said


def machine_text(machine: Mapping[str, object]) -> str:
    """`Linux-6.1, x86_64, 2 processors`: whatever is known of it."""
    named = {name: str(value) for name, value in machine.items()}
    if "processors" in named:
        named["processors"] += " processors"
    if "python" in named:
        named["python"] = f"Python {named['python']}"
    return ", ".join(named.values())
