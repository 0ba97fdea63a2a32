"""Two files that are neither PDDL nor plans : the lines that differ, as diffs have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, NamedTuple

from plancore.memo import lazy
from plancore.phrases import SIDES, count_of
from plancore.report.document import Code, Detail, Document, Paragraph, Section
from plancore.report.heading import Note, names_line, note_lines
from plancore.report.line_diff import ChangedLines, gaps, hunks, lines_of
from plancore.report.lines import Piece, Tone, line
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint, staged


def document(review: TextReview, _: Detail) -> Document:
    """The whole report; a single line for what is not text."""
    tone = Tone.PLAIN if review.is_same else Tone.CHANGED
    verdict = line(Piece(verdict_text(review), tone))
    if review.is_binary:
        files = (Piece(each.name, Tone.TITLE) for each in (review.learned, review.reference))
        title = line(next(files), "  ", next(files), "  ", *verdict, f": {review.why}")
        return Document("Text", title, [])
    title = line(*names_line(review.learned.name, review.reference.name), ": ", *verdict)
    said = Paragraph([*note_lines(review.notes)])
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
        return "identical"
    if review.is_binary:
        return "binary files differ"
    missing = sum(gap.old_end - gap.old for gap in review.gaps)
    extra = sum(gap.new_end - gap.new for gap in review.gaps)
    of_reference = f"{count_of(missing, 'line')} only in {SIDES.the_reference}"
    return f"{of_reference}, {extra} only in the {SIDES.learned} file"


# Two files that are neither PDDL nor plans, compared line by line, as `diff` has it.

NO_MODEL: Final = "neither PDDL nor a plan"


class TextFile(NamedTuple):
    """A file with the name that reports use. `data` are the bytes of one that is no text."""

    name: str
    source: SourceText
    data: bytes | None = None


class LinePair(NamedTuple):
    """Numbers of lines, from 0, that stand for each other; None for nothing on that side."""

    learned: int | None
    reference: int | None


@dataclass(frozen=True)
class TextReview:
    """What is asked of every review is answered of the lines. `why` says why these are compared,
    where the files are of a kind that has more to it."""

    kind: ClassVar[Literal["text"]] = "text"

    learned: TextFile
    reference: TextFile
    gaps: Sequence[ChangedLines]
    """What of the reference, the old side, gives way to what of the learned file."""
    why: str = NO_MODEL

    @property
    def is_binary(self) -> bool:
        """Whether a file is no text."""
        return self.learned.data is not None or self.reference.data is not None

    @property
    def notes(self) -> tuple[Note, ...]:
        """Why not more is said."""
        how = "" if self.is_binary else "compared line by line: "
        return (Note(None, f"{how}{self.why}"),)

    @property
    def has_errors(self) -> bool:
        """Never: there is nothing that the files would have to be."""
        return False

    @property
    def is_same(self) -> bool:
        """Whether every byte of what is no text, or every line, is the same."""
        ours, theirs = self.learned, self.reference
        return ours.data == theirs.data and ours.source.text == theirs.source.text

    @lazy
    def lines(self) -> tuple[Sequence[str], Sequence[str]]:
        """The lines of the learned file and of the reference, with their line feeds."""
        return lines_of(self.learned.source.text), lines_of(self.reference.source.text)

    @lazy
    def differing(self) -> Sequence[LinePair]:
        """The lines that differ: of a gap the first stands for the first, and so on."""
        return [
            LinePair(
                gap.new + at if gap.new + at < gap.new_end else None,
                gap.old + at if gap.old + at < gap.old_end else None,
            )
            for gap in self.gaps
            for at in range(max(gap.new_end - gap.new, gap.old_end - gap.old))
        ]


def review_texts(
    learned: TextFile, reference: TextFile, why: str = NO_MODEL, checkpoint: Checkpoint = NEVER
) -> TextReview:
    """Compare two files line by line. Raises what `checkpoint` does."""
    old, new = (lines_of(file.source.text) for file in (reference, learned))
    found = gaps(old, new, staged("lines compared", checkpoint))
    return TextReview(learned, reference, found, why)
