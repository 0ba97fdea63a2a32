"""`textDocument/linkedEditingRange`: a variable and its uses typed over together."""

from __future__ import annotations

from lsprotocol import types

from plancore.ide.navigation.references import linked
from planlsp.convert import from_position, to_range
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of
from planlsp.session.view import View

_VARIABLE = r"\?[^\s();\"?]*"
"""While the text is such, the places stay linked."""


def register(server: PlanServer) -> None:
    """Link the places of a variable, for a client that can edit them together."""

    async def linked_editing_range(
        view: View, params: types.LinkedEditingRangeParams
    ) -> types.LinkedEditingRanges | None:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return None
        encoding = view.client.encoding
        spans = linked(file, from_position(file.source, params.position, encoding))
        ranges = [to_range(file.source, span, encoding) for span in spans]
        return types.LinkedEditingRanges(ranges, _VARIABLE) if len(ranges) > 1 else None

    def offer() -> None:
        if server.client.links_edits:
            method = types.TEXT_DOCUMENT_LINKED_EDITING_RANGE
            server.feature(method)(server.with_view(linked_editing_range))

    server.on_client_known(offer)
