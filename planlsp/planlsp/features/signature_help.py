"""`textDocument/signatureHelp`."""

from __future__ import annotations

from lsprotocol import types

from plancore.ide.information.signature import Signature, signature
from plancore.source import SourceText, Span
from planlsp.convert import from_position
from planlsp.session.client import ClientProfile
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of
from planlsp.session.view import View


def register(server: PlanServer) -> None:
    """Show the signature of the atom or step around the cursor, and the current argument."""

    @server.feature(
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        types.SignatureHelpOptions(trigger_characters=["(", " "], retrigger_characters=[")"]),
    )
    @server.with_view
    async def on_signature_help(
        view: View, params: types.SignatureHelpParams
    ) -> types.SignatureHelp | None:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return None
        offset = from_position(file.source, params.position, view.client.encoding)
        shown = await server.about(
            file, lambda checkpoint: signature(view.files, file, offset, checkpoint)
        )
        if shown is None:
            return None
        information = _information(shown, view.client)
        return types.SignatureHelp([information], active_signature=0, active_parameter=shown.active)


def _information(shown: Signature, client: ClientProfile) -> types.SignatureInformation:
    label = SourceText(shown.label)
    parameters = [
        types.ParameterInformation(_label(label, span, client)) for span in shown.parameters
    ]
    return types.SignatureInformation(
        shown.label,
        documentation=shown.comment or None,
        parameters=parameters,
    )


def _label(label: SourceText, span: Span, client: ClientProfile) -> str | tuple[int, int]:
    """A part of a label: its text, or its range in the units of the client."""
    if not client.label_offsets:
        return label.text[span.start : span.end]
    start, end = (label.position(offset, client.encoding).column for offset in span)
    return start, end
