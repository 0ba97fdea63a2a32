"""A pair as it was before: the learned file of an earlier folder beside the same reference.

Counts are those of `plancore.compare.three_way`; what is left is wrong in the same way or
otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import fsum
from typing import TYPE_CHECKING, Final

from plancore.report.headline import HEADLINES

if TYPE_CHECKING:
    from plancore.report.batch.review import Batch
    from plancore.report.batch.row import PairRow


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


def count_of_change(row: PairRow, name: str) -> int | None:
    """How many things were repaired, broken, or left wrong in a pair; None where it is unknown."""
    return None if row.earlier is None else COUNTS[name](row.earlier)


def figure_before(row: PairRow, name: str = "") -> float | None:
    """A figure of a pair as it was, by default the first of its kind; None for none."""
    if row.earlier is None or row.kind not in HEADLINES:
        return None
    return row.earlier.figures.get(name or HEADLINES[row.kind][0].name)


def change_texts(batch: Batch) -> list[str]:
    """What the change did to the pairs that are shown: the sums of the counts, and for each kind
    the mean of its first figure then and now, over the pairs that have both."""
    said = []
    sums = [sum(count_of_change(row, name) or 0 for row in batch.shown) for name in COUNTS]
    shown = " shown" if batch.is_filtered else ""
    if any(sums):
        where = f" in the {len(batch.shown)} shown" if shown else ""
        said.append(f"the change{where}: {counts_text(*sums)}")
    for kind in batch.kinds:
        first = HEADLINES[kind][0]
        both = [
            (then, now)
            for row in batch.shown
            if row.kind == kind
            and (then := figure_before(row)) is not None
            and (now := row.figures.get(first.name)) is not None
        ]
        if both:
            then, now = (fsum(values) / len(both) for values in zip(*both, strict=True))
            said.append(
                f"{kind}s{shown}, mean {first.title} {then:.3f} → {now:.3f} over {len(both)}"
            )
    return said
