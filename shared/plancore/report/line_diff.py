"""Two texts line by line as a unified diff, the form that `patch` reads (POSIX, diff -u)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Final, NamedTuple

from plancore.align.sequences import align
from plancore.report.lines import Line, Piece, Tone, line
from plancore.stop import NEVER, Checkpoint

_CONTEXT: Final = 3
_OPEN_END: Final = "\\ No newline at end of file"


class Gap(NamedTuple):
    """Lines `old` to `old_end` that give way to the lines `new` to `new_end` of the other text."""

    old: int
    old_end: int
    new: int
    new_end: int


def lines_of(text: str) -> list[str]:
    """The lines of `text` with their line feeds; only the last may have none."""
    *whole, rest = text.split("\n")
    return [f"{part}\n" for part in whole] + ([rest] if rest else [])


def gaps(
    old: Sequence[Hashable], new: Sequence[Hashable], checkpoint: Checkpoint = NEVER
) -> list[Gap]:
    """What gives way to what, so that as many symbols as possible stay, in order. Raises what
    `checkpoint` does."""
    found: list[Gap] = []
    left = right = 0
    for block in (*align(old, new, checkpoint=checkpoint).blocks, None):
        before, behind = (len(old), len(new)) if block is None else (block.left, block.right)
        if left < before or right < behind:
            found.append(Gap(left, before, right, behind))
        if block is not None:
            left, right = block.left + block.length, block.right + block.length
    return found


def hunks(
    old: Sequence[str], new: Sequence[str], found: Sequence[Gap], heading: Callable[[int], str]
) -> Iterator[Line]:
    """The hunks, with three lines of context. `heading` says of a line of the old text what it is
    in; it stands behind `@@`."""
    groups: list[list[Gap]] = []
    for gap in found:
        if not groups or gap.old - groups[-1][-1].old_end > 2 * _CONTEXT:
            groups.append([])
        groups[-1].append(gap)
    for group in groups:
        yield from _hunk(old, new, group, heading)


def _hunk(
    old: Sequence[str], new: Sequence[str], group: list[Gap], heading: Callable[[int], str]
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
    """`start,count`, counted from one; of no lines the line before them."""
    count = end - start
    return f"{start + 1 if count else start},{count}"


def _signed(sign: str, texts: Sequence[str], tone: Tone) -> Iterator[Line]:
    for text in texts:
        yield line(Piece(f"{sign}{text.removesuffix(chr(10))}", tone))
        if not text.endswith("\n"):
            yield line(Piece(_OPEN_END, Tone.DIM))
