"""The differences of a review as entries: the common source of all formats, tables and pages.

Each review lists its `differences`, and its `subjects`, which may differ. Entries add the errors of
the files, places in both files and review marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from plancore.compare.declarations import DeclarationChange
from plancore.compare.difference import (
    Difference,
    count,
    reference_label,
    span_in_learned,
    span_in_reference,
)
from plancore.diagnostic import Diagnostic, Related, Severity
from plancore.report.files import LineColumn, Note, SourceFile, at_offset
from plancore.report.findings.document import CheckedFile, FindingsReport, PlacedFinding, placed
from plancore.report.limits import judged, severities_of
from plancore.report.registry import Report
from plancore.snapshot import FileSnapshot
from plancore.source import Position, SourceText, Span

if TYPE_CHECKING:
    from plancore.report.review import Review
    from plancore.report.reviewed.marks import Reviewed, ReviewMark
    from plancore.rules.settings import RuleSettings, Suppressions

ERROR: Final = "file-error"
"""The code of an error that keeps a file from being read in full."""
BELOW: Final = "below-limit"
"""The code of a score below its limit."""


class Entry(NamedTuple):
    """A difference with the two files it is between, and the reviewer's `mark` on it.

    Two kinds of entries are not differences: `error` is an error in a file, `failing` a plan that
    cannot be executed.
    """

    difference: Difference
    learned: SourceFile
    reference: SourceFile
    mark: ReviewMark | None = None

    @property
    def span(self) -> Span:
        """The span of the difference in the learned file, or of where its text would be."""
        difference = self.difference
        if difference.learned_span is not None or not isinstance(self.learned, FileSnapshot):
            return difference.learned_span or Span(0, 0)
        return span_in_learned(difference, self.learned)

    @property
    def reference_span(self) -> Span | None:
        """The same in the reference; None where it is unknown."""
        difference = self.difference
        if difference.kind == "error":
            return None
        if difference.reference_span is not None or not isinstance(self.reference, FileSnapshot):
            return difference.reference_span
        return span_in_reference(difference, self.reference)

    @property
    def where(self) -> LineColumn:
        """Where `span` begins."""
        return at_offset(self.learned.name, self.learned.source, self.span.start)

    @property
    def reference_where(self) -> LineColumn | None:
        """Where `reference_span` begins."""
        span, file = self.reference_span, self.reference
        return None if span is None else at_offset(file.name, file.source, span.start)

    @property
    def part(self) -> str:
        """The part of the subject that differs: `precondition`, `type`."""
        change, part = self.difference.change, self.difference.part
        return change.what.noun if isinstance(change, DeclarationChange) else part

    @property
    def is_difference(self) -> bool:
        """Whether this is a difference of the current files."""
        difference = self.difference
        return difference.kind not in ("error", "failing") and difference.outcome != "repaired"

    def is_reported(self, settings: RuleSettings, suppressions: Suppressions) -> bool:
        """Whether neither settings nor a comment in the learned file disable the entry."""
        difference, source = self.difference, self.learned.source
        if settings.severity(difference.code, difference.severity) is None:
            return False
        found = Diagnostic(difference.code, difference.severity, self.span, difference.message)
        return not suppressions.silences(source, found)

    @property
    def text(self) -> str:
        """The message, with the effect on plans and the review mark."""
        return "; ".join(filter(None, (self.difference.text, self._mark_text)))

    @property
    def _mark_text(self) -> str:
        if self.mark is None:
            return ""
        # Imported late: few reviews have marks.
        from plancore.report.reviewed.marks import mark_text

        return mark_text(self.mark)

    @property
    def placed(self) -> PlacedFinding:
        """The entry as a finding in the learned file, related to its place in the reference."""
        difference, span = self.difference, self.reference_span
        related: tuple[Related, ...] = ()
        others: dict[str, tuple[str, SourceText]] = {}
        if span is not None:
            related = (Related(span, reference_label(difference), "reference"),)
            others = {"reference": (self.reference.name, self.reference.source)}
        found = Diagnostic(difference.code, difference.severity, self.span, self.text, related)
        (finding,) = placed(self.learned.name, self.learned.source, [found], others)
        identity = difference.identity
        if difference.kind == "error":
            identity = f"{difference.code}: {difference.message}"
        subject = difference.action or ""
        finding = replace(finding, identity=identity, outcome=difference.outcome, subject=subject)
        if self.mark is None:
            return finding
        return replace(finding, state=self.mark.state.value, note=self.mark.note)


def count_of_differences(review: Review) -> int:
    """The number of current differences, as every report, table and screen shows it."""
    return count(review.differences)


def entries_of(review: Review) -> list[Entry]:
    """The errors of the files, then an inapplicable plan, then the differences."""
    reviewed = review.reviewed if review.kind == "domain" or review.kind == "threeway" else None
    severities = severities_of(review)
    found: list[Entry] = [_error(review, note) for note in review.notes if note.is_error]
    learned, reference = review.learned, review.reference
    now = review.now if review.kind == "change" else review
    if now.kind == "plan":
        found += (Entry(each, learned, reference) for each in now.failing)
    for difference in review.differences:
        severity = severities.get(difference.code)
        if severity is not None:
            difference = replace(difference, severity=severity)
        found.append(Entry(difference, learned, reference, _mark(reviewed, difference)))
    return found


def entry_rows(review: Review) -> Iterator[Sequence[object]]:
    """A table of the entries, headed by the names of its columns. Only domains have the last two
    columns, those of review marks."""
    has_marks = review.kind in ("domain", "threeway")
    yield (
        *("code", "severity", "kind", "subject", "part", "learned", "reference", "message"),
        *("consequence", "file", "line", "column", "reference_line", "reference_column"),
        *(("review", "note") if has_marks else ()),
    )
    for entry in entries_of(review):
        difference, where, theirs = entry.difference, entry.where, entry.reference_where
        yield (
            *(difference.code, difference.severity.label, difference.kind, difference.subject),
            *(entry.part, difference.learned, difference.reference, difference.message),
            *(difference.consequence, where.file, where.line, where.column),
            *((None, None) if theirs is None else (theirs.line, theirs.column)),
            *((entry.mark or (None, None)) if has_marks else ()),
        )


def as_findings(report: Report) -> FindingsReport:
    """Findings as they are; of a review its enabled entries, most severe first."""
    if isinstance(report, FindingsReport):
        return report
    # Imported late: tables and counts list all entries.
    from plancore.rules.settings import RuleSettings, Suppressions

    review = cast("Review", report)
    files = tuple(CheckedFile(side.name, review.kind, None, 0) for side in files_of(review))
    settings = RuleSettings(severities_of(review))
    suppressions = Suppressions(review.learned.source)
    found = [
        entry.placed
        for entry in worst_first(entries_of(review))
        if not entry.is_difference or entry.is_reported(settings, suppressions)
    ]
    return FindingsReport(files, (*_below_limits(review), *found), tool="plandiff")


def _below_limits(review: Review) -> Iterator[PlacedFinding]:
    """An error for each score below its limit. It is about the whole learned file and not a
    difference, so lists of differences leave it out."""
    for each in judged(review):
        if each.is_below:
            name, source = review.learned.name, review.learned.source
            found = Diagnostic(BELOW, Severity.ERROR, Span(0, 0), each.text)
            (finding,) = placed(name, source, [found], {})
            yield replace(finding, identity=f"{BELOW}: {each.limit.figure}")


def files_of(review: Review) -> Sequence[SourceFile]:
    """The compared files: learned, reference and, if there is one, the version before."""
    if review.kind == "threeway" or review.kind == "change":
        return review.files
    return review.learned, review.reference


def worst_first(entries: Iterable[Entry]) -> list[Entry]:
    """The most severe entries first, then those with the greatest effect on plans; stable."""
    return sorted(entries, key=lambda entry: (entry.difference.severity, entry.difference.rank))


def _mark(reviewed: Reviewed | None, difference: Difference) -> ReviewMark | None:
    """The reviewer's mark on a difference; None without one."""
    judged = difference.as_judged
    if reviewed is None or judged is None:
        return None
    # Imported late: few reviews have marks.
    from plancore.report.reviewed.marks import name_of

    mark = reviewed.mark(name_of(judged))
    return None if mark.is_none else mark


def _error(review: Review, note: Note) -> Entry:
    where = note.where
    file: SourceFile = review.learned
    if where is not None:
        file = next((side for side in files_of(review) if side.name == where.file), file)
    start = 0
    if where is not None:
        start = file.source.offset(Position(where.line - 1, where.column - 1))
    made = Difference(
        *(0, ERROR, Severity.ERROR, "error", "", "", None, None, note.message),
        learned_span=Span(start, start),
        rank=-1,
    )
    return Entry(made, file, review.reference)
