"""One pair of a batch: the results of its review as plain data that is sent between processes.

A pair may have an earlier version: an older learned file with the same reference. Its counts are
those of `plancore.compare.three_way`; "left" is still wrong or otherwise wrong.

A run records its options and how names were matched: as written, or by a name mapping. Saved pairs
are compared again with the same settings. A run can be compared with a baseline that has other
settings, with a warning, as scores may differ for that reason alone: aligned scores measure how
much corresponds, scores by name also how much has the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from plancore.report import marks
from plancore.report.domain.words import ALIGNED, BY_NAME
from plancore.report.headline import HEADLINES
from plancore.report.marks import Mark

RENAMED: Final = " ⇐ "
"""Separates the current and the earlier name of a file in the name of a pair."""


class PairStatus(StrEnum):
    """The outcome of a pair."""

    SAME = "same"
    DOUBTFUL = "doubtful"
    """No differences in what could be read, but the files have errors."""
    RENAMED = "renamed"
    """The same except for names, or for goals that hold in the same reachable states."""
    DIFFERENT = "different"
    MISSING = "missing"
    """Only the reference has the file."""
    EXTRA = "extra"
    """Only the learned side has the file."""
    FAILED = "failed"
    """The files cannot be compared."""


class BatchPair(NamedTuple):
    """Two files to compare. `name` is their name in reports; a missing side is None. `trouble` is
    the reason why they cannot be compared, or empty. `before` is the earlier learned file, if
    requested and available."""

    name: str
    learned: str | None
    reference: str | None
    trouble: str = ""
    before: str | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The names of the learned file and of the reference."""
        learned, _, reference = self.name.partition(RENAMED)
        return learned, reference or learned


@dataclass(frozen=True, slots=True)
class BatchRow:
    """A pair with its results.

    `kind` is the kind of its review, empty without one. `figures` are the scores of
    `plancore.report.headline`. `n_same` of `n_parts` actions, formulas or steps are the same;
    `n_differences` is the count in reports on the pair. `n_errors` counts the errors in both files;
    with errors the scores cover only what could be read. `spread` samples the distribution of some
    scores over the actions, best first, in at most `SPREAD` values. `note` describes the worst
    difference or, for a failed pair, the reason. `signs` has the number of differences by sign,
    with `!` for errors. `earlier` are the results for the earlier learned file, if known.
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
        """Whether both files exist and were compared."""
        return self.status in _COMPARED

    @property
    def is_invalid(self) -> bool:
        """Whether the learned plan was executed and is not valid; not for a missing plan."""
        return self.status is not PairStatus.MISSING and self.figures.get("valid") == 0

    @property
    def is_trouble(self) -> bool:
        """Whether the pair is inconclusive: not compared, or no differences but errors."""
        return self.status in (PairStatus.FAILED, PairStatus.DOUBTFUL)

    @property
    def mark(self) -> Mark:
        """The mark of the worst about the pair."""
        if self.status is PairStatus.FAILED or self.n_errors:
            return marks.FAULTY
        return marks.FAILING if self.is_invalid else _MARKS[self.status]


SPREAD: Final = 8
"""The maximum number of values of a spread, as drawn."""

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
    """The row of a pair that cannot be compared."""
    return BatchRow(*pair[:3], PairStatus.FAILED, note=reason)


def count_of_change(row: BatchRow, name: str) -> int | None:
    """The number of things repaired, broken or left wrong in a pair; None if unknown."""
    return None if row.earlier is None else COUNTS[name](row.earlier)


def figure_before(row: BatchRow) -> float | None:
    """The earlier value of the first score of its kind; None if there is none."""
    if row.earlier is None or row.kind not in HEADLINES:
        return None
    return row.earlier.figures.get(HEADLINES[row.kind][0].name)


@dataclass(frozen=True, slots=True)
class Earlier:
    """The results for an earlier learned file: its scores, and how many things were repaired,
    broken and left wrong since. Runs of earlier versions have these counts only for domains.

    `trouble` is the reason why it could not be compared; then all else is empty. `note` names the
    files that a plan was executed in, if it is executed in others now.
    """

    file: str
    figures: Mapping[str, float | None] = field(default_factory=dict)
    n_repaired: int | None = None
    n_broken: int | None = None
    n_left: int | None = None
    trouble: str = ""
    note: str = ""

    @property
    def text(self) -> str:
        """`2 repaired, 1 broken, 2 left`, with the remark; may be empty."""
        counts = change_counts_text(self.n_repaired, self.n_broken, self.n_left)
        remark = f"before: {self.remark}" if self.remark else ""
        return "; ".join(filter(None, (counts, remark)))

    @property
    def remark(self) -> str:
        """`trouble` or the note; may be empty."""
        return self.trouble or self.note


COUNTS: Final[dict[str, Callable[[Earlier], int | None]]] = {
    "repaired": lambda earlier: earlier.n_repaired,
    "broken": lambda earlier: earlier.n_broken,
    "left": lambda earlier: earlier.n_left,
}
"""By the names used in filters and orders."""
SIGNS: Final = {"repaired": "✓", "broken": "✗", "left": "!"}
"""The heads of their columns in narrow tables."""


def change_counts_text(repaired: int | None, broken: int | None, left: int | None) -> str:
    """`2 repaired, 1 broken, 2 left`, without zero counts."""
    counts = ((repaired, "repaired"), (broken, "broken"), (left, "left"))
    return ", ".join(f"{number} {word}" for number, word in counts if number)


Chosen: TypeAlias = Mapping[str, bool | str | tuple[str, ...]]
"""Values of options by key; options that were not set are omitted."""


_OPTIONS: Final = {
    "name": ("domain", "problem"),
    "evidence": ("domain",),
    "plans": ("domain",),
    "domain": ("plan",),
    "problem": ("plan",),
    "modulo-commuting": ("plan",),
}
"""The kinds of pairs that each option affects."""
KEYS: Final = frozenset(_OPTIONS)
"""The options that rows depend on."""


def chosen_text(chosen: Chosen) -> str:
    """`with --modulo-commuting --plans cases.json`; `as usual` without options."""
    return f"with {' '.join(_words(chosen))}" if chosen else "as usual"


def _words(chosen: Chosen) -> Iterator[str]:
    for key, value in chosen.items():
        if isinstance(value, bool):
            yield f"--{key}" if value else f"--no-{key}"
        else:
            for each in (value,) if isinstance(value, str) else value:
                yield f"--{key} {each}"


def that_matters(chosen: Chosen, kinds: Collection[str]) -> Chosen:
    """The options that affect pairs of these kinds."""
    return {
        key: value for key, value in chosen.items() if any(kind in kinds for kind in _OPTIONS[key])
    }


_BACKSLASH: Final = "\\"


class NameOptions(NamedTuple):
    """Whether domains were aligned, and the mapping file, if one was given."""

    is_aligned: bool = False
    mapping: str | None = None

    @property
    def text(self) -> str:
        """`by name`, `aligned`, `with pairs.json`, `aligned with pairs.json`."""
        if self.mapping is None:
            return ALIGNED if self.is_aligned else BY_NAME
        stated = f"with {self.mapping.replace(_BACKSLASH, '/').rpartition('/')[2]}"
        return f"{ALIGNED} {stated}" if self.is_aligned else stated


ALIGNED_APART: Final = f"{ALIGNED}: almost no names in common"
"""The start of the note on a pair that was aligned although the others are compared by name."""

PLAIN_NAMES: Final = NameOptions()
"""By name."""
