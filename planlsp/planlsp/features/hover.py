"""`textDocument/hover`."""

from __future__ import annotations

from lsprotocol import types

from plancore.ide.information.hover import hover
from plancore.ide.navigation.symbols import symbol_at
from plancore.project import PlanSnapshot
from planlsp.convert import from_position, to_markup, to_range
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View


def register(server: PlanServer) -> None:
    """Describe the name under the cursor."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    @server.with_view
    async def on_hover(view: View, params: types.HoverParams) -> types.Hover | None:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return None
        offset = from_position(file.source, params.position, view.client.encoding)
        answer = await server.work.compute(
            lambda checkpoint: hover(view.files, file, offset, checkpoint),
            view.size_of(file),
            f"Executing {name_of(file.name)}"
            if isinstance(file, PlanSnapshot)
            else f"Searching {name_of(file.name)}",
        )
        if answer is None:
            return None
        compared = await server.review(view, file.name)
        symbol = symbol_at(view.files, file, offset) if compared else None
        if compared is not None and symbol is not None:
            # Imported late: most files have no reference.
            from plancore.ide.review.counterparts import reviewed

            answer = reviewed(answer, compared, symbol)
        contents = to_markup(answer, markdown=view.client.markdown_hover)
        return types.Hover(contents, to_range(file.source, answer.span, view.client.encoding))
