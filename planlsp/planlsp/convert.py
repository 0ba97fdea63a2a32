"""Between the core and LSP, both ways: the only place where lines and columns are made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsprotocol import types

from plancore.diagnostic import Edit, Severity
from plancore.source import Encoding, Position, SourceText, Span
from planlsp.text_buffer import TextEdit

SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def to_position(source: SourceText, offset: int, encoding: Encoding) -> types.Position:
    """The LSP position of `offset`."""
    line, column = source.position(offset, encoding)
    return types.Position(line, column)


def to_range(source: SourceText, span: Span, encoding: Encoding) -> types.Range:
    """The LSP range of `span`."""
    return types.Range(
        to_position(source, span.start, encoding), to_position(source, span.end, encoding)
    )


def to_text_edits(
    source: SourceText, edits: Iterable[Edit], encoding: Encoding
) -> list[types.TextEdit]:
    """The edits of one file, in the order of the text."""
    return [
        types.TextEdit(to_range(source, edit.span, encoding), edit.text)
        for edit in sorted(edits, key=lambda edit: edit.span)
    ]


def from_position(source: SourceText, position: types.Position, encoding: Encoding) -> int:
    """The offset that an LSP position means."""
    return source.offset(Position(position.line, position.character), encoding)


def from_range(source: SourceText, range_: types.Range, encoding: Encoding) -> Span:
    """The span that an LSP range means; its ends may come in either order."""
    first = from_position(source, range_.start, encoding)
    second = from_position(source, range_.end, encoding)
    return Span(min(first, second), max(first, second))


def from_content_changes(
    changes: Sequence[types.TextDocumentContentChangeEvent],
) -> list[TextEdit | str]:
    """The edits of a `didChange`, in the order in which they apply."""
    return [
        TextEdit(
            Position(change.range.start.line, change.range.start.character),
            Position(change.range.end.line, change.range.end.character),
            change.text,
        )
        if isinstance(change, types.TextDocumentContentChangePartial)
        else change.text
        for change in changes
    ]
