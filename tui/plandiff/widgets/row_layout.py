"""Lay out a row in its columns: signs, numbers, text and remark. Only the word for a sign, and the
sign of identical rows, are left out. Texts too long for their columns are wrapped or, if texts
scroll sideways, cut with a visible `…`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from plancore.report.lines import Tone, start_of
from plancore.report.marks import SAME
from plancore.report.rows.columns import broken
from plancore.report.rows.row import Cell, Role, ViewRow

CONTINUED: Final = "↪"
"""Replaces the sign in wrapped lines."""
SIGN: Final = 2
"""Columns of the sign and the blank after it."""
_ABSENT: Final = "╱"
_MOST_ABSENT: Final = 12
_LEAST: Final = 4
"""Columns narrower than this are empty."""
_APART: Final = 3
"""Columns before and after a remark, together."""
_BANDS: Final = frozenset((Tone.MISSING, Tone.EXTRA, Tone.CHANGED, Tone.MOVED, Tone.FAILING))
"""The tones with a background of their own."""

ScreenRow = list[Segment]
"""A row of the screen, or of a column."""


@dataclass(frozen=True)
class RowLayout:
    """The layout of a view's rows. `columns` are the sides from left to right."""

    style_of: Callable[[str], Style]
    columns: Sequence[int]
    widths: Sequence[int]
    """The width of each column; a single one if all sides share it."""
    digits: Sequence[int]
    """The width of the numbers of each side, from left to right."""
    shift: int | None = None
    """The first visible column of texts that scroll sideways; None if they are wrapped."""
    needle: str = ""
    """The text to search for."""
    _rule: Segment = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_rule", Segment("│", self.style_of("rule")))

    def rows(self, row: ViewRow) -> list[ScreenRow]:
        """The screen rows of `row`."""
        cells = [row.cells[side] if row.cells else None for side in self.columns]
        is_numbered = any(cell is not None and cell.number for cell in cells)
        if len(self.widths) == 1:
            cell = next((cell for cell in cells if cell is not None), None)
            pairs = zip(cells, self.digits, strict=True)
            numbers = "".join(self._number(*each) for each in pairs) if is_numbered else ""
            return self._column(row, cell, self.widths[0], numbers, has_remark=True)
        blocks = []
        for at, (cell, width) in enumerate(zip(cells, self.widths, strict=True)):
            number = self._number(cell, self.digits[at]) if is_numbered else ""
            is_last = at + 1 == len(cells)
            blocks.append(self._column(row, cell, width, number, has_remark=is_last))
        if max(map(len, blocks)) == 1:  # a shortcut for nearly all rows
            return [self._joined([block[0] for block in blocks])]
        fills = [
            [Segment(" " * width, self._band(row, cell))]
            for cell, width in zip(cells, self.widths, strict=True)
        ]
        return [
            self._joined([part or fill for part, fill in zip(parts, fills, strict=True)])
            for parts in zip_longest(*blocks)
        ]

    def _joined(self, parts: Sequence[ScreenRow]) -> ScreenRow:
        row = list(parts[0])
        for part in parts[1:]:
            row += [self._rule, *part]
        return row

    @staticmethod
    def _number(cell: Cell | None, width: int) -> str:
        return f"{cell.number if cell else '':>{width}} "

    def _column(
        self, row: ViewRow, cell: Cell | None, width: int, number: str, *, has_remark: bool
    ) -> list[ScreenRow]:
        """One side of a row, exactly `width` columns wide."""
        if row.role is Role.BLANK or width < _LEAST:
            return [[Segment(" " * width)]]
        row = row._replace(remark=_said(row) if has_remark else "")
        if cell is not None and cell.own_mark is not None:
            row = row._replace(sign=cell.own_mark.sign, tone=cell.own_mark.tone)
        if row.sign == SAME.sign:
            row = row._replace(sign="")
        if cell is None:
            rows = [self._absent(row, width, number)]
        else:
            rows = self._present(row, cell, width, number)
        if row.remark:
            self._add_remark(rows, row, width)
        band = self._band(row, cell)
        return [_filled(segments, width, band) for segments in rows]

    def _present(self, row: ViewRow, cell: Cell, width: int, number: str) -> list[ScreenRow]:
        style = self._style(row)
        indent = " " * (len(number) or row.role.indent)
        sign_style = self.style_of(row.tone.value)
        room = width - SIGN - len(indent)
        rows: list[ScreenRow] = []
        for at, body in enumerate(self._body(cell, room, style, row.tone)):
            if at:
                rows.append([Segment(f"{CONTINUED} ", self.style_of("dim")), Segment(indent)])
            else:
                rows.append(
                    [Segment(f"{row.sign or ' '} ", sign_style), Segment(number or indent, style)]
                )
            rows[-1] += body
        return rows

    def _absent(self, row: ViewRow, width: int, number: str) -> ScreenRow:
        """The filler for a side that lacks the row; it leaves room for a remark."""
        head = f"{row.sign if row.is_stacked else ' '} {' ' * len(number)}"
        if row.role is Role.TITLE:
            return [Segment(head)]
        remark = row.remark if cell_len(row.remark) + _APART <= width - len(head) - _LEAST else ""
        room = width - len(head) - (cell_len(remark) + _APART if remark else 0)
        count = min(max(room, _LEAST), _MOST_ABSENT, width - len(head))
        return [Segment(head + _ABSENT * count, self.style_of("rule"))]

    def _body(self, cell: Cell, room: int, style: Style, tone: Tone) -> list[ScreenRow]:
        """The text in screen rows, with differences and matches highlighted."""
        room = max(room, 1)
        text = cell.text
        is_plain = not (cell.marks or self.needle or self.shift)
        if is_plain and len(text) <= room and text.isascii() and "\n" not in text:
            return [[Segment(text, style)]]  # a shortcut for nearly all texts
        stretches = self._stretches(cell, style, tone)
        if self.shift is None:
            return [_cut(stretches, *span) for span in broken(cell.text, room)]
        rows = []
        start = 0
        for text in cell.text.split("\n"):
            rows.append(_shifted(stretches, start, start + len(text), self.shift, room))
            start += len(text) + 1
        return rows

    def _stretches(self, cell: Cell, style: Style, tone: Tone) -> list[_Stretch]:
        """The text split by style."""
        spans = [(*span, "mark") for span in cell.marks]
        if self.needle:
            spans = _matches(cell.text, self.needle) or spans
        stretches = []
        end_of_last = 0
        for start, end, kind in spans:
            marked = self.style_of(kind)
            if kind == "mark":
                marked = self.style_of(tone.value) + marked
            stretches.append(_Stretch(cell.text[end_of_last:start], end_of_last, style))
            stretches.append(_Stretch(cell.text[start:end], start, style + marked))
            end_of_last = end
        return [*stretches, _Stretch(cell.text[end_of_last:], end_of_last, style)]

    def _add_remark(self, rows: list[ScreenRow], row: ViewRow, width: int) -> None:
        """Add the remark: right-aligned next to the text if there is room, else below it."""
        style, remark = self._remark_style(row), row.remark
        free = width - sum(segment.cell_length for segment in rows[-1])
        if cell_len(remark) + _APART <= free:
            rows[-1] += [Segment(" " * (free - cell_len(remark) - 1)), Segment(remark, style)]
            return
        indent = SIGN + 2
        lines = [remark[slice(*span)] for span in broken(remark, max(width - indent - 1, 1))]
        if len(lines) == 1:
            indent = width - 1 - cell_len(remark)
        rows += [[Segment(" " * indent), Segment(line, style)] for line in lines]

    def _style(self, row: ViewRow) -> Style:
        """The style of a text; plain if it has marks, so that these stand out."""
        if row.tone is not Tone.FAILING and any(each and each.marks for each in row.cells):
            return self.style_of("plain")
        if row.role is Role.HEADING and not row.sign:
            return self.style_of("heading")
        style = self.style_of("dim" if _is_harmless(row) else row.tone.value)
        return style + self.style_of("title") if row.role is Role.TITLE else style

    def _remark_style(self, row: ViewRow) -> Style:
        if row.n_broken:
            return self.style_of("badge")
        return self.style_of("dim" if row.role is Role.HEADING else row.tone.value)

    def _band(self, row: ViewRow, cell: Cell | None) -> Style | None:
        """The background of a difference; None for other rows."""
        if cell is None or row.role not in (Role.ITEM, Role.HEADING) or _is_harmless(row):
            return None
        tone = row.tone if cell.own_mark is None else cell.own_mark.tone
        return self.style_of(f"band-{tone.value}") if tone in _BANDS else None


