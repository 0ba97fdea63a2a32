"""What figures hold for, in words: limits, and the machine that they were measured on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

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
