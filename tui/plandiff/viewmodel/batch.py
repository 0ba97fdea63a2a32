"""The view of a directory comparison: the table, with the columns that fit, and the lines around
it. Does not import Textual."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, takewhile
from typing import Final, NamedTuple

from plancore.phrases import SIDES, count_of, time_in_words
from plancore.report.batch.document import (
    change_texts,
    changed_counts,
    compared_texts,
    count_text,
    delta_text,
    figure_text,
    others_text,
    shown_text,
    titles,
    wrong_texts,
)
from plancore.report.batch.review import BRIEF, Batch, averages, names_remark
from plancore.report.batch.row import (
    PLAIN_NAMES,
    SIGNS,
    BatchPair,
    BatchRow,
    PairStatus,
    chosen_text,
    figure_before,
)
from plancore.report.headline import HEADLINES
from plancore.report.lines import (
    Line,
    Piece,
    Tone,
    cell_width,
    cut_in_the_middle,
    line,
    start_of,
    visible,
)
from plancore.report.marks import Mark
from planfiles.progress_reports import ProgressReport

_SHARE: Final = 10
"""One in so many lines of the window is for the name of a file, or for slow pairs."""
_SHARE_OF_SUMMARY: Final = 6
"""One in so many lines of the window is for counts and means."""
_HIGH: Final = 34
"""Lines of a window with room for more than one line of means of a kind."""
_LONG: Final = 2.0
"""Seconds after which the duration of a comparison is shown."""
_LEAST: Final = 10
"""The least columns of a cut name."""


class Rate(NamedTuple):
    """The number of compared pairs, of all pairs to compare, and the seconds so far."""

    n_done: int
    n_asked: int
    seconds: float

    @property
    def speed(self) -> float:
        """Pairs per second; 0 in the first second."""
        return self.n_done / self.seconds if self.seconds > 1 else 0.0


class AtWork(NamedTuple):
    """A pair that is being compared, and its progress."""

    pair: BatchPair
    far: ProgressReport

    @property
    def text(self) -> str:
        """`plans judged, of 200: 31, 12 s`: the progress, and the duration if it is long."""
        lasting = time_in_words(self.far.seconds) if self.far.seconds >= _LONG else ""
        return ", ".join(filter(None, (str(self.far) or "comparing", lasting)))


def heading_line(batch: Batch, n_pairs: int, rate: Rate | None, n_marked: int) -> Line:
    """The heading: names (as titles), options, progress, results and filter."""
    before = "" if batch.before is None else f"  before {visible(_last(batch.before))}"
    counts = compared_texts(batch) if len(batch.rows) == n_pairs else []
    pieces = [*_names(batch), before, f"  {count_of(n_pairs, 'pair')}"]
    if counts:
        pieces.append(Piece(f": {', '.join(counts)}", Tone.DIM))
    if batch.n_others:
        pieces.append(Piece(f", {others_text(batch)} not compared", Tone.DIM))
    if batch.names is not None and batch.names != PLAIN_NAMES:
        pieces.append(f"  {visible(batch.names.text)}")
    if batch.chosen:
        pieces.append(f"  {visible(chosen_text(batch.chosen))}")
    if rate is not None:
        per_second = f", {rate.speed:.0f}/s" if rate.speed >= 1 else ""
        progress = f"  {rate.n_done}/{rate.n_asked} compared{per_second}   Esc to stop"
        pieces.append(Piece(progress, Tone.CHANGED))
    elif len(batch.rows) < n_pairs:
        pieces.append(Piece(f", {len(batch.rows)} compared, r to continue", Tone.CHANGED))
    n_failed = batch.count(PairStatus.FAILED)
    wrong = [*([f"{n_failed} failed"] if n_failed else []), *wrong_texts(batch)]
    if wrong:
        pieces.append(Piece(f"  {', '.join(wrong)}", Tone.FAILING))
    if batch.baseline is not None:
        # Pairs that are not compared yet are not lost.
        n_worse = batch.n_worse if len(batch.rows) == n_pairs else len(batch.worse)
        text = f"  {n_worse} worse than {visible(os.path.basename(batch.baseline.name))}"
        pieces.append(Piece(text, Tone.FAILING if n_worse else Tone.PLAIN))
        if names_remark(batch):
            then = batch.baseline.names
            how = "unknown" if then is None else then.text
            pieces.append(Piece(f", names there: {visible(how)}", Tone.NOTE))
    if batch.selection.filter:
        pieces.append(Piece(f"  filter {visible(batch.selection.filter)}", Tone.NOTE))
    if n_marked:
        pieces.append(f"  {n_marked} marked")
    return line(*pieces)


def work_lines(at_work: Sequence[AtWork], width: int, height: int) -> list[Line]:
    """The progress of the first slow pairs, names cut, in a window of this size."""
    most = max(height // _SHARE, 1)
    lines = []
    for number, working in enumerate(at_work[:most]):
        n_more = len(at_work) - most if number == most - 1 else 0
        more = f", and {n_more} more" if n_more > 0 else ""
        text = f"  {working.text}{more}"
        room = max(width - cell_width(text) - 2, _LEAST)
        name = cut_in_the_middle(visible(working.pair.name), room)
        lines.append(line(Piece(f"{AT_WORK.sign} {name}", AT_WORK.tone), text))
    return lines


def _names(batch: Batch) -> Iterator[Piece | str]:
    """The last parts of the folders' names, or the full names if these are equal."""
    learned, reference = batch.learned, batch.reference
    if reference is None:
        yield Piece(visible(_last(learned)), Tone.TITLE)
        return
    names = _last(reference), _last(learned)
    if names[0] == names[1]:
        names = reference, learned
    yield Piece(visible(names[0]), Tone.TITLE)
    yield " ▸ "
    yield Piece(visible(names[1]), Tone.TITLE)


