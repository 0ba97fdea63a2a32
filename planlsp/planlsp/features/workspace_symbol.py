"""`workspace/symbol`: declarations in all files of the workspace, open or not."""

from __future__ import annotations

from lsprotocol import types

from plancore.ide.navigation.workspace_symbols import workspace_symbols
from plancore.occurrences import SymbolKind
from plancore.stop import Checkpoint
from planlsp.convert import to_location_of
from planlsp.session.background.schedule import Priority
from planlsp.session.server import PlanServer
from planlsp.session.view import View

_KINDS = {
    SymbolKind.DOMAIN: types.SymbolKind.Module,
    SymbolKind.PROBLEM: types.SymbolKind.Module,
    SymbolKind.PREDICATE: types.SymbolKind.Boolean,
    SymbolKind.FUNCTION: types.SymbolKind.Number,
    SymbolKind.ACTION: types.SymbolKind.Function,
    SymbolKind.TASK: types.SymbolKind.Method,
    SymbolKind.METHOD: types.SymbolKind.Method,
    SymbolKind.TYPE: types.SymbolKind.Class,
    SymbolKind.OBJECT: types.SymbolKind.Constant,
}


def register(server: PlanServer) -> None:
    """Find the declarations that match the query, best first."""

    @server.feature(types.WORKSPACE_SYMBOL)
    @server.with_view
    async def workspace_symbol(
        view: View, params: types.WorkspaceSymbolParams
    ) -> list[types.SymbolInformation]:
        def work(checkpoint: Checkpoint) -> list[types.SymbolInformation]:
            return _symbols(view, params.query, checkpoint)

        return await server.work.run(work, "Searching for names", Priority.REQUESTS)


def _symbols(view: View, query: str, checkpoint: Checkpoint) -> list[types.SymbolInformation]:
    index = view.index(checkpoint)
    symbols = []
    for symbol, mention, name, container in workspace_symbols(index, query, checkpoint=checkpoint):
        place = to_location_of(view, index, mention)
        if place is not None and symbol.kind in _KINDS:
            kind = _KINDS[symbol.kind]
            symbols.append(
                types.SymbolInformation(
                    name=name, kind=kind, location=place, container_name=container or None
                )
            )
    return symbols
