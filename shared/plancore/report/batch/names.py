"""How names were taken in a run: as they are written, or as standing for names of the reference.

Figures of aligned domains and of domains by name are about different things: the one says how much
corresponds, the other how much is called the same besides. A run and a baseline of the other kind
can be read beside each other, but what is lower or higher may be so for this alone, and that is
told.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from plancore.report.domain.basis import ALIGNED, BY_NAME

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
