"""One pair of a batch: what is kept of its review, as plain data that travels between processes.

A pair as it was before: the learned file of an earlier folder beside the same reference.

Counts are those of `plancore.compare.three_way`; what is left is wrong in the same way or
otherwise.

What was chosen, besides how names are taken, that rows of a run rest on.

Pairs of a saved run are compared again as they were, and a baseline for which something else was
chosen can be read beside a run, but what is lower or higher may be so for this alone.

How names were taken in a run: as they are written, or as standing for names of the reference.

Figures of aligned domains and of domains by name are about different things: the one says how much
corresponds, the other how much is called the same besides. A run and a baseline of the other kind
can be read beside each other, but what is lower or higher may be so for this alone, and that is
told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from plancore.report import marks
from plancore.report.domain.basis import ALIGNED, BY_NAME
from plancore.report.headline import HEADLINES
from plancore.report.marks import Mark

RENAMED: Final = " ⇐ "
"""Stands in the name of a pair between what its file is called and what it was called."""


class PairStatus(StrEnum):
    """What became of a pair."""

    SAME = "same"
    DOUBTFUL = "doubtful"
    """Nothing differs in what could be read of them, and they have errors."""
    RENAMED = "renamed"
    """They are the same except for names, or for goals that hold in the same reachable states."""
    DIFFERENT = "different"
    MISSING = "missing"
    """Only the reference has the file."""
    EXTRA = "extra"
    """Only the learned side has it."""
    FAILED = "failed"
    """The files cannot be compared."""


class BatchPair(NamedTuple):
    """Two files to compare. `name` is what reports call them; a side that has no such file is
    None. `trouble` says why they cannot be compared, and is empty where they can. `before` is the
    learned file as it was, where that is asked for and there is one."""

    name: str
    learned: str | None
    reference: str | None
    trouble: str = ""
    before: str | None = None

    @property
    def names(self) -> tuple[str, str]:
        """What the learned file is called, and what the reference."""
        learned, _, reference = self.name.partition(RENAMED)
        return learned, reference or learned


@dataclass(frozen=True, slots=True)
class BatchRow:
    """A pair, and what was found out about it.

    `kind` is that of its review, empty where there is none. `figures` are those of
    `plancore.report.headline`. `n_same` of `n_parts` actions, formulas or steps are the same;
    `n_differences` is what reports of the pair count. `n_errors` are the errors in the two files:
    figures are then about what was left of them. `spread` says of some figures how they are spread
    over the actions, the best first, in at most `SPREAD` values. `note` is the worst in a few
    words; of a failed pair it is the reason. `signs` says how many differences there are of each
    sign, and `!` of errors. `earlier` is what the learned file was before, where it is known.
    """

    name: str
    learned: str | None
    reference: str | None
    status: PairStatus
    kind: str = ""
    figures: Mapping[str, float | None] = field(default_factory=dict)
    n_same: int = 0
    n_parts: int = 0
    n_differences: int = 0
    n_errors: int = 0
    spread: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    note: str = ""
    signs: Mapping[str, int] = field(default_factory=dict)
    earlier: Earlier | None = None

    @property
    def is_compared(self) -> bool:
        """Whether both files are there, and could be compared."""
        return self.status in _COMPARED

    @property
    def is_invalid(self) -> bool:
        """Whether the learned plan was executed, and is not valid. Of one that is missing the
        figure is 0, too, and there is nothing that is invalid."""
        return self.status is not PairStatus.MISSING and self.figures.get("valid") == 0

    @property
    def is_trouble(self) -> bool:
        """Whether sameness or difference cannot be vouched for: there is no review, or it finds no
        difference in files that have errors."""
        return self.status in (PairStatus.FAILED, PairStatus.DOUBTFUL)

    @property
    def mark(self) -> Mark:
        """Its sign: the worst that is to be said of it."""
        if self.status is PairStatus.FAILED or self.n_errors:
            return marks.FAULTY
        return marks.FAILING if self.is_invalid else _MARKS[self.status]


SPREAD: Final = 8
"""Values of a spread: as many as are drawn."""

_COMPARED: Final = frozenset(
    {PairStatus.SAME, PairStatus.DOUBTFUL, PairStatus.RENAMED, PairStatus.DIFFERENT}
)
_MARKS: Final = {
    PairStatus.SAME: marks.SAME,
    PairStatus.DOUBTFUL: marks.FAULTY,
    PairStatus.RENAMED: marks.MOVED,
    PairStatus.DIFFERENT: marks.CHANGED,
    PairStatus.MISSING: marks.MISSING,
    PairStatus.EXTRA: marks.EXTRA,
}


def failed(pair: BatchPair, reason: str) -> BatchRow:
    """A pair that cannot be compared."""
    return BatchRow(*pair[:3], PairStatus.FAILED, note=reason)


def count_of_change(row: BatchRow, name: str) -> int | None:
    """How many things were repaired, broken, or left wrong in a pair; None where it is unknown."""
    return None if row.earlier is None else COUNTS[name](row.earlier)


def figure_before(row: BatchRow, name: str = "") -> float | None:
    """A figure of a pair as it was, by default the first of its kind; None for none."""
    if row.earlier is None or row.kind not in HEADLINES:
        return None
    return row.earlier.figures.get(name or HEADLINES[row.kind][0].name)


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
        counts = change_counts_text(self.n_repaired, self.n_broken, self.n_left)
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


def change_counts_text(repaired: int | None, broken: int | None, left: int | None) -> str:
    """`2 repaired, 1 broken, 2 left`, without what there is none of."""
    counts = ((repaired, "repaired"), (broken, "broken"), (left, "left"))
    return ", ".join(f"{number} {word}" for number, word in counts if number)


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


class NameOptions(NamedTuple):
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


PLAIN_NAMES: Final = NameOptions()
"""As they are written."""
