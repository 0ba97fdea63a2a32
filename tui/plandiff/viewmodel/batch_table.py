"""The table of a batch on a screen: the columns that there is room for, and the lines of its rows.

Knows no Textual.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from plancore.report.batch.document import (
    changed_counts,
    count_text,
    delta_text,
    figure_text,
    titles,
)
from plancore.report.batch.earlier import SIGNS
from plancore.report.batch.review import BRIEF, Batch
from plancore.report.batch.row import PairRow, figure_before
from plancore.report.lines import (
    Line,
    Piece,
    Tone,
    cell_width,
    cut_in_the_middle,
    start_of,
)
from plancore.report.marks import Mark

_GAP: Final = 2
_FIGURE: Final = 5
_LEAST_NAME: Final = 16
_LEAST_NOTE: Final = 12
_NOTE: Final = 22
_WIDE: Final = 100
"""From this width on there is room for notes."""
_RARER: Final = 3
_MARGIN: Final = 4
"""Columns for the mark of whoever reads, the sign, and the blanks after them."""
_UP, _DOWN = "▲", "▼"
AT_WORK: Final = Mark(Tone.CHANGED, "○")
"""Of a pair that is being compared."""


class BatchColumn(NamedTuple):
    """A column of numbers, flush right. `order` is what rows are sorted by for it. The lower its
    `rank`, the longer it stays where there is little room."""

    title: str
    order: str
    width: int
    cell: Callable[[Batch, PairRow], str]
    rank: int


class BatchTable:
    """The columns for a batch in so many columns of the screen, numbers before names."""

    def __init__(
        self, batch: Batch, rows: Sequence[PairRow], width: int, coming: Sequence[str] = ()
    ) -> None:
        """`coming` are the names of pairs that have no row yet."""
        self._batch, self.width = batch, width
        names = [*(row.name for row in rows), *coming]
        self._ending = _common_ending(names)
        shown = map(self._shown, names)
        longest = max(map(cell_width, shown), default=_LEAST_NAME)
        room = max(width - _MARGIN, 1)
        name = min(longest, max(_LEAST_NAME, width // 4))
        note = _NOTE if width >= _WIDE else 0
        self.columns = tuple(_fitting(_columns(batch), room - name - note))
        room -= sum(column.width + _GAP for column in self.columns)
        # Names may be as long as they are wherever that leaves the note its room.
        self._name_width = min(max(longest, _LEAST_NAME), max(room - note - _GAP, name))
        self._note_width = max(room - self._name_width - _GAP, 0)
        if self._note_width < _LEAST_NOTE:
            self._name_width, self._note_width = room, 0

    def head(self, order: str) -> Line:
        """The names of the columns, and an arrow at the one that rows are sorted by."""
        pieces = [Piece(" " * _MARGIN)]
        for column in self.columns:
            is_sorted = order.removeprefix("-") == column.order
            arrow = _DOWN if order.startswith("-") else _UP
            text = f"{column.title}{arrow if is_sorted else ''}"
            fill = " " * (column.width - cell_width(text))
            pieces.append(Piece(f"{fill}{text}", Tone.TITLE if is_sorted else Tone.DIM))
            pieces.append(Piece(" " * _GAP))
        title = cut_in_the_middle(f"pair {self._ending}".rstrip(), self._name_width)
        pieces.append(Piece(f"{title:<{self._name_width}}", Tone.DIM))
        if self._note_width:
            pieces.append(Piece(f"{' ' * _GAP}note", Tone.DIM))
        return tuple(pieces)

    def _shown(self, name: str) -> str:
        return name.removesuffix(self._ending)

    def line(self, row: PairRow, *, is_marked: bool, work: str = "") -> Line:
        """A row; a name that is too long is cut in its middle. `work` is what is being done where
        the pair is compared again."""
        batch = self._batch
        mark = AT_WORK if work else row.mark
        # What is the same recedes; what makes the run fail stands out.
        plain = Tone.SAME if row.mark.tone is Tone.SAME else Tone.PLAIN
        first = Tone.FAILING if batch.below(row) or batch.regressions(row) else plain
        pieces = self._margin(mark, is_marked=is_marked)
        for column in self.columns:
            text = column.cell(batch, row)
            fill = " " * (column.width - cell_width(text))
            pieces.append(Piece(f"{fill}{text}{' ' * _GAP}", plain if column.rank else first))
        said = Piece(work, mark.tone) if work else Piece(row.note, Tone.DIM)
        return (*pieces, *self._name_and_note(Piece(self._shown(row.name), mark.tone), said))

    def work_line(self, name: str, work: str, *, is_marked: bool) -> Line:
        """A pair that has no row yet: what is being done stands where the figures will, or the
        note, or with the name where there is neither."""
        margin = self._margin(AT_WORK, is_marked=is_marked)
        room = sum(column.width + _GAP for column in self.columns)
        said, shown = Piece(work, AT_WORK.tone), Piece(self._shown(name), AT_WORK.tone)
        if room - _GAP >= min(cell_width(work), _LEAST_NOTE):
            figures = _filled(said, room - _GAP), Piece(" " * _GAP)
            return (*margin, *figures, *self._name_and_note(shown, Piece("")))
        if not self._note_width:
            half = self._name_width // 2
            text = cut_in_the_middle(shown.text, half)
            shown = shown._replace(text=f"{text}  {work}")
            return (*margin, Piece(" " * room), _filled(shown, self._name_width + _GAP))
        return (*margin, Piece(" " * room), *self._name_and_note(shown, said))

    def _margin(self, mark: Mark, *, is_marked: bool) -> list[Piece]:
        return [Piece("* " if is_marked else "  ", Tone.TITLE), Piece(f"{mark.sign} ", mark.tone)]

    def _name_and_note(self, name: Piece, note: Piece) -> Iterator[Piece]:
        text = cut_in_the_middle(name.text, self._name_width)
        yield name._replace(text=text)
        yield Piece(" " * (self._name_width - cell_width(text) + _GAP))
        yield _filled(note, self._note_width)


def _common_ending(names: Sequence[str]) -> str:
    """What most names end in, from a `/` on: `/learned.pddl`; nothing for a single name, or where
    without it two names would be the same."""
    files = Counter(name.rpartition("/")[2] for name in names)
    usual = max(files, key=lambda file: files[file], default="")
    alike = [name for name in names if name.rpartition("/")[2] == usual]
    if len(alike) < 2 or len(alike) <= len(names) / 2:
        return ""
    parts = zip(*(reversed(name.split("/")) for name in alike), strict=False)
    common = takewhile(lambda part: len(set(part)) == 1, parts)
    ending = "".join(reversed([f"/{part[0]}" for part in common]))
    shown = {name.removesuffix(ending) for name in names}
    return ending if len(shown) == len(set(names)) else ""


def _filled(piece: Piece, width: int) -> Piece:
    """As much of a piece as fits into `width` columns, and blanks for the rest."""
    text = piece.text
    if cell_width(text) > width:
        text = f"{start_of(text, width - 1)}…" if width else ""
    return piece._replace(text=text + " " * (width - cell_width(text)))


def _fitting(columns: Sequence[BatchColumn], room: int) -> list[BatchColumn]:
    """The columns that fit into `room`; those of the highest rank give way first."""
    kept = list(columns)
    while kept and sum(column.width + _GAP for column in kept) > room:
        kept.remove(max(kept, key=lambda column: column.rank))
    return kept


def _columns(batch: Batch) -> list[BatchColumn]:
    """All columns of numbers that some row has a value for, each once."""
    columns: dict[str, BatchColumn] = {}
    rows_of = {kind: [row for row in batch.rows if row.kind == kind] for kind in batch.kinds}
    # What few rows have gives way first.
    for place, (kind, rows) in enumerate(sorted(rows_of.items(), key=lambda item: -len(item[1]))):
        title_of = titles(kind)
        for rank, name in enumerate(BRIEF[kind], _RARER * place):
            if any(row.figures.get(name) is not None for row in rows):
                columns.setdefault(name, _figure(name, title_of[name], rank))
    if columns:
        first = next(iter(columns))
        delta = {"delta": _DELTA} if batch.baseline is not None else {}
        then = {"then": _THEN} if any(row.earlier is not None for row in batch.rows) else {}
        changes = {name: _CHANGES[name] for name in changed_counts(batch.rows)}
        columns = then | {first: columns[first]} | delta | changes | columns
        columns["differences"] = _DIFFERENCES
    return list(columns.values())


def _figure(name: str, title: str, rank: int) -> BatchColumn:
    def cell(_: Batch, row: PairRow) -> str:
        return figure_text(row.figures[name]) if name in row.figures else ""

    return BatchColumn(title, name, max(_FIGURE, cell_width(title) + 1), cell, rank)


_DELTA: Final = BatchColumn("Δ", "delta", 6, lambda batch, row: delta_text(batch.delta(row)), 0)
_THEN: Final = BatchColumn(
    "then", "then", 8, lambda _, row: f"{figure_text(figure_before(row))} →" if row.kind else "", 1
)


def _counted(name: str) -> BatchColumn:
    """How many things a change has repaired, broken or left."""
    return BatchColumn(
        SIGNS[name], name, 4, lambda _, row: count_text(row, name) if row.kind else "", 0
    )


_CHANGES: Final = {name: _counted(name) for name in SIGNS}
_DIFFERENCES: Final = BatchColumn(
    "diffs",
    "differences",
    8,
    lambda _, row: str(row.n_differences) if row.kind else "",
    2,
)
