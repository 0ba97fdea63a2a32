"""`textDocument/selectionRange`."""

from __future__ import annotations

from lsprotocol import types

from plancore.ide.shape import selections
from plancore.project import AnySnapshot
from plancore.source import Encoding
from planlsp.convert import from_position, to_range
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of
from planlsp.session.view import View


def register(server: PlanServer) -> None:
    """Say what to select around each cursor, from the word to the file."""

    @server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    @server.with_view
    async def selection_range(
        view: View, params: types.SelectionRangeParams
    ) -> list[types.SelectionRange] | None:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return None
        return await server.about(
            file,
            lambda _: [_around(file, at, view.client.encoding) for at in params.positions],
        )


def _around(
    file: AnySnapshot, position: types.Position, encoding: Encoding
) -> types.SelectionRange:
    offset = from_position(file.source, position, encoding)
    chain: types.SelectionRange | None = None
    for span in reversed(selections(file, offset)):
        chain = types.SelectionRange(to_range(file.source, span, encoding), chain)
    assert chain is not None  # the whole file is always around
    return chain
