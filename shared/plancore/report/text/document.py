"""Two files that are neither PDDL nor plans : the lines that differ, as diffs have them."""

from __future__ import annotations

from plancore.phrases import count_of
from plancore.report.document import Code, Detail, Document, Paragraph, Section
from plancore.report.heading import names_line, remark_lines, verdict_lines
from plancore.report.line_diff import hunks
from plancore.report.lines import Piece, Tone, line
from plancore.report.text.review import TextReview


def document(review: TextReview, _: Detail) -> Document:
    """The whole report; of what is no text a single line."""
    tone = Tone.PLAIN if review.is_same else Tone.CHANGED
    verdict = line(Piece(verdict_text(review), tone))
    if review.is_binary:
        files = (Piece(each.name, Tone.TITLE) for each in (review.learned, review.reference))
        title = line(next(files), "  ", next(files), "  ", *verdict, f": {review.why}")
        return Document("Text", title, [])
    title = names_line(review.learned.name, review.reference.name)
    said = Paragraph([*verdict_lines(review.notes, verdict), *remark_lines(review.notes)])
    if not review.gaps:
        return Document("Text", title, [said])
    ours, theirs = review.lines
    made = [*hunks(theirs, ours, review.gaps, lambda _: "")]
    return Document("Text", title, [said, Section("", [Code(made, is_patch=True)])])


def worst(_: TextReview) -> list[str]:
    """Nothing: lines have no figures."""
    return []


def verdict_text(review: TextReview) -> str:
    """What can be said of the two files."""
    if review.is_same:
        return "the same"
    if review.is_binary:
        return "binary files differ"
    missing = sum(gap.old_end - gap.old for gap in review.gaps)
    extra = sum(gap.new_end - gap.new for gap in review.gaps)
    return f"{count_of(missing, 'line')} only in the reference, {extra} only in the learned file"
