"""`textDocument/documentSymbol`."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from plancore.ide.shape import OutlineItem, OutlineKind, outline
from plancore.source import SourceText
from plancore.stop import Checkpoint
from planlsp.convert import to_location, to_range
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View

_KINDS = {
    OutlineKind.DOMAIN: types.SymbolKind.Module,
    OutlineKind.PROBLEM: types.SymbolKind.Module,
    OutlineKind.SECTION: types.SymbolKind.Namespace,
    OutlineKind.PREDICATE: types.SymbolKind.Boolean,
    OutlineKind.FUNCTION: types.SymbolKind.Number,
    OutlineKind.ACTION: types.SymbolKind.Function,
    OutlineKind.AXIOM: types.SymbolKind.Operator,
    OutlineKind.TASK: types.SymbolKind.Method,
    OutlineKind.TYPE: types.SymbolKind.Class,
    OutlineKind.OBJECT: types.SymbolKind.Constant,
    OutlineKind.PARAMETER: types.SymbolKind.Variable,
    OutlineKind.SLOT: types.SymbolKind.Property,
    OutlineKind.STEP: types.SymbolKind.Event,
}


def register(server: PlanServer) -> None:
    """The outline: a tree, or a flat list for clients that do not support trees."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    @server.with_view
    async def document_symbol(
        view: View, params: types.DocumentSymbolParams
    ) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
        key = key_of(params.text_document.uri)
        file = view.files.file(key)
        if file is None:
            return []

        def work(
            checkpoint: Checkpoint,
        ) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
            items = outline(file, checkpoint)
            if view.client.symbol_tree:
                return [_symbol(view, file.source, item) for item in items]
            return [symbol for item in items for symbol in _flat(view, key, item, "")]

        return await server.work.compute(work, len(file.text), f"Reading {name_of(key)}")


def _symbol(view: View, source: SourceText, item: OutlineItem) -> types.DocumentSymbol:
    encoding = view.client.encoding
    return types.DocumentSymbol(
        name=item.name,
        detail=item.detail or None,
        kind=_KINDS[item.kind],
        range=to_range(source, item.span, encoding),
        selection_range=to_range(source, item.name_span, encoding),
        children=[_symbol(view, source, child) for child in item.children],
    )


def _flat(
    view: View, key: str, item: OutlineItem, container: str
) -> Iterator[types.SymbolInformation]:
    place = to_location(view, key, item.span)
    yield types.SymbolInformation(
        name=item.name,
        kind=_KINDS[item.kind],
        location=place,
        container_name=container or None,
    )
    for child in item.children:
        yield from _flat(view, key, child, item.name)