@dataclass(frozen=True)
class _Stretch:
    """A part of a text that begins at the character `start`."""

    text: str
    start: int
    style: Style


def _said(row: ViewRow) -> str:
    """The remark without the word for the sign; a count of broken plans is padded as a badge."""
    remark = row.short_remark
    return f" {remark} " if row.n_broken and remark else remark


def _is_harmless(row: ViewRow) -> bool:
    """Whether all plans were executed, and none is affected by its differences alone."""
    return row.n_broken == 0


def _cut(stretches: Sequence[_Stretch], start: int, end: int) -> ScreenRow:
    """The characters of a text from `start` to `end`."""
    segments = []
    for text, at, style in ((part.text, part.start, part.style) for part in stretches):
        first, last = max(start - at, 0), end - at
        if first < len(text) and last > first:
            segments.append(Segment(text[first:last], style))
    return segments


def _shifted(
    stretches: Sequence[_Stretch], start: int, end: int, shift: int, room: int
) -> ScreenRow:
    """The characters from `start` to `end` without the first `shift`, cut to `room`."""
    style = stretches[-1].style
    first = min(start + shift, end)
    segments = _cut(stretches, first, end)
    if first > start:
        segments.insert(0, Segment("…", style))
    if sum(segment.cell_length for segment in segments) <= room:
        return segments
    fitting = start_of("".join(segment.text for segment in segments), room - 1)
    cut = Segment.adjust_line_length(segments, cell_len(fitting), pad=False)
    return [*cut, Segment("…", style)]


def _filled(segments: ScreenRow, width: int, band: Style | None) -> ScreenRow:
    """The segments on their background, filled or cut to the width of the column."""
    used = sum(segment.cell_length for segment in segments)
    if used > width:
        segments = Segment.adjust_line_length(segments, width)
    filled = [*segments, Segment(" " * max(width - used, 0))]
    if band is None:
        return filled
    return [Segment(text, band + style if style else band) for text, style, _ in filled]


def _matches(text: str, needle: str) -> list[tuple[int, int, str]]:
    """The places of `needle` in `text`, ignoring case."""
    folded, sought = text.casefold(), needle.casefold()
    if len(folded) != len(text):
        return []
    matches = []
    at = folded.find(sought)
    while at >= 0:
        matches.append((at, at + len(sought), "match"))
        at = folded.find(sought, at + len(sought))
    return matches
