"""`textDocument/documentLink`: from what names another file to that file."""

from __future__ import annotations

from lsprotocol import types

from plancore.ide.navigation.workspace_symbols import NamedFile, document_links
from planlsp.convert import to_range
from planlsp.session.links import wanted_by_line
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View


def register(server: PlanServer) -> None:
    """Link the domain of a problem, and what comments name."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    @server.with_view
    async def document_link(
        view: View, params: types.DocumentLinkParams
    ) -> list[types.DocumentLink]:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return []
        links = []
        for named in document_links(view.files, file):
            target = named.file or _named_by_line(view, file.name, named)
            if target is not None:
                range_ = to_range(file.source, named.span, view.client.encoding)
                tooltip = f"{named.what}: {name_of(target)}" if view.client.link_tooltips else None
                links.append(types.DocumentLink(range_, view.uri(target), tooltip))
        return links

    def _named_by_line(view: View, key: str, named: NamedFile) -> str | None:
        """The key of the file; None where the document may not point there."""
        document = view.documents.get(key)
        wanted = document and wanted_by_line(document, named.what, server.project.roots)
        return wanted.key if wanted else None
