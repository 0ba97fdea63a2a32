"""A review as a line for each action that differs, with counts and a bar, as `git diff --stat`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from plancore.report import lines, marks
from plancore.report.lines import Piece, Tone, line, visible
from plancore.report.marks import Mark
from plancore.report.registry import Style
from plancore.report.review import Review
from plancore.report.review_findings import ReviewFinding, findings_of
from plancore.report.table import Cell, table
from plancore.report.words import count_of

_MARKS: Final = {
    "missing": marks.MISSING,
    "extra": marks.EXTRA,
    "changed": marks.CHANGED,
    "retimed": marks.CHANGED,
    "renamed": marks.MOVED,
    "moved": marks.MOVED,
    "failing": marks.FAILING,
    "error": marks.FAULTY,
}
_SHOWN: Final = (marks.MISSING, marks.EXTRA, marks.CHANGED)
"""Whose counts have a column, be it empty."""
_WIDTH: Final = 80
_LEAST_BAR: Final = 10
_NAME: Final = re.compile(r"\(([^\s()]+)")


def render(review: Review, style: Style) -> str:
    """The lines, then the sum. A bar has a sign for each difference while there is room."""
    counts: dict[str, Counter[Mark]] = {}
    for finding in findings_of(review):
        subject = counts.setdefault(visible(_subject(finding)), Counter())
        subject[_MARKS[finding.kind]] += 1
    signs = [mark for mark in dict.fromkeys(_MARKS.values()) if _has(mark, counts)]
    rows = [_row(name, counted, signs) for name, counted in counts.items()]
    drawn = table(rows, right=range(1, 1 + len(signs)))
    taken = max((lines.line_width(entry) for entry in drawn), default=0)
    room = max((style.width or _WIDTH) - taken - 3, _LEAST_BAR)
    most = max((counted.total() for counted in counts.values()), default=0)
    made = [
        line(*entry, " " * (taken - lines.line_width(entry)), " | ", *_bar(counted, most, room))
        for entry, counted in zip(drawn, counts.values(), strict=True)
    ]
    made.append(line(_sum_text(list(counts.values()), signs)))
    return lines.render(made, colour=style.colour)


def _sum_text(counts: Sequence[Counter[Mark]], signs: Sequence[Mark]) -> str:
    """`4 differ: 2 -, 4 +`; what errors keep from being read differs in nothing that is known."""
    total = sum(counts, Counter[Mark]())
    n_errors = total.pop(marks.FAULTY, 0)
    n_differing = sum(any(mark != marks.FAULTY for mark in counted) for counted in counts)
    kinds = ", ".join(f"{total[mark]} {mark.sign}" for mark in signs if total[mark])
    differ = "differs" if n_differing == 1 else "differ"
    errors = f"; {count_of(n_errors, 'error')} in the files" if n_errors else ""
    return f"{f'{n_differing} {differ}: {kinds}' if kinds else 'no difference'}{errors}"


def _has(mark: Mark, counts: Mapping[str, Counter[Mark]]) -> bool:
    return mark in _SHOWN or any(counted[mark] for counted in counts.values())


def _subject(finding: ReviewFinding) -> str:
    """The action, or section; of a step its action."""
    step = _NAME.match(finding.learned or finding.reference or "")
    is_step = finding.part == "step" and step is not None
    return step[1] if is_step and step else finding.subject or finding.spot.file.name


def _row(name: str, counted: Counter[Mark], signs: Sequence[Mark]) -> list[Cell]:
    cells = [
        Piece(f"{counted[mark]}{mark.sign}", mark.tone if counted[mark] else Tone.DIM)
        for mark in signs
    ]
    return [f" {name}", *cells]


def _bar(counted: Counter[Mark], most: int, room: int) -> list[Piece]:
    """A stretch of signs for each mark, shorter in proportion where `most` would not fit."""
    scale = min(1.0, room / max(most, 1))
    return [
        Piece(mark.sign * max(1, round(counted[mark] * scale)), mark.tone)
        for mark in dict.fromkeys(_MARKS.values())
        if counted[mark]
    ]