def _last(path: str) -> str:
    folder, name = os.path.split(os.path.normpath(path))
    # The sides of git are called `b/` and `a/`.
    return name if folder and name else path


def summary_lines(batch: Batch, n_shown: int, width: int, height: int) -> list[Line]:
    """Counts of the shown rows, and means over them, in `width` columns of a window with `height`
    lines. If they do not fit into one line, each kind begins a new one, except the first if it fits
    next to the counts. If there are too many lines, the last parts are left out; a low window has
    one line of each kind."""
    said = [f"{n_shown} shown of {len(batch.rows)}"] if n_shown < len(batch.rows) else []
    n_plans = sum(
        row.figures.get("valid") is not None and row.status is not PairStatus.MISSING
        for row in batch.shown
    )
    if n_plans:
        n_invalid = sum(row.is_invalid for row in batch.shown)
        said.append(f"invalid plans {n_invalid}/{n_plans}")
    said += change_texts(batch)
    groups = [said, *(list(_means(batch, kind)) for kind in batch.kinds)]
    together = _filled([*chain(*groups)], width)
    if len(together) == 1:
        return [line(together[0])]
    parts = [_filled(texts, width) for texts in groups if texts]
    if said and groups[1:] and len(_filled([*said, *groups[1][:1]], width)) == 1:
        parts[:2] = [_filled([*said, *groups[1]], width)]
    if height < _HIGH:
        parts = [part[:1] for part in parts]
    most = max(height // _SHARE_OF_SUMMARY, 1)
    while sum(map(len, parts)) > most and (longest := max(parts, key=len))[1:]:
        longest.pop()
    return [line(text) for text in chain(*parts)][:most]


def _filled(texts: Sequence[str], width: int) -> list[str]:
    """Fill lines of `width` columns with the texts; only a single longer text exceeds it."""
    lines = [""]
    for text in texts:
        longer = f"{lines[-1]} · {text}" if lines[-1] else text
        if lines[-1] and cell_width(longer) > width:
            lines.append(text)
        else:
            lines[-1] = longer
    return lines


def _means(batch: Batch, kind: str) -> Iterator[str]:
    means, title_of = averages(batch.shown, kind), titles(kind)
    whose = f"{shown_text(batch, kind)}, mean" if batch.is_filtered else f"{kind}s mean"
    first = HEADLINES[kind][0].name
    n_first = means[first].n_defined if first in means else None
    for name in BRIEF[kind]:
        if name in means:
            n_defined = means[name].n_defined
            over = f" over {n_defined}" if name == first or n_defined != n_first else ""
            text = f"{title_of[name]} {means[name].mean:.3f}{over}"
            yield f"{whose} {text}" if name == first else text


def coming_lines(working: AtWork, batch: Batch, width: int, height: int) -> list[Line]:
    """The details of a pair at the cursor that has no row yet; see `row_lines`."""
    pair, most = working.pair, max(height // _SHARE, 1)
    status = Piece(f"{AT_WORK.sign} comparing  ", AT_WORK.tone)
    before = () if pair.before is None else (visible(pair.before),)
    return [
        *_file_lines(status, [*_files(pair, batch), *before], width, most),
        line(Piece(working.text, Tone.DIM)),
    ]


def row_lines(row: BatchRow, batch: Batch, width: int, height: int, work: str = "") -> list[Line]:
    """The details of the row at the cursor, in `width` columns of a window with `height` lines: the
    files, cut to fit, and all problems. `work` is the progress if the pair is compared again."""
    earlier = row.earlier
    said = [
        f"again: {work}" if work else "",
        "" if earlier is None else earlier.text,
        row.note,
        *batch.below(row),
        *(f"worse: {text}" for text in batch.regressions(row)),
    ]
    before = () if earlier is None else (visible(earlier.file),)
    status = Piece(f"{row.mark.sign} {SIDES.of_kind(row.status)}  ", row.mark.tone)
    return [
        *_file_lines(status, [*_files(row, batch), *before], width, max(height // _SHARE, 1)),
        line(Piece("; ".join(filter(None, said)), Tone.DIM)),
    ]


def _file_lines(status: Piece, files: Sequence[str], width: int, most: int) -> Iterator[Line]:
    """The status and the files: in one line if they fit, else each in up to `most` lines."""
    leads = "", " ▸ ", "   before "
    together = "".join(f"{lead}{file}" for lead, file in zip(leads, files, strict=False))
    if cell_width(f"{status.text}{together}") <= width:
        yield line(status, together)
        return
    for lead, file in zip((status, Piece("▸ "), Piece("before ")), files, strict=False):
        indent = cell_width(lead.text)
        first, *others = path_lines(file, max(width - indent, 1), most)
        yield line(lead, first)
        yield from (line(f"{' ' * indent}{other}") for other in others)


def _files(row: BatchRow | BatchPair, batch: Batch) -> Iterator[str]:
    """The names of a row's files, in the order of the columns; below the labels of their folders if
    these differ from the disk, as for temporary folders of git."""
    for folder, file in ((batch.reference, row.reference), (batch.learned, row.learned)):
        if file is None:
            yield "–"
        elif batch.reference is None or folder is None or file.startswith(folder):
            yield visible(file)
        else:
            yield visible(os.path.join(folder, row.name))


def path_lines(path: str, width: int, most: int) -> list[str]:
    """A path in up to `most` lines of `width` columns, broken after `/`. If it does not fit, it is
    a single line, cut in the middle."""
    lines = [""]
    for part in re.findall(r"[^/]*/|[^/]+", visible(path)):
        if lines[-1] and cell_width(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    if len(lines) <= most and max(map(cell_width, lines)) <= width:
        return lines
    return [cut_in_the_middle(visible(path), width)]


_GAP: Final = 2
_FIGURE: Final = 5
_LEAST_NAME: Final = 16
_LEAST_NOTE: Final = 12
_SHARE_OF_NOTE: Final = 3
"""Notes get at most one in so many columns before numbers are placed."""
_WIDE: Final = 70
"""The least width with notes."""
_RARER: Final = 3
_MARGIN: Final = 4
"""Columns for the user's mark, the sign, and the blanks after them."""
_UP, _DOWN = "▲", "▼"
AT_WORK: Final = Mark(Tone.CHANGED, "○")
"""The mark of a pair that is being compared."""


class BatchColumn(NamedTuple):
    """A right-aligned column of numbers. `order` is the key to sort by. If there is little room,
    columns with the highest `rank` are left out first."""

    title: str
    order: str
    width: int
    cell: Callable[[Batch, BatchRow], str]
    rank: int


class BatchTable:
    """The table of a batch with the columns that fit into `width`, numbers before names."""

    def __init__(
        self, batch: Batch, rows: Sequence[BatchRow], width: int, coming: Sequence[str] = ()
    ) -> None:
        """`coming` are the names of pairs without rows that are shown."""
        self._batch, self.width = batch, width
        names = [*(row.name for row in rows), *coming]
        self._ending = _common_ending(names)
        shown = map(self._shown, names)
        longest = max(map(cell_width, shown), default=_LEAST_NAME)
        self._title = f"pair {self._ending}".rstrip()
        room = max(width - _MARGIN, 1)
        name = min(longest, max(_LEAST_NAME, width // 4))
        note = 0
        if width >= _WIDE and (notes := [cell_width(row.note) for row in rows if row.note]):
            note = min(max(*notes, _LEAST_NOTE), width // _SHARE_OF_NOTE) + _GAP
        self.columns = tuple(_fitting(_columns(batch), room - name - note))
        room -= sum(column.width + _GAP for column in self.columns)
        # Names are shown in full if that leaves enough room for the note.
        wanted = max(longest, cell_width(self._title))
        self._name_width = min(wanted, max(room - note, name))
        self._note_width = max(room - self._name_width - _GAP, 0)
        if self._note_width < _LEAST_NOTE:
            self._name_width, self._note_width = room, 0

    def head(self, order: str) -> Line:
        """The names of the columns, with an arrow at the one that rows are sorted by."""
        pieces = [Piece(" " * _MARGIN)]
        for column in self.columns:
            is_sorted = order.removeprefix("-") == column.order
            arrow = _DOWN if order.startswith("-") else _UP
            text = f"{column.title}{arrow if is_sorted else ''}"
            fill = " " * (column.width - cell_width(text))
            pieces.append(Piece(f"{fill}{text}", Tone.TITLE if is_sorted else Tone.DIM))
            pieces.append(Piece(" " * _GAP))
        title = cut_in_the_middle(self._title, self._name_width)
        pieces.append(Piece(f"{title:<{self._name_width}}", Tone.DIM))
        if self._note_width:
            pieces.append(Piece(f"{' ' * _GAP}note", Tone.DIM))
        return tuple(pieces)

    def order_at(self, x: int) -> str | None:
        """The sort key of the column at `x`: empty for names; None after them."""
        end = _MARGIN
        for column in self.columns:
            end += column.width + _GAP
            if x < end:
                return column.order
        return "" if x < end + self._name_width else None

    def _shown(self, name: str) -> str:
        return name.removesuffix(self._ending)

    def line(self, row: BatchRow, *, is_marked: bool, work: str = "") -> Line:
        """A row with its name cut to fit; `work` is the progress if it is compared again."""
        batch = self._batch
        mark = AT_WORK if work else row.mark
        # Identical pairs are dim; the first score of failing ones is highlighted.
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
        """A pair without a row: its progress in place of the scores, else of the note."""
        margin = self._margin(AT_WORK, is_marked=is_marked)
        room = sum(column.width + _GAP for column in self.columns)
        said, shown = Piece(work, AT_WORK.tone), Piece(self._shown(name), AT_WORK.tone)
        if room - _GAP >= min(cell_width(work), _LEAST_NOTE):
            figures = _padded(said, room - _GAP), Piece(" " * _GAP)
            return (*margin, *figures, *self._name_and_note(shown, Piece("")))
        if not self._note_width:
            half = self._name_width // 2
            text = cut_in_the_middle(shown.text, half)
            shown = shown._replace(text=f"{text}  {work}")
            return (*margin, Piece(" " * room), _padded(shown, self._name_width + _GAP))
        return (*margin, Piece(" " * room), *self._name_and_note(shown, said))

    def _margin(self, mark: Mark, *, is_marked: bool) -> list[Piece]:
        return [Piece("* " if is_marked else "  ", Tone.TITLE), Piece(f"{mark.sign} ", mark.tone)]

    def _name_and_note(self, name: Piece, note: Piece) -> Iterator[Piece]:
        text = cut_in_the_middle(name.text, self._name_width)
        yield name._replace(text=text)
        yield Piece(" " * (self._name_width - cell_width(text) + _GAP))
        yield _padded(note, self._note_width)


def _common_ending(names: Sequence[str]) -> str:
    """The ending that most names share, `/learned.pddl`; empty if names need it."""
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


def _padded(piece: Piece, width: int) -> Piece:
    """A piece, cut or padded to `width` columns."""
    text = piece.text
    if cell_width(text) > width:
        text = f"{start_of(text, width - 1)}…" if width else ""
    return piece._replace(text=text + " " * (width - cell_width(text)))


def _fitting(columns: Sequence[BatchColumn], room: int) -> list[BatchColumn]:
    """The columns that fit into `room`; those with the highest rank are left out first."""
    kept = list(columns)
    while kept and sum(column.width + _GAP for column in kept) > room:
        kept.remove(max(kept, key=lambda column: column.rank))
    return kept


def _columns(batch: Batch) -> list[BatchColumn]:
    """All columns of numbers with values, each once."""
    columns: dict[str, BatchColumn] = {}
    rows_of = {kind: [row for row in batch.rows if row.kind == kind] for kind in batch.kinds}
    # Columns of rarer kinds are left out first.
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
    def cell(_: Batch, row: BatchRow) -> str:
        return figure_text(row.figures[name]) if name in row.figures else ""

    return BatchColumn(title, name, max(_FIGURE, cell_width(title) + 1), cell, rank)


_DELTA: Final = BatchColumn("Δ", "delta", 6, lambda batch, row: delta_text(batch.delta(row)), 0)
_THEN: Final = BatchColumn(
    "then", "then", 8, lambda _, row: f"{figure_text(figure_before(row))} →" if row.kind else "", 1
)


def _counted(name: str) -> BatchColumn:
    """The column with the count of an outcome of a change."""
    return BatchColumn(
        SIGNS[name], name, 4, lambda _, row: count_text(row, name) if row.kind else "", 0
    )


_CHANGES: Final = {name: _counted(name) for name in SIGNS}
_DIFFERENCES: Final = BatchColumn(
    "diffs", "differences", 8, lambda _, row: str(row.n_differences) if row.kind else "", 2
)
