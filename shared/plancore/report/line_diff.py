"""Line-based unified diffs, the format that `patch` reads (POSIX, diff -u)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from plancore.align.sequences import align
from plancore.diagnostic import Edit, apply_edits
from plancore.report.document import Code, Section
from plancore.report.files import TwoFiles
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint

_CONTEXT: Final = 3
_OPEN_END: Final = "\\ No newline at end of file"


class ChangedLines(NamedTuple):
    """Lines `old` to `old_end` of the old text, replaced by `new` to `new_end` of the new."""

    old: int
    old_end: int
    new: int
    new_end: int


def torn_sections(review: TwoFiles, most: int = 400) -> Iterator[Section]:
    """A line diff of at most `most` lines; nothing if a file is empty.

    It is for files with syntax errors: text around an error is read as well as possible, and the
    lines show what the files really contain.
    """
    if not all(file.source.text for file in review.files):
        return
    where = next((note.where for note in review.notes if note.is_error), None)
    at = "" if where is None else f", {where}"
    new, old = (
        [f"{visible(text.rstrip())}\n" for text in file.source.text.split("\n")]
        for file in review.files
    )
    made = [*hunks(old, new, gaps(old, new), lambda _: "")]
    rest = len(made) - most
    if rest > 0:
        made[most:] = [line(Piece(f"· {rest} more lines", Tone.DIM))]
    note = f"compared as text: a file cannot be read in full{at}"
    yield Section("Different lines", [Code(made, is_patch=True)], note)


def lines_of(text: str) -> list[str]:
    """The lines of `text` with their line feeds; only the last line may have none."""
    *whole, rest = text.split("\n")
    return [f"{part}\n" for part in whole] + ([rest] if rest else [])


def gaps(
    old: Sequence[Hashable], new: Sequence[Hashable], checkpoint: Checkpoint = NEVER
) -> list[ChangedLines]:
    """The ranges between the lines of a longest common subsequence. `checkpoint` may raise."""
    found: list[ChangedLines] = []
    left = right = 0
    for block in (*align(old, new, checkpoint=checkpoint).blocks, None):
        before, behind = (len(old), len(new)) if block is None else (block.left, block.right)
        if left < before or right < behind:
            found.append(ChangedLines(left, before, right, behind))
        if block is not None:
            left, right = block.left + block.length, block.right + block.length
    return found


def hunks(
    old: Sequence[str],
    new: Sequence[str],
    found: Sequence[ChangedLines],
    heading: Callable[[int], str],
) -> Iterator[Line]:
    """The hunks, with three lines of context. `heading` maps a line of the old text to the text
    after `@@`, such as the action that contains it."""
    groups: list[list[ChangedLines]] = []
    for gap in found:
        if not groups or gap.old - groups[-1][-1].old_end > 2 * _CONTEXT:
            groups.append([])
        groups[-1].append(gap)
    for group in groups:
        yield from _hunk(old, new, group, heading)


def _hunk(
    old: Sequence[str], new: Sequence[str], group: list[ChangedLines], heading: Callable[[int], str]
) -> Iterator[Line]:
    first, last = group[0], group[-1]
    above = min(_CONTEXT, first.old)
    below = min(_CONTEXT, len(old) - last.old_end)
    ranges = (
        _range(first.old - above, last.old_end + below),
        _range(first.new - above, last.new_end + below),
    )
    title = heading(first.old)
    yield line(Piece(f"@@ -{ranges[0]} +{ranges[1]} @@", Tone.DIM), f" {title}" if title else "")
    at = first.old - above
    for gap in group:
        yield from _signed(" ", old[at : gap.old], Tone.PLAIN)
        yield from _signed("-", old[gap.old : gap.old_end], Tone.MISSING)
        yield from _signed("+", new[gap.new : gap.new_end], Tone.EXTRA)
        at = gap.old_end
    yield from _signed(" ", old[at : last.old_end + below], Tone.PLAIN)


def _range(start: int, end: int) -> str:
    """`start,count`, counted from one; an empty range starts at the line before it."""
    count = end - start
    return f"{start + 1 if count else start},{count}"


def _signed(sign: str, texts: Sequence[str], tone: Tone) -> Iterator[Line]:
    for text in texts:
        yield line(Piece(f"{sign}{text.removesuffix(chr(10))}", tone))
        if not text.endswith("\n"):
            yield line(Piece(_OPEN_END, Tone.DIM))


# Edits as a unified diff: linear in the size of the text, however many edits there are.


def edit_diff(name: str, source: SourceText, edits: Sequence[Edit]) -> str:
    """The diff that `edits` make, with three lines of context; empty without a change."""
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


def _gaps(old: Sequence[str], new: Sequence[str], edits: Sequence[Edit]) -> Iterator[ChangedLines]:
    """The lines that edits, in order, touch; equal lines at either end are trimmed."""
    ends, new_ends = list(accumulate(map(len, old))), list(accumulate(map(len, new)))
    shift = 0  # characters by which the new text is longer after the edits so far
    touched: list[ChangedLines] = []
    for edit in edits:
        start, end = edit.span.start, edit.span.end
        new_start, new_end = start + shift, start + shift + len(edit.text)
        shift = new_end - end
        gap = ChangedLines(
            _line_at(old, ends, start),
            min(bisect_right(ends, end) + 1, len(old)),
            _line_at(new, new_ends, new_start),
            min(bisect_right(new_ends, new_end) + 1, len(new)),
        )
        if touched and gap.old <= touched[-1].old_end:
            gap = ChangedLines(touched[-1].old, gap.old_end, touched[-1].new, gap.new_end)
            touched.pop()
        touched.append(gap)
    for gap in touched:
        trimmed = _trimmed(old, new, gap)
        if trimmed.old < trimmed.old_end or trimmed.new < trimmed.new_end:
            yield trimmed


def _line_at(lines: Sequence[str], ends: Sequence[int], offset: int) -> int:
    """The line that contains an offset; the end of a text is in its last line."""
    number = bisect_right(ends, offset)
    is_open = number == len(lines) > 0 and not lines[-1].endswith("\n")
    return number - is_open


def _trimmed(old: Sequence[str], new: Sequence[str], gap: ChangedLines) -> ChangedLines:
    first, last, new_first, new_last = gap
    while first < last and new_first < new_last and old[first] == new[new_first]:
        first, new_first = first + 1, new_first + 1
    while first < last and new_first < new_last and old[last - 1] == new[new_last - 1]:
        last, new_last = last - 1, new_last - 1
    return ChangedLines(first, last, new_first, new_last)
