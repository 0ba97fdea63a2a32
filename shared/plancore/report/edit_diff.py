"""What edits do to a text, as a unified diff; linear in the text, however much changes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from plancore.diagnostic import Edit, apply_edits
from plancore.report.line_diff import Gap, hunks, lines_of
from plancore.report.lines import Line, Piece, Tone, line
from plancore.source import SourceText


def edit_diff(name: str, source: SourceText, edits: Sequence[Edit]) -> str:
    """The diff that `edits` make, with three lines around each change; empty without a change."""
    made = edit_lines(name, source, edits)
    return "".join(f"{''.join(piece.text for piece in pieces)}\n" for pieces in made)


def edit_lines(name: str, source: SourceText, edits: Sequence[Edit]) -> Iterator[Line]:
    """The same as lines of pieces."""
    in_order = sorted(edits, key=lambda edit: edit.span)
    old, new = lines_of(source.text), lines_of(apply_edits(source.text, in_order))
    found = list(_gaps(old, new, in_order))
    if found:
        yield line(Piece(f"--- {name}", Tone.TITLE))
        yield line(Piece(f"+++ {name}", Tone.TITLE))
        yield from hunks(old, new, found, lambda _: "")


def _gaps(old: Sequence[str], new: Sequence[str], edits: Sequence[Edit]) -> Iterator[Gap]:
    """The lines that edits, in their order, touch; those at either end that stay are left out."""
    ends, new_ends = list(accumulate(map(len, old))), list(accumulate(map(len, new)))
    shift = 0  # by how many characters the new text is ahead, behind the edits so far
    touched: list[Gap] = []
    for edit in edits:
        start, end = edit.span.start, edit.span.end
        new_start, new_end = start + shift, start + shift + len(edit.text)
        shift = new_end - end
        gap = Gap(
            _line_at(old, ends, start),
            min(bisect_right(ends, end) + 1, len(old)),
            _line_at(new, new_ends, new_start),
            min(bisect_right(new_ends, new_end) + 1, len(new)),
        )
        if touched and gap.old <= touched[-1].old_end:
            gap = Gap(touched[-1].old, gap.old_end, touched[-1].new, gap.new_end)
            touched.pop()
        touched.append(gap)
    for gap in touched:
        trimmed = _trimmed(old, new, gap)
        if trimmed.old < trimmed.old_end or trimmed.new < trimmed.new_end:
            yield trimmed


def _line_at(lines: Sequence[str], ends: Sequence[int], offset: int) -> int:
    """The line that a place is in: the end of a text is in its last line, if that is not ended."""
    number = bisect_right(ends, offset)
    is_open = number == len(lines) > 0 and not lines[-1].endswith("\n")
    return number - is_open


def _trimmed(old: Sequence[str], new: Sequence[str], gap: Gap) -> Gap:
    first, last, new_first, new_last = gap
    while first < last and new_first < new_last and old[first] == new[new_first]:
        first, new_first = first + 1, new_first + 1
    while first < last and new_first < new_last and old[last - 1] == new[new_last - 1]:
        last, new_last = last - 1, new_last - 1
    return Gap(first, last, new_first, new_last)
