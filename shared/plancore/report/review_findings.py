"""What a review of two files has to say, one by one: the errors of the files, and each difference.

One list for every format that has an entry, a row, an annotation or a test for each of them. The
kinds of reviews list their differences in their `findings.py`; codes are those of the editor's
findings where it has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

from plancore.diagnostic import Diagnostic, Related, Severity
from plancore.report.findings.checked import (
    CheckedFile,
    FindingsReport,
    PlacedFinding,
    placed,
)
from plancore.report.kept import judged
from plancore.report.notes import Note
from plancore.report.places import Where, at_offset
from plancore.report.registry import Report
from plancore.report.registry import part as part_of_kind
from plancore.source import Position, SourceText, Span

if TYPE_CHECKING:
    from plancore.report.review import Review
    from plancore.report.reviewed.marks import ReviewMark

ERROR: Final = "file-error"
"""The code of what keeps a file from being read in full."""
BELOW: Final = "below-limit"
"""The code of a figure that is below a limit."""


class SourceFile(Protocol):
    """A file that was compared: a snapshot, or one of two plans."""

    @property
    def name(self) -> str:
        """As reports call it."""
        ...

    @property
    def source(self) -> SourceText:
        """Its text."""
        ...


class Spot(NamedTuple):
    """A stretch of a file."""

    file: SourceFile
    span: Span

    @property
    def where(self) -> Where:
        """Where it begins."""
        return at_offset(self.file.name, self.file.source, self.span.start)


class ReviewFinding(NamedTuple):
    """An error of a file, or a difference.

    `kind` is `error`, `missing`, `extra`, `changed`, `renamed`, `moved`, `failing`, or for a step
    at another time `retimed`. `subject` is what it is in: an action, a section of declarations, a
    part of a problem, the steps of a plan; `part` what of that. `learned` and `reference` are what
    each side says there, in its own names. `spot` is where the learned file says it or would have
    to, `counterpart` where the reference does. `consequence` is what it does to plans, where that
    is known; `rank` orders what is equally severe, what does most comes first. Where the learned
    domain is compared with what it was, `outcome` is what became of it, of that which differs no
    more, too, and `before` what was said then. `mark` is what a reviewer said of it.
    """

    code: str
    severity: Severity
    kind: str
    subject: str
    part: str
    learned: str | None
    reference: str | None
    message: str
    spot: Spot
    counterpart: Spot | None = None
    consequence: str = ""
    rank: int = 0
    outcome: str = ""
    before: str | None = None
    mark: ReviewMark | None = None

    @property
    def text(self) -> str:
        """The message, with what it does to plans, and what a reviewer said of it."""
        besides = "; ".join(filter(None, (self.consequence, self._said)))
        return f"{self.message} ({besides})" if besides else self.message

    @property
    def _said(self) -> str:
        if self.mark is None:
            return ""
        # Imported by who has marks.
        from plancore.report.reviewed.marks import mark_text

        return mark_text(self.mark)

    @property
    def identity(self) -> str:
        """The same for the same difference in later versions of the files, wherever it stands."""
        said = (self.subject, self.part, self.kind, self.learned or "", self.reference or "")
        return " / ".join(said) if self.kind != "error" else f"{self.code}: {self.message}"

    @property
    def is_difference(self) -> bool:
        """Whether the files differ in it; a file may also have errors, and a plan fail."""
        return self.kind not in ("error", "failing") and self.outcome != "repaired"

    @property
    def placed(self) -> PlacedFinding:
        """As a finding in the learned file that points to the reference."""
        related: tuple[Related, ...] = ()
        others: dict[str, tuple[str, SourceText]] = {}
        if self.counterpart is not None:
            other, span = self.counterpart
            related = (Related(span, "the reference", "reference"),)
            others = {"reference": (other.name, other.source)}
        found = Diagnostic(self.code, self.severity, self.spot.span, self.text, related)
        (finding,) = placed(self.spot.file.name, self.spot.file.source, [found], others)
        finding = replace(finding, identity=self.identity, outcome=self.outcome)
        if self.mark is None:
            return finding
        return replace(finding, state=self.mark.state.value, note=self.mark.note)


def findings_of(review: Review) -> list[ReviewFinding]:
    """The errors of the files, then a plan that fails, then the differences in the order of the
    review. There is a difference exactly if the review finds the two not the same."""
    module = part_of_kind(review, "findings")
    errors = [_error(review, note) for note in review.notes if note.is_error]
    differences: Iterator[ReviewFinding] = module.differences(review)
    return [*errors, *differences]


def finding_rows(review: Review) -> Iterator[Sequence[object]]:
    """A table of the findings, its columns named in the first row; the last two, what a reviewer
    said, are only there for domains."""
    has_marks = review.kind in ("domain", "threeway")
    yield (
        *("code", "severity", "kind", "subject", "part", "learned", "reference", "message"),
        *("consequence", "file", "line", "column", "reference_line", "reference_column"),
        *(("review", "note") if has_marks else ()),
    )
    for finding in findings_of(review):
        where = finding.spot.where
        theirs = None if finding.counterpart is None else finding.counterpart.where
        yield (
            *(finding.code, finding.severity.label, *finding[2:8], finding.consequence),
            *(where.file, where.line, where.column),
            *((None, None) if theirs is None else (theirs.line, theirs.column)),
            *((finding.mark or (None, None)) if has_marks else ()),
        )


def as_findings(report: Report) -> FindingsReport:
    """A report on findings in files, or those of a review as one, the worst first."""
    if isinstance(report, FindingsReport):
        return report
    review = cast("Review", report)
    files = tuple(CheckedFile(side.name, review.kind, None, 0) for side in files_of(review))
    found = [finding.placed for finding in worst_first(findings_of(review))]
    return FindingsReport(files, (*_below_limits(review), *found), tool="plandiff")


def _below_limits(review: Review) -> Iterator[PlacedFinding]:
    """An error for each limit that a figure is below. It is of the learned file as a whole, and no
    difference: lists of those leave it out."""
    for each in judged(review):
        if each.is_below:
            name, source = review.learned.name, review.learned.source
            found = Diagnostic(BELOW, Severity.ERROR, Span(0, 0), each.text)
            (finding,) = placed(name, source, [found], {})
            yield replace(finding, identity=f"{BELOW}: {each.limit.figure}")


def files_of(review: Review) -> Sequence[SourceFile]:
    """The files that were compared: the learned one, its reference, and what it was before."""
    if review.kind == "threeway" or review.kind == "change":
        return review.learned, review.reference, review.before.learned
    return review.learned, review.reference


def worst_first(findings: Iterable[ReviewFinding]) -> list[ReviewFinding]:
    """What is most severe first, of that what does most to plans; else in their order."""
    return sorted(findings, key=lambda finding: (finding.severity, finding.rank))


def _error(review: Review, note: Note) -> ReviewFinding:
    where = note.where
    file: SourceFile = review.learned
    if where is not None:
        file = next((side for side in files_of(review) if side.name == where.file), file)
    start = 0
    if where is not None:
        start = file.source.offset(Position(where.line - 1, where.column - 1))
    spot = Spot(file, Span(start, start))
    return ReviewFinding(
        ERROR, Severity.ERROR, "error", "", "", None, None, note.message, spot, rank=-1
    )
