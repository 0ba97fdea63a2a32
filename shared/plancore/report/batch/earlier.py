"""A pair as it was before: the learned file of an earlier folder beside the same reference.

Counts are those of `plancore.compare.three_way`; what is left is wrong in the same way or
otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Earlier:
    """What the learned file was before: its figures then, and how many things have become right,
    have become wrong, and are as wrong as they were; runs of earlier versions know that of domains
    alone. `trouble` says why it could not be compared; then nothing else is known. `note` says in
    what a plan was executed, where it is executed in something else now."""

    file: str
    figures: Mapping[str, float | None] = field(default_factory=dict)
    n_repaired: int | None = None
    n_broken: int | None = None
    n_left: int | None = None
    trouble: str = ""
    note: str = ""

    @property
    def text(self) -> str:
        """`2 repaired, 1 broken, 2 left`, and what else has to be known; empty where nothing is
        told."""
        counts = counts_text(self.n_repaired, self.n_broken, self.n_left)
        remark = f"before: {self.remark}" if self.remark else ""
        return "; ".join(filter(None, (counts, remark)))

    @property
    def remark(self) -> str:
        """`trouble`, or the note; empty where there is neither."""
        return self.trouble or self.note


COUNTS: Final[dict[str, Callable[[Earlier], int | None]]] = {
    "repaired": lambda earlier: earlier.n_repaired,
    "broken": lambda earlier: earlier.n_broken,
    "left": lambda earlier: earlier.n_left,
}
"""By the names that rows are filtered and sorted by."""
SIGNS: Final = {"repaired": "✓", "broken": "✗", "left": "!"}
"""The heads of their columns, where there is little room."""


def counts_text(repaired: int | None, broken: int | None, left: int | None) -> str:
    """`2 repaired, 1 broken, 2 left`, without what there is none of."""
    counts = ((repaired, "repaired"), (broken, "broken"), (left, "left"))
    return ", ".join(f"{number} {word}" for number, word in counts if number)
