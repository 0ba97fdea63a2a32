"""`textDocument/prepareTypeHierarchy`, `typeHierarchy/supertypes` and `subtypes`."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from plancore.ide.information.hover import types_as_written
from plancore.ide.navigation.hierarchies import TypeItem, subtypes, supertypes, types_at
from plancore.snapshot import FileSnapshot
from planlsp.convert import from_position, to_location
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of
from planlsp.session.view import View

Items = list[types.TypeHierarchyItem] | None


def register(server: PlanServer) -> None:
    """Show the types above and below a type, or those of the object or variable at the cursor."""

    async def prepare(view: View, params: types.TypeHierarchyPrepareParams) -> Items:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return None
        offset = from_position(file.source, params.position, view.client.encoding)
        return _items(view, types_at(view.files, file, offset)) or None

    async def on_supertypes(view: View, params: types.TypeHierarchySupertypesParams) -> Items:
        return _related(view, params.item, supertypes)

    async def on_subtypes(view: View, params: types.TypeHierarchySubtypesParams) -> Items:
        return _related(view, params.item, subtypes)

    def offer() -> None:
        if server.client.type_hierarchy:
            for method, handler in (
                (types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY, prepare),
                (types.TYPE_HIERARCHY_SUPERTYPES, on_supertypes),
                (types.TYPE_HIERARCHY_SUBTYPES, on_subtypes),
            ):
                server.feature(method)(server.with_view(handler))

    server.on_client_known(offer)


def _related(
    view: View,
    item: types.TypeHierarchyItem,
    direction: Callable[[FileSnapshot, str], list[TypeItem]],
) -> Items:
    file = view.files.file(key_of(item.uri))
    return (
        _items(view, direction(file, item.name.lower())) if isinstance(file, FileSnapshot) else None
    )


def _items(view: View, found: list[TypeItem]) -> list[types.TypeHierarchyItem]:
    items = []
    for item in found:
        place = to_location(view, item.file, item.span)
        file = view.files.file(item.file)
        written = types_as_written(file) if isinstance(file, FileSnapshot) else {}
        above = ", ".join(written.get(parent, parent) for parent in item.parents)
        items.append(
            types.TypeHierarchyItem(
                name=written.get(item.name, item.name),
                kind=types.SymbolKind.Class,
                uri=place.uri,
                range=place.range,
                selection_range=place.range,
                detail=f"- {above}" if above else None,
            )
        )
    return items
