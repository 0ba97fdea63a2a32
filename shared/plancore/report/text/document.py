"""Two files that are neither PDDL nor plans, as a document: their line diff."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, NamedTuple

from plancore.compare.changes import ChangeKind
from plancore.compare.difference import FILE, LINE, Difference, code_of
from plancore.diagnostic import Severity
from plancore.memo import lazy
from plancore.phrases import SIDES, count_of, in_reference
from plancore.report.document import Code, Detail, Document, Paragraph, Section
from plancore.report.files import Note, names_line, note_lines
from plancore.report.line_diff import ChangedLines, gaps, hunks, lines_of
from plancore.report.lines import Piece, Tone, line
from plancore.source import SourceText, Span
from plancore.stop import NEVER, Checkpoint, staged


def document(review: TextReview, _: Detail) -> Document:
    """The whole report; a single line for binary files."""
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
    """Nothing: lines have no scores."""
    return []


def verdict_text(review: TextReview) -> str:
    """The verdict on the two files."""
    if review.is_same:
        return "identical"
    if review.is_binary:
        return "binary files differ"
    missing = sum(gap.old_end - gap.old for gap in review.gaps)
    extra = sum(gap.new_end - gap.new for gap in review.gaps)
    of_reference = f"{count_of(missing, 'line')} only in {SIDES.the_reference}"
    return f"{of_reference}, {extra} only in the {SIDES.learned} file"


# The review of two files that are neither PDDL nor plans, compared line by line as by `diff`.

NO_MODEL: Final = "neither PDDL nor a plan"


class TextFile(NamedTuple):
    """A file with its name in reports. `data` are the bytes of a binary file."""

    name: str
    source: SourceText
    data: bytes | None = None


class LinePair(NamedTuple):
    """The indices of corresponding lines; None for no line."""

    learned: int | None
    reference: int | None


@dataclass(frozen=True)
class TextReview:
    """A line-by-line comparison with the properties of all reviews. `why` is the reason for
    comparing lines if the files are of a kind with more structure."""

    kind: ClassVar[Literal["text"]] = "text"

    learned: TextFile
    reference: TextFile
    gaps: Sequence[ChangedLines]
    """The lines of the reference, the old side, and the lines of the learned file that replace
    them."""
    why: str = NO_MODEL

    @property
    def is_binary(self) -> bool:
        """Whether a file is binary."""
        return self.learned.data is not None or self.reference.data is not None

    @property
    def notes(self) -> tuple[Note, ...]:
        """Why the files were compared as text."""
        how = "" if self.is_binary else "compared line by line: "
        return (Note(None, f"{how}{self.why}"),)

    @property
    def has_errors(self) -> bool:
        """Never: any text is allowed."""
        return False

    @property
    def is_same(self) -> bool:
        """Whether all lines, or all bytes of binary files, are the same."""
        ours, theirs = self.learned, self.reference
        return ours.data == theirs.data and ours.source.text == theirs.source.text

    @lazy
    def lines(self) -> tuple[Sequence[str], Sequence[str]]:
        """The lines of the learned file and of the reference, with their line feeds."""
        return lines_of(self.learned.source.text), lines_of(self.reference.source.text)

    @lazy
    def differences(self) -> Sequence[Difference]:
        """Each differing line, with severity information as its meaning is unknown. Binary files
        have one difference."""
        return [replace(each, number=number) for number, each in enumerate(_differences(self))]

    @property
    def subjects(self) -> Sequence[str]:
        """Everything that may differ: the file."""
        return (self.learned.name,)

    @lazy
    def differing(self) -> Sequence[LinePair]:
        """The lines that differ; within a gap the first corresponds to the first, and so on."""
        return [
            LinePair(
                gap.new + at if gap.new + at < gap.new_end else None,
                gap.old + at if gap.old + at < gap.old_end else None,
            )
            for gap in self.gaps
            for at in range(max(gap.new_end - gap.new, gap.old_end - gap.old))
        ]


def _differences(review: TextReview) -> Iterator[Difference]:
    if review.is_binary and not review.is_same:
        message = "binary files differ"
        yield _finding(
            review, ChangeKind.CHANGED, FILE, (None, None), message, LinePair(None, None)
        )
        return
    ours, theirs = review.lines
    for pair in review.differing:
        learned = None if pair.learned is None else ours[pair.learned].rstrip("\n")
        reference = None if pair.reference is None else theirs[pair.reference].rstrip("\n")
        if learned is None:
            kind, message = ChangeKind.MISSING, f"{SIDES.missing} line {reference}"
        elif reference is None:
            kind, message = ChangeKind.EXTRA, f"{SIDES.extra} line {learned}"
        else:
            kind, message = ChangeKind.CHANGED, f"line {in_reference(learned, reference)}"
        yield _finding(review, kind, LINE, (learned, reference), message, pair)


def _finding(
    review: TextReview,
    kind: str,
    part: str,
    texts: tuple[str | None, str | None],
    message: str,
    at: LinePair,
) -> Difference:
    return Difference(
        0,
        code_of(kind, part),
        Severity.INFORMATION,
        kind,
        review.learned.name,
        part,
        *texts,
        message,
        learned_span=_span(review.learned, at.learned) or Span(0, 0),
        reference_span=_span(review.reference, at.reference),
    )


def _span(file: TextFile, line: int | None) -> Span | None:
    return None if line is None else Span(*file.source.line_span(line))


def review_texts(
    learned: TextFile, reference: TextFile, why: str = NO_MODEL, checkpoint: Checkpoint = NEVER
) -> TextReview:
    """Compare two files line by line. Raises whatever `checkpoint` raises."""
    old, new = (lines_of(file.source.text) for file in (reference, learned))
    found = gaps(old, new, staged("lines compared", checkpoint))
    return TextReview(learned, reference, found, why)
