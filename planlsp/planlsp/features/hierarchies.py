"""Call hierarchies of actions, predicates and tasks, and type hierarchies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from lsprotocol import types

from plancore.ide.information.hover import types_as_written
from plancore.ide.navigation.hierarchies import (
    HierarchyCall,
    NamedOperator,
    TypeItem,
    incoming,
    named_at,
    outgoing,
    subtypes,
    supertypes,
    types_at,
)
from plancore.occurrences import NameRole, SymbolKind
from plancore.snapshot import FileSnapshot
from planlsp.convert import from_position, to_location
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of
from planlsp.session.view import View

_KINDS: Final = {
    SymbolKind.PREDICATE: types.SymbolKind.Boolean,
    SymbolKind.FUNCTION: types.SymbolKind.Number,
    SymbolKind.ACTION: types.SymbolKind.Function,
    SymbolKind.TASK: types.SymbolKind.Method,
    SymbolKind.METHOD: types.SymbolKind.Method,
}
Calls = Callable[[FileSnapshot, SymbolKind, str], Iterable[HierarchyCall]]


def register(server: PlanServer) -> None:
    """Show the actions that need, add or delete a predicate, and the preconditions and effects of
    an action."""
    _register_types(server)

    async def prepare(
        view: View, params: types.CallHierarchyPrepareParams
    ) -> list[types.CallHierarchyItem] | None:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return None
        offset = from_position(file.source, params.position, view.client.encoding)
        named = await server.about(file, lambda _: named_at(view.files, file, offset))
        return None if named is None else [_item(view, named)]

    async def incoming_calls(
        view: View, params: types.CallHierarchyIncomingCallsParams
    ) -> list[types.CallHierarchyIncomingCall] | None:
        return [
            types.CallHierarchyIncomingCall(
                _item(view, call.other, call.roles), _ranges(view, call.other.file, call)
            )
            for call in await _calls(server, view, params.item, incoming)
        ]

    async def outgoing_calls(
        view: View, params: types.CallHierarchyOutgoingCallsParams
    ) -> list[types.CallHierarchyOutgoingCall] | None:
        return [
            types.CallHierarchyOutgoingCall(
                _item(view, call.other, call.roles), _ranges(view, key_of(params.item.uri), call)
            )
            for call in await _calls(server, view, params.item, outgoing)
        ]

    def offer() -> None:
        if server.client.call_hierarchy:
            for method, handler in (
                (types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, prepare),
                (types.CALL_HIERARCHY_INCOMING_CALLS, incoming_calls),
                (types.CALL_HIERARCHY_OUTGOING_CALLS, outgoing_calls),
            ):
                server.feature(method)(server.with_view(handler))

    server.on_client_known(offer)


async def _calls(
    server: PlanServer, view: View, item: types.CallHierarchyItem, direction: Calls
) -> Iterable[HierarchyCall]:
    file, kind = view.files.file(key_of(item.uri)), item.data
    if not isinstance(file, FileSnapshot) or kind not in {known.value for known in _KINDS}:
        return ()
    name = item.name.lower()
    return await server.about(file, lambda _: [*direction(file, SymbolKind(kind), name)])


def _item(
    view: View, named: NamedOperator, roles: tuple[NameRole, ...] = ()
) -> types.CallHierarchyItem:
    """An item whose `data` is the kind of symbol: the client sends it back to ask for its calls."""
    return types.CallHierarchyItem(
        name=view.files.files[named.file].text[slice(*named.name_span)],
        kind=_KINDS[named.kind],
        uri=view.uri(named.file),
        range=to_location(view, named.file, named.span).range,
        selection_range=to_location(view, named.file, named.name_span).range,
        detail=", ".join(roles) or named.kind.value,
        data=named.kind.value,
    )


def _ranges(view: View, key: str, call: HierarchyCall) -> list[types.Range]:
    return [to_location(view, key, span).range for span in call.spans]


# Supertypes and subtypes.

Items = list[types.TypeHierarchyItem] | None


def _register_types(server: PlanServer) -> None:
    """Show supertypes and subtypes of the type at the cursor, or of the type of the object or
    variable there."""

    async def prepare(view: View, params: types.TypeHierarchyPrepareParams) -> Items:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return None
        offset = from_position(file.source, params.position, view.client.encoding)
        return (
            _items(view, await server.about(file, lambda _: types_at(view.files, file, offset)))
            or None
        )

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
