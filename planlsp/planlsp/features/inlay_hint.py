"""`textDocument/inlayHint`: steps, parameters and the result in plans; types and parameters in
models."""

from __future__ import annotations

from functools import partial

from lsprotocol import types

from plancore.ide.information.hints import Hint, HintKind
from plancore.ide.information.inlay_hints import model_hints, plan_hints
from plancore.project import PlanSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Encoding, SourceText, Span
from plancore.stop import Checkpoint
from plancore.workspace import run_of_plan
from planlsp.convert import from_range, to_position
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View

_KINDS = {
    HintKind.PARAMETERS: types.InlayHintKind.Parameter,
    HintKind.TYPES: types.InlayHintKind.Type,
}


def register(server: PlanServer) -> None:
    """Give inlay hints to clients that support them."""
    shown: dict[str, tuple[int, Span, list[Hint]]] = {}

    async def hints(view: View, key: str, span: Span) -> list[Hint]:
        file, kinds = view.files.file(key), view.settings_of(key).inlay_hints
        if isinstance(file, FileSnapshot):
            models = partial(model_hints, view.files, file, span, kinds)
            return await server.work.compute(models, len(file.text), f"Reading {name_of(key)}")
        if not isinstance(file, PlanSnapshot):
            return []

        def work(checkpoint: Checkpoint) -> list[Hint]:
            run = run_of_plan(view.files, file, checkpoint) if HintKind.RESULT in kinds else None
            return plan_hints(view.files, file, run, span, kinds)

        return await server.work.compute(work, view.size_of(file), f"Executing {name_of(key)}")

    @server.with_view
    async def inlay_hint(view: View, params: types.InlayHintParams) -> list[types.InlayHint]:
        key = key_of(params.text_document.uri)
        file, document = view.files.file(key), view.documents.get(key)
        if file is None or document is None:
            return []
        span = from_range(file.source, params.range, view.client.encoding)
        current = await hints(view, key, span)
        shown[key] = (document.version, span, current)
        return [_to_hint(file.source, hint, view.client.encoding) for hint in current]

    async def refresh(view: View) -> None:
        for key in shown.keys() - view.documents.keys():
            del shown[key]
        for key, (version, span, told) in [*shown.items()]:
            # After an edit the client asks by itself; this is for all other changes.
            if view.documents[key].version == version and await hints(view, key, span) != told:
                await server.workspace_inlay_hint_refresh_async(None)
                return

    def offer() -> None:
        if server.client.inlay_hints:
            server.feature(types.TEXT_DOCUMENT_INLAY_HINT)(inlay_hint)
        if server.client.refresh_inlay_hints:
            server.on_change(lambda view: server.work.spawn(refresh(view)))

    server.on_client_known(offer)


def _to_hint(source: SourceText, hint: Hint, encoding: Encoding) -> types.InlayHint:
    at = to_position(source, hint.offset, encoding)
    return types.InlayHint(
        at,
        hint.label,
        kind=_KINDS.get(hint.kind),
        text_edits=[types.TextEdit(types.Range(at, at), hint.text)] if hint.text else None,
        padding_left=not hint.is_before,
        padding_right=hint.is_before,
    )
