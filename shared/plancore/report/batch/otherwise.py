"""How names were matched in a batch, and differences in the settings of its baseline."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from plancore.phrases import count_of
from plancore.report.batch.review import Batch
from plancore.report.batch.row import ALIGNED_APART, NameOptions, chosen_text, that_matters

_ALIGNED_KIND: Final = "domain"
_MAPPED_KINDS: Final = ("domain", "problem")
"""Kinds that name mappings apply to; plans are compared as written."""


def names_text(batch: Batch) -> str:
    """How names were matched: `by name; 2 pairs aligned: almost no names in common`. Empty if no
    kind of pair depends on it, and for runs that do not record it."""
    if batch.names is None or not _matter(batch.kinds):
        return ""
    n_apart = sum(row.note.startswith(ALIGNED_APART) for row in batch.shown)
    apart = f"; {count_of(n_apart, 'pair')} {ALIGNED_APART}" if n_apart else ""
    return f"{batch.names.text}{apart}"


def names_remark(batch: Batch) -> str:
    """A warning if the baseline's names were matched differently, or if that is unknown; empty if
    it makes no difference."""
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
    """Warnings on a baseline made with other settings: how names were matched, and other options.
    Nothing about options if either run does not record them."""
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
    """Whether the settings make a difference for pairs of these kinds."""
    return one.mapping != other.mapping or (
        one.is_aligned is not other.is_aligned and _ALIGNED_KIND in kinds
    )
