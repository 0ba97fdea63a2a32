"""`textDocument/inlayHint`: in plans numbers of steps, parameters, what comes of the plan."""

from __future__ import annotations

from lsprotocol import types

from plancore.ide.plan_hints import HintKind, PlanHint, plan_hints
from plancore.project import PlanSnapshot
from plancore.source import Span
from plancore.workspace import run_of_plan
from planlsp.convert import from_range, to_position
from planlsp.session.answers.plan_size import size_of
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View


def register(server: PlanServer) -> None:
    """Show hints in plans to a client that can show any."""
    shown: dict[str, tuple[int, list[PlanHint]]] = {}

    async def hints(view: View, key: str) -> list[PlanHint]:
        file = view.files.file(key)
        if not isinstance(file, PlanSnapshot):
            return []
        whole = Span(0, len(file.text))
        kinds = view.settings_of(key).inlay_hints

        def work() -> list[PlanHint]:
            run = run_of_plan(view.files, file) if HintKind.RESULT in kinds else None
            return plan_hints(view.files, file, run, whole, kinds)

        return await server.work.compute(
            work, size_of(view.files, file), f"Executing {name_of(key)}"
        )

    @server.with_view
    async def inlay_hint(view: View, params: types.InlayHintParams) -> list[types.InlayHint]:
        key = key_of(params.text_document.uri)
        file, document = view.files.file(key), view.documents.get(key)
        if file is None or document is None:
            return []
        span = from_range(file.source, params.range, view.client.encoding)
        current = await hints(view, key)
        shown[key] = (document.version, current)
        return [
            types.InlayHint(
                to_position(file.source, hint.offset, view.client.encoding),
                hint.label,
                kind=types.InlayHintKind.Parameter if hint.kind is HintKind.PARAMETERS else None,
                padding_left=not hint.is_before,
                padding_right=hint.is_before,
            )
            for hint in current
            if span.start <= hint.offset <= span.end
        ]

    async def refresh(view: View) -> None:
        for key in shown.keys() - view.documents.keys():
            del shown[key]
        for key, (version, told) in [*shown.items()]:
            # After an edit the client asks by itself; here something else has changed.
            if view.documents[key].version == version and await hints(view, key) != told:
                await server.workspace_inlay_hint_refresh_async(None)
                return

    def on_change(view: View) -> None:
        if view.client.refresh_inlay_hints:
            server.work.spawn(refresh(view))

    def offer() -> None:
        if server.client.inlay_hints:
            server.feature(types.TEXT_DOCUMENT_INLAY_HINT)(inlay_hint)

    server.on_client_known(offer)
    server.on_change(on_change)
