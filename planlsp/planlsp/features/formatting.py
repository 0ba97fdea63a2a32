"""`textDocument/formatting`, `textDocument/rangeFormatting` and `textDocument/onTypeFormatting`."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from plancore.diagnostic import Edit, apply_edits
from plancore.ide.formatting.edits import format_edits, typed_edits
from plancore.ide.formatting.styles import FormatOptions
from plancore.project import AnySnapshot
from plancore.source import Encoding, Span
from plancore.stop import Checkpoint
from planlsp.convert import from_position, from_range, to_text_edits
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of
from planlsp.session.view import View

_MANY = 2_000
"""With more edits than this, the whole text is sent: clients are slow to apply single edits."""


def register(server: PlanServer) -> None:
    """Format a document, or a range of it, as `planlsp format` does."""

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    @server.with_view
    async def on_formatting(
        view: View, params: types.DocumentFormattingParams
    ) -> list[types.TextEdit]:
        return await edits(view, params.text_document.uri, (), params.options)

    typing = types.DocumentOnTypeFormattingOptions(")", ["\n"])

    @server.feature(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, typing)
    @server.with_view
    async def on_type_formatting(
        view: View, params: types.DocumentOnTypeFormattingParams
    ) -> list[types.TextEdit]:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return []
        encoding = view.client.encoding
        offset = from_position(file.source, params.position, encoding)

        def work(checkpoint: Checkpoint) -> list[types.TextEdit]:
            changes = typed_edits(file, offset, _options(params.options), checkpoint)
            return _to_send(file, changes, encoding)

        return await server.about(file, work, "Formatting")

    async def on_range_formatting(
        view: View, params: types.DocumentRangeFormattingParams
    ) -> list[types.TextEdit]:
        return await edits(view, params.text_document.uri, [params.range], params.options)

    async def on_ranges_formatting(
        view: View, params: types.DocumentRangesFormattingParams
    ) -> list[types.TextEdit]:
        if not params.ranges:
            return []  # `edits` formats the whole document without a range
        return await edits(view, params.text_document.uri, params.ranges, params.options)

    def offer_ranges() -> None:
        several = server.client.formats_ranges
        options = types.DocumentRangeFormattingOptions(ranges_support=several or None)
        one = types.TEXT_DOCUMENT_RANGE_FORMATTING
        server.feature(one, options)(server.with_view(on_range_formatting))
        if several:
            many = types.TEXT_DOCUMENT_RANGES_FORMATTING
            server.feature(many)(server.with_view(on_ranges_formatting))

    async def edits(
        view: View,
        uri: str,
        ranges: Sequence[types.Range],
        layout: types.FormattingOptions,
    ) -> list[types.TextEdit]:
        file = view.files.file(key_of(uri))
        if file is None:
            return []
        source, encoding = file.source, view.client.encoding
        spans = [from_range(source, range_, encoding) for range_ in ranges]
        options = _options(layout)

        def work(checkpoint: Checkpoint) -> list[types.TextEdit]:
            changes = format_edits(file, *spans, options=options, checkpoint=checkpoint)
            return _to_send(file, changes, encoding)

        return await server.about(file, work, "Formatting")

    server.on_client_known(offer_ranges)


def _to_send(
    file: AnySnapshot, changes: tuple[Edit, ...], encoding: Encoding
) -> list[types.TextEdit]:
    if len(changes) > _MANY:
        whole = Span(0, len(file.text))
        changes = (Edit(whole, apply_edits(file.text, changes)),)
    return to_text_edits(file.source, changes, encoding)


def _options(layout: types.FormattingOptions) -> FormatOptions:
    return FormatOptions(indent=min(max(layout.tab_size, 1), 8))
