"""`textDocument/definition`, `declaration`, `typeDefinition`, `implementation` and
`documentLink`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from lsprotocol import types

from plancore.ide.navigation.references import (
    DefinitionTarget,
    definition,
    implementations,
    type_definitions,
)
from plancore.ide.navigation.workspace_symbols import NamedFile, document_links
from plancore.project import AnySnapshot, ProjectSnapshot
from plancore.stop import Checkpoint
from planlsp.convert import from_position, to_location, to_range
from planlsp.session.links import wanted_by_line
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View

Targets = Callable[[ProjectSnapshot, AnySnapshot, int, Checkpoint], Iterable[DefinitionTarget]]
Answer = types.Location | list[types.Location] | list[types.LocationLink] | None


def register(server: PlanServer) -> None:
    """Go from a name to its declaration, to its type, and to the actions that make it true."""
    _register_links(server)

    def lead(method: str, targets: Targets, links: Callable[[View], bool]) -> None:
        @server.feature(method)
        @server.with_view
        async def answer(view: View, params: types.TextDocumentPositionParams) -> Answer:
            file = view.files.file(key_of(params.text_document.uri))
            if file is None:
                return None
            return await server.about(
                file,
                lambda checkpoint: _answer(
                    view, file, params.position, targets, links(view), checkpoint
                ),
            )

    lead(types.TEXT_DOCUMENT_DEFINITION, _declared, lambda view: view.client.definition_links)
    lead(types.TEXT_DOCUMENT_DECLARATION, _declared, lambda view: view.client.declaration_links)
    lead(
        types.TEXT_DOCUMENT_TYPE_DEFINITION,
        type_definitions,
        lambda view: view.client.type_definition_links,
    )
    lead(
        types.TEXT_DOCUMENT_IMPLEMENTATION,
        implementations,
        lambda view: view.client.implementation_links,
    )


def _declared(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, checkpoint: Checkpoint
) -> Iterator[DefinitionTarget]:
    target = definition(project, file, offset, checkpoint)
    if target is not None:
        yield target


def _answer(
    view: View,
    file: AnySnapshot,
    position: types.Position,
    targets: Targets,
    as_links: bool,
    checkpoint: Checkpoint,
) -> Answer:
    encoding = view.client.encoding
    offset = from_position(file.source, position, encoding)
    found = list(targets(view.files, file, offset, checkpoint))
    names = [to_location(view, target.file, target.name) for target in found]
    if not as_links:
        return names if len(names) > 1 else next(iter(names), None)
    return [
        types.LocationLink(
            target_uri=name.uri,
            target_range=to_location(view, target.file, target.whole).range,
            target_selection_range=name.range,
            origin_selection_range=to_range(file.source, target.origin, encoding),
        )
        for target, name in zip(found, names, strict=True)
    ] or None


# `textDocument/documentLink`: the domain of a problem, and files named in comments.


def _register_links(server: PlanServer) -> None:
    """Link the domain of a problem, and files named in comments."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    @server.with_view
    async def document_link(
        view: View, params: types.DocumentLinkParams
    ) -> list[types.DocumentLink]:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return []
        links = []
        for named in await server.about(file, lambda _: [*document_links(view.files, file)]):
            target = named.file or _named_by_line(view, file.name, named)
            if target is not None:
                range_ = to_range(file.source, named.span, view.client.encoding)
                tooltip = f"{named.what}: {name_of(target)}" if view.client.link_tooltips else None
                links.append(types.DocumentLink(range_, view.uri(target), tooltip))
        return links

    def _named_by_line(view: View, key: str, named: NamedFile) -> str | None:
        """The key of the file; None if the document may not name it."""
        document = view.documents.get(key)
        wanted = document and wanted_by_line(document, named.what, server.project.roots)
        return wanted.key if wanted else None
