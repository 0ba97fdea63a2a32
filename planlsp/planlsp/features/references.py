"""`textDocument/references` and `textDocument/documentHighlight`."""

from __future__ import annotations

from itertools import islice
from typing import Final

from lsprotocol import types

from plancore.ide.navigation.references import highlights, references
from plancore.ide.navigation.symbols import subject_at
from plancore.occurrences import NameRole
from plancore.stop import Checkpoint, watched, watched_if_many
from planlsp.convert import from_position, to_location, to_range
from planlsp.session.background.schedule import Priority
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of
from planlsp.session.view import View

MOST: Final = 10_000
"""The most places in an answer. An object may occur in a problem a hundred thousand times, which
would slow editors down."""


def register(server: PlanServer) -> None:
    """Find the other occurrences of the name at the cursor, in the file and the workspace."""

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    @server.with_view
    async def on_references(
        view: View, params: types.ReferenceParams
    ) -> list[types.Location] | None:
        def work(checkpoint: Checkpoint) -> list[types.Location] | None:
            return _references(server, view, params, checkpoint)

        return await server.work.run(work, "Searching for references", Priority.REQUESTS)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    @server.with_view
    async def on_highlight(
        view: View, params: types.DocumentHighlightParams
    ) -> list[types.DocumentHighlight] | None:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return None
        encoding = view.client.encoding
        offset = from_position(file.source, params.position, encoding)

        def work(checkpoint: Checkpoint) -> list[types.DocumentHighlight]:
            places = highlights(view.files, file, offset, checkpoint)
            return [
                types.DocumentHighlight(
                    to_range(file.source, place.span, encoding), _kind(place.role)
                )
                for place in watched_if_many(places, checkpoint)
            ]

        return await server.about(file, work, "Searching")


def _references(
    server: PlanServer, view: View, params: types.ReferenceParams, checkpoint: Checkpoint
) -> list[types.Location] | None:
    key = key_of(params.text_document.uri)
    file = view.files.file(key)
    if file is None:
        return None
    offset = from_position(file.source, params.position, view.client.encoding)
    subject = subject_at(view.files, file, offset, checkpoint)
    if subject is None:
        return None
    if not subject.is_local:
        view = server.workspace_files.mentioning(view, [subject.name], checkpoint).view
        subject = subject_at(view.files, file, offset) or subject
    with_declaration = params.context.include_declaration
    found = watched(references(view.files, subject, checkpoint), checkpoint)
    places = (place for place in found if with_declaration or place.role is not NameRole.DECLARES)
    return [to_location(view, place.file, place.span) for place in islice(places, MOST)]


def _kind(role: NameRole) -> types.DocumentHighlightKind:
    if role is NameRole.MENTIONS:
        return types.DocumentHighlightKind.Text
    is_write = role.is_write
    return types.DocumentHighlightKind.Write if is_write else types.DocumentHighlightKind.Read
