"""`textDocument/formatting` and `textDocument/rangeFormatting`."""

from __future__ import annotations

from lsprotocol import types

from plancore.diagnostic import Edit, apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.ide.formatting.options import FormatOptions
from plancore.source import Span
from planlsp.convert import from_range, to_text_edits
from planlsp.session.project import View
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of

_MANY = 2_000
"""From so many edits on the whole text is sent: clients take long to apply them one by one."""


def register(server: PlanServer) -> None:
    """Lay out a document, or some lines of it, as `planlsp format` does."""

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    @server.with_view
    async def on_formatting(
        view: View, params: types.DocumentFormattingParams
    ) -> list[types.TextEdit]:
        return await edits(view, params.text_document.uri, None, params.options)

    @server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    @server.with_view
    async def on_range_formatting(
        view: View, params: types.DocumentRangeFormattingParams
    ) -> list[types.TextEdit]:
        return await edits(view, params.text_document.uri, params.range, params.options)

    async def edits(
        view: View, uri: str, range_: types.Range | None, layout: types.FormattingOptions
    ) -> list[types.TextEdit]:
        file = view.files.file(key_of(uri))
        if file is None:
            return []
        span = from_range(file.source, range_, view.client.encoding) if range_ else None
        options = FormatOptions(indent=min(max(layout.tab_size, 1), 8))
        changes = await server.compute(
            lambda: format_edits(file, span, options), len(file.text), f"Formatting {name_of(uri)}"
        )
        if len(changes) > _MANY:
            whole = Span(0, len(file.text))
            changes = (Edit(whole, apply_edits(file.text, changes)),)
        return to_text_edits(file.source, changes, view.client.encoding)
