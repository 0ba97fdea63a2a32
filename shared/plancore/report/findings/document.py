"""Findings as lines that people read and editors jump to: `file:line:column: severity: …`.

The findings are plain data, independent of the texts, so they can be computed in one process and
written in another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from plancore.diagnostic import ALSO_HERE, Diagnostic, Severity
from plancore.phrases import count_of
from plancore.report import document as doc
from plancore.report.lines import Line, Piece, Tone, cell_width, line, visible
from plancore.source import Encoding, Position, SourceText, Span

_TONES: Final = {Severity.ERROR: Tone.FAILING, Severity.WARNING: Tone.CHANGED}
_MOST: Final = 100
"""The maximum number of characters shown on either side of the start of a place."""
_MOST_SHOWN: Final = 8
"""The maximum number of places shown for the same mistake."""


def document(report: FindingsReport, _: doc.Detail) -> doc.Document:
    """A line for each diagnostic with its related places, and a summary; with excerpts of the text
    if the diagnostics have them."""
    blocks: list[doc.Block] = []
    if any(finding.excerpt for finding in report.findings):
        blocks = [doc.Code(list(_shown(finding))) for finding in report.findings]
    elif report.findings:
        blocks = [doc.List(list(map(_item, report.findings)), indent=0, step=4)]
    return doc.Document("Findings", (), [*blocks, doc.Paragraph([line(_summary(report))])])


def _shown(finding: PlacedFinding) -> Iterator[Line]:
    tone = _TONES.get(finding.severity, Tone.EXTRA)
    place = f"{finding.file}:{finding.start.line + 1}:{finding.column}: "
    severity = Piece(finding.severity.label, tone)
    yield line(place, severity, f": {finding.message} [{finding.code}]")
    if finding.excerpt:
        yield from _marked(finding.excerpt, tone)
    for at in finding.related:
        yield line(f"{at.file}:{at.line}:{at.column}: {at.message}")
        if at.excerpt:
            yield from _marked(at.excerpt, Tone.DIM)
    yield ()


def _marked(excerpt: Excerpt, tone: Tone) -> Iterator[Line]:
    """A line of text with its number, and carets below the place."""
    number = str(excerpt.number)
    before, marked = visible(excerpt.before), visible(excerpt.marked)
    gutter = Piece(f"{' ' * len(number)} | ", Tone.DIM)
    carets = "^" * max(cell_width(marked), 1)
    yield (gutter,)
    yield line(Piece(f"{number} | ", Tone.DIM), before, marked, visible(excerpt.after))
    yield line(gutter, " " * cell_width(before), Piece(carets, tone))


def _item(finding: PlacedFinding) -> doc.ListItem:
    place = f"{finding.file}:{finding.start.line + 1}:{finding.column}"
    text = f"{place}: {finding.severity.label}: {finding.message} [{finding.code}]"
    related = [
        f"{at.file}:{at.line}:{at.column}: {at.message}"
        for at in finding.related
        if at.message != ALSO_HERE
    ]
    also = [f"{at.line}:{at.column}" for at in finding.related if at.message == ALSO_HERE]
    if also:
        more = f" and {count_of(len(also) - _MOST_SHOWN, 'more place')}"
        shown = ", ".join(also[:_MOST_SHOWN])
        related.append(f"{ALSO_HERE}: {shown}{more if len(also) > _MOST_SHOWN else ''}")
    return doc.ListItem(line(text), doc.items(related))


def _summary(report: FindingsReport) -> str:
    checked = f"{count_of(len(report.files), 'file')} checked"
    if not report.findings:
        return f"{checked}: no diagnostics"
    parts = [
        f"{count} {severity.label}"
        if severity is Severity.INFORMATION
        else count_of(count, severity.label)
        for severity, count in report.counts.items()
    ]
    return f"{checked}: {', '.join(parts)}"


class Excerpt(NamedTuple):
    """A line of text with its number, from one, split at the marked place."""

    number: int
    before: str
    marked: str
    after: str


class RelatedPlace(NamedTuple):
    """Another place that explains a finding; line and column count from one, in characters.
    `excerpt` is optional."""

    file: str
    line: int
    column: int
    message: str
    excerpt: Excerpt | None = None


@dataclass(frozen=True, slots=True)
class PlacedFinding:
    """A finding in a file.

    `start` and `end` count from zero, with columns in UTF-16 units as in LSP; `column` is the
    start's column from one, in characters. `identity` is the same for the same finding in another
    version of the file, and empty if versions are not compared. `outcome` is its state since an
    earlier version, `state` and `note` are a reviewer's, if known. `subject` is the action that
    contains a difference. `excerpt` is optional.
    """

    file: str
    code: str
    severity: Severity
    message: str
    start: Position
    end: Position
    column: int
    related: tuple[RelatedPlace, ...] = ()
    identity: str = ""
    outcome: str = ""
    state: str = ""
    note: str = ""
    subject: str = ""
    excerpt: Excerpt | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether a reviewer accepted it."""
        return self.state == "accepted"

    @property
    def is_repaired(self) -> bool:
        """Whether it is only in an earlier version."""
        return self.outcome == "repaired"


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file that was read. `kind` is domain, problem, plan or unknown; `dialect` is None if
    unknown; `seconds` is the time to check it."""

    path: str
    kind: str
    dialect: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class FindingsReport:
    """All findings of a run. `trouble` has a line for each file that could not be read; `tool` is
    the command that made them."""

    kind: ClassVar[str] = "findings"

    files: tuple[CheckedFile, ...]
    findings: tuple[PlacedFinding, ...]
    trouble: tuple[str, ...] = ()
    tool_version: str = ""
    tool: str = "planlsp"

    @property
    def counts(self) -> dict[Severity, int]:
        """The number of findings by severity, most severe first."""
        counted = Counter(finding.severity for finding in self.findings)
        return {severity: counted[severity] for severity in Severity if counted[severity]}


def placed(
    file: str,
    source: SourceText,
    diagnostics: Iterable[Diagnostic],
    others: Mapping[str, tuple[str, SourceText]],
    *,
    with_excerpts: bool = False,
) -> tuple[PlacedFinding, ...]:
    """`diagnostics` as findings in the file displayed as `file`.

    `others` maps other files they may refer to to their displayed names and texts.
    """
    return tuple(
        PlacedFinding(
            file,
            diagnostic.code,
            diagnostic.severity,
            diagnostic.message,
            source.position(diagnostic.span.start, Encoding.UTF16),
            source.position(diagnostic.span.end, Encoding.UTF16),
            source.position(diagnostic.span.start).column + 1,
            tuple(_spots(diagnostic, (file, source), others, with_excerpts)),
            excerpt=_excerpt(source, diagnostic.span) if with_excerpts else None,
        )
        for diagnostic in diagnostics
    )


def _spots(
    diagnostic: Diagnostic,
    checked_file: tuple[str, SourceText],
    others: Mapping[str, tuple[str, SourceText]],
    with_excerpts: bool,
) -> Iterator[RelatedPlace]:
    for related in diagnostic.related:
        place = checked_file if related.file is None else others.get(related.file)
        if place is not None:
            shown, source = place
            line, column = source.position(related.span.start)
            excerpt = _excerpt(source, related.span) if with_excerpts else None
            yield RelatedPlace(shown, line + 1, column + 1, related.message, excerpt)


def _excerpt(source: SourceText, span: Span) -> Excerpt:
    number = source.line_of(span.start)
    first, last = source.line_span(number)
    at = min(span.start, last)
    end = max(at, min(span.end, last, at + _MOST))
    before, after = (
        source.text[max(first, at - _MOST) : at],
        source.text[end : min(last, at + _MOST)],
    )
    return Excerpt(number + 1, before, source.text[at:end], after)
