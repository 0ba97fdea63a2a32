"""Counts of differences by sign, with bars as in `git diff --stat`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from plancore.phrases import SIDES, count_of
from plancore.report import lines, marks
from plancore.report.lines import Cell, Line, Piece, Tone, line, table, visible
from plancore.report.marks import Mark
from plancore.report.registry import Style

Tally: TypeAlias = "Counter[Mark]"

MARKS: Final = {
    "missing": marks.MISSING,
    "extra": marks.EXTRA,
    "changed": marks.CHANGED,
    "retimed": marks.CHANGED,
    "renamed": marks.MOVED,
    "moved": marks.MOVED,
    "commutes": marks.COMMUTES,
    "failing": marks.FAILING,
    "error": marks.FAULTY,
}
"""By the kind of difference."""
_SHOWN: Final = (marks.MISSING, marks.EXTRA, marks.CHANGED)
"""Marks that have a column even if their counts are all 0."""
_ORDER: Final = tuple(dict.fromkeys(MARKS.values()))
_WIDTH: Final = 80
_LEAST_BAR: Final = 10


def tally_lines(
    tallies: Mapping[str, Tally],
    style: Style,
    order: Sequence[Mark] = _ORDER,
    always: Sequence[Mark] = _SHOWN,
) -> list[Line]:
    """A line for each name, with a bar of one sign per difference, scaled down if there is no room.
    Signs are in the given `order`; those in `always` have a column even if all counts are 0."""
    counted = sum(tallies.values(), Counter[Mark]())
    signs = [mark for mark in order if mark in always or counted[mark]]
    rows = [_row(visible(name), tally, signs) for name, tally in tallies.items()]
    drawn = table(rows, right=range(1, 1 + len(signs)))
    taken = max((lines.line_width(entry) for entry in drawn), default=0)
    room = max((style.width or _WIDTH) - taken - 3, _LEAST_BAR)
    most = max((tally.total() for tally in tallies.values()), default=0)
    return [
        line(*entry, _blanks(entry, taken), " | ", *_bar(tally, signs, most, room))
        for entry, tally in zip(drawn, tallies.values(), strict=True)
    ]


def sum_text(tallies: Iterable[Tally], whole: Tally | None = None, *, of: str = "") -> str:
    """`6 differences: 2 missing, 4 extra`; errors are counted separately. `whole` has the
    differences, if some of them are in several tallies. With a noun `of`, also the number of
    tallies: `6 differences in 2 pairs: …`."""
    counted = list(tallies)
    total = sum(counted, Counter[Mark]()) if whole is None else Counter(whole)
    n_errors = total.pop(marks.FAULTY, 0)
    n_differing = sum(any(mark != marks.FAULTY for mark in tally) for tally in counted)
    where = f" in {count_of(n_differing, of)}" if of else ""
    kinds = ", ".join(f"{total[mark]} {_word(mark)}" for mark in _ORDER if total[mark])
    errors = f"; {count_of(n_errors, 'error')} in the files" if n_errors else ""
    if not kinds:
        return f"no difference{errors}"
    return f"{count_of(total.total(), 'difference')}{where}: {kinds}{errors}"


def _word(mark: Mark) -> str:
    words = {
        marks.MISSING: SIDES.missing,
        marks.EXTRA: SIDES.extra,
        marks.CHANGED: "changed",
        marks.MOVED: "moved or renamed",
        marks.COMMUTES: "moved independently",
        marks.FAILING: "failing",
    }
    return words[mark]


def _blanks(entry: Line, width: int) -> str:
    return " " * (width - lines.line_width(entry))


def _row(name: str, tally: Tally, signs: Sequence[Mark]) -> list[Cell]:
    cells = [
        Piece(f"{tally[mark]}{mark.sign}", mark.tone if tally[mark] else Tone.DIM) for mark in signs
    ]
    return [f" {name}", *cells]


def _bar(tally: Tally, signs: Sequence[Mark], most: int, room: int) -> list[Piece]:
    """A run of signs for each mark, scaled down if `most` signs do not fit."""
    scale = min(1.0, room / max(most, 1))
    return [
        Piece(mark.sign * max(1, round(tally[mark] * scale)), mark.tone)
        for mark in signs
        if tally[mark]
    ]
