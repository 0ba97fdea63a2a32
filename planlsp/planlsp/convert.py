"""Convert between types of the core and of LSP; offsets become lines and columns only here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from lsprotocol import types

from plancore.diagnostic import Diagnostic, Edit, Fix, Related, Severity
from plancore.ide.information.hover import Hover
from plancore.index.index import Index
from plancore.index.summary import Mention
from plancore.report.render.markdown import escaped, fenced
from plancore.source import Encoding, Position, SourceText, Span
from planlsp.session.texts.documents import TextEdit
from planlsp.session.uris import name_of
from planlsp.session.view import View

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
    """The edits of one file, sorted by position."""
    return [
        types.TextEdit(to_range(source, edit.span, encoding), edit.text)
        for edit in sorted(edits, key=lambda edit: edit.span)
    ]


def to_location(view: View, key: str, span: Span) -> types.Location:
    """The location of `span` in the file `key`, which `view` must contain."""
    source = view.files.files[key].source
    return types.Location(view.uri(key), to_range(source, span, view.client.encoding))


def to_location_of(view: View, index: Index, mention: Mention) -> types.Location | None:
    """The location of a mention in any file of the workspace; None if the file can no longer be
    read. A closed file is read only if its columns depend on the encoding."""
    key, span = mention.file, mention.span
    if view.files.file(key) is not None:
        return to_location(view, key, span)
    summary = index.files[key]
    if summary.is_ascii:
        start, end = (types.Position(*summary.line_and_column(offset)) for offset in span)
        return types.Location(view.uri(key), types.Range(start, end))
    source = view.text(key)
    if source is None:
        return None
    return types.Location(view.uri(key), to_range(source, span, view.client.encoding))


def to_diagnostic(
    view: View, key: str, diagnostic: Diagnostic, sources: Mapping[str, SourceText] | None = None
) -> types.Diagnostic:
    """A diagnostic of the file `key`, with the fields that the client supports.

    For a client without related information, the message has the first related location. Related
    locations may also be in `sources`: texts of other files at the time of the analysis.
    """
    source = view.files.files[key].source
    message = diagnostic.message
    related = list(_places(view, key, diagnostic.related, sources or {}))
    if related and not view.client.related_information:
        first = related[0]
        label = first.source.label(first.span.start)
        message = f"{message} ({name_of(view.uri(first.file))}:{label})"
    return types.Diagnostic(
        range=to_range(source, diagnostic.span, view.client.encoding),
        severity=SEVERITIES[diagnostic.severity],
        code=diagnostic.code,
        code_description=_page(diagnostic.code) if view.client.code_descriptions else None,
        source="planlsp",
        message=message,
        tags=[types.DiagnosticTag.Unnecessary]
        if diagnostic.unnecessary and view.client.diagnostic_tags
        else None,
        related_information=[
            types.DiagnosticRelatedInformation(
                types.Location(
                    view.uri(place.file),
                    to_range(place.source, place.span, view.client.encoding),
                ),
                place.message,
            )
            for place in related
        ]
        if related and view.client.related_information
        else None,
    )


class _Place(NamedTuple):
    """A related location."""

    file: str
    source: SourceText
    span: Span
    message: str


def _places(
    view: View, key: str, related: Iterable[Related], sources: Mapping[str, SourceText]
) -> Iterator[_Place]:
    """The related locations in known texts that have not changed since the analysis."""
    for span, message, name in related:
        name = name or key
        file, looked_at = view.files.file(name), sources.get(name)
        source = file.source if file else looked_at
        if source is not None and (looked_at is None or source.text == looked_at.text):
            yield _Place(name, source, span, message)


def _page(code: str) -> types.CodeDescription | None:
    # Imported late: some clients do not show links.
    from planlsp.session.answers.finding_pages import page_of

    address = page_of(code)
    return types.CodeDescription(address) if address else None


def to_workspace_edit(view: View, key: str, fix: Fix) -> types.WorkspaceEdit:
    """The edits of `fix`, a fix for a diagnostic of the file `key`, with the document's version."""
    return to_edit_of_files(view, {fix.file or key: fix.edits})


def to_edit_of_files(
    view: View, edits: Mapping[str, Sequence[Edit]], created: str | None = None
) -> types.WorkspaceEdit:
    """Edits of several files by key; the file `created` is created first."""
    text_edits = {
        key: to_text_edits(view.source(key), file_edits, view.client.encoding)
        for key, file_edits in edits.items()
    }
    if not view.client.document_changes:
        return types.WorkspaceEdit(changes={view.uri(key): of for key, of in text_edits.items()})
    changes: list[types.TextDocumentEdit | types.CreateFile] = []
    if created is not None:
        changes.append(types.CreateFile(view.uri(created)))
    for key, file_edits in text_edits.items():
        document = view.documents.get(key)
        identifier = types.OptionalVersionedTextDocumentIdentifier(
            uri=view.uri(key), version=document.version if document else None
        )
        changes.append(types.TextDocumentEdit(text_document=identifier, edits=list(file_edits)))
    return types.WorkspaceEdit(document_changes=changes)


def to_markup(answer: Hover, *, markdown: bool) -> types.MarkupContent:
    """The text of a hover."""
    return _markdown(answer) if markdown else _plain(answer)


def _markdown(answer: Hover) -> types.MarkupContent:
    blocks = [_code(answer.signature), "  \n".join(map(_sentence, answer.facts))]
    if answer.comment:
        blocks.append("\n".join(f"> {line}  " for line in escaped(answer.comment).splitlines()))
    if answer.reference:
        blocks += ["Reference:", _code(answer.reference)]
    return types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(filter(None, blocks)))


def _sentence(text: str) -> str:
    """A sentence with code in backticks. Text outside code is escaped, and the whole sentence if
    its backticks are not paired (names may contain some), so that a file cannot inject a link or an
    image."""
    words = text.split("`")
    if len(words) % 2 == 0 or not all(words[1:-1]):
        return escaped(text)
    words[::2] = map(escaped, words[::2])
    return "`".join(words)


def _code(text: str) -> str:
    return "\n".join(fenced(text.splitlines(), "pddl"))


def _plain(answer: Hover) -> types.MarkupContent:
    facts = [fact.replace("`", "") for fact in answer.facts]
    lines = [answer.signature, *facts, *answer.comment.splitlines()]
    if answer.reference:
        lines += ["Reference:", answer.reference]
    return types.MarkupContent(types.MarkupKind.PlainText, "\n".join(lines))


def from_position(source: SourceText, position: types.Position, encoding: Encoding) -> int:
    """The offset that an LSP position means."""
    return source.offset(Position(position.line, position.character), encoding)


def from_range(source: SourceText, range_: types.Range, encoding: Encoding) -> Span:
    """The span that an LSP range means; its ends may be in either order."""
    first = from_position(source, range_.start, encoding)
    second = from_position(source, range_.end, encoding)
    return Span(min(first, second), max(first, second))


def from_content_changes(
    changes: Sequence[types.TextDocumentContentChangeEvent],
) -> list[TextEdit | str]:
    """The edits of a `didChange`, in the order in which to apply them."""
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
