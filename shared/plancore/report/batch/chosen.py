"""What was chosen, besides how names are taken, that rows of a run rest on.

Pairs of a saved run are compared again as they were, and a baseline for which something else was
chosen can be read beside a run, but what is lower or higher may be so for this alone.

How names were taken in a run: as they are written, or as standing for names of the reference.

Figures of aligned domains and of domains by name are about different things: the one says how much
corresponds, the other how much is called the same besides. A run and a baseline of the other kind
can be read beside each other, but what is lower or higher may be so for this alone, and that is
told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from plancore.report.domain.basis import ALIGNED, BY_NAME

Chosen: TypeAlias = Mapping[str, bool | str | tuple[str, ...]]
"""Values of options by their keys; those that nobody has set are left out."""


_OPTIONS: Final = {
    "name": ("domain", "problem"),
    "evidence": ("domain",),
    "plans": ("domain",),
    "domain": ("plan",),
    "problem": ("plan",),
    "modulo-commuting": ("plan",),
}
"""The kinds of pairs to which each makes a difference."""
KEYS: Final = frozenset(_OPTIONS)
"""The options that rows rest on."""


def chosen_text(chosen: Chosen) -> str:
    """`with --modulo-commuting --plans cases.json`; `as usual` where nothing was chosen."""
    return f"with {' '.join(_words(chosen))}" if chosen else "as usual"


def _words(chosen: Chosen) -> Iterator[str]:
    for key, value in chosen.items():
        if isinstance(value, bool):
            yield f"--{key}" if value else f"--no-{key}"
        else:
            for each in (value,) if isinstance(value, str) else value:
                yield f"--{key} {each}"


def that_matters(chosen: Chosen, kinds: Collection[str]) -> Chosen:
    """Of what was chosen what makes a difference to pairs of these kinds."""
    return {
        key: value for key, value in chosen.items() if any(kind in kinds for kind in _OPTIONS[key])
    }


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
