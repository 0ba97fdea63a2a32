"""Where a text is broken that is wider than its column."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.report.lines import cell_width, start_of


def broken(text: str, width: int) -> Iterator[tuple[int, int]]:
    """The stretches of `text` that fit into `width` columns, one below the other; at least one.

    A line ends at each line end of the text, and else at the last blank that fits, or where the
    column ends if there is none. The blank that a line is broken at belongs to neither.
    """
    start = 0
    for whole in text.split("\n"):
        end = start + len(whole)
        yield from _broken(text, start, end, max(width, 1))
        start = end + 1


def _broken(text: str, start: int, end: int, width: int) -> Iterator[tuple[int, int]]:
    is_ascii = text.isascii()
    while end - start > width or (not is_ascii and cell_width(text[start:end]) > width):
        fits = width if is_ascii else len(start_of(text[start : start + 2 * width], width)) or 1
        blank = text.rfind(" ", start + 1, start + fits + 1)
        if blank > start and text[start:blank].strip():
            yield start, blank
            start = blank + 1
        else:
            yield start, start + fits
            start += fits
    yield start, end
