"""Two files that are neither PDDL nor plans as text: the lines that differ, as diffs have them."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.phrases import count_of
from plancore.report.heading import heading, remark_lines
from plancore.report.line_diff import hunks
from plancore.report.lines import Line, Piece, Tone, line, visible, visible_line
from plancore.report.text.review import TextReview


def lines(review: TextReview) -> Iterator[Line]:
    """The whole report; of what is no text a single line."""
    tone = Tone.PLAIN if review.is_same else Tone.CHANGED
    verdict = line(Piece(verdict_text(review), tone))
    if review.is_binary:
        names = (
            Piece(visible(file.name), Tone.TITLE) for file in (review.learned, review.reference)
        )
        yield line(next(names), "  ", next(names), "  ", *verdict, f": {review.why}")
        return
    yield from heading(review.learned.name, review.reference.name, review.notes, verdict)
    yield from remark_lines(review.notes)
    if review.gaps:
        ours, theirs = review.lines
        yield ()
        yield from map(visible_line, hunks(theirs, ours, review.gaps, lambda _: ""))


def verdict_text(review: TextReview) -> str:
    """What can be said of the two files."""
    if review.is_same:
        return "the same"
    if review.is_binary:
        return "binary files differ"
    missing = sum(gap.old_end - gap.old for gap in review.gaps)
    extra = sum(gap.new_end - gap.new for gap in review.gaps)
    return f"{count_of(missing, 'line')} only in the reference, {extra} only in the learned file"
