"""What has to be known of a batch as a whole: how names were taken in it, what a change did, and in
what a baseline was made otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import fsum
from typing import Final

from plancore.report.batch.chosen import chosen_text, that_matters
from plancore.report.batch.earlier import COUNTS, counts_text
from plancore.report.batch.names import Names
from plancore.report.batch.review import Batch
from plancore.report.batch.row import count_of_change, figure_before
from plancore.report.headline import HEADLINES

_ALIGNED_KIND: Final = "domain"
_MAPPED_KINDS: Final = ("domain", "problem")
"""Kinds in which a mapping stands for something; plans are compared as they are written."""


def names_text(batch: Batch) -> str:
    """How names were taken, where there are pairs for which that matters; empty where there are
    none, and for a run that does not say."""
    return batch.names.text if batch.names and _matter(batch.kinds) else ""


def names_remark(batch: Batch) -> str:
    """What has to be known of a baseline whose names were taken in another way, or nobody knows
    how; empty where it was the same way, or makes no difference."""
    baseline = batch.baseline
    if baseline is None or batch.names is None or not _matter(batch.kinds):
        return ""
    if baseline.names is None:
        return f"{baseline.name} does not say whether names were aligned; here: {batch.names.text}"
    if not _differ(batch.names, baseline.names, batch.kinds):
        return ""
    return (
        f"compared {batch.names.text}, but {baseline.name} {baseline.names.text}: figures may be "
        "lower or higher for that alone"
    )


def made_otherwise(batch: Batch) -> Iterator[str]:
    """What has to be known of a baseline that was made in another way: how names were taken in it,
    and what else was chosen. Of one that says nothing of the latter, nothing is."""
    remark = names_remark(batch)
    if remark:
        yield remark
    baseline = batch.baseline
    if baseline is None or baseline.chosen is None or batch.chosen is None:
        return
    now, then = (that_matters(each, batch.kinds) for each in (batch.chosen, baseline.chosen))
    if now != then:
        yield (
            f"compared {chosen_text(now)}, but {baseline.name} {chosen_text(then)}: figures may be "
            "lower or higher for that alone"
        )


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


def _matter(kinds: Collection[str]) -> bool:
    return any(kind in kinds for kind in _MAPPED_KINDS)


def _differ(one: Names, other: Names, kinds: Collection[str]) -> bool:
    """Whether that can make a difference to pairs of these kinds."""
    return one.mapping != other.mapping or (
        one.is_aligned is not other.is_aligned and _ALIGNED_KIND in kinds
    )
