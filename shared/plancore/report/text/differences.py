"""The lines in which two files differ, the common source of all formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from plancore.compare.changes import ChangeKind
from plancore.compare.difference import FILE, LINE, Difference, code_of
from plancore.diagnostic import Severity
from plancore.phrases import SIDES, in_reference
from plancore.report.text.document import LinePair, TextFile, TextReview
from plancore.source import Span


def differences(review: TextReview) -> Sequence[Difference]:
    """Each differing line, with severity information as its meaning is unknown. Binary files have
    one difference."""
    return [replace(each, number=number) for number, each in enumerate(_differences(review))]


def failing(_: TextReview) -> Sequence[Difference]:
    """None: texts are not executed."""
    return ()


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


def subjects(review: TextReview) -> Iterator[str]:
    """Everything that may differ: the file."""
    yield review.learned.name


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
