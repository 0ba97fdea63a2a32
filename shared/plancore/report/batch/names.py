"""How names were taken in a run: as they are written, or as standing for names of the reference.

Figures of aligned domains and of domains by name are about different things: the one says how much
corresponds, the other how much is called the same besides. A run and a baseline of the other kind
can be read beside each other, but what is lower or higher may be so for this alone, and that is
told.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.report.domain.basis import ALIGNED, BY_NAME

if TYPE_CHECKING:
    from plancore.report.batch.review import Batch


_BACKSLASH: Final = "\\"


class Names(NamedTuple):
    """Whether domains were aligned, and the file of a stated mapping."""

    is_aligned: bool = False
    mapping: str | None = None

    @property
    def text(self) -> str:
        """`by name`, `aligned`, `with pairs.json`, `aligned with pairs.json`."""
        if self.mapping is None:
            return ALIGNED if self.is_aligned else BY_NAME
        stated = f"with {self.mapping.replace(_BACKSLASH, '/').rpartition('/')[2]}"
        return f"{ALIGNED} {stated}" if self.is_aligned else stated


PLAIN_NAMES: Final = Names()
"""As they are written."""
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


def _matter(kinds: Collection[str]) -> bool:
    return any(kind in kinds for kind in _MAPPED_KINDS)


def _differ(one: Names, other: Names, kinds: Collection[str]) -> bool:
    """Whether that can make a difference to pairs of these kinds."""
    return one.mapping != other.mapping or (
        one.is_aligned is not other.is_aligned and _ALIGNED_KIND in kinds
    )
