"""`textDocument/didOpen`, `didChange`, `didClose`, `didSave`."""

from __future__ import annotations

from lsprotocol import types

from planlsp.convert import from_content_changes
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of


def register(server: PlanServer) -> None:
    """Keep the project's texts in sync with the client's."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.project.open(params.text_document)
        server.changed()

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        server.project.change(
            params.text_document.uri,
            params.text_document.version,
            from_content_changes(params.content_changes),
            server.client.encoding,
        )
        server.changed()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.project.close(params.text_document.uri)
        server.changed()

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.indexer.touch([key_of(params.text_document.uri)])
        # Another open document may be compared with this file.
        server.project.invalidate()
        server.changed()
