"""`textDocument/definition`."""

from __future__ import annotations

from lsprotocol import types

from plancore.ide.definition import definition
from planlsp.convert import from_position, to_location, to_range
from planlsp.session.project import View
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of


def register(server: PlanServer) -> None:
    """Lead from a name to where it is declared."""

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    @server.with_view
    async def on_definition(
        view: View, params: types.DefinitionParams
    ) -> types.Location | list[types.LocationLink] | None:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return None
        encoding = view.client.encoding
        offset = from_position(file.source, params.position, encoding)
        target = definition(view.files, file, offset)
        if target is None:
            return None
        name = to_location(view, target.file, target.name)
        if not view.client.definition_links:
            return name
        return [
            types.LocationLink(
                target_uri=name.uri,
                target_range=to_location(view, target.file, target.whole).range,
                target_selection_range=name.range,
                origin_selection_range=to_range(file.source, target.origin, encoding),
            )
        ]
