"""How names were matched in a batch, and in what a baseline was made otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from plancore.report.batch.review import Batch
from plancore.report.batch.row import NameOptions, chosen_text, that_matters

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
        return f"{baseline.name} does not record how names were matched; here: {batch.names.text}"
    if not _differ(batch.names, baseline.names, batch.kinds):
        return ""
    return (
        f"compared {batch.names.text}, but {baseline.name} {baseline.names.text}: scores may be "
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
            f"compared {chosen_text(now)}, but {baseline.name} {chosen_text(then)}: scores may be "
            "lower or higher for that alone"
        )


def _matter(kinds: Collection[str]) -> bool:
    return any(kind in kinds for kind in _MAPPED_KINDS)


def _differ(one: NameOptions, other: NameOptions, kinds: Collection[str]) -> bool:
    """Whether that can make a difference to pairs of these kinds."""
    return one.mapping != other.mapping or (
        one.is_aligned is not other.is_aligned and _ALIGNED_KIND in kinds
    )
