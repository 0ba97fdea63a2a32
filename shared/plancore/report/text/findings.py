"""The lines in which two files differ, one by one, as every format lists them."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.diagnostic import Severity
from plancore.phrases import in_reference
from plancore.report.review_findings import ReviewFinding, Spot
from plancore.report.text.review import Lines, TextFile, TextReview
from plancore.source import Span


def differences(review: TextReview) -> Iterator[ReviewFinding]:
    """Each line, for information: what it means nobody here knows. Of what is no text the files as
    a whole."""
    if review.is_binary and not review.is_same:
        message = "binary files differ"
        yield _finding(review, "changed", "file", (None, None), message, Lines(None, None))
        return
    ours, theirs = review.lines
    for pair in review.differing:
        learned = None if pair.learned is None else ours[pair.learned].rstrip("\n")
        reference = None if pair.reference is None else theirs[pair.reference].rstrip("\n")
        if learned is None:
            kind, message = "missing", f"missing line {reference}"
        elif reference is None:
            kind, message = "extra", f"extra line {learned}"
        else:
            kind, message = "changed", f"line {in_reference(learned, reference)}"
        yield _finding(review, kind, "line", (learned, reference), message, pair)


def subjects(review: TextReview) -> Iterator[str]:
    """All that may differ: the file."""
    yield review.learned.name


def _finding(
    review: TextReview,
    kind: str,
    part: str,
    texts: tuple[str | None, str | None],
    message: str,
    at: Lines,
) -> ReviewFinding:
    return ReviewFinding(
        f"{kind}-{part}",
        Severity.INFORMATION,
        kind,
        review.learned.name,
        part,
        *texts,
        message,
        _spot(review.learned, at.learned),
        None if at.reference is None else _spot(review.reference, at.reference),
    )


def _spot(file: TextFile, line: int | None) -> Spot:
    return Spot(file, Span(0, 0) if line is None else Span(*file.source.line_span(line)))
